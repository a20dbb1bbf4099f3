r"""unrecorded-figure-text: a figure shows digits that its record does not name.

Why: what a figure prints comes from `evidence.text(...)` or is a tick of an axis, and both are in its record; anything
else was drawn past the record, or put over the figure on the page.
Instead: draw numbers with `evidence.text(...)`, and put nothing over an included figure.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.printed import place
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK507", "unrecorded-figure-text", since="0.2", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each figure, in its script where there is one."""
    if evidence.proof is None:
        return
    scripts = {source.path.rsplit("/", 1)[-1].removesuffix(".py"): source for source in evidence.scripts}
    for one in evidence.proof.unsaid:
        script = scripts.get(one.name)
        where = f"page {one.sheet}: figure {one.name}" if one.sheet else f"figure {one.name}"
        span = script.whole() if script is not None else place(None, evidence.proof.path)
        yield CHECK.at(
            span, f"{where} shows {one.digits}, which its record does not name", "draw what evidence.text gives"
        )
