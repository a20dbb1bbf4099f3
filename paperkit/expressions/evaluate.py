"""A marker's text -> its values, its format, and whether they depend on evidence."""

from __future__ import annotations

import ast
from dataclasses import replace

from paperkit.expressions.constants import unsupported
from paperkit.expressions.direct import cell_of, direct
from paperkit.expressions.error import ExpressionError
from paperkit.expressions.functions import NAMES
from paperkit.expressions.objects import Rows, Series, Several, Text, Truth, Truths, said
from paperkit.expressions.scope import DISTURBANCES, Disturbance, Scope
from paperkit.expressions.syntax import Cleaned, nodes, parse, split
from paperkit.expressions.walker import Walker
from paperkit.frozen import frozen
from paperkit.values.numeral import Format, FormatError, parse_format
from paperkit.values.quantity import Cell, Value, cells_of

__all__ = ["Evaluation", "ExpressionError", "Grounds", "Scope", "evaluate_marker", "grounds_of"]

Grounds = tuple[tuple[tuple[int, int, str], ...], bool]
"""*constants* and *grounded* of an evaluation."""


@frozen
class Evaluation:
    """What a marker's text is worth.

    *values* has one item, two for a range, more for a column; *predicate* is set instead where it compares.
    *constants* are numbers in the expression that need evidence: (start, end, text), offsets into the given text.
    *grounded*: whether every value moves when its cells do. *names* are the artifacts used, *cells* all cells.
    """

    expression: str
    format: Format | None
    values: tuple[Value, ...]
    predicate: bool | None
    constants: tuple[tuple[int, int, str], ...]
    grounded: bool
    names: tuple[str, ...]
    cells: tuple[Cell, ...] = ()


def evaluate_marker(text: str, scope: Scope, ground: bool = True) -> Evaluation:
    """Evaluate the first argument of a marker, `expression | format`. Raises ExpressionError and nothing else.

    Without *ground* nothing is disturbed, *grounded* stays False and *constants* empty: for printing, which judges
    nothing.
    """
    if text not in scope.cells:
        scope.cells[text] = _one_cell(text, scope)
    found: Evaluation | None = scope.cells[text]
    if found is None:
        return by_tree(text, scope, ground)
    return replace(found, grounded=True) if ground else found


def _one_cell(text: str, scope: Scope) -> Evaluation | None:
    """A text that just names one cell, evaluated and not grounded; None for any other."""
    found = direct(text)
    value = cell_of(found, scope) if found is not None else None
    if found is None or value is None:
        return None
    try:
        form = None if found.format is None else parse_format(found.format)
    except FormatError:
        return None
    return Evaluation(found.expression, form, (value,), None, (), False, (found.artifact,), value.cells)


def by_tree(text: str, scope: Scope, ground: bool = True) -> Evaluation:
    """As evaluate_marker, for any expression; what a text came to in *scope* is remembered there."""
    if text not in scope.evaluated:
        scope.evaluated[text] = _evaluated(text, scope)
    found: Evaluation = scope.evaluated[text][0]
    if not ground:
        return found
    if text not in scope.grounds:
        scope.grounds[text] = grounds_of(text, scope)
    constants, grounded = scope.grounds[text]
    return replace(found, constants=constants, grounded=grounded)


def grounds_of(text: str, scope: Scope) -> Grounds:
    """What in *text* needs evidence, and whether it is grounded; *scope* has evaluated it. Raises ExpressionError."""
    expression, _ = split(text)
    tree = parse(expression)
    constants = (*unsupported(tree, expression, NAMES), *_in_quantities(tree, expression, scope))
    return constants, _grounded(scope, expression, tree, scope.evaluated[text][1])


def _evaluated(text: str, scope: Scope) -> tuple[Evaluation, tuple[Value, ...] | Truth]:
    """An expression evaluated and not grounded, and what it came to."""
    expression, form = split(text)
    walker = Walker(scope, expression)
    try:
        outcome = _outcome(walker, parse(expression))
    except RecursionError:
        raise ExpressionError("the expression is nested too deep", "write it flatter", 0, len(text), "limit") from None
    found = Evaluation(
        expression=expression.text,
        format=None if form is None else _format(form),
        values=() if isinstance(outcome, Truth) else outcome,
        predicate=outcome.holds if isinstance(outcome, Truth) else None,
        constants=(),
        grounded=False,
        names=tuple(sorted(walker.used)),
        cells=outcome.cells if isinstance(outcome, Truth) else cells_of(outcome),
    )
    return found, outcome


