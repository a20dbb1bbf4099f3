"""Numbers that stand in an expression itself: a short list may, any other needs evidence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fractions import Fraction

from paperkit.expressions.syntax import Cleaned
from paperkit.values.number_text import NumberError, parse_number

_LIST = (
    *(0, 1, 2, 100),
    *(10**power for power in (3, 6, 9, 12, 15)),
    *(1024**power for power in (1, 2, 3, 4)),
    *(8, 60, 3600, 86400),
)
ALLOWED = frozenset({*(Fraction(number) for number in _LIST), *(Fraction(1, 10**power) for power in (3, 6, 9, 12))})
"""Zero, one, two, a hundred; decimal and binary prefixes; bits a byte, seconds a minute, an hour and a day."""
ADDED = frozenset({0, 1, 2, 100})
"""Constants that may be added or taken away: n - 1, 100 - share. Two in an expression; more would spell a number."""
EXPONENTS = frozenset({2, 3})
"""Powers that a formula may take."""
PARAMETERS = {"quantile": (1,), "round_sig": (1,), "to": (1,)}
"""Arguments that steer a function and are no amounts."""
ONCE = frozenset({2, 8, 100})
"""Factors that a product has once: 2 * 2 * 2 would spell another number."""
_TAILS = frozenset(Fraction(1, number) for number in (40, 50, 100, 1000, 10_000, 100_000, 1_000_000))
_QUANTILES = frozenset({*(Fraction(number, 20) for number in range(21)), *_TAILS, *(1 - tail for tail in _TAILS)})
"""Shares that a quantile is usually asked for. With any share it would be any number between two cells."""


def unsupported(tree: ast.expr, expression: Cleaned, functions: frozenset[str]) -> tuple[tuple[int, int, str], ...]:
    """(start, end, text) of each number that is on no list; keys of selections do not count."""
    found = ((*expression.place(node), _text(node, expression)) for node in _constants(tree, expression, functions))
    return tuple(sorted(found))


def constant(node: ast.Constant, expression: Cleaned) -> Fraction:
    """The exact amount of a number as written. Raises NumberError."""
    return parse_number(_text(node, expression).replace("_", ""))


def _text(node: ast.AST, expression: Cleaned) -> str:
    start, end = expression.bounds(node)
    return expression.text[start:end]


def _constants(tree: ast.AST, expression: Cleaned, functions: frozenset[str]) -> Iterator[ast.AST]:
    pending: list[ast.AST] = [tree]
    added = 0
    while pending:
        node = pending.pop()
        folded = _fold(node, expression, 0)
        if folded in ALLOWED:
            continue
        if folded is not None and isinstance(node, ast.BinOp):
            yield node
        elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            for side in (node.left, node.right):
                plus = _fold(side, expression, 0)
                added += plus is not None
                if plus is not None and (plus not in ADDED or added > 2):
                    yield side
                elif plus is None:
                    pending.append(side)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div)):
            factors = _factors(node)
            yield from _repeated(factors, expression)
            pending += factors
        elif isinstance(node, ast.Constant):
            if not isinstance(node.value, (str, bool)):
                yield node
        elif isinstance(node, ast.Call):
            arguments = _arguments(node, functions, expression)
            yield from (each for each in arguments if _fold(each, expression, 0) is not None)
            pending += (each for each in arguments if _fold(each, expression, 0) is None)
        else:
            pending += _inside(node, expression)


def _inside(node: ast.AST, expression: Cleaned) -> list[ast.AST]:
    """The parts of a node in which numbers may stand, without those that steer it."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and _fold(node.right, expression, 0) in EXPONENTS:
        return [node.left]
    return [node.value] if isinstance(node, ast.Subscript) else list(ast.iter_child_nodes(node))


def _factors(node: ast.expr) -> list[ast.expr]:
    """What is multiplied and divided in a product, whatever its brackets and signs."""
    factors, pending = [], [node]
    while pending:
        part = pending.pop()
        if isinstance(part, ast.BinOp) and isinstance(part.op, (ast.Mult, ast.Div)):
            pending += (part.left, part.right)
        elif isinstance(part, ast.UnaryOp):
            pending.append(part.operand)
        else:
            factors.append(part)
    return factors


def _repeated(factors: list[ast.expr], expression: Cleaned) -> Iterator[ast.expr]:
    met: set[Fraction] = set()
    for factor in sorted(factors, key=expression.bounds):
        number = _fold(factor, expression, 0)
        if number is not None and number in ONCE and number in met:
            yield factor
        elif number is not None:
            met.add(number)


def _arguments(node: ast.Call, functions: frozenset[str], expression: Cleaned) -> list[ast.AST]:
    if isinstance(node.func, ast.Attribute):
        return [node.func.value]
    if not isinstance(node.func, ast.Name):
        return [node.func]
    if node.func.id not in functions:
        return []
    steering = PARAMETERS.get(node.func.id, ())
    found: list[ast.AST] = [argument for number, argument in enumerate(node.args) if number not in steering]
    if node.func.id == "quantile":
        found += [share for share in node.args[1:2] if _fold(share, expression, 0) not in _QUANTILES]
    return found


def _fold(node: ast.AST, expression: Cleaned, depth: int) -> Fraction | None:
    """What a small tree of constants comes to: 10**6, 1024*1024; None where it is none."""
    if isinstance(node, ast.Constant) and not isinstance(node.value, (str, bool)):
        try:
            return constant(node, expression)
        except NumberError:
            return None
    if not isinstance(node, ast.BinOp) or depth > 3:
        return None
    left, right = (_fold(side, expression, depth + 1) for side in (node.left, node.right))
    if left is None or right is None:
        return None
    if isinstance(node.op, ast.Mult):
        return left * right
    small = isinstance(node.op, ast.Pow) and right.denominator == 1 and abs(right) <= 60 and left in (2, 10, 1024)
    return left ** int(right) if small else None
