"""Values of two cells that fit a literal: ratio, share, change on either base or on both, difference."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations

from paperkit.suggest.cells import key_weight, keyed, named
from paperkit.suggest.conversions import turns
from paperkit.suggest.literal import Literal
from paperkit.suggest.offer import Offer, Sort, crowded, cued, fit, united
from paperkit.suggest.ordered import Sorted, sort
from paperkit.suggest.pool import Data
from paperkit.values.unit import BARE, PERCENT, POINTS, UNKNOWN, Unit

SMALL = 400
"""In tables with no more rows every column is paired; in larger ones those that the words name."""
LARGE = 2_000
"""Of tables with more rows only rows are paired whose key is spoken of."""
ROWS = 200
COLUMNS = 3
HITS = 400
"""So many pairs of one column are looked at closely for one literal."""
CONSIDERED = 4000
"""So many are compared to find these."""
SIDES = 12
"""Tables with more columns of one unit are not paired within a row."""

NOTHING = 4.0
"""What speaks against a quotient of equal amounts, or with a zero."""
SHARES = 1.5
"""What speaks against a share, or a change in per cent, of what is in per cent itself."""

Cell = tuple[int, int]
"""(column, position)."""


@dataclass(frozen=True, slots=True)
class Form:
    """A function of two amounts: *low* and *high* turn a printed number's bounds into those of the quotient."""

    sort: Sort
    template: str
    back: Callable[[float], float]
    exact: Callable[[Fraction, Fraction], Fraction]
    unit: Unit


def _symmetric(change: float) -> float:
    """The quotient of which that is the symmetric change in per cent."""
    return (2 + change / 100) / (2 - change / 100) if change < 200 else 1e300


def _scaled(factor: Fraction, above: Fraction, below: Fraction) -> Fraction:
    return factor * (above - below)


RATIO = Form(Sort.RATIO, "speedup({0}, {1})", lambda v: v, lambda a, b: a / b, BARE)
PART = "{0} / {1}"
FORMS = {
    "bare": (RATIO,),
    "percent": (
        Form(Sort.CHANGE, "percent(change({1}, {0}))", lambda v: 1 + v / 100, lambda a, b: 100 * (a / b - 1), PERCENT),
        Form(Sort.LESS, "percent(1 - {0} / {1})", lambda v: 1 - v / 100, lambda a, b: 100 * (1 - a / b), PERCENT),
        Form(Sort.SHARE, "percent({0} / {1})", lambda v: v / 100, lambda a, b: 100 * a / b, PERCENT),
        Form(
            Sort.SYMMETRIC, "percent(2 * ({0} - {1}) / ({0} + {1}))",
            _symmetric, lambda a, b: 200 * (a - b) / (a + b) if a + b else Fraction(), PERCENT,
        ),
    ),
}  # fmt: skip
DIFFERENCES = (
    (Form(Sort.DIFFERENCE, "{0} - {1}", lambda v: v, lambda a, b: a - b, BARE), 1),
    (Form(Sort.DIFFERENCE, "100 * ({0} - {1})", lambda v: v, lambda a, b: 100 * (a - b), POINTS), 100),
)
"""Differences, and of shares those in percentage points; with what the amount of these is divided by."""


@dataclass(frozen=True)
class Paired:
    """Pairs of cells, with their quotients and differences in order."""

    cells: Sequence[tuple[Cell, Cell]]
    quotients: Sorted
    differences: Sorted
    at: int | None = None
    """The column, where all pairs are of one."""


