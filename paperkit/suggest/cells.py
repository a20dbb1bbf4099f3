"""Cells, leaves of configuration and named quantities that fit a literal, also in another unit."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import sqrt

from paperkit.artifacts.describe import unit_of_header
from paperkit.suggest.branches import Leaf
from paperkit.suggest.context import Context
from paperkit.suggest.conversions import Turn, turns
from paperkit.suggest.fits import Manner
from paperkit.suggest.literal import Literal
from paperkit.suggest.names import words_of
from paperkit.suggest.offer import Offer, Sort, constant, crowded, cued, fit, united
from paperkit.suggest.ordered import Sorted
from paperkit.suggest.pool import Data
from paperkit.values.number_text import parse_number
from paperkit.values.unit import PERCENT, UNKNOWN

MOST = 3000
"""So many cells of one column are looked at closely; of more, those come first whose row is spoken of."""
KEYS = 10
"""So many values of a key that fit do not count as a crowd."""
KEYED = 2.5
"""What speaks for a part of a key whose name stands right before the number: `batch 32`."""
CHOSEN = 0.7
"""What speaks for a row of a part of a table to which the project gives a name of its own."""
UNSIGNED = 0.4
"""What speaks against a negative cell without its sign where a word says that something gets less."""
FROM_ONE = 1.2
"""What speaks against a ratio that is said as what it differs from one."""
LONGER = 0.1
"""What each further word of a key speaks for it."""
GATHERING = ("mean", "median", "total")
"""Words that say that rows are taken together."""
GATHERED = 0.5
"""What then speaks against one row of which a part of the key is not spoken of."""


def near(column: Sorted, factor: Fraction, literal: Literal) -> Sequence[int]:
    """The owners of amounts that come near the literal once they are converted."""
    found: list[int] = []
    for places, _ in literal.readings:
        low, high = (bound / float(factor) for bound in literal.interval(places))
        found += column.between(low, high)
    return list(dict.fromkeys(found)) if len(literal.readings) > 1 else found


def keyed(data: Data, position: int, context: Context, without: int | None = None) -> float:
    """How much of a row's key is spoken of; what is not speaks against it, softly."""
    score, unsaid = 0.0, GATHERED * min(1.0, max(context.words.get(word, 0.0) for word in GATHERING))
    for at in data.spoken_labels(position):
        if at != without:
            weight = key_weight(data, at, position, context)
            score += weight if weight > 0 else -0.1 if data.texts[at][position] == "0" else -0.25 - unsaid
    return 1.6 * score / sqrt(max(1, len(data.spoken_labels(position))))


def key_weight(data: Data, at: int, position: int, context: Context) -> float:
    """How loudly one part of a row's key is spoken of."""
    asked = ("key", data.table.path, data.name(at), data.texts[at][position])
    known = context.memo.get(asked)
    if known is None:
        known = context.memo[asked] = _key_weight(data, at, position, context)
    return known


def _key_weight(data: Data, at: int, position: int, context: Context) -> float:
    return max(_weight(data, one, position, context) for one in (at, *data.aliases.get(at, ())))


def _weight(data: Data, at: int, position: int, context: Context) -> float:
    key, name = data.key_at(at, position), data.name(at)
    beside = 0.8 if (name, data.texts[at][position]) in context.keys else 0.0
    if isinstance(key, str):
        return max(min(1.2, context.agreement(key)) + _longer(key, context), beside)
    weight = context.numbers.get(Fraction(key), 0.0)
    if weight:
        said = context.agreement(name)
        weight *= (0.8 if said > 0.9 else 0.2) if -10 < Fraction(key) < 10 else (1.0 if said else 0.7)
    return max(weight, beside)


def _longer(key: str, context: Context) -> float:
    """What speaks for a key of several words that are all said, before one of fewer of them."""
    words = words_of(key)
    return LONGER * (len(words) - 1) if all(word in context.words for word in words) else 0.0


def named(data: Data, at: int, position: int | None, context: Context) -> float:
    """How much of the names of column and table is spoken of."""
    name = data.specs[0].name if position is None else data.spec(position).name
    asked = ("name", data.table.path, data.name(at), name)
    known = context.memo.get(asked)
    if known is None:
        known = context.memo[asked] = _named(data, at, name, context)
    return known


def _named(data: Data, at: int, name: str, context: Context) -> float:
    column = 1.3 * context.agreement(data.name(at)) + (0.6 if data.name(at) in context.columns else 0.0)
    table = 0.5 * context.agreement(name) + (0.5 if name in context.names else 0.0)
    return column + table + 0.5 * min(1.5, context.agreement(data.table.columns[at].description))


