"""Quantities in words: twice, half, three-fold, twenty-four cores, two orders of magnitude."""

# ruff: noqa: ARG001 (the judges share one signature)

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from paperkit.latex import vocabulary
from paperkit.latex.alphabet import BREAK, CELL, ROW, SPACES
from paperkit.latex.counts import Counted, phrase_after, several
from paperkit.latex.number_words import (
    AFTER_PART,
    CARDINAL,
    NAMED_DOUBLE,
    ORDINALS,
    PARTS,
    SCALES,
    SINGULAR,
    STOP,
    TIMES,
    cardinal,
)
from paperkit.latex.ones import in_row, one
from paperkit.latex.printed import Printed
from paperkit.latex.stated import stated
from paperkit.latex.telling import (
    among,
    at_least,
    begins,
    lasting,
    named_double,
    named_doubling,
    named_half,
    narrated,
    next_in_row,
    of_graph,
    of_type,
    part_of,
    part_of_paper,
    passing,
    reported,
    tripled,
    typeset,
    which_half,
    which_order,
)
from paperkit.latex.word_search import matches

_FOLLOWING = re.compile(
    rf"(-|[{SPACES}]+)([A-Za-z][A-Za-z-]*)(?:[{SPACES}]+([A-Za-z][A-Za-z-]*))?(?:[{SPACES}]+([A-Za-z][A-Za-z-]*))?"
)
_OR_MORE = re.compile(
    rf"[{SPACES}]+(?:(?:or|to|and)|((?:out[{SPACES}]+)?of(?:[{SPACES}]+(?:the|our|all|these|its|every))?|in))[{SPACES}]+"
    rf"(?:{CARDINAL}(?![\w-])|\d{{1,3}}(?!\d))",
    re.IGNORECASE,
)
_DETERMINED = ("the", "our", "these", "its")
_PART_OF = re.compile(
    rf"(?:\bone[{SPACES}]+[a-z]+[{SPACES}]+in|(?:\b{CARDINAL}|\d)[{SPACES}]+(?:in|(?:out[{SPACES}]+)?of(?:[{SPACES}]+(?:every|the|our|these|its))?))"
    rf"[{SPACES}]+$",
    re.IGNORECASE,
)
_EACH = re.compile(rf"[{SPACES}]+(?:per|(?:at|in|for|on|from)[{SPACES}]+(?:each|every))[{SPACES}]+[a-z]")
"""Behind what is counted: a rate, "two points at each frequency"."""
_ENDED = re.compile(rf"[{SPACES}]*(?:[{CELL}{ROW}{BREAK}.,:;)]|\Z)")
"""Behind the last word of a name: "Trial Three"."""
_SUSPENDED = re.compile(rf"-[{SPACES}]+(?:and|or|to)[{SPACES}]+(?:{CARDINAL}|\d+)-[a-z]", re.IGNORECASE)
_TO_MORE = re.compile(rf"[{SPACES}]+to[{SPACES}]+(?:{CARDINAL})[{SPACES}]+[a-z]", re.IGNORECASE)
_BOUNDED = re.compile(
    rf"(?s:.*)\b(?:only|about|roughly|approximately|around|typically|least|most)[{SPACES}]+"
    rf"{CARDINAL}[{SPACES}]+(?:or|to)[{SPACES}]+{CARDINAL}\Z",
    re.IGNORECASE,
)
"""Two numbers of anything: "only two or three components"."""
_PRECEDING = re.compile(rf"([A-Za-z]+)[{SPACES}]+$")
_HALVES = re.compile(rf"\b(?:the|both|its|their|two(?:[{SPACES}]+[a-z]+)?)[{SPACES}]+$", re.IGNORECASE)
_ORDERING = re.compile(
    r"(?:contribution|reason|motivation|purpose|aim|goal|objective|challenge|advantage|benefit|issue|problem|rationale)[^.;!?]*$",
    re.IGNORECASE,
)
"""Behind these, two-fold only orders what follows."""


@dataclass(frozen=True, slots=True)
class Worded:
    """A quantity in words, with offsets in the printed text."""

    start: int
    end: int
    value: Decimal
    unit: str
    reason: str
    """Empty for a claim."""


