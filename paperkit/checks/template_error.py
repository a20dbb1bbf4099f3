r"""template-error: a section's template cannot be rendered, or a figure's script cannot be drawn.

Why: what is not rendered is not in the report, and was not checked.
Instead: see the line named. Templates know `\VAR{...}` and `\BLOCK{...}`, comments begin with `%#`; a name that is not
defined is an error, and a template can run no code.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK403", "template-error", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """What rendering found; all of these have places there already."""
    return (problem for problem in evidence.problems if problem.code == CHECK.code)