def cells(literal: Literal, pool: Sequence[Data]) -> Iterator[tuple[Offer | None, int]]:
    """Offers of cells; each with how many fits it stands for (None: fits that were only counted)."""
    for data in pool:
        for at, column in data.sorted.items():
            for factor, text, unit, unlikely in turns(data.unit(at), literal, data.hint(at)):
                hits = near(column, factor, literal)
                yield from _cells(literal, data, at, hits, (factor, text, unit, unlikely))
            if literal.value > 0 and column.amounts and column.amounts[0] < 0:
                yield from _without_sign(literal, data, at, column)
            plain = data.unit(at).unknown and data.hint(at).unknown
            if literal.unit == PERCENT and literal.value > 0 and (plain or data.unit(at).bare) and at not in data.key:
                yield from _from_one(literal, data, at, column)


def _without_sign(literal: Literal, data: Data, at: int, column: Sorted) -> Iterator[tuple[Offer | None, int]]:
    """Offers of negative cells whose amount alone is said: `loses 2.8 points`."""
    low, high = literal.interval(literal.places)
    turn = (Fraction(-1), "abs({})", data.unit(at), UNSIGNED if literal.falls else UNSIGNED + 1.5)
    yield from _cells(literal, data, at, column.between(-high, -low), turn)


def _from_one(literal: Literal, data: Data, at: int, column: Sorted) -> Iterator[tuple[Offer | None, int]]:
    """Offers of what a ratio is over one, or a share under it: 1.74 times are 74% more."""
    low, high = (bound / 100 for bound in literal.interval(literal.places))
    over = (Fraction(100), "percent({} - 1)", PERCENT, FROM_ONE)
    yield from _cells(literal, data, at, column.between(1 + low, 1 + high), over, Fraction(-100))
    under = (Fraction(-100), "percent(1 - {})", PERCENT, FROM_ONE)
    yield from _cells(literal, data, at, column.between(1 - high, 1 - low), under, Fraction(100))


def _cells(
    literal: Literal, data: Data, at: int, hits: Sequence[int], turn: Turn, shift: Fraction = Fraction()
) -> Iterator[tuple[Offer | None, int]]:
    factor, text, unit, unlikely = turn
    if len(hits) > MOST:
        yield None, len(hits) - MOST
        hits = _spoken_of(data, hits, literal.context)
    known: dict[str, tuple[tuple[Manner, int, float], Fraction] | None] = {}
    in_key = at in data.key
    crowd = len({data.texts[at][position] for position in hits}) if in_key else len(hits)
    crowd = 0 if in_key and crowd <= KEYS else crowd
    base = cued(Sort.CELL, literal) - unlikely - crowded(crowd)
    best: dict[str, Offer] = {}
    for position in hits:
        cell = data.texts[at][position]
        if cell not in known:
            amount = parse_number(cell) * factor + shift
            fitting = fit(literal, amount)
            known[cell] = (fitting, amount) if fitting is not None else None
        found = known[cell]
        if found is None:
            continue
        fitting, amount = found
        manner, places, rounded = fitting
        there = data.unit(at, position) if unit is None or unit is data.unit(at) else unit
        score = base + rounded + united(literal, there, data.hint(at)) + named(data, at, position, literal.context)
        score += keyed(data, position, literal.context, at if in_key else None)
        score += KEYED if in_key and manner is Manner.EXACT and words_of(data.name(at)) == literal.before else 0.0
        score += CHOSEN if len(data.specs) > 1 and data.spec(position).where else 0.0
        write = _writer(data, at, position, text, literal.context)
        offer = Offer(Sort.CELL, score, manner, places, amount, write, (*data.alike, at, factor))
        if not in_key:
            yield offer, 1
        elif cell not in best or best[cell].score < score:  # a part of a key is one quantity in all rows that have it
            best[cell] = offer
    yield from ((offer, 1) for offer in best.values())


def _writer(data: Data, at: int, position: int, text: str, context: Context) -> Callable[[], str | None]:
    def write() -> str | None:
        cell = data.expression(at, position, context)
        return None if cell is None else text.format(cell)

    return write


def _spoken_of(data: Data, hits: Sequence[int], context: Context) -> Sequence[int]:
    """Of very many rows those whose key is spoken of."""
    spoken = data.spoken(context)
    found = heapq.nlargest(MOST, (at for at in hits if at in spoken), key=spoken.__getitem__)
    return found or hits[:MOST]


def leaf_offers(literal: Literal, leaves: Sequence[Leaf]) -> Iterator[Offer]:
    """Offers of configuration."""
    for leaf in leaves:
        hint = unit_of_header(leaf.expression.rpartition(".")[2]) if leaf.unit.unknown else UNKNOWN
        for factor, text, unit, unlikely in turns(leaf.unit, literal, hint):
            amount = parse_number(leaf.text) * factor
            fitting = fit(literal, amount)
            if fitting is None:
                continue
            manner, places, rounded = fitting
            score = cued(Sort.LEAF, literal) + rounded - unlikely + 1.4 * literal.context.agreement(leaf.path)
            score += united(literal, unit, hint) if unit is not None else 0.0
            yield Offer(Sort.LEAF, score, manner, places, amount, constant(text.format(leaf.expression)))
