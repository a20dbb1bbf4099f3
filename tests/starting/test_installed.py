"""A newcomer with the wheel alone: from an empty folder to a PDF."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.starting.conftest import ROOT, WHO, git


def sh(command: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | WHO
    return subprocess.run(
        [str(command), *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_the_command_is_the_installed_one(installed: Path, tmp_path: Path) -> None:
    done = sh(installed, tmp_path, "doctor")
    assert str(installed.parent.parent) in done.stdout
    assert str(ROOT) not in done.stdout.split("python ")[0]


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_from_an_empty_folder_to_a_pdf(installed: Path, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    for step in ("init --ci github --pre-commit", "new reports/2H", "bench run example"):
        done = sh(installed, tmp_path, *step.split())
        assert done.returncode == 0, f"{step}\n{done.stdout}{done.stderr}"
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "A report begins")
    for step in ("bench check", "check --strict reports/2H", "build reports/2H", "new reports/3H --from reports/2H"):
        done = sh(installed, tmp_path, *step.split())
        assert done.returncode == 0, f"{step}\n{done.stdout}{done.stderr}"
    assert (tmp_path / "reports/2H/main.pdf").read_bytes().startswith(b"%PDF")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "And the next")
    done = sh(installed, tmp_path, "build", "reports/3H")
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
