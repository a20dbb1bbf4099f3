"""The rows of the evidence appendix, as plain data for its template: from the filled pages, never from their author."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from paperkit.artifacts.store import Store, Tree
from paperkit.expressions.evaluate import Evaluation, ExpressionError, Scope
from paperkit.figures.answers import text_of
from paperkit.figures.queries import Asked
from paperkit.latex.document import Marker
from paperkit.latex.let_pass import Waiver
from paperkit.render.addresses import address_of, leading
from paperkit.render.breakable import breakable
from paperkit.render.fill import Evaluate
from paperkit.render.provenance import artifact_row, harness_rows
from paperkit.render.safe import Latex
from paperkit.source import SourceFile, Span
from paperkit.values.numeral import PrintError, print_values
from paperkit.values.quantity import Cell, Kind, Value
from paperkit.values.unit import latex

SHOWN_COLUMNS = 2
"""Columns whose cells a row names; the ledger has them all."""
_TABLES = re.compile(r"\\begin\s*\{(table\*?|longtable|tblr|longtblr)\}(.*?)\\end\s*\{\1\}", re.DOTALL)
_FIGURES = re.compile(r"\\begin\s*\{(figure\*?)\}(.*?)\\end\s*\{\1\}", re.DOTALL)
_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_GRAPHIC = re.compile(r"\\includegraphics\*?\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
_CONSTANT = re.compile(r"""(?<=[=:([,])\s*(?:"[^"]*"|'[^']*'|-?[0-9][0-9.]*)""")
_VARYING = re.compile(r"""(["'])\{[^{}]*\}\1|\{[^{}]*\}""")
"""What a figure's script puts into a query as it runs."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and its markers as they are filled."""

    source: SourceFile
    markers: tuple[Marker, ...]
    allowed: tuple[Waiver, ...] = ()
    """What allow comments let pass."""


@dataclass(slots=True)
class _Row:
    """A row of the table part while markers come in."""

    label: str
    expression: str
    constants: list[list[str]] = field(default_factory=list)
    markers: dict[str, None] = field(default_factory=dict)
    count: int = 0
    kinds: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)

    def add(self, text: str, found: Evaluation) -> None:
        """One marker of the table."""
        self.markers[text] = None
        self.constants.append(_CONSTANT.findall(found.expression))
        self.count += 1
        self.kinds |= {cell.kind.value for cell in found.cells}
        self.names |= set(found.names)

    @property
    def query(self) -> str:
        """What the numbers have in common: the expression with a star for each constant that differs."""
        columns = iter(list(zip(*self.constants, strict=True)))
        return _CONSTANT.sub(lambda _: texts[0] if len(set(texts := next(columns))) == 1 else "*", self.expression)


def appendix(
    pages: Iterable[Page],
    figures: Mapping[str, Asked],
    evaluate: Evaluate,
    scope: Scope,
    repository: str = "",
    vocabulary: Iterable[str] = (),
    known: dict[tuple[str, ...], dict[str, object]] | None = None,
) -> dict[str, object]:
    """What evidence.tex.j2 gets. *figures*: for each name its queries and the artifacts that they read.

    *repository* is where the files can be read; cells lead there. *vocabulary*: names with numbers in them.
    *known*: rows that an earlier call with the same *scope* and *repository* left there, for the next one.
    """
    pages = tuple(pages)
    rows = _Rows(evaluate, scope, repository, {} if known is None else known)
    for page in pages:
        rows.take(page)
    used = rows.used | {name for _, names in figures.values() for name in names}
    return {
        "prose": list(rows.prose.values()),
        "tables": rows.of_tables(),
        "figures": list(_figure_rows(pages, figures)),
        "free": list(_free_rows(pages, vocabulary)),
        "artifacts": [artifact_row(scope.store, name) for name in scope.store.specs if name in used],
        "harnesses": harness_rows(scope.store, [name for name in scope.store.specs if name in used]),
    }


