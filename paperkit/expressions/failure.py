"""A failure inside an evaluation, before it is known where in the text it belongs."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from paperkit.artifacts.problem import CellError
from paperkit.expressions.error import ExpressionError, Reason
from paperkit.source import Span
from paperkit.values.number_text import NumberError
from paperkit.values.quantity import AmountError
from paperkit.values.unit import UnitError


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


FAILURES = (Failure, UnitError, CellError, NumberError, AmountError)
"""What an evaluation fails with before it is known where."""


def placed(failure: Exception, place: tuple[int, int]) -> ExpressionError:
    """One of FAILURES with its place in the text."""
    match failure:
        case Failure():
            return ExpressionError(failure.message, failure.hint, *place, failure.reason, failure.labels)
        case UnitError():
            return ExpressionError(str(failure), "convert one side, or compare like with like", *place, "unit")
        case CellError():
            labels = ((failure.span, "no value"),) if failure.span is not None else ()
            return ExpressionError(str(failure), failure.hint, *place, "cell", labels)
        case NumberError():
            return ExpressionError(str(failure), failure.hint, *place, "limit")
    return ExpressionError(str(failure), "use smaller amounts", *place, "limit")


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
