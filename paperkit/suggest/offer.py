"""One expression that fits a literal, with what speaks for it."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import log1p

from paperkit.suggest.fits import Manner, manner_of
from paperkit.suggest.literal import Literal
from paperkit.suggest.names import words_of
from paperkit.values.unit import BARE, PERCENT, UNKNOWN, Unit


class Sort(StrEnum):
    """What an expression does with cells."""

    QUANTITY = "quantity"
    CELL = "cell"
    LEAF = "configuration"
    DOCUMENT = "document"
    COUNT = "count"
    EXTREME = "extreme"
    MEAN = "mean"
    MEDIAN = "median"
    SUM = "sum"
    DEVIATION = "standard deviation"
    RATIO = "ratio"
    SHARE = "share"
    CHANGE = "change"
    LESS = "change downwards"
    SYMMETRIC = "symmetric change"
    DIFFERENCE = "difference"


PRIOR = {
    Sort.QUANTITY: 5.0, Sort.CELL: 1.0, Sort.LEAF: 0.8, Sort.DOCUMENT: -0.6, Sort.COUNT: -0.4, Sort.EXTREME: 0.0,
    Sort.MEAN: -0.6, Sort.MEDIAN: -1.0, Sort.SUM: -0.9, Sort.DEVIATION: -1.4, Sort.RATIO: -0.2,
    Sort.SHARE: -1.0, Sort.CHANGE: -0.6, Sort.LESS: -0.7, Sort.SYMMETRIC: -2.0, Sort.DIFFERENCE: -1.2,
}  # fmt: skip
"""How common each is, before anything speaks for it."""
CUES = {
    Sort.COUNT: ("count", "run", "row", "case", "point", "all", "of", "total", "sample", "combination"),
    Sort.EXTREME: (
        "most", "least", "largest", "smallest", "best", "worst", "from", "to", "up", "between", "highest", "lowest",
        "peak", "ever", "edge", "every",
    ),
    Sort.MEAN: ("mean", "average"), Sort.MEDIAN: ("median",),
    Sort.SUM: ("sum", "total", "together", "altogether", "all"), Sort.DEVIATION: ("deviation", "sigma", "spread"),
    Sort.RATIO: ("time", "factor", "faster", "slower", "speedup", "speed", "ratio", "gain", "over", "against", "than"),
    Sort.SHARE: ("of", "share", "percent", "fraction"),
    Sort.CHANGE: ("more", "faster", "higher", "increase", "gain", "longer", "improve", "growth", "larger", "rise"),
    Sort.LESS: ("less", "fewer", "lower", "reduce", "reduction", "save", "saving", "shorter", "drop", "down"),
    Sort.DIFFERENCE: ("longer", "more", "less", "slower", "point", "difference", "by", "later", "fewer"),
}  # fmt: skip
"""Words that speak for each."""
PLAIN = frozenset({Sort.MEAN, Sort.MEDIAN, Sort.DEVIATION})
"""Those whose words mean nothing else."""
ROUNDED = {
    Manner.EXACT: 0.6, Manner.HALF_EVEN: 0.3, Manner.HALF_UP: 0.2, Manner.BINARY: -0.3, Manner.TWICE: -1.8,
    Manner.FLOOR: -2.4, Manner.CEIL: -2.5, Manner.TRUNCATED: -2.6,
}  # fmt: skip


BOUND = 1.5
"""What `up to` or `at least` right before a number speaks for an extreme."""
REPEATED = 0.4
"""What each former offer of the same column speaks against the next."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An expression that fits. *write* gives its text, which is made only for those that are shown."""

    sort: Sort
    score: float
    manner: Manner
    places: int
    amount: Fraction
    write: Callable[[], str | None]
    alike: tuple[object, ...] = ()
    """What it has in common with others that differ from it only in the row."""
    rows: int = 1
    """Over how many rows it goes; an offer over very many is not evaluated again before it is shown."""


def fit(literal: Literal, amount: Fraction) -> tuple[Manner, int, float] | None:
    """(manner, decimals, what speaks for it) of the likeliest way from *amount* to the literal; None for no way."""
    best = None
    for places, unlikely in literal.readings:
        manner = manner_of(amount, literal.value, places)
        if manner is not None:
            score = ROUNDED[manner] - unlikely - (1.5 if literal.small and manner is not Manner.EXACT else 0.0)
            if best is None or score > best[2]:
                best = (manner, places, score)
            if manner is Manner.EXACT:
                break
    return best


def varied(offers: Iterable[Offer], most: int) -> list[Offer]:
    """The best, so that rows which nothing tells apart do not crowd out another reading."""
    seen: Counter[tuple[object, ...]] = Counter()
    ranked: list[tuple[float, int, Offer]] = []
    for number, one in enumerate(heapq.nlargest(4 * most, offers, key=lambda one: one.score)):
        ranked.append((one.score - REPEATED * seen[one.alike], -number, one))
        seen[one.alike] += 1
    return [one for *_, one in heapq.nlargest(most, ranked, key=lambda item: item[:2])]


def crowded(fits: int) -> float:
    """What speaks against one of many that fit alike: each is the less likely to be the one."""
    return 0.3 * log1p(fits)


def cued(sort: Sort, literal: Literal) -> float:
    """How common such an expression is, and whether the words around speak for it."""
    said = max((literal.context.words.get(word, 0.0) for word in CUES.get(sort, ())), default=0.0)
    bound = BOUND if sort is Sort.EXTREME and literal.bounded else 0.0
    return PRIOR[sort] + (1.2 if sort in PLAIN else 0.6) * min(said, 1.6) + bound


def united(literal: Literal, unit: Unit, hint: Unit = UNKNOWN) -> float:
    """How well a value's unit goes with the one that is read behind the literal; *hint* is what its name says."""
    if unit.unknown and not hint.unknown:
        return 0.6 * united(literal, hint)
    read = literal.unit
    if read is None:
        return _unread(literal, unit)
    if unit.unknown:
        return -0.2
    if read == BARE:
        return 0.5 if unit.bare else -2.5
    if read == PERCENT or unit == PERCENT:
        return 1.2 if read == unit else -2.5
    if read.dimensions == unit.dimensions:
        return 1.2 if read.scale == unit.scale else -1.5
    return -2.5 if not (read.counted and unit.bare) else 0.0


def _unread(literal: Literal, unit: Unit) -> float:
    """No unit is read: a bare number may be one, else the unit's word should stand around (in the head of a column)."""
    if unit.bare or unit.unknown:
        return 0.2 if unit.bare else 0.0
    said = max((literal.context.words.get(word, 0.0) for word in words_of(unit.symbol)), default=0.0)
    return 0.6 if said >= 1.2 else -0.6


def constant(text: str) -> Callable[[], str]:
    """Writes that text."""
    return lambda: text
