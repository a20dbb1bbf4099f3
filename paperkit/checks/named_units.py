"""The unit that the names in an expression say, where nothing describes it: `p99_us / 1000` is in thousands of us."""

from __future__ import annotations

import ast
from fractions import Fraction
from functools import lru_cache

from paperkit.artifacts.describe import unit_of_header
from paperkit.expressions.direct import direct
from paperkit.expressions.error import ExpressionError
from paperkit.expressions.relation import GATHERING
from paperkit.expressions.syntax import parse, split
from paperkit.expressions.unnamed import function_of
from paperkit.values.unit import PERCENT, POINTS, Unit

Implied = tuple[str, Unit, Fraction]
"""A name, the unit that it says, and by what the expression multiplies the amount."""
_KEPT = (GATHERING | {"abs", "floor", "ceil", "round_sig"}) - {"count", "all", "any", "argmin", "argmax"}
"""Functions whose value is in the unit of what they are given."""


@lru_cache(maxsize=4096)
def implied(text: str) -> Implied | None:
    """What the names in a marker's text say of its unit; None where they say none, or not the same.

    >>> name, unit, factor = implied("iops(mode='read').p99_us / 1000 | .2f")
    >>> name, unit.symbol, factor
    ('p99_us', 'us', Fraction(1, 1000))
    >>> implied("100 * share | .1f"), implied("a.time_s / b.time_s")
    (None, None)
    """
    alone = direct(text)
    if alone is not None:
        return _of_name(alone.column)
    tree = tree_of(text)
    return None if tree is None else _implied(tree)


@lru_cache(maxsize=4096)
def hundredfold(text: str) -> str:
    """Whether a marker's text makes per cent of a bare number by hand: "share", "points" of two shares, else empty.

    >>> hundredfold("100 * (1 - a / b)"), hundredfold("(a.share - b.share) * 100 | .1f"), hundredfold("a / b")
    ('share', 'points', '')
    >>> hundredfold("100 * a.t / b.t | .1f"), hundredfold("a.t / b.t * 100"), hundredfold("a / (100 * b)")
    ('share', 'share', '')
    """
    tree = tree_of(text)
    tops = _tops(tree) if isinstance(tree, ast.BinOp) else []
    others = [top for top in tops if _number(top) != 100]
    if len(others) != len(tops) - 1:
        return ""
    other = others[0] if len(others) == 1 and isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Mult) else None
    apart = isinstance(other, ast.BinOp) and isinstance(other.op, ast.Sub)
    return "points" if apart and _number(other.left) is None and _number(other.right) is None else "share"  # type: ignore[union-attr]


def _tops(node: ast.expr) -> list[ast.expr]:
    """What is multiplied in a product, and above the line in a quotient."""
    match node:
        case ast.BinOp(op=ast.Mult(), left=left, right=right):
            return [*_tops(left), *_tops(right)]
        case ast.BinOp(op=ast.Div(), left=left):
            return _tops(left)
    return [node]


def tree_of(text: str) -> ast.expr | None:
    """The syntax tree of a marker's text, its format left out; None where it has none."""
    try:
        return parse(split(text)[0])
    except (ExpressionError, RecursionError):
        return None


def _implied(node: ast.expr) -> Implied | None:
    match node:
        case ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=str(name))):
            return _of_name(name)
        case ast.Subscript(value=inner):
            return _implied(inner)
        case ast.Tuple(elts=[*values]) if values:
            return _alike(values)
        case ast.Call(args=[*arguments]) if arguments and function_of(node) in _KEPT:
            return _alike(arguments[:1] if function_of(node) in ("quantile", "round_sig") else arguments)
        case ast.BinOp(op=ast.Sub() | ast.Add(), left=left, right=right):
            both = _alike([left, right])
            apart = both is not None and both[1] == PERCENT and isinstance(node.op, ast.Sub)
            return (both[0], POINTS, both[2]) if both is not None and apart else both
        case ast.BinOp(op=ast.Mult() | ast.Div(), left=left, right=right):
            return _scaled(node, left, right)
    return None


@lru_cache(maxsize=1024)
def _of_name(name: str) -> Implied | None:
    """What the name of a column says."""
    unit = unit_of_header(name)
    return None if unit.unknown else (name, unit, Fraction(1))


def _alike(sides: list[ast.expr]) -> Implied | None:
    found = [_implied(side) for side in sides]
    same = all(each is not None and found[0] is not None and each[1:] == found[0][1:] for each in found)
    return found[0] if same else None


def _scaled(node: ast.BinOp, left: ast.expr, right: ast.expr) -> Implied | None:
    divided = isinstance(node.op, ast.Div)
    number, side = (_number(right), left) if divided or _number(left) is None else (_number(left), right)
    below = _implied(side)
    if not number or below is None:
        return None
    return below[0], below[1], below[2] / number if divided else below[2] * number


def _number(node: ast.expr) -> Fraction | None:
    match node:
        case ast.Constant(value=int() | float() as amount):
            return Fraction(str(amount))
        case ast.BinOp(op=ast.Pow(), left=left, right=right):
            base, power = _number(left), _number(right)
            whole = power is not None and power.denominator == 1 and 0 <= power <= 64
            return base**power.numerator if base is not None and power is not None and whole else None
    return None
