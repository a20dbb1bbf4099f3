"""The ledger: every marker of a report with its values, cells and provenance, as plain data and as JSON.

The same evidence gives the same text: no clock, no path of the machine, sorted artifacts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from typing import Any

from paperkit.frozen import frozen
from paperkit.latex.keys import key_of
from paperkit.source import Span
from paperkit.values.quantity import Cell, Kind, Value

VERSION = 1
"""Raised when a key changes its meaning; new keys do not raise it."""


@frozen
class Entry:
    """One marker: what it says, and what its expression is worth when it is evaluated again.

    *span* is the whole marker, *printed_span* the part that a reader sees; *values* is empty where the expression
    could not be evaluated; *predicate* is set where the expression compares.
    """

    macro: str
    expression: str
    format: str
    printed: str
    span: Span
    printed_span: Span
    values: tuple[Value, ...] = ()
    predicate: bool | None = None
    cells: tuple[Cell, ...] = ()
    """All cells that were read, in order; also those of a predicate."""
    text: str = ""
    """The marker's first argument as it stands in the LaTeX, from which the key of its links is made."""

    @property
    def kinds(self) -> frozenset[Kind]:
        """Kinds of all cells."""
        if len(self.values) == 1 and self.values[0].cells is self.cells:
            return self.values[0].kinds
        return frozenset(
            (*(cell.kind for cell in self.cells), *(kind for value in self.values for kind in value.kinds))
        )


@dataclass(frozen=True, slots=True)
class Source:
    """One artifact as the ledger knows it; *path* is relative to the project, *state* what git says."""

    name: str
    path: str
    digest: str
    kind: str
    state: str


@dataclass(frozen=True, slots=True)
class FigureRecord:
    """What the script of a figure asked for, and what the figure shows: its texts, and the numbers of its axes."""

    queries: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    ticks: tuple[str, ...] = ()
    script: str = ""
    """Digest of the script's text."""


def figure_record_text(record: FigureRecord) -> str:
    """*record* as JSON."""
    return json.dumps(asdict(record), ensure_ascii=False)


def read_figure_record(text: str) -> FigureRecord:
    """The record in a JSON text."""
    return _figure_record(json.loads(text))


def _figure_record(found: Mapping[str, Any]) -> FigureRecord:
    queries, texts, ticks = (tuple(map(str, found[name])) for name in ("queries", "texts", "ticks"))
    return FigureRecord(queries, texts, ticks, str(found.get("script", "")))


def ledger_text(ledger: Mapping[str, Any]) -> str:
    """*ledger* as JSON."""
    return json.dumps(ledger, indent=2, ensure_ascii=False) + "\n"


def ledger_data(
    entries: Iterable[Entry],
    sources: Iterable[Source],
    places: Mapping[Span, Span] | None = None,
    outputs: Mapping[str, str] | None = None,
    quantities: Mapping[str, str] | None = None,
    figures: Mapping[str, FigureRecord] | None = None,
    pages: Mapping[str, Decimal] | None = None,
) -> dict[str, Any]:
    """What the ledger holds.

    *places* maps a marker's span to the author's place where that is another file; *outputs* is the digest of each
    LaTeX file as it was written, by which a later check tells an edited file from one that is only outdated;
    *quantities* are the named expressions that markers use; *figures* is the record of each figure; *pages* is how many
    pages each section takes, by its title.
    """
    return {
        "version": VERSION,
        "markers": _markers(entries, places or {}),
        "artifacts": [
            {"name": s.name, "path": s.path, "digest": s.digest, "kind": s.kind, "git": s.state}
            for s in sorted(sources, key=lambda each: (each.name, each.path))
        ],
        "quantities": dict(sorted((quantities or {}).items())),
        **written_data(outputs or {}, figures or {}, pages or {}),
    }


def written_data(
    outputs: Mapping[str, str], figures: Mapping[str, FigureRecord], pages: Mapping[str, Decimal]
) -> dict[str, Any]:
    """What the ledger holds of the files that were written."""
    return {
        "figures": {name: asdict(record) for name, record in sorted(figures.items())},
        "pages": {title: str(count) for title, count in pages.items()},
        "outputs": dict(sorted(outputs.items())),
    }


def _markers(entries: Iterable[Entry], places: Mapping[Span, Span]) -> list[dict[str, Any]]:
    """The markers as data, each once with the places where it stands."""
    markers: dict[tuple[str, ...], dict[str, Any]] = {}
    for entry in entries:
        key = _key(entry)
        if key not in markers:
            markers[key] = {**_marker(entry), "keys": [], "places": []}
        marker = markers[key]
        link = key_of(entry.text)
        if entry.text and link not in marker["keys"]:
            marker["keys"].append(link)
        span = places.get(entry.span, entry.span)
        place = {"file": span.path, "line": span.line, "column": span.column}
        if place not in marker["places"]:
            marker["places"].append(place)
    return list(markers.values())


