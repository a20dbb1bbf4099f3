"""The walker: what each part of a syntax tree stands for."""

from __future__ import annotations

import ast
from collections.abc import Callable

from paperkit.artifacts.objects import is_list
from paperkit.artifacts.store import Tree
from paperkit.artifacts.table import Key, Table, key_of, plain
from paperkit.expressions import arithmetic, leaves
from paperkit.expressions.constants import constant
from paperkit.expressions.error import ExpressionError, Reason
from paperkit.expressions.failure import FAILURES, Failure, nearest, placed
from paperkit.expressions.former import former, is_ledger
from paperkit.expressions.functions import DOCUMENTS, FILES, FUNCTIONS, NAMES
from paperkit.expressions.objects import Branch, Quoted, Row, Rows, Series, Several, Text, Truth, said
from paperkit.expressions.scope import Disturbance, Scope
from paperkit.expressions.select import matching, one_row
from paperkit.expressions.syntax import ALLOWED, Cleaned, parse, split
from paperkit.sources import SourceDocument
from paperkit.values.quantity import Kind, Value

_METHODS = ("where", "number", "meta")
_METHOD_OF: dict[type[ast.AST], str] = {node: f"_{node.__name__.lower()}" for node in ALLOWED}


class Walker:
    """Evaluates one tree. *used* collects the names of artifacts; *stack* the quantities that are being evaluated."""

    def __init__(
        self, scope: Scope, source: Cleaned, disturbance: Disturbance | None = None, stack: tuple[str, ...] = ()
    ) -> None:
        self.scope = scope
        self.source = source
        self.disturbance = disturbance
        self.stack = stack
        self.used: set[str] = set()

    def value_of(self, node: ast.expr) -> object:
        """What *node* stands for, with a leaf of a tree already a value. Raises ExpressionError with the place."""
        try:
            return leaves.resolved(self._rows(self.visit(node)), self.disturbance)
        except FAILURES as failure:
            raise placed(failure, self.source.place(node)) from None

    def visit(self, node: ast.expr) -> object:
        """What *node* stands for. Raises ExpressionError with the place."""
        method: Callable[[ast.expr], object] = getattr(self, _METHOD_OF[type(node)])
        try:
            return method(node)
        except FAILURES as failure:
            raise placed(failure, self.source.place(node)) from None

    # names

    def _name(self, node: ast.Name) -> object:
        if node.id in self.scope.quantities:
            return self._quantity(node)
        if node.id in self.scope.store.specs:
            return self._artifact(node.id)
        if node.id in NAMES:
            raise Failure(f"{node.id} is a function", f"call it: {node.id}(...)")
        known = (*self.scope.quantities, *self.scope.store.specs, *NAMES)
        raise Failure(f"nothing is called {node.id}", nearest(node.id, known, "known names"))

    def _artifact(self, name: str) -> object:
        self.used.add(name)
        found = self.scope.store.artifact(name)
        if isinstance(found, Table):
            return Rows(found, self._dropped(found.rows), frozenset(plain(c) for c, _ in found.where), whole=True)
        if isinstance(found, Tree):
            return Branch(name, found.root, "", found.kind)
        if isinstance(found, SourceDocument):
            return Quoted(found)
        problem = next((one for one in self.scope.store.problems_of(name) if not one.warning), None)
        labels = ((problem.span, "here"),) if problem is not None and problem.span is not None else ()
        why = problem.message if problem is not None else "it is empty"
        reason: Reason = "artifact" if problem is not None else "unresolved"
        raise Failure(f"artifact {name} cannot be read: {why}", problem.hint if problem else "", reason, labels)

    def _dropped(self, records: tuple[int, ...]) -> tuple[int, ...]:
        return records if self.disturbance is None else self.disturbance.records(records)

    def _quantity(self, node: ast.Name) -> object:
        if node.id in self.stack:
            chain = " -> ".join((*self.stack[self.stack.index(node.id) :], node.id))
            raise Failure(f"quantity {node.id} needs itself: {chain}", "break the circle in report.yaml")
        if len(self.stack) > 20:
            raise Failure("quantities name one another more than 20 deep", "write it flatter", "limit")
        asked = (node.id, self.disturbance.seed if self.disturbance is not None else 0)
        if asked not in self.scope.known:
            self.scope.known[asked] = self._inner(node)
        found, used = self.scope.known[asked]
        self.used |= used
        return found

    def _inner(self, node: ast.Name) -> tuple[object, frozenset[str]]:
        inner, form = split(self.scope.quantities[node.id])
        if form is not None:
            raise Failure(f"quantity {node.id} has a format", "formats stand in markers", "syntax")
        walker = Walker(self.scope, inner, self.disturbance, (*self.stack, node.id))
        try:
            return walker.value_of(parse(inner)), frozenset(walker.used)
        except ExpressionError as error:
            message = error.message if error.message.startswith("quantity ") else f"quantity {node.id}: {error.message}"
            raise Failure(message, error.hint, error.reason, error.labels) from None

    # selection

    def _call(self, node: ast.Call) -> object:
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("where", "number"):
            return self._method(node, node.func)
        if isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
            return self._function(node, node.func.id)
        if isinstance(node.func, ast.Name) and node.func.id in DOCUMENTS:
            return leaves.document(self.scope.documents, self._one_text(node, node.func.id), node.func.id)
        if isinstance(node.func, ast.Name) and node.func.id == FILES:
            return leaves.files(self.scope.store, self._one_text(node, FILES), self.disturbance)
        thing = self.visit(node.func)
        if node.keywords:
            thing = self._rows(thing)
        if isinstance(thing, Rows):
            return self._row(node, thing)
        if isinstance(thing, Branch):
            name = self._one_text(node, thing.artifact)
            return former(thing, name, self.disturbance) if is_ledger(thing) else leaves.below(thing, name)
        if isinstance(thing, Quoted):
            return leaves.section(thing, self._one_text(node, "the document"))
        raise Failure(f"{said(thing)} cannot be called", 'select a row by its key: table(m=4096, mode="x")')

    def _rows(self, thing: object) -> object:
        """A list of mappings as rows; anything else as it is."""
        if not isinstance(thing, Branch) or not is_list(thing.node):
            return thing
        table = self.scope.store.rows(thing.artifact, thing.node, thing.path, thing.kind)
        return Rows(table, self._dropped(table.rows), whole=True)

    def _method(self, node: ast.Call, func: ast.Attribute) -> object:
        thing = self._rows(self.visit(func.value))
        if func.attr == "where" and isinstance(thing, Rows):
            if node.args:
                raise Failure("where takes keys by name", f'{thing.table.name}.where(mode="x")', "syntax")
            found = matching(thing, self._conditions(node.keywords))
            return Rows(found.table, self._dropped(found.records), found.fixed)
        if func.attr == "number" and isinstance(thing, Quoted):
            return leaves.number_in(thing, self._one_text(node, "number"), self.disturbance)
        raise Failure(f"{said(thing)} has no {func.attr}", "where(...) belongs to tables, number(...) to documents")

    def _row(self, node: ast.Call, rows: Rows) -> Row:
        if node.args:
            hint = ", ".join(f"{name}=..." for name in rows.table.key[:3]) or "column=..."
            raise Failure("a row is selected by keys with names", f"{rows.table.name}({hint})", "syntax")
        return one_row(rows, tuple(self._conditions(node.keywords)))

    def _conditions(self, keywords: list[ast.keyword]) -> list[tuple[str, Key]]:
        return [(str(one.arg), self._key(one.value)) for one in keywords]

    def _key(self, node: ast.expr) -> Key:
        """A key is never disturbed: it says where to look, not what is found."""
        if isinstance(node, ast.Constant) and isinstance(node.value, (str, bool)):
            return key_of(str(node.value).lower() if isinstance(node.value, bool) else node.value)
        former, self.disturbance = self.disturbance, None
        try:
            thing = self.value_of(node)
        finally:
            self.disturbance = former
        if isinstance(thing, Series) and len(thing.items) == 1:
            thing = thing.items[0]
        if isinstance(thing, Value):
            return thing.amount
        if isinstance(thing, Text):
            return key_of(thing.text)
        raise Failure(f"{said(thing)} as a key", 'a key is a number or a text: m=4096, mode="x"')

    def _subscript(self, node: ast.Subscript) -> object:
        thing = self.visit(node.value)
        inner = node.slice
        if isinstance(inner, ast.Slice) or (isinstance(inner, ast.Tuple) and isinstance(inner.elts[0], ast.Slice)):
            return self._bracketed(thing, inner.elts if isinstance(inner, ast.Tuple) else [inner])
        if not isinstance(inner, ast.Constant):
            raise Failure("brackets take a name or a number", 't["p99 (ms)"], tree["key"], tree[0]', "syntax")
        if isinstance(inner.value, str):
            return self._member(thing, inner.value)
        index = constant(inner, self.source)
        return leaves.item(thing, int(index) if index.denominator == 1 else -1)

    def _bracketed(self, thing: object, parts: list[ast.expr]) -> Row:
        thing = self._rows(thing)
        if not isinstance(thing, Rows):
            raise Failure(f'"key": value selects no row of {said(thing)}', 't["Batch size": 8]["p99 (ms)"]', "syntax")
        conditions: list[tuple[str, Key]] = []
        for part in parts:
            lower = part.lower if isinstance(part, ast.Slice) else None
            named = isinstance(lower, ast.Constant) and isinstance(lower.value, str)
            if not named or not isinstance(part, ast.Slice) or part.upper is None:
                raise Failure('a selection in brackets is "key": value', 't["Batch size": 8, "mode": "x"]', "syntax")
            name = lower.value if isinstance(lower, ast.Constant) else ""
            if name in [known for known, _ in conditions]:
                raise Failure(f"the key {name} stands twice", "keep one", "syntax")
            conditions.append((str(name), self._key(part.upper)))
        return one_row(thing, tuple(conditions))

    def _attribute(self, node: ast.Attribute) -> object:
        return self._member(self.visit(node.value), node.attr)

    def _member(self, thing: object, name: str) -> object:
        if isinstance(thing, (Rows, Row)):
            if name == "meta" and isinstance(thing, Rows) and "meta" not in thing.table.positions:
                return leaves.meta(thing.table)
            return leaves.column(thing, name, self.disturbance)
        if isinstance(thing, Branch):
            rows = self._rows(thing)
            if isinstance(rows, Rows) and name in rows.table.positions and thing.node.get(name) is None:
                return leaves.column(rows, name, self.disturbance)
            return leaves.below(thing, name)
        hint = (
            "select a row first: table(key=...).column"
            if name not in _METHODS
            else "it belongs to tables and documents"
        )
        raise Failure(f"{said(thing)} has no {name}", hint)

    def _one_text(self, node: ast.Call, name: str) -> str:
        if len(node.args) == 1 and not node.keywords:
            argument = node.args[0]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                return argument.value
        raise Failure(
            f"{name} takes one text in quotes", 'adr("0007#latency").number("32 KiB"), given("batch")', "syntax"
        )

    # values

    def _constant(self, node: ast.Constant) -> object:
        if isinstance(node.value, bool):
            return Text(str(node.value).lower())
        return Text(node.value) if isinstance(node.value, str) else Value(constant(node, self.source))

    def _tuple(self, node: ast.Tuple) -> Several:
        return Several(tuple(self.value_of(item) for item in node.elts))

    def _unaryop(self, node: ast.UnaryOp) -> object:
        thing = self.value_of(node.operand)
        if isinstance(node.op, ast.Not):
            if not isinstance(thing, Truth):
                raise Failure(f"not of {said(thing)}", "not belongs to comparisons")
            return Truth(not thing.holds, thing.cells)
        return arithmetic.rowwise(lambda value: -value if isinstance(node.op, ast.USub) else value, (thing,))

    def _binop(self, node: ast.BinOp) -> object:
        left, right = self.value_of(node.left), self.value_of(node.right)
        return arithmetic.rowwise(arithmetic.OPERATORS[type(node.op)], (left, right))

    def _compare(self, node: ast.Compare) -> object:
        sides = [self.value_of(side) for side in (node.left, *node.comparators)]
        return arithmetic.compared(sides, [type(op) for op in node.ops])

    def _boolop(self, node: ast.BoolOp) -> Truth:
        return arithmetic.combined([self.value_of(side) for side in node.values], isinstance(node.op, ast.And))

    def _function(self, node: ast.Call, name: str) -> object:
        function = FUNCTIONS[name]
        if node.keywords:
            raise Failure(f"{name} takes no keys", function.signature, "syntax")
        if not function.least <= len(node.args) <= function.most:
            due = function.least if len(node.args) < function.least else function.most
            raise Failure(f"{name} has {len(node.args)} arguments, but takes {due}", function.signature, "syntax")
        arguments = tuple(self.value_of(argument) for argument in node.args)
        if function.results:
            self._refuse_given(name, arguments)
        return (
            arithmetic.rowwise(function.call, arguments, texts=True) if function.rowwise else function.call(*arguments)
        )

    def _refuse_given(self, name: str, arguments: tuple[object, ...]) -> None:
        """What a person declares is no result to compare with; a table without descriptor only lacks one."""
        for argument in arguments:
            for cell in arithmetic.cells(argument):
                if cell.kind is Kind.GIVEN and not isinstance(self._known(cell.artifact), Table):
                    labels = ((cell.span, "declared here"),) if cell.span is not None else ()
                    fact = f"{name} of a declared value ({cell.artifact} {cell.column})"
                    raise Failure(fact, "compare results of harnesses or of publications", "kind", labels)

    def _known(self, name: str) -> object:
        return self.scope.store.artifact(name) if name in self.scope.store.specs else None
