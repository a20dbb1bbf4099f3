"""Words without a number held against a comparison: which side they put ahead, and of how many rows."""

from __future__ import annotations

from paperkit.checks.claim_facts import no, yes
from paperkit.checks.claim_terms import is_rate
from paperkit.checks.claim_words import Direction, Words
from paperkit.expressions.comparison import Comparison
from paperkit.expressions.relation import Anatomy
from paperkit.values.numeral import Agreement

_LESS = {"<": "<", "<=": "<", ">": ">", ">=": ">"}


def predicated(words: Words, predicate: bool, anatomy: Anatomy) -> Agreement:
    """The verdict on words that a comparison stands for; what they do not say of it is not asked."""
    if words.numbers or words.but:
        return no("the words carry a number, so bind them to a value and not to a comparison")
    if not predicate:
        return no("the comparison is false")
    found = anatomy.comparison
    if found is None:
        said_of_all = words.quantifier == "all" and anatomy.outer == "any"
        return no("the words speak of all, but any(...) holds where one row does") if said_of_all else yes()
    return _of_rows(words, found) or _directed(words, found) or yes()


def _of_rows(words: Words, found: Comparison) -> Agreement | None:
    if words.quantifier == "all" and found.rows == "some":
        return no("the words speak of all, but the comparison holds where one row does")
    if words.quantifier == "none" and found.rows == "some":
        return no("the words speak of none, but the comparison holds of a row")
    if words.quantifier == "none" and words.direction is None and not _counts_none(found):
        return no("the words deny what the comparison states")
    return None


def _counts_none(found: Comparison) -> bool:
    """Whether it states that there is none: `count(...) == 0`, or two counts that are equal."""
    return found.sign == "==" and found.with_zero


def _directed(words: Words, found: Comparison) -> Agreement | None:
    """Whether the left side is ahead as the words say; None where they say nothing of it, or it cannot be told."""
    if words.direction is None or found.of is None:
        return None
    if words.direction is Direction.SAME:
        same = found.sign in ("==", "<=", ">=") and not words.negated
        return None if same else no("the words state no difference, but the comparison does")
    if found.sign not in _LESS:
        strict = found.sign == "==" and not words.negated and words.quantifier != "none"
        return no("the words state a difference, but the comparison none") if strict else None
    less = _says_less(words, found)
    if less is None:
        return None
    denied = words.negated or words.quantifier == "none"
    due = "<" if less is not denied else ">"
    if _LESS[found.sign] == due:
        return None
    return no(f"it is the other way round: the left side is {'less' if due == '>' else 'more'}")


def _says_less(words: Words, found: Comparison) -> bool | None:
    """Whether the words put the left side below the right one, as numbers; None where the unit does not tell."""
    match words.direction:
        case Direction.DOWN:
            return True
        case Direction.UP:
            return False
        case Direction.FASTER | Direction.SLOWER | Direction.BETTER:
            rate = is_rate(found.of.unit) if found.of is not None else None
            if rate is None:
                return None
            return rate is (words.direction is Direction.SLOWER)
        case _:
            return None
