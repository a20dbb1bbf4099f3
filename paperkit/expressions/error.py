"""The one way in which an expression fails."""

from __future__ import annotations

from typing import Literal

from paperkit.source import Span

Reason = Literal["unresolved", "unit", "constant", "cell", "syntax", "limit", "kind", "document", "artifact"]


class ExpressionError(Exception):
    """An expression without a value.

    *message* is a fact, *hint* what to do; [*start*, *end*) is the part at fault, in the text as it was given;
    *reason* sorts it: "unresolved" (a name, row, column, section that is not there), "unit", "constant", "cell" (a cell
    that is no number), "syntax", "limit" (too long, too deep, too large), "kind" (declared values as
    results), "document" (one that does not hold), "artifact" (one that cannot be read);
    *labels* are further places with a word on each.
    """

    def __init__(
        self,
        message: str,
        hint: str = "",
        start: int = 0,
        end: int = 0,
        reason: Reason = "unresolved",
        labels: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.start = start
        self.end = end
        self.reason = reason
        self.labels = labels