@dataclass(frozen=True)
class Pairs:
    """All pairs of one table: rows that differ in one part of the key, columns of one unit in a row."""

    data: Data
    known: dict[tuple[int, ...], Paired] = field(default_factory=dict)

    def offers(self, literal: Literal) -> Iterator[tuple[Offer | None, int]]:
        """Those that fit; with how many fits each stands for."""
        for paired in self._paired(literal):
            yield from self._quotients(literal, paired)
            yield from self._differences(literal, paired)

    def _paired(self, literal: Literal) -> Iterator[Paired]:
        length = self.data.length
        columns = [at for at in self.data.numbers if at not in self.data.key]
        if length > SMALL:
            ranked = sorted(columns, key=lambda at: -named(self.data, at, None, literal.context))
            columns = [at for at in ranked[:COLUMNS] if named(self.data, at, None, literal.context) > 0]
        rows = range(length) if length <= LARGE else self._spoken_of(literal) if columns else ()
        for at in columns:
            yield self._once(at, rows, partial(self._pair_rows, at, rows))
        if rows:
            yield self._once(-1, rows, partial(self._pair_columns, rows))

    def _once(self, at: int, rows: Sequence[int], pair: Callable[[], Paired]) -> Paired:
        asked = (at, *rows) if self.data.length > LARGE else (at,)
        if asked not in self.known:
            self.known[asked] = pair()
        return self.known[asked]

    def _spoken_of(self, literal: Literal) -> list[int]:
        """The rows of whose key most is spoken of."""
        hits = self.data.spoken(literal.context)
        return heapq.nsmallest(ROWS, hits, key=lambda row: (-hits[row], row))

    def _pair_rows(self, at: int, rows: Sequence[int]) -> Paired:
        cells: list[tuple[Cell, Cell]] = []
        keys = [self.data.texts[label] for label in self.data.labels]
        for number in range(len(keys)):
            others = [*keys[:number], *keys[number + 1 :]]
            groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
            for row in rows:
                groups[tuple([texts[row] for texts in others])].append(row)
            for group in groups.values():
                if len(group) < 60:
                    cells += [((at, one), (at, two)) for one, two in combinations(group, 2)]
        return self._in_order(cells, at)

    def _pair_columns(self, rows: Sequence[int]) -> Paired:
        columns = [at for at in self.data.numbers if at not in self.data.key]
        cells: list[tuple[Cell, Cell]] = []
        if len(columns) <= SIDES:
            for one, two in combinations(columns, 2):
                if self._comparable(one, two):
                    cells += [((one, row), (two, row)) for row in rows]
        return self._in_order(cells)

    def _comparable(self, one: int, two: int) -> bool:
        """Whether two columns are of one unit, as far as their names say."""
        hints = self.data.hint(one), self.data.hint(two)
        return self.data.unit(one) == self.data.unit(two) and hints[0].dimensions == hints[1].dimensions

    def _in_order(self, cells: list[tuple[Cell, Cell]], at: int | None = None) -> Paired:
        both = [pair for one, two in cells for pair in ((one, two), (two, one))]
        numbers = self.data.numbers
        quotients: list[float | None] = []
        differences: list[float | None] = []
        for (one, row), (beside, other) in both:
            above, below = numbers[one][row], numbers[beside][other]
            fine = above is not None and below is not None
            quotients.append(above / below if above is not None and below else None)
            differences.append(above - below if fine and above is not None and below is not None else None)
        return Paired(both, sort(quotients), sort(differences), at)

    def _quotients(self, literal: Literal, paired: Paired) -> Iterator[tuple[Offer | None, int]]:
        for form in FORMS["percent" if literal.unit == PERCENT else "bare"]:
            if literal.unit not in (None, BARE, PERCENT):
                return
            low, high = sorted(form.back(bound) for bound in literal.interval(literal.places))
            yield from self._offers(literal, paired, paired.quotients.between(low, high), form)

    def _differences(self, literal: Literal, paired: Paired) -> Iterator[tuple[Offer | None, int]]:
        for form, shrink in DIFFERENCES:
            if literal.value and (shrink == 1 or literal.unit == POINTS):
                low, high = (bound / shrink for bound in literal.interval(literal.places))
                yield from self._offers(literal, paired, paired.differences.between(low, high), form)
        for form, factor in self._converted(literal, paired) if literal.value else ():
            low, high = (bound / float(factor) for bound in literal.interval(literal.places))
            yield from self._offers(literal, paired, paired.differences.between(low, high), form)

    def _converted(self, literal: Literal, paired: Paired) -> Iterator[tuple[Form, Fraction]]:
        """Differences of a column that are printed in another unit: of milliseconds in seconds."""
        if paired.at is None:
            return
        for factor, text, unit, _ in turns(self.data.unit(paired.at), literal, self.data.hint(paired.at)):
            if factor != 1 and unit is not None and unit != PERCENT:
                template = text.format("({0} - {1})")
                yield Form(Sort.DIFFERENCE, template, float, partial(_scaled, factor), unit), factor

    def _offers(
        self, literal: Literal, paired: Paired, hits: Sequence[int], form: Form
    ) -> Iterator[tuple[Offer | None, int]]:
        against = crowded(len(hits))
        if len(hits) > HITS:
            yield None, len(hits) - HITS
            hits = hits[:: -(-len(hits) // CONSIDERED)]
            ranked = sorted(hits, key=lambda hit: -self._spoken(literal, *paired.cells[hit]))
            hits = ranked[:HITS]
        for hit in hits:
            first, second = paired.cells[hit]
            above, below = (self.data.exact(at, row) for at, row in (first, second))
            amount = form.exact(above, below)
            fitting = fit(literal, amount)
            if fitting is not None:
                manner, places, rounded = fitting
                score = rounded - against - self.data.against(literal.context) + cued(form.sort, literal)
                score += self._spoken(literal, first, second) - self._idle(form, first, above, below)
                score += united(literal, self._unit(form, first), self._hint(form, first))
                write = self._writer(form, first, second, literal)
                yield (
                    Offer(
                        form.sort,
                        score,
                        manner,
                        places,
                        amount,
                        write,
                        (*self.data.alike, first[0], second[0], form.sort),
                    ),
                    1,
                )

    def _idle(self, form: Form, cell: Cell, above: Fraction, below: Fraction) -> float:
        """What speaks against it: all or none of something is rarely computed, nor shares of shares."""
        if form.sort is Sort.DIFFERENCE:
            return 0.0
        nothing = NOTHING if above == below or not above or not below else 0.0
        shares = form.unit == PERCENT and PERCENT in (self.data.unit(*cell), self.data.hint(cell[0]))
        return nothing + (SHARES if shares else 0.0)

    def _hint(self, form: Form, cell: Cell) -> Unit:
        hint = self.data.hint(cell[0]) if form.sort is Sort.DIFFERENCE and form.unit == BARE else UNKNOWN
        return POINTS if hint == PERCENT else hint

    def _unit(self, form: Form, cell: Cell) -> Unit:
        if form.sort is not Sort.DIFFERENCE or form.unit != BARE:
            return form.unit
        unit = self.data.unit(*cell)
        return POINTS if unit == PERCENT else unit

    def _spoken(self, literal: Literal, first: Cell, second: Cell) -> float:
        data, context = self.data, literal.context
        (at, row), (beside, other) = first, second
        if at != beside:
            return 0.5 * (named(data, at, row, context) + named(data, beside, row, context)) + keyed(data, row, context)
        differing = [label for label in data.labels if data.texts[label][row] != data.texts[label][other]]
        score = named(data, at, row, context) + keyed(data, row, context, differing[0] if differing else None)
        if differing:
            weights = [key_weight(data, differing[0], one, context) for one in (row, other)]
            score += 0.9 * sum(weights) if min(weights) > 0 else -0.3 + 0.3 * sum(weights)
        return score

    def _writer(self, form: Form, first: Cell, second: Cell, literal: Literal) -> Callable[[], str | None]:
        def write() -> str | None:
            sides = [self.data.expression(at, row, literal.context) for at, row in (first, second)]
            part = form is RATIO and literal.compares and literal.value < 1  # half of it is no speedup
            return None if None in sides else (PART if part else form.template).format(*sides)

        return write
