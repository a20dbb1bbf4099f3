"""PDFs read back: what is right stays silent, whatever hides or changes a number is found at its line."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from paperkit.build.proofread import audit
from tests.pdf.cases import PREAMBLE, RIGHT, WRONG, Case, body

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]


def found_by_line(pdf: Path) -> dict[int, dict[str, str]]:
    """Codes and messages of the audit, by line of main.tex; 0 for what has its place on a page alone."""
    found: dict[int, dict[str, str]] = defaultdict(dict)
    for each in audit(pdf).diagnostics:
        span = each.span
        assert span is not None
        found[span.line if span.path.endswith(".tex") else 0][each.code] = each.message
    return found


@pytest.fixture(scope="module")
def right(typeset) -> dict[int, dict[str, str]]:
    return found_by_line(typeset(PREAMBLE + body(RIGHT) + "\\end{document}\n"))


def test_numbers_that_a_reader_sees_are_silent(right: dict[int, dict[str, str]]) -> None:
    assert right == {}


@pytest.fixture(scope="module")
def wrong(typeset) -> dict[int, dict[str, str]]:
    return found_by_line(typeset(PREAMBLE + body(WRONG) + "\\end{document}\n"))


FIRST = PREAMBLE.count("\n") + 1


@pytest.mark.parametrize(("at", "case"), list(enumerate(WRONG)), ids=[case.name for case in WRONG])
def test_what_hides_or_changes_a_number_is_found(wrong: dict[int, dict[str, str]], at: int, case: Case) -> None:
    on_the_page = {"PK506", "PK510"}
    assert set(wrong[FIRST + 2 * at]) == case.codes - on_the_page
    if case.codes & on_the_page:
        assert case.codes & on_the_page <= set(wrong[0])
