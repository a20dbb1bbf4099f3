r"""outdated-output: the last build is older than its sources.

Why: who opens main.pdf reads other numbers or words than the templates and the evidence give now.
Instead: `paperkit build`. Said only where nothing is an error, for then the build would not go through.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.outputs import differing
from paperkit.diagnostics.diagnostic import Diagnostic, Severity

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
    yield CHECK.at(old[0].disk.whole(), message, f"run `paperkit build {folder}`")
