"""How bad a finding is: as its check says, unless the project sets another level for the check or the path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fnmatch import fnmatchcase

from paperkit.checks.base import Check
from paperkit.config.fields import problem
from paperkit.config.settings import SeverityRule
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.diagnostics.nearest import nearest

FIRM = ("PK1", "PK2")
"""Codes of what a report's numbers rest on: there an error stays one."""


def apply_severities(
    found: Iterable[Diagnostic], rules: tuple[SeverityRule, ...], checks: Iterable[Check], firm: bool = False
) -> tuple[tuple[Diagnostic, ...], int]:
    """(what remains with its severity, how many were switched off); *firm* for a report."""
    own = {check.code: check for check in checks}
    kept: list[Diagnostic] = []
    off = 0
    for each in found:
        level = _level(each, rules, own.get(each.code))
        if firm and level == "warning" and _is_firm(own.get(each.code)):
            level = ""
        if level == "off":
            off += 1
        else:
            kept.append(replace(each, severity=Severity(level)) if level else each)
    return tuple(kept), off


def hiding_rules(
    found: Iterable[Diagnostic], rules: tuple[SeverityRule, ...], checks: Iterable[Check]
) -> Iterator[Diagnostic]:
    """Rules that switch a check off, each with how many of *found* it hides: what --strict asks to be seen."""
    own = {check.code: check for check in checks}
    hidden = Counter(rule for each in found if (rule := _rule_of(each, rules)) is not None and rule.level == "off"
                     and _only_warns(own.get(each.code)))  # fmt: skip
    for rule, count in hidden.items():
        plural = "s" * (count != 1)
        message = f"{rule.check} is off, and hides {count} finding{plural}"
        hint = "take the rule out, and waive single places with a reason: `% paperkit: allow NAME -- why`"
        yield replace(problem(rule.span, message, hint), severity=Severity.WARNING)


def _level(found: Diagnostic, rules: tuple[SeverityRule, ...], check: Check | None) -> str:
    """The level that the last fitting rule sets; empty where none fits or may."""
    rule = _rule_of(found, rules)
    if rule is None or (rule.level == "off" and not _only_warns(check)):
        return ""
    return rule.level


def _rule_of(found: Diagnostic, rules: tuple[SeverityRule, ...]) -> SeverityRule | None:
    names = {found.code.casefold(), found.name}
    fitting = (rule for rule in reversed(rules) if rule.check.casefold() in names and _fits(rule.path, found))
    return next(fitting, None)


def _only_warns(check: Check | None) -> bool:
    return check is not None and check.severity is Severity.WARNING


def _is_firm(check: Check | None) -> bool:
    return check is not None and check.severity is Severity.ERROR and check.code.startswith(FIRM)


def _fits(path: str, found: Diagnostic) -> bool:
    where = found.span.path if found.span else ""
    return not path or fnmatchcase(where, path) or where.startswith(f"{path.rstrip('/')}/")


def unfit_rules(rules: Iterable[SeverityRule], checks: Iterable[Check], firm: bool = False) -> Iterator[Diagnostic]:
    """Rules that name no check, switch off one that must not be, or lower what a report (*firm*) rests on."""
    own = {word: check for check in checks for word in (check.code.casefold(), check.name)}
    for rule in rules:
        check = own.get(rule.check.casefold())
        if check is None:
            yield problem(
                rule.span,
                f"no check is called {rule.check!r}",
                nearest(rule.check, own) or "`paperkit explain` lists them",
            )
        elif rule.level == "off" and not _only_warns(check):
            hint = "set it to `warning`, or waive single numbers with a reason"
            yield problem(rule.span, f"{check.code} {check.name} is an error and cannot be off", hint)
        elif firm and rule.level == "warning" and _is_firm(check):
            hint = "bind the numbers, waive single ones with a reason, or take a baseline while a paper is bound"
            yield problem(rule.span, f"{check.code} {check.name} is what a report rests on and stays an error", hint)
