"""GitHub Actions: annotations beside the lines; what GitHub would drop goes into the step's summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.diagnostics.text import counts_line
from paperkit.diagnostics.verdict import Verdict

SHOWN = 10
"""So many annotations of one kind (error, warning) GitHub shows for a step."""


@dataclass(frozen=True, slots=True)
class GitHub:
    """*annotations* are workflow commands for stdout, *summary* is Markdown for the step's summary."""

    annotations: str
    summary: str


def as_github(verdict: Verdict) -> GitHub:
    """The worst ten of each kind as annotations, all counts and everything else as the summary."""
    shown: list[Diagnostic] = []
    rest: list[Diagnostic] = []
    for severity in Severity:
        ordered = worst_first(each for each in verdict.diagnostics if each.severity is severity)
        shown += ordered[:SHOWN]
        rest += ordered[SHOWN:]
    lines = [*(_annotation(each) for each in shown), _notice(verdict)]
    return GitHub("".join(f"{line}\n" for line in lines), _summary(verdict, rest))


def worst_first(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The first of every code before the second of any, so that one mistake made often hides no other."""
    seen: Counter[str] = Counter()
    ranked: list[tuple[int, str, int, Diagnostic]] = []
    for number, each in enumerate(found):
        ranked.append((seen[each.code], each.code, number, each))
        seen[each.code] += 1
    return [each for *_, each in sorted(ranked, key=lambda item: item[:3])]


def _annotation(found: Diagnostic) -> str:
    properties = {"title": f"{found.code} {found.name}"}
    if found.span is not None:
        end_line, end_column = found.span.source.place(found.span.end)
        properties |= {"file": found.span.path, "line": str(found.span.line), "endLine": str(end_line)}
        if end_line == found.span.line:  # columns mean nothing to GitHub across lines
            properties |= {"col": str(found.span.column), "endColumn": str(end_column)}
    said = ",".join(f"{name}={escape_property(text)}" for name, text in properties.items())
    message = found.message + (f"\nhelp: {found.hint}" if found.hint else "")
    return f"::{found.severity} {said}::{escape(message)}"


def _notice(verdict: Verdict) -> str:
    return f"::notice title=paperkit::{escape(f'{verdict.target}: {counts_line(verdict.counts)}')}"


def escape(text: str) -> str:
    """A workflow command's message on one line.

    >>> escape("50% more" + chr(10) + "::error::no")
    '50%25 more%0A::error::no'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """A workflow command's property.

    >>> escape_property("a,b:c")
    'a%2Cb%3Ac'
    """
    return escape(text).replace(":", "%3A").replace(",", "%2C")


def _summary(verdict: Verdict, rest: list[Diagnostic]) -> str:
    lines = [f"### paperkit: {_cell(verdict.target)}", "", counts_line(verdict.counts), ""]
    if rest:
        lines += [f"{len(rest)} more than the annotations show:", "", "| place | code | what |", "|---|---|---|"]
        lines += [f"| {_cell(_place(each))} | {each.code} {each.name} | {_cell(each.message)} |" for each in rest]
        lines.append("")
    return "\n".join(lines) + "\n"


def _place(found: Diagnostic) -> str:
    return found.span.place if found.span is not None else ""


def _cell(text: str) -> str:
    """Text inside a table of Markdown: nothing in it is markup."""
    plain = " ".join(text.split())
    for mark in "\\`*_{}[]<>#|~$":
        plain = plain.replace(mark, "\\" + mark)
    return plain
