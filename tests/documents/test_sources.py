"""`paperkit sources` on a real project: what documents say, who uses them, what contradicts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paperkit.cli.main import run
from paperkit.documents.numbers import numbers_of
from paperkit.source import SourceFile
from paperkit.sources import parse_document
from tests.build.project import Mini

MACHINE = """\
pe:
  mac:
    rows: {value: 128, unit: "", status: assumed, source: ours}
  dma:
    latency: {value: 300, unit: cycles, status: assumed, source: ours}
"""
TEXT = """\
---
status: {status}
date: 2026-01-02
---
# ADR-{number}: {title}

## Decision

{body}
"""


def write_adr(mini: Mini, number: str, title: str, body: str, status: str = "accepted") -> None:
    path = mini.root / f"docs/adr/{number}-x.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TEXT.format(number=number, title=title, body=body, status=status))


@pytest.fixture
def project(mini: Mini) -> Mini:
    (mini.root / "machine.yaml").write_text(MACHINE)
    mini.edit(
        mini.report / "report.yaml", "artifacts:\n", "sources: [docs/adr/*.md]\nartifacts:\n  machine: machine.yaml\n"
    )
    write_adr(mini, "0001", "The tail counts", "We look at the tail, as ISCA 2017 did.")
    mini.edit(mini.section, "The tail stays", "As ADR-0001 says, the tail stays")
    return mini


def sources(mini: Mini, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    mini.commit()
    capsys.readouterr()
    command, *more = arguments
    status = run(["sources", command, str(mini.report), *more])
    return status, capsys.readouterr().out


def contradicted(mini: Mini, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str, str]]:
    status, out = sources(mini, capsys, "coverage", "--json")
    found = json.loads(out)["contradictions"]
    assert status == bool(found)
    return [(one["text"], one["against"], one["other"]) for one in found]


def test_each_document_is_listed_with_its_status_and_uses(project: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    write_adr(project, "0002", "Another way", "Later.", "proposed")
    status, out = sources(project, capsys, "list", "--json")
    found = json.loads(out)["documents"]
    assert status == 0
    assert [(one["key"], one["status"], one["used"], one["date"]) for one in found] == [
        ("adr:0001", "accepted", ["results"], "2026-01-02"),
        ("adr:0002", "proposed", [], "2026-01-02"),
    ]


def test_coverage_says_what_should_be_used_and_what_does_not_hold(
    project: Mini, capsys: pytest.CaptureFixture[str]
) -> None:
    write_adr(project, "0002", "Left out", "We left it out.")
    write_adr(project, "0001", "The tail counts", "We look at the tail.", "superseded by ADR-0002")
    _, out = sources(project, capsys, "coverage")
    assert "accepted and not used:\n  adr:0002  Left out (accepted)" in out
    assert "used, but does not hold:\n  adr:0001  The tail counts (superseded by 0002)" in out


def test_a_number_that_a_configuration_says_otherwise_contradicts(
    project: Mini, capsys: pytest.CaptureFixture[str]
) -> None:
    write_adr(project, "0002", "The array", "The MAC has 64 rows. The latency of the DMA is 300 cycles.")
    assert contradicted(project, capsys) == [("64 rows", "machine.pe.mac.rows", "128")]
    write_adr(project, "0002", "The array", "The MAC has 128 rows. The latency of the DMA is 300 cycles.")
    assert contradicted(project, capsys) == []


def test_what_a_sentence_does_not_name_is_not_compared(project: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    write_adr(
        project, "0002", "The array", "There are 64 rows. A DMA moves 16 bytes. `mac rows 5`\n\n1. MAC rows first"
    )
    assert contradicted(project, capsys) == []


def test_a_proposed_document_contradicts_nothing(project: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    write_adr(project, "0002", "The array", "The MAC has 64 rows.", "proposed")
    assert contradicted(project, capsys) == []


def test_a_number_that_a_table_says_otherwise_contradicts(project: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    write_adr(project, "0002", "Load", "At n = 8 the p99 is 12.9 us.")
    assert contradicted(project, capsys) == [("12.9 us", "lat(n=8).p99_us", "12.46")]
    write_adr(project, "0002", "Load", "At n = 8 the p99 is 12.5 us.")
    assert contradicted(project, capsys) == []
    write_adr(project, "0002", "Load", "At n = 9 the p99 is 12.9 us.")
    assert contradicted(project, capsys) == []


def test_two_documents_that_say_the_same_of_other_numbers_contradict(
    project: Mini, capsys: pytest.CaptureFixture[str]
) -> None:
    write_adr(project, "0002", "One", "A queue between two elements holds 8 messages.")
    write_adr(project, "0003", "Two", "A queue between two elements holds 16 messages.")
    assert [found[:2] for found in contradicted(project, capsys)] == [("8 messages", "adr:0003")]
    write_adr(project, "0003", "Two", "A queue between two elements holds 8 messages.")
    assert contradicted(project, capsys) == []


def test_show_has_sections_and_numbers_with_their_places(project: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    write_adr(project, "0002", "Load", "It takes 12.5 us.")
    status, out = sources(project, capsys, "show", "ADR-0002", "--json")
    shown = json.loads(out)
    assert status == 0
    assert [one["slug"] for one in shown["sections"]][1:] == ["decision"]
    assert [(one["text"], one["section"], one["place"]) for one in shown["numbers"]] == [
        ("12.5 us", "decision", "docs/adr/0002-x.md:9")
    ]


def test_a_document_that_is_not_there_has_a_near_name(project: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    project.commit()
    assert run(["sources", "show", str(project.report), "adr:0011"]) == 2
    assert "adr:0001" in capsys.readouterr().err


def test_identifiers_dates_code_and_headings_state_nothing() -> None:
    text = (
        "# ADR-0001: 3 ways\n\n## 2 of them\n\n"
        "v1.2, 2026-01-02, ADR-0007, `5 us`, [x](a/7.md), RFC 793.\n\n```\n8 us\n```\n"
    )
    assert numbers_of("adr:0001", parse_document(SourceFile("docs/adr/0001.md", text))) == ()


def test_numbers_have_their_units_and_signs() -> None:
    text = "# T\n\nIt errs by -17 % and takes 1,024 cycles, 2.5 GB/s, or 3 of them.\n"
    found = numbers_of("adr:1", parse_document(SourceFile("docs/adr/0001.md", text)))
    assert [(str(one.amount), one.unit.symbol, one.places) for one in found] == [
        ("-17", "%", 0),
        ("1024", "cycle", 0),
        ("2.5", "GB/s", 1),
        ("3", "", 0),
    ]
    assert Path(found[0].span.path).name == "0001.md"
