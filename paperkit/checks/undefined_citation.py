r"""undefined-citation: a citation names an entry that no bibliography has.

Why: the reader sees [?] where the source of a statement should be.
Instead: correct the key, the hint shows the nearest one, or add the entry to the bibliography. Looked at are whole
documents whose bibliographies lie in the project.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.undefined_reference import all_read, is_plain
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.diagnostics.nearest import nearest

CHECK = Check("PK407", "undefined-citation", since="0.2", doc=__doc__, waivable=True)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each key that is cited and defined nowhere."""
    if evidence.entry_keys is None or not all_read(evidence):
        return
    known = {entry.name for document in evidence.documents for entry in document.entries} | evidence.entry_keys
    for document in evidence.documents:
        for citation in document.citations:
            if citation.name not in known and citation.name != "*" and is_plain(citation.name):
                hint = nearest(citation.name, known) or "add the entry to the bibliography"
                yield CHECK.at(citation.span, f"no bibliography has the entry {citation.name}", hint)
