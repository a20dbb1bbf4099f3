"""An empty repository, and paperkit installed where its own repository is not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paperkit.project import Project

ROOT = Path(__file__).parent.parent.parent
WHO = {f"GIT_{role}_{key}": "ada" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", *arguments], cwd=folder, env={**os.environ, **WHO}, check=True, capture_output=True, text=True
    )


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A repository that has nothing; commands run in it."""
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "user.name", "Ada Lovelace")
    git(tmp_path, "config", "user.email", "ada@example.org")
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`paperkit` of a virtual environment that has the built wheel, and the packages it needs from this one."""
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    fresh = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(fresh)], check=True)
    python = fresh / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(wheel)], check=True)
    (packages,) = fresh.glob("lib/python*/site-packages")
    others = [path for path in sys.path if path.endswith("site-packages")]
    (packages / "others.pth").write_text("\n".join(others) + "\n")  # their own .pth files are not read
    return fresh / "bin" / "paperkit"
