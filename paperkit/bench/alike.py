"""Whether an artifact is what its harness says and gave: its descriptor against bench.yaml, its bytes against git."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paperkit.artifacts.descriptor import DESCRIPTOR, Resource
from paperkit.bench.former import former_versions
from paperkit.bench.spec import BenchSpec
from paperkit.project import Project
from paperkit.values.quantity import Kind
from paperkit.values.unit import UnitError, parse_unit

_SAME = ("harness", "code", "inputs", "configuration", "parameters", "seed", "versions")
"""What a model's bytes follow from."""


def described_otherwise(resource: Resource, spec: BenchSpec) -> Iterator[str]:
    """Where a descriptor says of an artifact what bench.yaml does not: its kind, its key, a column's unit."""
    output = next((each for each in spec.outputs if each.path == resource.path), None)
    if output is None:
        return
    if str(resource.kind) != output.kind:
        yield f"its descriptor says {resource.kind}, but bench.yaml says {output.kind}"
    if resource.primary_key != output.key:
        yield f"its descriptor has the key {_listed(resource.primary_key)}, but bench.yaml {_listed(output.key)}"
    units = {column.name: column.unit for column in output.columns}
    for field in resource.fields:
        said = units.get(field.name)
        if said and not _is(field.unit.symbol, said):
            yield f"its descriptor has {field.name} in {field.unit.symbol or 'no unit'}, but bench.yaml in {said}"


def differ_from_before(resources: Mapping[Path, Resource], project: Project) -> dict[Path, str]:
    """Where a former commit has other bytes of a model for the same code and inputs: then somebody edited one of them.

    What is said of each file, for those of which something is: not where all is well, or where it cannot be told.
    """
    models = {path: each for path, each in resources.items() if each.kind is Kind.MODEL}
    former = former_versions(project, {path.parent / DESCRIPTOR for path in models})
    said = ((path, _edited(each, former[path.parent / DESCRIPTOR])) for path, each in models.items())
    return {path: fact for path, fact in said if fact}


def _edited(resource: Resource, former: tuple[bytes, ...]) -> str:
    now = _made_from(resource.meta.get("provenance"))
    for raw in former if now is not None else ():
        if resource.hash.encode() in raw:  # these bytes: nothing to compare
            continue
        was, made = _described(raw, resource.path)
        if was and was != resource.hash and made == now:
            return f"edited: the same code and inputs gave {was[:19]} in a former commit, not {resource.hash[:19]}"
    return ""


def _described(raw: bytes, name: str) -> tuple[str, tuple[Any, ...] | None]:
    """(hash, what it was made from) of the file *name* in the text of a descriptor."""
    try:
        found = next(each for each in json.loads(raw)["resources"] if each["path"] == name)
        return str(found.get("hash", "")), _made_from(found.get("paperkit:provenance"))
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration):
        return "", None


def _made_from(provenance: Any) -> tuple[Any, ...] | None:
    return tuple(provenance.get(key) for key in _SAME) if isinstance(provenance, Mapping) else None


def _is(one: str, other: str) -> bool:
    try:
        return parse_unit(one) == parse_unit(other)
    except UnitError:
        return one == other


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "of no column"
