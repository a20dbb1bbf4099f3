"""Fits that have no iteration and no tolerance: the exact minimum of the mean absolute relative error.

The error is piecewise linear in the inverse efficiencies and the overhead (in latency and inverse rate), and each of
its pieces has a corner; so a minimum lies where as many breaks meet as there are free terms. All such corners are
tried, in fractions.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from points import Message, Point
from tables import places

Equation = tuple[Fraction | int, ...]
"""Coefficients of the unknowns, then the right side."""

TERMS = ("compute", "memory", "overhead")
LEAST = (Fraction(1), Fraction(1), Fraction(0))
"""No efficiency is above 1, no overhead below 0; a term that is left out stays here."""
LEAST_SIDE = 2
"""Points that a protocol is fitted on, at the least."""


class OutOfRangeError(ValueError):
    """A prediction outside the range that the constants were fitted on."""


@dataclass(frozen=True, slots=True)
class Fit:
    """max(work / peak / compute, traffic / rate / memory) + launches * overhead_us.

    It was fitted on points whose bounds lie between *low_us* and *high_us*.
    """

    terms: tuple[str, ...]
    compute: Fraction = Fraction(1)
    memory: Fraction = Fraction(1)
    overhead_us: Fraction = Fraction(0)
    low_us: Fraction = Fraction(0)
    high_us: Fraction = Fraction(0)

    @property
    def name(self) -> str:
        """`roofline+compute+overhead`."""
        return "+".join(("roofline", *self.terms))

    def covers(self, point: Point) -> bool:
        """Whether the point's bound lies in the range of those that the constants were fitted on."""
        return self.low_us <= point.bound_us <= self.high_us

    def time_us(self, point: Point, *, beyond: bool = False) -> Fraction:
        """What the model says. Raises OutOfRangeError outside the range, unless *beyond* asks for it."""
        if not (beyond or self.covers(point)):
            span = f"{float(self.low_us):.4g} to {float(self.high_us):.4g} us"
            raise OutOfRangeError(f"{point.name}: its bound is {float(point.bound_us):.4g} us, fitted on {span}")
        roof = max(point.compute_us / self.compute, point.memory_us / self.memory)
        return roof + point.launches * self.overhead_us


@dataclass(frozen=True, slots=True)
class Line:
    """steps * alpha_us + wire bytes / rate (bytes/s): latency and bandwidth of a ring."""

    alpha_us: Fraction
    rate: Fraction

    def time_us(self, message: Message) -> Fraction:
        """What the line says."""
        return message.steps * self.alpha_us + message.wire_bytes / self.rate * 10**6


@dataclass(frozen=True, slots=True)
class Protocols:
    """The quickest of one or two lines, fitted on messages of *low* to *high* bytes."""

    name: str
    lines: tuple[Line, ...]
    low: int
    high: int
    proven: bool = True
    """Whether no other choice of lines has a smaller error on the fitted messages."""

    def time_us(self, message: Message, *, beyond: bool = False) -> Fraction:
        """What the model says. Raises OutOfRangeError outside the range, unless *beyond* asks for it."""
        if not (beyond or self.low <= message.size <= self.high):
            raise OutOfRangeError(f"{message.size} bytes, fitted on {self.low} to {self.high}")
        return min(line.time_us(message) for line in self.lines)

    def line_of(self, message: Message) -> int:
        """Number of the line that is quickest, from 1."""
        times = [line.time_us(message) for line in self.lines]
        return times.index(min(times)) + 1


def solve(equations: Sequence[Equation]) -> tuple[Fraction, ...] | None:
    """The one solution of as many equations as unknowns; None where there is none, or many."""
    rows = [[Fraction(part) for part in equation] for equation in equations]
    for at in range(len(rows)):
        pivot = next((row for row in range(at, len(rows)) if rows[row][at]), None)
        if pivot is None:
            return None
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for other, row in enumerate(rows):
            if other != at and row[at]:
                factor = row[at] / rows[at][at]
                rows[other] = [left - factor * right for left, right in zip(row, rows[at], strict=True)]
    return tuple(row[-1] / row[at] for at, row in enumerate(rows))


def fit(points: Sequence[Point], terms: Iterable[str]) -> Fit:
    """The model with these terms that errs least on *points*, its constants rounded to the digits that are written."""
    free = tuple(term for term in TERMS if term in set(terms))
    low, high = min(point.bound_us for point in points), max(point.bound_us for point in points)
    found = min((total_error(corner, points), corner) for corner in _corners(points, free))[1]
    compute, memory = (min(places(100 / part, 1), places(100, 1)) for part in found[:2])
    return Fit(free, _part(compute), _part(memory), Fraction(places(found[2], 1)), low, high)


