"""Fields of a configuration file, declared once: the reader, the docs and the JSON schema come from them.

Every value read keeps its place; what does not fit is a PK302 at that place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path

from paperkit.config.yaml import Node, YamlProblem, load_yaml
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.diagnostics.nearest import nearest
from paperkit.frozen import frozen
from paperkit.project import Project
from paperkit.source import NotText, SourceFile, Span, read_source


class Shape(StrEnum):
    """What a field takes, in the words of messages and docs."""

    TEXT = "text"
    DATE = "a date such as 2026-06-30"
    COUNT = "a whole number"
    TEXTS = "a list of texts"
    RECORD = "a record"
    RECORDS = "a list of records"
    NAMED_TEXTS = "names with a text each"
    NAMED_RECORDS = "names with a record each"


@dataclass(frozen=True, slots=True)
class Field:
    """One key. *fields* are the keys of its records; *short* is the key that a bare text stands for."""

    name: str
    shape: Shape
    doc: str
    example: str
    required: bool = False
    fields: tuple[Field, ...] = ()
    short: str = ""
    names: str = ""
    """Pattern that the names of NAMED_* match; empty: any."""
    words: str = ""
    """What it takes, where that is narrower than the shape."""

    @property
    def takes(self) -> str:
        """What it takes, in the words of messages and docs."""
        return self.words or str(self.shape)


@frozen
class Text:
    """A text and its place."""

    value: str
    span: Span


@dataclass(frozen=True, slots=True)
class Record:
    """The fields of one mapping that were there and of the right shape."""

    span: Span
    keys: Mapping[str, Span] = field(default_factory=dict)
    single: Mapping[str, Text] = field(default_factory=dict)
    several: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    records: Mapping[str, tuple[Record, ...]] = field(default_factory=dict)
    named: Mapping[str, tuple[tuple[Text, Text], ...]] = field(default_factory=dict)
    named_records: Mapping[str, tuple[tuple[Text, Record], ...]] = field(default_factory=dict)

    def text(self, name: str, default: str = "") -> str:
        """The text under *name*."""
        found = self.single.get(name)
        return default if found is None else found.value


def problem(span: Span, message: str, hint: str = "") -> Diagnostic:
    """A PK302 at *span*; its page is paperkit/checks/bad_configuration.py."""
    return Diagnostic("PK302", "bad-configuration", message, span, hint=hint)


def read_text(path: Path, project: Project) -> tuple[SourceFile, tuple[Diagnostic, ...]]:
    """A file of the user's with what is wrong with it as a text. Raises PaperkitError where it cannot be read."""
    try:
        return read_source(path, project.shown(path)), ()
    except NotText as found:
        return found.span.source, (problem(found.span, found.fact, found.hint),)


def read_file(source: SourceFile, fields: tuple[Field, ...]) -> tuple[Record | None, tuple[Diagnostic, ...]]:
    """The record in a YAML file; None where the file holds no mapping at all."""
    try:
        node = load_yaml(source)
    except YamlProblem as found:
        return None, (problem(found.span, found.message, found.hint),)
    reader = Reader()
    record = reader.record(node, fields, source.path)
    return record, tuple(reader.problems)


def read_names(source: SourceFile, named: Field) -> tuple[tuple[tuple[Text, Record], ...], tuple[Diagnostic, ...]]:
    """A YAML file whose keys are free names, each with a record as *named* says."""
    try:
        node = load_yaml(source)
    except YamlProblem as found:
        return (), (problem(found.span, found.message, found.hint),)
    reader = Reader()
    return (() if node.null else reader.named_records(node, named)), tuple(reader.problems)


