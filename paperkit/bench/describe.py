"""The descriptor of a harness's artifacts: a Data Package with units, keys, kinds and provenance."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paperkit import digest
from paperkit.bench.spec import BenchSpec, Column, Output

DESCRIPTOR = "datapackage.json"
PROFILES = "https://datapackage.org/profiles/2.0"


def described(spec: BenchSpec, files: Mapping[str, bytes], provenance: Mapping[str, Any]) -> str:
    """Text of the descriptor for *files*; the same for the same arguments, whatever their order."""
    package = {
        "$schema": f"{PROFILES}/datapackage.json",
        "name": spec.name.lower(),
        "title": spec.title,
        "resources": [
            _resource(output, files[output.path], provenance) for output in spec.outputs if output.path in files
        ],
    }
    return json.dumps(package, indent=2, ensure_ascii=False) + "\n"


def _resource(output: Output, raw: bytes, provenance: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": output.path.removesuffix(".csv").lower(),
        "type": "table",
        "path": output.path,
        "description": output.description,
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "bytes": len(raw),
        "hash": digest.of_bytes(raw),
        "schema": {
            "$schema": f"{PROFILES}/tableschema.json",
            "fields": [_field(column) for column in output.columns],
            "primaryKey": list(output.key),
        },
        "paperkit:kind": output.kind,
        "paperkit:provenance": {key: provenance[key] for key in sorted(provenance)},
    }


def _field(column: Column) -> dict[str, Any]:
    limits = {"minimum": column.minimum, "maximum": column.maximum}
    constraints = {"required": True, **{name: _number(limit) for name, limit in limits.items() if limit is not None}}
    return {
        "name": column.name,
        "type": column.type,
        "description": column.description,
        **({"unit": column.unit} if column.unit else {}),
        "constraints": constraints,
        **({"paperkit:uncertainty": column.uncertainty} if column.uncertainty else {}),
    }


def _number(amount: Any) -> int | float:
    """As JSON holds it; only a constraint, never a value."""
    return int(amount) if amount == amount.to_integral_value() else float(amount)


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
