"""Literals that stand together: what fits all cells of a column or a row of a table is likelier than what fits one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from paperkit.suggest.literal import Literal
from paperkit.suggest.offer import Offer

CELLS = 2.5
"""What speaks at most for an offer whose like fits all other cells of its column or its row."""
SENTENCES = 0.6
"""The same for literals of one paragraph."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A literal with the best of what fits it; *fits* is how much does."""

    literal: Literal
    offers: tuple[Offer, ...]
    fits: int


def blocks(asked: Iterable[Asked]) -> Iterator[list[Asked]]:
    """Runs of literals that stand in one table or one paragraph."""
    run: list[Asked] = []
    for one in asked:
        if run and run[-1].literal.context.block != one.literal.context.block:
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def settled(block: Sequence[Asked]) -> Iterator[Asked]:
    """The same with what speaks for each offer that its neighbours are alike."""
    known = [_likely(one.offers) for one in block]
    lines: dict[tuple[str, int], list[int]] = defaultdict(list)
    for at, one in enumerate(block):
        for line in _lines(one.literal):
            lines[line].append(at)
    for at, one in enumerate(block):
        around = [[known[other] for other in lines[line] if other != at] for line in _lines(one.literal)]
        most = CELLS if one.literal.context.cell is not None else SENTENCES
        support = {alike: most * _support(alike, around) for alike in known[at]}
        offers = (replace(offer, score=offer.score + support[offer.alike]) for offer in one.offers)
        yield replace(one, offers=tuple(offers))


def _lines(literal: Literal) -> tuple[tuple[str, int], ...]:
    """The row and the column of a literal; in a sentence its paragraph."""
    cell = literal.context.cell
    return (("row", cell[0]), ("column", cell[1])) if cell is not None else (("paragraph", 0),)


def _likely(offers: Iterable[Offer]) -> dict[tuple[object, ...], float]:
    """How near the best offer of each sort comes to the best of all: 1 for the best itself."""
    best: dict[tuple[object, ...], float] = {}
    for one in offers:
        best[one.alike] = max(best.get(one.alike, one.score), one.score)
    top = max(best.values(), default=0.0)
    return {alike: 1 / (1 + top - score) for alike, score in best.items()}


def _support(alike: tuple[object, ...], around: Iterable[Sequence[dict[tuple[object, ...], float]]]) -> float:
    means = (sum(one.get(alike, 0.0) for one in line) / len(line) for line in around if line)
    return max(means, default=0.0)