_NO_LEDGER = (ValueError, KeyError, TypeError, AttributeError, RecursionError, InvalidOperation)
"""What reading a text that is no ledger may raise."""


@lru_cache(maxsize=2)
def _parsed(text: str) -> Any:
    """The data of a ledger's text, parsed once for all who read a part of it; not to be changed."""
    return json.loads(text)


def read_outputs(text: str) -> dict[str, str]:
    """The digests of outputs in a ledger's text; none where it is no ledger."""
    try:
        found = _parsed(text)["outputs"]
        return {str(path): str(digest) for path, digest in found.items()}
    except _NO_LEDGER:
        return {}


def read_pages(text: str) -> dict[str, Decimal]:
    """Pages of each section by its title, as the last build laid them out; none where the ledger does not say."""
    try:
        return {str(title): Decimal(str(count)) for title, count in _parsed(text)["pages"].items()}
    except _NO_LEDGER:
        return {}


def read_quantities(text: str) -> dict[str, str] | None:
    """The named expressions of a ledger's text; None where it has none on record."""
    try:
        found = _parsed(text)["quantities"]
        return {str(name): str(expression) for name, expression in found.items()}
    except _NO_LEDGER:
        return None


def read_figures(text: str) -> dict[str, FigureRecord]:
    """The records of figures in a ledger's text, by name; none where it is no ledger."""
    try:
        return {str(name): _figure_record(found) for name, found in _parsed(text)["figures"].items()}
    except _NO_LEDGER:
        return {}


def read_artifacts(text: str) -> dict[str, str]:
    """The digests of artifacts in a ledger's text, by path; none where it is no ledger."""
    try:
        return {str(each["path"]): str(each["digest"]) for each in _parsed(text)["artifacts"]}
    except _NO_LEDGER:
        return {}


def read_markers(text: str) -> tuple[dict[str, Any], ...] | None:
    """What a ledger's text says of its markers, places left out; None where it is no ledger."""
    try:
        found = _parsed(text)["markers"]
        return tuple({k: value for k, value in marker.items() if k not in ("keys", "places")} for marker in found)
    except _NO_LEDGER:
        return None


def markers_of(entries: Iterable[Entry]) -> tuple[dict[str, Any], ...]:
    """What read_markers gives of a ledger of these entries."""
    distinct: dict[tuple[str, ...], Entry] = {}
    for entry in entries:
        distinct.setdefault(_key(entry), entry)
    return tuple(_marker(entry) for entry in distinct.values())


def _key(entry: Entry) -> tuple[str, ...]:
    """What makes two markers one."""
    return entry.macro, entry.expression, entry.format, entry.printed


def _marker(entry: Entry) -> dict[str, Any]:
    return {
        "macro": entry.macro,
        "expression": entry.expression,
        "format": entry.format,
        "printed": entry.printed,
        "values": [_value(value) for value in entry.values],
        "holds": entry.predicate,
        "kinds": sorted(str(kind) for kind in entry.kinds),
        "cells": list(_cells(entry.cells)),
    }


def _cells(cells: Iterable[Cell]) -> Iterator[dict[str, Any]]:
    """Cells of one column that stand under each other as one item; a cell alone with its text."""
    columns: dict[tuple[str, str | None, str, str], list[Cell]] = {}
    for cell in cells:
        file = cell.span.path if cell.span else None
        columns.setdefault((cell.artifact, file, cell.column, str(cell.kind)), []).append(cell)
    for (artifact, file, column, kind), found in columns.items():
        named = {"artifact": artifact, "file": file, "column": column, "kind": kind}
        for first, last in _runs(sorted(found, key=lambda cell: cell.row)):
            lines = str(first.row) if first is last else f"{first.row}-{last.row}"
            yield {**named, "lines": lines, **({"text": first.text} if first is last else {})}


def _runs(cells: list[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """(first, last) of each run of rows without a gap."""
    start = 0
    for at in range(1, len(cells) + 1):
        if at == len(cells) or cells[at].row != cells[at - 1].row + 1:
            yield cells[start], cells[at - 1]
            start = at


def _value(value: Value) -> dict[str, Any]:
    found = {"exact": exact(value.amount), "unit": value.unit.symbol}
    return found if value.uncertainty is None else {**found, "uncertainty": exact(value.uncertainty)}


def exact(amount: Fraction) -> str:
    """*amount* without any rounding: digits where they end, a fraction where they do not.

    >>> exact(Fraction(1, 8)), exact(Fraction(1, 3)), exact(Fraction(-5))
    ('0.125', '1/3', '-5')
    """
    denominator = amount.denominator
    twos = fives = 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    places = max(twos, fives)
    if denominator != 1 or places > 40:
        return f"{amount.numerator}/{amount.denominator}"
    digits = str(abs(amount.numerator) * 10**places // amount.denominator).rjust(places + 1, "0")
    sign = "-" if amount < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)
