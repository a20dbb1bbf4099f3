r"""projected-outside: a projection is shown as if it were a result.

Why: "designed, not measured" must be seen where the number is read.
Instead: put the passage into `\pkprojected{...}`, which marks it, or take a value of another kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.words import show_cells
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK108", "projected-outside", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each marker of kind projection outside every pkprojected."""
    for each in evidence.judged:
        entry = each.entry
        if "projection" not in {str(kind) for kind in entry.kinds} or entry.span.path in evidence.generated:
            continue
        if not each.marker.projected:
            found = CHECK.at(entry.span, f"{entry.expression} is a projection", r"enclose it in \pkprojected{...}")
            cells = tuple(cell for cell in entry.cells if str(cell.kind) == "projection")
            yield show_cells(found, cells)
