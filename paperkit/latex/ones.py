"""Whether "one" counts, or stands for a thing: "one in five", "on one node", "less than one"; not "the first one"."""

from __future__ import annotations

import re

from paperkit.latex.alphabet import BREAK, CELL, ROW, SPACES
from paperkit.latex.counts import Phrase, thing
from paperkit.latex.number_words import CARDINAL, HARD, NARRATIVE, SETUP, STOP, TIME_UNITS
from paperkit.latex.vocabulary import PRODUCTS, UNIT_WORDS
from paperkit.latex.wordlist import words

_ONES = words("""
    need use show shows give gives keep keeps add adds make makes took sends send gets get
    on with using only just than exactly per needs takes into least most has have had having requires require required
    contains contain uses used includes took needed costs cost plus via through within
    """)
_LASTING = words(
    "below under above beyond or from at after within every for in over about than of takes took lasts costs least most"
    " past last only around approximately roughly nearly almost is are was were"
)
"""Before "one" and a unit of time: a duration, not "one day we shall"."""
_LONG_AS = re.compile(rf"\b(?:up|equal)[{SPACES}]+to[{SPACES}]+$")
"""Before "one" and a unit of time, too."""
_ALL_BUT = re.compile(rf"\b(?:all|every[a-z]*|any[a-z]*|none)[{SPACES}]+(?:but|except)[{SPACES}]+$", re.IGNORECASE)
_TO_DO = re.compile(rf"\bto[{SPACES}]+(?!the\b|only\b|just\b)[a-z]{{3,}}[{SPACES}]+$")
"""Before "one": what is to be done with it, as in "to transfer one edge"."""
_RATE = re.compile(
    rf"(?![{SPACES}]+(?:for|from|of|in)[{SPACES}]+each)(?:[{SPACES}]+[a-z]+){{0,2}}[{SPACES}]+"
    rf"(?:in[{SPACES}]+(?:{CARDINAL}|\d)|(?:per|every|(?:for|from|of|in)[{SPACES}]+(?:every|each))[{SPACES}]+\w)",
    re.IGNORECASE,
)
"""Behind "one": a rate ("one ACK per packet", "one pair in ten")."""
_OF_THINGS = re.compile(
    rf"[{SPACES}]+of[{SPACES}]+(?:the|our|these|its)[{SPACES}]+(?:[a-z-]+[{SPACES}]+)?(?:{'|'.join(sorted(HARD))})\b"
)
"""Behind "one": so many of what gets counted, "only on one of the controller nodes"."""
_ONLY = re.compile(rf"\b(?:only|just|exactly)[{SPACES}]+(?:(?:on|in|at|to|from|by)[{SPACES}]+)?$")
_SET_TO = re.compile(
    rf"\b(?:limited|set|fixed|equal|reduced|restricted|clamped|sums?|normali[sz]ed)[{SPACES}]+to[{SPACES}]+$"
)
_BY_ONE = re.compile(rf"[{SPACES}]+by[{SPACES}]+one\b")
_ONE_BY = re.compile(rf"\bone[{SPACES}]+by[{SPACES}]+$", re.IGNORECASE)
_USED = re.compile(
    rf"[{SPACES}]+([a-z]+)[{SPACES}]+(?:was|were)[{SPACES}]+(?:used|tested|run|lost|excluded|measured|trained|sampled|removed)\b"
)
_FOUND = re.compile(
    rf"[{SPACES}]+(?:[a-z]+[{SPACES}]+)?([a-z]+)(?:[{SPACES}]+\([^()]{{1,40}}\))?[{SPACES}]+(?:was|were)[{SPACES}]+"
    r"(?:collected|recorded|found|observed|detected|chosen|selected|taken|added|excluded|removed|placed|installed)\b"
)
"""The same in mid-sentence, also of a thing with more words."""
_OF_CASES = re.compile(rf"[{SPACES}]+cases?,?[{SPACES}]+\(?1/\d")
"""Behind "one": the same in digits, "in one case, 1/43"."""
_BEFORE_ONE = re.compile(rf"\b(?:{CARDINAL}|\d+),[{SPACES}]+$", re.IGNORECASE)
_BETWEEN = re.compile(rf",?[{SPACES}]+(?:and|or)[{SPACES}]+(?:{CARDINAL}|\d)")
"""Around "one": others in a list, "zero, one, and two servers"."""
_WITH_ONE = re.compile(rf"[{SPACES}]+[a-z-]+(?:[{SPACES}]+[a-z]+)?\)")
"""Behind "(with one": what there is one of, "(with one abstention)"."""
_MORE = re.compile(rf"[{SPACES}]+(?:(?:more|less|fewer)[{SPACES}]+than|[a-z]+[{SPACES}]+apart)\b")
_BEFORE_HARD = words("to in from perform performed least")
"""Before "one" and what gets counted whatever stands before it: "assigned to one socket"."""
_VERBS = words("""
    need needs needed use uses used show shows give gives keep keeps add adds make makes take takes took send sends get
    gets has have had having requires require required contains contain includes cost costs using employing follow
    follows followed find finds found transfer transfers yields yielded return returns hits misses missed runs launch
    launches spawn spawns create creates insert inserts allocate allocates assign assigns process processes sampled
    collected recorded observed lost lose loses drop drops dropped
    """)