def _format(form: Cleaned) -> Format:
    try:
        return parse_format(form.text)
    except FormatError as error:
        start, end = form.origin(0), form.origin(max(0, len(form.text) - 1)) + 1
        raise ExpressionError(str(error), error.hint, start, min(end, len(form.given)), "syntax") from None


def _outcome(walker: Walker, tree: ast.expr) -> tuple[Value, ...] | Truth:
    """The values of a tree, or the truth of a predicate."""
    thing = walker.value_of(tree)
    if isinstance(thing, Truth):
        return thing
    place = walker.source.place(tree)
    found = _flat(thing, place)
    if not found:
        raise ExpressionError("no rows are selected, so there is no value", "select rows that exist", *place)
    return found


def _flat(thing: object, place: tuple[int, int]) -> tuple[Value, ...]:
    if isinstance(thing, Value):
        return (thing,)
    if isinstance(thing, (Series, Several)):
        return tuple(value for item in thing.items for value in _flat(item, place))
    hint = "name a column behind it: .latency_cycles"
    if isinstance(thing, Text):
        hint = "a marker binds numbers; compare the text, or write it without a marker"
    elif isinstance(thing, (Truth, Truths)):
        hint = "all(...) or any(...) make one of many"
    elif isinstance(thing, Rows):
        hint = f"select a row or a column: {thing.table.name}({', '.join(f'{k}=...' for k in thing.table.key)}).column"
    raise ExpressionError(f"the expression gives {said(thing)}, no number", hint, *place)


def _in_quantities(tree: ast.expr, expression: Cleaned, scope: Scope) -> tuple[tuple[int, int, str], ...]:
    """Numbers without evidence in the quantities that an expression names, placed at the name."""
    found: list[tuple[int, int, str]] = []
    for node in nodes(tree) if scope.quantities else ():
        if isinstance(node, ast.Name) and node.id in scope.quantities:
            texts = sorted(_below(node.id, scope, set()))
            found += [(*expression.place(node), f"{text} in quantity {node.id}") for text in texts]
    return tuple(found)


def _below(name: str, scope: Scope, seen: set[str]) -> set[str]:
    if name in seen:
        return set()
    seen.add(name)
    inner, _ = split(scope.quantities[name])
    tree = parse(inner)
    found = {text for _, _, text in unsupported(tree, inner, NAMES)}
    for node in nodes(tree):
        if isinstance(node, ast.Name) and node.id in scope.quantities:
            found |= _below(node.id, scope, seen)
    return found


def _grounded(scope: Scope, expression: Cleaned, tree: ast.expr, outcome: tuple[Value, ...] | Truth) -> bool:
    """Whether every value (or the predicate) is another one in some disturbed world."""
    parts = (outcome,) if isinstance(outcome, Truth) else outcome
    if any(not part.cells for part in parts):
        return False
    if _is_cell(tree, scope) and all(isinstance(part, Value) and part.literal is not None for part in parts):
        return True  # each is a cell of its own, and that is what is disturbed
    still = set(range(len(parts)))
    for disturbance in DISTURBANCES:
        still -= _moved(scope, expression, tree, outcome, disturbance)
        if not still:
            return True
    return False


def _is_cell(node: ast.expr, scope: Scope) -> bool:
    """Whether an expression only says where cells stand: an artifact, rows by their keys, a column."""
    while True:
        match node:
            case ast.Attribute(value=inner) | ast.Subscript(value=inner) | ast.Call(func=inner, args=[]):
                node = inner
            case ast.Name():
                return node.id in scope.store.specs and node.id not in scope.quantities
            case _:
                return False


def _moved(
    scope: Scope, expression: Cleaned, tree: ast.expr, outcome: tuple[Value, ...] | Truth, disturbance: Disturbance
) -> set[int]:
    """Indices of the values that are others there; none where there is no value at all."""
    try:
        other = _outcome(Walker(scope, expression, disturbance), tree)
    except ExpressionError:
        return set()
    if isinstance(outcome, Truth) or isinstance(other, Truth):
        same = isinstance(outcome, Truth) and isinstance(other, Truth) and outcome.holds == other.holds
        return set() if same else {0}
    if len(other) != len(outcome):
        return set(range(len(outcome)))
    return {at for at, (one, two) in enumerate(zip(outcome, other, strict=True)) if one.amount != two.amount}
