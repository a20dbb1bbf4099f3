"""Changes of the LaTeX: many far apart in one run, each answered by what the checks say at its own place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.mutate.mutation import Mutation, Outcome
from paperkit.mutate.world import World
from paperkit.source import SourceFile

ROUNDS = 5
"""So many markers stand between two that are changed in the same run, so that neither's text touches the other's."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a change came to stand in the changed text."""

    mutation: Mutation
    path: str
    start: int
    end: int

    def holds(self, found: Diagnostic) -> bool:
        span = found.span
        return span is not None and span.path == self.path and self.start <= span.start < max(self.end, self.start + 1)


def try_edits(world: World, mutations: Iterable[Mutation], alone: bool = False) -> Iterator[Outcome]:
    """What the checks say to each of *mutations*, which are of one kind; *alone*: one a run, slowly."""
    ordered = sorted(mutations, key=lambda one: (one.span.path, one.span.start))
    rounds = len(ordered) if alone else ROUNDS
    for first in range(rounds):
        chosen = ordered[first::rounds]
        if chosen:
            yield from _round(world, chosen)


def _round(world: World, chosen: list[Mutation]) -> Iterator[Outcome]:
    sources = world.sources
    texts: dict[str, str] = {}
    places: list[_Place] = []
    by_path: dict[str, list[Mutation]] = defaultdict(list)
    for mutation in chosen:
        by_path[mutation.span.path].append(mutation)
    for path, mutations in by_path.items():
        texts[path] = _changed(sources[path], mutations, places)
    found = world.errors(world.with_texts(texts))
    for place in places:
        codes = sorted({one.code for one in found if place.holds(one)})
        yield Outcome(place.mutation, tuple(codes))


def _changed(source: SourceFile, mutations: list[Mutation], places: list[_Place]) -> str:
    parts: list[str] = []
    done = length = 0
    for mutation in mutations:
        kept = source.text[done : mutation.span.start]
        length += len(kept)
        places.append(_Place(mutation, source.path, length, length + len(mutation.now)))
        parts += [kept, mutation.now]
        length += len(mutation.now)
        done = mutation.span.end
    return "".join((*parts, source.text[done:]))
