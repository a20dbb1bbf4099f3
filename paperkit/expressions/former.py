"""Numbers of a former report: its ledger is an artifact, `former("EXPRESSION")` is what that report held.

A value keeps its unit, its uncertainty and its kinds, as the former report had them from its own evidence.
"""

from __future__ import annotations

from fractions import Fraction

from paperkit.artifacts.problem import CellError
from paperkit.artifacts.tree import TreeNode
from paperkit.expressions.failure import Failure, nearest
from paperkit.expressions.objects import Branch
from paperkit.expressions.scope import Disturbance
from paperkit.values.quantity import Cell, Kind, Value
from paperkit.values.unit import UNKNOWN, Unit, UnitError, parse_unit

KEYS = frozenset({"version", "markers", "artifacts"})
"""What every ledger has."""


def is_ledger(thing: object) -> bool:
    """Whether an artifact is the ledger of a report."""
    return isinstance(thing, Branch) and not thing.path and set(thing.node.keys) >= KEYS


def printed_by(ledger: Branch) -> dict[str, TreeNode]:
    """The markers of a ledger that hold one value, by their expression without spaces; of several the first."""
    found: dict[str, TreeNode] = {}
    markers = ledger.node.get("markers")
    for marker in markers.items if markers is not None else ():
        values = marker.get("values")
        if values is not None and len(values.items) == 1:
            found.setdefault(_bare(marker.text_of("expression") or ""), marker)
    return found


def former(ledger: Branch, expression: str, disturbance: Disturbance | None) -> Value:
    """The value of *expression* in the former report. Raises Failure with the nearest expressions there."""
    known = printed_by(ledger)
    marker = known.get(_bare(expression))
    if marker is None:
        fact = f"{ledger.artifact} has no number {expression}"
        raise Failure(fact, nearest(_bare(expression), known, "expressions there"))
    value = _value(ledger, marker, expression)
    return value if disturbance is None else disturbance.value(value)


def _bare(expression: str) -> str:
    return "".join(expression.split())


def _value(ledger: Branch, marker: TreeNode, expression: str) -> Value:
    values = marker.get("values")
    assert values is not None  # noqa: S101  (as printed_by has it)
    held = values.items[0]
    amount = held.get("exact") or held
    spread = held.get("uncertainty")
    listed = marker.get("kinds")
    kinds = frozenset(_kind(node) for node in (listed.items if listed is not None else ())) or {ledger.kind}
    cell = Cell(ledger.artifact, expression, amount.span.line, amount.text, min(kinds), amount.span)
    uncertainty = None if spread is None else _fraction(spread)
    return Value(_fraction(amount), _unit(held), uncertainty, frozenset(kinds), (cell,))


def _kind(node: TreeNode) -> Kind:
    try:
        return Kind(node.text)
    except ValueError:
        raise CellError(f"{node.text!r} is no kind", "build the former report again", node.span) from None


def _fraction(node: TreeNode) -> Fraction:
    try:
        return Fraction(node.text)
    except (ValueError, ZeroDivisionError):
        raise CellError(f"{node.text!r} is no number", "build the former report again", node.span) from None


def _unit(held: TreeNode) -> Unit:
    try:
        return parse_unit(held.text_of("unit") or "")
    except UnitError:
        return UNKNOWN
