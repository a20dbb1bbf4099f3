"""Claims that count rows of a total: all 13 cases, 12 of 13, all but one, none."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from paperkit.checks.claim_facts import no, shown, yes
from paperkit.checks.claim_terms import Row
from paperkit.checks.claim_words import Words
from paperkit.values.numeral import Agreement


def counted(words: Words, rows: Sequence[Row]) -> Agreement | None:
    """The verdict on words that count rows of a total; None where they do not."""
    row = rows[0]
    if len(rows) > 1 or row.old is None or row.new is None or row.kind not in ("count", "difference"):
        return no("the expression names no total, so nothing can be all but some of it") if words.but else None
    value = row.value.amount
    total = row.old.amount if row.kind == "count" else row.new.amount
    if words.but:
        ok = total - value == words.but and all(number.value == total for number in words.numbers)
        return yes() if ok else no(f"{shown(value)} of {shown(total)}, so all but {shown(total - value)}")
    if words.quantifier == "all of" and words.numbers:
        counted = words.numbers[0].value
        return yes() if counted == value == total else no(f"it is {shown(value)} of {shown(total)}")
    if words.joint == "of" or words.part is not None:
        said = [number.value for number in words.numbers]
        part, whole = said if words.part is None else (words.part, said[0])
        return yes() if (part, whole) == (value, total) else no(f"it is {shown(value)} of {shown(total)}")
    if words.quantifier == "most" and row.kind == "count" and not words.numbers:
        return yes() if 2 * value > total else no(f"it is {shown(value)} of {shown(total)}")
    if words.quantifier in ("all", "none") and row.kind == "count" and len(words.numbers) < 2:
        due = total if words.quantifier == "all" else Fraction()
        ok = value == due and all(number.value == total for number in words.numbers)
        return yes() if ok else no(f"it is {shown(value)} of {shown(total)}")
    return None
