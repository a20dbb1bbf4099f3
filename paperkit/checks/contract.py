"""The sections of a report as they are written: what each shows, for comparison with the contract."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from paperkit.checks.base import Evidence, Judged
from paperkit.config.documents import by_path
from paperkit.source import SourceFile, Span
from paperkit.values.quantity import Kind

_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Section:
    """One page tex/KEY.tex, and what it shows by name."""

    key: str
    source: SourceFile
    title: str
    heading: Span
    judged: tuple[Judged, ...]
    figures: dict[str, Span]
    tables: dict[str, Span]
    documents: dict[str, Span]


def sections(evidence: Evidence) -> dict[str, Section]:
    """The sections by key, without the generated ones."""
    pages = {
        PurePosixPath(source.path).stem: source
        for document in evidence.documents
        for source in document.sources
        if PurePosixPath(source.path).parent.name == "tex" and source.path not in evidence.generated
    }
    return {key: _section(evidence, key, source) for key, source in pages.items()}


def _section(evidence: Evidence, key: str, source: SourceFile) -> Section:
    headings = [h for d in evidence.documents for h in d.headings if h.span.path == source.path]
    judged = tuple(each for each in evidence.judged if each.entry.span.path == source.path)
    graphics = {PurePosixPath(g.name).stem: g.span for d in evidence.documents for g in d.graphics
                if g.span.path == source.path}  # fmt: skip
    labels = {
        label.name: label.span for d in evidence.documents for label in d.labels if label.span.path == source.path
    }
    tables = {key.removeprefix("tab:"): span for key, span in labels.items() if key.startswith("tab:")}
    first = headings[0] if headings else None
    return Section(
        key,
        source,
        first.title if first else "",
        first.span if first else source.whole(),
        judged,
        graphics,
        tables,
        dict(_documents(evidence, source, judged)),
    )


def _documents(evidence: Evidence, source: SourceFile, judged: tuple[Judged, ...]) -> Iterator[tuple[str, Span]]:
    """Documents that the page's expressions read or its text names."""
    keys = by_path(evidence.sources.items())
    quoted = {document.id for document in evidence.sources.values()}
    for each in judged:
        if each.entry.values and not any(Kind.GIVEN in value.kinds for value in each.entry.values):
            continue  # what a document says is given
        for cell in each.entry.cells:
            if cell.artifact in quoted and cell.span is not None and cell.span.path in keys:
                yield keys[cell.span.path], each.entry.span
    for key in evidence.sources:
        span = next(mentions(key, source), None)
        if span is not None:
            yield key, span


def mentions(key: str, source: SourceFile) -> Iterator[Span]:
    """Where the text names the document of that key."""
    mention, end = _mention(key), 0
    for start in _starts(source.text, key.partition(":")[0]):
        found = mention.match(source.text, start) if start >= end else None
        if found is not None:
            end = found.end()
            yield source.span(start, end)


@lru_cache(maxsize=256)
def _starts(text: str, family: str) -> tuple[int, ...]:
    """Where a document of that family may be named: one look through the text for all of them."""
    return tuple(found.start() for found in re.finditer(re.escape(family), text, re.IGNORECASE))


@lru_cache(maxsize=1024)
def _mention(key: str) -> re.Pattern[str]:
    """`ADR-0002`, `ADR~2` for adr:0002; `SPEC platform` for spec:platform."""
    family, _, name = key.partition(":")
    if name.isdigit():
        return re.compile(rf"(?i)\b{re.escape(family)}[-~ ]?0*{int(name)}\b")
    return re.compile(rf"(?i)\b{re.escape(family)}[-:~ ]{re.escape(name)}\b")


@lru_cache(maxsize=4096)
def names_in(expression: str) -> frozenset[str]:
    """The names that an expression uses."""
    return frozenset(_NAME.findall(expression))


def first_uses(judged: Iterable[Judged]) -> dict[str, Span]:
    """Where each name of an expression is used first."""
    found: dict[str, Span] = {}
    for each in judged:
        for name in _NAME.findall(each.entry.expression):
            if name not in found:
                found[name] = each.entry.span
    return found


def same_title(tex: str, markdown: str) -> bool:
    """Whether a heading of the LaTeX is the one promised: compared by words, without markup or case."""
    return _words(tex) == _words(markdown)


def _words(text: str) -> list[str]:
    plain = re.sub(r"\\[A-Za-z]+\*?|\\.", " ", text)
    return re.findall(r"\w+", plain.casefold().replace("_", " "))
