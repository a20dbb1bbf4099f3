"""What a predicate compares: its two sides, which way, and of how many rows it holds."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from paperkit.expressions.objects import Series
from paperkit.expressions.unnamed import unnamed
from paperkit.expressions.walker import Walker
from paperkit.values.quantity import Value

_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_EACH = {("min", ">"), ("min", ">="), ("max", "<"), ("max", "<=")}
"""An extreme that keeps to a bound speaks for every row."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left sign right`, as it holds of *rows*: "all", "some", or "" where there is one.

    A side is empty where it is the bare number zero; *of* is the first value of a side that is none.
    """

    sign: str
    rows: str
    left: tuple[Value, ...]
    right: tuple[Value, ...]

    @property
    def of(self) -> Value | None:
        """A value that is compared."""
        return next((value for value in (*self.left, *self.right) if value.cells), None)

    @property
    def with_zero(self) -> bool:
        """Whether one side is the bare number zero."""
        return any(len(side) == 1 and not side[0].cells and side[0].amount == 0 for side in (self.left, self.right))


def comparison_of(node: ast.expr, walker: Walker, rows: str = "") -> Comparison | None:
    """The comparison that a predicate makes; None where it makes several, or none."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("all", "any"):
        kind = "all" if node.func.id == "all" else "some"
        return comparison_of(node.args[0], walker, kind) if len(node.args) == 1 else None
    if not isinstance(node, ast.Compare) or len(node.ops) != 1 or type(node.ops[0]) not in _SIGNS:
        return None
    sign, (left, right) = _SIGNS[type(node.ops[0])], (node.left, node.comparators[0])
    if isinstance(left, ast.Constant) and not isinstance(right, ast.Constant):
        sign, left, right = _TURNED[sign], right, left
    bound = isinstance(right, ast.Constant) and right.value == 0
    if bound:
        inner, below = unnamed(left, walker)
        gathered = _extreme(inner)
        if gathered is not None:
            rows = "all" if (gathered[0], sign) in _EACH else rows or ("" if sign in ("==", "!=") else "some")
            inner, below = unnamed(gathered[1], below)
        if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Sub):
            quotient = _less_than_one(inner, below)
            if quotient is not None:
                (over, under), within = quotient
                return Comparison(_TURNED[sign], rows, _values(over, within), _values(under, within))
            return Comparison(sign, rows, _values(inner.left, below), _values(inner.right, below))
    return Comparison(sign, rows, _values(left, walker), _values(right, walker))


def _less_than_one(node: ast.BinOp, walker: Walker) -> tuple[tuple[ast.expr, ast.expr], Walker] | None:
    """`new` and `old` of `1 - new / old`, which is above zero where new is below old (of amounts above zero)."""
    if not isinstance(node.left, ast.Constant) or node.left.value != 1:
        return None
    inner, below = unnamed(node.right, walker)
    if not isinstance(inner, ast.BinOp) or not isinstance(inner.op, ast.Div):
        return None
    return (inner.left, inner.right), below


def _extreme(node: ast.expr) -> tuple[str, ast.expr] | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        return (node.func.id, node.args[0]) if node.func.id in ("min", "max") else None
    return None


def _values(node: ast.expr, walker: Walker) -> tuple[Value, ...]:
    thing = walker.value_of(node)
    if isinstance(thing, Value):
        return (thing,)
    return tuple(item for item in thing.items if isinstance(item, Value)) if isinstance(thing, Series) else ()
