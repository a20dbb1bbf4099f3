r"""changed-artifact: evidence on disk is not what is committed.

Why: the number is read from a file that no reader has; an edited cell is no measurement.
Instead: see `git diff`; restore the file, or run its harness and commit what it writes.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.artifact_files import artifact_files
from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK202", "changed-artifact", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each file of an artifact that differs from HEAD."""
    for file in artifact_files(evidence):
        if str(file.state) == "changed":
            hint = f"restore it (`git restore {file.path}`), or commit what the harness wrote"
            message = f"{file.path} differs from what is committed"
            if file.change is None:
                yield CHECK.at(file.span, message, hint)
                continue
            span, was = file.change
            yield CHECK.at(span, message, hint, f"committed: {was}").label(file.span, "named here")
