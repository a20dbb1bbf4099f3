r"""wrong-rounding: a printed number is not its value, rounded as declared.

Why: a reader who recomputes the number from the artifact gets another one.
Instead: let `paperkit fix` print it again, or change the declared format. Rounding is half to even unless the format
names another (`.1f half_up`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.words import exact_values, show_cells
from paperkit.diagnostics.diagnostic import Diagnostic, Fix
from paperkit.ledger import Entry
from paperkit.values.numeral import read_printed
from paperkit.values.rounding import round_fraction

CHECK = Check("PK103", "wrong-rounding", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each pkval whose printed numerals are not its values."""
    for each in evidence.judged:
        entry = each.entry
        if entry.macro != "pkval" or each.agrees or each.error is not None or each.cause == "unit":
            continue
        if each.cause == "format":
            yield show_cells(
                CHECK.at(each.expression_span, f"{entry.expression}: {each.reason}", each.hint), entry.cells
            )
        elif entry.printed.strip():
            message = f"printed {entry.printed}, but {entry.expression} is {exact_values(entry.values)}"
            note = each.reason.partition(", but ")[2] or each.reason
            where = evidence.project.shown(evidence.report.folder) if evidence.report else entry.span.path
            hint = f"run `paperkit fix {where}`, or change the format{_format_of(entry)}"
            found = with_fix(CHECK.at(entry.printed_span, message, hint, note), each)
            yield show_cells(
                found if found.fix or not each.expected else replace(found, hint=_by_hand(entry)), entry.cells
            )


def _format_of(entry: Entry) -> str:
    """The format that shows what is printed, as `.3g` shows 12.3 million; empty where none does."""
    readings = read_printed(entry.printed)
    if len(readings) != 1 or len(entry.values) != 1 or " " in entry.format or "%" in entry.format:
        return ""
    amount, decimals = readings[0].amount, readings[0].decimals
    if not -30 < decimals < 30 or not amount or round_fraction(entry.values[0].amount, decimals) != amount:
        return ""
    shown = abs(int(amount.scaleb(decimals)))
    return f" to `.{decimals}f`" if decimals > 0 else f" to `.{len(str(shown))}g`"


def _by_hand(entry: Entry) -> str:
    """What to do where printing again would take words of the author away."""
    if len(read_printed(entry.printed)) > len(entry.values):
        return "give an expression for each number of the text, as in \\pkval{lo, hi | .1f}{1.2--3.4}"
    return "say the words by \\pkclaim{EXPRESSION}{WORDS}, or print the number alone"


def _same_shape(printed: str, expected: str) -> bool:
    """Whether as many numbers stand in what is printed as in what would take its place, or none was filled in yet."""
    return printed.strip() in ("", "??") or len(read_printed(printed)) == len(read_printed(expected))


def with_fix(found: Diagnostic, each: Judged) -> Diagnostic:
    """*found* with the fix that prints the number again, where that is known and the argument is not a parameter's."""
    if not each.expected or each.marker.texts[1] != each.entry.printed_span.text:
        return found
    if not _same_shape(each.entry.printed, each.expected):
        return found
    return replace(found, fix=Fix(each.entry.printed_span, each.expected))
