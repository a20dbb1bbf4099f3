r"""failing-modifier: a word beside a number says more than the exact value bears.

Why: 2.96 printed as 3 is well rounded, and "more than 3" is still not so.
Instead: take another word ("nearly", "about", "almost"), or show a digit more. Held are the words directly before or
behind the number: more than, over, at least, less than, under, at most, nearly, just over, or more. A threshold that is
printed with all its digits may have any of them; but the largest of the rows is no lower bound ("at least"), and the
smallest no upper one. Nothing is 0.8 times faster, nothing grows by -3%, and a speed-up of 1.7 is no "1.7x slower".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from paperkit.checks.around import ahead, behind_it
from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.comparators import Comparator, before, behind, keeps
from paperkit.checks.words import exact_values, show_cells
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK116", "failing-modifier", since="0.2", doc=__doc__, waivable=True)


_MULTIPLIED = re.compile(r" ?((?:x|×|times) (?:faster|slower|quicker|more|higher|larger|longer))\b")
_SLOWED = re.compile(r" ?((?:x|×|times) (?:slower|as slow|longer|as long))\b")
_LESSENED = re.compile(r" ?((?:%|per ?cent)? ?(?:less|lower|fewer|smaller|shorter|cheaper))\b")
_MORE = re.compile(r" ?((?:%|per ?cent)? ?(?:faster|slower|quicker|more|higher|larger|longer|increase))\b")
_ENDS = {Comparator.LEAST: "max", Comparator.MOST: "min", Comparator.UP_TO: "min", Comparator.DOWN_TO: "max"}
"""Bounds of all rows, and the function that gives the row farthest from it."""
_EXTREME = re.compile(
    r"\b(?:max\w*|min\w*|peaks?|largest|smallest|highest|lowest|longest|shortest|worst|best|fastest|slowest)\b"
)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each pkval whose modifier does not hold of the exact value."""
    for each in evidence.judged:
        entry = each.entry
        if entry.macro != "pkval" or len(entry.values) != 1 or not each.agrees or each.marker.place == "cell":
            continue
        shown = _shown(each)
        if shown is not None and _backwards(shown[1], each):
            message = f"the text says {entry.printed} {_backwards(shown[1], each)}, which is the other way round"
            yield show_cells(CHECK.at(entry.printed_span, message, "turn the words, or the expression"), entry.cells)
        if shown is None:
            continue
        comparator = before(ahead(each.marker)) or behind(behind_it(each.marker))
        if shown[0] == shown[1]:
            yield from _wrong_end(comparator, each)
            continue
        if comparator not in (None, Comparator.ABOUT) and keeps(comparator, *shown) is False:
            message = f"the text says {comparator} {entry.printed}, but the exact value is {exact_values(entry.values)}"
            hint = "show a digit more, or say what the exact value bears (nearly, about, just over)"
            yield show_cells(CHECK.at(entry.printed_span, message, hint), entry.cells)


def _wrong_end(comparator: Comparator | None, each: Judged) -> Iterator[Diagnostic]:
    """At least the largest, at most the smallest: a bound of all rows on the side where none lies."""
    end = _ENDS.get(comparator, "") if comparator else ""
    if end and each.anatomy.outer == end and not _EXTREME.search(ahead(each.marker)):
        entry = each.entry
        which = "largest" if end == "max" else "smallest"
        message = f"the text says {comparator} {entry.printed}, but that is the {which} of the rows"
        other = "at most" if end == "max" else "at least"
        yield show_cells(CHECK.at(entry.printed_span, message, f"write {other}, or take the other end"), entry.cells)


def _backwards(amount: Fraction, each: Judged) -> str:
    """The words behind a number that turn what the number says: 0.8 *times faster*; empty where none do."""
    kind = each.anatomy.relation.kind if each.anatomy.relation is not None else ""
    pattern = None
    if kind in ("speedup", "ratio") and amount < 1:
        pattern = _MULTIPLIED
    elif kind == "speedup" and amount > 1:
        pattern = _SLOWED
    elif kind == "change" and amount:
        pattern = _MORE if amount < 0 else _LESSENED
    found = pattern.match(behind_it(each.marker)) if pattern else None
    return found[1].strip() if found else ""


def _shown(each: Judged) -> tuple[Fraction, Fraction] | None:
    """(exact amount, amount as printed), both in the printed unit."""
    return (each.digits[0].exact, Fraction(each.digits[0].amount)) if each.digits else None
