"""What is changed, in which way, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from paperkit.source import Span


class Subject(StrEnum):
    """What is changed."""

    MARKER = "marker"
    CLAIM = "claim"
    CELL = "cell"
    ARTIFACT = "artifact"


class Kind(StrEnum):
    """In which way."""

    SIGN = "sign"
    FACTOR = "factor ten"
    DIGIT = "one digit"
    ROUNDING = "rounding"
    UNIT = "unit"
    LITERAL = "literal for marker"
    WORD = "word for number"
    TYPED = "digit typed behind"
    TWIN = "marker for another that prints the same"
    REVERSED = "words reversed"
    SWAP = "two cells swapped"
    OLDER = "older artifact"


KINDS: tuple[tuple[Subject, Kind], ...] = (
    *((Subject.MARKER, kind) for kind in (Kind.SIGN, Kind.FACTOR, Kind.DIGIT, Kind.ROUNDING, Kind.UNIT)),
    *((Subject.MARKER, kind) for kind in (Kind.LITERAL, Kind.WORD, Kind.TYPED, Kind.TWIN)),
    *((Subject.CLAIM, kind) for kind in (Kind.REVERSED, Kind.FACTOR, Kind.DIGIT, Kind.LITERAL)),
    *((Subject.CELL, kind) for kind in (Kind.SIGN, Kind.FACTOR, Kind.DIGIT, Kind.SWAP)),
    (Subject.ARTIFACT, Kind.OLDER),
)
"""All that is tried, in the order in which it is printed."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change: *was* at *span* becomes *now*; *printed* where only the second argument of a marker is another."""

    subject: Subject
    kind: Kind
    span: Span
    was: str
    now: str
    printed: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the checks said to one change: the codes of new errors at its place, none where it was missed.

    *effect* is false where no printed number was to change (a cell that is not the largest, in a maximum): what stands
    in the document is still right then, so there is nothing to catch and it counts neither way.
    """

    mutation: Mutation
    codes: tuple[str, ...] = ()
    effect: bool = True

    @property
    def caught(self) -> bool:
        """Whether an error says so."""
        return bool(self.codes)
