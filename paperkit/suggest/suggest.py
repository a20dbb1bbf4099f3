"""For each unbound literal the expressions that fit, best first; a person takes one, or none."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from paperkit.expressions.error import ExpressionError
from paperkit.expressions.evaluate import Scope, evaluate_marker
from paperkit.suggest.branches import Leaf, beside, leaves, lists
from paperkit.suggest.cells import cells, leaf_offers
from paperkit.suggest.conversions import turns
from paperkit.suggest.counted import Files, file_offers, files
from paperkit.suggest.fits import RULES, Manner
from paperkit.suggest.folds import folded
from paperkit.suggest.groups import Groups
from paperkit.suggest.literal import Literal
from paperkit.suggest.naming import escaped
from paperkit.suggest.offer import Offer, Sort, constant, cued, fit, united, varied
from paperkit.suggest.pairs import Pairs
from paperkit.suggest.pool import Data, tables
from paperkit.suggest.subsets import LARGE
from paperkit.suggest.together import Asked, blocks, settled
from paperkit.values.quantity import Value
from paperkit.values.unit import Unit

SHOWN = 5
KEPT = 200
"""So many of what fits a literal are held against what fits its neighbours."""
COMPARING = frozenset({Sort.RATIO, Sort.QUANTITY})
"""What `twice` and `half` may come from."""
TRIED = 30
"""So many of the best are written out and evaluated until enough of them stand."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One expression; *format* is empty for a claim. *others*: how many other expressions would fit as well."""

    expression: str
    format: str
    sort: Sort
    manner: Manner
    score: float
    others: int
    value: Value

    @property
    def marker(self) -> str:
        """The first argument of a marker; a claim has no format."""
        return f"{self.expression} | {self.format}" if self.format else self.expression

    @property
    def macro(self) -> str:
        r"""Which marker it is: \pkval prints a number, \pkclaim shows words that compare."""
        return "pkval" if self.format else "pkclaim"

    def around(self, text: str) -> str:
        """The marker with *text* as what it prints."""
        return rf"\{self.macro}{{{self.marker}}}{{{text}}}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What fits one literal; *fits* is how many expressions do."""

    literal: Literal
    suggestions: tuple[Suggestion, ...]
    fits: int


@dataclass(frozen=True)
class Evidence:
    """All that expressions may name, indexed once."""

    scope: Scope

    @cached_property
    def tables(self) -> tuple[Data, ...]:
        """Every table, and every list with rows."""
        return (*tables(self.scope.store), *lists(self.scope.store))

    @cached_property
    def groups(self) -> tuple[Groups, ...]:
        """Their rows together."""
        return tuple(Groups(data) for data in self.tables)

    @cached_property
    def pairs(self) -> tuple[Pairs, ...]:
        """Their cells two by two, their groups, and what stands side by side in configuration."""
        folds = (fold for data in self.tables for fold in folded(data))
        return tuple(Pairs(data) for data in (*self.tables, *folds, *beside(self.scope.store)))

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """Numbers of configuration."""
        return tuple(leaves(self.scope.store))

    @cached_property
    def files(self) -> tuple[Files, ...]:
        """Committed files of one sort."""
        return files(self.scope.store)

    @cached_property
    def quantities(self) -> tuple[tuple[str, Value], ...]:
        """Named quantities with one value each."""
        found = []
        for name in self.scope.quantities:
            try:
                values = evaluate_marker(name, self.scope).values
            except ExpressionError:
                continue
            found += [(name, values[0])] if len(values) == 1 else []
        return tuple(found)


def suggest(literals: Iterable[Literal], scope: Scope, shown: int = SHOWN) -> Iterator[Answer]:
    """An answer for each literal, in their order."""
    evidence = Evidence(scope)
    for block in blocks(_asked(literal, evidence) for literal in literals):
        for one in settled(block):
            best = varied(one.offers, TRIED)
            yield Answer(one.literal, tuple(_written(one.literal, best, scope, one.fits, shown)), one.fits)


def _asked(literal: Literal, evidence: Evidence) -> Asked:
    """What fits a literal taken alone."""
    offers: list[Offer] = []
    counted = 0
    for offer, number in _offers(literal, evidence):
        counted += number
        offers += [] if offer is None else [offer]
    return Asked(literal, tuple(heapq.nlargest(KEPT, offers, key=lambda one: one.score)), counted)


def _offers(literal: Literal, evidence: Evidence) -> Iterator[tuple[Offer | None, int]]:
    yield from ((offer, 1) for offer in _quantities(literal, evidence.quantities))
    yield from cells(literal, evidence.tables)
    yield from ((offer, 1) for offer in leaf_offers(literal, evidence.leaves))
    yield from ((offer, 1) for offer in file_offers(literal, evidence.files))
    for groups in evidence.groups:
        yield from ((offer, 1) for offer in groups.offers(literal))
    for pairs in evidence.pairs:
        yield from pairs.offers(literal)


def _quantities(literal: Literal, named: Sequence[tuple[str, Value]]) -> Iterator[Offer]:
    for name, value in named:
        for factor, text, unit, unlikely in turns(value.unit, literal):
            amount = value.amount * factor
            fitting = fit(literal, amount)
            if fitting is not None:
                manner, places, rounded = fitting
                score = cued(Sort.QUANTITY, literal) + rounded - unlikely + literal.context.agreement(name)
                score += united(literal, unit) if unit is not None else 0.0
                yield Offer(Sort.QUANTITY, score, manner, places, amount, constant(text.format(name)))


def _written(literal: Literal, offers: Iterable[Offer], scope: Scope, fits: int, shown: int) -> Iterator[Suggestion]:
    """The first *shown* that can be written and are worth what they were offered for."""
    seen: set[str] = set()
    for offer in offers:
        if literal.compares and offer.sort not in COMPARING:
            continue
        expression = offer.write()
        if expression is None or expression in seen:
            continue
        seen.add(expression)
        value = _worth(expression, scope, offer.amount) if offer.rows <= LARGE else Value(offer.amount)
        if value is None or _of_another_kind(literal, value.unit):
            continue
        form = literal.format(offer.amount, offer.places)
        rule = RULES.get(offer.manner)
        text = f"{form} {rule}" if rule and form != "words" else form
        text = "" if literal.compares else text
        yield Suggestion(escaped(expression), text, offer.sort, offer.manner, offer.score, fits - 1, value)
        if len(seen) >= TRIED or shown <= 1:
            return
        shown -= 1


def _of_another_kind(literal: Literal, unit: Unit) -> bool:
    """Whether what is read behind the literal (`3 nodes`, `2.0x`, `8 ms`) cannot be a value of that unit."""
    read = literal.unit
    if unit.unknown or unit.counted or not unit.dimensions:
        return False
    return bool(literal.word) if read is None else not read.unknown and read.dimensions != unit.dimensions


def _worth(expression: str, scope: Scope, amount: Fraction) -> Value | None:
    """The value of *expression*; None where it is not what was found in the index."""
    try:
        found = evaluate_marker(expression, scope)
    except ExpressionError:
        return None
    if len(found.values) != 1 or found.values[0].amount != amount or not found.grounded:
        return None
    return found.values[0]
