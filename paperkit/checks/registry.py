"""All checks, registered by hand in the order of their codes."""

from __future__ import annotations

from paperkit.checks import (
    allow_without_reason,
    bad_cell,
    bad_configuration,
    broken_contract,
    changed_artifact,
    compared_given,
    descriptor_mismatch,
    edited_output,
    exceeded_limit,
    failing_claim,
    failing_modifier,
    figure_error,
    misplaced_marker,
    nothing_checked,
    projected_outside,
    redefined_marker,
    stale_artifact,
    template_error,
    tex_error,
    uncommitted_artifact,
    unfilled_marker,
    ungrounded_number,
    unit_mismatch,
    unread_input,
    unresolved_expression,
    unsupported_constant,
    useless_allow,
    within_noise,
    wrong_rounding,
)
from paperkit.checks.base import Check, Find
from paperkit.diagnostics.nearest import nearest
from paperkit.errors import PaperkitError

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
    (uncommitted_artifact.CHECK, uncommitted_artifact.find),
    (changed_artifact.CHECK, changed_artifact.find),
    (stale_artifact.CHECK, stale_artifact.find),
    (descriptor_mismatch.CHECK, descriptor_mismatch.find),
    (bad_cell.CHECK, bad_cell.find),
    (broken_contract.CHECK, broken_contract.find),
    (bad_configuration.CHECK, bad_configuration.find),
    (edited_output.CHECK, edited_output.find),
    (exceeded_limit.CHECK, None),  # looks at the counts: checks/run.py calls it last
    (tex_error.CHECK, tex_error.find),
    (unread_input.CHECK, unread_input.find),
    (template_error.CHECK, None),  # found before the checks, as the next one
    (figure_error.CHECK, None),
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
    return f"{check.code} {check.doc.strip()}\n\nSince {check.since}, {check.severity}.\n"


def listing() -> str:
    """Every check in a line."""
    return "".join(f"{check.code}  {check.doc.strip().splitlines()[0]}\n" for check in CHECKS)