def _part(percent: object) -> Fraction:
    return Fraction(str(percent)) / 100


def _corners(points: Sequence[Point], free: Sequence[str]) -> Iterator[tuple[Fraction, ...]]:
    """Where breaks meet: a prediction meets its time by either roof, both roofs are equal, a term is at its least."""
    least = {term: (*(int(term == other) for other in TERMS), LEAST[TERMS.index(term)]) for term in TERMS}
    fixed: list[Equation] = [least[term] for term in TERMS if term not in free]
    breaks: list[Equation] = [least[term] for term in free]
    for point in points:
        breaks += [
            (point.compute_us, 0, point.launches, point.measured_us),
            (0, point.memory_us, point.launches, point.measured_us),
            (point.compute_us, -point.memory_us, 0, 0),
        ]
    for chosen in combinations(breaks, len(free)):
        corner = solve([*fixed, *chosen])
        if corner is not None and all(part >= bound for part, bound in zip(corner, LEAST, strict=True)):
            yield corner


def total_error(corner: Sequence[Fraction], points: Sequence[Point]) -> Fraction:
    """Sum of absolute relative errors at 1/compute, 1/memory and overhead."""
    compute, memory, overhead = corner
    return sum(
        (
            abs(
                max(compute * point.compute_us, memory * point.memory_us)
                + point.launches * overhead
                - point.measured_us
            )
            / point.measured_us
            for point in points
        ),
        Fraction(0),
    )


def fit_line(messages: Sequence[Message], link_rate: Fraction, latency: bool = True) -> tuple[Fraction, Line]:
    """Least sum of absolute relative errors, and the line that has it; without *latency*, alpha is 0."""
    least: list[Equation] = [(1, 0, 0), (0, 1, 10**6 / link_rate)]
    through: list[Equation] = [(each.steps, each.wire_bytes, each.measured_us) for each in messages]
    pairs = combinations([*least, *through], 2) if latency else ((least[0], other) for other in [least[1], *through])
    corners = (corner for pair in pairs if (corner := solve(pair)) is not None)
    lines = [Line(alpha, 10**6 / beta) for alpha, beta in corners if alpha >= 0 and beta >= 10**6 / link_rate]
    return min(((line_error((line,), messages), line) for line in lines), key=lambda found: (found[0], -found[1].rate))


def line_error(lines: Sequence[Line], messages: Sequence[Message]) -> Fraction:
    """Sum of absolute relative errors of the quickest of *lines*."""
    return sum(
        (abs(min(line.time_us(each) for line in lines) - each.measured_us) / each.measured_us for each in messages),
        Fraction(0),
    )


def fit_protocols(messages: Sequence[Message], link_rate: Fraction) -> tuple[Protocols, ...]:
    """Link alone, bandwidth alone, one protocol, two protocols; each fitted on *messages* but the first."""
    ordered = sorted(messages, key=lambda each: each.size)
    link = Line(Fraction(0), link_rate)
    bandwidth, single = (fit_line(ordered, link_rate, latency)[1] for latency in (False, True))
    double, proven = _two_lines(ordered, link_rate)
    chosen = {"link": (link,), "beta": (bandwidth,), "alpha-beta": (single,), "two alpha-beta": double}
    low, high = ordered[0].size, ordered[-1].size
    return tuple(
        Protocols(name, tuple(_rounded(line) for line in lines), low, high, proven if len(lines) == 2 else True)
        for name, lines in chosen.items()
    )


def _two_lines(ordered: Sequence[Message], link_rate: Fraction) -> tuple[tuple[Line, ...], bool]:
    """The best two lines, one for the small and one for the large messages, and whether that is proven.

    For each cut, both sides fitted alone can only err less than both together; a cut at which the quickest line is the
    side's own reaches that. If the least of the former is reached, no two lines err less.
    """
    found = []
    for cut in range(LEAST_SIDE, len(ordered) - LEAST_SIDE + 1):
        (left, small), (right, large) = fit_line(ordered[:cut], link_rate), fit_line(ordered[cut:], link_rate)
        found.append((line_error((small, large), ordered), left + right, (small, large)))
    error, _, lines = min(found, key=lambda each: each[0])
    return lines, error <= min(each[1] for each in found)


def _rounded(line: Line) -> Line:
    return Line(Fraction(places(line.alpha_us, 2)), Fraction(places(line.rate / 10**9, 1)) * 10**9)