def find_words(printed: Printed, starts: Sequence[int], ends: Sequence[int]) -> Iterator[Worded]:
    """The quantities in words; not those where numbers in digits stand (*starts* to *ends*, ascending)."""
    counted = Counted(printed.text, ends)
    for match in matches(printed.text):
        following = bisect_right(ends, match.start())
        if following < len(ends) and starts[following] < match.end():
            continue
        mode = printed.mode(match.start())
        if mode.math or mode.reason not in ("", "author"):
            continue
        found = _judge(printed.text, match, counted)
        if found is not None and (not mode.reason or found.unit == "×"):
            yield found


def _judge(text: str, match: re.Match[str], counted: Callable[[str], bool]) -> Worded | None:
    start, end = match.span()
    for name in ("orders", "fold", "mixed", "fraction", "scaled", "half", "times", "halving", "ordinal", "nth"):
        if match[name]:
            kind = name
            break
    else:
        return _cardinal(text, match, counted)
    return _JUDGES[kind](text, match, start, end)


def _orders(text: str, match: re.Match[str], start: int, end: int) -> Worded | None:
    many = (match["many"] or ("" if "orders" in match["orders"].lower() else "a")).lower()
    if many in ("", "several") or (not match["many"] and which_order(text, start)):
        return None
    power = 1 if many in ("a", "an") else cardinal(many)
    return Worded(start, end, Decimal(10) ** min(power, 1000), "", "")


def _fold(text: str, match: re.Match[str], start: int, end: int) -> Worded | None:
    if _ORDERING.search(text, max(0, start - 60), start):
        return None
    return Worded(start, end, Decimal(cardinal(match["folds"])), "×", "")


def _mixed(text: str, match: re.Match[str], start: int, end: int) -> Worded | None:
    part = Decimal(1) / PARTS[match["rest"].lower()]
    return Worded(start, end, cardinal(match["base"]) + part, "", "")


def _fraction(text: str, match: re.Match[str], start: int, end: int) -> Worded | None:
    above, below = match["above"].lower(), match["below"].lower()
    number = 1 if above in ("a", "an") else cardinal(above)
    if number >= PARTS[below] or (below == "quarters" and lasting(text, start, end)):
        return Worded(start, start + len(above), Decimal(number), below, "") if number > 1 else None
    following = _FOLLOWING.match(text, end)
    word = following[2].lower() if following else ""
    if _is_ordinal(text, match, word):
        return None
    if following is not None and below == "half" and following[1] == "-":
        return None
    return Worded(start, end, Decimal(number) / PARTS[below], "", "")


def _is_ordinal(text: str, match: re.Match[str], word: str) -> bool:
    """Whether "a third" says which one and not how much: "a third party", "A third, ..."."""
    above, below = match["above"], match["below"].lower()
    if below in ("half", "quarter"):
        return False
    if above.lower() in ("a", "an"):
        return (
            bool(word and word not in AFTER_PART)
            or next_in_row(text, match.start(), PARTS[below], word)
            or (above[0] == "A" and text[match.end() : match.end() + 1] == ",")
        )
    return above.lower() == "one" and word in ("party", "parties", "person", "author", "order")


def _scaled(text: str, match: re.Match[str], start: int, end: int) -> Worded | None:
    return Worded(start, end, Decimal(cardinal(match["scaled"])), _noun(text, end), "")


def _half(text: str, match: re.Match[str], start: int, end: int) -> Worded | None:
    following = _FOLLOWING.match(text, end)
    if following is not None and following[1] == "-":
        return None
    word = following[2].lower() if following else ""
    if word in ("precision", "even", "float") or named_half(word) or which_half(text, start):
        return None
    scale = match["half"].lower().split()[-1] if len(match["half"]) > 4 else ""
    return Worded(start, end, Decimal(SCALES.get(scale, 1)) / 2, "", "")


def _times(text: str, match: re.Match[str], start: int, end: int) -> Worded | None:
    word = match["times"].lower()
    if match["times"][0].isupper() and not begins(text, start):
        return None
    following = _FOLLOWING.match(text, end)
    after = following[2].lower() if following else ""
    if word in ("double", "triple", "quadruple") and (
        after in NAMED_DOUBLE or (following is not None and following[1] == "-") or named_double(text, start, after)
    ):
        return None
    typed = word in ("double", "doubles") and of_type(text)
    stored = word in ("triple", "triples") and (of_graph(text) or tripled(text, start))
    if typed or stored or (word == "doubling" and named_doubling(text, end, after)):
        return None
    return Worded(start, end, Decimal(TIMES[word]), "×", "")


