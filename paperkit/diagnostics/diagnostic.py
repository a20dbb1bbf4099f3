"""One thing that a check found, with its places, its hint and its fix."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from paperkit.source import Span


class Severity(StrEnum):
    """How bad: an error fails a command, a warning only under --strict."""

    ERROR = "error"
    WARNING = "warning"


class Safety(StrEnum):
    """Whether a fix may be applied unasked."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Label:
    """A second place with a word on it."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Replace *span* by *text*."""

    span: Span
    text: str
    safety: Safety = Safety.SAFE


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A fact about the user's document.

    *span* is the primary place (None only where no file exists), *note* the word under its carets.
    """

    code: str
    name: str
    message: str
    span: Span | None
    note: str = ""
    labels: tuple[Label, ...] = ()
    hint: str = ""
    severity: Severity = Severity.ERROR
    fix: Fix | None = field(default=None, compare=False)

    def label(self, span: Span | None, text: str) -> Diagnostic:
        """The same with one more place; a missing span adds nothing."""
        return self if span is None else replace(self, labels=(*self.labels, Label(span, text)))

    def sort_key(self) -> tuple[bool, str, int, int, str, str]:
        """Order of printing: errors first, then by file and place, then code."""
        where = ("", 0, 0) if self.span is None else (self.span.path, self.span.start, self.span.end)
        return (self.severity is not Severity.ERROR, *where, self.code, self.message)


@dataclass(frozen=True, slots=True)
class Counts:
    """What was looked at: numerals by what became of them."""

    bound: int = 0
    waived: int = 0
    structural: int = 0
    ungrounded: int = 0
    given: int = 0
    """Bound numerals whose value rests on declared (given) cells; counted within *bound*."""
    projected: int = 0
    """Bound numerals whose value rests on a projection; counted within *bound*."""
    named: tuple[tuple[str, int], ...] = ()
    """Words of the vocabulary, each with how many numerals it names."""
    listed: int = 0
    """Numbers in verbatim text and listings, which nothing binds."""
    off: int = 0
    """Diagnostics that a rule of severity switched off."""
    baseline: int = 0
    """Ungrounded numerals that the baseline lets pass; not counted within *ungrounded*."""
    older: int = 0
    """Other findings that the baseline lets pass: listings, labels, citations."""

    @property
    def share(self) -> str:
        """How much is bound: `312 of 480 numerals bound, 65 %`; to a tenth, and 100 only where all is."""
        every = self.bound + self.waived + self.ungrounded + self.baseline
        tenths = min(round(Fraction(1000 * self.bound, max(1, every))), 999 if self.bound < every else 1000)
        shown = f"{tenths // 10}.{tenths % 10}".removesuffix(".0")
        return f"{self.bound} of {every} numerals bound, {shown} %"


def counts_data(counts: Counts) -> dict[str, Any]:
    """The counts as plain data: words of the vocabulary as a mapping."""
    return {**asdict(counts), "named": dict(counts.named)}


def counts_of(data: Mapping[str, Any]) -> Counts:
    """Counts from what `dataclasses.asdict` and JSON have made of them."""
    named = tuple((str(word), int(number)) for word, number in data.get("named", ()))
    return Counts(**{**data, "named": named})
