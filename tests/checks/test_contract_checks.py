"""What a report is held to by the contract that a person agreed to: its text, and its length."""

from __future__ import annotations

import json

import pytest

from paperkit.checks.ledgered import ledger_of
from paperkit.config.toc import body_digest
from paperkit.diagnostics.diagnostic import Severity
from tests.checks.corpus import write
from tests.checks.laid import TOC, Laid, only, rewrite


def test_an_agreed_contract_without_a_digest_is_a_warning(laid: Laid) -> None:
    laid.signs = False
    code, place, message = only(laid)
    assert (code, place, message) == ("PK308", "reports/r/toc.md:1:1", "reports/r/toc.md is agreed, but has no digest")
    assert laid.check().clean


def test_a_contract_that_changed_since_it_was_agreed_names_both_places(laid: Laid) -> None:
    agreed = body_digest(TOC.split("---\n")[2])
    rewrite(laid, "reports/r/toc.md", "date: 2026-06-30\n", f"date: 2026-06-30\ndigest: {agreed}\n")
    assert laid.found() == []
    rewrite(laid, "reports/r/toc.md", "It costs more", "It costs less")
    (found,) = laid.check().diagnostics
    assert (found.code, found.severity) == ("PK308", Severity.ERROR)
    assert found.span is not None and found.span.line == 5
    assert [label.span.line for label in found.labels] == [7]
    assert "Ada agreed on 2026-06-30" in found.message


def test_who_agreed_and_when_are_those_of_the_last_entry_of_the_history(laid: Laid) -> None:
    agreed = body_digest(TOC.split("---\n")[2])
    entry = f"digest: {agreed}\nhistory:\n  - date: 2026-06-30\n    by: Ada\n    digest: {agreed}\n    note: agreed\n"
    rewrite(laid, "reports/r/toc.md", "date: 2026-06-30\n", f"date: 2026-06-30\n{entry}")
    assert laid.found() == []
    rewrite(laid, "reports/r/toc.md", "\nby: Ada", "\nby: Bob")
    rewrite(laid, "reports/r/toc.md", "\ndate: 2026-06-30", "\ndate: 2026-06-29")
    assert laid.found() == [
        ("PK308", "reports/r/toc.md says by Bob, but its history ends with by Ada"),
        ("PK308", "reports/r/toc.md says date 2026-06-29, but its history ends with date 2026-06-30"),
    ]


def test_a_draft_needs_no_digest(laid: Laid) -> None:
    laid.signs = False
    rewrite(laid, "reports/r/toc.md", "agreed", "draft")
    assert laid.found() == []


def laid_out(laid: Laid, pages: dict[str, str]) -> None:
    """A ledger of a build that gave the sections so many pages."""
    ledger = json.loads(ledger_of(laid.gather()))
    write(laid.root, {"reports/r/ledger.json": json.dumps({**ledger, "pages": pages}, indent=2)})


@pytest.mark.parametrize(("taken", "over"), [("2.5", False), ("2.7", False), ("2.8", True), ("4.0", True)])
def test_a_section_over_its_budget_is_a_warning_at_both_places(laid: Laid, taken: str, over: bool) -> None:
    rewrite(laid, "reports/r/toc.md", "- sources: gemm", "- budget: 2.5 pages\n- sources: gemm")
    laid_out(laid, {"Other": "9.0", "GEMM": taken})
    found = [each for each in laid.check().diagnostics if each.code == "PK310"]
    assert bool(found) is over
    for each in found:
        assert each.message == f"section 'gemm' takes {taken} pages, but has a budget of 2.5"
        assert each.severity is Severity.WARNING
        assert each.span is not None and each.span.text == "2.5 pages"
        assert [label.span.path for label in each.labels] == ["reports/r/tex/gemm.tex"]


def test_without_a_build_or_a_budget_nobody_counts_pages(laid: Laid) -> None:
    laid_out(laid, {"GEMM": "9.0"})
    assert "PK310" not in [code for code, _ in laid.found()]
