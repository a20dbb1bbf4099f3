"""Which numeric keys a sentence names, `at batch 32`, and whether the numbers in it are of other ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial

from paperkit.artifacts.describe import unit_of_header
from paperkit.artifacts.store import Store
from paperkit.artifacts.table import Table, plain, shown_key
from paperkit.checks.around import sentence
from paperkit.checks.base import Judged
from paperkit.checks.named_rows import MOST_ROWS, selected
from paperkit.values.unit import UNKNOWN, Unit, UnitError, parse_unit

Column = tuple[str, str]
"""Artifact and column."""
_MENTION = re.compile(
    r"(?:(?P<before>[a-z_]+)(?:[ -](?:size|length|count|level|number))?(?: of|:)? ?=? ?)?"
    r"(?<![\w.,-])(?P<number>\d+(?:,\d{3})*(?:\.\d+)?)(?P<kilo>k)?(?![\w.]*\d)(?: ?-?(?P<after>[a-z%]+))?"
)
_COMPARED = re.compile(
    r"\b(?:than|from|to|over|against|versus|vs\.?|unlike|beyond|above|below|between|until|up|down|not|except|and|or)"
    r"(?: (?:the|a|an|that|those|of|at|in|with|for))* ?$"
)
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_YEAR = range(1900, 2100)
MOST = 2000
"""A column with more values is data and no key."""


def other_numbers(judged: Sequence[Judged], store: Store) -> Iterator[tuple[Judged, str]]:
    """(a number in prose, a fact) of each whose sentence names another value of a column by which it is selected."""
    sentences: dict[tuple[str, str], list[Judged]] = {}
    keys = cache(partial(_keys, store))
    for each in judged:
        if each.marker.place != "cell" and any(map(keys, _columns(each))):
            sentences.setdefault((each.entry.span.path, sentence(each.marker)), []).append(each)
    for (_, text), inside in sentences.items():
        used: dict[Column, set[Fraction]] = {}
        for each in inside:
            for column, value in _numeric(each):
                used.setdefault(column, set()).add(value)
        for column, values in used.items():
            found = keys(column)
            if found is not None:
                yield from _of_column(text, inside, column, values, *found)


def _keys(store: Store, column: Column) -> tuple[frozenset[Fraction], Unit] | None:
    """The numbers by which rows are selected in a column, and its unit; None for data, and for no numbers."""
    table = store.artifact(column[0])
    at = table.positions.get(plain(column[1])) if isinstance(table, Table) else None
    if not isinstance(table, Table) or at is None or len(table.records.texts) > MOST_ROWS:
        return None
    known = frozenset(Fraction(key) for key in table.index((at,)).first if not isinstance(key, str))
    return (known, table.columns[at].unit) if 1 < len(known) <= MOST else None


def _of_column(
    text: str, inside: Sequence[Judged], column: Column, used: set[Fraction], known: frozenset[Fraction], declared: Unit
) -> Iterator[tuple[Judged, str]]:
    named = _named(text, column[1], declared)
    if not named or not named <= known or named & used or _numbers(text) & used:
        return
    for each in inside:
        values = {value for name, value in _numeric(each) if name == column}
        if values:
            said, own = (shown_key(min(numbers)) for numbers in (named, values))
            yield each, f"{column[1]} {said} in its sentence, but the value is of {column[1]} {own}"


def _columns(each: Judged) -> list[Column]:
    """The columns by whose numbers a marker selects."""
    return [
        (path[0], column)
        for path, column, key in selected(each.entry.text)
        if len(path) == 1 and not isinstance(key, str)
    ]


def _numeric(each: Judged) -> Iterator[tuple[Column, Fraction]]:
    for path, column, key in selected(each.entry.text):
        if len(path) == 1 and not isinstance(key, str):
            yield (path[0], column), Fraction(key)


@lru_cache(maxsize=4096)
def _named(text: str, column: str, declared: Unit) -> frozenset[Fraction]:
    """The values of a column that a text names by the column's name or unit; none where it compares with one."""
    parts = [part.lower() for part in _PARTS.findall(column)]
    unit = unit_of_header("_".join(parts)) if declared.unknown else declared
    found: set[Fraction] = set()
    for mention in _MENTION.finditer(text):
        value = _value(mention)
        if not (_by_name(mention, parts, value) or _by_unit(mention, unit)):
            continue
        if _COMPARED.search(text[: mention.start("before") if mention["before"] else mention.start("number")]):
            return frozenset()
        found.add(value)
    return frozenset(found)


def _value(mention: re.Match[str]) -> Fraction:
    return Fraction(mention["number"].replace(",", "")) * (1000 if mention["kilo"] else 1)


def _by_name(mention: re.Match[str], parts: Sequence[str], value: Fraction) -> bool:
    if "year" in parts and value in _YEAR and value.denominator == 1:
        return mention["before"] in ("in", "year")
    before, after = mention["before"] or "", mention["after"] or ""
    if len(parts) == 1 and len(parts[0]) == 1:
        return before == parts[0] and "=" in mention[0]
    return any(len(part) > 2 and _single(part) in (_single(before), _single(after)) for part in parts)


def _by_unit(mention: re.Match[str], unit: Unit) -> bool:
    if unit is UNKNOWN or unit.unknown or not unit.dimensions or not mention["after"] or mention["before"] is None:
        return False
    try:
        return mention["before"] in ("at", "after", "for", "a") and parse_unit(mention["after"]) == unit
    except UnitError:
        return False


def _single(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@lru_cache(maxsize=4096)
def _numbers(text: str) -> frozenset[Fraction]:
    return frozenset(_value(mention) for mention in _MENTION.finditer(text))
