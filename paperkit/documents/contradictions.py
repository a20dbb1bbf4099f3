"""Where a document says another number than an artifact or another document does.

Only what is named is compared. A number of a document is about a constant of a configuration when its sentence says
all words of the constant's name and of the group that it stands in; about a cell when it says all words of the column
beside the number, and every key of the row beside the key's name; about the same as a number of another document when
both sentences have nearly the same words.
A number that agrees with one of the things that its sentence names contradicts none of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from fractions import Fraction

from paperkit.artifacts.store import Store
from paperkit.documents.numbers import Stated
from paperkit.suggest.branches import leaves
from paperkit.suggest.names import words_of
from paperkit.suggest.pool import Data, tables
from paperkit.values.unit import BARE, UNKNOWN, Unit

SAME_SENTENCE = 0.7
"""Share of the words of two sentences that have to be the same for both to speak of one thing."""
BESIDE = 60
"""Characters on each side of a number in which a column has to be named."""
_OTHER = re.compile(r"(?<![\w.])\d")
"""Where another number begins; the digits of p99 are part of a name."""
LEAST_WORDS = 4
"""Words that a sentence needs to be compared with another."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """One number of a document, what it is held against, and what stands there."""

    stated: Stated
    against: str
    """Expression of the constant or cell, or key of the other document."""
    other: str
    place: str


@dataclass(frozen=True, slots=True)
class _Thing:
    """A constant or a cell that a sentence may name."""

    expression: str
    words: frozenset[str]
    amount: Fraction
    unit: Unit
    text: str
    place: str


def contradictions(stated: Sequence[Stated], store: Store) -> tuple[Contradiction, ...]:
    """Every contradiction, in the order of the documents."""
    constants = tuple(_constants(store))
    columns = tables(store)
    found: list[Contradiction] = []
    for one in stated:
        named = [thing for thing in constants if thing.words <= one.words]
        most = max((len(thing.words) for thing in named), default=0)
        named = [thing for thing in named if len(thing.words) == most]
        named += [thing for data in columns for thing in _cells(data, one)]
        found += _against(one, named)
    return (*found, *_between(stated))


def _against(one: Stated, named: Iterable[_Thing]) -> Iterator[Contradiction]:
    """*one* held against what its sentence names, where the units can be compared."""
    comparable = [(thing, amount) for thing in named if (amount := _converted(one, thing)) is not None]
    if comparable and not any(_agrees(one, amount) for _, amount in comparable):
        thing = comparable[0][0]
        yield Contradiction(one, thing.expression, thing.text, thing.place)


def _converted(one: Stated, thing: _Thing) -> Fraction | None:
    """The thing's amount in the unit of the document; None where the units differ in kind."""
    counted = thing.unit == BARE and set(words_of(one.unit.symbol)) <= thing.words  # "64 rows" of `rows`
    if thing.unit is UNKNOWN or counted:
        return thing.amount
    if not thing.unit.convertible(one.unit):
        return None
    return thing.amount * thing.unit.factor(one.unit)


def _agrees(one: Stated, amount: Fraction) -> bool:
    """Whether *amount*, rounded to the digits of the document, is what stands there."""
    exponent = Decimal(1).scaleb(-one.places)
    exact = Decimal(amount.numerator) / Decimal(amount.denominator)
    return exact.quantize(exponent, ROUND_HALF_UP) == one.amount or int(exact / exponent) * exponent == one.amount


def _constants(store: Store) -> Iterator[_Thing]:
    for leaf in leaves(store):
        steps = leaf.path.split()[1:]
        name = words_of(" ".join(steps[-2:]))
        if len(set(name)) >= 2 and not any(step.isdigit() for step in steps[-2:]):
            artifact = leaf.expression.partition(".")[0]
            place = store.specs[artifact].path.name
            yield _Thing(leaf.expression, frozenset(name), Fraction(leaf.text), leaf.unit, leaf.text, place)


def _cells(data: Data, one: Stated) -> Iterator[_Thing]:
    """Cells of the row whose every key the sentence says, in columns whose every word it says beside the number."""
    beside = _beside(one)
    columns = [at for at in data.numbers if at not in data.key and set(words_of(data.table.columns[at].name)) <= beside]
    if not columns or not data.key:
        return
    names = [(at, data.table.columns[at].name) for at in data.key]
    rows = [
        position
        for position in range(len(data.texts[0]))
        if all(_says(one.sentence, name, data.texts[at][position]) for at, name in names)
    ]
    if len(rows) == 1:
        keys = ", ".join(f"{name}={data.texts[at][rows[0]]}" for at, name in names)
        for at in columns:
            yield from _cell(data, at, rows[0], keys)


def _cell(data: Data, at: int, position: int, keys: str) -> Iterator[_Thing]:
    text, column = data.texts[at][position], data.table.columns[at]
    try:
        amount = Fraction(Decimal(text))
    except (InvalidOperation, ValueError):
        return
    expression = f"{data.specs[0].name}({keys}).{column.name}"
    yield _Thing(expression, frozenset(), amount, column.unit, text, f"{data.table.path}:{position + 2}")


def _beside(one: Stated) -> frozenset[str]:
    """The words near the number, up to the next number on each side."""
    text = one.span.source.text
    before = re.split(_OTHER, text[max(0, one.span.start - BESIDE) : one.span.start])[-1]
    after = re.split(_OTHER, text[one.span.end : one.span.end + BESIDE])[0]
    return frozenset(words_of(f"{before} {one.text} {after}"))


def _says(said: str, name: str, key: str) -> bool:
    """Whether the sentence says that key: a word as such, a number beside the name of its column."""
    value = re.escape(key)
    if not re.fullmatch(r"[\d.]+", key):
        return re.search(rf"\b{value}\b", said, re.IGNORECASE) is not None
    label = r"\W+".join(re.escape(word) for word in re.split(r"[\W_]+", name))
    beside = rf"\b{label}s?\b[^\d]{{0,16}}{value}\b|\b{value} {label}s?\b"
    return re.search(beside, said, re.IGNORECASE) is not None


def _between(stated: Sequence[Stated]) -> Iterator[Contradiction]:
    """Numbers of two documents whose sentences are nearly the same, and whose values are not."""
    for at, one in enumerate(stated):
        for other in stated[at + 1 :]:
            if one.document != other.document and _alike(one, other) and one.unit == other.unit:
                near = Fraction(1, 2) * Fraction(Decimal(1).scaleb(-min(one.places, other.places)))
                if abs(Fraction(one.amount) - Fraction(other.amount)) > near:
                    yield Contradiction(one, other.document, other.text, other.span.row)


def _alike(one: Stated, other: Stated) -> bool:
    first, second = ({word for word in each.words if not word.isdigit()} for each in (one, other))
    if min(len(first), len(second)) < LEAST_WORDS:
        return False
    return len(first & second) >= SAME_SENTENCE * len(first | second)
