"""Objects as rows: the lines of a JSONL file, and a list of mappings inside a YAML, JSON or TOML file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from paperkit.artifacts.descriptor import Field
from paperkit.artifacts.problem import CellError, Problem
from paperkit.artifacts.records import SHOWN, Records, more
from paperkit.artifacts.table import Table
from paperkit.artifacts.tree import TreeNode, read_json
from paperkit.source import SourceFile
from paperkit.values.quantity import Cell, Kind

LINES = frozenset({".jsonl", ".ndjson"})
"""Endings of files that hold one JSON object a line."""


KEY = "key"
"""The column that holds the names of mappings that stand in a mapping."""


@dataclass(frozen=True, slots=True)
class ObjectRecords(Records):
    """Records that are objects. *rows* are their cells under the columns, empty where an object has no such key.

    *node* gives the tree of a record with its places, made only when a place is asked for.
    """

    rows: Sequence[Sequence[str]]
    node: Callable[[int], TreeNode]

    def fields(self, number: int) -> list[str]:
        """The cells of record *number*."""
        return list(self.rows[number])

    def place(self, number: int, column: int) -> tuple[int, int] | None:
        """Offsets in the file of one cell; None where the object has no such key."""
        if number == 0:
            return None
        leaf = leaves(self.node(number)).get(self.rows[0][column])
        return (leaf.span.start, leaf.span.end) if leaf is not None else None

    def bare(self, number: int, column: int) -> None:
        """None: a cell is found by its key."""

    def bounds(self, number: int) -> list[tuple[int, int]]:
        """Offsets in the file of each cell of record *number*; the header stands nowhere."""
        places = (self.place(number, column) for column in range(len(self.rows[0])))
        start = self.starts[number]
        return [place or (start, start) for place in places]

    def odd(self, columns: int) -> list[tuple[int, int]]:  # noqa: ARG002
        """None: an object may lack a key."""
        return []

    @property
    def simple(self) -> bool:
        """Never: cells are no parts of a line."""
        return False

    def only(self, kept: Sequence[int]) -> Self:
        """Those records alone."""
        node = self.node
        return replace(
            self,
            texts=[self.texts[at] for at in kept],
            starts=[self.starts[at] for at in kept],
            lines=[self.lines[at] for at in kept],
            rows=[self.rows[at] for at in kept],
            node=lambda number: node(kept[number]),
        )


def leaves(node: TreeNode, before: str = "") -> dict[str, TreeNode]:
    """The scalars of a mapping by their names, those of inner mappings as `outer.inner`; lists as they are written."""
    found: dict[str, TreeNode] = {}
    for key, item in zip(node.keys, node.items, strict=True):
        if item.kind == "mapping":
            found.update(leaves(item, f"{before}{key}."))
        else:
            found[before + key] = item
    return found


def columns_of(objects: Iterable[Iterable[str]]) -> list[str]:
    """Every key of every object, in the order in which they come up."""
    return list(dict.fromkeys(key for one in objects for key in one))


def read_lines(source: SourceFile) -> tuple[ObjectRecords, tuple[Problem, ...]]:
    """The objects of a JSONL file, one a line; empty lines do not count, a line that is no object is a problem."""
    numbers: list[int] = []
    objects: list[dict[str, str]] = []
    problems: list[Problem] = []
    for number, line in enumerate(source.text.split("\n"), 1):
        if not line.strip():
            continue
        found = _object(source, number, line)
        if isinstance(found, Problem):
            problems.append(found)
        else:
            numbers.append(number)
            objects.append(found)
    header = columns_of(objects)
    rows = [header, *([one.get(key, "") for key in header] for one in objects)]
    lines = [1, *numbers]
    records = ObjectRecords(
        source, "", ["", *(source.line(number) for number in numbers)], [source.line_starts[at - 1] for at in lines],
        lines, rows, lambda number: _node(source, lines[number]),
    )  # fmt: skip
    return records, (*problems[:SHOWN], *more(records, len(problems), "lines are no JSON objects"))


def _object(source: SourceFile, number: int, line: str) -> dict[str, str] | Problem:
    try:
        found = _DECODE(line)
    except ValueError:
        return _no_object(source, number)
    if not isinstance(found, _Pairs):
        return _no_object(source, number)
    flat: dict[str, str] = {}
    return flat if _flatten(found, "", flat) else _no_object(source, number)


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of one object, as they stand."""