class _Rows:
    """Rows while the markers of the pages come in."""

    def __init__(
        self, evaluate: Evaluate, scope: Scope, repository: str, known: dict[tuple[str, ...], dict[str, object]]
    ) -> None:
        self.known = known
        self.evaluate = evaluate
        self.scope = scope
        self.repository = repository
        self.prose: dict[str, dict[str, object]] = {}
        self.tables: dict[tuple[str, int, str], _Row] = {}
        self.used: set[str] = set()

    def take(self, page: Page) -> None:
        """All markers of one page; those inside a table, its caption aside, belong to the table."""
        places = [(match.start(), match.end(), _label(match[2])) for match in _TABLES.finditer(page.source.text)]
        for marker in _bound(page):
            found = _evaluated(marker, self.evaluate)
            if found is None:
                continue
            self.used |= {cell.artifact for cell in found.cells}
            text = _as_tex(marker.texts[0])
            place = next((place for place in places if place[0] <= marker.span.start < place[1]), None)
            if place is None or marker.place == "caption":
                if text not in self.prose:
                    self.prose[text] = self._row(text, marker, found)
            else:
                key = (page.source.path, place[0], _CONSTANT.sub("*", found.expression))
                self.tables.setdefault(key, _Row(place[2], found.expression)).add(text, found)

    def _row(self, text: str, marker: Marker, found: Evaluation) -> dict[str, object]:
        key = (marker.macro, *marker.texts)
        if key not in self.known:
            self.known[key] = _prose_row(text, marker, found, self.scope, self.repository)
        return self.known[key]

    def of_tables(self) -> list[dict[str, object]]:
        """Rows of the table part; a link leads to one place only, and rather to a row of its own."""
        led = set(self.prose)
        rows = []
        for row in self.tables.values():
            markers = [text for text in row.markers if text not in led]
            led |= set(markers)
            rows.append({**_table_row(row), "markers": [Latex(text) for text in markers]})
        return rows


def _bound(page: Page) -> Iterator[Marker]:
    """The markers that link to evidence."""
    for marker in page.markers:
        if marker.macro in ("pkval", "pkclaim") and marker.span.source is page.source:
            yield marker


def _evaluated(marker: Marker, evaluate: Evaluate) -> Evaluation | None:
    try:
        return evaluate(marker.texts[0])
    except ExpressionError:
        return None


def _as_tex(text: str) -> Latex:
    """An expression as TeX keeps it: a run of white space is one space."""
    return Latex(re.sub(r"\s+", " ", text))


def _prose_row(text: str, marker: Marker, found: Evaluation, scope: Scope, repository: str) -> dict[str, object]:
    words = marker.macro == "pkclaim"
    return {
        "marker": text,
        "printed": Latex(r"\emph{claim}") if words else Latex(marker.texts[1]),
        "expression": breakable(found.expression),
        "meaning": breakable(" ".join(scope.quantities.get(found.expression.strip(), "").split())),
        "exact": _exact(found),
        "kinds": _kinds(found),
        "cells": _cells(found.cells, repository),
        "said": list(dict.fromkeys(said for cell in found.cells if (said := _said(cell, scope.store)))),
    }


def _exact(found: Evaluation) -> Latex:
    """Whether a claim holds; one or two values in full with their units; of more, how many there are."""
    if found.predicate is not None:
        return Latex("holds" if found.predicate else "does not hold")
    if len(found.values) > 2:
        return Latex(f"{len(found.values)} values")
    return Latex("; ").join(_in_full(one) for one in found.values)


def _in_full(one: Value) -> Latex:
    """All digits and the unit; of digits without end the first ones, which the unit may leave for the next line."""
    try:
        digits, gap = print_values((one,), None), "~"
    except PrintError:
        digits, gap = f"{text_of(one)[:14]}\\dots{{}}", " "
    unit = "" if one.unit.unknown else latex(one.unit, one.amount != 1)
    return Latex(f"{digits}{'' if unit == chr(92) + '%' else gap if unit else ''}{unit}")


def _kinds(found: Evaluation) -> str:
    return ", ".join(sorted({cell.kind.value for cell in found.cells}))


