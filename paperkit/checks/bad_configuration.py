r"""bad-configuration: report.yaml, toc.md, given.yaml or bench.yaml holds what is not understood.

Why: a key that is misspelt would otherwise be passed over in silence.
Instead: correct it; the message names what is known. `paperkit new` writes files that
are right to begin with; all keys are in docs/report-yaml.md of paperkit.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.artifact_files import reading_problems
from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK302", "bad-configuration", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """What the artifacts say of their configuration; what reading the files found is among evidence.problems."""
    yield from reading_problems(evidence, CHECK)
