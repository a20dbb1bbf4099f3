"""What is wrong with an artifact: found while reading, collected, never thrown."""

from __future__ import annotations

from dataclasses import dataclass

from paperkit.source import Span


@dataclass(frozen=True, slots=True)
class Problem:
    """A fact about an artifact's file.

    *code* is the check that it belongs to (PK201, PK202, PK204, PK205, PK302), *warning* whether it only warns,
    *labels* are further places with a word on each.
    """

    span: Span | None
    message: str
    hint: str
    code: str
    warning: bool = False
    labels: tuple[tuple[Span, str], ...] = ()
    digest: bool = False
    """Whether it says only that the file is not the one that was described."""


class CellError(ValueError):
    """One cell that is no value; *hint* says what to do, *span* where it stands."""

    def __init__(self, message: str, hint: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.hint = hint
        self.span = span