class Reader:
    """Reads nodes by their fields and collects what does not fit."""

    def __init__(self) -> None:
        self.problems: list[Diagnostic] = []

    def record(self, node: Node, fields: tuple[Field, ...], what: str) -> Record | None:
        """The record in a mapping; *what* names it in messages."""
        if node.kind != "mapping":
            self._wrong(node, f"{what} is {_kind(node)}, but takes {_keys(fields)}")
            return None
        known = {each.name: each for each in fields}
        record = Record(node.span, {}, {}, {}, {}, {}, {})
        for key, value in node.pairs:
            name = key.value or ""
            if name not in known:
                self._wrong(key, f"unknown key {name!r} in {what}", nearest(name, known) or f"known: {_keys(fields)}")
            elif not value.null:
                record.keys[name] = key.span  # type: ignore[index]
                self._field(record, known[name], value)
            elif known[name].required:
                self._wrong(
                    key, f"{name} is empty, but takes {known[name].takes}", f"for instance {_inline(known[name])}"
                )
        misspelt = [key.value or "" for key, _ in node.pairs if key.value not in known]
        for each in fields:
            absent = each.required and node.get(each.name) is None
            if absent and not get_close_matches(each.name, misspelt, 1):  # else the unknown key says it
                hint = f"add `{each.name}`, for instance `{_inline(each)}`"
                self.problems.append(problem(_head(node.span), f"{what} has no key {each.name!r}", hint))
        return record

    def _field(self, record: Record, each: Field, node: Node) -> None:
        readers: dict[Shape, tuple[Mapping[str, object], Callable[[Node, Field], object]]] = {
            Shape.TEXT: (record.single, self.text),
            Shape.DATE: (record.single, self.text),
            Shape.COUNT: (record.single, self.text),
            Shape.TEXTS: (record.several, self.texts),
            Shape.RECORD: (record.records, self.one_record),
            Shape.RECORDS: (record.records, self.records),
            Shape.NAMED_TEXTS: (record.named, self.named_texts),
            Shape.NAMED_RECORDS: (record.named_records, self.named_records),
        }
        into, read = readers[each.shape]
        found = read(node, each)
        if found is not None:
            into[each.name] = found  # type: ignore[index]

    def text(self, node: Node, each: Field) -> Text | None:
        """A scalar, held against the shape of *each*."""
        value = "" if node.value is None else node.value.strip()
        fits = {Shape.DATE: _is_date, Shape.COUNT: _is_count}.get(each.shape, bool)
        if node.kind != "scalar" or not fits(value):
            self._takes(node, each)
            return None
        return Text(value, node.span)

    def texts(self, node: Node, each: Field) -> tuple[Text, ...]:
        """A list of scalars; a single one is a list of one."""
        items = node.items if node.kind == "sequence" else (node,)
        entry = Field(f"an entry of {each.name}", Shape.TEXT, "", "")
        return tuple(found for item in items if (found := self.text(item, entry)) is not None)

    def one_record(self, node: Node, each: Field) -> tuple[Record, ...]:
        """A mapping, as a tuple of one."""
        found = self.record(node, each.fields, each.name)
        return () if found is None else (found,)

    def records(self, node: Node, each: Field) -> tuple[Record, ...]:
        """A list of mappings."""
        if node.kind != "sequence":
            self._wrong(
                node, f"{each.name} is {_kind(node)}, but takes {each.takes}", f"write `- {each.fields[0].name}: ...`"
            )
            return ()
        what = f"an entry of {each.name}"
        return tuple(r for item in node.items if (r := self._short_record(item, each, what)) is not None)

    def named_texts(self, node: Node, each: Field) -> tuple[tuple[Text, Text], ...]:
        """A mapping of names to scalars."""
        entry = Field(f"an entry of {each.name}", Shape.TEXT, "", "")
        return tuple(
            (name, found) for name, item in self._names(node, each) if (found := self.text(item, entry)) is not None
        )

    def named_records(self, node: Node, each: Field) -> tuple[tuple[Text, Record], ...]:
        """A mapping of names to records."""
        return tuple(
            (name, record)
            for name, item in self._names(node, each)
            if (record := self._short_record(item, each, name.value)) is not None
        )

    def _names(self, node: Node, each: Field) -> list[tuple[Text, Node]]:
        if node.kind != "mapping":
            self._takes(node, each)
            return []
        names = [(Text(key.value or "", key.span), item) for key, item in node.pairs]
        for name, _ in names:
            if each.names and not re.fullmatch(each.names, name.value):
                hint = "begin with a letter, go on with letters, digits and _"
                self.problems.append(problem(name.span, f"{name.value!r} is no name of {each.name}", hint))
        return names

    def _short_record(self, node: Node, each: Field, what: str) -> Record | None:
        if each.short and node.kind == "scalar" and node.value and not node.null:
            return Record(node.span, single={each.short: Text(node.value.strip(), node.span)})
        return self.record(node, each.fields, what)

    def _wrong(self, node: Node, message: str, hint: str = "") -> None:
        self.problems.append(problem(_head(node.span), message, hint))

    def _takes(self, node: Node, each: Field) -> None:
        found = f"{node.value.strip()!r}" if node.value and node.value.strip() else _kind(node)
        self._wrong(
            node,
            f"{each.name} is {found}, but takes {each.takes}",
            f"for instance `{_inline(each)}`" * bool(each.example),
        )


def _inline(each: Field) -> str:
    return f"{each.name}: {each.example}" if "\n" not in each.example else f"{each.name}:"


def _keys(fields: tuple[Field, ...]) -> str:
    return ", ".join(each.name for each in fields)


def _kind(node: Node) -> str:
    if node.kind == "scalar":
        return "empty" if node.null or not (node.value or "").strip() else f"the text {node.value!r}"
    return "a list" if node.kind == "sequence" else "a mapping"


def _head(span: Span) -> Span:
    """The first line of *span*: carets under a whole block say nothing."""
    end = span.source.text.find("\n", span.start, span.end)
    return Span(span.source, span.start, span.end if end < 0 else end)


def _is_count(text: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,9}", text))


def _is_date(text: str) -> bool:
    from datetime import date

    try:
        return bool(re.fullmatch(r"\d{4}-\d{2}-\d{2}", text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False
