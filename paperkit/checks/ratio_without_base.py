r"""ratio-without-base: a ratio is printed, and neither of its sides anywhere.

Why: "3x faster" of what? A reader can judge a ratio only beside an absolute value: three times faster than a second is
not three times faster than a week.
Instead: print one of the sides, in the text, a table or a caption; there a typed one counts, too. Held are `speedup`,
`change`, and quotients of like units whose sentence compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from paperkit.checks.around import sentence
from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.claim_words import Direction, read_words
from paperkit.checks.words import exact_values
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.values.quantity import Cell, Value
from paperkit.values.rounding import round_fraction

CHECK = Check("PK121", "ratio-without-base", since="0.2", doc=__doc__, severity=Severity.WARNING, waivable=True)
DIGITS = 2
"""A typed number of fewer digits is likely to be something else."""
RATIOS = frozenset({"speedup", "change", "ratio"})
_Amount = tuple[Fraction, tuple[tuple[str, int], ...]]


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each ratio, at its first place, of which no side is printed."""
    judged = [each for each in evidence.judged if each.entry.span.path not in evidence.generated]
    if not any(map(_compares, judged)):
        return
    absolute = [value for each in judged if not _is_ratio(each) for value in each.entry.values]
    amounts = {_amount(value) for value in absolute}
    cells = {cell for value in absolute for cell in value.cells}
    typed = _typed(evidence)
    said: set[str] = set()
    for each in judged:
        entry = each.entry
        if not _compares(each) or entry.expression in said or _given(each, amounts, cells) or _is_typed(each, typed):
            continue
        said.add(entry.expression)
        message = f"{entry.printed} is a ratio, but the text gives neither of its sides"
        found = CHECK.at(entry.printed_span, message, "print the absolute value of one side, too")
        relation = each.anatomy.relation
        for value in relation.old[:1] if relation is not None else ():
            found = found.label(value.cells[0].span if value.cells else None, f"its base, {exact_values((value,))}")
        yield found


def _amount(value: Value) -> _Amount:
    return value.amount * value.unit.scale, value.unit.dimensions


def _is_ratio(each: Judged) -> bool:
    relation = each.anatomy.relation
    return relation is not None and relation.kind in RATIOS and all(value.unit.bare for value in each.entry.values)


def _compares(each: Judged) -> bool:
    """Whether it is a ratio of two like things that the text compares."""
    relation = each.anatomy.relation
    if relation is None or relation.kind not in RATIOS or any(not old.cells for old in relation.old):
        return False
    if relation.kind != "ratio":
        return True
    if not _is_ratio(each) or any(old.unit.bare for old in relation.old) or not relation.old:
        return False
    return read_words(sentence(each.marker), ()).direction not in (None, Direction.SAME)


def _typed(evidence: Evidence) -> Mapping[int, frozenset[Fraction]]:
    """The typed numbers of the documents that have two digits or more, by their decimals."""
    found: dict[int, set[Fraction]] = {}
    for document in evidence.documents:
        for numeral in document.numerals:
            free = numeral.marker is None or document.markers[numeral.marker].macro == "pkfree"
            if free and len(numeral.value.as_tuple().digits) >= DIGITS:
                found.setdefault(numeral.decimals, set()).add(Fraction(numeral.value))
    return {decimals: frozenset(values) for decimals, values in found.items()}


def _is_typed(each: Judged, typed: Mapping[int, frozenset[Fraction]]) -> bool:
    """Whether one of its sides stands somewhere as a typed number, rounded as it is shown there."""
    relation = each.anatomy.relation
    return relation is not None and any(
        Fraction(round_fraction(side.amount, decimals)) in values
        for side in (*relation.old, *relation.new)
        for decimals, values in typed.items()
    )


def _given(each: Judged, amounts: set[_Amount], cells: set[Cell]) -> bool:
    relation = each.anatomy.relation
    sides: Iterable[Value] = (*relation.old, *relation.new) if relation is not None else ()
    if any(_amount(value) in amounts for value in sides):
        return True
    return not cells.isdisjoint(each.entry.cells)
