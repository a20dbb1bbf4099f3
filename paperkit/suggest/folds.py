"""A table folded: rows taken together, all or by a part of the key, so that groups are held against one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import cached_property

from paperkit.suggest import naming
from paperkit.suggest.context import Context as Words
from paperkit.suggest.pool import Data
from paperkit.suggest.subsets import parts
from paperkit.values.unit import Unit

FUNCTIONS = ("mean", "max", "min", "sum")
SAID = {"mean": ("mean",), "max": ("largest", "best", "highest", "peak", "most", "worst"),
        "min": ("smallest", "best", "lowest", "least"), "sum": ("sum", "total", "together", "altogether")}  # fmt: skip
UNSAID = {"mean": 0.7, "max": 1.2, "min": 1.2, "sum": 1.2}
"""What speaks against each where no word speaks for it."""
MOST = 400
"""A table with more groups is not folded by them."""
ROWS = 20_000
"""Nor is a table with more rows."""


@dataclass(frozen=True)
class Fold(Data):
    """Groups as rows: *fixed* are the columns that tell them apart, *groups* the rows of *base* in each."""

    base: Data
    fixed: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    function: str
    known: dict[tuple[int, int], Fraction] = field(default_factory=dict)
    """The exact amounts that were asked for: (column, group)."""

    @property
    def alike(self) -> tuple[object, ...]:
        """What all that rests on it has in common."""
        return (*self.base.alike, self.function, self.fixed)

    @property
    def length(self) -> int:
        """How many groups there are."""
        return len(self.groups)

    @cached_property
    def texts(self) -> dict[int, Sequence[str]]:
        """The keys of the groups."""
        return {at: [self.base.texts[at][group[0]] for group in self.groups] for at in self.fixed}

    @cached_property
    def numbers(self) -> dict[int, list[float | None]]:
        """The amounts of the groups under each column of numbers that is no key."""
        key = self.base.key if self.fixed or self.base.table.key else ()  # a column of numbers is only taken for one
        return {at: self._folded(found) for at, found in self.base.numbers.items() if at not in key}

    @property
    def key(self) -> tuple[int, ...]:
        """The columns that tell the groups apart."""
        return self.fixed

    @property
    def labels(self) -> tuple[int, ...]:
        """The same."""
        return self.fixed

    def spoken_labels(self, position: int) -> tuple[int, ...]:  # noqa: ARG002
        """The same."""
        return self.fixed

    def unit(self, at: int, position: int | None = None) -> Unit:
        """A column's unit."""
        return self.base.unit(at, None if position is None else self.groups[position][0])

    def exact(self, at: int, position: int) -> Fraction:
        """The amount of a group."""
        if (at, position) not in self.known:
            self.known[at, position] = exact(self.base, self.function, at, self.groups[position])
        return self.known[at, position]

    def expression(self, at: int, position: int, context: Words) -> str | None:  # noqa: ARG002
        """A group as an expression."""
        group = self.groups[position]
        fixed = [(column, group[0]) for column in self.fixed]
        rows = naming.where(self.base, fixed) if fixed else self.specs[0].name
        return rows and f"{self.function}({rows}{naming.column(self.name(at))})"

    def against(self, context: Words) -> float:
        """What speaks against the function: the less, the more the words speak for it."""
        said = max((context.words.get(word, 0.0) for word in SAID[self.function]), default=0.0)
        return UNSAID[self.function] - 0.8 * min(said, 1.6)

    def _folded(self, amounts: Sequence[float | None]) -> list[float | None]:
        return [_float(self.function, [amounts[row] for row in group]) for group in self.groups]


def _float(function: str, amounts: Sequence[float | None]) -> float | None:
    known = [amount for amount in amounts if amount is not None]
    if len(known) != len(amounts):
        return None
    return max(known) if function == "max" else min(known) if function == "min" else (
        sum(known) / (len(known) if function == "mean" else 1)
    )  # fmt: skip


def exact(data: Data, function: str, at: int, rows: Sequence[int]) -> Fraction:
    """The exact amount of a function of some rows."""
    texts, numbers = data.texts[at], data.numbers[at]
    if function in ("max", "min"):
        choose = max if function == "max" else min
        return data.exact(at, choose(rows, key=lambda row: numbers[row] or 0.0))
    with localcontext(Context(prec=400)):
        total = Fraction(sum((Decimal(texts[row]) for row in rows), Decimal()))
    return total / (len(rows) if function == "mean" else 1)


def folded(data: Data) -> Iterator[Fold]:
    """Every fold of a table that is not too large."""
    if data.length > ROWS or len(data.specs) > 1:
        return
    if data.length > 1:
        every = (tuple(range(data.length)),)
        yield from (Fold(data.table, data.specs, data, (), every, function) for function in FUNCTIONS)
    for fixed, groups in parts(data, range(data.length)):
        if 1 < len(groups) <= MOST:
            frozen = tuple(tuple(group) for group in groups)
            for function in FUNCTIONS:
                yield Fold(data.table, data.specs, data, fixed, frozen, function)
