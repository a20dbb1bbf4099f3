"""The descriptor of a harness's artifacts: a Data Package with units, keys, kinds and provenance."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paperkit import digest
from paperkit.artifacts.descriptor import DESCRIPTOR, NUMERIC, Field, Resource, package_text
from paperkit.bench.spec import BenchSpec, Column, Output
from paperkit.values.quantity import Kind
from paperkit.values.unit import UNKNOWN, parse_unit


def described(spec: BenchSpec, files: Mapping[str, bytes], provenance: Mapping[str, Any]) -> str:
    """Text of the descriptor for *files*; the same for the same arguments, whatever their order."""
    origin = {key: provenance[key] for key in sorted(provenance)}
    resources = [_resource(output, files[output.path], origin) for output in spec.outputs if output.path in files]
    return package_text(resources, spec.name.lower(), spec.title)


def _resource(output: Output, raw: bytes, origin: Mapping[str, Any]) -> Resource:
    return Resource(
        path=output.path,
        fields=tuple(_field(column) for column in output.columns),
        primary_key=output.key,
        kind=Kind(output.kind),
        bytes=len(raw),
        hash=digest.of_bytes(raw),
        meta={"provenance": origin},
        description=output.description,
    )


def _field(column: Column) -> Field:
    unit = parse_unit(column.unit) if column.type in NUMERIC else UNKNOWN
    return Field(column.name, column.type, unit, column.uncertainty, required=True, description=column.description)


def recorded(folder: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(path, resource) of each resource in the descriptor of *folder*; nothing where it cannot be read."""
    try:
        package = json.loads((folder / DESCRIPTOR).read_bytes())
    except (OSError, ValueError):
        return
    resources = package.get("resources") if isinstance(package, dict) else None
    for resource in resources if isinstance(resources, list) else ():
        if isinstance(resource, dict) and isinstance(resource.get("path"), str):
            yield resource["path"], resource


def recorded_hashes(folder: Path) -> dict[str, str]:
    """`sha256:...` of each file, as the descriptor of *folder* has it."""
    return {path: str(resource.get("hash", "")) for path, resource in recorded(folder)}


def recorded_provenance(folder: Path, name: str) -> Mapping[str, Any]:
    """`paperkit:provenance` of the file *name*; empty where there is none."""
    origin = dict(recorded(folder)).get(name, {}).get("paperkit:provenance")
    return origin if isinstance(origin, dict) else {}


def former_files(folder: Path) -> tuple[str, ...]:
    """Plain names of the files that the descriptor of *folder* describes."""
    return tuple(path for path, _ in recorded(folder) if Path(path).name == path)
