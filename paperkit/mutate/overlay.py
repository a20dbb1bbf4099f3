"""Artifacts with other bytes in some of their files, in memory: read again as ever, all others as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from paperkit.artifacts.descriptor import Resource
from paperkit.artifacts.problem import Problem
from paperkit.artifacts.read_table import decode, read_table
from paperkit.artifacts.store import DOCUMENTS, TABLES, Artifact, ArtifactSpec, Store
from paperkit.artifacts.table import Table
from paperkit.digest import of_bytes
from paperkit.source import Span
from paperkit.sources import parse_document

Describe = Callable[[Resource, bytes], Resource]
"""What becomes of a file's description when it holds other bytes."""


def rewritten(resource: Resource, raw: bytes) -> Resource:
    """Written anew, as by somebody who changes a result and all that would tell."""
    return replace(resource, bytes=len(raw), hash=of_bytes(raw))


def kept(resource: Resource, raw: bytes) -> Resource:  # noqa: ARG001
    """As it is, so that its digest speaks."""
    return resource


def of_older_code(resource: Resource, raw: bytes) -> Resource:  # noqa: ARG001
    """As a harness would have written it whose first file was another."""
    provenance = dict(resource.meta["provenance"])
    code = dict(provenance["code"])
    first = min(code)
    code[first] = of_bytes(code[first].encode())
    return replace(resource, meta={**resource.meta, "provenance": {**provenance, "code": code}})


class OverlaidStore(Store):
    """A store in which some files hold other *bytes*; *describe* says what their descriptor knows of it."""

    def __init__(
        self,
        base: Store,
        changed: Mapping[Path, bytes],
        describe: Describe = rewritten,
    ) -> None:
        super().__init__(base.project, base.specs, folder=base.folder)
        self.base, self.changed, self.describe = base, changed, describe
        for name, spec in base.specs.items():
            if spec.path not in changed:
                self._files[spec.path] = (base.artifact(name), base.problems_of(name))

    def _read(self, spec: ArtifactSpec, place: Span | None) -> tuple[Artifact | None, tuple[Problem, ...]]:
        raw = self.changed.get(spec.path)
        if raw is None:
            return super()._read(spec, place)
        shown, suffix = self.project.shown(spec.path), spec.path.suffix.lower()
        if suffix in TABLES:
            resource = self._resource(spec.name)
            table = read_table(spec.name, raw, shown, resource and self.describe(resource, raw), spec.kind)
            return (table if table.columns else None), table.problems
        source, broken = decode(raw, shown)
        if broken is not None:
            return None, (broken,)
        return (parse_document(source), ()) if suffix in DOCUMENTS else self._tree(spec, source, suffix)

    def _resource(self, name: str) -> Resource | None:
        found = self.base.artifact(name)
        return found.resource if isinstance(found, Table) else None
