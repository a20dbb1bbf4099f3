r"""misordered-sections: sections stand in another order than the contract promises.

Why: readers were promised a way through the report; a section read too early rests on what was not said yet.
Instead: put the `\input` lines of the main template into the order of toc.md, or change toc.md and agree on it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK306", "misordered-sections", since="0.2", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic, at the first section that stands elsewhere than it is promised."""
    contract = evidence.contract
    if contract is None or not evidence.documents:
        return
    spans = {PurePosixPath(each.name).stem: each.span for each in evidence.documents[0].inputs}
    order = [key for key in spans if contract.promise(key) is not None]
    promised = [promise.key for promise in contract.promises if promise.key in spans]
    for key, due in zip(order, promised, strict=True):
        if key != due:
            promise = contract.promise(due)
            message = f"section {key!r} stands where {due!r} is promised"
            found = CHECK.at(spans[key], message, "put the sections into the order of toc.md")
            yield found.label(promise.span if promise is not None else None, "promised here")
            return
