"""Changes of artifacts: each cell that a printed number rests on."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from paperkit.artifacts.table import Table, plain
from paperkit.checks.base import Judged
from paperkit.checks.judge import Known, again, judge
from paperkit.expressions.scope import Scope
from paperkit.mutate.digits import negated, other_digit, tenfold
from paperkit.mutate.mutation import Kind, Mutation, Outcome, Subject
from paperkit.mutate.overlay import Describe, OverlaidStore, rewritten
from paperkit.mutate.patch import Texts, tables_of, with_texts
from paperkit.mutate.world import SOON, World, only
from paperkit.source import SourceFile, Span
from paperkit.sources import parse_document
from paperkit.values.quantity import Cell

MOST = 6
"""So many cells of a value that rests on more are changed: those that decide first, the others evenly spread."""

WIDE = 100
"""A value that rests on more cells is judged again for its own of these, and for no other marker's: that takes long."""

Name = tuple[str, int]
"""A marker: path and offset."""
Place = tuple[str, int, int]
"""A cell: path, start and end."""


@dataclass(frozen=True, slots=True)
class Target:
    """A cell in its file, with the markers whose values rest on it."""

    cell: Cell
    span: Span
    markers: frozenset[Name]


def targets(world: World, every: bool = False) -> tuple[Target, ...]:
    """The cells to change, file by file; with *every*, all that any marker rests on."""
    cells: dict[Place, Cell] = {}
    markers: dict[Place, set[Name]] = defaultdict(set)
    chosen: set[Place] = set()
    for one in world.judged:
        name = (one.marker.span.path, one.marker.span.start)
        placed = [(cell, (cell.span.path, cell.span.start, cell.span.end)) for cell in one.entry.cells if cell.span]
        step = max(1, -(-len(placed) // MOST)) if not every else 1
        own = placed[::step]
        chosen |= {key for _, key in own}
        for cell, key in placed if len(placed) <= WIDE or every else own:
            cells.setdefault(key, cell)
            markers[key].add(name)
    found = (Target(cells[key], span, frozenset(markers[key])) for key in sorted(chosen) if (span := cells[key].span))
    return tuple(found)


def cell_mutations(world: World, kind: Kind, chosen: Iterable[Target]) -> Iterator[tuple[Mutation, Target]]:
    """One change of that kind for each cell; two cells are swapped within their column."""
    for target in chosen:
        was = target.span.text
        now = _swapped(world, target) if kind is Kind.SWAP else _CHANGES[kind](was)
        if now is not None and now != was:
            yield Mutation(Subject.CELL, kind, target.span, was, now), target


def _first_digit(text: str) -> str | None:
    return other_digit(text, last=False)


_CHANGES = {Kind.SIGN: negated, Kind.FACTOR: tenfold, Kind.DIGIT: _first_digit}


def _swapped(world: World, target: Target) -> str | None:
    """The next other cell's text in the same column."""
    other = _neighbour(world, target)
    return other.text if other is not None else None


def _neighbour(world: World, target: Target) -> Span | None:
    name = target.cell.artifact
    table = world.scope.store.artifact(name) if name in world.scope.store.specs else None
    at = table.positions.get(plain(target.cell.column)) if isinstance(table, Table) else None
    if not isinstance(table, Table) or at is None:  # a cell of a descriptor has no column
        return None
    lines = table.records.lines
    first = bisect_left(lines, target.cell.row, 1)
    for record in chain(range(first + 1, len(lines)), range(1, first)):
        if table.text(record, at) != target.span.text:
            return table.span(record, at)
    return None


def try_cells(world: World, changes: Iterable[tuple[Mutation, Target]]) -> Iterator[Outcome]:
    """What the checks say to each change, in the markers that rest on its cell."""
    names = tables_of(world.scope.store)
    for mutation, target in changes:
        texts = {(mutation.span.start, mutation.span.end): mutation.now}
        other = _neighbour(world, target) if mutation.kind is Kind.SWAP else None
        if other is not None:
            texts[other.start, other.end] = mutation.was
        scope = _scope(world, mutation.span, texts, names.get(mutation.span.path, ()))
        yield _outcome(world, mutation, [world.by_place[name] for name in sorted(target.markers)], scope)


def _scope(world: World, span: Span, texts: Texts, names: tuple[str, ...]) -> Scope:
    """What expressions may name, with other texts in one file."""
    store = with_texts(world.scope.store, names, texts)
    if store is not None:
        return replace(world.scope, store=store)
    return changed_world(world, span.path, replaced(span.source, texts)).scope


def _outcome(world: World, mutation: Mutation, resting: list[Judged], scope: Scope) -> Outcome:
    known: Known = {}
    judged = tuple(again(one, scope, known) for one in resting)
    found = world.errors(replace(world.evidence, store=scope.store, judged=judged), SOON)
    effect = any(_differs(one, now) for one, now in zip(resting, judged, strict=True))
    if not found and effect:
        documents = only(world.evidence.documents, frozenset(map(_named, resting)))
        evidence = replace(world.evidence, store=scope.store, documents=documents, judged=judge(documents, scope))
        spans = [one.marker.span for one in evidence.judged]
        said = world.errors(evidence)
        found = tuple(one for one in said if one.span and any(_inside(one.span, span) for span in spans))
    codes = {one.code for one in found}
    return Outcome(mutation, tuple(sorted(codes)), effect or bool(codes))


def _named(one: Judged) -> Name:
    return one.marker.span.path, one.marker.span.start


def _inside(inner: Span, outer: Span) -> bool:
    return inner.path == outer.path and outer.start <= inner.start < outer.end


def _differs(before: Judged, after: Judged) -> bool:
    """Whether that marker would print something else now; for a claim, whether its value is another."""
    if after.error is not None or before.entry.predicate != after.entry.predicate:
        return True
    if before.entry.macro == "pkclaim":
        return not after.agrees
    return before.expected != after.expected


def replaced(source: SourceFile, edits: Texts) -> str:
    """The text of *source* with each range replaced."""
    parts: list[str] = []
    done = 0
    for (start, end), text in sorted(edits.items()):
        parts += [source.text[done:start], text]
        done = end
    return "".join((*parts, source.text[done:]))


def changed_world(world: World, path: str, text: str, describe: Describe = rewritten) -> World:
    """The project with another text of one artifact or document."""
    full = world.evidence.project.root / path
    store = OverlaidStore(world.scope.store, {full: text.encode()}, describe)
    documents = {
        name: parse_document(SourceFile(path, text)) if document.span.path == path else document
        for name, document in world.scope.documents.items()
    }
    return replace(world, scope=replace(world.scope, store=store, documents=documents), known={})
