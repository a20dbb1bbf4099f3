"""What the artifacts of a report need: to be committed, or to be made again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperkit import digest
from paperkit.artifacts.descriptor import Resource, read_descriptor
from paperkit.artifacts.store import ArtifactSpec
from paperkit.bench.alike import described_otherwise, differ_from_before
from paperkit.bench.stale import Known, stale_reasons
from paperkit.project import GitState, Project, git_states


@dataclass(frozen=True, slots=True)
class Stock:
    """One artifact file: what git says of it, its harness, and why it is stale."""

    path: str
    state: GitState
    harness: str = ""
    stale: tuple[str, ...] = ()

    @property
    def needs(self) -> bool:
        """Whether something has to be done about it."""
        return bool(self.stale) or self.state is not GitState.COMMITTED


def take_stock(specs: Iterable[ArtifactSpec], project: Project) -> tuple[Stock, ...]:
    """Each artifact file once, in the order of their paths; behind them the descriptors that are not committed."""
    paths = sorted({spec.path for spec in specs})
    beside = {path: path.parent / "datapackage.json" for path in paths}
    descriptors = {path for path in beside.values() if path.is_file()}
    states = git_states(project, (*paths, *sorted(descriptors)))
    known = Known()
    resources = {path: read_descriptor(path.parent).resource(path.name) for path in paths}
    before = differ_from_before({path: one for path, one in resources.items() if one is not None}, project)
    artifacts = [_judge(path, states[path], project, known, resources[path], before.get(path, "")) for path in paths]
    odd = sorted(path for path in descriptors if states[path] is not GitState.COMMITTED)
    return (*artifacts, *(Stock(project.shown(path), states[path]) for path in odd))


def _judge(
    path: Path, state: GitState, project: Project, known: Known, resource: Resource | None, before: str
) -> Stock:
    """The artifact at *path*, with its harness and why it is stale where its descriptor has a provenance."""
    edited = _edited(path, resource.hash if resource else "")
    provenance = resource.meta.get("provenance") if resource else None
    if not isinstance(provenance, dict):
        return Stock(project.shown(path), state, _harness_of(path), edited)
    folder = str(provenance.get("harness", ""))
    spec = known.bench(folder, project) if folder else None
    assert resource is not None  # noqa: S101  (it has a provenance)
    otherwise = tuple(described_otherwise(resource, spec)) if spec else ()
    found = (*edited, *otherwise, *((before,) if before else ()), *stale_reasons(provenance, project, known))
    return Stock(project.shown(path), state, folder.rpartition("/")[2], found)


def _edited(path: Path, described: str) -> tuple[str, ...]:
    differs = described.startswith("sha256:") and path.is_file() and digest.of_file(path) != described
    return ("edited: it is not what its descriptor says",) if differs else ()


def _harness_of(path: Path) -> str:
    """Name of the harness whose artifacts folder holds *path*; empty where there is none."""
    folder = path.parent.parent
    return folder.name if path.parent.name == "artifacts" and (folder / "bench.yaml").is_file() else ""
