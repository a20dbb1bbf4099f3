"""report.yaml and given.yaml: read once, each value with its place, and what does not fit said at its line."""

from pathlib import Path

import pytest

from paperkit.config.given import load_given
from paperkit.config.report import Report, load_report
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.errors import PaperkitError
from paperkit.project import Project
from paperkit.values.quantity import Kind

WELL = """\
title: What a command is worth
subtitle: first half
authors:
  - name: Ada Lovelace
    affiliation: Engines
  - Charles Babbage
date: 2026-06-30
artifacts:
  gemm:
    file: benches/gemm.csv
    where: {buffers: 2, dispatch_cycles: 0.10}
  topology: ./topology.yaml
quantities:
  gain: speedup(gemm(m=1).cycles, gemm(m=2).cycles)
sources: [docs/adr/*.md]
vocabulary: [H800]
limits: {given: 10}
"""


def load(root: Path, text: str) -> tuple[Report | None, tuple[Diagnostic, ...]]:
    folder = root / "reports" / "1H"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.yaml").write_text(text)
    return load_report(folder, Project(root))


def test_a_report_is_read_into_a_frozen_record(tmp_path: Path) -> None:
    report, problems = load(tmp_path, WELL)
    assert problems == ()
    assert report is not None
    assert [(a.name, a.affiliation) for a in report.authors] == [("Ada Lovelace", "Engines"), ("Charles Babbage", "")]
    assert report.artifacts["gemm"].path == tmp_path / "benches/gemm.csv"
    assert report.artifacts["gemm"].where == (("buffers", "2"), ("dispatch_cycles", "0.10"))
    assert report.artifacts["topology"].path == tmp_path / "reports/1H/topology.yaml"
    assert report.quantities["gain"].span.text == "speedup(gemm(m=1).cycles, gemm(m=2).cycles)"
    assert (report.limits.given, report.limits.waived) == (10, None)
    assert report.spans["limits"].line == 17


@pytest.mark.parametrize(
    ("change", "line", "message", "hint"),
    [
        (("subtitle:", "subtitel:"), 2, "unknown key 'subtitel'", "did you mean 'subtitle'?"),
        (("affiliation:", "affilation:"), 5, "unknown key 'affilation'", "did you mean 'affiliation'?"),
        (("2026-06-30", "June 2026"), 7, "date is 'June 2026', but takes a date", ""),
        (("2026-06-30", "2026-02-30"), 7, "date is '2026-02-30'", ""),
        (("title: What a command is worth\n", ""), 1, "has no key 'title'", "add `title`"),
        (("title: What a command is worth", "title:"), 1, "title is empty", "for instance"),
        (("[docs/adr/*.md]", "{a: b}"), 15, "an entry of sources is a mapping, but takes text", ""),
        (("{given: 10}", "{given: -1}"), 17, "given is '-1', but takes a whole number", ""),
        (("{given: 10}", "{givn: 10}"), 17, "unknown key 'givn'", "did you mean 'given'?"),
        (("  gemm:", "  2gemm:"), 9, "'2gemm' is no name of artifacts", "begin with a letter"),
        (("benches/gemm.csv", "../../../etc/passwd"), 10, "lies outside the project", "commit it"),
        (("  gain:", "  gemm:"), 14, "'gemm' is the name of an artifact and of a quantity", ""),
        (("file: benches/gemm.csv", "files: benches/gemm.csv"), 10, "unknown key 'files'", "did you mean 'file'?"),
        (("date:", "title: b\ndate:"), 7, "key 'title' stands twice, first in line 1", "keep one"),
    ],
)
def test_what_does_not_fit_is_said_at_its_line(
    tmp_path: Path, change: tuple[str, str], line: int, message: str, hint: str
) -> None:
    assert change[0] in WELL
    _, problems = load(tmp_path, WELL.replace(*change, 1))
    found = [each for each in problems if message in each.message]
    assert len(found) == 1
    assert (found[0].code, found[0].name) == ("PK302", "bad-configuration")
    assert found[0].span is not None
    assert found[0].span.line == line
    assert hint in found[0].hint


@pytest.mark.parametrize("text", ["", "- a\n", "just words\n", "a: [\n"])
def test_a_file_that_is_no_mapping_gives_no_report(tmp_path: Path, text: str) -> None:
    report, problems = load(tmp_path, text)
    assert report is None
    assert [each.code for each in problems] == ["PK302"]


def test_a_folder_without_report_yaml_cannot_even_start(tmp_path: Path) -> None:
    with pytest.raises(PaperkitError, match="no report"):
        load_report(tmp_path, Project(tmp_path))


def given_values(root: Path, text: str) -> tuple[list[tuple[str, str]], list[str]]:
    (root / "given.yaml").write_text(text)
    values, problems = load_given(root, Project(root))
    return [(each.key, each.value) for each in values], [each.message for each in problems]


def test_a_declared_value_keeps_its_digits(tmp_path: Path) -> None:
    values, problems = given_values(tmp_path, "batch: {value: 0.10, unit: GB/s, source: data sheet}\n")
    assert (values, problems) == ([("batch", "0.10")], [])


def test_a_declared_value_needs_a_source(tmp_path: Path) -> None:
    values, problems = given_values(tmp_path, "batch: {value: 8}\n")
    assert values == []
    assert problems == ["batch has no key 'source'"]


@pytest.mark.parametrize("raw", ["nan", "1_000", "many", "1,000", "inf"])
def test_a_declared_value_is_a_number(tmp_path: Path, raw: str) -> None:
    values, problems = given_values(tmp_path, f"batch: {{value: '{raw}', source: x}}\n")
    assert values == []
    assert problems == [f"value is {raw!r}, but takes a number"]


def test_given_yaml_is_an_artifact_of_kind_given(tmp_path: Path) -> None:
    folder = tmp_path / "reports/1H"
    folder.mkdir(parents=True)
    (folder / "given.yaml").write_text("batch: {value: 8, source: x}\n")
    report, _ = load(tmp_path, WELL)
    assert report is not None
    assert report.artifacts["given"].kind is Kind.GIVEN
