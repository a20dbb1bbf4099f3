"""What the checks say of a report as it lies, and what it lets pass: the part of its standing that a check gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from paperkit.build.load import Loaded
from paperkit.build.prepare import check_loaded
from paperkit.checks import changed_contract
from paperkit.checks.let_pass import named, waived
from paperkit.checks.run import Checked
from paperkit.config.settings import NO_SETTINGS
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.diagnostics.text import counts_line
from paperkit.errors import PaperkitError

OUTDATED = frozenset({"PK207", "PK307"})
"""What only asks for the next build, which a standing says on its own."""


@dataclass(frozen=True, slots=True)
class Waived:
    """One waiver: the numbers, the reason, the check that is silenced (empty for a marker), the author's place."""

    text: str
    reason: str
    check: str
    place: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `paperkit check` finds now. *findings* are errors, then warnings: `file:line:column: CODE name: fact`."""

    said: str
    """`clean`, or how many errors and warnings."""
    errors: int = 0
    warnings: int = 0
    findings: tuple[str, ...] = ()
    numbers: str = ""
    """The counts, as `paperkit check` prints them."""
    waivers: tuple[Waived, ...] = ()
    names: tuple[str, ...] = ()
    """Words of the vocabulary, with how many numbers each takes for a name."""
    lowered: tuple[str, ...] = ()
    """What report.yaml sets of severities: `PK125 off`."""
    amended: bool = False
    """Whether toc.md is agreed and no longer what was agreed to."""


def judged(loaded: Loaded) -> Verdict:
    """The verdict on a report that is loaded; what keeps the checks from running is an error of its own."""
    try:
        checked = check_loaded(loaded)
    except PaperkitError as error:
        return Verdict("1 error", errors=1, findings=(str(error),))
    left = [each for each in checked.diagnostics if each.code not in OUTDATED or each.severity is Severity.ERROR]
    errors = [each for each in left if each.severity is Severity.ERROR]
    warnings = [each for each in left if each.severity is not Severity.ERROR]
    waivers = (
        Waived(one["text"], one["reason"], one["check"], f"{one['file']}:{one['line']}:{one['column']}")
        for one in waived(checked.evidence)
    )
    return Verdict(
        _said(len(errors), len(warnings)),
        len(errors),
        len(warnings),
        tuple(_line(each) for each in (*errors, *warnings)),
        counts_line(checked.counts),
        tuple(waivers),
        tuple(f"{one['word']} {one['uses']}" for one in named(checked.evidence)),
        tuple(_lowered(loaded, checked)),
        any(each.code == changed_contract.CHECK.code for each in errors),
    )


def _said(errors: int, warnings: int) -> str:
    counted = [f"{n} {word}{'s' * (n != 1)}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    return ", ".join(counted) or "clean"


def _line(found: Diagnostic) -> str:
    place = f"{found.span.place}: " if found.span else ""
    return f"{place}{found.code} {found.name}: {found.message}"


def _lowered(loaded: Loaded, checked: Checked) -> Iterator[str]:
    """Each rule of `severity`, and how many findings those that are off hide."""
    settings = loaded.report.settings if loaded.report is not None else NO_SETTINGS
    for rule in settings.severities:
        yield f"{rule.check} {rule.level}{f' in {rule.path}' if rule.path else ''}"
    if checked.counts.off:
        yield f"{checked.counts.off} findings hidden" if checked.counts.off != 1 else "1 finding hidden"
