"""All checks over one body of evidence: find, waive, relocate, sort, count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from paperkit.checks import exceeded_limit, outgrown_baseline, tex_error, useless_allow
from paperkit.checks.base import Check, Evidence, Find
from paperkit.checks.registry import CHECKS, RULES
from paperkit.checks.relocate import relocate
from paperkit.checks.severity import apply_severities, hiding_rules, unfit_rules
from paperkit.checks.vocabulary import is_named, uses
from paperkit.checks.waivers import apply_waivers
from paperkit.diagnostics.diagnostic import Counts, Diagnostic, Severity
from paperkit.process.shared import Shared, spare
from paperkit.tectonic.log import UNFINISHED, TexError

if TYPE_CHECKING:
    from paperkit.pdf.proof import Proof

TYPED = frozenset({"PK101", "PK117"})
"""Numbers, in digits and in words, that are bound to nothing."""
OLDER = frozenset({"PK125", "PK405", "PK406", "PK407"})
"""What else a baseline of a paper that is LaTeX itself lets pass: listings with numbers, labels and citations."""
IN_DRAFT = frozenset(
    {"PK101", "PK117", "PK126", "PK201", "PK202", "PK203", "PK208", "PK209", "PK301", "PK306", "PK308"}
)
"""What a draft only warns of."""

OF_OTHERS = frozenset({"PK506", "PK507", "PK509", "PK510"})
"""What is only a warning in a paper that is LaTeX itself: its class, pictures and fonts print what they like."""
OF_PAGES = frozenset({"PK504", "PK505", "PK508"})
"""The same, where it is about no marker."""
OF_OUTPUTS = frozenset({"PK303", "PK307"})
"""What stands at a file that the build writes."""


MANY = 300
"""Bound numbers from which on a copy of this process saves more time than it costs to make."""
TOGETHER = 8
"""Checks that one process runs in a row: neighbours look at the same tables, harnesses and sentences."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What the checks found and counted."""

    evidence: Evidence
    diagnostics: tuple[Diagnostic, ...]
    counts: Counts
    waived: tuple[Diagnostic, ...] = ()
    typed: tuple[Diagnostic, ...] = ()
    """Numbers without evidence, at the places where LaTeX reads them."""
    known: tuple[Diagnostic, ...] = ()
    """What the baseline lets pass; they are none of *diagnostics*."""
    older: tuple[Diagnostic, ...] = ()
    """What else a new baseline takes in."""
    hiding: tuple[Diagnostic, ...] = ()
    """Rules that switch a check off which finds something."""

    @property
    def held(self) -> tuple[Diagnostic, ...]:
        """What a new baseline takes in."""
        return (*self.typed, *self.older)

    @property
    def clean(self) -> bool:
        """Whether nothing is an error."""
        return all(each.severity is not Severity.ERROR for each in self.diagnostics)


def copies_for(numbers: int) -> int:
    """So many copies of this process are worth while to check that many bound numbers."""
    return spare() if numbers >= MANY else 0


def run_checks(evidence: Evidence, copies: int = 0) -> Checked:
    """Run every check. One that crashes is our bug: the exception goes on, with the check's code as a note.

    *copies* of this process take part: what a check finds must not depend on what another one left in memory.
    """
    finds = [(check, find) for check, find in RULES if find is not None]
    if copies:
        evidence.store.problems(every=True)  # once, and not in each of the processes
    with Shared(len(finds), lambda: _one_of(finds, evidence), copies, TOGETHER) as shared:
        found = [each for each_found in shared.results() for each in each_found]
    found += evidence.problems
    kept, waived, used = apply_waivers(found, evidence.documents, CHECKS)
    kept, known, gone = outgrown_baseline.hold(kept, _held(evidence), evidence)
    counts = replace(count(evidence, kept, waived), baseline=sum(each.code in TYPED for each in known))
    counts = replace(counts, older=len(known) - counts.baseline)
    rules = evidence.settings.severities
    firm = evidence.report is not None
    unfit = unfit_rules(rules, CHECKS, firm)
    late = (*useless_allow.find(evidence, used), *exceeded_limit.find(evidence, counts), *unfit)
    late = (*late, *outgrown_baseline.find(evidence, gone))
    placed = _sorted(_placed(each, evidence) for each in (*kept, *late))
    levelled, off = apply_severities(placed, rules, CHECKS, firm)
    diagnostics = tuple(_drafted(each, evidence) for each in levelled)
    typed = tuple(each for each in kept if each.code in TYPED)
    older = tuple(each for each in kept if each.code in _held(evidence) - TYPED)
    hiding = tuple(hiding_rules(placed, rules, CHECKS))
    return Checked(evidence, _at_last(diagnostics), replace(counts, off=off), waived, typed, known, older, hiding)


def strictly(checked: Checked) -> Checked:
    """*checked* as --strict sees it: a rule that switches a check off is a finding, too."""
    return replace(checked, diagnostics=_sorted((*checked.diagnostics, *checked.hiding)))


def _held(evidence: Evidence) -> frozenset[str]:
    """What a baseline lets pass: the text of a report with sections is its author's to mend."""
    own = evidence.report is None or evidence.report.main is not None
    return TYPED | OLDER if own else TYPED


