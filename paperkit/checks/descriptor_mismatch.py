r"""descriptor-mismatch: an artifact is not what its descriptor says.

Why: without the right columns, units and digest nobody knows what a cell means.
Instead: let the harness write both (`paperkit bench run NAME`); by hand, correct datapackage.json beside the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.artifact_files import reading_problems
from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK204", "descriptor-mismatch", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each way in which an artifact is not as described."""
    yield from reading_problems(evidence, CHECK)
