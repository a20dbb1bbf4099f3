"""What a check is, and what it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from paperkit.artifacts.store import Store
from paperkit.bench.stale import Known
from paperkit.config.baseline import Baseline
from paperkit.config.report import Report
from paperkit.config.settings import NO_SETTINGS, Settings
from paperkit.config.toc import Contract
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.expressions.error import ExpressionError
from paperkit.expressions.relation import NOTHING, Anatomy
from paperkit.frozen import frozen
from paperkit.latex.document import Document, Marker, Numeral, Trouble
from paperkit.ledger import Entry
from paperkit.project import GitState, Project
from paperkit.source import SourceFile, Span
from paperkit.sources import SourceDocument
from paperkit.tectonic.log import TexError
from paperkit.values.printing import Digits

if TYPE_CHECKING:
    from paperkit.pdf.proof import Proof  # a check that reads no PDF loads nothing of it


@dataclass(frozen=True, slots=True)
class Check:
    """One rule. *name* says the bad pattern and reads well after "allow"; *doc* is the page of `explain`."""

    code: str
    name: str
    since: str
    doc: str
    severity: Severity = Severity.ERROR
    waivable: bool = False
    """Whether an allow comment may silence it; only what concerns one number is."""

    def at(self, span: Span | None, message: str, hint: str = "", note: str = "") -> Diagnostic:
        """A diagnostic of this check at *span*."""
        return Diagnostic(self.code, self.name, message, span, note=note, hint=hint, severity=self.severity)


@frozen
class Judged:
    """A marker and what became of it: an entry, and the error where its expression could not be evaluated."""

    marker: Marker
    entry: Entry
    expression_span: Span
    """The expression, or where a user's macro that makes it is used."""
    error: ExpressionError | None = None
    constants: tuple[tuple[Span, str], ...] = ()
    """Numbers in the expression that come from no evidence and are on no list."""
    grounded: bool = True
    """Whether the value moves when its cells do."""
    agrees: bool = True
    expected: str = ""
    """What the format prints; empty where that is not known."""
    reason: str = ""
    """Why printed and value do not agree, a fact with both numbers."""
    cause: str = ""
    """In a word: number, digits, count, unit, or format (the format cannot print this value)."""
    hint: str = ""
    anatomy: Anatomy = NOTHING
    """How the expression is built: its two sides, where it relates two."""
    numerals: tuple[Numeral, ...] = ()
    """What a reader reads inside the marker."""
    digits: tuple[Digits, ...] = ()
    """What the format shows of each value, where the printed numbers agree."""


Origins = Mapping[str, tuple[tuple[SourceFile, int] | None, ...]]
"""For each rendered file (path as shown) and each of its lines: the template and its line."""


@dataclass(frozen=True, slots=True)
class ArtifactFile:
    """One file that evidence rests on, with what git says of it; *span* is where the report names it."""

    name: str
    path: str
    state: GitState
    span: Span
    change: tuple[Span, str] | None = None
    """The first place where it differs from what is committed, and what stands there in HEAD."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that checks may look at; frozen, and read from disk already."""

    project: Project
    store: Store
    documents: tuple[Document, ...] = ()
    judged: tuple[Judged, ...] = ()
    report: Report | None = None
    contract: Contract | None = None
    sources: Mapping[str, SourceDocument] = field(default_factory=dict)
    rendered: Mapping[str, str] = field(default_factory=dict)
    """What render gives now, by path as shown; empty for a plain LaTeX project."""
    disk: Mapping[str, SourceFile] = field(default_factory=dict)
    """What lies on disk of these paths."""
    generated: frozenset[str] = frozenset()
    """Paths that render writes alone (the evidence appendix): compared, and otherwise exempt."""
    files: tuple[ArtifactFile, ...] = ()
    """Files of all artifacts and documents."""
    written: Mapping[str, str] = field(default_factory=dict)
    """Digest of each output as the last build wrote it, by path as shown."""
    figures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Artifacts that each figure was drawn from, by the figure's name."""
    origins: Origins = field(default_factory=dict)
    tex_errors: tuple[TexError, ...] = ()
    unread: tuple[Trouble, ...] = ()
    """Inputs that were not found or could not be read."""
    problems: tuple[Diagnostic, ...] = ()
    """What reading, rendering and drawing found already."""
    ledger: SourceFile | None = None
    """The ledger of the last build as it lies on disk."""
    former: Mapping[str, SourceFile] = field(default_factory=dict)
    """The LaTeX as it was accepted before: what the last build wrote, or what git has staged; by path as shown."""
    lying: Mapping[str, str] = field(default_factory=dict)
    """Digest of each file under a report's tex/, by path as shown."""
    outdated: Mapping[str, str] = field(default_factory=dict)
    """Files of artifacts that are no longer what the last build was made from, by the artifact's name."""
    scripts: tuple[SourceFile, ...] = ()
    """The scripts of a report's figures."""
    entry_keys: frozenset[str] | None = None
    """Keys of the bibliographies that the document names; None where not all of them could be read."""
    settings: Settings = NO_SETTINGS
    """Vocabulary and severities: of the report, or of a plain project's pyproject.toml."""
    baseline: Baseline | None = None
    """Numbers without evidence that are let pass."""
    proof: Proof | None = None
    """What was read off the PDF; None where none was read."""
    draft: bool = False
    """Whether typed numbers and uncommitted artifacts only warn."""
    harnesses: Known = field(default_factory=Known, compare=False, repr=False)
    """What was read of the harnesses so far: several checks ask for them, and each is read once."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The ledger's entries."""
        return tuple(each.entry for each in self.judged)


def origin(origins: Origins, span: Span) -> tuple[str, int]:
    """(path, line) in the author's file of what stands at *span*; its own place where it was not rendered."""
    rows = origins.get(span.path, ())
    line = span.line
    at = rows[line - 1] if line <= len(rows) else None
    return (span.path, line) if at is None else (at[0].path, at[1])


Find = Callable[[Evidence], Iterator[Diagnostic]]
"""The function of a check."""
