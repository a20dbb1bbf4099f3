r"""broken-contract: the report and its agreed table of contents differ.

Why: readers were promised these sections, sources, figures, tables and claims, and no others.
Instead: write what is promised, or change toc.md and agree on it again. While its state is `draft`, only sections are
compared. A source is met by any name of its file. A claim names in backticks the quantities or artifacts that carry it;
a marker of its section must use them, or read just the cells that such a quantity reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from paperkit.checks.base import Check, Evidence
from paperkit.checks.contract import Section, same_title, sections
from paperkit.checks.promised import Promised, with_aliases
from paperkit.config.fields import Text
from paperkit.config.toc import Contract
from paperkit.config.toc_body import Promise
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.source import Span

CHECK = Check("PK301", "broken-contract", since="0.1", doc=__doc__)
AMEND = "write it; to give it up, ask the person, change toc.md, then `paperkit toc amend REPORT --by NAME --note WHY`"
_ADD = "take it out, or add it to `- {}:` in toc.md; once agreed, ask the person, and then `paperkit toc amend`"


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each promise that is not kept and each thing that was not promised."""
    contract = evidence.contract
    if contract is None:
        return
    written = sections(evidence)
    yield from _sections(contract, written, evidence)
    if contract.agreed:
        promised = Promised(evidence)
        for promise in contract.promises:
            if promise.key in written:
                yield from _promise(promise, written[promise.key], evidence, promised)


def _sections(contract: Contract, written: Mapping[str, Section], evidence: Evidence) -> Iterator[Diagnostic]:
    made = {path.rsplit("/", 1)[-1].removesuffix(".tex") for path in evidence.generated}
    for promise in contract.promises:
        if promise.key in written:
            section = written[promise.key]
            if section.title and not same_title(section.title, promise.title):
                message = f"the section is titled {section.title!r}, but {promise.title!r} is promised"
                yield CHECK.at(section.heading, message, AMEND).label(promise.span, "promised here")
        elif promise.key not in made:
            yield CHECK.at(promise.span, f"section {promise.key!r} is promised, but not written", AMEND)
    for key, section in written.items():
        if contract.promise(key) is None:
            message = f"section {key!r} is written, but not promised"
            hint = (
                f"add `## {section.title or key.title()} {{#{key}}}` to {contract.source.path}, or remove the section"
            )
            yield CHECK.at(section.heading, message, hint).label(contract.source.whole(), "the contract")


def _promise(promise: Promise, section: Section, evidence: Evidence, promised: Promised) -> Iterator[Diagnostic]:
    known = evidence.sources
    for source in promise.sources:
        if source.value not in known and source.value not in evidence.store.specs:
            yield CHECK.at(source.span, f"source {source.value} does not exist", _known(known))
    used = {**section.documents, **_artifacts(section, evidence)}
    yield from _kept("source", promise.sources, with_aliases(used, evidence), section)
    yield from _kept("figure", promise.figures, section.figures, section)
    yield from _kept("table", promise.tables, section.tables, section)
    yield from _extra("source", promise.sources, section.documents, promise)
    yield from _extra("figure", promise.figures, section.figures, promise)
    yield from _extra("table", promise.tables, section.tables, promise)
    yield from _claims(promise, section, evidence, promised)


def _known(known: Mapping[str, object]) -> str:
    return f"known: {', '.join(sorted(known)[:8])}" if known else "list the documents under `sources` in report.yaml"


def _artifacts(section: Section, evidence: Evidence) -> dict[str, Span]:
    """Artifacts that the section's markers and figures rest on."""
    marked = {cell.artifact: each.entry.span for each in section.judged for cell in each.entry.cells}
    drawn = {
        artifact: span
        for figure, span in section.figures.items()
        for artifact in evidence.figures.get(figure, ())
    }  # fmt: skip
    return {**drawn, **marked}


def _kept(what: str, promised: tuple[Text, ...], found: Mapping[str, Span], section: Section) -> Iterator[Diagnostic]:
    for text in promised:
        if text.value not in found:
            message = f"{what} {text.value} is promised, but section {section.key!r} does not use it"
            yield CHECK.at(text.span, message, AMEND).label(section.heading, "the section")


def _extra(what: str, promised: tuple[Text, ...], found: Mapping[str, Span], promise: Promise) -> Iterator[Diagnostic]:
    names = {text.value for text in promised}
    for name, span in found.items():
        if name not in names:
            message = f"{what} {name} is used, but section {promise.key!r} does not promise it"
            yield CHECK.at(span, message, _ADD.format(f"{what}s")).label(promise.span, "the promise")


def _claims(promise: Promise, section: Section, evidence: Evidence, promised: Promised) -> Iterator[Diagnostic]:
    known = {*(evidence.report.quantities if evidence.report else ()), *evidence.store.specs}
    claimed: set[str] = set()
    for claim in promise.claims:
        names = {name for name in re.findall(r"`([^`]+)`", claim.value) if name in known}
        claimed |= names
        if not names:
            hint = "name in backticks the quantity of report.yaml that carries it"
            yield CHECK.at(claim.span, "the claim names no quantity, so it cannot be checked", hint)
        for name in sorted(names):
            if not any(promised.rests(each, name) for each in section.judged):
                message = f"the claim rests on {name}, but no marker of section {section.key!r} uses it"
                yield CHECK.at(claim.span, message, AMEND).label(section.heading, "the section")
    for each in section.judged:
        if each.entry.macro == "pkclaim" and not any(promised.rests(each, name) for name in sorted(claimed)):
            message = f"'{each.entry.printed}' is claimed, but section {promise.key!r} does not promise it"
            yield CHECK.at(each.entry.span, message, _ADD.format("claims")).label(promise.span, "the promise")
