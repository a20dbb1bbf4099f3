r"""Words held against a value: whether what \pkclaim says is so.

The words are read into numbers with comparators, terms and quantifiers; the value is put into these terms and compared
exactly. A number in words holds if it is the value rounded to the digits shown and within 2% of it. What is not read
does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from paperkit.checks.claim_counts import counted
from paperkit.checks.claim_facts import at_row, no, said, shown, yes
from paperkit.checks.claim_predicates import predicated
from paperkit.checks.claim_sides import in_noise, noise_fact, same, unnumbered
from paperkit.checks.claim_terms import Row, amounts, is_rate, rows_of
from paperkit.checks.claim_text import denied, normal
from paperkit.checks.claim_words import Number, Term, Words, read_words
from paperkit.checks.comparators import Comparator, keeps
from paperkit.expressions.relation import NOTHING, Anatomy
from paperkit.latex.document import Numeral
from paperkit.values.numeral import Agreement
from paperkit.values.quantity import Value

WITHIN = Fraction(2, 100)
FAR = 10
_BOUNDS = (Comparator.ABOVE, Comparator.BELOW, Comparator.LEAST, Comparator.MOST)
_CONFLICTS = {
    "median": {"mean", "geomean", "min", "max", "sum"},
    "mean": {"median", "geomean", "min", "max", "sum"},
    "geomean": {"median", "mean", "min", "max", "sum"},
    "max": {"median", "mean", "geomean", "min", "sum"},
    "min": {"median", "mean", "geomean", "max", "sum"},
    "sum": {"median", "mean", "geomean", "min", "max"},
}
"""Words for a statistic, and functions that give another one."""
_BOUND_BY = {
    Comparator.UP_TO: {"min", "mean", "median", "geomean", "first", "last"},
    Comparator.MOST: {"min", "mean", "median", "geomean"},
    Comparator.DOWN_TO: {"max", "mean", "median", "geomean", "first", "last"},
    Comparator.LEAST: {"max", "mean", "median", "geomean"},
}
"""Bounds of all rows, and functions that give no such bound."""


def holds(
    printed: str,
    numerals: tuple[Numeral, ...],
    values: tuple[Value, ...],
    predicate: bool | None,
    anatomy: Anatomy = NOTHING,
    around: tuple[str, str] = ("", ""),
) -> Agreement:
    """Whether *printed*, with the *numerals* that a reader sees in it, says what *values* or *predicate* say.

    *anatomy* is that of the expression, *around* what is printed before and behind the words.
    """
    words = read_words(printed, numerals, *around)
    denial = denied(normal(around[0]))
    if denial:
        return replace(no(f"'{denial}' before the words denies them"), hint="take it into the words, or say what is so")
    if predicate is not None:
        return predicated(words, predicate, anatomy)
    verdict = _verdict(words, values, anatomy)
    swapped = anatomy.relation and anatomy.relation.swapped
    if (
        not verdict.ok
        and not verdict.cause
        and swapped
        and _verdict(words, values, replace(anatomy, relation=swapped)).ok
    ):
        hint = f"{swapped.kind}(old, new) takes the old value first; with the sides exchanged the words hold"
        return replace(verdict, hint=hint)
    return verdict


def _verdict(words: Words, values: tuple[Value, ...], anatomy: Anatomy) -> Agreement:
    rows = rows_of(values, anatomy)
    verdict = counted(words, rows) or same(words, rows) or unnumbered(words, rows) or _conflict(words, rows, anatomy)
    if verdict is None:
        verdict = _two(words, rows) if len(words.numbers) == 2 else _one(words, rows)
    if verdict.ok and in_noise(words, rows):
        return no(noise_fact(rows), "noise")
    return verdict


# what the words gather, and what the expression gathers


def _conflict(words: Words, rows: Sequence[Row], anatomy: Anatomy) -> Agreement | None:
    if len(rows) > 1 or not anatomy.outer or anatomy.outer == ",":
        if (
            len(rows) == 1
            and words.quantifier in ("all", "none")
            and len(rows[0].value.cells) <= 2
            and not anatomy.outer
        ):
            return no("the words speak of all rows, but the value is of one; bind the column or its min and max")
        return None
    if words.statistic and anatomy.outer in _CONFLICTS.get(words.statistic, ()):
        return no(f"the words name the {words.statistic}, but the expression gives the {anatomy.outer}")
    for number in words.numbers:
        if anatomy.outer in _BOUND_BY.get(number.comparator, ()):
            return no(f"{number.comparator} bounds all rows, but the expression gives the {anatomy.outer}")
    if words.quantifier == "all" and anatomy.outer in ("mean", "median", "geomean", "sum", "first", "last"):
        return no(f"the words speak of all rows, but the expression gives the {anatomy.outer}")
    return None


# numbers


def _one(words: Words, rows: Sequence[Row]) -> Agreement:
    if len(words.numbers) != 1:
        return no(f"{len(words.numbers)} numbers in the words; at most two are read")
    (number,) = words.numbers
    readings = _readings(number, words, rows)
    if not readings:
        return no(f"the words do not say how {said(number)} relates to the value")
    failing: list[str] = []
    for amounts_read in readings:
        fact = _number_fails(number, words, rows, amounts_read)
        if not fact:
            return yes()
        failing.append(fact)
    return no(failing[0])


def _readings(number: Number, words: Words, rows: Sequence[Row]) -> list[list[Fraction]]:
    """What the rows may amount to in the terms of the number: one list of amounts for each way to read them."""
    each = [amounts(number, words, row) for row in rows]
    return [[row[at] for row in each] for at in range(min(map(len, each)))] if all(each) else []


def _number_fails(number: Number, words: Words, rows: Sequence[Row], found: list[Fraction]) -> str:
    """Why the number does not hold, a fact with the amount; empty where it does."""
    if len(found) > 1 and words.statistic:
        gathered = _STATISTICS.get(_extreme_of(words.statistic, rows[0]))
        if gathered is None:
            return f"the {words.statistic} of rows is not taken here; write it into the expression"
        found, rows = [gathered(found)], rows[:1]
    if number.comparator is Comparator.UP_TO:
        found, rows = _extreme(max, found, rows)
    elif number.comparator is Comparator.DOWN_TO:
        found, rows = _extreme(min, found, rows)
    elif len(found) > 1 and number.comparator is Comparator.EXACT and len(set(found)) > 1 and not words.quantifier:
        return f"the value has {len(found)} rows from {shown(min(found))} to {shown(max(found))}; say of which"
    comparing = number.term is Term.FACTOR and words.direction is not None and not words.equal
    for amount, row in zip(found, rows, strict=True):
        if not _fits(number, amount) or (comparing and amount <= 1):  # nothing is 0.8 times faster
            return f"in these terms the value is {shown(amount)}{at_row(row, rows)}"
        if len(found) == 1 and _loose(number, amount):
            return f"the bound is {FAR} times off or more: in these terms the value is {shown(amount)}"
    return ""


def _extreme(
    pick: Callable[[Sequence[Fraction]], Fraction], found: list[Fraction], rows: Sequence[Row]
) -> tuple[list[Fraction], Sequence[Row]]:
    chosen = pick(found)
    return [chosen], [rows[found.index(chosen)]]


def _extreme_of(statistic: str, row: Row) -> str:
    """The worst of times is the largest, the worst of rates the smallest."""
    if statistic not in ("best", "worst"):
        return statistic
    return "min" if (statistic == "best") is not (is_rate(row.unit) is True) else "max"


def _mean(found: list[Fraction]) -> Fraction:
    return sum(found, Fraction()) / len(found)


def _median(found: list[Fraction]) -> Fraction:
    ordered = sorted(found)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


_STATISTICS: dict[str, Callable[[list[Fraction]], Fraction]] = {
    "median": _median,
    "mean": _mean,
    "max": max,
    "min": min,
    "sum": lambda found: sum(found, Fraction()),
}


def _loose(number: Number, amount: Fraction) -> bool:
    """Whether a bound says next to nothing; to be below one of something is said of whatever is small."""
    low, high = sorted((abs(amount), abs(number.value)))
    return number.comparator in _BOUNDS and number.value != 1 and low > 0 and high >= FAR * low


def _fits(number: Number, amount: Fraction) -> bool:
    kept = keeps(number.comparator, amount, number.value)
    return stated(amount, number.value, number.quantum) if kept is None else kept


def stated(amount: Fraction, said: Fraction, quantum: Fraction | None) -> bool:
    """Whether a number that is simply stated is the amount, rounded to the digits shown and within 2% of it."""
    apart = abs(amount - said)
    return apart <= WITHIN * abs(amount) and (quantum is None or apart <= quantum / 2)


def _two(words: Words, rows: Sequence[Row]) -> Agreement:
    """Ranges and deviations."""
    low, high = words.numbers
    if words.joint == "±":
        return _spread(low, high, words, rows)
    if words.joint != "range":
        return no("two numbers that make no range, no deviation and no part of a whole")
    if low.term is Term.AMOUNT and high.term is not Term.AMOUNT:  # 19--31 % says per cent once
        low = Number(low.value, low.quantum, high.term, high.unit, low.comparator)
    if words.statistic not in ("", "min", "max"):
        return no(f"a {words.statistic} is one number and no range")
    if len(rows) == 1 and "between" in words.text:
        return _between(low, high, words, rows[0])
    if len(rows) < 2:
        return no("the words name a range, but the expression gives one value; bind a column, or min(...), max(...)")
    ends: list[tuple[Fraction, Fraction]] = [
        (min(found), max(found)) for found in _readings(high, words, rows) if low.term is high.term
    ]
    hedge = low.comparator if low.comparator is Comparator.ABOUT else Comparator.EXACT
    for least, most in ends:
        both = ((low, least), (high, most))
        if all(_fits(Number(n.value, n.quantum, n.term, n.unit, hedge), amount) for n, amount in both):
            return yes()
    if not ends:
        return no("the words do not say how the range relates to the value")
    return no(f"in these terms the rows run from {shown(ends[0][0])} to {shown(ends[0][1])}")


def _between(low: Number, high: Number, words: Words, row: Row) -> Agreement:
    found = amounts(high, words, row)
    if any(low.value <= amount <= high.value for amount in found):
        return yes()
    return no(f"in these terms the value is {shown(found[0])}" if found else "the words do not relate to the value")


def _spread(centre: Number, spread: Number, words: Words, rows: Sequence[Row]) -> Agreement:
    if len(rows) != 1 or rows[0].value.uncertainty is None:
        return no("the words name a deviation, but the value has no uncertainty")
    value = rows[0].value
    for found in amounts(centre, words, rows[0]):
        scale = abs(found / value.amount) if value.amount else Fraction(1)
        width = value.uncertainty * scale  # type: ignore[operator]
        if _fits(centre, found) and 2 * abs(width - spread.value) < (spread.quantum or Fraction()):
            return yes()
    return no(f"the value is {shown(value.amount)} with an uncertainty of {shown(value.uncertainty or Fraction())}")
