"""A first descriptor for a table that has none: types, key and units read from the file itself."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from paperkit.artifacts.descriptor import DESCRIPTOR, NUMERIC, Field, Resource, package_text, read_descriptor
from paperkit.artifacts.read_table import read_table
from paperkit.artifacts.store import TABLES
from paperkit.artifacts.table import Table, normal
from paperkit.digest import of_bytes
from paperkit.errors import PaperkitError
from paperkit.project import Project, near_path
from paperkit.values.number_text import NumberError, parse_number
from paperkit.values.quantity import Kind
from paperkit.values.unit import BARE, UNKNOWN, Unit, UnitError, parse_unit

_WRITTEN = (
    re.compile(r"^.*\S\s*[(\[](?P<unit>[^()\[\],;]+)(?:[,;][^()\[\]]*)?[)\]]\s*$"),
    re.compile(r"^.*\S(?:\s+in\s+|,\s*|\s+/\s*)(?P<unit>[^\s,()]+)\s*$"),
)
"""`latency (ms)`, `rate [GB/s, mean]`, `time in ms`, `time, ms`, `time / ms`: what the author wrote as a unit."""
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_STATISTIC = re.compile(
    r"[_-](?:mean|avg|average|median|std|stdev|stddev|sd|var|min|max|minimum|maximum|sum|total|ci|ci95|lo|hi|low|high|p\d+)$"
)
_PER = re.compile(r"(?:^|[_-])(?P<over>[A-Za-z]+)[_-]per[_-](?P<under>[A-Za-z]+)$")
_SUFFIX = re.compile(r"[_-](?P<unit>[A-Za-z%]+)$")
_LETTERS = frozenset("sBWJV")
"""Units of one letter that the end of a name is taken for; `tile_m`, `plan_A` and `group_h` are names."""
_OF_ENERGY = re.compile(r"(?:^|[_-])(?:energy|power|voltage)(?:[_-]\w+)?[_-](?P<unit>[jwv])$", re.IGNORECASE)
"""Names in which a small letter at the end is a unit all the same: `energy_j`, `power_w`."""
_NAMES = frozenset({"min", "max", "op", "hop", "run", "rank", "step"})
"""Words that are units, and at the end of a name mean something else: `latency_min`."""
_WORDS = {
    "pct": "%", "percent": "%", "perc": "%", "sec": "s", "secs": "s", "msec": "ms", "usec": "us", "nsec": "ns",
    "gbps": "GB/s", "mbps": "MB/s", "ghz": "GHz", "mhz": "MHz", "khz": "kHz", "hz": "Hz", "kb": "kB", "mb": "MB",
    "gb": "GB", "tb": "TB", "kib": "KiB", "mib": "MiB", "gib": "GiB", "mj": "mJ", "mw": "mW", "kw": "kW", "kj": "kJ",
    "ops": "OP",
}  # fmt: skip
"""Endings of column names that are no unit as they stand."""


def describe(path: Path, project: Project, kind: Kind = Kind.GIVEN, key: Sequence[str] = ()) -> tuple[str, Resource]:
    """The text of the datapackage.json beside *path* with *path* described in it, and what it says of *path*.

    Types come from the cells, units from the header (`latency (ms)`, `p99_us`), the key is the first columns that tell
    the rows apart, else *key*. Raises PaperkitError where the file is no sound table, or a harness wrote it.
    """
    raw = _read(path, project)
    former = read_descriptor(path.parent, project)
    if former.problems:
        place = former.problems[0].span
        raise PaperkitError(
            f"{place.place if place else former.path}: {former.problems[0].message}", "correct it first"
        )
    known = former.resource(path.name)
    if known is not None and "provenance" in known.meta:
        harness = str(known.meta["provenance"].get("harness", "NAME")).rpartition("/")[2]
        fact = f"{project.shown(path)} is written by a harness, and so is its descriptor"
        raise PaperkitError(fact, f"run `paperkit bench run {harness}`")
    table = read_table(path.stem, raw, project.shown(path), None)
    broken = next((problem for problem in table.problems if not problem.warning), None)
    if broken is not None:
        raise PaperkitError(f"{broken.span.place if broken.span else path}: {broken.message}", broken.hint)
    new = _resource(table, path.name, raw, kind, key)
    others = [one for one in former.resources if one.path != path.name]
    return package_text(sorted((*others, new), key=lambda one: one.path)), new


def _read(path: Path, project: Project) -> bytes:
    if path.name == DESCRIPTOR or path.suffix.lower() not in TABLES:
        raise PaperkitError(f"{project.shown(path)} is no table", f"descriptors are for {', '.join(sorted(TABLES))}")
    try:
        return path.read_bytes()
    except OSError as error:
        hint = near_path(Path(os.path.relpath(path))) or "check the path"
        raise PaperkitError(f"{project.shown(path)} cannot be read: {error.strerror}", hint) from None


def _resource(table: Table, name: str, raw: bytes, kind: Kind, key: Sequence[str]) -> Resource:
    header = [column.name for column in table.columns]
    unknown = [column for column in key if column not in header]
    if unknown:
        raise PaperkitError(f"{name} has no column {unknown[0]!r}", f"its columns are {', '.join(header)}")
    rows = [table.records.fields(row) for row in table.rows]
    fields = tuple(_field(column, [row[at] for row in rows]) for at, column in enumerate(table.columns))
    chosen = tuple(key) or _key(fields, rows)
    fields = tuple(replace(one, unit=BARE) if one.name in chosen and one.unit == UNKNOWN else one for one in fields)
    return Resource(name, fields, chosen, kind, len(raw), of_bytes(raw), table.records.delimiter or ",")


def _field(column: Field, cells: list[str]) -> Field:
    """A column with its type; decimals with a comma are declared where it has some."""
    plain = [normal(cell, column) for cell in cells]
    type_ = _type(plain)
    unit = unit_of_header(column.name) if type_ in NUMERIC else UNKNOWN
    if type_ not in NUMERIC or plain == cells:
        return Field(column.name, type_, unit)
    return Field(column.name, type_, unit, decimal_char=column.decimal_char, group_char=column.group_char)


def _type(cells: list[str]) -> str:
    if cells and all(re.fullmatch(r"[+-]?\d+", cell) for cell in cells):
        return "integer"
    try:
        for cell in cells:
            parse_number(cell)
    except NumberError:
        return "boolean" if set(cells) <= {"true", "false"} else "string"
    return "number" if cells else "string"


def unit_of_header(name: str) -> Unit:
    """The unit that a column's name says; UNKNOWN where it says none, or what may be something else.

    >>> [unit_of_header(name).symbol for name in ("latency (ms)", "rate [GB/s]", "p99_us", "lat_ns_mean", "ttftMs")]
    ['ms', 'GB/s', 'us', 'ns', 'ms']
    >>> [unit_of_header(name) == UNKNOWN for name in ("n", "batch", "latency_min", "tile_m", "time_per_layer")]
    [True, True, True, True, True]
    """
    for pattern in _WRITTEN:
        found = pattern.search(name)
        unit = _parsed(found["unit"].strip()) if found else None
        if unit is not None:
            return unit
    return _of_words(name.strip()) or _of_camel(name.strip()) or UNKNOWN


def _of_camel(name: str) -> Unit | None:
    """The unit at the end of a name in camel case: `ttftMs`, `idleSeconds`, `sizeMB`."""
    parts = _CAMEL.findall(name)
    if len(parts) < 2 or "".join(parts) != name or not name[0].islower():
        return None
    last = parts[-1]
    return _of_words(f"{name[: -len(last)]}_{last if last.isupper() and len(last) > 1 else last.lower()}")


def _of_words(name: str) -> Unit | None:
    """The unit at the end of a name, or the name itself where it is one: `seconds`, `tokens/s`."""
    plain = name
    while (found := _STATISTIC.search(plain)) is not None:
        plain = plain[: found.start()]
    per = _PER.search(plain)
    if per is not None:
        over, under = _parsed(per["over"]), _parsed(per["under"])
        return over / under if over is not None and under is not None else None
    energy = _OF_ENERGY.search(plain)
    if energy is not None:
        return _parsed(energy["unit"].upper())
    found = _SUFFIX.search(plain)
    word = found["unit"] if found is not None else plain
    fits = word in _LETTERS if len(word) == 1 else word.lower() not in _NAMES
    unit = _parsed(word) if fits and (found is not None or len(word) > 1) else None
    alone = found is None and unit is not None and unit.symbol == word.lower()  # a batch size, the number of a rank
    return None if alone else unit


def _parsed(word: str) -> Unit | None:
    try:
        return parse_unit(_WORDS.get(word.lower(), word))
    except UnitError:
        return None


def _key(fields: tuple[Field, ...], rows: list[list[str]]) -> tuple[str, ...]:
    """The shortest run of columns from the left that tells all rows apart; none where no run does."""
    for end in range(1, len(fields) + 1):
        if fields[end - 1].type == "number":
            break
        if len({tuple(row[:end]) for row in rows}) == len(rows):
            return tuple(field.name for field in fields[:end])
    return ()
