"""Every case of tests/corpus/checks says what the check says, at its place, and nothing else."""

from pathlib import Path

import pytest

from paperkit.checks.registry import CHECKS
from paperkit.checks.tree import check_tree
from paperkit.diagnostics.diagnostic import Diagnostic
from tests.checks.corpus import Case, all_cases, lay_out

CASES = all_cases()


def matches(expected: str, found: Diagnostic) -> bool:
    code, place, *words = expected.split(" ", 2)
    where = found.span.place if found.span else "-"
    fits = where.startswith(place) if place.endswith(":") else where == place
    return found.code == code and fits and "".join(words) in found.message


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_gives_what_it_expects(case: Case, tmp_path: Path) -> None:
    lay_out(case, tmp_path)
    found = list(check_tree(tmp_path / "main.tex").diagnostics)
    for expected in case.expect:
        hit = next((each for each in found if matches(expected, each)), None)
        assert hit, f"{case.path.name}:{case.line}: expected {expected}, found {[shown(each) for each in found]}"
        found.remove(hit)
    assert not found, f"{case.path.name}:{case.line}: not expected: {[shown(each) for each in found]}"


def shown(found: Diagnostic) -> str:
    return f"{found.code} {found.span.place if found.span else '-'} {found.message}"


@pytest.mark.parametrize("name", sorted({case.path.stem for case in CASES}))
def test_a_file_of_cases_bears_the_name_of_a_check_and_begins_with_a_silent_case(name: str) -> None:
    assert name in {check.name for check in CHECKS}
    cases = [case for case in CASES if case.path.stem == name]
    assert not cases[0].expect
    assert any(case.expect for case in cases)


FIXED = [case for case in CASES if case.path.stem in {"wrong-rounding", "unfilled-marker"} and case.expect]


@pytest.mark.parametrize("case", FIXED, ids=lambda case: case.id)
def test_the_fix_of_a_printed_number_leaves_nothing_to_say(case: Case, tmp_path: Path) -> None:
    lay_out(case, tmp_path)
    main = tmp_path / "main.tex"
    text = main.read_text()
    for found in reversed(check_tree(main).diagnostics):
        assert found.fix is not None
        text = text[: found.fix.span.start] + found.fix.text + text[found.fix.span.end :]
    main.write_text(text)
    assert [shown(found) for found in check_tree(main).diagnostics] == []
