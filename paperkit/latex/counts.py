"""Whether a number word counts something that a report measures or chose, or only tells the story.

Nouns decide, by what they are: units and things that get counted (HARD) make a quantity of any number before them;
nouns that order the text (NARRATIVE) make one only of numbers too large to be told; nouns of a set-up (SETUP) count
where something is done with them or they are pointed at ("on four tasks", "the two tasks"), and tell elsewhere ("where
two tasks remain"). Any other noun is counted, unless the number is known already ("the two colonies"), named by a word
that orders ("two main effects") or begins a sentence without the text counting the same thing in digits elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from paperkit.latex import vocabulary
from paperkit.latex.alphabet import SPACES
from paperkit.latex.number_words import HARD, NARRATIVE, QUALIFIERS, SETUP, STOP, TIME_UNITS
from paperkit.latex.wordlist import words

_NEXT = re.compile(rf"(-|[{SPACES}]+)(?:\([A-Z][\w-]*\)[{SPACES}]+)?(\d[\w.,/-]*|[^\W\d]\w*(?:[/+'’-]\w+)*)")
_TELLS = re.compile(rf":(?![{SPACES}]+[A-Z]\w*[A-Z])")
"""Behind a noun: what its things are follows, unless they are names, "three codes: AutoDock, LAMMPS"."""
_LONGEST = 7
"""Words that may stand between a number and the noun that it counts, with the noun."""
_PLACES = words("section figure table phase step chapter part case stage no number wave condition level group")
_RANKED = words("""
    best worst top largest smallest fastest slowest highest lowest weight rank order distance degree size
    dimension depth stride padding lag
    """)
"""Before a number without a noun, too: "the best three", "weight two"."""
_EXACT = words("of to by about than nearly almost exactly only all least most every")
_MEASURING = words("all every least most exactly only than about nearly almost fewer every")
_DETERMINERS = words("any the these those our its their both other such following my his her last")
_DOING = words("""
    on under over across with using against from for between among at to in of by into per evaluate evaluated use
    uses used test tested train trained compare compares compared run ran has have had having contains contain
    comprises comprising create creates created generate generates generated select selects selected choose chose
    chosen collect collects collected sample sampled construct constructed testing include includes included require
    requires required need needs needed report take takes took and or than least most all only exactly just consider
    """)
"""What stands before a count of the set-up."""
_OF_POINTS = words("function functions correlation correlations correlator correlators vertex vertices amplitude")
"""Behind "three-point": a name."""
_STEPWISE = words("layer stage level phase pass band block category organization")
"""Behind "two-", mostly a name: "a two-stage design", "two-phase commit"."""
_MEMBERS = words("worker client server process qubit electrode channel")
"""Behind "five-", so many of them; "two-process consensus" is a name."""
_LINES = words("research main different parallel such separate distinct broad major key text straight general")
"""Before "lines": they are lines of thought."""
_PARTS = words("tables figures sections")
"""Also parts of data and of a machine."""
_HOLDING = words(
    "has have had with uses use used using needs keeps holds contains comprises into from over across of in"
)
_SPREAD = words("families paradigms dimensions domains categories regimes languages areas architectures vendors")
_ACROSS = words("across spanning spans covering covers from at")
"""Before one of those: so many of what was studied, "five models from three families"."""
_BUILT = words("designs versions works approaches techniques mechanisms strategies optimizations")
_EVALUATING = words("compare compares compared evaluate evaluates evaluated test tests tested run ran measure measured")
_EVALUATING |= words(
    "examine examined analyse analyze analysed analyzed investigate investigated study studied reviewed"
)
"""Before one of those nouns: it was dealt with, and not told of."""
_APART = ("different", "distinct", "separate")
"""Behind a number: its things are told apart, "five different kernels"."""
_MENTIONED = words("aforementioned abovementioned above-mentioned aforesaid")
"""Behind a number: its things were told of."""
_HAVING = words("with had has have and got gave showed produced detected reported in contained completed assigned")
"""Before a zero of something: "with zero multi-peak injections"."""
_OF_ZERO = words("pad pads padding padded mean knowledge trust copy shot order crossing crossings bound bounds")
"""Behind "zero": a name."""
_TAKING = words("need needs needed use uses used take takes took require requires has have had for with")
"""Before a number at the end of a clause: "where others need two"."""
_POINTED = words(
    "time data grid sample sampling mesh vantage operating test end set way design measurement change access"
)


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
    colon: bool
    """Whether a list follows ("two parts: ...")."""
    end: int
    """Where the noun ends."""


def phrase_after(text: str, end: int) -> Phrase:
    """The phrase behind the number word that ends at *end*."""
    found: list[str] = []
    joined = digits = capital = False
    noun = ""
    at = behind = end
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
        noun, behind = word if is_plural(word) else "", at
        if noun and not is_plural(_peek(text, at)):
            break
    return Phrase(
        tuple(found), joined, noun, digits, capital, bool(noun) and _TELLS.match(text, at) is not None, behind
    )


class Counted:
    """The nouns that a text counts in digits ("87 kittiwakes"), looked for when they are first asked for."""

    def __init__(self, text: str, ends: Sequence[int]) -> None:
        self.text, self.ends = text, ends
        self.nouns: frozenset[str] | None = None

    def __call__(self, noun: str) -> bool:
        """Whether *noun*, in lower case, is one of them."""
        if self.nouns is None:
            self.nouns = frozenset(phrase_after(self.text, end).noun.lower() for end in self.ends)
        return noun in self.nouns


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
    if word[-1:] == "s" and word[:-1].isupper() and len(word) > 2:
        return True
    if lower in vocabulary.COUNT_NOUNS or lower in NARRATIVE or lower in HARD or word in vocabulary.UNIT_WORDS:
        return len(word) > 1
    return len(word) > 3 and lower.endswith("s") and not lower.endswith(("ss", "us", "is", "ous", "'s", "’s"))


def counts_next(text: str, end: int) -> bool:
    """Whether the next word is a plural, so that a letter before it multiplies ("1.3 M hosts")."""
    match = _NEXT.match(text, end)
    return match is not None and match[2].islower() and is_plural(match[2])


def several(value: int, phrase: Phrase, previous: str, begins: bool, counted: Callable[[str], bool]) -> bool:
    """Whether a number word other than one states a quantity.

    *begins*: it has a capital, and so begins a sentence; *counted*: whether the text counts a noun in digits elsewhere.
    """
    noun = phrase.noun.lower()
    if previous in _PLACES and noun != "times" and noun not in TIME_UNITS:
        return False
    if previous == "between" and value == 2 and noun not in HARD | TIME_UNITS and not phrase.digits:
        return False
    if value == 0:
        near = noun == "".join(phrase.words[:1]) and (noun in HARD or thing(noun))
        named = phrase.words[:1] and phrase.words[0] in _OF_ZERO
        return not (phrase.joined or named) and bool(noun) and (near or previous in _HAVING)
    if value > 12 or (phrase.digits and (noun or phrase.capital)):
        return True
    if phrase.joined:
        first, second = (*phrase.words, "", "")[:2]
        word = first.split("-")[0]
        many = (value > 2 and word in _STEPWISE) or (value > 3 and word in _MEMBERS)
        return (_joined(word) or many) and not (first == "point" and second in _OF_POINTS)
    if phrase.words[:1] and phrase.words[0] in _MENTIONED:
        return False
    if not noun:
        return _alone(value, phrase, previous) or (bool(phrase.words) and phrase.words[0] + "s" in HARD)
    unit = phrase.noun in vocabulary.UNIT_WORDS and (noun not in vocabulary.COUNT_NOUNS or noun in TIME_UNITS)
    if unit or noun in HARD:
        return True
    return _counts(value, phrase, previous, begins, counted)


def _counts(value: int, phrase: Phrase, previous: str, begins: bool, counted: Callable[[str], bool]) -> bool:
    """Of a number before a noun that is no unit: whether it is counted or told."""
    noun, first, modifiers = phrase.noun.lower(), phrase.words[0], phrase.words[:-1]
    measuring = (previous in _MEASURING or first in ("more", "additional", "further")) and not (
        previous in ("all", "every") and noun in NARRATIVE
    )
    told = previous in _DETERMINERS or first == "such"
    if previous == "all" or (value > 2 and first in _APART and not told and not begins):
        return True
    if noun in _BUILT and previous in _EVALUATING:
        return True
    if noun in _SPREAD and previous in _ACROSS and (not phrase.colon or previous in ("across", "from")):
        return True
    if noun in NARRATIVE:
        pointed = noun == "points" and (bool(set(modifiers) & _POINTED) or previous == "by")
        pointed |= noun == "lines" and bool(modifiers) and modifiers[0] not in _LINES | QUALIFIERS
        pointed |= noun in _PARTS and previous in _HOLDING and first not in QUALIFIERS
        return value > 5 or pointed or (measuring and noun in vocabulary.COUNT_NOUNS)
    if first in _APART and previous in _DOING and not told and noun not in NARRATIVE:
        return True
    if first in QUALIFIERS:
        return value > (3 if told else 5) or (
            noun in vocabulary.COUNT_NOUNS and noun not in SETUP and not told and not begins
        )
    if any(word.endswith("est") or word in ("best", "worst", "most", "least") for word in modifiers):
        return True
    if noun in SETUP and phrase.colon and previous == "into":
        return False
    if noun in SETUP:
        if value < 4 and ((told and noun == "cases") or previous in ("these", "those", "such")):
            return False
        return value > 5 or measuring or previous in _DOING | _EVALUATING or told or begins
    if told:
        return measuring or value > 3 or phrase.capital
    if phrase.colon and not measuring and (value < 4 or (value < 6 and previous not in _DOING)):
        return False
    if begins or previous in ("are", "exist"):
        return value > 4 or phrase.capital or noun in vocabulary.COUNT_NOUNS or counted(noun)
    return True


def thing(word: str) -> bool:
    """Whether *word*, perhaps in the singular, is a noun that gets counted."""
    return word in vocabulary.COUNT_NOUNS or word + "s" in vocabulary.COUNT_NOUNS or word + "s" in HARD


def _joined(word: str) -> bool:
    """Whether a word behind a hyphen measures ("four-core", "five-item"), and does not name ("two-sample test")."""
    return (
        word in HARD
        or word + "s" in HARD
        or word
        in ("item", "point", "member", "entry", "inch", "way", "digit", "degree", "model", "variable", "dataset")
    ) and (
        word not in ("way", "sample", "process", "qubit", "electrode", "worker", "hop", "channel", "client", "server")
    )


def _alone(value: int, phrase: Phrase, previous: str) -> bool:
    """Of a number without a noun: "ours emits seven", "five get slower"; but "the two", "these three"."""
    if previous in _EXACT or previous in _RANKED or previous == "but":
        return True
    singular = phrase.words[0] if phrase.words else ""
    if singular in ("fewer", "more", "less") and previous not in _DETERMINERS:
        return True
    if not phrase.words and previous in _TAKING:
        return True
    if value == 2 or previous in _DETERMINERS:
        return False
    return not phrase.words or singular in STOP or value > 3 or previous in _MEASURING
