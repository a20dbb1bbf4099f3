"""The command line as such: what it loads, how it ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from paperkit.cli.main import COMMANDS, run
from paperkit.errors import Status

HEAVY = ("pandas", "jinja2", "yaml", "matplotlib", "numpy", "pypdfium2", "landlock")


def loaded_by(*arguments: str) -> set[str]:
    code = (
        "import sys\nfrom paperkit.cli.main import run\n"
        f"run({list(arguments)!r})\n"
        "print('loaded:', *sorted({name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.rsplit("loaded:", 1)[1].split())


def test_help_loads_click_and_nothing_heavy() -> None:
    loaded = loaded_by("--help")
    assert "click" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == Status.WELL
    shown = capsys.readouterr().out
    assert all(name in shown and text in shown for name, text in COMMANDS.items())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == Status.WELL
    assert "Usage: paperkit " + name in capsys.readouterr().out


def test_a_misspelt_command_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["chek"]) == Status.USAGE
    assert "did you mean 'check'?" in capsys.readouterr().err


def test_an_unknown_option_is_a_usage_error() -> None:
    assert run(["check", "--no-such-option"]) == Status.USAGE


def test_a_missing_report_is_answered_with_those_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    assert run(["status"]) == Status.USAGE
    assert "`paperkit new reports/NAME`" in capsys.readouterr().err
    (tmp_path / "reports/first").mkdir(parents=True)
    (tmp_path / "reports/first/report.yaml").write_text("title: T\n")
    assert run(["check"]) == Status.USAGE
    assert "there is: reports/first" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["suggest", "{}"], ["given", "{}:2"], ["verify", "{}"]])
def test_a_folder_that_is_there_is_not_denied(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sections").mkdir()
    (tmp_path / "sections" / "one.tex.j2").write_text("It takes 12 ms.")
    assert run([part.format(tmp_path) for part in command]) == Status.USAGE
    said = capsys.readouterr().err
    assert f"{tmp_path} is a folder" in said
    assert "did you mean" not in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_an_output_that_takes_no_more_is_no_mistake_of_paperkit() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "paperkit", "--help"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == Status.USAGE
    assert "could not be written: no space left" in done.stderr
    assert "paperkit's mistake" not in done.stderr


@pytest.mark.parametrize(("code", "status"), [("PK101", Status.WELL), ("PK999", Status.USAGE)])
def test_a_closed_output_leaves_the_status(code: str, status: int) -> None:
    call = f"{sys.executable} -m paperkit explain {code}"
    done = subprocess.run(["sh", "-c", f"{call} >&-"], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (status, False)


@pytest.mark.parametrize("command", [["check"], ["numerals"], ["build"]])
def test_a_name_that_no_file_can_have_is_no_mistake_of_paperkit(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*command, "a" * 300 + ".tex"]) == Status.USAGE
    assert "no file can have so long a name" in capsys.readouterr().err
