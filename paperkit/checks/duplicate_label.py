r"""duplicate-label: two places have the same label.

Why: LaTeX takes the last one, and every reference to the first leads to the wrong table or figure.
Instead: give one of them another name. In a loop of a template, put the key of the row into the label. The two branches
of a conditional are never both printed, and may have the same label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.undefined_reference import is_plain
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.source import Span

CHECK = Check("PK405", "duplicate-label", since="0.2", doc=__doc__, waivable=True)

_BRANCH = re.compile(r"(?<!\\)\\(else|or|fi|if(?!f\b|thenelse\b)[A-Za-z@]*)(?![A-Za-z@])")


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each label that an earlier place has already."""
    first: dict[str, Span] = {}
    for document in evidence.documents:
        for label in document.labels:
            before = first.setdefault(label.name, label.span)
            if before != label.span and is_plain(label.name) and not _either(before, label.span):
                message = f"the label {label.name} stands at {before.place} already"
                yield CHECK.at(label.span, message, "give one of them another name").label(before, "the first")


def _either(first: Span, second: Span) -> bool:
    """Whether two places are in different branches of one conditional: an `\\else` of it lies between them."""
    if first.path != second.path or first.source.text != second.source.text:
        return False
    depth = lowest = 0
    for found in _BRANCH.finditer(first.source.text, first.end, second.start):
        if found[1] in ("else", "or"):
            if depth == lowest:
                return True
        else:
            depth += -1 if found[1] == "fi" else 1
            lowest = min(lowest, depth)
    return False
