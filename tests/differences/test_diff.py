"""`paperkit diff` on a built report: what moved, came and went, and whether it can be compared."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from paperkit.cli.main import run
from tests.build.project import Mini

DESCRIPTOR = "benches/latency/artifacts/datapackage.json"


def diff(mini: Mini, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    capsys.readouterr()
    status = run(["diff", *arguments])
    return status, capsys.readouterr().out


def data(mini: Mini, capsys: pytest.CaptureFixture[str], before: str = "HEAD") -> dict[str, Any]:
    status, out = diff(mini, capsys, before, "--report", str(mini.report), "--format", "json")
    assert status == 0
    found: dict[str, Any] = json.loads(out)
    return found


def test_a_report_is_what_it_was_built_as(built: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    found = data(built, capsys)
    assert found["unchanged"] > 5
    assert {name: found[name] for name in ("moved", "rebound", "appeared", "gone", "verdicts", "kinds", "apart")} == {
        name: [] for name in ("moved", "rebound", "appeared", "gone", "verdicts", "kinds", "apart")
    }
    status, _ = diff(built, capsys, "HEAD", "--report", str(built.report), "--fail")
    assert status == 0


def test_a_cell_that_moved_moves_what_is_read_from_it(built: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    built.edit(built.csv, "12.46", "12.96")
    moved = {each["after"]["expression"]: each for each in data(built, capsys)["moved"]}
    assert moved["lat(n=8).p99_us"]["change"] == "0.5"
    assert moved["lat(n=8).p99_us"]["share"] == pytest.approx(0.5 / 12.46)
    assert moved["lat(n=8).p99_us"]["within_noise"] is None
    assert "growth" not in moved
    status, out = diff(built, capsys, "HEAD", "--report", str(built.report), "--fail")
    assert status == 1 and "+0.5 (+4 %)" in out


def test_a_move_within_the_intervals_is_noise(built: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = built.report / "ledger.json"
    held = json.loads(ledger.read_text())
    other = json.loads(ledger.read_text())
    for marker, twin in zip(held["markers"], other["markers"], strict=True):
        for value, next_value in zip(marker["values"], twin["values"], strict=True):
            value["uncertainty"] = next_value["uncertainty"] = "1"
            step = Fraction(1, 2) if "p99" in marker["expression"] else 5
            next_value["exact"] = str(Fraction(value["exact"]) + step)
    ledger.write_text(json.dumps(held))
    copy = built.report.parent / "later"
    shutil.copytree(built.report, copy)
    (copy / "ledger.json").write_text(json.dumps(other))
    status, out = diff(built, capsys, str(built.report), str(copy), "--format", "json")
    found = json.loads(out)["moved"]
    assert status == 0
    assert {each["within_noise"] for each in found if "p99" in each["after"]["expression"]} == {True}
    assert {each["within_noise"] for each in found if "p99" not in each["after"]["expression"]} == {False}


def test_numbers_come_go_and_are_read_otherwise(built: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    built.edit(built.section, r"\pkval{lat(n=8).p99_us | .1f us}{}", r"\pkval{lat(n=4).p99_us | .1f us}{}")
    built.edit(built.section, r"by a factor of \pkval{growth | .1f}{}", r"at \pkval{lat(n=8).moved_bytes | ,d bytes}{}")
    found = data(built, capsys)
    pairs = [(each["before"]["expression"], each["after"]["expression"]) for each in found["rebound"]]
    assert ("lat(n=8).p99_us", "lat(n=4).p99_us") in pairs
    assert [each["expression"] for each in found["gone"]] == ["growth"]
    assert [each["expression"] for each in found["appeared"]] == ["lat(n=8).moved_bytes"]


def test_a_claim_that_no_longer_holds_is_told(built: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    built.edit(built.section, r"a factor of \pkval{growth | .1f}{}", r"\pkclaim{growth}{more than ten times}")
    built.commit()
    from paperkit.build.run import build, request

    assert build(request(built.report)).status == 0
    built.commit()
    built.edit(built.csv, "51.5", "21.5")
    found = data(built, capsys)
    assert [(each["before"]["holds"], each["after"]["holds"]) for each in found["verdicts"]] == [(True, False)]
    assert "'more than ten times' no longer holds" in diff(built, capsys, "HEAD", "--report", str(built.report))[1]


def test_another_machine_or_another_configuration_is_said(built: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    path = built.root / DESCRIPTOR
    package = json.loads(path.read_text())
    provenance = package["resources"][0]["paperkit:provenance"]
    provenance["host"] = {"cores": 2}
    path.write_text(json.dumps(package))
    built.commit()
    provenance["host"] = {"cores": 8}
    provenance["seed"] = 7
    path.write_text(json.dumps(package))
    built.edit(built.csv, "12.46", "12.96")
    found = data(built, capsys)["apart"]
    assert [(each["what"], each["comparable"]) for each in found] == [
        ("another machine: cores was 2, is 8", False),
        ("seed was 1, is 7", True),
    ]


def test_a_kind_that_changed_is_said(built: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    built.edit(built.root / DESCRIPTOR, '"paperkit:kind": "model"', '"paperkit:kind": "projection"')
    found = data(built, capsys)["kinds"]
    assert {(tuple(each["before"]["kinds"]), tuple(each["after"]["kinds"])) for each in found} == {
        (("model",), ("projection",))
    }


def test_markdown_is_a_table_that_a_pull_request_shows(built: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    built.edit(built.csv, "12.46", "12.96")
    _, out = diff(built, capsys, "HEAD", "--report", str(built.report), "--format", "markdown")
    rows = [line for line in out.splitlines() if line.startswith("| ")]
    assert rows[0] == "| number | before | after | change | where |"
    assert any(row.startswith("| `lat(n=8).p99_us` | 12.5 µs | 13.0 µs | +0.5 (+4 %) |") for row in rows)


@pytest.mark.parametrize("before", ["nonsense", "HEAD~99", "missing.pdf"])
def test_what_is_no_state_of_a_report_is_an_error(built: Mini, capsys: pytest.CaptureFixture[str], before: str) -> None:
    assert run(["diff", before, "--report", str(built.report)]) == 2
    assert capsys.readouterr().out == ""


def test_a_commit_before_the_first_build_has_nothing_to_compare(
    mini: Mini, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(mini.root)
    assert run(["diff", "HEAD"]) == 2
    assert "no reports/tail/ledger.json there" in capsys.readouterr().err
    assert Path.cwd() == mini.root
