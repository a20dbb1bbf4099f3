"""Claims about two sides: which is ahead, whether they differ at all, and whether that is within the noise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from paperkit.checks.claim_facts import at_row, no, shown, sides_of, yes
from paperkit.checks.claim_terms import Row
from paperkit.checks.claim_words import Direction, Term, Words
from paperkit.checks.comparators import HEDGED, Comparator
from paperkit.expressions.arithmetic import overlap
from paperkit.values.numeral import Agreement

_ZERO = re.compile(r"^(?:there (?:is|are|was|were) )?(?:no|not (?:one|a single)|none|never|without)\b")
_LITTLE = re.compile(
    r"\b(?:hardly|barely|scarcely|marginal(?:ly)?|slight(?:ly)?|negligibl[ey]|a (?:little|bit|touch|tad))(?: any)? \w"
)
_MUCH = re.compile(
    r"\b(?:much|far|considerabl[ey]|substantial(?:ly)?|dramatic(?:ally)?|vast(?:ly)?|drastic(?:ally)?|large(?:ly)?"
    r"|marked(?:ly)?) \w"
)
_BOUNDS = (Comparator.MOST, Comparator.BELOW)


def same(words: Words, rows: Sequence[Row]) -> Agreement | None:
    """The verdict on words that state no difference; None where they state one or a number."""
    if words.numbers or words.direction is not Direction.SAME:
        return None
    for row in rows:
        if row.old is None or row.new is None:
            return no("the expression relates no two sides that could be the same")
        first, second = row.old.compared(row.new)
        if first != second and not overlap(row.old, row.new):
            apart = f"{shown(first)} and {shown(second)} differ"
            known = row.old.uncertainty is not None or row.new.uncertainty is not None
            return no(f"{apart} by more than their uncertainty" if known else f"{apart}, and have no uncertainty")
    return yes()


def unnumbered(words: Words, rows: Sequence[Row]) -> Agreement | None:
    """The verdict on words without a number; None where there is one."""
    if words.numbers:
        return None
    if len(rows) == 1 and rows[0].kind in ("", "ratio", "count") and _ZERO.search(words.text):
        amount = rows[0].value.amount
        return no(f"it is {shown(amount)}") if amount else yes()
    if words.direction is None or any(row.kind == "ratio" or not row.ratios(words) for row in rows):
        return no("the words carry no number, so bind them to a comparison: a < b")
    for row in rows:
        if not any(_points_that_way(words, *ratios, row) for ratios in row.ratios(words)):
            return no(f"it is the other way round{at_row(row, rows)}: {sides_of(row)}")
        strength = _wrong_strength(words, row)
        if strength:
            return no(f"{strength}{at_row(row, rows)}: {sides_of(row)}")
    return yes()


def _wrong_strength(words: Words, row: Row) -> str:
    """What is wrong with "hardly" and "much" beside a direction: a tenth lies between them; empty where nothing is."""
    apart = max(max(much, 1 / much) for _, much in row.ratios(words)) - 1
    if _LITTLE.search(words.text):
        return "the words speak of a little, but the sides are more than a tenth apart" if apart > HEDGED else ""
    if words.negated or not _MUCH.search(words.text):
        return ""
    return "the words speak of much, but the sides are within a tenth" if apart <= HEDGED else ""


def _points_that_way(words: Words, fast: Fraction, much: Fraction, row: Row) -> bool:
    """Whether one reading of the ratio goes in the direction of the words."""
    more = fast if words.speedy or (row.kind == "speedup" and not words.timely) else much
    measure = {Direction.FASTER: fast, Direction.SLOWER: 1 / fast, Direction.UP: more, Direction.DOWN: 1 / much,
               Direction.BETTER: fast}  # fmt: skip
    ahead = measure[words.direction] if words.direction is not None and words.direction in measure else Fraction(1)
    unclear = row.old is not None and row.new is not None and overlap(row.old, row.new)
    return ahead <= 1 or unclear if words.negated else ahead > 1


def in_noise(words: Words, rows: Sequence[Row]) -> bool:
    """Whether the words state a difference that the intervals of the two sides do not show."""
    if words.noise or words.negated or words.direction is Direction.SAME:
        return False
    if any(number.comparator in _BOUNDS for number in words.numbers) and words.direction is None:
        return False
    states = words.direction is not None or any(number.term is not Term.AMOUNT for number in words.numbers)
    return states and any(row.old is not None and row.new is not None and overlap(row.old, row.new) for row in rows)


def noise_fact(rows: Sequence[Row]) -> str:
    """The first row whose intervals overlap, with both."""
    row = next(row for row in rows if row.old is not None and row.new is not None and overlap(row.old, row.new))
    return f"the intervals overlap{at_row(row, rows)}: {sides_of(row)}"
