"""What an expression means apart from how it is written: its tree, with quantities put in and every cell named.

Two expressions with the same meaning give the same value whatever the evidence says; `speedup(a, b)` is `a / b`, and
the order of a sum or a product does not matter. The *shape* is the same without the rows: which columns, in which way.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from copy import deepcopy

from paperkit.artifacts.table import Table, plain
from paperkit.expressions.error import ExpressionError
from paperkit.expressions.failure import Failure
from paperkit.expressions.functions import FUNCTIONS
from paperkit.expressions.objects import Series
from paperkit.expressions.scope import Scope
from paperkit.expressions.syntax import parse, split
from paperkit.expressions.walker import Walker
from paperkit.values.quantity import Cell, Value

Meaning = tuple[object, ...]
"""A tree of tuples; equal where the expressions mean the same."""
_Leaf = Callable[[ast.expr, Walker], Meaning]

_SINGLE = frozenset({"min", "max", "mean", "median", "geomean", "first", "last"})
"""What these give of cells that are all one key is that key."""
_NAMED = {"speedup": "Div"}
"""Functions that are an operator under another name, with the operands in the same order."""
_COMMUTE = frozenset({"Add", "Mult"})


def meaning_of(text: str, scope: Scope) -> Meaning | None:
    """The meaning of a marker's text, its format left out; None where it cannot be evaluated."""
    return _read(text, scope, _cells)


def shape_of(text: str, scope: Scope) -> Meaning | None:
    """The shape of a marker's text; None where it cannot be read. Nothing is evaluated."""
    return _read(text, scope, _column)


def renamed(one: str, other: str) -> bool:
    """Whether two markers' texts differ only in the names of things, each name for one other."""
    try:
        trees = [deepcopy(parse(split(text)[0])) for text in (one, other)]
    except ExpressionError:
        return False
    names = [_names(tree) for tree in trees]
    pairs = {(first.id, second.id) for first, second in zip(*names, strict=False)}
    new = dict(pairs)
    if not len(pairs) == len(new) == len(set(new.values())):
        return False
    for each in names[0]:
        each.id = new.get(each.id, each.id)
    return ast.dump(trees[0]) == ast.dump(trees[1])


def _names(tree: ast.expr) -> list[ast.Name]:
    return [each for each in ast.walk(tree) if isinstance(each, ast.Name)]


def _read(text: str, scope: Scope, leaf: _Leaf) -> Meaning | None:
    try:
        expression, _ = split(text)
        return _tree(parse(expression), Walker(scope, expression), leaf)
    except (ExpressionError, Failure, RecursionError):
        return None


def _tree(node: ast.expr, walker: Walker, leaf: _Leaf) -> Meaning:
    match node:
        case ast.Name() if node.id in walker.scope.quantities and node.id not in walker.stack:
            inner, _ = split(walker.scope.quantities[node.id])
            below = Walker(walker.scope, inner, walker.disturbance, (*walker.stack, node.id))
            return _tree(parse(inner), below, leaf)
        case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
            return _function(name, tuple(_tree(each, walker, leaf) for each in node.args))
        case ast.BinOp():
            sides = (_tree(node.left, walker, leaf), _tree(node.right, walker, leaf))
            return _operation(type(node.op).__name__, sides)
        case ast.UnaryOp():
            return _signed(type(node.op).__name__, _tree(node.operand, walker, leaf))
        case ast.Compare():
            compared = (_tree(each, walker, leaf) for each in (node.left, *node.comparators))
            return ("Compare", tuple(type(op).__name__ for op in node.ops), *compared)
        case ast.BoolOp():
            return (type(node.op).__name__, *(_tree(each, walker, leaf) for each in node.values))
        case ast.Tuple():
            return ("Tuple", *(_tree(each, walker, leaf) for each in node.elts))
        case ast.Constant():
            return ("Constant", str(node.value))
        case _:
            return leaf(node, walker)


def _function(name: str, sides: Meaning) -> Meaning:
    cells = sides[0] if len(sides) == 1 and isinstance(sides[0], tuple) and sides[0][0] == "Cells" else ()
    if name in _SINGLE and len(set(cells[1:])) == 1:
        return cells[:2]
    return _operation(_NAMED[name], sides) if name in _NAMED else (name, *sides)


def _operation(name: str, sides: Meaning) -> Meaning:
    return (name, *sorted(sides, key=repr)) if name in _COMMUTE else (name, *sides)


def _signed(name: str, operand: Meaning) -> Meaning:
    """`-(a - b)` is `b - a`."""
    if name == "USub" and operand[0] == "Sub":
        return ("Sub", operand[2], operand[1])
    return (name, operand)


def _cells(node: ast.expr, walker: Walker) -> Meaning:
    """The cells that a selection reads."""
    thing = walker.value_of(node)
    if isinstance(thing, Value) or (isinstance(thing, Series) and thing.items):
        items = (thing,) if isinstance(thing, Value) else thing.items
        return ("Cells", *(_name(cell, walker.scope) for item in items for cell in item.cells))
    return ("Other", ast.dump(node))


def _name(cell: Cell, scope: Scope) -> Meaning:
    """A cell by its file, column and row; by its text where it is part of a key, which is the same in many rows."""
    file = cell.span.path if cell.span is not None else cell.artifact
    found = scope.store.artifact(cell.artifact) if cell.artifact in scope.store.specs else None
    column = plain(cell.column)
    if isinstance(found, Table) and column in {plain(each) for each in found.key}:
        return (file, column, "key", plain(cell.text))
    return (file, column, "row", cell.row)


def _column(node: ast.expr, walker: Walker) -> Meaning:
    """The column that a selection reads, and of what file: `gemm(m=8).cycles` and `gemm(m=16).cycles` are alike."""
    many, column = False, ""
    last = node
    while not isinstance(last, ast.Name):
        if isinstance(last, ast.Attribute):
            many, column = many or last.attr == "where", column or last.attr
        elif isinstance(last, ast.Subscript) and isinstance(last.slice, ast.Constant):
            column = column or str(last.slice.value)
        last = last.func if isinstance(last, ast.Call) else getattr(last, "value", ast.Name(""))
    spec = walker.scope.store.specs.get(last.id)
    return ("Column", str(spec.path) if spec is not None else last.id, column, many)
