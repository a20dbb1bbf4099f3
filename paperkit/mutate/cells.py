"""Changes of artifacts: each cell that a printed number rests on."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from paperkit.artifacts.table import Table, plain
from paperkit.checks.base import Judged
from paperkit.checks.judge import judge
from paperkit.mutate.digits import negated, other_digit, tenfold
from paperkit.mutate.mutation import Kind, Mutation, Outcome, Subject
from paperkit.mutate.overlay import Describe, OverlaidStore, rewritten
from paperkit.mutate.world import World, only
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
    if not isinstance(table, Table):
        return None
    at, lines = table.positions[plain(target.cell.column)], table.records.lines
    first = next((n for n in range(1, len(lines)) if lines[n] == target.cell.row), len(lines))
    for record in (*range(first + 1, len(lines)), *range(1, first)):
        if table.text(record, at) != target.span.text:
            return table.span(record, at)
    return None


def try_cells(world: World, changes: Iterable[tuple[Mutation, Target]], alone: bool = False) -> Iterator[Outcome]:
    """What the checks say to each change, in the markers that rest on its cell; those that share none go together."""
    by_file: dict[str, list[tuple[Mutation, Target]]] = defaultdict(list)
    for mutation, target in changes:
        by_file[target.span.path].append((mutation, target))
    for path, pairs in by_file.items():
        rounds = [[pair] for pair in pairs] if alone else _rounds(world, pairs)
        for chosen in rounds:
            yield from _round(world, path, chosen)


def _rounds(world: World, pairs: list[tuple[Mutation, Target]]) -> list[list[tuple[Mutation, Target]]]:
    """Changes parted so that in one round no marker rests on two changed cells."""
    rounds: list[tuple[set[Name | Place], list[tuple[Mutation, Target]]]] = []
    resting, selecting = _resting(world), _selecting(world)
    for pair in pairs:
        if plain(pair[1].cell.column) in selecting:  # it decides which rows others find
            rounds.append((set(_everything(world)), [pair]))
            continue
        touched = _touched(world, resting, *pair)
        for names, chosen in rounds:
            if names.isdisjoint(touched):
                names |= touched
                chosen.append(pair)
                break
        else:
            rounds.append((set(touched), [pair]))
    return [chosen for _, chosen in rounds]


_SELECTING = re.compile(r"""(\w+)\s*=(?!=)|["']([^"']+)["']\s*:""")


def _selecting(world: World) -> frozenset[str]:
    """Columns by which some expression finds its rows."""
    texts = [one.marker.texts[0].replace("\\", "") for one in world.judged]
    found = [pair for text in (*texts, *world.scope.quantities.values()) for pair in _SELECTING.findall(text)]
    fixed = [column for spec in world.scope.store.specs.values() for column, _ in spec.where]
    return frozenset(plain(name) for name in (*fixed, *(one for pair in found for one in pair if one)))


def _everything(world: World) -> Iterator[Name]:
    return ((one.marker.span.path, one.marker.span.start) for one in world.judged)


def _resting(world: World) -> dict[Place, set[Name]]:
    """The markers that rest on the cell at each place."""
    found: dict[Place, set[Name]] = defaultdict(set)
    for one in world.judged:
        for cell in one.entry.cells if len(one.entry.cells) <= WIDE else ():
            if cell.span is not None:
                found[cell.span.path, cell.span.start, cell.span.end].add((one.marker.span.path, one.marker.span.start))
    return found


def _touched(
    world: World, resting: dict[Place, set[Name]], mutation: Mutation, target: Target
) -> frozenset[Name | Place]:
    """The markers that rest on what is changed, and the places in the file."""
    places = [(target.span.path, target.span.start, target.span.end)]
    other = _neighbour(world, target) if mutation.kind is Kind.SWAP else None
    if other is not None:
        places.append((other.path, other.start, other.end))
    others = (name for place in places for name in resting.get(place, ()))
    return frozenset((*places, *target.markers, *others))


def _round(world: World, path: str, chosen: list[tuple[Mutation, Target]]) -> Iterator[Outcome]:
    names = frozenset(name for _, target in chosen for name in target.markers)
    columns = frozenset(target.cell.column for _, target in chosen)
    changed = changed_world(world, path, _text(world, chosen), columns=columns)
    documents = only(world.evidence.documents, names)
    judged = judge(documents, changed.scope)
    found = world.errors(replace(world.evidence, store=changed.scope.store, documents=documents, judged=judged))
    before = {(one.marker.span.path, one.marker.span.start): one for one in world.judged}
    after = {(one.marker.span.path, one.marker.span.start): one for one in judged}
    for mutation, target in chosen:
        spans = [after[name].marker.span for name in target.markers if name in after]
        codes = {one.code for one in found if one.span is not None and any(_inside(one.span, span) for span in spans)}
        effect = any(_differs(before[name], after[name]) for name in target.markers if name in after)
        yield Outcome(mutation, tuple(sorted(codes)), effect or bool(codes))


def _inside(inner: Span, outer: Span) -> bool:
    return inner.path == outer.path and outer.start <= inner.start < outer.end


def _differs(before: Judged, after: Judged) -> bool:
    """Whether that marker would print something else now; for a claim, whether its value is another."""
    if after.error is not None or before.entry.predicate != after.entry.predicate:
        return True
    if before.entry.macro == "pkclaim":
        return not after.agrees
    return before.expected != after.expected


def _text(world: World, chosen: list[tuple[Mutation, Target]]) -> str:
    source = chosen[0][1].span.source
    edits = {(mutation.span.start, mutation.span.end): mutation.now for mutation, _ in chosen}
    for mutation, target in chosen:
        other = _neighbour(world, target) if mutation.kind is Kind.SWAP else None
        if other is not None:
            edits[other.start, other.end] = mutation.was
    return replaced(source, edits)


def replaced(source: SourceFile, edits: dict[tuple[int, int], str]) -> str:
    """The text of *source* with each range replaced."""
    parts: list[str] = []
    done = 0
    for (start, end), text in sorted(edits.items()):
        parts += [source.text[done:start], text]
        done = end
    return "".join((*parts, source.text[done:]))


def changed_world(
    world: World, path: str, text: str, describe: Describe = rewritten, columns: frozenset[str] | None = None
) -> World:
    """The project with another text of one artifact or document; *columns*: where only cells of these were changed."""
    full = world.evidence.project.root / path
    store = OverlaidStore(world.scope.store, {full: text.encode()}, describe, columns)
    documents = {
        name: parse_document(SourceFile(path, text)) if document.span.path == path else document
        for name, document in world.scope.documents.items()
    }
    return replace(world, scope=replace(world.scope, store=store, documents=documents), known={})
