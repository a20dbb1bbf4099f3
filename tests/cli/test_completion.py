"""Completion in a shell, and answers to what is misspelt."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paperkit.checks.registry import CHECKS
from paperkit.cli.main import COMMANDS, run
from paperkit.cli.paths import codes
from paperkit.errors import Status

CODE = "from paperkit.cli.main import main\nmain()"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two reports and a harness; commands run in it."""
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "-q"], check=True)
    for name in ("reports/1H", "reports/2H"):
        assert run(["new", name]) == 0
    artifacts = tmp_path / "benches/example/artifacts"
    artifacts.mkdir()
    (artifacts / "example.csv").write_text("a,b\n1,2\n")
    return tmp_path


def completed(project: Path, words: str) -> list[str]:
    """What bash would offer for a command line whose last word is not ended yet."""
    parts = words.split(" ")
    environment = {
        **os.environ,
        "_PAPERKIT_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(parts) - 1),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=project, env=environment, capture_output=True, text=True, check=True
    )
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line.startswith("plain,")]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("paperkit stat", ["status"]),
        ("paperkit check rep", ["reports/1H", "reports/2H"]),
        ("paperkit build reports/2", ["reports/2H"]),
        ("paperkit status reports/1", ["reports/1H"]),
        ("paperkit bench run ex", ["example"]),
        ("paperkit describe ben", ["benches/example/artifacts/example.csv"]),
        ("paperkit explain PK10", [f"PK10{n}" for n in range(1, 10)]),
        ("paperkit explain wrong-r", ["wrong-rounding"]),
        ("paperkit export ar", ["arxiv"]),
        ("paperkit check --base", ["--baseline"]),
        ("paperkit check --format sa", ["sarif"]),
        ("paperkit completion z", ["zsh"]),
    ],
)
def test_it_offers_what_there_is(project: Path, words: str, offered: list[str]) -> None:
    assert completed(project, words) == offered


def test_every_command_is_offered(project: Path) -> None:
    assert completed(project, "paperkit ") == list(COMMANDS)


def test_outside_a_repository_it_is_silent(tmp_path: Path) -> None:
    assert completed(tmp_path, "paperkit bench run ") == []


@pytest.mark.parametrize("words", ["paperkit ch", "paperkit check rep", "paperkit explain PK"])
def test_it_loads_nothing_heavy(project: Path, words: str) -> None:
    code = (
        "import sys\nfrom paperkit.cli.main import run\ntry:\n    run(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "print('loaded:', *sorted(sys.modules))"
    )
    environment = {
        **os.environ,
        "_PAPERKIT_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    argv = [sys.executable, "-c", code]
    done = subprocess.run(argv, cwd=project, env=environment, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.rsplit("loaded:", 1)[1].split())
    assert not loaded & {"yaml", "jinja2", "pandas", "matplotlib", "pypdfium2", "paperkit.checks.registry"}


def test_the_codes_read_as_text_are_the_registered_ones() -> None:
    assert codes() == tuple((check.code, check.name) for check in CHECKS)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_is_printed_for_each_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == Status.WELL
    assert "_PAPERKIT_COMPLETE" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("check reports/2h", "did you mean 'reports/2H'?"),
        ("build reports/2h", "did you mean 'reports/2H'?"),
        ("status reports/3H", "did you mean 'reports/"),
        ("toc show report/1H", "did you mean 'reports/1H'?"),
        ("status reports/1H/toc.md", "reports here: reports/1H, reports/2H"),
        ("suggest reports/1H/sections/exampel.tex.j2", "did you mean 'reports/1H/sections/example.tex.j2'?"),
        ("given reports/1H/sections/exampel.tex.j2:3", "did you mean 'reports/1H/sections/example.tex.j2'?"),
        ("bench run exampl", "did you mean 'example'?"),
        ("bench rnu", "'run'"),
        ("describe benches/example/artifacts/exampel.csv", "did you mean 'benches/example/artifacts/example.csv'?"),
        ("explain wrong-ronding", "did you mean 'wrong-rounding'?"),
        ("chekc", "did you mean 'check'?"),
        ("check --strikt reports/1H", "--strict"),
        ("adopt reports/1H/sectoins", "did you mean 'reports/1H/sections'?"),
    ],
)
def test_what_is_misspelt_is_answered(project: Path, words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words.split()) == Status.USAGE
    assert said in capsys.readouterr().err
