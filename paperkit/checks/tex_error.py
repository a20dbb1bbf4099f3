r"""tex-error: LaTeX stopped, or left something undefined.

Why: the PDF is missing, or shows ?? where a reader expects a reference.
Instead: see the line named; the engine's own words are in the message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.source import SourceFile, Span
from paperkit.tectonic.log import TexError

CHECK = Check("PK401", "tex-error", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each complaint of the engine, in the file that LaTeX was reading; a full line only warns."""
    sources = tuple(chain.from_iterable(document.sources for document in evidence.documents))
    for error in evidence.tex_errors:
        if error.kind == "underfull":
            continue
        found = CHECK.at(_span(error.file, error.line, sources), error.message, error.hint or "correct the line named")
        yield found if error.fatal and not _told_only(error, evidence) else replace(found, severity=Severity.WARNING)


def _told_only(error: TexError, evidence: Evidence) -> bool:
    """Whether a paper that others wrote lacks a character, and no digit, or a link: its text stays as it was."""
    own = evidence.report is not None and evidence.report.main is not None
    lacking = error.kind == "missing-character" and not re.search(r"has no \d", error.message)
    return own and (lacking or error.kind == "lost-link")


def _span(file: str | None, line: int | None, sources: tuple[SourceFile, ...]) -> Span | None:
    name = (file or "").removeprefix("./")
    near = [source for source in sources if name and (source.path == name or source.path.endswith("/" + name))]
    source = near[0] if near else (sources[0] if sources else None)
    if source is None:
        return None
    return source.line_span(line) if near and line and 0 < line <= len(source.line_starts) else source.whole()
