r"""missing-font: the PDF does not hold a font that it uses, or a font does not hold a character.

Why: another machine shows another font in its place, and a character without a glyph shows as nothing or as a box.
Instead: use a font of the TeX bundle that has the character; draw figures with fonts embedded.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.printed import place
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK509", "missing-font", since="0.2", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each font, and for each place with a character that has no glyph."""
    if evidence.proof is None:
        return
    span = place(None, evidence.proof.path)
    for font in evidence.proof.fonts:
        yield CHECK.at(span, f"the font {font} is not in the file", "embed it, or use another one")
    for one in evidence.proof.unknown:
        message = f"page {one.sheet}: a character in {one.around!r} has no glyph"
        yield CHECK.at(span, message, "use a font that has it")
