# ruff: noqa: E501
"""What must be refused, each with its code and its place; and nothing on disk changes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from paperkit.bench.load import load_bench
from paperkit.bench.run import run_bench
from paperkit.build.prepare import check_report
from paperkit.cli.main import run
from paperkit.diagnostics.diagnostic import Severity
from paperkit.project import find_project
from tests.build.project import Mini

Spoil = Callable[[Mini], None]


def section(old: str, new: str) -> Spoil:
    return lambda mini: mini.edit(mini.section, old, new)


def table(old: str, new: str, *, commit: bool = False) -> Spoil:
    def spoil(mini: Mini) -> None:
        mini.edit(mini.csv, old, new)
        if commit:
            mini.commit()

    return spoil


def raw(content: bytes) -> Spoil:
    def spoil(mini: Mini) -> None:
        mini.csv.write_bytes(content)
        mini.commit()

    return spoil


def report(old: str, new: str) -> Spoil:
    return lambda mini: mini.edit(mini.report / "report.yaml", old, new)


def untracked(mini: Mini) -> None:
    mini.git("rm", "-q", "--cached", "benches/latency/artifacts/latency.csv")
    mini.git("commit", "-q", "-m", "out")


def typed_in_figure(mini: Mini) -> None:
    mini.edit(mini.report / "figures/tail.py", 'evidence.text("lat(n=16).p99_us | .1f")', '"51.5"')


HEAD = b"n,p99_us,moved_bytes,busy_cycles\n"
ROW = b"4,3.01,4096,700\n8,12.46,8192,1400\n"
SPOILT: dict[str, tuple[Spoil, str, str]] = {
    "a digit of a cell": (table("12.46", "12.47"), "PK202", "latency.csv:3:3"),
    "a digit of a cell, committed": (table("12.46", "12.47", commit=True), "PK204", "latency.csv"),
    "a number typed in a section": (section("at the middle load", "of 12.5 us"), "PK101", "results.tex.j2:2"),
    "a number typed in a caption": (section("against load, up", "against load over 8 runs, up"), "PK101", "results.tex.j2:6"),
    "a number typed in a figure script": (typed_in_figure, "PK101", "figures/tail.py:10"),
    "a printed digit in a template": (section(".p99_us | .1f us}{}", r".p99_us | .1f us}{12.4\,us}"), "PK103", "results.tex.j2:2"),
    "a value that depends on no cell": (section("{growth | .1f}{}", "{7.31 | .2f}{7.31}"), "PK105", "results.tex.j2:3"),
    "a cell times nothing": (section("{growth | .1f}{}", "{growth * 0 + 100 | .2f}{100.00}"), "PK105", "results.tex.j2:3"),
    "an artifact deleted": (lambda mini: mini.csv.unlink(), "PK201", "report.yaml:5"),
    "an artifact untracked": (untracked, "PK201", "report.yaml:5"),
    "a broken header": (raw(b"n,n,moved_bytes,busy_cycles\n" + ROW), "PK20", "latency.csv:1"),
    "a ragged row": (raw(HEAD + b"4,3.01,4096\n" + ROW), "PK205", "latency.csv:2"),
    "thousands marks": (raw(HEAD + b'8,12.46,"8,192",1400\n'), "PK205", "latency.csv:2:"),
    "not a number": (raw(HEAD + b"8,NaN,8192,1400\n"), "PK205", "latency.csv:2:3"),
    "not UTF-8": (raw(HEAD + b"8,12.46,8192,14\xff0\n"), "PK205", "latency.csv:2"),
    "an unknown key": (section("lat(n=8).p99_us | .1f us", "lat(n=9).p99_us | .1f us"), "PK102", "results.tex.j2:2"),
    "an unknown column": (section("lat(n=8).p99_us | .1f us", "lat(n=8).p99_ms | .1f us"), "PK102", "results.tex.j2:2"),
    "cycles added to bytes": (
        section("{growth | .1f}", "{lat(n=8).busy_cycles + lat(n=8).moved_bytes | d}"), "PK104", "results.tex.j2:3",
    ),
    "a number spelt from constants": (section("{growth | .1f}", "{floor(growth) + 60 + 8 + 2 | d}"), "PK105", "results.tex.j2:3"),
    "a constant that is computed": (section("{growth | .1f}", "{growth * (2 + 2 + 2 + 1) | .1f}"), "PK105", "results.tex.j2:3"),
    "a row found by its result": (section("{growth | .1f}", "{lat(p99_us=51.5).p99_us | .1f}"), "PK105", "results.tex.j2:3"),
    "a tower of powers": (section("{growth | .1f}", "{9**9**9 | d}"), "PK102", "results.tex.j2:3"),
    "a misspelt key in report.yaml": (report("artifacts:", "artefacts:"), "PK302", "report.yaml:4:1"),
    "a section that is not promised": (
        lambda mini: (mini.report / "sections/more.tex.j2").write_text("\\section{More}\nNothing.\n"), "PK301", "more",
    ),
    "a template that runs code": (
        section("at the middle load", r"""\VAR{"".__class__.__mro__}"""), "PK403", "results.tex.j2:2",
    ),
    "a template that reads a file": (section("at the middle load", r'\BLOCK{include "/etc/passwd"}'), "PK403", "results.tex.j2:2"),
    "a template that grows without end": (
        section("at the middle load", r"\BLOCK{set n = namespace(x='aaaaaaaa')}\BLOCK{for i in range(40)}\BLOCK{set n.x = n.x ~ n.x}\BLOCK{endfor}"),
        "PK403", "results.tex.j2:2",
    ),
    "a redefined marker": (section(r"\section{Results}", r"\renewcommand\pkval[2]{9.9}\section{Results}"), "PK109", "results.tex.j2:1"),
}  # fmt: skip


@pytest.mark.parametrize("name", SPOILT)
def test_it_is_refused_with_its_code_and_place_and_nothing_changes(name: str, mini: Mini) -> None:
    spoil, code, place = SPOILT[name]
    spoil(mini)
    before = mini.outputs()
    checked = check_report(mini.report)
    errors = [each for each in checked.diagnostics if each.severity is Severity.ERROR]
    shown = [(each.code, each.span.place if each.span else "", each.message) for each in errors]
    assert any(found.startswith(code) and place in where for found, where, _ in shown), shown
    assert all(each.hint for each in errors if each.code.startswith(code)), shown
    assert mini.outputs() == before


def test_the_project_as_it_is_passes(mini: Mini) -> None:
    checked = check_report(mini.report)
    assert checked.diagnostics == ()
    assert checked.counts.bound == 9
    assert checked.counts.ungrounded == 0


def test_a_digit_changed_in_tex_is_refused_and_not_overwritten(built: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    page = built.report / "tex/results.tex"
    built.edit(page, "12.5", "12.6")
    before = built.outputs()
    assert run(["build", str(built.report)]) == 1
    shown = capsys.readouterr().out
    assert "error[PK303] edited-output" in shown
    assert "reports/tail/tex/results.tex:2:" in shown
    assert built.outputs() == before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("ledger.json", '"12.46"', '"12.47"'),
        ("ledger.json", '"version": 1,', '"version": 1'),
        ("main.tex", "30 June", "31 June"),
    ],
)
def test_other_outputs_edited_by_hand_are_refused(built: Mini, name: str, old: str, new: str) -> None:
    built.edit(built.report / name, old, new)
    before = built.outputs()
    errors = [(each.code, each.span.path) for each in check_report(built.report).diagnostics if each.span]
    assert errors == [("PK303", f"reports/tail/{name}")]
    assert built.outputs() == before


@pytest.mark.parametrize(("name", "code"), [("main.pdf", "PK303"), ("tex/figures/tail.pdf", "PK207")])
def test_an_edited_pdf_is_refused(built: Mini, name: str, code: str) -> None:
    with (built.report / name).open("ab") as stream:
        stream.write(b"% edited\n")
    assert [each.code for each in check_report(built.report).diagnostics] == [code]


def test_a_pipe_in_the_place_of_an_artifact_is_no_file(mini: Mini) -> None:
    mini.csv.unlink()
    os.mkfifo(mini.csv)
    assert "PK201" in {each.code for each in check_report(mini.report).diagnostics}


def test_git_s_own_trouble_is_said_in_git_s_words(mini: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    (mini.root / ".git" / "HEAD").write_text("nothing\n")
    assert run(["check", str(mini.report)]) == 2
    assert "git cannot read this repository" in capsys.readouterr().err


def test_an_edited_cell_is_said_once(mini: Mini) -> None:
    mini.edit(mini.csv, "12.46", "12.47")
    assert [each.code for each in check_report(mini.report).diagnostics] == ["PK202"]


def test_a_new_run_is_to_be_committed_and_said_once(mini: Mini) -> None:
    mini.edit(mini.root / "benches/latency/bench.py", "12.46", "12.47")
    mini.git("add", "-A")
    mini.git("commit", "-q", "-m", "faster")
    project = find_project(mini.root)
    spec, _ = load_bench(mini.root / "benches/latency", project)
    assert spec is not None
    run_bench(spec, project)
    (found,) = check_report(mini.report).diagnostics
    assert (found.code, found.hint) == ("PK202", "commit it: `git add benches/latency/artifacts`")


def test_a_deleted_artifact_is_said_once_and_not_for_every_marker(mini: Mini) -> None:
    mini.edit(mini.section, r'\BLOCK{for n in column("lat.n")}', r"\BLOCK{for n in [4]}")
    mini.csv.unlink()
    assert "PK102" not in {each.code for each in check_report(mini.report).diagnostics}


def test_json_names_the_place_of_each_diagnostic(mini: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    mini.edit(mini.section, "at the middle load", "of 12.5 us")
    assert run(["check", str(mini.report), "--format", "json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["diagnostics"]
    assert found["code"] == "PK101"
    assert found["place"]["file"] == "reports/tail/sections/results.tex.j2"
    assert found["place"]["line"] == 2


def test_without_a_git_repository_there_is_no_evidence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "report.yaml").write_text("title: x\n")
    assert run(["check", str(tmp_path)]) == 2
    assert "git init" in capsys.readouterr().err
