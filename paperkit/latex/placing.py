"""Numerals that were found, each with its place in a source."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from decimal import Decimal
from operator import attrgetter, itemgetter, le, lt
from sys import intern

from paperkit.latex.document import Marker, Numeral, Role
from paperkit.latex.numerals import Found
from paperkit.latex.printed import Printed
from paperkit.latex.tokens import packed
from paperkit.source import Span

_CLAIM, _STRUCTURE = Role.CLAIM, Role.STRUCTURE
NEAR = 32
"""Pieces of text between two numerals, mostly."""


class Placed:
    """Numerals with their places in a source, as they are found one behind the other."""

    def __init__(self, printed: Printed, markers: tuple[Marker, ...]) -> None:
        self.printed, self.markers = printed, markers
        self.starts, self.ends = array("i"), array("i")
        """Of those in digits, in the printed text."""
        self.numerals: list[Numeral] = []

    def take(self, found: Iterable[Found]) -> None:
        """Place numbers in digits."""
        found = tuple(found)
        self.starts.frombytes(packed([each.start for each in found]))
        self.ends.frombytes(packed([each.end for each in found]))
        self.numerals.extend(_numerals(self.printed, found, self.markers))

    def with_others(self, others: list[Found]) -> list[Numeral]:
        """All numerals in the order of the text, with *others* than those in digits."""
        others.sort(key=attrgetter("start"))
        behind = list(_numerals(self.printed, others, self.markers))
        if not all(map(le, self.starts, self.starts[1:])):
            every = [*zip(self.starts, self.numerals, strict=True)]
            every += ((other.start, numeral) for other, numeral in zip(others, behind, strict=True))
            return [numeral for _, numeral in sorted(every, key=itemgetter(0))]
        merged: list[Numeral] = []
        at = 0
        for other, numeral in zip(others, behind, strict=True):
            upto = bisect_right(self.starts, other.start, at)
            merged += self.numerals[at:upto]
            merged.append(numeral)
            at = upto
        return merged + self.numerals[at:]


def _numerals(printed: Printed, every: Iterable[Found], markers: tuple[Marker, ...]) -> Iterator[Numeral]:
    """The numerals with their places, fastest where each stands behind the one before."""
    marks = printed.marks
    ats, starts, ends, runs = marks.ats, marks.starts, marks.ends, marks.runs
    index, first, behind = 0, 0, 0
    new = tuple.__new__  # by far the fastest way to make a NamedTuple
    for found in every:
        start, end, mode = found.start, found.end, found.mode
        near = index + NEAR  # the next one stands near, and a short search is a fast one
        if ats[index] <= start and near < len(ats) and ats[near] > start:
            index = bisect_right(ats, start, index, near) - 1
        else:
            index = bisect_right(ats, start) - 1
        if not first <= index < behind:
            run = bisect_right(runs, index) - 1
            first, behind = runs[run], runs[run + 1] if run + 1 < len(runs) else len(ats)
            tokens, use = marks.origins[run]
        at, begin = ats[index], starts[index]
        if use is None and end <= ats[index + 1] and ats[index + 1] - at == ends[index] - begin:
            begin += start - at  # as Printed.place, in short
            span, origin = new(Span, (tokens.source, begin, begin + end - start)), None
            text = intern(tokens.text[begin : begin + end - start])  # the same few come again and again
        else:
            span, text, origin = printed.place(start, end)
        role, reason, marker = _STRUCTURE, found.reason, None
        if mode.marker >= 0 and not (reason and markers[mode.marker].macro == "pkclaim"):
            marker = mode.marker
            role, reason = _CLAIM, "waived" if markers[marker].macro == "pkfree" else "bound"
        elif not reason:
            role, reason = _CLAIM, "words" if found.words else "digits"
        yield new(
            Numeral,
            (span, text, found.value, intern(found.unit), role, reason, marker, mode.place, found.decimals, origin),
        )


def once(numerals: list[Numeral]) -> tuple[Numeral, ...]:
    """*numerals* without those that come from the same place as an earlier one."""
    places = [numeral.span.start for numeral in numerals]
    if all(map(lt, places, places[1:])) and len({id(numeral.span.source) for numeral in numerals}) < 2:
        return tuple(numerals)  # each stands behind all others of the one file
    first: dict[tuple[int, int, int, str, Decimal | None], Numeral] = {}
    for numeral in numerals:
        first.setdefault(_origin(numeral), numeral)
    return tuple(first.values())


def _origin(numeral: Numeral) -> tuple[int, int, int, str, Decimal | None]:
    origin = numeral.origin
    start, value = (origin.start, numeral.value) if origin is not None else (-1, None)
    return id(numeral.span.source), numeral.span.start, start, numeral.text, value
