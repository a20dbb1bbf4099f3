r"""duplicate-label: two places have the same label.

Why: LaTeX takes the last one, and every reference to the first leads to the wrong table or figure.
Instead: give one of them another name. In a loop of a template, put the key of the row into the label.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.undefined_reference import is_plain
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.source import Span

CHECK = Check("PK405", "duplicate-label", since="0.2", doc=__doc__, waivable=True)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each label that an earlier place has already."""
    first: dict[str, Span] = {}
    for document in evidence.documents:
        for label in document.labels:
            before = first.setdefault(label.name, label.span)
            if before != label.span and is_plain(label.name):
                message = f"the label {label.name} stands at {before.place} already"
                yield CHECK.at(label.span, message, "give one of them another name").label(before, "the first")
