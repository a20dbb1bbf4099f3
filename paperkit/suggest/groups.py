"""Values of many rows that fit a literal: how many, the least, the largest, mean, median, sum; of all or of a group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt
from statistics import median

from paperkit.artifacts.store import ArtifactSpec
from paperkit.expressions import aggregates
from paperkit.suggest import naming
from paperkit.suggest.cells import key_weight, named, near
from paperkit.suggest.context import Context
from paperkit.suggest.conversions import Turn, turns
from paperkit.suggest.folds import exact
from paperkit.suggest.literal import Literal
from paperkit.suggest.names import agreement
from paperkit.suggest.offer import Offer, Sort, crowded, cued, fit, united
from paperkit.suggest.ordered import Sorted, sort
from paperkit.suggest.pool import Data
from paperkit.suggest.subsets import LARGE, parts, spoken, wide
from paperkit.values.number_text import parse_number
from paperkit.values.quantity import Value
from paperkit.values.unit import BARE, UNKNOWN

ROWS = ("row", "point", "run", "case", "configuration", "combination", "measurement", "setting", "entry", "record")
"""Nouns that rows may stand for."""


def _stdev(amounts: list[float]) -> float:
    centre = sum(amounts) / len(amounts)
    return sqrt(sum([(amount - centre) ** 2 for amount in amounts]) / (len(amounts) - 1))


FUNCTIONS: tuple[tuple[Sort, str, Callable[[list[float]], float]], ...] = (
    (Sort.EXTREME, "min", min),
    (Sort.EXTREME, "max", max),
    (Sort.MEAN, "mean", lambda amounts: sum(amounts) / len(amounts)),
    (Sort.MEDIAN, "median", median),
    (Sort.SUM, "sum", sum),
    (Sort.DEVIATION, "stdev", _stdev),
)


@dataclass(frozen=True, slots=True)
class Group:
    """Rows of a table: all that a name holds, or those with one value under a key column."""

    spec: ArtifactSpec
    rows: Sequence[int]
    by: tuple[tuple[int, int], ...] = ()
    """(column, a position that has the value) for each column that they agree in."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    """One function of one column of a group; for a count the column is None."""

    sort: Sort
    function: str
    group: Group
    at: int | None


def _alike(data: Data, one: Aggregate) -> tuple[object, ...]:
    """What an aggregate has in common with those of other groups."""
    return (data.table.path, one.group.spec.name, one.at, one.function, tuple(at for at, _ in one.group.by))


@dataclass(frozen=True)
class Groups:
    """All aggregates of one table, in the order of their amounts, or those of the groups that are *chosen*."""

    data: Data
    chosen: tuple[Group, ...] | None = None
    known: dict[tuple[object, ...], Groups] = field(default_factory=dict)
    """Of a large table what was looked at so far: the rows that a sentence speaks of."""

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
        if self.chosen is not None:
            yield from self.chosen
            return
        data = self.data
        for spec in data.specs:
            rows = data.rows[spec.name]
            every = range(data.length) if rows is None else sorted(rows)
            yield Group(spec, every)
            for columns, groups in parts(data, every):
                yield from (Group(spec, group, tuple((at, group[0]) for at in columns)) for group in groups)

    def offers(self, literal: Literal) -> Iterator[Offer]:
        """Those that fit."""
        yield from self.fitting(literal)
        if wide(len(self.data.labels), self.data.length) and self.data.length <= LARGE:
            yield from self._of_spoken(literal.context).fitting(literal)

    def _of_spoken(self, context: Context) -> Groups:
        """The groups of a large table by several columns, of what is spoken of."""
        found = spoken(self.data, context)
        asked = tuple(by for by, _ in found)
        if asked not in self.known:
            chosen = tuple(Group(self.data.specs[0], rows, by) for by, rows in found)
            self.known[asked] = Groups(self.data, chosen)
        return self.known[asked]

    def fitting(self, literal: Literal) -> Iterator[Offer]:
        """Those of the groups that were taken together."""
        for at, (numbers, amounts) in self.by_column.items():
            for factor, text, then, unlikely in self._turns(at, literal):
                hits = near(amounts, factor, literal)
                for owner in hits:
                    one = self.aggregates[0][numbers[owner]]
                    if self._idle(one, literal):
                        continue
                    amount = self._exact(one) * factor
                    fitting = fit(literal, amount)
                    if fitting is None:
                        continue
                    manner, places, rounded = fitting
                    score = rounded - unlikely - crowded(len(hits)) + self._score(one, literal)
                    score += (
                        united(literal, then, UNKNOWN if at is None else self.data.hint(at))
                        if then is not None
                        else 0.0
                    )
                    yield Offer(
                        one.sort, score, manner, places, amount, self._writer(one, text), _alike(self.data, one)
                    )

    def _idle(self, one: Aggregate, literal: Literal) -> bool:
        """Whether nobody would take it: over a column that is one value there, or a sum of what tells rows apart."""
        if one.at is None:
            return False
        summed = one.sort is Sort.SUM and one.at in self.data.key
        summed = summed and (bool(self.data.table.key) or all(text.isdecimal() for text in self.data.texts[one.at]))
        fixed = any(one.at == at for at, _ in one.group.by)
        return fixed or (summed and not agreement(self.data.name(one.at), literal.nouns))

    def _turns(self, at: int | None, literal: Literal) -> tuple[Turn, ...]:
        """Conversions of a column; a count is what it is."""
        return turns(BARE, literal)[:1] if at is None else turns(self.data.unit(at), literal, self.data.hint(at))

    def _exact(self, one: Aggregate) -> Fraction:
        """Its amount without the error of floats."""
        if one.at is None:
            return Fraction(len(one.group.rows))
        texts, numbers = self.data.texts[one.at], self.data.numbers[one.at]
        inside = [row for row in one.group.rows if numbers[row] is not None]
        if one.sort is Sort.MEDIAN:
            ordered = sorted(inside, key=lambda row: numbers[row] or 0.0)
            middle = (ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2])
            return sum((parse_number(texts[row]) for row in middle), Fraction()) / 2
        if one.sort is Sort.DEVIATION:
            return aggregates.stdev(*(Value(parse_number(texts[row])) for row in inside)).amount
        return exact(self.data, one.function, one.at, inside)

    def _score(self, one: Aggregate, literal: Literal) -> float:
        context = literal.context
        score = cued(one.sort, literal)
        if one.at is None:
            score += 0.8 * context.agreement(one.group.spec.name) + self._counts(one, literal)
        else:
            score += named(self.data, one.at, None, context)
        score += 0.5 if one.group.spec.name in context.names else 0.0
        weights = [key_weight(self.data, *by, context) for by in one.group.by]
        return score + sum(weight if weight > 0 else -0.9 for weight in weights) / sqrt(max(1, len(weights)))

    def _counts(self, one: Aggregate, literal: Literal) -> float:
        """Whether the noun behind a number says rows, or what tells the rows apart."""
        nouns, data = literal.nouns, self.data
        open_ = [at for at in data.labels if at not in {column for column, _ in one.group.by}]
        names = [one.group.spec.name, *([data.name(open_[0])] if len(open_) == 1 else [])]
        said = max((agreement(name, nouns) for name in names), default=0.0)
        return 0.8 * min(1.2, said) + 0.8 * max((nouns.get(word, 0.0) for word in ROWS), default=0.0)

    def _writer(self, one: Aggregate, text: str) -> Callable[[], str | None]:
        def write() -> str | None:
            rows = one.group.spec.name
            if one.group.by:
                chosen = naming.selection(self.data, one.group.by)
                if not chosen.startswith("("):
                    return None
                rows += f".where{chosen}"
            return text.format(
                f"{one.function}({rows}{naming.column(self.data.name(one.at)) if one.at is not None else ''})"
            )

        return write