def _cells(cells: tuple[Cell, ...], repository: str) -> Latex:
    """Where they stand: `file:line column`, and for many of one column `file:first-last column (how many)`."""
    paths: dict[str, str] = {}
    columns: dict[tuple[str, str], list[int]] = {}
    for cell in cells:
        path = "" if cell.span is None else cell.span.source.path
        file = path.rpartition("/")[2] if path else cell.artifact
        paths[file] = path or paths.get(file, "")
        columns.setdefault((file, cell.column), []).append(cell.row)
    shown = [
        _column(file, column, lines, address_of(repository, paths.get(file, ""), min(lines)))
        for (file, column), lines in list(columns.items())[:SHOWN_COLUMNS]
    ]
    left = len(columns) - len(shown)
    return Latex("; ").join([*shown, *([Latex(f"and {left} more columns")] if left else [])])


def _said(cell: Cell, store: Store) -> str:
    """In words, where a declared value comes from: the document's sentence, or the source that a person gave."""
    if cell.kind is not Kind.GIVEN or cell.span is None:
        return ""
    if cell.span.path.endswith((".md", ".markdown")):
        return _sentence(cell.span)
    artifact = store.artifact(cell.artifact) if cell.artifact in store.specs else None
    node = artifact.root.get(cell.column.split(".")[0]) if isinstance(artifact, Tree) else None
    return "" if node is None else node.text_of("source") or ""


def _sentence(span: Span) -> str:
    """The sentence of a document that *span* stands in."""
    text = span.source.text
    start = max((match.end() for match in re.finditer(r"[.?!]\s|\n\s*\n", text[: span.start])), default=0)
    end = re.compile(r"[.?!](?=\s|\Z)|\n\s*\n").search(text, span.end)
    return " ".join(text[start : end.end() if end else len(text)].split())


def _column(file: str, column: str, lines: list[int], address: str) -> Latex:
    first, last = min(lines), max(lines)
    where = f"{first}" if first == last else f"{first}--{last}"
    count = f" ({len(lines)}~cells)" if len(lines) > 1 else ""
    place = leading(Latex(rf"{breakable(file)}:{where}"), address)
    return Latex(rf"{place} {breakable(column)}{count}")


def _table_row(row: _Row) -> dict[str, object]:
    return {
        "label": Latex(row.label),
        "query": breakable(row.query),
        "count": row.count,
        "kinds": ", ".join(sorted(row.kinds)),
        "artifact": breakable(", ".join(sorted(row.names))),
    }


def _free_rows(pages: tuple[Page, ...], vocabulary: Iterable[str]) -> Iterator[dict[str, object]]:
    """What stands without evidence: waived numbers with their reasons, and the names of the vocabulary that occur."""
    seen: dict[tuple[str, str, str], dict[str, object]] = {}
    for page in pages:
        file = page.source.path.rpartition("/")[2]
        for marker in page.markers:
            if marker.macro == "pkfree":
                why, text = marker.texts[:2]
                seen[text, why, file] = {"text": _as_tex(text), "why": _as_tex(why), "file": breakable(file)}
        for one in page.allowed:
            why = f"{one.reason} (allows {one.check})"
            seen[one.text, why, file] = {"text": one.text, "why": why, "file": breakable(file)}
    yield from seen.values()
    for word in vocabulary:
        whole = re.compile(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])")
        near = (page.source for page in pages if word in page.source.text)
        files = [source.path.rpartition("/")[2] for source in near if whole.search(source.text)]
        if files:
            yield {"text": word, "why": "a name, by the vocabulary", "file": breakable(", ".join(files))}


def _label(text: str) -> str:
    match = _LABEL.search(text)
    return match[1] if match else ""


def _figure_rows(pages: tuple[Page, ...], figures: Mapping[str, Asked]) -> Iterator[dict[str, object]]:
    labels: dict[str, str] = {}
    for page in pages:
        for match in _FIGURES.finditer(page.source.text):
            for graphic in _GRAPHIC.finditer(match[2]):
                labels.setdefault(PurePosixPath(graphic[1]).stem, _label(match[2]))
    for name, label in labels.items():
        queries, artifacts = figures.get(name, ((), ()))
        for query in queries:
            used = [artifact for artifact in artifacts if re.search(rf"\b{re.escape(artifact)}\b", query)]
            shown = breakable(", ".join(used or artifacts))
            shape = breakable(_VARYING.sub("*", query))
            yield {"name": name, "label": Latex(label), "query": shape, "artifact": shown}