_DECODE = json.JSONDecoder(object_pairs_hook=_Pairs, parse_float=str, parse_int=str, parse_constant=str).decode


def _flatten(pairs: _Pairs, before: str, flat: dict[str, str]) -> bool:
    """Whether no key stands twice; fills *flat*."""
    for key, item in pairs:
        name = before + key
        if isinstance(item, _Pairs):
            if not _flatten(item, name + ".", flat):
                return False
            continue
        if name in flat:
            return False
        flat[name] = item if isinstance(item, str) else _WORDS.get(item, "") if not isinstance(item, list) else "[...]"
    return True


_WORDS = {True: "true", False: "false"}


def _no_object(source: SourceFile, number: int) -> Problem:
    """What is wrong with a line."""
    try:
        node = _node(source, number)
    except CellError as error:
        return Problem(error.span, str(error), "each line is one JSON object: " + error.hint, "PK205")
    hint = 'write one object a line: {"step": 10, "loss": 0.5}'
    if node.kind != "mapping":
        return Problem(node.span, "the line holds no JSON object", hint, "PK205")
    return Problem(node.span, "two keys of the line have one name", hint, "PK205")


def _node(source: SourceFile, number: int) -> TreeNode:
    """The tree in one line, with places in the file."""
    start = source.line_starts[number - 1]
    return read_json(source, start, start + len(source.line(number)))


@dataclass(frozen=True)
class ListTable(Table):
    """The mappings of a list, or of a mapping, as rows. A cell is the leaf that its path names, under that name."""

    paths: tuple[str, ...] = ()
    """How each row is reached, without the artifact's name."""

    def cell(self, record: int, column: int) -> Cell:
        """One cell with its place."""
        found = super().cell(record, column)
        inside = f"{self.paths[record - 1]}.{found.column}" if found.column != KEY else self.paths[record - 1]
        return replace(found, column=inside, row=found.span.line if found.span is not None else found.row)


def is_list(node: TreeNode) -> bool:
    """Whether a node holds mappings only, which may be read as rows; one with `value` is a single number."""
    return (
        node.kind != "scalar"
        and bool(node.items)
        and all(one.kind == "mapping" and "value" not in one.keys for one in node.items)
    )


def list_table(name: str, node: TreeNode, before: str, kind: Kind) -> ListTable:
    """The rows of a list of mappings; *before* is how it was reached in artifact *name*."""
    objects = [leaves(item) for item in node.items]
    for key, one, item in zip(node.keys, objects, node.items, strict=False):
        one[KEY] = TreeNode("scalar", item.span, key, quoted=True)
    header = columns_of(objects)
    header = [*header[-1:], *header[:-1]] if KEY in header[-1:] else header
    rows = [header, *([_text(one.get(key)) for key in header] for one in objects)]
    nodes = (node, *node.items)
    records = ObjectRecords(
        node.span.source,
        "",
        [""] * len(rows),
        [one.span.start for one in nodes],
        _Lines(nodes),
        rows,
        nodes.__getitem__,
    )
    paths = [f"{before}.{key}".lstrip(".") for key in node.keys] or [f"{before}[{at}]" for at in range(len(node.items))]
    fields = tuple(Field(key) for key in header)
    return ListTable(name, node.span.source, fields, records, (), kind, paths=tuple(paths))


class _Lines(Sequence[int]):
    """The line of each node, looked up when it is asked for."""

    def __init__(self, nodes: Sequence[TreeNode]) -> None:
        self.nodes = nodes

    def __len__(self) -> int:
        return len(self.nodes)

    def __getitem__(self, at: Any) -> Any:
        return self.nodes[at].span.line


def _text(node: TreeNode | None) -> str:
    return "" if node is None else node.text if node.kind == "scalar" else "[...]"
