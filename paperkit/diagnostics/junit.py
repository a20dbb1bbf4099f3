"""JUnit XML: a test case for each check, so that a reader sees also what was looked for and not found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from xml.sax.saxutils import escape, quoteattr

from paperkit.diagnostics.diagnostic import Counts, Diagnostic
from paperkit.diagnostics.text import as_text, counts_line
from paperkit.diagnostics.verdict import Rule, Verdict


def as_junit(verdict: Verdict) -> str:
    """One test suite; a check fails with all its diagnostics in one failure, its warnings are its output."""
    known = {rule.code for rule in verdict.rules}
    others = {each.code: Rule(each.code, each.name, "") for each in verdict.diagnostics if each.code not in known}
    rules = (*verdict.rules, *others.values())
    failed = {each.code for each in verdict.diagnostics if verdict.fails(each)}
    skipped = sum(bool(rule.skipped) and rule.code not in failed for rule in rules)
    numbers = f'tests="{len(rules)}" failures="{len(failed)}" errors="0" skipped="{skipped}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="paperkit" {numbers}>',
        f"  <testsuite name={_attribute(verdict.target)} {numbers}>",
        "    <properties>",
        *(f'      <property name="{name}" value="{count}"/>' for name, count in _counts(verdict.counts)),
        "    </properties>",
        *(line for rule in rules for line in _case(rule, verdict)),
        f"    <system-out>{_text(counts_line(verdict.counts))}</system-out>",
        "  </testsuite>",
        "</testsuites>",
    ]
    return "\n".join(lines) + "\n"


def _counts(counts: Counts) -> Iterator[tuple[str, int]]:
    """Each count by its name; of the words of the vocabulary, how many numerals they name together."""
    for name, count in asdict(counts).items():
        yield name, count if isinstance(count, int) else sum(number for _, number in count)


def _case(rule: Rule, verdict: Verdict) -> Iterator[str]:
    found = [each for each in verdict.diagnostics if each.code == rule.code]
    bad = [each for each in found if verdict.fails(each)]
    rest = [each for each in found if not verdict.fails(each)]
    head = f'    <testcase classname="paperkit" name={_attribute(f"{rule.code} {rule.name}")}'
    if not found and not rule.skipped:
        yield f"{head}/>"
        return
    yield f"{head}>"
    if not found:
        yield f"      <skipped message={_attribute(rule.skipped)}/>"
    if bad:
        yield f"      <failure message={_attribute(_said(bad))}>{_text(as_text(bad))}</failure>"
    if rest:
        yield f"      <system-out>{_text(as_text(rest))}</system-out>"
    yield "    </testcase>"


def _said(found: list[Diagnostic]) -> str:
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return found[0].message + more


def _attribute(text: str) -> str:
    return quoteattr(_legal(text))


def _text(text: str) -> str:
    return escape(_legal(text))


def _legal(text: str) -> str:
    """*text* without what XML 1.0 cannot hold.

    >>> _legal("a" + chr(27) + "b")
    'a?b'
    """
    return "".join(char if _allowed(ord(char)) else "?" for char in text)


def _allowed(code: int) -> bool:
    return code in (9, 10, 13) or 32 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
