"""What names mean to an expression, and how its evidence may be disturbed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from zlib import crc32

from paperkit.artifacts.store import Store
from paperkit.sources import SourceDocument
from paperkit.values.quantity import Cell, Value


@dataclass(frozen=True, slots=True)
class Scope:
    """Artifacts by name, named expressions, and documents by id."""

    store: Store
    quantities: Mapping[str, str] = field(default_factory=dict)
    documents: Mapping[str, SourceDocument] = field(default_factory=dict)
    known: dict[tuple[str, int], tuple[object, frozenset[str]]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """What each quantity stands for, by its name and the seed of the disturbance, with the artifacts that it used."""
    cells: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What each text came to that just names one cell; None for any other text."""
    evaluated: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What the texts of markers came to: an expression that several readers ask for is evaluated once."""
    grounds: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Of the texts among them that were asked for it: what in them needs evidence, and whether they are grounded."""


@dataclass(frozen=True, slots=True)
class Disturbance:
    """Another world: every cell holds another number, and of several rows the first is missing.

    A value that is the same in each of them does not depend on evidence. The numbers follow from the cells' names, so
    that the same expression is always judged alike.
    """

    seed: int
    spread: int = 1
    signed: bool = False
    drop: bool = False

    def value(self, value: Value) -> Value:
        """A cell's value as it is there."""
        if self.drop:
            return value
        draw = self._draw(value.cells[0])
        amount = value.amount or Fraction(draw, 7)
        factor = (1009 + draw * self.spread) * (-1 if self.signed and draw % 2 else 1)
        other = Fraction(amount.numerator * factor, amount.denominator * 1009)
        return Value(other, value.unit, value.uncertainty, value.kinds, value.cells)

    def text(self, text: str, cell: Cell) -> str:
        """A cell's text as it is there."""
        return text if self.drop else f"{text}\u2032{self._draw(cell)}"

    def records(self, records: tuple[int, ...]) -> tuple[int, ...]:
        """Rows as they are there."""
        return records[1:] if self.drop else records

    def _draw(self, cell: Cell) -> int:
        """A number from 1 to 997."""
        return crc32(f"{self.seed}|{cell.artifact}|{cell.row}|{cell.column}".encode()) % 997 + 1


DISTURBANCES = (
    Disturbance(1),
    Disturbance(2, drop=True),
    Disturbance(3, spread=40),
    Disturbance(4, signed=True),
    Disturbance(5, spread=9, signed=True),
    Disturbance(6, spread=400),
)
