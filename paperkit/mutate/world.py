"""A project as `check` sees it, held in memory so that it can be judged again with something changed."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from paperkit.build.load import load
from paperkit.build.prepare import verdict
from paperkit.build.rendering import render
from paperkit.checks.base import ArtifactFile, Evidence, Judged
from paperkit.checks.gather import gather_tree
from paperkit.checks.judge import Known, judge
from paperkit.checks.own_main import gather_own
from paperkit.checks.run import run_checks, run_rules
from paperkit.checks.tree import tree_scope
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.errors import PaperkitError
from paperkit.expressions.evaluate import Scope
from paperkit.latex.document import Document
from paperkit.latex.scan import scan
from paperkit.project import find_project
from paperkit.source import SourceFile

SOON = frozenset({"PK102", "PK103", "PK104", "PK105", "PK113"})
"""Checks that look at one marker alone; they say most of what there is to say, and are asked first."""


@dataclass(frozen=True)
class World:
    """One project in memory. *strict*: whether a warning catches, too, as it does under `check --strict`."""

    evidence: Evidence
    scope: Scope
    strict: bool = False
    files: tuple[ArtifactFile, ...] = ()
    """The files of artifacts as git sees them, for what asks after who wrote them."""
    known: Known = field(default_factory=dict)

    @cached_property
    def sources(self) -> dict[str, SourceFile]:
        """All files that were read as LaTeX, by path as shown."""
        return {source.path: source for document in self.evidence.documents for source in document.sources}

    @property
    def judged(self) -> tuple[Judged, ...]:
        """The markers that an author wrote."""
        return tuple(one for one in self.evidence.judged if one.marker.span.path not in self.evidence.generated)

    @cached_property
    def by_place(self) -> dict[tuple[str, int], Judged]:
        """The markers that an author wrote, by path and offset."""
        return {(one.marker.span.path, one.marker.span.start): one for one in self.judged}

    def errors(self, evidence: Evidence, codes: frozenset[str] = frozenset()) -> tuple[Diagnostic, ...]:
        """What every check says to *evidence*, or only those of *codes*, at its place in the LaTeX."""
        found = run_rules(evidence, codes) if codes else run_checks(evidence).diagnostics
        return tuple(one for one in found if self.strict or one.severity is Severity.ERROR)

    def with_texts(self, texts: Mapping[str, str]) -> Evidence:
        """The evidence with other texts of some files: scanned again, judged again."""
        documents = self._scanned({path: SourceFile(path, text) for path, text in texts.items()})
        return replace(self.evidence, documents=documents, judged=judge(documents, self.scope, self.known))

    def _scanned(self, changed: Mapping[str, SourceFile]) -> tuple[Document, ...]:
        sources = {**self.sources, **changed}
        for path in self.evidence.generated & set(sources):  # exempt from checks, and long
            sources[path] = SourceFile(path, "")
        base = posixpath.dirname(self.evidence.documents[0].source.path)

        def read(name: str) -> SourceFile | None:
            paths = (posixpath.normpath(posixpath.join(base, each)) for each in (name, f"{name}.tex"))
            return next((sources[path] for path in paths if path in sources), None)

        first, *stray = (document.source.path for document in self.evidence.documents)
        return (scan(sources[first], read), *(scan(sources[path], None) for path in stray))


def open_world(target: Path, artifacts: Path | None = None, strict: bool = False) -> World:
    """The report in a folder, or the LaTeX project of a main file. Raises PaperkitError where nothing can be judged.

    What is on disk beside it (outputs, git's view of artifacts) is left out: it would tell any change from what was
    committed, and what is asked here is whether the checks see a number that is wrong.
    """
    evidence, scope = _report(target) if target.is_dir() else _tree(target, artifacts)
    if not any(one.error is None for one in evidence.judged):
        raise PaperkitError(f"{target}: no marker can be judged", "run `paperkit check` and mend what it finds")
    plain = replace(
        evidence,
        files=(),
        disk={},
        rendered={},
        written={},
        origins={},
        problems=(),
        ledger=None,
        lying={},
        outdated={},
    )
    world = World(plain, scope, strict, evidence.files)
    judge(plain.documents, scope, world.known)
    return world


def _report(folder: Path) -> tuple[Evidence, Scope]:
    loaded = load(folder)
    if loaded.own is not None:
        return gather_own(loaded.project, loaded.own, loaded.scope, loaded.problems), loaded.scope
    prepared = verdict(loaded, *render(loaded))
    if prepared.rendered is None:
        raise PaperkitError(f"{folder}: cannot be rendered", f"run `paperkit check {folder}` and mend what it finds")
    return prepared.checked.evidence, loaded.scope


def _tree(main: Path, artifacts: Path | None) -> tuple[Evidence, Scope]:
    if not main.is_file():
        raise PaperkitError(f"{main}: no such file", "name the main .tex file, or the folder of a report")
    project = find_project(main.parent)
    scope = tree_scope(main, artifacts, project)
    return gather_tree(main, project, scope), scope


def only(documents: Iterable[Document], wanted: frozenset[tuple[str, int]]) -> tuple[Document, ...]:
    """*documents* with those markers alone, each named by its path and offset, and the numerals in them."""
    return tuple(_only(document, wanted) for document in documents)


def _only(document: Document, wanted: frozenset[tuple[str, int]]) -> Document:
    kept = [at for at, one in enumerate(document.markers) if (one.span.path, one.span.start) in wanted]
    numbers = {at: number for number, at in enumerate(kept)}
    numerals = tuple(
        one._replace(marker=numbers[one.marker])
        for one in document.numerals
        if one.marker in numbers and one.marker is not None
    )
    return replace(document, markers=tuple(document.markers[at] for at in kept), numerals=numerals)
