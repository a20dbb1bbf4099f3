r"""outdated-output: the last build is older than its sources.

Why: who opens main.pdf reads other numbers or words than the templates and the evidence give now.
Instead: `paperkit build`. Said only where nothing is an error, for then the build would not go through.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from paperkit.checks.base import Check, Evidence
from paperkit.checks.outputs import Differing, differing
from paperkit.checks.relocate import author_place
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.source import SourceFile, Span

CHECK = Check("PK307", "outdated-output", since="0.1", doc=__doc__, severity=Severity.WARNING)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for all files that the last build wrote and the next would write otherwise."""
    old = [output for output in differing(evidence) if output.written]
    if not old or evidence.report is None:
        return
    folder = evidence.project.shown(evidence.report.folder)
    names = ", ".join(output.path.removeprefix(f"{folder}/") for output in old[:3])
    more = f" and {len(old) - 3} more" if len(old) > 3 else ""
    message = f"the last build is older than its sources: {names}{more}"
    span = _first_change(old[0], evidence)
    yield CHECK.at(span, message, f"run `paperkit build {folder}`", "the last build gave another text here")


def _first_change(output: Differing, evidence: Evidence) -> Span:
    """The first line that differs: where its author wrote it, else as it lies on disk."""
    lines = zip_longest(output.disk.text.split("\n"), output.rendered.split("\n"))
    number = next((at for at, (before, now) in enumerate(lines, 1) if before != now), 1)
    now = SourceFile(output.path, output.rendered)
    place = author_place(now.line_span(min(number, len(now.line_starts))), evidence.origins)
    disk = output.disk
    return place if place.path != output.path else disk.line_span(min(number, len(disk.line_starts)))
