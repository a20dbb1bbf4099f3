"""Words without a number held against a comparison: which side they put ahead, and of how many rows."""

from __future__ import annotations

import re

from paperkit.artifacts.describe import unit_of_header
from paperkit.checks.claim_facts import no, shown, yes
from paperkit.checks.claim_terms import is_rate
from paperkit.checks.claim_words import Direction, Words
from paperkit.expressions.comparison import Comparison
from paperkit.expressions.relation import Anatomy
from paperkit.values.numeral import Agreement
from paperkit.values.quantity import Value

_COMPARE = re.compile(
    r"\b(?!(?:ever|over|other|number|order|after|under|never|whether|either|power|user|paper|server|burden)\b)\w{3,}er\b"
    r"|\b\w{3,}est\b|\b(?:wins?|won|beats?|exceeds?|dominates?|ahead|behind|leads?|below|above|under|over|within|beyond"
    r"|first|last|best|least|pays?|paid|holds?|fits?|suffic\w+|enough|match\w*|agree\w*|differ\w*|prefer\w*"
    r"|zero|positive|negative|nothing|nobody|nowhere|without|not?|fail\w*|pass\w*|succeed\w*|correct|same|scal\w+"
    r"|outweigh\w*|overtak\w+|surpass\w*|top|keeps?|kept|meets?|met|bound(?:ed)?|limit\w*)\b"
)
"""Words of a comparison, beside those that give a direction."""
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
    return _of_rows(words, found) or _directed(words, found) or _unread(words) or yes()


def sides(found: Comparison | None) -> str:
    """The values that are compared, `4 < 1`; empty where a side is no single value."""
    if found is None or len(found.left) != 1 or len(found.right) != 1:
        return ""
    return f"{shown(found.left[0].amount)} {found.sign} {shown(found.right[0].amount)}"


def _unread(words: Words) -> Agreement | None:
    """The verdict on words that say nothing of a comparison; None where they say which side is which, or of what."""
    if words.direction is not None or words.quantifier or words.statistic or _COMPARE.search(words.text):
        return None
    return no("the words are not read as a comparison; say which side is less or more, faster or slower")


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
        return _of_unknown_worth(words)
    denied = words.negated or words.quantifier == "none"
    due = "<" if less is not denied else ">"
    if _LESS[found.sign] == due:
        return None
    values = sides(found)
    return no(
        f"it is the other way round: the left side is {'less' if due == '>' else 'more'}{values and ', '}{values}"
    )


def _of_unknown_worth(words: Words) -> Agreement | None:
    """The verdict on a loss, or on no gain, where the unit does not tell whether less or more is better."""
    bad = words.direction is Direction.WORSE and not words.negated
    none = words.direction is Direction.BETTER and (words.negated or words.quantifier == "none")
    if bad or none:
        return no("the unit does not tell whether less or more of it is worse; say less or more, faster or slower")
    return None


def _is_rate(value: Value) -> bool | None:
    """As is_rate, by the name of its column where nothing else says the unit of *value*."""
    columns = {cell.column for cell in value.cells}
    named = value.unit.unknown and len(columns) == 1
    return is_rate(unit_of_header(columns.pop()) if named else value.unit)


def _says_less(words: Words, found: Comparison) -> bool | None:
    """Whether the words put the left side below the right one, as numbers; None where the unit does not tell."""
    match words.direction:
        case Direction.DOWN:
            return True
        case Direction.UP:
            return False
        case Direction.FASTER | Direction.SLOWER | Direction.BETTER | Direction.WORSE:
            rate = _is_rate(found.of) if found.of is not None else None
            if rate is None:
                return None
            return rate is (words.direction in (Direction.SLOWER, Direction.WORSE))
        case _:
            return None
