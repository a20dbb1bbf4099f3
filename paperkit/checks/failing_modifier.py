r"""failing-modifier: a word beside a number says more than the exact value bears.

Why: 2.96 printed as 3 is well rounded, and "more than 3" is still not so.
Instead: take another word ("nearly", "about", "almost"), or show a digit more. Held are the words directly before or
behind the number: more than, over, at least, less than, under, at most, nearly, just over, or more. A threshold that is
printed with all its digits may have any of them; but the largest of the rows is no lower bound ("at least"), and the
smallest no upper one. Nothing is 0.8 times faster, nothing grows by -3%, and a speed-up of 1.7 is no "1.7x slower" and
no "slowdown of 1.7". What "shrinks by 58%" must be a change downwards, and what "falls from 7 to 5" or is "5, down from
7" must fall.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from paperkit.checks.around import ahead, behind_it
from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.comparators import Comparator, before, behind, keeps
from paperkit.checks.moves import amount_of_move, denied, slowdown, wrong_ways
from paperkit.checks.words import exact_values, show_cells
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.expressions.relation import Relation

CHECK = Check("PK116", "failing-modifier", since="0.2", doc=__doc__, waivable=True)


_MULTIPLIED = re.compile(r" ?((?:x|×|times) (?:faster|slower|quicker|more|higher|larger|longer))\b")
_SLOWED = re.compile(r" ?((?:x|×|times) (?:slower|as slow|longer|as long))\b")
_LESSENED = re.compile(r" ?((?:%|per ?cent)? ?(?:less|lower|fewer|smaller|shorter|cheaper))\b")
_MORE = re.compile(r" ?((?:%|per ?cent)? ?(?:faster|slower|quicker|more|higher|larger|longer|increase))\b")
_FASTER = re.compile(r"\b(?:faster|quicker)\b")
ROUND = "which is the other way round"
NONE = Relation("")
_ENDS = {
    Comparator.LEAST: "max", Comparator.MOST: "min", Comparator.UP_TO: "min", Comparator.DOWN_TO: "max",
    Comparator.ABOVE: "max", Comparator.BELOW: "min",
}  # fmt: skip
"""Bounds of all rows, and the function that gives the row farthest from it."""
_BOUNDED = frozenset(_ENDS.values())
_ACROSS = re.compile(r"\bover(?: (?:an?|the|a total of|some))* ?[$(]?$")
"""Over so many rows: across them, and no more than them."""
_EXTREME = re.compile(
    r"\b(?:max\w*|min\w*|peaks?|largest|smallest|highest|lowest|longest|shortest|worst|best|fastest|slowest)\b"
)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each pkval whose modifier does not hold of the exact value."""
    for second, fact in wrong_ways([each for each in evidence.judged if each.marker.use is None]):
        diagnostic = CHECK.at(second.entry.printed_span, fact, "turn the words, or exchange the numbers")
        yield show_cells(diagnostic, second.entry.cells)
    for each in evidence.judged:
        entry = each.entry
        if entry.macro != "pkval" or len(entry.values) != 1 or not each.agrees or each.marker.place == "cell":
            continue
        shown = _shown(each)
        if shown is not None and (said := _said_backwards(shown[1], each)):
            message = f"the text says {said}"
            yield show_cells(CHECK.at(entry.printed_span, message, "turn the words, or the expression"), entry.cells)
        if shown is None or (shown[0] == shown[1] and each.anatomy.outer not in _BOUNDED):
            continue
        comparator = before(ahead(each.marker)) or behind(behind_it(each.marker))
        wrong = tuple(_wrong_end(comparator, each))
        yield from wrong
        if wrong or shown[0] == shown[1]:
            continue
        if comparator not in (None, Comparator.ABOUT) and keeps(comparator, *shown) is False:
            message = f"the text says {comparator} {entry.printed}, but the exact value is {exact_values(entry.values)}"
            hint = "show a digit more, or say what the exact value bears (nearly, about, just over)"
            yield show_cells(CHECK.at(entry.printed_span, message, hint), entry.cells)


def _wrong_end(comparator: Comparator | None, each: Judged) -> Iterator[Diagnostic]:
    """At least the largest, at most the smallest: a bound of all rows on the side where none lies."""
    before = ahead(each.marker)
    end = _ENDS.get(comparator, "") if comparator and not _ACROSS.search(before) else ""
    if end and each.anatomy.outer == end and not _EXTREME.search(before) and not denied(before):
        entry = each.entry
        which = "largest" if end == "max" else "smallest"
        message = f"the text says {comparator} {entry.printed}, but that is the {which} of the rows"
        other = "at most" if end == "max" else "at least"
        yield show_cells(CHECK.at(entry.printed_span, message, f"write {other}, or take the other end"), entry.cells)


def _said_backwards(amount: Fraction, each: Judged) -> str:
    """Number and words that turn what the number says, and how; empty where none do."""
    printed = each.entry.printed
    relation = each.anatomy.relation or NONE
    kind = relation.kind
    amount = -amount if relation.turned else amount
    behind_number = _backwards(amount, kind, each)
    if behind_number:
        if relation.turned and _FASTER.search(behind_number):
            return f"{printed} {behind_number}, but 1 - new / old is what is saved; faster by is old / new - 1"
        return f"{printed} {behind_number}, {ROUND}"
    if kind == "speedup" and amount > 1 and (word := slowdown(each)):
        return f"a {word} of {printed}, {ROUND}"
    way = amount_of_move(each) if kind == "change" or amount < 0 else ""
    if (way == "up" and amount < 0) or (way == "down" and amount > 0):
        return f"{way} by {printed}, {ROUND}"
    return ""


def _backwards(amount: Fraction, kind: str, each: Judged) -> str:
    """The words behind a number that turn what the number says: 0.8 *times faster*; empty where none do."""
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