"""Before "one", whatever it is of that follows: "needs one click"; elsewhere only a thing that gets counted."""
_STORY = STOP | words("""
    hot after before behind above below against
    another can could may might must should would will shall sees finds gets needs loses exception sense direction
    place word go piece case instance time form corner such such-and hopes thinks expects knows wants uses takes side
    day thing obtains gives has arrives cannot does did do might else more less extreme hand
    """)
"""Behind "one", it stands for people or for what was told."""
_ONE_MORE = words("additional more extra")
_VAGUE = words("particular specific possible certain further additional common single type kind way aspect")
"""Behind "one", nothing is counted but something told of."""
_NEAR = 160
"""Characters within which a text is about the same things."""
_COUNTED = re.compile(
    rf"(?:\b{CARDINAL}|\d)(?=[{SPACES}]+([a-z]+(?:-[a-z]+)*)(?:[{SPACES}]+([a-z]+(?:-[a-z]+)*))?)", re.IGNORECASE
)
"""A number with the next two words behind it."""
_WHERE = "in|at|on|under|from|with|near|over|behind|above|below|within|outside|inside"
_ASIDE = rf"(?:[{SPACES}]*\([^()]{{1,60}}\))?"
_IN_ROW = re.compile(
    rf"\b(?:{CARDINAL}|\d+)[{SPACES}]+(?!(?:is|was|has|of|can|that|for|day|night|well)\b)[a-z-]+(?:[{SPACES}]+[a-z-]+)?(?:[{SPACES}]+(?:was|were)[{SPACES}]+[a-z]+)?"
    rf"{_ASIDE},?[{SPACES}]+(?:and[{SPACES}]+)?$",
    re.IGNORECASE,
)
"""Before "one": another count, as in "two lesions, one click"."""
_IN_LIST = re.compile(
    rf"\b{CARDINAL}[{SPACES}]+(?:[a-z-]+[{SPACES}]+){{0,3}}[a-z-]+s(?:,[{SPACES}]+(?:and[{SPACES}]+)?|[{SPACES}]+and[{SPACES}]+)$"
)
"""Before a number: another one of things, "four control horizons, and five dimensions"."""
_LINKED = rf"[{SPACES}]+([a-z-]+)(?:[{SPACES}]+[a-z-]+)?{_ASIDE},?[{SPACES}]+(?:and[{SPACES}]+)?"
_PAIR = re.compile(rf"{_LINKED}one[{SPACES}]+[a-z-]+")
_PAIRED = re.compile(rf"\bone{_LINKED}$", re.IGNORECASE)
"""Around "one": a second one of something else, as in "one victim and one attacker"."""
_BESIDE = re.compile(
    rf"\b(?!one\b)(?:{CARDINAL}|\d+)[{SPACES}]+(?:(?:{_WHERE})[{SPACES}]|\()[^.;:]{{0,100}}[{SPACES}]and[{SPACES}]+$",
    re.IGNORECASE,
)
_THERE = re.compile(rf"[{SPACES}]+(?:(?:{_WHERE})\b|\()")
"""Around "one": so many here and there, "three in the creek and one under a bridge"."""
_CHANGED = re.compile(r"\b(?:increas|decreas|reduc|grow|grew|shift|rais|lower|exceed|differ|advanc|delay)[^.;:]*$")
"""Before "by one segment": so much, and not by whom."""
_COMPARED = re.compile(rf"\b(?:more|less|fewer)[{SPACES}]+than[{SPACES}]+$", re.IGNORECASE)
_AS_ONE = re.compile(rf"\bas[{SPACES}]+(?:little|few|many|much|long|short)[{SPACES}]+as[{SPACES}]+$", re.IGNORECASE)
"""Before "one": so many, as in "as little as one season"."""
_MAY = re.compile(rf"[{SPACES}]+[a-z]+[{SPACES}]+(?:may|can|might|could)\b")
"""Behind "one server": any one of them."""
_THE = frozenset({"the", "that", "this", "each", "every", "any", "no"})
_PERSON = re.compile(
    rf"[{SPACES}]+(?:participant|interviewee|respondent|patient|student|subject|volunteer|reviewer|rater|developer|user|child)\b"
    rf"(?![{SPACES}]+(?:said|says|stated?s?|noted?s?|put|mention|explain|comment|describ|remark|argu|told|wrote|may|can|might|could|to|in[{SPACES}]+particular))"
)
"""Behind "one": a person among those studied, who is not quoted."""
_NUMBERED = re.compile(rf"(?:\d|\b{CARDINAL}\b)[^.;:!?]*$", re.IGNORECASE)
_LEFT_OUT = ("of", "than", "by", "to", "from", "only")
"""Before "one" with its noun left out, as in "two channels instead of one"."""
_CLOSING = frozenset(f".,;:){BREAK}{CELL}{ROW}") | {""}
_VERB = re.compile(r"(?!(?:this|its|his|was|is|as|has|does|plus|versus|besides|across|unless)$)[a-z]{2,}(?:s|ed)")
"""A word before "one" that is most likely a verb: "corrects one error"."""
_LESS = re.compile(rf"\b(?:less|fewer|smaller|lower|under)[{SPACES}]+than[{SPACES}]+$", re.IGNORECASE)


