"""The rule set: codes, names and pages."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import paperkit.checks
from paperkit.checks.base import Check
from paperkit.checks.reference import reference
from paperkit.checks.registry import CHECKS, RULES, explain, find_check
from paperkit.cli.explain import COMMAND
from paperkit.errors import PaperkitError

FOLDER = Path(paperkit.checks.__file__).parent
CORPUS = Path(__file__).parents[1] / "corpus" / "checks"
_REPORT_TESTS = ("test_report_contract.py", "test_report_outputs.py", "test_contract_checks.py", "test_baseline.py")
REPORT_CASES = "".join((Path(__file__).parent / name).read_text() for name in _REPORT_TESTS)
PDF_CASES = "".join(path.read_text() for path in (Path(__file__).parents[1] / "pdf").glob("*.py"))


def test_codes_ascend_and_are_unique() -> None:
    codes = [check.code for check in CHECKS]
    assert codes == sorted(set(codes))
    assert all(re.fullmatch(r"PK[1-5]\d\d", code) for code in codes)


def test_names_are_unique() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
def test_a_check_has_a_file_of_its_name_whose_docstring_is_its_page(check: Check) -> None:
    path = FOLDER / f"{check.name.replace('-', '_')}.py"
    assert path.is_file()
    first, *rest = check.doc.strip().splitlines()
    assert first.startswith(f"{check.name}: ")
    assert any(line.startswith("Why: ") for line in rest)
    assert any(line.startswith("Instead: ") for line in rest)
    assert re.fullmatch(r"\d+\.\d+", check.since)


def test_every_file_with_a_check_is_registered() -> None:
    files = {path.stem.replace("_", "-") for path in FOLDER.glob("*.py") if "\nCHECK = " in path.read_text()}
    assert files == {check.name for check in CHECKS}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
def test_every_check_has_a_silent_and_a_speaking_case(check: Check) -> None:
    cases = CORPUS / f"{check.name}.md"
    if cases.is_file():
        text = cases.read_text()
        assert f"\n{check.code} " in text
    else:
        cases = PDF_CASES if check.code.startswith("PK5") else REPORT_CASES
        assert f'"{check.code}"' in cases, f"{check.code} has no case"


def test_some_run_last_and_some_were_found_before() -> None:
    assert [check.code for check, find in RULES if find is None] == ["PK106", "PK304", "PK309", "PK403"]


@pytest.mark.parametrize("word", ["PK103", "pk103", "wrong-rounding", "wrong_rounding", " Wrong-Rounding "])
def test_a_check_is_found_by_code_or_name(word: str) -> None:
    check = find_check(word)
    assert check is not None
    assert check.code == "PK103"
    assert explain(word).startswith("PK103 wrong-rounding: ")


def test_an_unknown_check_names_the_nearest() -> None:
    with pytest.raises(PaperkitError) as caught:
        explain("wrong-rounded")
    assert caught.value.hint == "did you mean 'wrong-rounding'?"


def test_the_command_prints_a_page_or_the_list() -> None:
    page = CliRunner().invoke(COMMAND, ["PK101"])
    assert page.exit_code == 0
    assert "Instead: bind it" in page.output
    assert len(CliRunner().invoke(COMMAND, []).output.splitlines()) == len(CHECKS)


def test_the_page_of_all_checks_is_made_from_them() -> None:
    page = Path(__file__).parents[2] / "docs" / "checks.md"
    assert page.read_text() == reference(), "run python -m paperkit.checks.reference docs"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
def test_a_page_fits_a_terminal_and_keeps_its_words(check: Check) -> None:
    page = explain(check.code)
    assert max(map(len, page.splitlines())) <= 80
    assert page.split() == f"{check.code} {check.doc} Since {check.since}, {check.severity}.".split()
