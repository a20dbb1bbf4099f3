"""Amounts in ascending order, so that those near a printed one are found at once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Sorted:
    """Numbers in ascending order, with what each belongs to."""

    amounts: Sequence[float]
    owners: Sequence[int]

    def between(self, low: float, high: float) -> Sequence[int]:
        """The owners of all amounts from *low* to *high*."""
        return self.owners[bisect_left(self.amounts, low) : bisect_right(self.amounts, high)]


def sort(amounts: Sequence[float | None]) -> Sorted:
    """*amounts* sorted; their owners are their positions."""
    owners = [at for at, amount in enumerate(amounts) if amount is not None]
    owners.sort(key=amounts.__getitem__)  # type: ignore[arg-type]
    return Sorted([amount for at in owners if (amount := amounts[at]) is not None], owners)