def one(text: str, start: int, end: int, phrase: Phrase, previous: str) -> bool:
    """Whether the "one" at [start, end) of *text* counts; *previous* is the word before it."""
    if _BY_ONE.match(text, end) or (previous == "by" and _ONE_BY.search(text, max(0, start - 8), start)):
        return False
    if (
        _within_or_used(text, start, end, phrase, previous)
        or _MORE.match(text, end)
        or _OF_CASES.match(text, end)
        or _RATE.match(text, end)
        or _LESS.search(text, max(0, start - 20), start)
    ):
        return True
    if (
        previous in ("size", "weight", "order", "degree", "depth", "width", "stride", "padding", "lag")
        and text[end : end + 1] in _CLOSING
    ):
        return True
    if previous in ("only", "just", "exactly", "most") and text[end : end + 1] in _CLOSING:
        return True
    if previous == "to" and text[end : end + 1] in _CLOSING and _SET_TO.search(text, max(0, start - 20), start):
        return True
    if previous == "and" and _THERE.match(text, end) and _BESIDE.search(text, max(0, start - 140), start):
        return True
    if previous in ("but", "except") and _ALL_BUT.search(text, max(0, start - 20), start):
        return True
    if _BETWEEN.match(text, end) and _BEFORE_ONE.search(text, max(0, start - 20), start):
        return True
    if previous == "with" and _WITH_ONE.match(text, end) and text[max(0, start - 6) : start - 5] == "(":
        return True
    if _OF_THINGS.match(text, end) and _ONLY.search(text, max(0, start - 12), start):
        return True
    if previous in _LEFT_OUT and text[end : end + 1] in _CLOSING:
        return _NUMBERED.search(text, max(0, start - 70), start) is not None
    return _of_phrase(text, start, end, phrase, previous)


def _of_phrase(text: str, start: int, end: int, phrase: Phrase, previous: str) -> bool:
    """As one, by the words that follow."""
    if phrase.joined or not phrase.words:
        return False
    if phrase.digits and phrase.words[0] not in _STORY | {"being"} and not UNIT_WORDS.isdisjoint(phrase.words[:3]):
        return True
    if phrase.words[0] == "single":
        return True
    first = phrase.words[0]
    if previous in ("a", "every", "each") and first in TIME_UNITS:
        return True
    lasts = previous in _LASTING or _LONG_AS.search(text, max(0, start - 9), start)
    if lasts and any({word, word + "s"} & TIME_UNITS for word in phrase.words[:2]):
        return True
    if _AS_ONE.search(text, max(0, start - 16), start):
        return True
    second = phrase.words[1] if len(phrase.words) > 1 and first not in _STORY else first
    alone = (
        (first + "s" in HARD or (previous == "" and second + "s" in HARD and text[start - 1] == "("))
        and first not in TIME_UNITS
        and _MAY.match(text, end) is None
    )
    if previous in ("", "and") and text[start].islower() and alone:
        return True
    if previous not in _THE and text[start].islower() and _PERSON.match(text, end):
        return True
    if (previous == "and" or _VERB.fullmatch(previous)) and any(word + "s" in HARD for word in phrase.words[:3]):
        return True
    return _before_thing(text, start, phrase, previous)


