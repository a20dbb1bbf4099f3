"""Where a report and its contract differ: the verdict of `paperkit check`, as far as it is about the contract."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from paperkit.build.prepare import check_report
from paperkit.checks import bad_configuration, broken_contract, changed_contract, misordered_sections, over_budget
from paperkit.checks.run import Checked

CODES = frozenset(
    each.CHECK.code for each in (bad_configuration, broken_contract, changed_contract, misordered_sections, over_budget)
)


def drift(folder: Path) -> Checked:
    """The report in *folder* judged, with what is about toc.md alone; other faults only show in the counts."""
    checked = check_report(folder)
    return replace(checked, diagnostics=tuple(found for found in checked.diagnostics if found.code in CODES))
