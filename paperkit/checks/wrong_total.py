r"""wrong-total: the parts of a table do not add up to its total.

Why: a total that its own rows contradict is a row left out, or a number of another run.
Instead: take the total from the same rows, `sum(t.where(...).cycles)`. Looked at are columns of a row named total, sum
or all; parts are the rows above it, back to a former total; where there are none, the former totals, or the rows below.
Bound numbers add up exactly, typed ones, and decimals that the evidence has as they are printed, within what their
rounding allows. A column that is no sum (a mean, a ratio) lies far from one, and is left alone; per cents are shares
where their total is 100%. In a column of that name the parts stand left of it: those that add up in all other rows, of
which there are two at least.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.tables import Cell, Grid, by_column, grids, name_of, plain_cell
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.latex.document import Marker, Numeral
from paperkit.ledger import exact
from paperkit.source import SourceFile, Span

CHECK = Check("PK124", "wrong-total", since="0.2", doc=__doc__, waivable=True)
NEAR = Fraction(1, 4)
"""A total further from the sum than this share of it is none."""
ROWS = 3
"""A column of totals with fewer rows shows no rule."""
SHARE = "%"
_TOTAL = re.compile(r"^(?:(?:total|sum|subtotal|grand total)s?|overall|all|altogether|in total)\b(?! (?:mean|average))")


@dataclass(frozen=True, slots=True)
class _Part:
    """A number of the table: exact where it is bound, else with half a unit of its last digit."""

    amount: Fraction
    room: Fraction
    span: Span
    unit: str


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each total that is near the sum of its parts and not it."""
    judged = {each.marker.span: each for each in evidence.judged}
    for document in evidence.documents:
        numerals: dict[str, list[Numeral]] = {}
        for numeral in document.numerals:
            if numeral.place == "cell":
                numerals.setdefault(numeral.span.path, []).append(numeral)
        for source in document.sources:
            if source.path in numerals and source.path not in evidence.generated and _TOTAL_WORD.search(source.text):
                parts = _Numbers(numerals[source.path], document.markers, judged)
                for grid in grids(source):
                    yield from _totals(grid, source, parts)
                    yield from _across(grid, source, parts)


_TOTAL_WORD = re.compile(r"(?i)\b(?:(?:total|sum|subtotal)s?|overall|all|altogether)\b")


class _Numbers:
    """The numbers of a source's cells."""

    def __init__(self, numerals: list[Numeral], markers: tuple[Marker, ...], judged: dict[Span, Judged]) -> None:
        self.numerals = sorted(numerals, key=lambda each: each.span.start)
        self.starts = [each.span.start for each in self.numerals]
        self.markers, self.judged = markers, judged

    def of(self, cell: Cell) -> _Part | None:
        """The one number of a cell; None where it has none, or several."""
        first, last = bisect_left(self.starts, cell.start), bisect_left(self.starts, cell.end)
        inside = self.numerals[first:last]
        if len(inside) != 1 or inside[0].unit == "×":
            return None
        (numeral,) = inside
        room = Fraction(1, 2 * 10**numeral.decimals)
        each = self.judged.get(self.markers[numeral.marker].span) if numeral.marker is not None else None
        if each is not None and each.agrees and len(each.entry.values) == 1 and not each.entry.format.endswith("%"):
            value = each.entry.values[0]
            rounded = value.amount == Fraction(numeral.value) and value.amount.denominator != 1
            return _Part(value.amount, room if rounded else Fraction(), numeral.span, value.unit.symbol)
        return _Part(Fraction(numeral.value), room, numeral.span, SHARE if numeral.unit == SHARE else "")


def _totals(grid: Grid, source: SourceFile, numbers: _Numbers) -> Iterator[Diagnostic]:
    rows = [by_column(source.text, row) for row in grid.rows]
    named = [_TOTAL.match(name_of(source.text, row, n == 0)) is not None for n, row in enumerate(grid.rows)]
    former: list[dict[int, Cell]] = []
    since = 0
    for n, row in enumerate(rows):
        if named[n]:
            parts = rows[since:n]
            if not any(numbers.of(cell) for part in parts for cell in part.values()):
                end = next((later for later in range(n + 1, len(rows)) if named[later]), len(rows))
                parts = former or rows[n + 1 : end]
            for at, cell in row.items():
                yield from _below(numbers.of(cell), [part[at] for part in parts if at in part], numbers)
            former.append(row)
            since = n + 1


def _below(total: _Part | None, cells: list[Cell], numbers: _Numbers) -> Iterator[Diagnostic]:
    parts = [part for cell in cells if (part := numbers.of(cell)) is not None]
    if total is not None and len(parts) > 1 and (total.unit != SHARE or total.amount == 100):
        yield from _column(total, parts)


def _across(grid: Grid, source: SourceFile, numbers: _Numbers) -> Iterator[Diagnostic]:
    """Totals that stand in a column of that name."""
    rows = [by_column(source.text, row) for row in grid.rows]
    for at in sorted({at for row in rows for at, cell in row.items() if at and _headed(source.text, cell)}):
        held = [
            (total, [numbers.of(row[left]) if left in row else None for left in range(at - 1, 0, -1)])
            for row in rows
            if at in row and (total := numbers.of(row[at])) is not None
        ]
        for width in range(2, at):
            sums = [(total, parts[:width]) for total, parts in held if None not in parts[:width]]
            broken = [(total, parts) for total, parts in sums if not _adds(total, parts)]
            if len(sums) >= ROWS and len(broken) == 1:
                total, parts = broken[0]
                yield from _column(total, [part for part in reversed(parts) if part is not None])
                return
            if len(sums) >= ROWS and not broken:
                return


def _headed(text: str, cell: Cell) -> bool:
    return _TOTAL.match(plain_cell(text[cell.start : cell.end])) is not None


def _adds(total: _Part, parts: Sequence[_Part | None]) -> bool:
    known = [part for part in parts if part is not None]
    room = total.room + sum((part.room for part in known), Fraction())
    return abs(sum((part.amount for part in known), Fraction()) - total.amount) <= room


def _column(total: _Part, parts: list[_Part]) -> Iterator[Diagnostic]:
    if len({part.unit for part in (total, *parts)}) > 1:
        return
    added = sum((part.amount for part in parts), Fraction())
    apart = abs(added - total.amount)
    room = total.room + sum((part.room for part in parts), Fraction())
    if room < apart <= NEAR * abs(added):
        message = f"the total is {exact(total.amount)}, but its {len(parts)} parts add up to {exact(added)}"
        found = CHECK.at(total.span, message, "sum the rows in an expression: sum(...)")
        yield found.label(parts[0].span, "the first part").label(parts[-1].span, "the last part")
