"""Whether a number word counts something that a report measures or chose, or only tells the story."""

from __future__ import annotations

import re
from typing import NamedTuple

from paperkit.latex import vocabulary
from paperkit.latex.alphabet import SPACES
from paperkit.latex.number_words import HARD, NARRATIVE, STOP
from paperkit.latex.wordlist import words

_NEXT = re.compile(rf"(-|[{SPACES}]+)(\d[\w.,/-]*|[^\W\d][\w/+'’-]*)")
_LONGEST = 7
"""Words that may stand between a number and the noun that it counts, with the noun."""
_PLACES = words("section figure table phase step chapter part case stage no number")
_EXACT = words("of to by about than nearly almost exactly only all least most every")
_MEASURING = words("all every least most exactly only than about nearly almost fewer")
_DETERMINERS = words("the these those our its their both other such following my his her")
_ONES = words("on with using only just than exactly per needs takes into least most")


class Phrase(NamedTuple):
    """What stands behind a number word."""

    words: tuple[str, ...]
    """The next words, in lower case, up to the end of the phrase."""
    joined: bool
    """Whether the first one hangs on it by a hyphen."""
    noun: str
    """The noun that is counted; empty when none is found."""
    digits: bool
    """Whether there are digits among the words before the noun ("two 25 Gbps ports")."""
    capital: bool
    """Whether a name is among them ("two Intel Xeon CPUs")."""


def phrase_after(text: str, end: int) -> Phrase:
    """The phrase behind the number word that ends at *end*."""
    found: list[str] = []
    joined = digits = capital = False
    noun = ""
    at = end
    for index in range(_LONGEST):
        match = _NEXT.match(text, at)
        if match is None or (index and match[1] == "-"):
            break
        word, at = match[2], match.end()
        if index == 0:
            joined = match[1] == "-"
        if word[0].isdigit():
            digits = True
            continue
        if word.lower() in STOP:
            found += [word.lower()] if not found else []
            break
        found.append(word.lower())
        capital = capital or word[0].isupper()
        noun = word if is_plural(word) else ""
        if noun and not is_plural(_peek(text, at)):
            break
    return Phrase(tuple(found), joined, noun, digits, capital)


def _peek(text: str, at: int) -> str:
    """The next word, when it may go on with the noun ("power limits")."""
    match = _NEXT.match(text, at)
    return match[2] if match is not None and match[1] != "-" else ""


def is_plural(word: str) -> bool:
    """Whether *word* looks like a noun of which there are several.

    >>> is_plural("cores"), is_plural("GPUs"), is_plural("process"), is_plural("is"), is_plural("people")
    (True, True, False, False, True)
    """
    lower = word.lower()
    if lower in vocabulary.COUNT_NOUNS or lower in NARRATIVE or word in vocabulary.UNIT_WORDS:
        return len(word) > 1
    return len(word) > 3 and lower.endswith("s") and not lower.endswith(("ss", "us", "is", "ous", "'s", "’s"))


def several(value: int, phrase: Phrase, previous: str, begins: bool) -> bool:
    """Whether a number word other than one states a quantity; *begins*: it has a capital, and so begins a sentence."""
    if previous in _PLACES:
        return False
    if value == 0:
        return bool(phrase.noun) and phrase.noun.lower() == phrase.words[0] and not phrase.joined
    if value >= 100 or phrase.digits:
        return True
    if phrase.joined:
        return _measured(phrase.words[0].split("-")[0]) if phrase.words else False
    noun = phrase.noun.lower()
    if not noun:
        return _alone(value, phrase, previous)
    if noun in HARD or phrase.noun in vocabulary.UNIT_WORDS:
        return True
    told = previous in _DETERMINERS or phrase.words[0] in ("such", "other", "more", "main", "key")
    if noun in NARRATIVE:
        return value > 5 or (previous in _MEASURING - {"all", "every"} and noun in vocabulary.COUNT_NOUNS)
    if noun in vocabulary.COUNT_NOUNS:
        return value > 3 or not told or previous in _MEASURING
    if begins and value < 5:
        return phrase.capital
    return previous in _MEASURING or value > 5 or phrase.capital or not told


def _measured(word: str) -> bool:
    return word in vocabulary.COUNT_NOUNS or word + "s" in vocabulary.COUNT_NOUNS


def _alone(value: int, phrase: Phrase, previous: str) -> bool:
    """Of a number without a noun: "ours emits seven", "five get slower"; but "the two", "these three"."""
    if previous in _EXACT:
        return True
    singular = phrase.words[0] if phrase.words else ""
    if value == 2 or previous in _DETERMINERS:
        return False
    return not phrase.words or singular in STOP or value > 3 or previous in _MEASURING


def one(phrase: Phrase, previous: str) -> bool:
    """Whether "one" counts: "; one core polls", "on one node", "with one ACK per 64 packets"."""
    if phrase.joined or not phrase.words:
        return False
    if previous in _ONES and phrase.words[1:2] in (("per",), ("for",)):
        return True
    if previous in ("", "and") and phrase.words[0] + "s" in HARD:
        return True
    if previous in _ONES and any(map(str.isdigit, phrase.words[0])):
        return True
    return previous in _ONES and any(_measured(word) or word + "s" in HARD for word in phrase.words[:3])
