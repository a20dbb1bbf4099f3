r"""undefined-reference: a reference names a label that stands nowhere.

Why: the reader sees ?? where the evidence should be.
Instead: correct the name; the hint shows the nearest one. Only whole documents are looked at, and only where all of
their inputs were read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.diagnostics.nearest import nearest
from paperkit.latex.document import Document

CHECK = Check("PK406", "undefined-reference", since="0.2", doc=__doc__, waivable=True)
_ARGUMENT = re.compile(r"(?<=[{,=\[])[^{},\[\]=\n]{1,120}(?=[},\]])")
_OPTION = re.compile(r"\blabel\s*=\s*\{?\s*([^\s,{}\]]+)")


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each reference to a label that there is not."""
    if not all_read(evidence):
        return
    known = {label.name for document in evidence.documents for label in document.labels}
    for document in evidence.documents:
        for source in document.sources:
            known |= set(_OPTION.findall(source.text))
    texts = [source.text for document in evidence.documents for source in document.sources]
    if any("externaldocument" in text for text in texts):
        return  # labels of another document, which is not read
    references = [each for document in evidence.documents for each in document.references]
    lost = [each for each in references if each.name not in known and is_plain(each.name)]
    if not lost:
        return
    citations = [each.name for document in evidence.documents for each in document.citations]
    uses = Counter((*(reference.name for reference in references), *citations))
    arguments = Counter(argument.strip() for text in texts for argument in _ARGUMENT.findall(text))
    # a name that stands elsewhere, too, may be one that a user's macro makes a label of
    for reference in lost:
        name = reference.name
        if arguments[name] <= uses[name]:
            hint = nearest(name, known) or "give the place a \\label{...}"
            yield CHECK.at(reference.span, f"no place has the label {name}", hint)


def is_plain(name: str) -> bool:
    """Whether a name is written out, and not made of a macro's parameters."""
    return bool(name) and not set("#\\<>~{}") & set(name)


def all_read(evidence: Evidence) -> bool:
    """Whether this is a whole document whose every input was read."""
    return bool(evidence.documents) and not evidence.unread and is_whole(evidence.documents[0])


def is_whole(document: Document) -> bool:
    """Whether the main file is one and no part of another."""
    return "\\documentclass" in document.source.text or "\\documentstyle" in document.source.text
