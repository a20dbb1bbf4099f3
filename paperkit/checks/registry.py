"""All checks, registered by hand in the order of their codes."""

from __future__ import annotations

import re
import textwrap

from paperkit.checks import (
    active_content,
    allow_without_reason,
    altered_number,
    bad_cell,
    bad_configuration,
    broken_contract,
    broken_number,
    changed_artifact,
    changed_contract,
    compared_given,
    confused_unit,
    descriptor_mismatch,
    duplicate_label,
    edited_artifact,
    edited_output,
    exceeded_limit,
    excess_precision,
    failing_claim,
    failing_modifier,
    figure_error,
    hidden_number,
    incomparable_values,
    misnamed_value,
    misordered_sections,
    misplaced_marker,
    misprinted_number,
    misquoted_document,
    missing_font,
    mixed_kinds,
    nothing_checked,
    outdated_output,
    outgrown_baseline,
    over_budget,
    overlapping_text,
    printed_question_marks,
    printed_two_ways,
    projected_outside,
    ratio_without_base,
    rebound_number,
    redefined_marker,
    stale_artifact,
    stray_cell,
    template_error,
    tex_error,
    text_off_page,
    unaccepted_document,
    unaccounted_digit,
    unbound_listing,
    uncommitted_artifact,
    undefined_citation,
    undefined_reference,
    unfilled_marker,
    ungrounded_number,
    ungrounded_words,
    unit_mismatch,
    unmade_figure,
    unmarked_published,
    unprinted_number,
    unread_input,
    unrecorded_figure_text,
    unresolved_expression,
    unsourced_given,
    unsupported_constant,
    unused_declaration,
    useless_allow,
    within_noise,
    wrong_rounding,
    wrong_total,
)
from paperkit.checks.base import Check, Find
from paperkit.diagnostics.nearest import nearest
from paperkit.errors import PaperkitError

WIDTH = 80
"""Columns of a page that `paperkit explain` prints."""
RULES: tuple[tuple[Check, Find | None], ...] = (
    (ungrounded_number.CHECK, ungrounded_number.find),
    (unresolved_expression.CHECK, unresolved_expression.find),
    (wrong_rounding.CHECK, wrong_rounding.find),
    (unit_mismatch.CHECK, unit_mismatch.find),
    (unsupported_constant.CHECK, unsupported_constant.find),
    (useless_allow.CHECK, None),  # looks at what waivers did: checks/run.py calls it last
    (allow_without_reason.CHECK, allow_without_reason.find),
    (projected_outside.CHECK, projected_outside.find),
    (redefined_marker.CHECK, redefined_marker.find),
    (misplaced_marker.CHECK, misplaced_marker.find),
    (nothing_checked.CHECK, nothing_checked.find),
    (unfilled_marker.CHECK, unfilled_marker.find),
    (failing_claim.CHECK, failing_claim.find),
    (compared_given.CHECK, compared_given.find),
    (within_noise.CHECK, within_noise.find),
    (failing_modifier.CHECK, failing_modifier.find),
    (ungrounded_words.CHECK, ungrounded_words.find),
    (excess_precision.CHECK, excess_precision.find),
    (printed_two_ways.CHECK, printed_two_ways.find),
    (mixed_kinds.CHECK, mixed_kinds.find),
    (ratio_without_base.CHECK, ratio_without_base.find),
    (incomparable_values.CHECK, incomparable_values.find),
    (confused_unit.CHECK, confused_unit.find),
    (wrong_total.CHECK, wrong_total.find),
    (unbound_listing.CHECK, unbound_listing.find),
    (rebound_number.CHECK, rebound_number.find),
    (stray_cell.CHECK, stray_cell.find),
    (altered_number.CHECK, altered_number.find),
    (misquoted_document.CHECK, misquoted_document.find),
    (misnamed_value.CHECK, misnamed_value.find),
    (unmarked_published.CHECK, unmarked_published.find),
    (uncommitted_artifact.CHECK, uncommitted_artifact.find),
    (changed_artifact.CHECK, changed_artifact.find),
    (stale_artifact.CHECK, stale_artifact.find),
    (descriptor_mismatch.CHECK, descriptor_mismatch.find),
    (bad_cell.CHECK, bad_cell.find),
    (unaccepted_document.CHECK, unaccepted_document.find),
    (unmade_figure.CHECK, unmade_figure.find),
    (unsourced_given.CHECK, unsourced_given.find),
    (edited_artifact.CHECK, edited_artifact.find),
    (broken_contract.CHECK, broken_contract.find),
    (bad_configuration.CHECK, bad_configuration.find),
    (edited_output.CHECK, edited_output.find),
    (exceeded_limit.CHECK, None),  # looks at the counts: checks/run.py calls it last
    (unused_declaration.CHECK, unused_declaration.find),
    (misordered_sections.CHECK, misordered_sections.find),
    (outdated_output.CHECK, outdated_output.find),
    (changed_contract.CHECK, changed_contract.find),
    (outgrown_baseline.CHECK, None),  # looks at what the baseline did
    (over_budget.CHECK, over_budget.find),
    (tex_error.CHECK, tex_error.find),
    (unread_input.CHECK, unread_input.find),
    (template_error.CHECK, None),  # found before the checks, as the next one
    (figure_error.CHECK, figure_error.find),
    (duplicate_label.CHECK, duplicate_label.find),
    (undefined_reference.CHECK, undefined_reference.find),
    (undefined_citation.CHECK, undefined_citation.find),
    (misprinted_number.CHECK, misprinted_number.find),
    (unprinted_number.CHECK, unprinted_number.find),
    (broken_number.CHECK, broken_number.find),
    (hidden_number.CHECK, hidden_number.find),
    (text_off_page.CHECK, text_off_page.find),
    (unaccounted_digit.CHECK, unaccounted_digit.find),
    (unrecorded_figure_text.CHECK, unrecorded_figure_text.find),
    (printed_question_marks.CHECK, printed_question_marks.find),
    (missing_font.CHECK, missing_font.find),
    (overlapping_text.CHECK, overlapping_text.find),
    (active_content.CHECK, active_content.find),
)
"""Each check with its function; codes ascend and are never used again."""

CHECKS: tuple[Check, ...] = tuple(check for check, _ in RULES)


def find_check(word: str) -> Check | None:
    """The check with that code or name, in any case."""
    plain = word.strip().casefold().replace("_", "-")
    return next((check for check in CHECKS if plain in {check.code.casefold(), check.name}), None)


def explain(word: str) -> str:
    """The page of a check, by code or name. Raises PaperkitError with the nearest name where there is none."""
    check = find_check(word)
    if check is None:
        known = [name for each in CHECKS for name in (each.code, each.name)]
        raise PaperkitError(f"no check is called {word!r}", nearest(word, known) or "`paperkit explain` lists them all")
    return _wrapped(f"{check.code} {check.doc.strip()}\n\nSince {check.since}, {check.severity}.") + "\n"


def _wrapped(text: str) -> str:
    """*text* in lines of a terminal; `Why:` and `Instead:` begin a line."""
    parts = re.split(r"(\n\n+|\n(?=(?:Why|Instead): ))", text)
    return "".join(part if part.startswith("\n") else _filled(part) for part in parts)


def _filled(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def listing() -> str:
    """Every check in a line."""
    return "".join(f"{check.code}  {check.doc.strip().splitlines()[0]}\n" for check in CHECKS)
