r"""failing-claim: words say of a value what is not so.

Why: "twice as fast" is a number too, and a reader takes it for one.
Instead: write what the value says. A number in words holds when it is the value rounded to the digits shown and within
2%; a hedge (about, nearly, almost) allows 10% on the side that it names. A bound ten times off or more says nothing.
Words without a number stand on a comparison, `\pkclaim{a < b}{cheaper}`, and must go its way: words that name
no side ("a burden") are refused. A part of nothing that is named ("less than a third") is of the value itself where
that is a change or a plain number. "Up to" is the largest of the rows; "all", "every" and "never" speak of each of
them. Lower is better for times: "N times faster" is old/new, "N% faster" old/new - 1, "N% less" and "N% lower" are
1 - new/old, "N% more" is new/old - 1, "N% slower" new/old - 1 of the times; percentage points are differences of per
cents.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.claim_predicates import sides
from paperkit.checks.words import exact_values, show_cells
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK113", "failing-claim", since="0.1", doc=__doc__)
HINT = "write what the value says, or bind another value"


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each pkclaim whose words do not hold, or that could not be read."""
    for each in evidence.judged:
        entry = each.entry
        if entry.macro != "pkclaim" or each.error is not None or each.agrees or each.cause == "noise":
            continue
        message = f"the words are '{entry.printed}', but {entry.expression} {_what(each)}"
        found = CHECK.at(entry.printed_span, message, each.hint or HINT, each.reason)
        yield show_cells(found, entry.cells)


def _what(each: Judged) -> str:
    """What the expression came to; of a comparison whether it holds, with the values of its sides."""
    if each.entry.predicate is None:
        return f"is {exact_values(each.entry.values)}"
    values = sides(each.anatomy.comparison)
    return ("holds" if each.entry.predicate else "does not hold") + (f": {values}" if values else "")
