"""Which way the words around a number say that something moves: grows by 3%, falls from 7 to 5, a slowdown of 2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from paperkit.checks.around import ahead
from paperkit.checks.base import Judged
from paperkit.checks.claim_text import normal
from paperkit.latex.document import Numeral
from paperkit.values.unit import UnitError, parse_unit

NEAR = 120
"""Characters before a number in which its verb is looked for."""
_UP = r"increas\w*|grow(?:s|n|ing|th)?|grew|ris(?:es?|en|ing)|rose|climb\w*|rais(?:es?|ed|ing)|gains?|gained"
_DOWN = (
    r"decreas\w*|reduc\w+|drop(?:s|ped|ping)?|falls?|fell|fallen|shr[iau]nk\w*|declin\w*|lower(?:s|ed|ing)"
    r"|sav(?:es?|ed|ings?)|cut(?:s|ting)?|shorten\w*|slash\w*"
)
_FILL = (
    r"(?: (?:nearly|almost|about|roughly|around|only|just|some|approximately|over|more than|less than|up to|an?|the))*"
)
_WITHOUT = (
    r"(?! (?:as|when|while|if|because|and|but|than|with|without|go\w*|mov\w+|scal\w+|switch\w+|chang\w+|rang\w+) )"
)
_BETWEEN = rf"(?:{_WITHOUT} [\w'/-]+){{0,6}}"
_VERB = re.compile(rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b")
_BY = re.compile(rf"(?P<between>{_BETWEEN}) (?:by|of){_FILL} ?[$(]?$")
_SAVED = re.compile(rf"{_FILL} ?[$(]?$")
_FROM = re.compile(rf"{_BETWEEN},? from{_FILL} ?[$(]?$")
_TO = re.compile(
    rf"^ ?(?P<unit>[^\s,;.]{{0,12}})(?: on average| (?:at|for|in|on|with|under|without) [^,;.()]{{1,30}}?)?"
    rf" ?to{_FILL} ?[$(]?$"
)
_ASIDE = re.compile(rf"^ ?(?P<unit>[^\s,;.]{{0,12}}),? ?\(?(?P<way>up|down) from{_FILL} ?[$(]?$")
_COMPARED = re.compile(
    r"\b(?:(?P<less>lower|smaller|shorter|fewer)|(?P<more>higher|larger|greater|longer)) (?:[^\s.;:()]+ ){0,8}?than "
    r"(?:[^\s.;:()]+ ){0,8}[($]{1,2}$"
)
_AGAINST = re.compile(r"^ ?[^\s,;.()]{0,12} ?[$)]?,? ?(?:vs\.?|versus|against|compared (?:to|with)) ?[$(]{0,2}$")
_HINTS = ("to", "from", "vs", "versus", "against", "compared")
_HINTED = re.compile(r"\b(?:to|from|vs|versus|against)\b")
"""Without one of these nothing moves or compares; cheap to look for."""
_SLOWDOWN = re.compile(rf"\b(?P<word>slow-?downs?) (?:by|of){_FILL}(?: factor of)? ?[$(]?$")
_DENIED = re.compile(r"\b(?:no|not|never|nor|neither|without|cannot|hardly|rarely|nothing|none|fails?)\b|n't\b")


def denied(text: str) -> bool:
    """Whether *text*, which stands before a number, denies."""
    return _DENIED.search(text) is not None


def amount_of_move(each: Judged) -> str:
    """The words before a number, as the amount of a move: "up" or "down", else empty; a denied one is none."""
    text = ahead(each.marker)[-NEAR:]
    verb = _last_verb(text)
    if verb is None or denied(text[: verb.start()][-40:]) or denied(text[verb.start() :]):
        return ""
    moved = _BY.match(text, verb.end()) or (verb[0].startswith("sav") and _SAVED.match(text, verb.end()))
    return ("down" if verb["down"] else "up") if moved else ""


def _last_verb(text: str) -> re.Match[str] | None:
    return next(reversed(list(_VERB.finditer(text))), None)


def slowdown(each: Judged) -> str:
    """The word before a number by which it is a slowdown; empty where it is none."""
    found = _SLOWDOWN.search(ahead(each.marker))
    return found["word"] if found is not None else ""


def wrong_ways(judged: Sequence[Judged]) -> Iterator[tuple[Judged, str]]:
    """(the second number, a fact) of each two that stand as "falls from A to B" or "B, up from A" and go elsewhere."""
    for first, second in pairwise(judged):
        if not (_single(first) and _single(second) and first.marker.span.path == second.marker.span.path):
            continue
        near = second.marker.before[-NEAR:]
        if not any(word in near for word in _HINTS) or not _HINTED.search(near):
            continue
        before, shown = normal(second.marker.before), normal(first.marker.printed_plain)
        text = before + (" " if second.marker.before[-1:].isspace() else "")
        at = text.rfind(shown)
        if at < 0 or not shown:
            continue
        yield from _of_two(first, second, text[at + len(shown) :])


def _of_two(first: Judged, second: Judged, between: str) -> Iterator[tuple[Judged, str]]:
    if (compared := _COMPARED.search(ahead(first.marker)[-NEAR:])) is not None and _AGAINST.match(between):
        yield from _of_compared(first, second, compared)
        return
    aside, to = _ASIDE.match(between), _TO.match(between)
    start = _moved_from(ahead(first.marker)[-NEAR:]) if to is not None else None
    if aside is not None:
        old, new, up = second, first, aside["way"] == "up"
    elif start:
        old, new, up = first, second, start == "up"
    else:
        return
    amounts = _comparable(old.numerals[-1], new.numerals[-1])
    if amounts is not None and (amounts[0] == amounts[1] or (amounts[0] < amounts[1]) is not up):
        yield second, f"the text goes {'up' if up else 'down'} from {old.entry.printed} to {new.entry.printed}"


def _of_compared(first: Judged, second: Judged, compared: re.Match[str]) -> Iterator[tuple[Judged, str]]:
    """Of "a lower rate than that of the other (2.2 vs 2.6)" the first is the lower."""
    amounts = _comparable(first.numerals[-1], second.numerals[-1])
    if amounts is None or denied(compared.string[: compared.start()][-40:]):
        return
    if (amounts[0] < amounts[1]) is not bool(compared["less"]) or amounts[0] == amounts[1]:
        word = compared["less"] or compared["more"]
        yield second, f"the text says {word} than, but it is {first.entry.printed} against {second.entry.printed}"


def _moved_from(text: str) -> str:
    """Which way the end of *text*, "falls from", goes: "up" or "down", else empty."""
    verb = _last_verb(text)
    if verb is None or denied(text) or not _FROM.match(text, verb.end()):
        return ""
    return "down" if verb["down"] else "up"


def _single(each: Judged) -> bool:
    one = len(each.entry.values) == 1 == len(each.numerals)
    return each.entry.macro == "pkval" and one and each.agrees and each.marker.place != "cell"


def _comparable(old: Numeral, new: Numeral) -> tuple[Fraction, Fraction] | None:
    """Both as printed, in one unit; a unit that only one of them has is that of both."""
    first, second = Fraction(old.value), Fraction(new.value)
    if old.unit == new.unit or not (old.unit and new.unit):
        return first, second
    try:
        units = parse_unit(old.unit), parse_unit(new.unit)
    except UnitError:
        return None
    return (first * units[0].scale, second * units[1].scale) if units[0].convertible(units[1]) else None
