r"""misplaced-marker: a marker stands where LaTeX cannot print it.

Why: some macros read their arguments as digits (`\num`, `\addplot coordinates`, `\ifdim`); a marker inside breaks them.
Instead: put the marker around, `\pkval{expression | .1f}{\num{3.4}}`; let a plot read the artifact,
`\addplot table {gemm.csv}`; compare in the expression and not in TeX.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK110", "misplaced-marker", since="0.1", doc=__doc__)
WHERE = {
    "addplot": r"let the plot read the artifact: \addplot table {FILE.csv}",
    "ifdim": "compare in an expression, and let a template choose the words",
    "ifnum": "compare in an expression, and let a template choose the words",
}
AROUND = r"put the marker around it: \pkval{... | ...}{\%s{...}}"


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each marker inside a macro that reads digits."""
    for document in evidence.documents:
        for marker in document.markers:
            if marker.inside:
                hint = WHERE.get(marker.inside) or AROUND % marker.inside
                yield CHECK.at(marker.span, f"\\{marker.macro} stands inside \\{marker.inside}", hint)
