"""A table held against its descriptor: every way in which it is not what it says."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import PurePosixPath

from paperkit.artifacts.descriptor import NUMERIC, Field, Resource
from paperkit.artifacts.layout import Layout, lay_out
from paperkit.artifacts.objects import LINES, read_lines
from paperkit.artifacts.problem import CellError, Problem
from paperkit.artifacts.records import SHOWN, Records, more, ragged
from paperkit.artifacts.table import Table, duplicate_keys, plain, type_pattern
from paperkit.digest import of_bytes
from paperkit.project import quoted
from paperkit.source import SourceFile, Span
from paperkit.values.number_text import NumberError, parse_number
from paperkit.values.quantity import Kind


def decode(raw: bytes, shown: str) -> tuple[SourceFile, Problem | None]:
    """The text of *raw*; what is not UTF-8 is one problem with its place."""
    raw = raw.removeprefix(BOM_UTF8)
    try:
        return SourceFile(shown, raw.decode("utf-8").replace("\r\n", "\n")), None
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8").replace("\r\n", "\n")
        source = SourceFile(shown, raw.decode("utf-8", "replace").replace("\r\n", "\n"))
        span = source.span(len(before), len(before) + 1)
        return source, Problem(span, f"not UTF-8 (byte 0x{raw[error.start]:02x})", "save the file as UTF-8", "PK205")


def read_table(name: str, raw: bytes, shown: str, resource: Resource | None, kind: Kind | None = None) -> Table:
    """The table in *raw* and all that is wrong with it; without *resource* it is of *kind*, units not known."""
    source, broken = decode(raw, shown)
    layout = _layout(source, resource)
    records = layout.records
    found = [*([broken] if broken else []), *layout.problems]
    header = records.fields(0) if records.texts else []
    columns, wrong = _columns(layout, header, resource)
    found += wrong
    if not header:
        found.append(Problem(source.whole(), "the file is empty", "write a header and rows", "PK205"))
    key = tuple(n for n in resource.primary_key if plain(n) in {plain(one) for one in header}) if resource else ()
    table = Table(name, source, columns, records, key, resource.kind if resource else kind or Kind.GIVEN, (), resource)
    if header:
        found += ragged(records, len(header))
    if resource is None:
        found.append(_undescribed(source))
    else:
        found += [*_digest(raw, source, resource), *_types(table), *_keys(table)]
    return replace(table, problems=tuple(found))


def _layout(source: SourceFile, resource: Resource | None) -> Layout:
    suffix = PurePosixPath(source.path).suffix.lower()
    if suffix not in LINES:
        return lay_out(source, suffix, resource)
    records, problems = read_lines(source)
    return Layout(records, problems, headless=True)


def _undescribed(source: SourceFile) -> Problem:
    name = PurePosixPath(source.path).name
    return Problem(
        source.whole(), f"no descriptor describes {name}, so its units are not known and it counts as given",
        f"run `paperkit describe {quoted(source.path)}`", "PK204", warning=True,
    )  # fmt: skip


def _columns(layout: Layout, header: list[str], resource: Resource | None) -> tuple[tuple[Field, ...], list[Problem]]:
    """One field a header cell, in its order, and what is wrong with the header."""
    records = layout.records
    bounds = records.bounds(0) if records.texts and not layout.headless else [(0, 0)] * len(header)
    spans = [records.source.span(start, end) for start, end in bounds]
    problems: list[Problem] = []
    seen: set[str] = set()
    for cell, span in zip(header, spans, strict=True):
        if not cell.strip():
            problems.append(Problem(span, "a column has no name", "name every column in the header", "PK205"))
        elif plain(cell) in seen:
            problems.append(Problem(span, f"two columns are called {cell!r}", "give one another name", "PK205"))
        seen.add(plain(cell))
    if resource is None or not resource.fields:
        decimal, group = layout.decimal, layout.group
        return tuple(Field(plain(cell), decimal_char=decimal, group_char=group) for cell in header), problems
    declared = {plain(one.name): one for one in resource.fields}
    problems += _against(header, spans, declared, resource, records.source)
    return tuple(declared.get(plain(cell), Field(plain(cell))) for cell in header), problems


def _against(
    header: list[str], spans: list[Span], declared: dict[str, Field], resource: Resource, source: SourceFile
) -> Iterator[Problem]:
    label = _label(resource.place("schema", "fields"), "declared here")
    for cell, span in zip(header, spans, strict=True):
        if plain(cell) not in declared:
            hint = f"the descriptor has {', '.join(declared)}"
            yield Problem(span, f"column {cell!r} is not in the descriptor", hint, "PK204", labels=label)
    absent = [name for name in declared if name not in {plain(cell) for cell in header}]
    if absent:
        span = source.line_span(1) if source.text else source.whole()
        fact = f"the descriptor declares {', '.join(absent)}, but the header has no such column"
        yield Problem(span, fact, "run the harness again, or correct the descriptor", "PK204", labels=label)


def _label(span: Span | None, words: str) -> tuple[tuple[Span, str], ...]:
    return () if span is None else ((span, words),)


def _digest(raw: bytes, source: SourceFile, resource: Resource) -> Iterator[Problem]:
    hint = f"run the harness again; by hand, write the descriptor anew: `paperkit describe {quoted(source.path)}`"
    fact, key = "", ""
    if resource.bytes is not None and resource.bytes != len(raw):
        fact, key = f"the file has {len(raw)} bytes, but its descriptor says {resource.bytes}", "bytes"
    elif resource.hash:
        algorithm, _, _ = resource.hash.rpartition(":")
        due = of_bytes(raw)
        if algorithm not in ("", "sha256") or resource.hash.removeprefix("sha256:").lower() != due.removeprefix(
            "sha256:"
        ):
            fact, key = f"the file is {due[:19]}…, but its descriptor says {resource.hash[:19]}…", "hash"
    if fact:
        labels = _label(resource.place(key), "declared here")
        yield Problem(source.whole(), fact, hint, "PK204", labels=labels, digest=True)


def _types(table: Table) -> Iterator[Problem]:
    """Cells that are not of their column's type; one match a row where all is well."""
    wrong: Iterable[int] = range(1, len(table.records.texts))
    if type(table.records) is Records:
        fits = type_pattern(table.columns, table.records.delimiter).fullmatch
        wrong = (number for number, text in enumerate(table.records.texts) if number and fits(text) is None)
    listed = 0
    for number in wrong:
        for problem in _bad_cells(table, number):
            listed += 1
            if listed <= SHOWN:
                yield problem
    yield from more(table.records, listed, "cells are no values")


