"""What YAML, JSON and TOML hold: single numbers, lists with rows, and mappings side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from paperkit.artifacts.objects import is_list, list_table
from paperkit.artifacts.store import ArtifactSpec, Store, Tree
from paperkit.artifacts.tree import TreeNode
from paperkit.config.given import is_draft
from paperkit.suggest import naming
from paperkit.suggest.context import Context
from paperkit.suggest.pool import Data
from paperkit.values.number_text import NUMBER
from paperkit.values.quantity import Kind
from paperkit.values.unit import UNKNOWN, Unit, UnitError, parse_unit

SIDES = 40
"""Mappings with more items are not held against one another."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A number of a configuration file: the expression that names it, its text and its unit."""

    expression: str
    path: str
    text: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class Branch:
    """A node of a tree: the expression that names it, and its path as cells know it."""

    artifact: str
    expression: str
    path: str
    node: TreeNode

    def below(self) -> Iterator[Branch]:
        """The nodes right below."""
        if self.node.kind == "sequence":
            for at, item in enumerate(self.node.items):
                yield Branch(self.artifact, f"{self.expression}[{at}]", f"{self.path}[{at}]", item)
        for key, item in zip(self.node.keys, self.node.items, strict=False):
            path = f"{self.path}.{key}" if self.path else key
            yield Branch(self.artifact, self.expression + step(key), path, item)

    def every(self) -> Iterator[Branch]:
        """The node itself and all below it."""
        yield self
        for one in self.below():
            yield from one.every()


def step(key: str) -> str:
    """What comes behind a mapping for one of its keys."""
    return f".{key}" if key.isidentifier() and key.isascii() else f"[{naming.quoted(key)}]"


@dataclass(frozen=True)
class Listed(Data):
    """The mappings of a list; a row that nothing tells apart is named by its number."""

    def expression(self, at: int, position: int, context: Context) -> str | None:
        """A cell as an expression."""
        named = super().expression(at, position, context)
        return named or f"{self.specs[0].name}[{position}]" + _steps(self.name(at))


@dataclass(frozen=True)
class Named(Data):
    """Mappings under one mapping, or the numbers of one mapping, each with its own expression."""

    rows_named: tuple[str, ...] = ()
    """The expression of each."""

    @cached_property
    def key(self) -> tuple[int, ...]:
        """The names of the mappings, where there are several."""
        return (0,) if len(self.rows_named) > 1 else ()

    def expression(self, at: int, position: int, context: Context) -> str | None:  # noqa: ARG002
        """A leaf as an expression."""
        return self.rows_named[position] + _steps(self.name(at))


def _steps(name: str) -> str:
    return "".join(step(part) for part in name.split("."))


def trees(store: Store) -> Iterator[Branch]:
    """The root of every tree; of declared values those that have a source."""
    for name in store.specs:
        artifact = store.artifact(name)
        if isinstance(artifact, Tree):
            yield Branch(name, name, "", _declared(artifact.root) if artifact.kind is Kind.GIVEN else artifact.root)


def _declared(root: TreeNode) -> TreeNode:
    """*root* without its drafts, on which nothing rests."""
    pairs = zip(root.keys, root.items, strict=False)
    kept = [(key, item) for key, item in pairs if not is_draft(item.text_of("source") or "")]
    return replace(root, keys=tuple(key for key, _ in kept), items=tuple(item for _, item in kept))


def lists(store: Store) -> Iterator[Data]:
    """Every list of mappings, and every mapping of mappings."""
    for root in trees(store):
        tree = store.artifact(root.artifact)
        for one in root.every() if isinstance(tree, Tree) else ():
            if isinstance(tree, Tree) and is_list(one.node):
                table = store.rows(one.artifact, one.node, one.path, tree.kind)
                specs = (ArtifactSpec(one.expression, store.specs[one.artifact].path),)
                names = tuple(each.expression for each in one.below())
                yield Named(table, specs, names) if one.node.kind == "mapping" else Listed(table, specs)


def beside(store: Store) -> Iterator[Data]:
    """The numbers of each mapping, to be held against one another."""
    for root in trees(store):
        for one in root.every():
            numbers = {key: item for key, item in zip(one.node.keys, one.node.items, strict=False) if _number(item)}
            if 1 < len(numbers) <= SIDES and "value" not in numbers:
                row = TreeNode("mapping", one.node.span, "", tuple(numbers.values()), tuple(numbers))
                rows = TreeNode("sequence", one.node.span, "", (row,))
                table = list_table(one.artifact, rows, one.path, Kind.CONFIGURED)
                yield Named(table, (ArtifactSpec(one.expression, store.specs[one.artifact].path),), (one.expression,))


def _number(node: TreeNode) -> bool:
    return node.kind == "scalar" and not node.quoted and NUMBER.fullmatch(node.text) is not None


def leaves(store: Store) -> Iterator[Leaf]:
    """Every number of every configuration file that is no cell of a list."""
    for root in trees(store):
        yield from _leaves(root, root.artifact)


def _leaves(branch: Branch, said: str) -> Iterator[Leaf]:
    node = branch.node
    if _number(node):
        yield Leaf(branch.expression, said, node.text, UNKNOWN)
        return
    text = node.text_of("value")
    if text is not None and NUMBER.fullmatch(text):
        yield Leaf(branch.expression, said, text, _unit(node.text_of("unit")))
        return
    cells = node.kind == "sequence" and is_list(node)
    for one in branch.below():
        name = one.expression[len(branch.expression) :]
        inner = one.below() if cells else (one,)
        yield from (
            leaf
            for each in inner
            if not cells or each.node.kind == "sequence"
            for leaf in _leaves(each, f"{said} {name}")
        )


def _unit(text: str | None) -> Unit:
    try:
        return parse_unit(text or "")
    except UnitError:
        return UNKNOWN
