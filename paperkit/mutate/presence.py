"""What a mere presence match would let through: invented numbers that stand somewhere in the data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from random import Random

from paperkit.artifacts.store import Store, Tree
from paperkit.artifacts.table import Table
from paperkit.artifacts.tree import TreeNode
from paperkit.mutate.markers import bound
from paperkit.mutate.world import World
from paperkit.values.number_text import NUMBER

TRIES = 20
"""Random numbers for each bound one, with as many digits before and behind the point."""
SEED = 1


@dataclass(frozen=True, slots=True)
class Presence:
    """Of *tried* random numbers of the shapes that the text shows, *found* stand in the data when rounded alike."""

    tried: int
    found: int


def presence(world: World) -> Presence:
    """Counted with a fixed seed: the same project gives the same numbers."""
    data = tuple(numbers(world.scope.store))
    shown: dict[int, frozenset[int]] = {}
    draw = Random(SEED)  # noqa: S311
    tried = found = 0
    for one in bound(world):
        for numeral in one.numerals:
            places = numeral.decimals
            if not 0 <= places <= 12 or abs(numeral.value) >= 10**15:
                continue
            if places not in shown:
                shown[places] = frozenset(round(number * 10**places) for number in data)
            size = abs(int(numeral.value * Decimal(10) ** places))
            digits = len(str(size))
            low = 10 ** (digits - 1) if digits > 1 else 0
            for _ in range(TRIES):
                tried += 1
                found += low + int(draw.random() * (10**digits - low)) in shown[places]
    return Presence(tried, found)


def numbers(store: Store) -> Iterator[Fraction]:
    """Every number in every artifact, without its sign; each amount once."""
    texts = {text.strip().lstrip("+-") for name in store.specs for text in _texts(store, name)}
    for text in texts:
        if len(text) < 40 and NUMBER.fullmatch(text) and "e" not in text.lower():
            yield Fraction(text)


def _texts(store: Store, name: str) -> Iterator[str]:
    artifact = store.artifact(name)
    if isinstance(artifact, Table):
        for record in artifact.rows:
            yield from artifact.records.fields(record)
    elif isinstance(artifact, Tree):
        yield from _leaves(artifact.root)


def _leaves(node: TreeNode) -> Iterator[str]:
    pending = [node]
    while pending:
        one = pending.pop()
        pending += one.items
        if one.kind == "scalar":
            yield one.text
