"""`paperkit bench`: what is printed, where, and with which exit status."""

import json
from pathlib import Path

import pytest

from paperkit.cli.main import run
from paperkit.errors import Status

from .conftest import PROGRAM, YAML, Bench

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _inside(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bench.project.root)


def second(bench: Bench, program: str = PROGRAM) -> None:
    other = Bench(bench.project.root)
    other.folder = bench.folder.with_name("another")
    other.write(program, YAML.replace("name: tiny", "name: another"))


def test_list_shows_a_line_for_each_harness(bench: Bench, capsys: Capture) -> None:
    second(bench)
    assert run(["bench", "run", "tiny"]) == Status.WELL
    capsys.readouterr()
    assert run(["bench", "list"]) == Status.WELL
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["name", "kind", "state", "takes", "outputs", "title"]
    assert lines[1].startswith("another  model  never run  1 s    tiny.csv")
    assert lines[2].strip() == "missing: tiny.csv"
    assert lines[4].startswith("tiny     model  fresh      1 s")


def test_list_says_why_an_artifact_is_stale(bench: Bench, capsys: Capture) -> None:
    run(["bench", "run"])
    bench.write(PROGRAM + "\n")
    capsys.readouterr()
    run(["bench", "list", "--json"])
    found = json.loads(capsys.readouterr().out)["benches"][0]
    assert (found["state"], found["reasons"]) == ("stale", ["code changed: benches/tiny/bench.py"])
    assert found["outputs"] == ["tiny.csv"]


def test_run_says_what_it_did_on_stdout_alone(capsys: Capture) -> None:
    assert run(["bench", "run", "tiny"]) == Status.WELL
    said = capsys.readouterr()
    assert said.out.startswith("tiny: ran ")
    assert "2 of 2 files changed" in said.out
    assert said.err == ""
    run(["bench", "run", "tiny"])
    assert "nothing changed" in capsys.readouterr().out


def test_a_failure_does_not_stop_the_other_harnesses(bench: Bench, capsys: Capture) -> None:
    second(bench, "raise SystemExit(3)")
    assert run(["bench", "run"]) == Status.BENCH
    said = capsys.readouterr()
    assert "another: ended with status 3" in said.err
    assert said.out.startswith("tiny: ran ")


def test_run_as_json_holds_failures_too(bench: Bench, capsys: Capture) -> None:
    second(bench, "raise SystemExit(3)")
    assert run(["bench", "run", "--json"]) == Status.BENCH
    failed, well = json.loads(capsys.readouterr().out)["benches"]
    assert (failed["name"], failed["well"]) == ("another", False)
    assert (well["name"], well["well"], well["changed"]) == ("tiny", True, ["tiny.csv", "datapackage.json"])


def test_check_ends_well_or_with_status_4(bench: Bench, capsys: Capture) -> None:
    run(["bench", "run"])
    assert run(["bench", "check"]) == Status.WELL
    assert "1 file came out the same" in capsys.readouterr().out
    path = bench.artifacts / "tiny.csv"
    path.write_text(path.read_text().replace("3,9", "3,8"))
    assert run(["bench", "check"]) == Status.BENCH
    assert "line 5: 3,8 became 3,9" in capsys.readouterr().out


def test_check_names_what_is_measured_and_was_not_compared(bench: Bench, capsys: Capture) -> None:
    bench.write(yaml=YAML.replace("kind: model", "kind: measured"))
    run(["bench", "run"])
    capsys.readouterr()
    assert run(["bench", "check"]) == Status.WELL
    assert "fits its declaration; measured, so not compared: tiny.csv" in capsys.readouterr().out


def test_a_misspelt_key_is_shown_at_its_place(bench: Bench, capsys: Capture) -> None:
    bench.write(yaml=YAML.replace("timeout_s", "timeouts"))
    assert run(["bench", "run"]) == Status.DIAGNOSTICS
    said = capsys.readouterr().err
    assert "error[PK302]" in said
    assert "benches/tiny/bench.yaml:7:1" in said
    assert "did you mean 'timeout_s'?" in said


def test_a_misspelt_name_is_answered_with_the_nearest(capsys: Capture) -> None:
    assert run(["bench", "run", "tinny"]) == Status.USAGE
    assert "did you mean 'tiny'?" in capsys.readouterr().err


def test_a_project_without_harness_says_how_to_begin_one(bench: Bench, capsys: Capture) -> None:
    (bench.folder / "bench.yaml").unlink()
    assert run(["bench", "list"]) == Status.USAGE
    assert "paperkit new bench NAME" in capsys.readouterr().err


def test_without_a_repository_the_status_is_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["bench", "list"]) == Status.USAGE
    assert "git init" in capsys.readouterr().err
