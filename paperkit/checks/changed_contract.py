"""changed-contract: the agreed table of contents is not the text that was agreed to, or nobody can tell.

Why: a person agreed to a text. If it can be edited afterwards and still says `agreed`, their word means nothing.
Instead: let the person see the change, then record it with `paperkit toc amend REPORT --by NAME --note WHY`. A contract
that says `agreed` without a digest was never held: `paperkit toc agree REPORT --by NAME` writes it. Who agreed and
when must be what the last entry of its history says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from paperkit.checks.base import Check, Evidence
from paperkit.config.toc import Contract
from paperkit.diagnostics.diagnostic import Diagnostic, Severity

CHECK = Check("PK308", "changed-contract", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """The contract whose body has not the digest that was agreed to."""
    contract = evidence.contract
    if contract is None or not (contract.agreed or contract.history):
        return
    report = contract.source.path.rpartition("/")[0]
    if not contract.agreed:
        last = contract.history[-1]
        fact = f"{contract.source.path} was agreed by {last.by} on {last.date}, and is a draft again"
        hint = f"when they agree to it as it is, run `paperkit toc agree {report} --by NAME`"
        yield replace(CHECK.at(contract.source.whole(), fact, hint), severity=Severity.WARNING)
        return
    if contract.digest is None:
        hint = f"run `paperkit toc agree {report} --by NAME`, which keeps what was agreed to"
        found = CHECK.at(contract.source.whole(), f"{contract.source.path} is agreed, but has no digest", hint)
        yield replace(found, severity=Severity.WARNING)
        return
    if contract.digest.value != contract.body_digest:
        message = (
            f"{contract.source.path} has changed since {contract.by} agreed on {contract.date}: "
            f"{contract.digest.value[7:19]} was agreed, {contract.body_digest[7:19]} is there"
        )
        hint = f"see `paperkit toc show {report}`; record it with `paperkit toc amend {report} --by NAME --note WHY`"
        found = CHECK.at(contract.digest.span, message, hint)
        yield found.label(contract.promises[0].span, "the text begins here") if contract.promises else found
        return
    yield from _other_agreement(contract)


def _other_agreement(contract: Contract) -> Iterator[Diagnostic]:
    """Who agreed, when and to what stands twice: at the top, and as the last entry of the history."""
    if not contract.history or contract.digest is None:
        return
    last = contract.history[-1]
    told = (("by", contract.by, last.by), ("date", contract.date, last.date))
    for name, here, there in (*told, ("digest", contract.digest.value[7:19], last.digest[7:19])):
        if here != there:
            fact = f"{contract.source.path} says {name} {here}, but its history ends with {name} {there}"
            yield CHECK.at(contract.digest.span, fact, "put back what was agreed, or agree again")
