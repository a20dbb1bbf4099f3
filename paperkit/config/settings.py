"""What a project may set for its checks: words that are names, and how bad a finding is, by check and path.

A report says so in report.yaml, a plain LaTeX project under `[tool.paperkit]` of its pyproject.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from paperkit.config.fields import Field, Record, Shape, Text, problem
from paperkit.config.named import has_letter, quantity_in
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.diagnostics.nearest import nearest
from paperkit.errors import PaperkitError
from paperkit.project import Project
from paperkit.source import NotText, SourceFile, Span, read_source

PROJECT_FILE = "pyproject.toml"
LEVELS = ("error", "warning", "off")
SEVERITY = (
    Field("check", Shape.TEXT, "Code or name of the check.", "ratio-without-base", required=True),
    Field(
        "level",
        Shape.TEXT,
        "`error`, `warning`, or `off`; off is for checks that only warn.",
        "error",
        required=True,
    ),
    Field(
        "path",
        Shape.TEXT,
        "A glob from the project's root: the rule holds for these files alone.",
        "reports/*/sections/*",
    ),
)


@dataclass(frozen=True, slots=True)
class SeverityRule:
    """One line of `severity`; *path* is empty where it holds everywhere."""

    check: str
    level: str
    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class Settings:
    """What was set. Of two rules for one finding the later holds."""

    vocabulary: tuple[Text, ...] = ()
    severities: tuple[SeverityRule, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The vocabulary without its places."""
        return tuple(text.value for text in self.vocabulary)


NO_SETTINGS = Settings()


def read_settings(record: Record) -> tuple[Settings, tuple[Diagnostic, ...]]:
    """The settings in a report.yaml."""
    rules = [
        SeverityRule(each.text("check"), each.text("level"), each.text("path"), each.span)
        for each in record.records.get("severity", ())
    ]
    return _held(record.several.get("vocabulary", ()), rules)


def load_settings(project: Project) -> tuple[Settings, tuple[Diagnostic, ...]]:
    """The settings in the project's pyproject.toml; none where it has no `[tool.paperkit]`."""
    path = project.root / PROJECT_FILE
    if not path.is_file():
        return Settings(), ()
    try:
        source = read_source(path, PROJECT_FILE)
        own = tomllib.loads(source.text).get("tool", {}).get("paperkit", {})
    except NotText as error:
        return Settings(), (problem(error.span, error.fact, error.hint),)
    except (PaperkitError, tomllib.TOMLDecodeError, AttributeError) as error:
        span = SourceFile(PROJECT_FILE, "").whole()
        return Settings(), (problem(span, f"{PROJECT_FILE} cannot be read: {error}", "correct it"),)
    if not isinstance(own, dict):
        return Settings(), (problem(source.whole(), "tool.paperkit is no table", "write [tool.paperkit]"),)
    known = ("vocabulary", "severity")
    unknown = [
        problem(
            _span(source, key),
            f"unknown key {key!r} in [tool.paperkit]",
            nearest(key, known) or f"known: {', '.join(known)}",
        )
        for key in own
        if key not in known
    ]
    rules = [_rule(each, source) for each in own.get("severity", ()) if isinstance(each, dict)]
    words = [Text(str(word), _span(source, str(word))) for word in own.get("vocabulary", ())]
    settings, problems = _held(words, rules)
    return settings, (*unknown, *problems)


def _rule(each: dict[str, object], source: SourceFile) -> SeverityRule:
    check = str(each.get("check", ""))
    return SeverityRule(check, str(each.get("level", "")), str(each.get("path", "")), _span(source, check))


def _span(source: SourceFile, word: str) -> Span:
    """Where a word stands in a TOML file: tomllib keeps no places."""
    at = max(0, source.text.find(word))
    return source.span(at, min(at + len(word), len(source.text)))


def _held(words: Iterable[Text], rules: Iterable[SeverityRule]) -> tuple[Settings, tuple[Diagnostic, ...]]:
    words, rules = tuple(words), tuple(rules)
    names = tuple(word for word in words if has_letter(word.value) and not quantity_in(word.value))
    settings = Settings(names, tuple(rule for rule in rules if rule.level in LEVELS))
    return settings, tuple(_problems(words, rules))


def _problems(words: tuple[Text, ...], rules: tuple[SeverityRule, ...]) -> Iterator[Diagnostic]:
    for word in words:
        if not has_letter(word.value):
            hint = "a vocabulary holds names as they are written: H100, Zorn 7"
            yield problem(word.span, f"{word.value!r} is a number and no name; it would hide every {word.value}", hint)
        elif quantity := quantity_in(word.value):
            hint = "a vocabulary holds names: write more of the name (7 nm node), or bind the number"
            yield problem(word.span, f"{word.value!r} is {quantity} and no name", hint)
    for rule in rules:
        if rule.level not in LEVELS:
            yield problem(
                rule.span, f"level is {rule.level!r}, but takes {', '.join(LEVELS)}", nearest(rule.level, LEVELS)
            )