def run_rules(evidence: Evidence, codes: frozenset[str]) -> tuple[Diagnostic, ...]:
    """What some checks find, waivers and severities applied, each at its place in the LaTeX."""
    rules = [(check, find) for check, find in RULES if find is not None and check.code in codes]
    found = [each for check, find in rules for each in _run(check, find, evidence)]
    kept, _, _ = apply_waivers(found, evidence.documents, CHECKS) if found else ((), (), ())
    return apply_severities(kept, evidence.settings.severities, CHECKS)[0]


def _placed(found: Diagnostic, evidence: Evidence) -> Diagnostic:
    """*found* at the author's place; what is about an output stays there."""
    return found if found.code in OF_OUTPUTS else relocate(found, evidence.origins)


def _at_last(found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Without the word on outdated outputs while something else keeps the build from mending them."""
    broken = any(each.severity is Severity.ERROR for each in found)
    return tuple(each for each in found if not broken or each.code != "PK307")


def with_tex(checked: Checked, errors: tuple[TexError, ...]) -> Checked:
    """*checked* with TeX's complaints, which only the check tex-error reads; less those that the baseline knows."""
    known = {each.span.text for each in checked.known if each.span is not None and each.code in OLDER}
    new = tuple(
        error
        for error in errors
        if error.kind not in (*UNFINISHED, "label-duplicate") or not known & set(error.message.split())
    )
    evidence = replace(checked.evidence, tex_errors=new)
    said = (relocate(each, evidence.origins) for each in _run(tex_error.CHECK, tex_error.find, evidence))
    return replace(checked, evidence=evidence, diagnostics=_sorted((*checked.diagnostics, *said)))


def with_proof(checked: Checked, proof: Proof) -> Checked:
    """*checked* with what the PDF shows, which the checks of the band PK5 read."""
    evidence = replace(checked.evidence, proof=proof)
    found = [each for check, find in RULES if find is not None and check.code.startswith("PK5")
             for each in _run(check, find, evidence)]  # fmt: skip
    own = evidence.report is not None and evidence.report.main is not None
    softened = (_softened(each, proof) if own else each for each in found)
    levelled, _ = apply_severities(
        _sorted(_placed(each, evidence) for each in softened), evidence.settings.severities, CHECKS
    )
    return replace(checked, evidence=evidence, diagnostics=_sorted((*checked.diagnostics, *levelled)))


def _softened(found: Diagnostic, proof: Proof) -> Diagnostic:
    """Of a paper that others wrote the looks only warn, and all else that is about no marker."""
    page = found.code in OF_PAGES and found.span is not None and found.span.path == proof.path
    theirs = found.code in OF_OTHERS or page
    return replace(found, severity=Severity.WARNING) if theirs else found


def _run(check: Check, find: Find, evidence: Evidence) -> Iterator[Diagnostic]:
    try:
        yield from find(evidence)
    except Exception as error:
        error.add_note(f"in the check {check.code} {check.name}")
        raise


@contextmanager
def _one_of(finds: list[tuple[Check, Find]], evidence: Evidence) -> Iterator[Callable[[int], tuple[Diagnostic, ...]]]:
    """A function that gives what the check of a number finds."""
    yield lambda number: tuple(_run(*finds[number], evidence))


def _drafted(found: Diagnostic, evidence: Evidence) -> Diagnostic:
    return replace(found, severity=Severity.WARNING) if evidence.draft and found.code in IN_DRAFT else found


def _sorted(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """In the order of printing; what a loop renders many times, or two readers of a file say, is said once."""
    once = {(each.message, each.span and (each.span.path, each.span.start, each.span.end)): each
            for each in sorted(found, key=Diagnostic.sort_key, reverse=True)}  # fmt: skip
    return tuple(sorted(once.values(), key=Diagnostic.sort_key))


def count(evidence: Evidence, kept: Iterable[Diagnostic], waived: Iterable[Diagnostic]) -> Counts:
    """Numerals by what became of them; those of generated pages are not counted."""
    seen = [n for d in evidence.documents for n in d.numerals if n.span.path not in evidence.generated]
    bound = [n for n in seen if n.reason == "bound"]
    kinds = {(each.entry.printed_span.path, each.entry.printed_span.start): each.entry.kinds for each in evidence.judged
             if each.entry.span.path not in evidence.generated}  # fmt: skip
    words = evidence.settings.words
    called = {n.span for n in seen if n.marker is None and is_named(n.span, words)}
    named = uses((n.span for n in seen if n.span in called), words)
    return Counts(
        bound=len(bound),
        waived=sum(n.reason == "waived" for n in seen) + len([each for each in waived if each.code in TYPED]),
        structural=sum(
            n.role == "structure" and n.reason not in {"bound", "waived"} and n.span not in called for n in seen
        ),
        ungrounded=sum(each.code in TYPED for each in kept),
        given=sum("given" in map(str, each) for each in kinds.values()),
        projected=sum("projection" in map(str, each) for each in kinds.values()),
        named=named,
        listed=sum(each.numbers for d in evidence.documents for each in d.listings),
    )
