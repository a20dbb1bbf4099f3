"""All checks over one body of evidence: find, waive, relocate, sort, count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from paperkit.checks import exceeded_limit, tex_error, useless_allow
from paperkit.checks.base import Check, Evidence, Find
from paperkit.checks.registry import CHECKS, RULES
from paperkit.checks.relocate import relocate
from paperkit.checks.vocabulary import is_named
from paperkit.checks.waivers import apply_waivers
from paperkit.diagnostics.diagnostic import Counts, Diagnostic, Severity
from paperkit.tectonic.log import TexError

IN_DRAFT = frozenset({"PK101", "PK201", "PK202", "PK203"})
"""What a draft only warns of."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What the checks found and counted."""

    evidence: Evidence
    diagnostics: tuple[Diagnostic, ...]
    counts: Counts
    waived: tuple[Diagnostic, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether nothing is an error."""
        return all(each.severity is not Severity.ERROR for each in self.diagnostics)


def run_checks(evidence: Evidence) -> Checked:
    """Run every check. One that crashes is our bug: the exception goes on, with the check's code as a note."""
    found = [each for check, find in RULES if find is not None for each in _run(check, find, evidence)]
    found += evidence.problems
    kept, waived, used = apply_waivers(found, evidence.documents, CHECKS)
    counts = count(evidence, kept, waived)
    late = (*useless_allow.find(evidence, used), *exceeded_limit.find(evidence, counts))
    placed = (relocate(_drafted(each, evidence), evidence.origins) for each in (*kept, *late))
    return Checked(evidence, _sorted(placed), counts, waived)


def with_tex(checked: Checked, errors: tuple[TexError, ...]) -> Checked:
    """*checked* with TeX's complaints, which only the check tex-error reads."""
    evidence = replace(checked.evidence, tex_errors=errors)
    said = (relocate(each, evidence.origins) for each in _run(tex_error.CHECK, tex_error.find, evidence))
    return replace(checked, evidence=evidence, diagnostics=_sorted((*checked.diagnostics, *said)))


def _run(check: Check, find: Find, evidence: Evidence) -> Iterator[Diagnostic]:
    try:
        yield from find(evidence)
    except Exception as error:
        error.add_note(f"in the check {check.code} {check.name}")
        raise


def _drafted(found: Diagnostic, evidence: Evidence) -> Diagnostic:
    return replace(found, severity=Severity.WARNING) if evidence.draft and found.code in IN_DRAFT else found


def _sorted(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """In the order of printing; what a loop renders many times is said once."""
    once = {(each.code, each.message, each.span and (each.span.path, each.span.start, each.span.end)): each
            for each in sorted(found, key=Diagnostic.sort_key, reverse=True)}  # fmt: skip
    return tuple(sorted(once.values(), key=Diagnostic.sort_key))


def count(evidence: Evidence, kept: Iterable[Diagnostic], waived: Iterable[Diagnostic]) -> Counts:
    """Numerals by what became of them; those of generated pages are not counted."""
    words = evidence.report.vocabulary if evidence.report else ()
    seen = [n for d in evidence.documents for n in d.numerals if n.span.path not in evidence.generated]
    bound = [n for n in seen if n.reason == "bound"]
    kinds = {(each.entry.printed_span.path, each.entry.printed_span.start): each.entry.kinds for each in evidence.judged
             if each.entry.span.path not in evidence.generated}  # fmt: skip
    return Counts(
        bound=len(bound),
        waived=sum(n.reason == "waived" for n in seen) + len([each for each in waived if each.code == "PK101"]),
        structural=sum(n.role == "structure" and n.reason not in {"bound", "waived"} for n in seen)
        + sum(n.ungrounded and is_named(n.span, words) for n in seen),
        ungrounded=sum(each.code == "PK101" for each in kept),
        given=sum("given" in map(str, each) for each in kinds.values()),
        projected=sum("projection" in map(str, each) for each in kinds.values()),
    )
