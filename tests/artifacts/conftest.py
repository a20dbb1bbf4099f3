"""A project on disk with one described table."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from paperkit.artifacts.store import ArtifactSpec, Store
from paperkit.config.yaml import load_yaml
from paperkit.digest import of_bytes
from paperkit.project import Project

GEMM = "mode,m,latency_cycles,latency_stdev\nasync,512,1200,3\ncomposite,512,1100.5,2\ncomposite,1024,2200,4\n"
FIELDS = [
    {"name": "mode", "type": "string"},
    {"name": "m", "type": "integer", "unit": "elements"},
    {"name": "latency_cycles", "type": "number", "unit": "cycles", "paperkit:uncertainty": "latency_stdev"},
    {"name": "latency_stdev", "type": "number", "unit": "cycles"},
]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    return Project(tmp_path)


Describe = Callable[..., Path]


@pytest.fixture
def describe(project: Project) -> Describe:
    def write(text: str | bytes = GEMM, name: str = "gemm.csv", **changes: object) -> Path:
        raw = text.encode() if isinstance(text, str) else text
        path = project.root / "data" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(raw)
        resource = {
            "name": "gemm",
            "path": name,
            "bytes": len(raw),
            "hash": of_bytes(raw),
            "schema": {"fields": FIELDS, "primaryKey": ["mode", "m"]},
            "paperkit:kind": "model",
            "paperkit:provenance": {"harness": "benches/gemm", "seed": 7, "host": {"cores": 16}},
        }
        resource.update(changes)
        (path.parent / "datapackage.json").write_text(json.dumps({"resources": [resource]}, indent=2))
        return path

    return write


@pytest.fixture
def store(project: Project) -> Callable[..., Store]:
    def make(*paths: Path, **named: Path) -> Store:
        named = {**{path.stem: path for path in paths}, **named}
        return Store(project, {name: ArtifactSpec(name, path) for name, path in named.items()}, load_yaml)

    return make
