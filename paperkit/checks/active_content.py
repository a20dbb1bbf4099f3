r"""active-content: something in the PDF acts: a script, a program, a form that is sent, a film, a switched layer.

Why: what acts can change what a reader sees after the file was proven, and some programs show it and others do not. So
does a layer that is switched off, or shown on paper and not on a screen.
Instead: print what it would show; a link may lead to a page, a file or an address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.printed import place
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.pdf.acting import LAYERS
from paperkit.source import Span

CHECK = Check("PK511", "active-content", since="0.2", doc=__doc__)
_WRITTEN = {"Launch": r"Launch\b|run:", "SubmitForm": r"SubmitForm|\\Submit", "ResetForm": r"ResetForm|\\Reset"}
"""How LaTeX writes what PDF calls so, where that is more than its word."""


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each page and kind of action."""
    if evidence.proof is None:
        return
    for one in evidence.proof.acts:
        where = f"page {one.sheet}" if one.sheet else "the document"
        span = _written(one.name, evidence) or place(None, evidence.proof.path)
        what = "layers that not everybody sees" if one.name == LAYERS else f"an action of the kind {one.name}"
        yield CHECK.at(span, f"{where} has {what}", "take it out")


def _written(name: str, evidence: Evidence) -> Span | None:
    """Where the sources ask for it; None where that is in no place, or in more than one."""
    word = _WRITTEN.get(name, rf"{re.escape(name)}\b")
    pattern = re.compile(rf"(?<![A-Za-z])(?:{word})")
    sources = {source.path: source for document in evidence.documents for source in document.sources}
    found = [source.span(*one.span()) for source in sources.values() for one in pattern.finditer(source.text)]
    return found[0] if len(found) == 1 else None
