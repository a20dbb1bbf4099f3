"""A value in the terms of the words: what "75% less time" or "4x as fast" would have to say of it.

Conventions: lower is better for times. "N times faster" is old/new, "N% faster" old/new - 1, "N% slower" new/old - 1
(of times), "N% less" 1 - new/old, "N% more" new/old - 1; percentage points are differences of per cents.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from paperkit.checks.claim_words import Direction, Number, Term, Words
from paperkit.expressions.relation import Anatomy
from paperkit.values.quantity import Value
from paperkit.values.unit import BARE, PERCENT, POINTS, Unit, UnitError, parse_unit

SHARES = (PERCENT, POINTS)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a value: itself, its sides where it relates two, and the kind of that relation ("" for none)."""

    value: Value
    kind: str = ""
    old: Value | None = None
    new: Value | None = None

    def ratios(self, words: Words) -> tuple[tuple[Fraction, Fraction], ...]:
        """(how many times as fast, how many times as much) that the value may mean; empty where it is no ratio."""
        quantity = self._quantity()
        if quantity is None or quantity <= 0:
            return ()
        rate = is_rate(self.unit)
        if self.kind == "speedup":
            return ((1 / quantity, quantity),)
        if self.kind == "ratio":
            return ((_turned(quantity, words),) * 2,)
        fast, slow = (quantity, quantity), (1 / quantity, quantity)
        return (fast,) if rate is True else (slow,) if rate is False else (fast, slow)

    @property
    def unit(self) -> Unit:
        """The unit of its sides, or its own."""
        return (self.new or self.value).unit

    def _quantity(self) -> Fraction | None:
        """New / old."""
        if self.old is not None and self.new is not None:
            try:
                return self._quotient(self.old, self.new)
            except UnitError:
                return None
        if self.value.unit in SHARES and self.kind != "change":
            return None
        amount = self.value.to(BARE).amount if self.value.unit.convertible(BARE) else self.value.amount
        if self.kind == "change":
            return 1 + amount
        return (1 / amount if self.kind == "speedup" else amount) if amount else None

    def _quotient(self, old: Value, new: Value) -> Fraction | None:
        first, second = old.compared(new)
        return second / first if first else None


def _turned(quotient: Fraction, words: Words) -> Fraction:
    """A bare quotient does not say what is old: it is turned as the words compare, but for "as fast" and such."""
    more = max(quotient, 1 / quotient)
    if words.equal or words.direction in (None, Direction.SAME):
        return quotient
    return 1 / more if words.direction in (Direction.DOWN, Direction.SLOWER) else more


def rows_of(values: tuple[Value, ...], anatomy: Anatomy) -> tuple[Row, ...]:
    """The rows of a claim's value."""
    relation = anatomy.relation
    if relation is None:
        kind = "" if anatomy.outer == "," else _kind_by_name(anatomy, values)
        return tuple(Row(value, kind) for value in values)
    if len(relation.old) != len(values):
        return tuple(Row(value, relation.kind) for value in values)
    return tuple(Row(value, relation.kind, *pair) for value, pair in zip(values, relation.pairs, strict=True))


def _kind_by_name(anatomy: Anatomy, values: tuple[Value, ...]) -> str:
    """What a column of ready-made ratios holds, by its name; a bare number of no name is a ratio of some sort."""
    if any(value.unit != BARE and not value.unit.unknown for value in values):
        return ""
    names = " ".join(anatomy.columns).lower()
    if "slow" in names or "overhead" in names:
        return "ratio"
    return "speedup" if "speedup" in names or "speed_up" in names else "ratio"


def amounts(number: Number, words: Words, row: Row) -> tuple[Fraction, ...]:
    """The value of *row* in the terms in which *number* is said; none where it has no such terms."""
    if number.unit in ("point", "points") and row.value.unit == POINTS:
        return _points(words, row)
    match number.term:
        case Term.POINTS:
            return _points(words, row)
        case Term.PERCENT:
            scale = Fraction(1) if number.unit in ("%", "pp") else Fraction(1, 100)  # a tenth more
            return tuple(scale * share for share in _per_cent(number, words, row))
        case Term.FACTOR:
            return _factor(words, row)
        case Term.PART if row.kind in ("change", "difference"):
            return _part(number, words, row)
        case Term.SHARE | Term.PART:
            whole = Fraction(100 if number.unit == "%" else 1)
            return tuple(whole * share for share in _share(words, row))
        case _:
            return _amount(number, words, row)


def _points(words: Words, row: Row) -> tuple[Fraction, ...]:
    if row.old is None or row.new is None:
        return (abs(row.value.amount),) if row.value.unit == POINTS else ()
    if any(side.unit not in SHARES and not side.unit.unknown and side.unit != BARE for side in (row.old, row.new)):
        return ()
    first, second = row.old.compared(row.new)
    share = row.old.unit == BARE or (row.old.unit.unknown and row.value.unit == POINTS)
    more = (100 if share else 1) * (second - first)
    if words.direction in (Direction.UP, Direction.FASTER):
        return (more,)
    return (-more,) if words.direction in (Direction.DOWN, Direction.SLOWER) else (abs(more),)


