"""Artifacts older than they should be: from an earlier commit, or from an earlier harness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from paperkit.artifacts.table import Table
from paperkit.checks.judge import Known, again
from paperkit.mutate.cells import changed_world
from paperkit.mutate.mutation import Kind, Mutation, Outcome, Subject
from paperkit.mutate.overlay import kept, of_older_code
from paperkit.mutate.world import SOON, World
from paperkit.process.capture import capture
from paperkit.source import SourceFile

ASKED = SOON | {"PK201", "PK202", "PK203", "PK204", "PK205", "PK206"}
"""Checks of single markers and of the files of artifacts."""
LOOKED_AT = 20
"""So many commits are searched for another content."""


def try_older(world: World) -> Iterator[Outcome]:
    """What the checks say to each file that a marker rests on, when it is older."""
    known = {(one.code, one.message) for one in world.errors(replace(world.evidence, files=world.files), ASKED)}
    for path in sorted({cell.span.path for one in world.judged for cell in one.entry.cells if cell.span}):
        before = _before(world, path)
        if before is not None:
            changed = changed_world(world, path, before, kept)
            yield _outcome(world, changed, path, "as an earlier commit has it", known)
        if _provenance(world, path):
            changed = changed_world(world, path, _now(world, path), of_older_code)
            yield _outcome(world, changed, path, "as an earlier harness wrote it", known)


def _outcome(world: World, changed: World, path: str, now: str, known: set[tuple[str, str]]) -> Outcome:
    scope = changed.scope
    answers: Known = {}
    resting = [one for one in world.judged if any(cell.span and cell.span.path == path for cell in one.entry.cells)]
    judged = tuple(again(one, scope, answers) for one in resting)
    evidence = replace(world.evidence, store=scope.store, judged=judged, sources=scope.documents, files=world.files)
    codes = {one.code for one in world.errors(evidence, ASKED) if (one.code, one.message) not in known}
    place = SourceFile(path, _now(world, path)).whole()
    return Outcome(Mutation(Subject.ARTIFACT, Kind.OLDER, place, "as committed", now), tuple(sorted(codes)))


def _now(world: World, path: str) -> str:
    return _text((world.evidence.project.root / path).read_bytes())


def _text(raw: bytes) -> str:
    return raw.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def _before(world: World, path: str) -> str | None:
    """The last committed content that is not what is there now."""
    root = world.evidence.project.root
    asked = ["git", "log", "--format=%H", "-n", str(LOOKED_AT), "--", path]
    now = (root / path).read_bytes()
    for commit in capture(asked, root).stdout.decode().split():
        done = capture(["git", "cat-file", "blob", f"{commit}:{path}"], root)
        if done.status == 0 and done.stdout != now:
            return _text(done.stdout)
    return None


def _provenance(world: World, path: str) -> bool:
    """Whether a descriptor says which code wrote the file."""
    store = world.scope.store
    names = [name for name, spec in store.specs.items() if store.project.shown(spec.path) == path]
    table = store.artifact(names[0]) if names else None
    made = table.meta.get("provenance") if isinstance(table, Table) else None
    return isinstance(made, Mapping) and bool(made.get("code"))
