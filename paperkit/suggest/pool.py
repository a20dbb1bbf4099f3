"""The numbers of all artifacts, sorted so that those near a printed one are found at once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from paperkit.artifacts.store import ArtifactSpec, Store, Tree
from paperkit.artifacts.table import Key, Table, key_of, plain
from paperkit.artifacts.tree import TreeNode
from paperkit.values.number_text import NUMBER
from paperkit.values.unit import UNKNOWN, Unit, UnitError, parse_unit

FEW = 6
"""So many columns of an undescribed table are taken as its key."""
_NOT_NUMBERS = frozenset({"string", "boolean", "date", "datetime", "time"})


@dataclass(frozen=True)
class Sorted:
    """Numbers in ascending order, with what each belongs to."""

    amounts: Sequence[float]
    owners: Sequence[int]

    def between(self, low: float, high: float) -> Sequence[int]:
        """The owners of all amounts from *low* to *high*."""
        return self.owners[bisect_left(self.amounts, low) : bisect_right(self.amounts, high)]


def sort(amounts: Sequence[float | None]) -> Sorted:
    """*amounts* sorted; their owners are their positions."""
    owners = [at for at, amount in enumerate(amounts) if amount is not None]
    owners.sort(key=amounts.__getitem__)  # type: ignore[arg-type]
    return Sorted([amount for at in owners if (amount := amounts[at]) is not None], owners)


@dataclass(frozen=True)
class Data:
    """One table file with all names that it has; positions are record numbers less one."""

    table: Table
    specs: tuple[ArtifactSpec, ...]

    @cached_property
    def texts(self) -> dict[int, Sequence[str]]:
        """The cells of each column."""
        records, width = self.table.records, len(self.table.columns)
        rows = (records.fields(number) for number in range(1, len(records.texts)))
        columns = zip(*(row for row in rows if len(row) == width), strict=True)
        return dict(enumerate(columns))

    @cached_property
    def ragged(self) -> bool:
        """Whether rows are left out, so that positions are no record numbers."""
        return bool(self.texts) and len(self.texts[0]) != len(self.table.records.texts) - 1

    @cached_property
    def numbers(self) -> dict[int, list[float | None]]:
        """The amounts of each column that holds numbers."""
        found = {}
        for at, texts in self.texts.items():
            if self.table.columns[at].type not in _NOT_NUMBERS:
                amounts = _floats(texts)
                if any(amount is not None for amount in amounts):
                    found[at] = amounts
        return found

    @cached_property
    def sorted(self) -> dict[int, Sorted]:
        """Each column of numbers in order."""
        return {at: sort(amounts) for at, amounts in self.numbers.items()}

    @cached_property
    def key(self) -> tuple[int, ...]:
        """The columns that tell rows apart: as declared, else those of texts and of repeated whole numbers."""
        if self.table.key:
            return tuple(self.table.positions[plain(name)] for name in self.table.key)
        found = [at for at, texts in self.texts.items() if at not in self.numbers or self._repeats(at, texts)]
        return tuple(found[:FEW])

    def _repeats(self, at: int, texts: Sequence[str]) -> bool:
        different = set(texts)
        whole = all(text.isdecimal() for text in different)
        return at == 0 or (whole and len(different) <= max(2, len(texts) // 2))

    @cached_property
    def labels(self) -> tuple[int, ...]:
        """Key columns that hold more than one value."""
        return tuple(at for at in self.key if len(set(self.texts[at])) > 1)

    def key_at(self, at: int, position: int) -> Key:
        """A cell as part of a key."""
        return key_of(self.texts[at][position])

    def name(self, at: int) -> str:
        """A column's name."""
        return self.table.columns[at].name

    def unit(self, at: int, position: int | None = None) -> Unit:
        """A column's unit; in a long table that of the row."""
        declared = self.table.columns[at]
        beside = self.table.positions.get("unit")
        if position is None or beside is None or plain(declared.name) != "value":
            return declared.unit
        try:
            return parse_unit(self.texts[beside][position])
        except UnitError:
            return UNKNOWN

    @cached_property
    def rows(self) -> dict[str, frozenset[int] | None]:
        """The positions that each name's `where` lets through; None for all."""
        return {spec.name: self._rows(spec) for spec in self.specs}

    @cached_property
    def best(self) -> list[ArtifactSpec]:
        """For each position the name that fixes most and still holds it; empty where there is one name only."""
        if len(self.specs) < 2:
            return []
        ordered = sorted(self.specs, key=lambda spec: len(spec.where))
        found = [ordered[0]] * len(self.texts[0])
        for spec in ordered:
            rows = self.rows[spec.name]
            for at in range(len(found)) if rows is None else rows:
                found[at] = spec
        return found

    def spoken_labels(self, position: int) -> tuple[int, ...]:
        """The key columns that the name of a row leaves open."""
        spec = self.best[position] if self.best else self.specs[0]
        return self._open[spec.name]

    @cached_property
    def _open(self) -> dict[str, tuple[int, ...]]:
        fixed = {spec.name: {plain(name) for name, _ in spec.where} for spec in self.specs}
        return {
            name: tuple(at for at in self.labels if plain(self.name(at)) not in gone) for name, gone in fixed.items()
        }

    def _rows(self, spec: ArtifactSpec) -> frozenset[int] | None:
        if not spec.where:
            return None
        wanted = {self.table.positions[plain(c)]: key_of(v) for c, v in spec.where if plain(c) in self.table.positions}
        return frozenset(number - 1 for number in self.table.select(wanted))


def _floats(texts: Sequence[str]) -> list[float | None]:
    try:
        return [float(text) for text in texts]
    except ValueError:
        return [float(text) if NUMBER.fullmatch(text) else None for text in texts]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A number of a configuration file: the expression that names it, its text and its unit."""

    expression: str
    path: str
    text: str
    unit: Unit


def tables(store: Store) -> tuple[Data, ...]:
    """Every table once, with all its names."""
    found: dict[str, list[ArtifactSpec]] = {}
    known: dict[str, Table] = {}
    for name, spec in store.specs.items():
        artifact = store.artifact(name)
        if isinstance(artifact, Table) and len(artifact.records.texts) > 1:
            found.setdefault(artifact.path, []).append(spec)
            known[artifact.path] = artifact
    return tuple(data for path, specs in found.items() if not (data := Data(known[path], tuple(specs))).ragged)


def leaves(store: Store) -> Iterator[Leaf]:
    """Every number of every configuration file."""
    for name in store.specs:
        artifact = store.artifact(name)
        if isinstance(artifact, Tree):
            yield from _below(artifact.root, name, name)


def _below(node: TreeNode, expression: str, path: str) -> Iterator[Leaf]:
    if node.kind == "scalar":
        if NUMBER.fullmatch(node.text) and not node.quoted:
            yield Leaf(expression, path, node.text, UNKNOWN)
    elif node.kind == "sequence":
        for at, item in enumerate(node.items):
            yield from _below(item, f"{expression}[{at}]", f"{path} {at}")
    elif (text := node.text_of("value")) is not None and NUMBER.fullmatch(text):
        yield Leaf(expression, path, text, _unit(node.text_of("unit")))
    else:
        for key, item in zip(node.keys, node.items, strict=True):
            step = f".{key}" if key.isidentifier() and key.isascii() else f'["{key}"]'
            yield from _below(item, expression + step, f"{path} {key}")


def _unit(text: str | None) -> Unit:
    try:
        return parse_unit(text or "")
    except UnitError:
        return UNKNOWN
