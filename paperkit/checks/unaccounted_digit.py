r"""unaccounted-digit: a page, a bookmark or the file's title shows a number that nothing accounts for.

Why: what is on the page and not in what the checks read was put there by a macro that they do not follow, or by
somebody with a tool. Accounted for is what a marker or a waiver prints, what stands so in the sources with the same
words beside it, what LaTeX counts (pages, sections, tables, equations, references, citations), and the bibliography.
Instead: print the number where the scanner sees it, and bind it; `paperkit numerals main.tex` shows what it sees.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.printed import place
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.pdf.accounts import Stray

CHECK = Check("PK506", "unaccounted-digit", since="0.2", doc=__doc__)
SINGLE = 4
"""As many are shown one by one in a paper that others wrote."""


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each number, with what stands around it; for many in a paper of others one for all."""
    if evidence.proof is None:
        return
    strays = evidence.proof.strays
    if evidence.report is not None and evidence.report.main is not None and len(strays) > SINGLE:
        some = ", ".join(f"{one.text} on {_where(one)}" for one in strays[:SINGLE])
        message = f"{len(strays)} numbers come from no marker, waiver or text of the sources: {some}, ..."
        yield CHECK.at(place(None, evidence.proof.path), message, "bind what matters where the scanner sees it")
        return
    for one in strays:
        message = f"{_where(one)}: {one.text} in {one.around!r} comes from no marker, waiver or text of the sources"
        yield CHECK.at(place(None, evidence.proof.path), message, "bind it where the scanner sees it")


def _where(one: Stray) -> str:
    return f"page {one.sheet}" if one.sheet else "the file"
