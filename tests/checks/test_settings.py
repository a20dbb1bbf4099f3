"""What a plain LaTeX project sets in its pyproject.toml."""

from pathlib import Path

import pytest

from paperkit.checks.registry import CHECKS
from paperkit.checks.run import Checked
from paperkit.checks.severity import unfit_rules
from paperkit.checks.tree import check_tree
from paperkit.config.fields import Record, read_file
from paperkit.config.report import FIELDS
from paperkit.config.settings import SeverityRule, read_settings
from paperkit.source import SourceFile
from tests.checks.corpus import git, write

PAGE = "\\documentclass{article}\\begin{document}\nOn a Zorn 7 it takes 17 ms.\n\\end{document}\n"


def checked(root: Path, settings: str) -> Checked:
    write(root, {"main.tex": PAGE, "pyproject.toml": settings})
    git(root, "init", "-q")
    return check_tree(root / "main.tex")


def found(root: Path, settings: str) -> list[tuple[str, str]]:
    return [(each.code, str(each.severity)) for each in checked(root, settings).diagnostics]


def test_without_settings_every_number_is_an_error(tmp_path: Path) -> None:
    assert found(tmp_path, "[tool.other]\n") == [("PK101", "error")]


def test_vocabulary_and_severity_hold(tmp_path: Path) -> None:
    settings = """[tool.paperkit]
vocabulary = ["Zorn 7"]
severity = [{check = "ungrounded-number", level = "warning", path = "*.tex"}]
"""
    result = checked(tmp_path, settings)
    assert [(each.code, str(each.severity)) for each in result.diagnostics] == [("PK101", "warning")]
    assert result.counts.named == (("Zorn 7", 1),)


def test_what_is_not_understood_is_said_in_the_file(tmp_path: Path) -> None:
    result = checked(tmp_path, "[tool.paperkit]\nvocabular = []\n")
    said = [(each.message, each.span and each.span.place) for each in result.diagnostics if each.code == "PK302"]
    assert said == [("unknown key 'vocabular' in [tool.paperkit]", "pyproject.toml:2:1")]


def test_a_broken_file_is_said(tmp_path: Path) -> None:
    assert ("PK302", "error") in found(tmp_path, "[tool.paperkit\n")


@pytest.mark.parametrize("word", ["412 cycles", "37x faster", "3.5 GB/s", "4x", "x4", "43ms", "4-fold", "takes 83 us"])
def test_an_amount_is_no_name(word: str) -> None:
    settings, problems = read_settings(record(f"vocabulary: ['{word}']"))
    assert settings.words == () and "is an amount of" in problems[0].message


@pytest.mark.parametrize("word", ["Factor 4.3", "four times slower", "gain 4.3", "0.42 share", "twice as fast"])
def test_words_that_state_a_quantity_are_no_name(word: str) -> None:
    settings, (problem,) = read_settings(record(f"vocabulary: ['{word}']"))
    assert settings.words == ()
    assert (problem.code, problem.message) == ("PK302", f"{word!r} is a quantity and no name")


NAMES = ["H100", "7 nm node", "3D", "5G", "GPT-3", "802.11ax", "2 fast 2 furious", "GPT-3.5", "Wi-Fi 6", "Qwen3-0.6B"]
NAMES += [
    "x86",
    "64-bit",
    "Python 3.11",
    "gcc 13.2",
    "Power 9",
    "P1",
    "recursive doubling",
    "double dagger",
    "second half",
    "TSMC 7 nm",
]


@pytest.mark.parametrize("word", NAMES)
def test_a_name_with_digits_is_one(word: str) -> None:
    settings, problems = read_settings(record(f"vocabulary: ['{word}']"))
    assert settings.words == (word,) and problems == ()


def record(text: str) -> Record:
    found, _ = read_file(SourceFile("report.yaml", text), FIELDS)
    assert found is not None
    return found


def test_what_a_report_rests_on_cannot_be_lowered_and_the_rest_can() -> None:
    rules = [SeverityRule("ungrounded-number", "warning", "", SourceFile("r", "x").whole())]
    assert [each.message for each in unfit_rules(rules, CHECKS, firm=True)] == [
        "PK101 ungrounded-number is what a report rests on and stays an error"
    ]
    assert list(unfit_rules(rules, CHECKS)) == []
    softer = [SeverityRule("ratio-without-base", "error", "", SourceFile("r", "x").whole())]
    assert list(unfit_rules(softer, CHECKS, firm=True)) == []
