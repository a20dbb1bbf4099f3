"""The unbound literals of a file, and the project that they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from paperkit.build.load import load
from paperkit.build.prepare import verdict
from paperkit.build.rendering import render
from paperkit.checks.base import Evidence, Origins
from paperkit.checks.gather import gather_tree
from paperkit.checks.own_main import gather_own
from paperkit.checks.relocate import author_place
from paperkit.checks.tree import tree_scope
from paperkit.checks.vocabulary import is_named
from paperkit.config.report import REPORT_FILE
from paperkit.errors import PaperkitError
from paperkit.expressions.evaluate import Scope
from paperkit.latex.document import Document, Numeral
from paperkit.project import find_project, near_path
from paperkit.source import Span
from paperkit.suggest.context import Surroundings
from paperkit.suggest.literal import Literal, literal_of

_PLAIN = re.compile(r"[-+]?\d+(?:(?:\{,\}|,|\\,)\d{3})*(?:\.\d+)?")
"""What the definition of a macro may hold that a marker can be put around."""


@dataclass(frozen=True, slots=True)
class Place:
    """`FILE`, `FILE:LINE` or `FILE:LINE:COLUMN` as a user names it."""

    file: Path
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Unbound:
    """A literal at the author's place; *exact* is false where a template or a macro makes it, so nothing is written.

    A number that a macro of the author holds (`\newcommand{\tail}{12.46}`) stands where the macro is defined.
    """

    literal: Literal
    span: Span
    exact: bool
    use: Span
    """Where it is printed first."""

    def at(self, place: Place) -> bool:
        """Whether *place* means it: where it stands, or where it is printed."""
        return any(
            place.line in (None, span.line) and place.column in (None, span.column) for span in {self.span, self.use}
        )


@dataclass(frozen=True, slots=True)
class Search:
    """The unbound literals at a place, and what expressions may name."""

    found: tuple[Unbound, ...]
    scope: Scope
    root: Path


def place_of(text: str) -> Place:
    """The place that *text* names. Raises PaperkitError where there is no such file."""
    parts = text.rsplit(":", 2)
    numbers: list[int] = []
    while len(parts) > 1 and parts[-1].isdecimal() and not Path(":".join(parts)).exists():
        numbers.insert(0, int(parts.pop()))
    file = Path(":".join(parts))
    if file.is_dir():
        inside = sorted(file.glob("sections/*.tex*")) or sorted(file.glob("*.tex"))
        hint = f"name one of its files: {', '.join(map(str, inside[:4]))}" if inside else "name a .tex file"
        raise PaperkitError(f"{file} is a folder, and a number stands in a file", hint)
    if not file.is_file():
        hint = near_path(file, (), (".tex", ".ltx", ".j2")) or "name a .tex file, or a section of a report (.tex.j2)"
        raise PaperkitError(f"{file}: no such file", hint)
    return Place(file, *numbers)


def search(place: Place, main: Path | None = None, artifacts: Path | None = None) -> Search:
    """What is unbound there: in a section of a report, or in a file of a plain LaTeX project (read from *main*)."""
    report = _report_of(place.file) if main is None and artifacts is None else None
    evidence, scope = _report(report) if report is not None else _tree(main or place.file, artifacts)
    shown = evidence.project.shown(place.file)
    words = evidence.settings.words
    found = (
        one
        for document in evidence.documents
        for one in _unbound(document, evidence.origins, shown, words, evidence.generated)
        if one.at(place)
    )
    return Search(tuple(found), scope, evidence.project.root)


def unbound_in(evidence: Evidence) -> tuple[Unbound, ...]:
    """Every unbound literal, in the order of the text."""
    words = evidence.settings.words
    return tuple(
        one
        for document in evidence.documents
        for one in _unbound(document, evidence.origins, None, words, evidence.generated)
    )


def _unbound(
    document: Document, origins: Origins, shown: str | None, words: tuple[str, ...], generated: frozenset[str]
) -> Iterator[Unbound]:
    around = Surroundings(document)
    seen: set[tuple[str, int, int]] = set()
    for numeral in document.numerals:
        if not numeral.ungrounded or numeral.span.path in generated or is_named(numeral.span, words):
            continue
        use = author_place(numeral.span, origins)
        held = numeral.origin if numeral.origin is not None and _PLAIN.fullmatch(numeral.origin.text) else None
        span = held or use
        if shown in (None, span.path, use.path) and (span.path, span.start, span.end) not in seen:
            seen.add((span.path, span.start, span.end))
            exact = held is not None or _exact(numeral, span)
            yield Unbound(literal_of(numeral, around.around(numeral.span)), span, exact, use)


def _exact(numeral: Numeral, span: Span) -> bool:
    return numeral.origin is None and span.text == numeral.span.text and "\\pk" not in span.text


def _report_of(file: Path) -> Path | None:
    """The folder of the report that a file belongs to."""
    return next((folder for folder in file.absolute().parents if (folder / REPORT_FILE).is_file()), None)


def _report(folder: Path) -> tuple[Evidence, Scope]:
    loaded = load(folder)
    if loaded.own is not None:
        return gather_own(loaded.project, loaded.own, loaded.scope, loaded.problems), loaded.scope
    return verdict(loaded, *render(loaded)).checked.evidence, loaded.scope


def _tree(main: Path, artifacts: Path | None) -> tuple[Evidence, Scope]:
    if artifacts is not None and not artifacts.is_dir():
        raise PaperkitError(f"{artifacts}: no such folder", "name the folder that holds the artifacts")
    project = find_project(main.parent)
    scope = tree_scope(main, artifacts, project)
    return gather_tree(main, project, scope), scope
