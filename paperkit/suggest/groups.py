"""Values of many rows that fit a literal: how many, the least, the largest, mean, median, sum; of all or of a group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from statistics import median

from paperkit.artifacts.store import ArtifactSpec
from paperkit.suggest import naming
from paperkit.suggest.cells import key_weight, named, near, turns
from paperkit.suggest.literal import Literal
from paperkit.suggest.names import agreement
from paperkit.suggest.offer import Offer, Sort, crowded, cued, fit, united
from paperkit.suggest.pool import Data, Sorted, sort
from paperkit.values.number_text import parse_number
from paperkit.values.unit import BARE

LARGE = 50_000
"""Tables with more rows are taken as a whole only."""
VALUES = 60
"""Columns with more values make no groups."""
FUNCTIONS: tuple[tuple[Sort, str, Callable[[list[float]], float]], ...] = (
    (Sort.EXTREME, "min", min),
    (Sort.EXTREME, "max", max),
    (Sort.MEAN, "mean", lambda amounts: sum(amounts) / len(amounts)),
    (Sort.MEDIAN, "median", median),
    (Sort.SUM, "sum", sum),
)


@dataclass(frozen=True, slots=True)
class Group:
    """Rows of a table: all that a name holds, or those with one value under a key column."""

    spec: ArtifactSpec
    rows: Sequence[int]
    by: tuple[int, int] | None = None
    """(column, a position that has the value)."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    """One function of one column of a group; for a count the column is None."""

    sort: Sort
    function: str
    group: Group
    at: int | None


@dataclass(frozen=True)
class Groups:
    """All aggregates of one table, in the order of their amounts."""

    data: Data

    @cached_property
    def aggregates(self) -> tuple[tuple[Aggregate, ...], tuple[float, ...]]:
        """Each with its amount."""
        found: list[Aggregate] = []
        amounts: list[float] = []
        for group in self._groups():
            found.append(Aggregate(Sort.COUNT, "count", group, None))
            amounts.append(float(len(group.rows)))
            for at, numbers in self.data.numbers.items():
                inside = [amount for row in group.rows if (amount := numbers[row]) is not None]
                if len(inside) < 2:
                    continue
                for sort_, name, function in FUNCTIONS:
                    found.append(Aggregate(sort_, name, group, at))
                    amounts.append(function(inside))
        return tuple(found), tuple(amounts)

    @cached_property
    def by_column(self) -> dict[int | None, tuple[list[int], Sorted]]:
        """(indices of the aggregates, their amounts sorted) for each column."""
        parts: dict[int | None, list[int]] = defaultdict(list)
        for number, one in enumerate(self.aggregates[0]):
            parts[one.at].append(number)
        return {at: (part, sort([self.aggregates[1][number] for number in part])) for at, part in parts.items()}

    def _groups(self) -> Iterator[Group]:
        data = self.data
        length = len(data.texts[0]) if data.texts else 0
        for spec in data.specs:
            rows = data.rows[spec.name]
            every = range(length) if rows is None else sorted(rows)
            yield Group(spec, every)
            if len(every) <= LARGE:
                for at in data.labels:
                    yield from self._parts(spec, every, at)

    def _parts(self, spec: ArtifactSpec, every: Sequence[int], at: int) -> Iterator[Group]:
        parts: dict[str, list[int]] = defaultdict(list)
        texts = self.data.texts[at]
        for row in every:
            parts[texts[row]].append(row)
        if 1 < len(parts) <= VALUES:
            yield from (Group(spec, rows, (at, rows[0])) for rows in parts.values() if len(rows) > 1)

    def offers(self, literal: Literal) -> Iterator[Offer]:
        """Those that fit."""
        for at, (numbers, amounts) in self.by_column.items():
            unit = BARE if at is None else self.data.unit(at)
            for factor, text, then, unlikely in turns(unit, literal) if at is not None else turns(BARE, literal)[:1]:
                hits = near(amounts, factor, literal)
                for owner in hits:
                    one = self.aggregates[0][numbers[owner]]
                    amount = self._exact(one) * factor
                    fitting = fit(literal, amount)
                    if fitting is None:
                        continue
                    manner, places, rounded = fitting
                    score = rounded - unlikely - crowded(len(hits)) + self._score(one, literal)
                    score += united(literal, then) if then is not None else 0.0
                    yield Offer(
                        one.sort, score, manner, places, amount, self._writer(one, text), (self.data.table.path, at)
                    )

    def _exact(self, one: Aggregate) -> Fraction:
        """Its amount without the error of floats."""
        if one.at is None:
            return Fraction(len(one.group.rows))
        texts, numbers = self.data.texts[one.at], self.data.numbers[one.at]
        inside = [row for row in one.group.rows if numbers[row] is not None]
        if one.sort is Sort.EXTREME:
            choose = min if one.function == "min" else max
            return parse_number(texts[choose(inside, key=lambda row: numbers[row] or 0.0)])
        if one.sort is Sort.MEDIAN:
            ordered = sorted(inside, key=lambda row: numbers[row] or 0.0)
            middle = (ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2])
            return sum((parse_number(texts[row]) for row in middle), Fraction()) / 2
        with localcontext(Context(prec=400)):
            total = Fraction(sum((Decimal(texts[row]) for row in inside), Decimal()))
        return total if one.sort is Sort.SUM else total / len(inside)

    def _score(self, one: Aggregate, literal: Literal) -> float:
        context = literal.context
        score = cued(one.sort, literal)
        if one.at is None:
            score += 0.8 * context.agreement(one.group.spec.name)
            score += (
                0.5 * agreement(literal.word, {"row": 1.0, "point": 1.0, "run": 1.0, "case": 1.0})
                if literal.word
                else 0.0
            )
        else:
            score += named(self.data, one.at, None, context)
        score += 0.5 if one.group.spec.name in context.names else 0.0
        if one.group.by is not None:
            weight = key_weight(self.data, *one.group.by, context)
            score += weight if weight > 0 else -0.9
        return score

    def _writer(self, one: Aggregate, text: str) -> Callable[[], str]:
        def write() -> str:
            rows = one.group.spec.name
            if one.group.by is not None:
                chosen = naming.selection(self.data, [one.group.by])
                rows += f".where{chosen}" if chosen.startswith("(") else chosen
            return text.format(
                f"{one.function}({rows}{naming.column(self.data.name(one.at)) if one.at is not None else ''})"
            )

        return write
