"""`paperkit toc` on a real project: from nothing to an agreed contract, and on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paperkit.cli.main import run
from tests.build.project import Mini

ADR = "# ADR-0001: Latency is measured at the tail\n\n- status: {status}\n\n## Decision\n\nThe tail.\n"


@pytest.fixture
def report(mini: Mini) -> Path:
    """A report with an artifact and an ADR, and no contract."""
    adr = mini.root / "docs/adr/0001-tail.md"
    adr.parent.mkdir(parents=True)
    adr.write_text(ADR.format(status="accepted"))
    (mini.report / "toc.md").unlink()
    mini.commit()
    return mini.report


def toc(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    status = run(["toc", *arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def answered(report: Path) -> None:
    """The questions of the draft taken out, as a person does who has answered them."""
    lines = (report / "toc.md").read_text().splitlines()
    kept: list[str] = []
    skipping = False
    for line in lines:
        skipping = line == "- questions:" or (skipping and line.startswith("  - "))
        if not skipping:
            kept.append(line)
    (report / "toc.md").write_text("\n".join(kept) + "\n")


def test_a_draft_is_made_from_documents_harnesses_and_artifacts(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = toc(capsys, "propose", str(report))
    text = (report / "toc.md").read_text()
    assert status == 0 and out.startswith("reports/tail/toc.md: ")
    assert "## Latency against load {#latency}" in text
    assert "- sources: adr:0001, lat" in text
    assert "- figures: lat" in text
    assert "What ADR-0001 (Latency is measured at the tail) is worth (`lat`)" in text
    assert "- archetype: results" in text


def test_a_draft_is_never_put_over_a_contract(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (report / "toc.md").write_text("mine\n")
    status, _, err = toc(capsys, "propose", str(report))
    assert status == 1 and "is there already" in err
    assert (report / "toc.md").read_text() == "mine\n"
    status, out, _ = toc(capsys, "propose", str(report), "--print")
    assert status == 0 and out.startswith("---\nstate: draft\n")
    assert (report / "toc.md").read_text() == "mine\n"


def test_a_document_that_does_not_hold_becomes_a_question(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (report.parents[1] / "docs/adr/0001-tail.md").write_text(ADR.format(status="proposed"))
    toc(capsys, "propose", str(report))
    text = (report / "toc.md").read_text()
    assert "ADR-0001 is proposed: leave it out, or put it into the agenda?" in text
    assert "What ADR-0001" not in text


def test_open_questions_keep_a_draft_from_being_agreed(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toc(capsys, "propose", str(report))
    before = (report / "toc.md").read_text()
    status, _, err = toc(capsys, "agree", str(report), "--by", "Ada")
    assert status == 1 and "open question" in err
    assert (report / "toc.md").read_text() == before
    answered(report)
    body = (report / "toc.md").read_text().split("---\n")[2]
    status, out, _ = toc(capsys, "agree", str(report), "--by", "Ada", "--date", "2026-06-30")
    assert status == 0 and out.startswith("reports/tail/toc.md: agreed by Ada on 2026-06-30")
    assert (report / "toc.md").read_text().endswith(body)


def test_an_agreement_needs_a_person_and_a_day(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toc(capsys, "propose", str(report))
    answered(report)
    assert toc(capsys, "agree", str(report))[0] == 2
    assert toc(capsys, "agree", str(report), "--by", " ")[0] == 2
    assert toc(capsys, "agree", str(report), "--by", "Ada", "--date", "yesterday")[0] == 2


def test_an_amendment_is_kept_with_what_changed_and_why(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toc(capsys, "propose", str(report))
    answered(report)
    toc(capsys, "agree", str(report), "--by", "Ada", "--date", "2026-06-01")
    Mini(report.parents[1]).commit()
    assert toc(capsys, "amend", str(report), "--by", "Ada", "--note", "none")[0] == 1, "nothing has changed"
    path = report / "toc.md"
    path.write_text(path.read_text().replace("- figures: lat\n", ""))
    assert "latency: figure 'lat' taken out" in toc(capsys, "show", str(report))[1]
    status, out, _ = toc(
        capsys, "amend", str(report), "--by", "Bob: the boss", "--note", 'no "figure"', "--date", "2026-06-02", "--json"
    )
    entry = json.loads(out)["entry"]
    assert status == 0
    assert (entry["by"], entry["note"], entry["changes"]) == (
        "Bob: the boss",
        'no "figure"',
        ["latency: figure 'lat' taken out"],
    )
    shown = json.loads(toc(capsys, "show", str(report), "--json")[1])
    assert [one["by"] for one in shown["history"]] == ["Ada", "Bob: the boss"]
    assert shown["changed"] == [] and shown["digest"] == shown["body_digest"]


def test_the_report_is_held_to_what_was_agreed(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (report / "toc.md").write_text("---\nstate: draft\n---\n## Results {#results}\n- purpose: say it\n- tables: load\n")
    toc(capsys, "agree", str(report), "--by", "Ada")
    status, out, _ = toc(capsys, "check", str(report))
    assert status == 1
    assert "figure tail is used, but section 'results' does not promise it" in out
    (report / "toc.md").write_text((report / "toc.md").read_text().replace("say it", "say more"))
    status, out, _ = toc(capsys, "check", str(report), "--format", "json")
    codes = {found["code"] for found in json.loads(out)["diagnostics"]}
    assert status == 1 and {"PK301", "PK308"} <= codes


def test_show_without_a_contract_says_how_to_get_one(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = toc(capsys, "show", str(report))
    assert status == 2 and "paperkit toc propose reports/tail" in err


def test_a_claim_about_nothing_cannot_be_agreed_to(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toc_md = report / "toc.md"
    toc_md.write_text("---\nstate: draft\n---\n## Results {#results}\n- claims:\n  - It grows (`grwth`)\n")
    status, _, err = toc(capsys, "agree", str(report), "--by", "Ada")
    assert status == 1 and "reports/tail/toc.md:6:5: nothing is called grwth" in err and "growth" in err
    toc_md.write_text(toc_md.read_text().replace("grwth", "growth"))
    assert toc(capsys, "agree", str(report), "--by", "Ada")[0] == 0


def test_a_contract_that_is_a_draft_again_is_told(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toc_md = report / "toc.md"
    toc_md.write_text("---\nstate: draft\n---\n## Results {#results}\n- claims:\n  - It grows (`growth`)\n")
    toc(capsys, "agree", str(report), "--by", "Ada", "--date", "2026-06-30")
    toc_md.write_text(toc_md.read_text().replace("state: agreed", "state: draft"))
    _, out, _ = toc(capsys, "check", str(report))
    assert "was agreed by Ada on 2026-06-30, and is a draft again" in out


def test_a_draft_may_be_about_less(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = report.parents[1]
    (root / "docs/adr/0002-other.md").write_text(ADR.format(status="accepted").replace("Latency", "Colour"))
    whole = toc(capsys, "propose", str(report), "--print")[1]
    assert "adr:0002" in whole
    status, narrow, _ = toc(capsys, "propose", str(report), "--print", "--about", "lat", "--about", "ADR-0001")
    assert status == 0
    assert "- sources: adr:0001, lat" in narrow
    assert "adr:0002" not in narrow


def test_a_name_that_nothing_has_is_refused(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = toc(capsys, "propose", str(report), "--print", "--about", "latency_")
    assert status == 2 and "did you mean" in err


def test_a_section_that_is_written_already_keeps_its_key(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sections = report / "sections"
    sections.mkdir(exist_ok=True)
    (sections / "intro.tex.j2").write_text("\\section{Introduction}\nWhy.\n")
    (sections / "history.tex.j2").write_text("\\section{What was there before}\nMuch.\n")
    text = toc(capsys, "propose", str(report), "--print")[1]
    assert "## Introduction {#intro}" in text
    assert "{#introduction}" not in text
    assert "## What was there before {#history}" in text
    assert text.index("{#history}") < text.index("{#discussion}")


def test_what_a_harness_has_still_to_write_is_known_from_its_description(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (report.parents[1] / "benches").glob("*/artifacts/*"):
        path.unlink()
    text = toc(capsys, "propose", str(report), "--print")[1]
    assert "has written nothing yet: run `paperkit bench run" in text
    assert "- figures: lat" in text


def test_a_draft_that_nobody_touched_is_made_again_and_one_that_was_edited_stays(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    toc(capsys, "propose", str(report))
    (report.parents[1] / "docs/adr/0001-tail.md").write_text(ADR.format(status="proposed"))
    assert toc(capsys, "propose", str(report))[0] == 0
    again = (report / "toc.md").read_text()
    assert "ADR-0001 is proposed" in again
    (report / "toc.md").write_text(again.replace("Abstract", "Summary"))
    assert toc(capsys, "propose", str(report))[0] == 1
    assert "Summary" in (report / "toc.md").read_text()