def _bad_cells(table: Table, number: int) -> Iterator[Problem]:
    for at, (text, column) in enumerate(zip(table.records.fields(number), table.columns, strict=False)):
        if column.type not in NUMERIC:
            continue
        if not text.strip() and not column.required:
            continue
        try:
            amount = _number(table, number, at, text)
        except (CellError, NumberError) as error:
            yield Problem(table.span(number, at), f"{column.name}: {_fact(error, column)}", error.hint, "PK205")
            continue
        if column.type == "integer" and amount.denominator != 1:
            hint = "declare the type number, or write an integer"
            yield Problem(table.span(number, at), f"{column.name}: {text} is no integer", hint, "PK204")


def _number(table: Table, number: int, at: int, text: str) -> Fraction:
    declared = table.columns[at]
    if declared.group_char or declared.decimal_char != ".":
        return table.value(number, at).amount
    return parse_number(text)


def _fact(error: Exception, column: Field) -> str:
    return str(error).removeprefix(f"{column.name} ")


def _keys(table: Table) -> Iterator[Problem]:
    count = 0
    for number, former in duplicate_keys(table):
        count += 1
        if count <= SHOWN:
            names = ", ".join(f"{name}={table.text(number, table.positions[plain(name)])}" for name in table.key)
            first = table.source.line_span(table.records.lines[former])
            line = table.source.line_span(table.records.lines[number])
            yield Problem(
                line, f"the key {names} stands twice, first in line {table.records.lines[former]}",
                "a row is found by its key: keep one, or name more columns in primaryKey", "PK204",
                labels=((first, "first here"),),
            )  # fmt: skip
    yield from more(table.records, count, "keys stand twice")
