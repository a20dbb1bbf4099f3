"""Everything changed in turn, and the score."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from paperkit.mutate.cells import Target, cell_mutations, targets, try_cells
from paperkit.mutate.edits import try_edits
from paperkit.mutate.markers import mutations
from paperkit.mutate.mutation import KINDS, Kind, Outcome, Subject
from paperkit.mutate.older import try_older
from paperkit.mutate.presence import Presence, presence
from paperkit.mutate.world import World

Ticker = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of change, with what became of each."""

    subject: Subject
    kind: Kind
    outcomes: tuple[Outcome, ...]

    @property
    def counted(self) -> tuple[Outcome, ...]:
        """Those that made something printed wrong."""
        return tuple(one for one in self.outcomes if one.effect)

    @property
    def missed(self) -> tuple[Outcome, ...]:
        """Those that no error answers."""
        return tuple(one for one in self.counted if not one.caught)


@dataclass(frozen=True, slots=True)
class Score:
    """How many changes were caught. Printed numbers rest on *cells*; so many of them were *changed*."""

    target: str
    rows: tuple[Row, ...]
    presence: Presence
    cells: int
    changed: int

    @property
    def made(self) -> int:
        """How many changes there were."""
        return sum(len(row.counted) for row in self.rows)

    @property
    def caught(self) -> int:
        """How many of them were answered by an error."""
        return self.made - sum(len(row.missed) for row in self.rows)


def mutate(world: World, target: str, tick: Ticker, every: bool = False, alone: bool = False) -> Score:
    """Change everything in turn. *every*: all cells of a value, however many; *alone*: one change a run."""
    chosen = targets(world, every)
    rows = []
    for subject, kind in KINDS:
        tick(f"{subject}: {kind}")
        rows.append(Row(subject, kind, tuple(_outcomes(world, subject, kind, alone, chosen))))
    tick("random numbers")
    score = Score(target, tuple(rows), presence(world), len(targets(world, every=True)), len(chosen))
    tick("")
    return score


def _outcomes(world: World, subject: Subject, kind: Kind, alone: bool, chosen: tuple[Target, ...]) -> Iterator[Outcome]:
    if subject is Subject.ARTIFACT:
        return try_older(world)
    if subject is Subject.CELL:
        return try_cells(world, cell_mutations(world, kind, chosen))
    return try_edits(world, mutations(world, subject, kind), alone)
