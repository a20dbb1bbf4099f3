r"""within-noise: the text states a difference that the uncertainties of its two sides do not show.

Why: 103 ± 4 against 100 ± 4 is no 3%: the next run may show the opposite.
Instead: say so ("no measurable difference", "within the noise"), measure more often, or print the uncertainty with the
number (`.1f ± .1f`). Two sides differ where their intervals do not overlap; an interval is the column that the
descriptor names as `paperkit:uncertainty`.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.around import sentence
from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.claim_words import Direction, read_words
from paperkit.checks.words import exact_values, show_cells
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.expressions.arithmetic import overlap
from paperkit.ledger import exact
from paperkit.values.quantity import Value

CHECK = Check("PK115", "within-noise", since="0.2", doc=__doc__, waivable=True)
HINT = "say that it is within the noise, print the uncertainty, or measure more often"


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each marker that states such a difference."""
    for each in evidence.judged:
        if each.entry.macro == "pkclaim":
            if each.cause == "noise":
                message = f"the words are '{each.entry.printed}', but {each.reason}"
                yield show_cells(CHECK.at(each.entry.printed_span, message, HINT), each.entry.cells)
            continue
        sides = _overlapping(each)
        if sides is not None and _compares(each):
            message = f"printed {each.entry.printed} as a difference, but the intervals overlap: "
            message += " and ".join(_with_spread(side) for side in sides)
            yield show_cells(CHECK.at(each.entry.printed_span, message, HINT), each.entry.cells)


def _overlapping(each: Judged) -> tuple[Value, Value] | None:
    relation = each.anatomy.relation
    if relation is None or relation.kind == "count" or "±" in each.entry.format or "\\pm" in each.entry.format:
        return None
    return next((pair for pair in relation.pairs if overlap(*pair)), None)


def _compares(each: Judged) -> bool:
    """Whether the sentence speaks of a difference, and does not say that it is none."""
    words = read_words(sentence(each.marker), ())
    return words.direction not in (None, Direction.SAME) and not words.noise and not words.negated


def _with_spread(value: Value) -> str:
    shown = exact_values((value,))
    return shown if value.uncertainty is None else f"{shown} ± {exact(value.uncertainty)}"
