"""The numbers of all artifacts, sorted so that those near a printed one are found at once."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isfinite

from paperkit.artifacts.describe import unit_of_header
from paperkit.artifacts.descriptor import Field
from paperkit.artifacts.store import ArtifactSpec, Store
from paperkit.artifacts.table import Key, Table, key_of, normal, plain
from paperkit.suggest import naming
from paperkit.suggest.context import Context
from paperkit.suggest.ordered import Sorted, sort
from paperkit.values.number_text import NUMBER, parse_number
from paperkit.values.unit import UNKNOWN, Unit, UnitError, parse_unit

FEW = 6
"""So many columns of an undescribed table are taken as its key."""
LISTED = 500
"""Of columns with more values those are looked up that are said word for word."""
SAID = 0.5
"""From this agreement on a value is spoken of."""
SOME = 20_000
"""So many rows of one value are looked at."""
_NOT_NUMBERS = frozenset({"string", "boolean", "date", "datetime", "time"})


_STATISTIC = re.compile(r"_(?:p\d+|med|median|mean|avg|max|min|std|total|sum|tot|(?:19|20)\d\d)$", re.IGNORECASE)


def unit_said(name: str) -> Unit:
    """The unit in a column's name, also before the word for a statistic (`lat_us_p99`); UNKNOWN where there is none."""
    return unit_of_header(_STATISTIC.sub("", name))


@dataclass(frozen=True)
class Data:
    """One table file with all names that it has; positions are record numbers less one."""

    table: Table
    specs: tuple[ArtifactSpec, ...]

    @property
    def alike(self) -> tuple[object, ...]:
        """What all that rests on it has in common."""
        return (self.table.path, self.specs[0].name)

    @property
    def length(self) -> int:
        """How many rows there are."""
        return len(self.texts[0]) if self.texts else 0

    @cached_property
    def texts(self) -> dict[int, Sequence[str]]:
        """The cells of each column."""
        records, width = self.table.records, len(self.table.columns)
        rows = (records.fields(number) for number in range(1, len(records.texts)))
        columns = zip(*(row for row in rows if len(row) == width), strict=True)
        return {at: _normal(texts, self.table.columns[at]) for at, texts in enumerate(columns)}

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
        return self._completed(found[:FEW])

    def _repeats(self, at: int, texts: Sequence[str]) -> bool:
        different = set(texts)
        whole = all(text.isdecimal() for text in different)
        return at == 0 or (whole and len(different) <= max(2, len(texts) // 2))

    def _completed(self, found: Sequence[int]) -> tuple[int, ...]:
        """*found*, and of the columns with decimals that repeat (a load, a share) what tells rows apart or leads."""
        key = list(found)
        for at in self.numbers:
            part = self.texts[at][:SOME]
            repeats = at not in key and 1 < len(set(part)) <= len(part) // 2
            if not repeats and at not in key:
                break
            key += [at] if repeats and not self._told_apart(key) else []
        return tuple(sorted(key)[:FEW])

    def _told_apart(self, columns: Sequence[int]) -> bool:
        parts = [self.texts[at][:SOME] for at in columns]
        return bool(parts) and len(set(zip(*parts, strict=True))) == len(parts[0])

    @cached_property
    def labels(self) -> tuple[int, ...]:
        """Key columns that hold more than one value; of those that say the same in other words the first."""
        return tuple(at for at in self._telling if not any(at in others for others in self.aliases.values()))

    @cached_property
    def aliases(self) -> dict[int, tuple[int, ...]]:
        """For each label the key columns that have another value where it has one: the name of a short code."""
        found: dict[int, tuple[int, ...]] = {}
        for at in self._telling:
            part = self.texts[at][:SOME]
            first = next((one for one in found if _one_to_one(self.texts[one][:SOME], part)), None)
            if first is None:
                found[at] = ()
            else:
                found[first] += (at,)
        return found

    @cached_property
    def _telling(self) -> tuple[int, ...]:
        return tuple(at for at in self.key if len(set(self.texts[at])) > 1)

    @cached_property
    def rows_by_key(self) -> dict[int, dict[str, list[int]]]:
        """For each column that tells rows apart those that have each of its values, in small letters."""
        found: dict[int, dict[str, list[int]]] = {}
        for at in self._telling:
            rows: dict[str, list[int]] = defaultdict(list)
            for position, text in enumerate(self.texts[at]):
                rows[text].append(position)
            found[at] = {}
            for text, positions in rows.items():
                found[at].setdefault(text.lower(), []).extend(positions)
        return found

    def said(self, context: Context) -> dict[int, list[str]]:
        """For each column of the key those of its values that are spoken of, in small letters."""
        numbers = {str(number) for number in context.numbers if number.denominator == 1}
        found = {}
        for at, rows in self.rows_by_key.items():
            every = rows if len(rows) <= LISTED else [text for text in (*numbers, *context.words) if text in rows]
            texts = [text for text in every if text in numbers or context.agreement(text) >= SAID]
            if texts:
                found[at] = texts
        return found

    def spoken(self, context: Context) -> Counter[int]:
        """How many values of its key are spoken of, for each row with one; of very many rows with a value only some."""
        hits: Counter[int] = Counter()
        for at, texts in self.said(context).items():
            for text in texts:
                hits.update(self.rows_by_key[at][text][:SOME])
        return hits

    def key_at(self, at: int, position: int) -> Key:
        """A cell as part of a key."""
        return key_of(self.texts[at][position])

    def name(self, at: int) -> str:
        """A column's name."""
        return self.table.columns[at].name

    def hint(self, at: int) -> Unit:
        """The unit that a column's name says, where none is declared."""
        return self._hints[at]

    @cached_property
    def _hints(self) -> list[Unit]:
        columns = self.table.columns
        return [unit_said(one.name) if one.unit.unknown else UNKNOWN for one in columns]

    def exact(self, at: int, position: int) -> Fraction:
        """The amount of a cell."""
        return parse_number(self.texts[at][position])

    def spec(self, position: int) -> ArtifactSpec:
        """Of the table's names the one that fixes most and still holds the row."""
        return self.best[position] if self.best else self.specs[0]

    def expression(self, at: int, position: int, context: Context) -> str | None:
        """A cell as an expression; None where nothing tells its row apart."""
        row = naming.row(self, position, context, at)
        return None if row is None else row + naming.column(self.name(at))

    def against(self, context: Context) -> float:  # noqa: ARG002
        """What speaks against all that rests on it."""
        return 0.0

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


def _one_to_one(texts: Sequence[str], others: Sequence[str]) -> bool:
    """Whether each value of one column stands beside one of the other alone; columns of numbers do not count."""
    if all(map(str.isdecimal, texts)) or all(map(str.isdecimal, others)):
        return False
    different = len(set(texts))
    return different == len(set(others)) == len(set(zip(texts, others, strict=True)))


def _normal(texts: Sequence[str], column: Field) -> Sequence[str]:
    """Cells with a decimal point and no thousands marks."""
    return texts if column.decimal_char == "." else [normal(text, column) for text in texts]


def _floats(texts: Sequence[str]) -> list[float | None]:
    try:
        found: list[float | None] = [float(text) for text in texts]
        if all(map(isfinite, found)) and not any("_" in text for text in texts):  # type: ignore[arg-type]
            return found
    except ValueError:
        pass
    return [float(text) if NUMBER.fullmatch(text) else None for text in texts]


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
