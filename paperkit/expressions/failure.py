"""A failure inside an evaluation, before it is known where in the text it belongs."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from paperkit.expressions.error import Reason
from paperkit.source import Span


class Failure(Exception):  # noqa: N818  (becomes an ExpressionError with its place)
    """What ExpressionError says, without the place."""

    def __init__(
        self, message: str, hint: str = "", reason: Reason = "unresolved", labels: tuple[tuple[Span, str], ...] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.reason = reason
        self.labels = labels


def nearest(name: str, known: Iterable[str], what: str) -> str:
    """A hint with the names that come closest, else with all of them.

    >>> nearest("latensy", ["latency", "m"], "its columns")
    'nearest: latency'
    """
    names = list(dict.fromkeys(known))
    near = get_close_matches(name, names[:2000], n=3, cutoff=0.5)
    if near:
        return f"nearest: {', '.join(near)}"
    shown = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    return f"{what}: {shown}" if names else f"{what}: none"
