"""Provenance: what an artifact was made by, from and on; the same for the same inputs, without times or places."""

from __future__ import annotations

import ast
import os
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from paperkit import digest
from paperkit.bench.spec import BenchSpec
from paperkit.project import Project


def provenance(
    spec: BenchSpec,
    project: Project,
    code: Mapping[str, str],
    inputs: Mapping[str, str],
    versions: Mapping[str, str],
    isolation: Mapping[str, str],
) -> dict[str, Any]:
    """The value of `paperkit:provenance`; `host` is there only for a harness that measures."""
    record: dict[str, Any] = {
        "harness": project.shown(spec.folder),
        "code": dict(code),
        "inputs": dict(inputs),
        "configuration": digest.of_data(spec.configuration()),
        "parameters": dict(spec.parameters),
        "seed": spec.seed,
        "versions": dict(versions),
        "isolation": dict(isolation),
    }
    return {**record, "host": host()} if spec.measured else record


def lasting(record: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a provenance that does not depend on the machine: without versions, isolation and host."""
    return {key: value for key, value in record.items() if key not in {"versions", "isolation", "host"}}


def versions_used(code: Iterable[Path]) -> dict[str, str]:
    """Versions of Python and of the installed packages that the program's files import by name."""
    files = [path for path in code if path.suffix == ".py"]
    own = {part.removesuffix(".py") for path in files for part in path.parts}
    names = {name for path in files for name in _imports(path)} - own - set(sys.stdlib_module_names)
    found = dict(pair for name in names if (pair := _package(name)))
    return {"python": platform.python_version(), **dict(sorted(found.items()))}


def _imports(path: Path) -> Iterator[str]:
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def _package(module: str) -> tuple[str, str] | None:
    """(name, version) of the installed package that *module* belongs to; None where it is the project's own."""
    from importlib import metadata

    try:
        return module, metadata.version(module)
    except metadata.PackageNotFoundError:
        owners = metadata.packages_distributions().get(module, [])
        return (owners[0], metadata.version(owners[0])) if owners else None


def host() -> dict[str, Any]:
    """Fingerprint of this machine: processor, cores, memory, kernel; no name and no address."""
    return {
        "processor": _field(Path("/proc/cpuinfo"), "model name") or platform.machine(),
        "architecture": platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_kib": int((_field(Path("/proc/meminfo"), "MemTotal") or "0").split()[0]),
        "kernel": f"{platform.system()} {platform.release()}",
    }


def _field(path: Path, name: str) -> str:
    """First value of `name : value` in a file of the kernel's; empty where there is none."""
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    pairs = (line.partition(":") for line in lines)
    return next((value.strip() for key, _, value in pairs if key.strip() == name), "")
