r"""bad-cell: an artifact holds a row or a cell that is no value.

Why: a ragged row, a thousands mark or NaN is a mistake of the writer, and reads as another number elsewhere.
Instead: correct the harness and run it again; a missing value is an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.artifact_files import reading_problems
from paperkit.checks.base import Check, Evidence
from paperkit.checks.unresolved_expression import at_error
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK205", "bad-cell", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each bad row or cell of an artifact, and for each marker that reads one."""
    for each in evidence.judged:
        if each.error is not None and str(each.error.reason) == "cell":
            yield at_error(CHECK, each)
    yield from reading_problems(evidence, CHECK)
