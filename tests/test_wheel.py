"""The wheel holds what an installed paperkit needs beside its code: the skill, the command, the templates."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Names of all files in the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    argv = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.parametrize("folder", ["skills", "commands"])
def test_it_holds_every_file_for_coding_agents(names: set[str], folder: str) -> None:
    shipped = {path.relative_to(ROOT).as_posix() for path in (ROOT / "paperkit/agent" / folder).rglob("*.md")}
    assert shipped
    assert shipped <= names


def test_it_holds_every_template(names: set[str]) -> None:
    shipped = {f"paperkit/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "templates").rglob("*.*")}
    assert shipped
    assert shipped <= names


def test_it_holds_no_tests_and_no_state(names: set[str]) -> None:
    assert {name.split("/")[0].split("-")[0] for name in names} == {"paperkit"}
