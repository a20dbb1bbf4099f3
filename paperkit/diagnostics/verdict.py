"""What the printers for machines are given: all diagnostics of one command, the counts, and the rules that ran."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from paperkit.diagnostics.diagnostic import Counts, Diagnostic, Severity
from paperkit.digest import of_bytes


@dataclass(frozen=True, slots=True)
class Rule:
    """One check as a printer shows it; *doc* is its page, *skipped* why it did not run here (empty where it did)."""

    code: str
    name: str
    doc: str
    severity: Severity = Severity.ERROR
    skipped: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """All that one command found about *target*; under *strict* warnings fail, too."""

    target: str
    diagnostics: tuple[Diagnostic, ...]
    counts: Counts
    rules: tuple[Rule, ...] = ()
    strict: bool = False

    def fails(self, found: Diagnostic) -> bool:
        """Whether that diagnostic makes the command fail."""
        return self.strict or found.severity is Severity.ERROR


def fingerprints(found: Iterable[Diagnostic]) -> Iterator[tuple[Diagnostic, str]]:
    """Each diagnostic with a name that stays when lines move: what, in which file, in what line of text.

    Numbers in the message do not take part, since they change while the mistake stays; equal ones are counted through.
    """
    seen: Counter[str] = Counter()
    for each in found:
        text = "\0".join((each.code, *_identity(each)))
        seen[text] += 1
        yield each, of_bytes(f"{text}\0{seen[text]}".encode()).removeprefix("sha256:")[:32]


def _identity(found: Diagnostic) -> tuple[str, str, str]:
    """(file, the marked text, the first line that it stands in), spaces evened out."""
    span = found.span
    if span is None:
        return "", "", ""
    if not span.source.text:
        return span.path, "", found.message
    return span.path, " ".join(span.text.split()), " ".join(span.source.line(span.line).split())
