"""The small project as it is, and as a build left it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from paperkit.bench.load import load_bench
from paperkit.bench.run import run_bench
from paperkit.project import find_project
from tests.build.project import Mini, write


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with its harness run and everything committed; not to be changed."""
    root = tmp_path_factory.mktemp("original")
    write(root)
    mini = Mini(root)
    mini.git("init", "-q", "-b", "main")
    mini.commit()
    project = find_project(root)
    spec, problems = load_bench(root / "benches/latency", project)
    assert spec is not None, problems
    run_bench(spec, project)
    mini.commit()
    return root


@pytest.fixture
def mini(original: Path, tmp_path: Path) -> Mini:
    """The project, to be changed."""
    shutil.copytree(original, tmp_path / "project", symlinks=True)
    return Mini(tmp_path / "project")


@pytest.fixture(scope="session")
def original_built(original: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project built and committed, with what the build keeps; not to be changed."""
    from paperkit.build.run import build, request

    root = tmp_path_factory.mktemp("built") / "project"
    shutil.copytree(original, root, symlinks=True)
    built = build(request(root / "reports/tail"))
    assert built.status == 0, built.diagnostics
    Mini(root).commit()
    return root


@pytest.fixture
def built(original_built: Path, tmp_path: Path) -> Mini:
    """The project after a build, to be changed."""
    shutil.copytree(original_built, tmp_path / "project", symlinks=True)
    return Mini(tmp_path / "project")
