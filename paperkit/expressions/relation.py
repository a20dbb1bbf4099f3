"""What an expression relates: the two sides of a ratio, a change or a difference, and what gathers its rows."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from paperkit.expressions.aggregates import numbers
from paperkit.expressions.comparison import Comparison, comparison_of
from paperkit.expressions.direct import direct
from paperkit.expressions.error import ExpressionError
from paperkit.expressions.failure import Failure
from paperkit.expressions.objects import Series, Truths
from paperkit.expressions.scope import Scope
from paperkit.expressions.syntax import nodes, parse, split
from paperkit.expressions.unnamed import function_of, is_number, unnamed
from paperkit.expressions.walker import Walker
from paperkit.frozen import frozen
from paperkit.values.quantity import Value, cells_of, kinds_of

RELATIONS = {"speedup": (0, 1), "change": (0, 1), "points": (0, 1)}
"""Functions of two sides, and which argument is the old one and which the new."""
OLD = frozenset({"base", "baseline", "before", "former", "old", "previous", "prior", "ref", "reference"})
NEW = frozenset({"after", "new", "now", "ours"})
"""Words of names that say of a side which one it is."""
GATHERING = frozenset({"min", "max", "sum", "mean", "median", "geomean", "count", "stdev", "quantile", "first", "last",
                       "argmin", "argmax", "all", "any"})  # fmt: skip


@frozen
class Relation:
    """Two sides, row by row where there are rows.

    *kind*: "speedup" (old / new), "change" (new / old - 1), "points", "ratio" (new / old, whichever came first),
    "difference" (new - old), "count" (*new* of *old* rows). The sides are empty where rows were gathered.
    """

    kind: str
    old: tuple[Value, ...] = ()
    new: tuple[Value, ...] = ()
    turned: bool = False
    """Whether a change is written as 1 - new / old, which is above zero where the new side is less."""

    @property
    def pairs(self) -> tuple[tuple[Value, Value], ...]:
        """(old, new) of each row."""
        return tuple(zip(self.old, self.new, strict=True))

    @property
    def swapped(self) -> Relation | None:
        """The sides of a function exchanged; None where there is no telling that they might be."""
        return Relation(self.kind, self.new, self.old) if self.kind in RELATIONS and self.old else None


@frozen
class Anatomy:
    """How an expression is built: *outer* is the function that gathers its rows ("" for none, "," for several)."""

    outer: str = ""
    relation: Relation | None = None
    columns: tuple[str, ...] = ()
    """Columns that it names, also those of its quantities."""
    comparison: Comparison | None = None
    """What a predicate compares."""


NOTHING = Anatomy()
"""Of an expression that is built of nothing of the sort."""


def anatomy_of(text: str, scope: Scope) -> Anatomy:
    """The anatomy of a marker's text; an empty one where it cannot be evaluated."""
    alone = direct(text)
    if alone is not None and alone.artifact not in scope.quantities:
        return Anatomy(columns=(alone.column,))
    try:
        expression, _ = split(text)
        tree = parse(expression)
        walker = Walker(scope, expression)
        return replace(_anatomy(tree, walker), comparison=comparison_of(*unnamed(tree, walker)))
    except (ExpressionError, Failure, RecursionError):
        return Anatomy()


def _anatomy(node: ast.expr, walker: Walker) -> Anatomy:
    node, walker = unnamed(node, walker)
    columns = tuple(sorted({each.attr for each in nodes(node) if isinstance(each, ast.Attribute)}))
    name = function_of(node)
    if isinstance(node, ast.Tuple):
        return Anatomy(",", None, columns)
    if name == "count":
        return Anatomy("count", _counted(node, walker), columns)
    if name in GATHERING and isinstance(node, ast.Call) and len(node.args) == 1:
        below = _anatomy(node.args[0], walker)
        related = below.relation and replace(below.relation, old=(), new=())
        return Anatomy(name, related, below.columns or columns)
    return Anatomy(name if name in GATHERING else "", _relation(node, walker), columns)


def _counted(node: ast.expr, walker: Walker) -> Relation | None:
    """Rows that hold, of all that were compared."""
    assert isinstance(node, ast.Call)  # noqa: S101
    thing = walker.value_of(node.args[0]) if len(node.args) == 1 else None
    if not isinstance(thing, Truths):
        return None
    value = numbers((walker.value_of(node),))[0]
    total = Value(value.amount.__class__(len(thing.items)), value.unit, None, kinds_of((value,)), cells_of((value,)))
    return Relation("count", (total,), (value,))


def _relation(node: ast.expr, walker: Walker) -> Relation | None:
    name = function_of(node)
    if name in RELATIONS and isinstance(node, ast.Call) and len(node.args) == 2:
        old, new = (node.args[at] for at in RELATIONS[name])
        return _sides(name, *((new, old) if _named_otherwise(old, new) else (old, new)), walker)
    if not isinstance(node, ast.BinOp):
        return None
    if isinstance(node.op, ast.Sub) and (is_number(node.right, 1) or is_number(node.left, 1)):
        ratio = _relation(*unnamed(node.left if is_number(node.right, 1) else node.right, walker))
        if ratio is None or ratio.kind != "ratio":
            return None
        return Relation("change", ratio.old, ratio.new, turned=is_number(node.left, 1))
    kinds = {ast.Div: "ratio", ast.Sub: "difference"}
    kind = kinds.get(type(node.op), "")
    return _sides(kind, node.right, node.left, walker) if kind else None


def _named_otherwise(old: ast.expr, new: ast.expr) -> bool:
    """Whether the names of two sides say that the one which stands as the old one is the new one."""
    first, second = _words(old), _words(new)
    return bool(first & NEW or second & OLD) and not (first & OLD or second & NEW)


def _words(node: ast.expr) -> frozenset[str]:
    """Words of the names in an expression; texts that select rows are values (a model may be called `base`)."""
    names = (getattr(each, "id", "") or getattr(each, "attr", "") for each in nodes(node))
    return frozenset(re.findall(r"[a-z]+", " ".join(names).lower()))


def _sides(kind: str, old: ast.expr, new: ast.expr, walker: Walker) -> Relation | None:
    before, after = _values(old, walker), _values(new, walker)
    rows = max(len(before), len(after))
    before, after = (side * rows if len(side) == 1 else side for side in (before, after))
    if not before or len(before) != len(after) or not any(v.cells for v in before) or not any(v.cells for v in after):
        return None  # beside a constant there is nothing to relate
    return Relation(kind, before, after)


def _values(node: ast.expr, walker: Walker) -> tuple[Value, ...]:
    thing = walker.value_of(node)
    if isinstance(thing, Value):
        return (thing,)
    return tuple(item for item in thing.items if isinstance(item, Value)) if isinstance(thing, Series) else ()
