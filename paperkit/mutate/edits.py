"""Changes of the LaTeX: a number inside its marker is read by itself, all else in a text that is scanned again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from paperkit.checks.base import Evidence
from paperkit.checks.judge import again
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.mutate.mutation import Kind, Mutation, Outcome, Subject
from paperkit.mutate.world import SOON, World
from paperkit.source import SourceFile

ROUNDS = 5
"""So many markers stand between two that are changed in the same run, so that neither's text touches the other's."""
INSIDE = 2
"""The same where a change stays inside the braces of its marker."""
HERE = SOON | {"PK101", "PK117", "PK123", "PK126", "PK128"}
"""Checks that look at one number and the words beside it: what they say of one change does not hang on another."""


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
    left = []
    for mutation in ordered:
        outcome = None if alone else _by_itself(world, mutation)
        if outcome is not None:
            yield outcome
        else:
            left.append(mutation)
    rounds = len(left) if alone else _rounds(left)
    for first in range(rounds):
        if left[first::rounds]:
            yield from _round(world, left[first::rounds])


def _rounds(mutations: list[Mutation]) -> int:
    inside = all(one.kind is Kind.TWIN or one.subject is Subject.CLAIM for one in mutations)
    return INSIDE if inside else ROUNDS


def _by_itself(world: World, mutation: Mutation) -> Outcome | None:
    """What is said to another number in a marker, which no text around it can change; None where nothing is."""
    before = world.by_place.get((mutation.span.path, mutation.span.start))
    if mutation.printed is None or before is None or before.entry.macro != "pkval":
        return None
    marker = replace(before.marker, texts=(before.marker.texts[0], mutation.printed))
    judged = (again(replace(before, marker=marker), world.scope, world.known),)
    codes = {one.code for one in world.errors(replace(world.evidence, judged=judged), SOON)}
    return Outcome(mutation, tuple(sorted(codes))) if codes else None


def _round(world: World, chosen: list[Mutation]) -> Iterator[Outcome]:
    evidence, places = _laid(world, chosen)
    here = world.errors(evidence, HERE)
    rest: tuple[Diagnostic, ...] | None = None
    for place in places:
        codes = {one.code for one in here if place.holds(one)}
        if not codes:
            rest = world.errors(evidence) if rest is None else rest
            codes = {one.code for one in rest if place.holds(one)}
            if codes and len(chosen) > 1:  # it may be the other changes that these checks speak of
                yield from _round(world, [place.mutation])
                continue
        yield Outcome(place.mutation, tuple(sorted(codes)))


def _laid(world: World, chosen: list[Mutation]) -> tuple[Evidence, list[_Place]]:
    """The evidence with these changes, and where each came to stand."""
    sources = world.sources
    texts: dict[str, str] = {}
    places: list[_Place] = []
    by_path: dict[str, list[Mutation]] = defaultdict(list)
    for mutation in chosen:
        by_path[mutation.span.path].append(mutation)
    for path, mutations in by_path.items():
        texts[path] = _changed(sources[path], mutations, places)
    return world.with_texts(texts), places


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