def _halving(text: str, match: re.Match[str], start: int, end: int) -> Worded | None:
    if match["halving"].lower() == "halves" and _HALVES.search(text, max(0, start - 30), start):
        return None
    return Worded(start, end, Decimal("0.5"), "×", "")


def _ordinal(text: str, match: re.Match[str], start: int, end: int) -> Worded | None:
    if typeset(text, end):
        return None
    return Worded(start, end, Decimal(ORDINALS[match["ordinal"].lower()]), "", "")


def _cardinal(text: str, match: re.Match[str], counted: Callable[[str], bool]) -> Worded | None:
    start, end = match.span()
    value = Decimal(cardinal(match[0]))
    before = _PRECEDING.search(text, max(0, start - 24), start)
    previous = before[1].lower() if before else ""
    if before and before[1].istitle() and match[0].istitle() and _ENDED.match(text, end):
        return None
    more = _OR_MORE.match(text, end)
    behind = more.end() if more else end
    unit = _noun(text, behind)
    part = (value > 1 and previous != "any" and part_of(text, end)) or (
        more is not None and more[1] and (value != 1 or _of_words(more))
    )
    inner = _PART_OF.search(text, max(0, start - 40), start)
    one_of = (value == 1 and more is not None and more[1]) or (inner and inner[0][:3].lower() == "one")
    zero_point = value == 0 and unit in ("point", "points")
    if zero_point or (one_of and narrated(text, behind)) or passing(text, start, end, value < 4):
        return None
    if part or among(text, start, end) or inner or _SUSPENDED.match(text, end):
        return Worded(start, end, value, unit, "")
    sure = stated(text, start, end, int(value))
    if sure is not None:
        return Worded(start, end, value, sure, "")
    phrase = phrase_after(text, behind)
    if part_of_paper(text, start, phrase.noun.lower()):
        return None
    if value == 1:
        listed = more is not None and not more[1] and several(2, phrase, previous, False, counted)
        claims = listed or one(text, start, end, phrase, previous)
    else:
        first = match[0][0].isupper() and not reported(text, phrase.end)
        claims = several(min(int(value), 1000), phrase, previous, first, counted)
        rate = _EACH.match(text, phrase.end) is not None
        claims = claims or rate or _bounded(text, start, end, behind) or (value > 0 and in_row(text, start, phrase))
    return Worded(start, end, value, unit or phrase.noun, "") if claims else None


def _bounded(text: str, start: int, end: int, behind: int) -> bool:
    """Whether a number is a bound: "two or more photons", "only two or three of them"."""
    return (
        _TO_MORE.match(text, end) is not None
        or at_least(text, end)
        or _BOUNDED.match(text[max(0, start - 40) : behind]) is not None
    )


def _of_words(more: re.Match[str]) -> bool:
    """Whether "one of" goes on with a number word ("one of four", not "one of the four", "one of 64")."""
    return not more[0][-1].isdigit() and not more[1].endswith(_DETERMINED)


def _noun(text: str, end: int) -> str:
    following = _FOLLOWING.match(text, end)
    if following is None:
        return ""
    for word in following.groups()[1:]:
        if not word or word.lower() in STOP:
            return ""
        if word.lower() in vocabulary.COUNT_NOUNS or (word in vocabulary.UNIT_WORDS and len(word) > 2):
            return word if word != "times" else "×"
        if word.lower() in SINGULAR:
            return word
    return ""


def _nth(text: str, match: re.Match[str], start: int, end: int) -> Worded | None:
    following = _FOLLOWING.match(text, end)
    if following is None or following[2].lower() in STOP - {"one"}:
        return None
    return Worded(start, end, Decimal(ORDINALS[match["nth"].lower()]), "", "")


_JUDGES = {"orders": _orders, "fold": _fold, "mixed": _mixed, "fraction": _fraction, "scaled": _scaled, "half": _half}
_JUDGES |= {"times": _times, "halving": _halving, "ordinal": _ordinal, "nth": _nth}
