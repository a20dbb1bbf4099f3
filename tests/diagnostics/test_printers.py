"""Diagnostics for programs: SARIF, GitHub, GitLab, JUnit. What a person reads is held in test_text.py."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from pydantic import ValidationError
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Log

from paperkit.checks.registry import CHECKS
from paperkit.cli.main import run
from paperkit.cli.report_as import FORMS
from paperkit.diagnostics.diagnostic import Counts, Diagnostic, Fix, Severity
from paperkit.diagnostics.github import SHOWN, as_github
from paperkit.diagnostics.gitlab import as_gitlab
from paperkit.diagnostics.json import as_json
from paperkit.diagnostics.junit import as_junit
from paperkit.diagnostics.sarif import as_sarif
from paperkit.diagnostics.text import counts_line
from paperkit.diagnostics.verdict import Rule, Verdict, fingerprints
from paperkit.source import SourceFile
from tests.diagnostics.schema import SARIF, errors

TEMPLATE = SourceFile("reports/1H/sections/tail & more.tex.j2", "first\nthe tail stays at 12.4 ms, or 12.4\n")
TABLE = SourceFile("latency.csv", "n,p99_ms\n8,12.46\n")
COUNTS = Counts(41, 2, 118, 5, given=3, projected=1, named=(("H100", 4), ("FP16", 2)), listed=7)
RULES = tuple(Rule(each.code, each.name, each.doc, each.severity) for each in CHECKS)


def diagnostic(code: str = "PK103", name: str = "wrong-rounding", nth: int = 0) -> Diagnostic:
    at = TEMPLATE.text.index("12.4")
    at = TEMPLATE.text.index("12.4", at + 1) if nth else at
    span = TEMPLATE.span(at, at + 4)
    found = Diagnostic(code, name, "printed 12.4, but t is 12.46: 100% wrong", span, "to 12.5", hint="run a, b: c")
    return replace(found.label(TABLE.span(11, 16), "measured here"), fix=Fix(span, "12.5"))


def verdict(*found: Diagnostic, strict: bool = False) -> Verdict:
    return Verdict("reports/1H", found or (diagnostic(),), COUNTS, RULES, strict)


MISSING = Diagnostic("PK201", "uncommitted-artifact", "gone", SourceFile("a b.csv", "").whole())
NOWHERE = Diagnostic("PK111", "nothing-checked", "nothing was checked", None, severity=Severity.WARNING)
OUTSIDE = Diagnostic("PK102", "unresolved-expression", "x", SourceFile("/else where/x.tex", "12").span(0, 2))


# sarif


def test_sarif_keeps_to_the_schema_of_oasis() -> None:
    Log.model_validate_json(as_sarif(verdict(diagnostic(), MISSING, NOWHERE, OUTSIDE), "0.1.0"))


def test_sarif_keeps_to_what_the_standard_says_of_unique_items() -> None:
    log = json.loads(as_sarif(verdict(diagnostic(), MISSING, NOWHERE), "0.1.0"))
    assert list(errors(log, SARIF, SARIF)) == []


@pytest.mark.parametrize(
    "spoilt",
    [{"ruleID": "PK103"}, {"level": "fatal"}, {"locations": {}}, {"ruleIndex": -2}, {"fixes": [{}]}, {"guid": "x"}],
)
def test_the_schemas_have_teeth(spoilt: dict[str, object]) -> None:
    log = json.loads(as_sarif(verdict(), "0.1.0"))
    log["runs"][0]["results"][0] |= spoilt
    assert list(errors(log, SARIF, SARIF))
    with pytest.raises(ValidationError):
        Log.model_validate(log)


def test_sarif_has_every_rule_once_and_points_at_it() -> None:
    (run_,) = json.loads(as_sarif(verdict(), "0.1.0"))["runs"]
    rules = run_["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [check.code for check in CHECKS]
    (result,) = run_["results"]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == "PK103"


def test_sarif_uris_are_relative_and_escaped() -> None:
    (result,) = json.loads(as_sarif(verdict(), "0.1.0"))["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {
        "uri": "reports/1H/sections/tail%20%26%20more.tex.j2",
        "uriBaseId": "SRCROOT",
    }
    assert place["region"] == {"startLine": 2, "startColumn": 19, "endLine": 2, "endColumn": 23}
    assert result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "latency.csv"


def test_a_file_outside_the_project_has_an_absolute_uri() -> None:
    (result,) = json.loads(as_sarif(verdict(OUTSIDE), "0.1.0"))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "file:///else%20where/x.tex"}


def test_a_missing_file_has_a_place_without_a_region() -> None:
    (result,) = json.loads(as_sarif(verdict(MISSING), "0.1.0"))["runs"][0]["results"]
    assert result["locations"] == [
        {"physicalLocation": {"artifactLocation": {"uri": "a%20b.csv", "uriBaseId": "SRCROOT"}}}
    ]


# fingerprints


def test_a_fingerprint_survives_lines_above_and_another_value() -> None:
    moved = SourceFile(TEMPLATE.path, "new\n" * 7 + TEMPLATE.text)
    span = diagnostic().span
    assert span is not None
    later = replace(diagnostic(), span=moved.span(span.start + 28, span.end + 28), message="printed 12.4, but t is 13")
    assert [mark for _, mark in fingerprints([diagnostic()])] == [mark for _, mark in fingerprints([later])]


def test_fingerprints_of_one_command_are_unique() -> None:
    marks = [mark for _, mark in fingerprints([diagnostic(), diagnostic(), diagnostic(nth=1), MISSING, NOWHERE])]
    assert len(set(marks)) == 5


# github


def test_github_escapes_what_would_end_a_command() -> None:
    first, *_ = as_github(verdict()).annotations.splitlines()
    head, _, message = first[2:].partition("::")
    file = "file=reports/1H/sections/tail & more.tex.j2"
    assert head == f"error title=PK103 wrong-rounding,{file},line=2,endLine=2,col=19,endColumn=23"
    assert message == "printed 12.4, but t is 12.46: 100%25 wrong%0Ahelp: run a, b: c"


def test_github_shows_ten_of_each_kind_and_the_rest_in_the_summary() -> None:
    errors_ = [replace(diagnostic(), message=f"number {n}") for n in range(14)]
    warnings = [replace(each, severity=Severity.WARNING) for each in errors_[:3]]
    said = as_github(verdict(*errors_, *warnings))
    lines = said.annotations.splitlines()
    assert sum(line.startswith("::error ") for line in lines) == SHOWN
    assert sum(line.startswith("::warning ") for line in lines) == 3
    assert "4 more than the annotations show" in said.summary
    assert all(f"number {n}" in said.summary for n in range(10, 14))


def test_one_mistake_made_often_does_not_hide_another() -> None:
    often = [replace(diagnostic(), message=f"number {n}") for n in range(30)]
    said = as_github(verdict(*often, diagnostic("PK202", "changed-artifact")))
    assert "title=PK202 changed-artifact" in said.annotations


def test_the_summary_is_a_table_whatever_stands_in_a_message() -> None:
    many = [replace(diagnostic(), message="a | b\n<img> `x`") for _ in range(12)]
    rows = [line for line in as_github(verdict(*many)).summary.splitlines() if "PK103" in line]
    assert len(rows) == 2
    assert all(row.replace("\\|", "").count("|") == 4 for row in rows)


# gitlab


def test_gitlab_has_what_code_quality_asks_for() -> None:
    issues = json.loads(as_gitlab(verdict(diagnostic(), diagnostic(), MISSING, NOWHERE)))
    for issue in issues:
        assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert issue["location"]["lines"]["begin"] >= 1
        assert not issue["location"]["path"].startswith(("/", "./"))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)


# junit


def test_junit_has_a_case_for_each_check() -> None:
    suite = ET.fromstring(as_junit(verdict())).find("testsuite")
    assert suite is not None
    cases = suite.findall("testcase")
    assert len(cases) == int(suite.get("tests", 0)) == len(CHECKS)
    assert [case.get("name") for case in cases if case.find("failure") is not None] == ["PK103 wrong-rounding"]


def test_a_warning_fails_a_case_under_strict_only() -> None:
    def failing(strict: bool) -> int:
        return int(ET.fromstring(as_junit(verdict(NOWHERE, strict=strict))).get("failures", -1))

    assert (failing(strict=False), failing(strict=True)) == (0, 1)


def test_what_did_not_run_is_skipped_and_not_passed() -> None:
    rule = replace(RULES[0], skipped="only a build compiles")
    (case,) = ET.fromstring(as_junit(Verdict("x", (), COUNTS, (rule,)))).iter("testcase")
    assert case.find("skipped") is not None


def test_control_characters_do_not_break_the_xml() -> None:
    evil = replace(diagnostic(), message="\x1b[31m <b> & \ud800 \x00")
    failure = ET.fromstring(as_junit(verdict(evil)).encode()).find(".//failure")
    assert failure is not None
    assert failure.get("message", "").startswith("?[31m <b> &")


# all of them


def test_every_form_counts_what_was_looked_at() -> None:
    line = counts_line(COUNTS)
    assert line in as_github(verdict()).annotations and line in as_github(verdict()).summary
    assert any(issue["description"] == line for issue in json.loads(as_gitlab(verdict())))
    plain = {"bound": 41, "waived": 2, "structural": 118, "ungrounded": 5, "given": 3, "projected": 1}
    assert plain.items() <= json.loads(as_json((), COUNTS))["counts"].items()
    assert plain.items() <= json.loads(as_sarif(verdict(), "0.1.0"))["runs"][0]["properties"]["counts"].items()
    properties = {one.get("name"): one.get("value") for one in ET.fromstring(as_junit(verdict())).iter("property")}
    assert {name: str(count) for name, count in plain.items()}.items() <= properties.items()
    assert (properties["named"], properties["listed"]) == ("6", "7")


@pytest.mark.parametrize("form", FORMS)
def test_check_prints_each_form(form: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(paper), "--format", form]) == 1
    said = capsys.readouterr().out
    assert "PK101" in said
    if form in ("json", "sarif", "gitlab"):
        json.loads(said)
    if form == "junit":
        ET.fromstring(said.encode())


def test_github_writes_the_summary_where_the_step_wants_it(
    paper: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = paper.parent / "summary.md"
    file.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(file))
    run(["check", str(paper), "--format", "github"])
    assert file.read_text().startswith("before\n### paperkit")
    assert capsys.readouterr().err == ""