def _before_thing(text: str, start: int, phrase: Phrase, previous: str) -> bool:
    """Whether "one" counts what follows, by the words before and behind it."""
    first = phrase.words[0]
    if (previous in _ONES and any(map(str.isdigit, first))) or (phrase.capital and first in PRODUCTS):
        return True
    told = any(word + "s" in NARRATIVE for word in phrase.words[:2])
    lasting = first in TIME_UNITS or first + "s" in TIME_UNITS
    if previous in ("", "and") and not lasting and _IN_ROW.search(text, max(0, start - 40), start):
        return first not in _STORY and not told
    if not told and not lasting and first not in _STORY and _paired(text, start, start + 3):
        return True
    if previous in _BEFORE_HARD and not (lasting or told) and any(word + "s" in HARD for word in phrase.words[:2]):
        return True
    if previous == "than" and not told and first not in _STORY and _COMPARED.search(text, max(0, start - 14), start):
        return True
    if previous == "by" and (thing(first) or phrase.capital) and _CHANGED.search(text, max(0, start - 80), start):
        return True
    free = not (told or lasting) and text[start].islower()
    if free and first in _ONE_MORE and phrase.words[1:2]:
        return True
    if free and first not in _STORY | _VAGUE and (previous in _VERBS or _done_to(text, start, phrase)):
        return True
    if previous not in _ONES:
        return False
    if previous in ("just", "only", "exactly") and not told and not lasting and first not in _STORY - {"hand", "side"}:
        return True
    return any(word + "s" in HARD or thing(word) for word in phrase.words[: 5 if previous == "least" else 3])


def _done_to(text: str, start: int, phrase: Phrase) -> bool:
    """Whether something is to be done with the one, or more of the same are counted nearby."""
    return _TO_DO.search(text, max(0, start - 24), start) is not None or _counted_too(text, start, phrase)


def _counted_too(text: str, start: int, phrase: Phrase) -> bool:
    """Whether more of the same is counted nearby: "for one query, ... for two queries"."""
    near = _COUNTED.finditer(text, max(0, start - _NEAR), start + _NEAR)
    counted = {word.lower() for match in near for word in match.groups() if word}
    for word in phrase.words[:2]:
        if len(word) < 3 or word in _STORY | _VAGUE:
            return False
        stem = word[:-1] + "ies" if word.endswith("y") else word + "s"
        if stem in counted:
            return True
    return False


def in_row(text: str, start: int, phrase: Phrase) -> bool:
    """Whether the number word at *start* goes on with what is counted: "five Enterobacteria, two Pseudomonada"."""
    former = _IN_ROW.search(text, max(0, start - 40), start) or _IN_LIST.search(text, max(0, start - 50), start)
    if not phrase.words or phrase.words[0] in _STORY or former is None or former[0].split()[-1] in _THE | {"these"}:
        return False
    counted = former[0].rstrip(" ,~\n").removesuffix("and").rstrip(" ,~\n").split()[-1].lower()
    if phrase.colon or counted in NARRATIVE:
        return False
    linked = former[0].rstrip().endswith("and") or (counted not in SETUP and former[0].rstrip()[-1] == ",")
    return phrase.noun.lower() not in NARRATIVE | SETUP or (counted.endswith("s") and linked)


def _paired(text: str, start: int, end: int) -> bool:
    pair = _PAIR.match(text, end) or _PAIRED.search(text, max(0, start - 40), start)
    return pair is not None and pair[1] not in _STORY and pair[1] + "s" not in NARRATIVE


def _within_or_used(text: str, start: int, end: int, phrase: Phrase, previous: str) -> bool:
    """Whether "one" is a margin ("within one point"), or something was done with one of it ("one proxy was used")."""
    if previous == "within" and phrase.words[:1] in (("point",), ("percent",)):
        return True
    used = _USED.match(text, end) or (_FOUND.match(text, end) if text[start].islower() else None)
    return used is not None and used[1] + "s" not in NARRATIVE and used[1] not in _STORY