def _per_cent(number: Number, words: Words, row: Row) -> tuple[Fraction, ...]:
    if words.direction is None and (row.value.unit == POINTS or row.kind == "points"):
        return ()  # per cent of what differs by points has to say more or less
    if row.value.unit in SHARES and not (row.kind and row.ratios(words)):
        down = words.direction in (Direction.DOWN, Direction.SLOWER)
        return (abs(row.value.amount),) if down else (row.value.amount,)
    found = []
    for fast, much in row.ratios(words):
        match words.direction:
            case Direction.FASTER:
                found.append(fast - 1)
            case Direction.SLOWER:
                found.append(1 / fast - 1)
            case Direction.UP:
                found.append((fast if _of_speed(words, row) else much) - 1)
            case Direction.BETTER:
                found.append(1 - much if row.kind != "speedup" and is_rate(row.unit) is False else fast - 1)
            case Direction.DOWN:
                found.append(1 - (fast if words.speedy else much))
            case _ if row.kind in ("change", "difference"):
                found.append(much - 1 if number.value < 0 else abs(much - 1))
            case _:
                found += [] if found else [fast]  # of a ratio that is only named, the ratio itself
    return tuple(100 * share for share in found) or _bare_share(row)


def _bare_share(row: Row) -> tuple[Fraction, ...]:
    return (100 * row.value.amount,) if row.value.unit == BARE and row.kind in ("", "ratio", "count") else ()


def _of_speed(words: Words, row: Row) -> bool:
    """Whether "more" is said of speed: the function speedup without a word of time."""
    return words.speedy or (row.kind == "speedup" and not words.timely)


def _factor(words: Words, row: Row) -> tuple[Fraction, ...]:
    found = []
    for fast, much in row.ratios(words):
        match words.direction:
            case Direction.FASTER | Direction.BETTER:
                found.append(fast)
            case Direction.SLOWER:
                found.append(1 / fast)
            case Direction.UP:
                found.append(fast if _of_speed(words, row) else much)
            case Direction.DOWN:
                found.append(1 / much)
            case _ if row.kind in ("speedup", "ratio"):
                found += [] if found else [fast]
            case _:
                found += [much, 1 / much]
    return tuple(found) or ((row.value.amount,) if row.value.unit.bare else ())


def _share(words: Words, row: Row) -> tuple[Fraction, ...]:
    if row.kind == "count" and row.old is not None and row.new is not None and row.old.amount:
        return (row.new.amount / row.old.amount,)
    if row.value.unit in SHARES:
        return (row.value.amount / 100,)
    found = tuple(fast if words.speedy else much for fast, much in row.ratios(words))
    down = words.direction in (Direction.DOWN, Direction.SLOWER)
    turns = row.kind == "ratio" and (words.timely or down)  # half the time, of a ratio of two
    return tuple(1 / share if share > 1 else share for share in found) if turns else found


def _part(number: Number, words: Words, row: Row) -> tuple[Fraction, ...]:
    """Of a change or a difference, a part is the value itself where it is a plain number or a share."""
    unit = row.value.unit
    if words.direction is None and (unit == BARE or unit in SHARES):
        return (abs(row.value.amount) / (1 if unit == BARE else 100),)
    return tuple(share / 100 for share in _per_cent(number, words, row)) or _share(words, row)


def _amount(number: Number, words: Words, row: Row) -> tuple[Fraction, ...]:
    value = row.value
    if row.old is not None and row.new is not None and number.unit and not value.unit.convertible(_unit(number.unit)):
        difference = row.new - row.old if row.old.unit.convertible(row.new.unit) else None
        if difference is not None and difference.unit.convertible(_unit(number.unit)):
            value = difference if words.direction in (Direction.UP, Direction.SLOWER) else -difference
    found = _in_unit(value, number.unit)
    if found is None:
        return ()
    down = words.direction in (Direction.DOWN, Direction.SLOWER) and row.kind == "difference"
    return (abs(found),) if down else (found,)


def _unit(text: str) -> Unit:
    try:
        return parse_unit(text)
    except UnitError:
        return BARE


def _in_unit(value: Value, text: str) -> Fraction | None:
    """The amount in the unit that stands beside the number; None where they do not fit."""
    unit = _unit(text)
    if unit.bare or value.unit.unknown or unit == value.unit:
        return value.amount
    if unit.counted and value.unit == BARE:
        return value.amount
    if value.unit.convertible(unit) and PERCENT not in (unit, value.unit):
        return value.to(unit).amount
    return None


def is_rate(unit: Unit) -> bool | None:
    """True for what is done in a time, False for a time, None for anything else."""
    powers = dict(unit.dimensions)
    if "mass" in powers:  # energy and power have times in them, and are neither
        return None
    time = powers.get("time") or powers.get("cycle") or 0
    return None if not time else time < 0
