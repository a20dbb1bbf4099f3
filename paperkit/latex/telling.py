"""Number words that only tell, and ones that count after all, by the clause around them."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from paperkit.latex.alphabet import BREAK, SPACES
from paperkit.latex.counts import phrase_after
from paperkit.latex.number_words import CARDINAL, HARD, NARRATIVE, SETUP, TIME_UNITS, UNITS
from paperkit.latex.vocabulary import COUNT_NOUNS
from paperkit.latex.wordlist import words

_GAP = f"[{SPACES}]+"
_AMONG = re.compile(rf"(?:^|[.!?{BREAK}]{_GAP}|{BREAK})Of{_GAP}[^.!?{BREAK}]*,[^.!?{BREAK}]*$")
_VERB = re.compile(
    rf"{_GAP}(?:[a-z]+(?:ed|came|went|fell|rose|did|had|were|was|are|is|have|has|from|by)|came|went|fell|rose|did|had"
    rf"|were|was|are|is|have|has|died|lost|won|got|made|took|from|by|in)\b"
)
_LATE = re.compile(
    rf"{_GAP}(?:were|was|are|had{_GAP}been|have{_GAP}been|has{_GAP}been){_GAP}(?:[a-z]+ly{_GAP})?[a-z]+(?:ed|en|wn|nd|ne|ught|ld)\b"
)
_DOUBLE = re.compile(rf"\b(?:[Aa]n?|[Tt]he|[Tt]his|[Ee]ach|[Oo]ur|with|of|by){_GAP}$")
_NAMED = re.compile(rf"/[A-Z]|{_GAP}[A-Z]")
"""Behind "Double": a name goes on, as in "Double/Debiased", "Double ML"."""
_MULTIPLE = words("""
    dose doses rate rates amount amounts number numbers size sizes speed speeds time times throughput bandwidth length
    width height depth cost costs load loads price prices pay weight capacity memory performance latency value values
    sample samples share yield output traffic figure digit digits resolution area volume energy budget period
    that those this its their our the what of as
    """)
"""Behind "double": so many times as much; other nouns are named by it ("a double mutant")."""
_HALF = words(
    "mass maximum maxima max light life lives saturation wave integer height bridge cycle sib sibs sister duplex plane"
    " space way"
)
"""Behind "half": a name, as in "at half maximum"."""
_GROWING = words("time times rate rates period sequence dilution dilutions map cube dimension strategy trick")
"""Behind "doubling": a name, as in "the doubling time"."""
_PAPER = re.compile(
    rf"\b(?:[Pp]aper|[Aa]ppendix|[Ss]upplement\w*|[Ss]ections?|[Dd]ocument|[Tt]hesis|[Aa]rticle|[Mm]anuscript)\b(?:{_GAP}[A-Z\d])?\)?(?:{_GAP}[a-z]+){{0,2}}{_GAP}$"
)
_TYPESET = re.compile(r"[^.!?]{0,50}(?:\bunderlin|\bbold|\bitalic|\bhighlight|\bshaded|\bcolou?r)")
_VERBS = words("would will can could may might must should is was does did has had")
_OF_THEM = re.compile(rf"{_GAP}of{_GAP}(?:them|these|those|which|whom|(the|our|its|their))\b")
_OVER_TIME = re.compile(rf"\b(?:within|after|over|last|past|next|first|consecutive|for){_GAP}$")
_PART = re.compile(rf"{_GAP}of\b")
_BOUND = re.compile(rf"{_GAP}or{_GAP}(?:more|fewer|less)\b")
_TRIPLES = re.compile(rf"\d{_GAP}(?:[a-z-]+{_GAP})?$|\b(?:an?|the){_GAP}[a-z-]+al{_GAP}$")
_FALLING = re.compile(rf"\b(?:falls?|fell|fallen){_GAP}into{_GAP}$")
_SORTED = re.compile(
    rf"\b(?:divided|classified|categori[sz]ed|grouped|split|separated|sorted|organi[sz]ed|broken{_GAP}down){_GAP}(?:in)?to{_GAP}$"
)
_SORTS = words("categories classes types kinds")
"""Behind a number of what things are sorted into, which orders the text."""
_POINTED = re.compile(rf"\b(?:first|last|final|left|right|upper|lower|top|bottom)[{SPACES}]+$", re.IGNORECASE)
"""Before a number of things that stand in the text or were named in it: "the first two schemes"."""
_RUNS = words("runs epochs iterations ticks trials repetitions rounds requests samples measurements")
"""Behind "the last three": so many of what comes one after the other."""
_NAMED_BEFORE = re.compile(
    rf"\b(?:waves?|conditions?|levels?|groups?|points|steps?|phases?|stages?|sections?|chapters?)[{SPACES}]+{CARDINAL}"
    rf"[{SPACES}]*(?:,|and|or|to)[{SPACES}]+$",
    re.IGNORECASE,
)
"""Before the second of two that are named: "wave two and three"."""
_DECADES = re.compile(
    rf"-(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ies\b|(?<=\bten){_GAP}(?:Berge|Brink|Broek|Have|Hoopen|Wolde)\b"
)
"""Behind a number word: "in the nineteen-nineties", or the rest of a name."""
_DOUBLES = re.compile(
    rf"\b(?:of|on|as|involving|creating|between|into|storing|boxed){_GAP}(?:an?{_GAP})?doubles?\b"
    rf"|\ba{_GAP}double(?=[.,;:)]|{_GAP}(?:is|value|type|array|within)\b)"
)
"""Double as the name of a type of numbers."""
_POWER = re.compile(rf"\bpowers?{_GAP}of{_GAP}$")
"""Before "two": a kind of number."""
_FIRST_OF = re.compile(rf"\b(?:first|second|third|last){_GAP}of{_GAP}$")
_DOCUMENT = words("sections tables figures appendices chapters paragraphs lemmas theorems")

_WHICH_ORDER = re.compile(rf"\b(?:in|same|right|correct|similar|the|this|their|its|our)[{SPACES}]+$", re.IGNORECASE)
_WHICH_HALF = re.compile(
    rf"\b(?:first|second|former|latter|upper|lower|left|right|top|bottom|split)[{SPACES}]+$", re.IGNORECASE
)


def among(text: str, start: int, end: int) -> bool:
    """Whether the number word at [start, end) is a part of what its sentence begins with: "Of seven, three fell"."""
    return _VERB.match(text, end) is not None and _AMONG.search(text, max(0, start - 160), start) is not None


def next_in_row(text: str, start: int, part: int, following: str) -> bool:
    """Whether "a fourth" at *start* is the next one behind "three", with its noun left out, before a verb."""
    if following not in _VERBS:
        return False
    if text[start] == "A":
        return True
    before = text[max(0, start - 100) : start].lower()
    former = next((word for word, number in UNITS.items() if number == part - 1), "")
    return (
        re.search(
            rf"\b(?:{former}|another|a{_GAP}second){_GAP}(?!thirds|quarters|fifths)[a-z][^.!?]*"
            rf"[,;]{_GAP}(?:and{_GAP}|but{_GAP})?$",
            before,
        )
        is not None
    )


def part_of(text: str, end: int) -> bool:
    """Whether a number that ends at *end* is of things that are known: "two of them", "two of the case studies"."""
    known = _OF_THEM.match(text, end)
    if known is None:
        return False
    noun = phrase_after(text, known.end()).noun.lower() if known[1] else "them"
    return bool(noun) and noun not in NARRATIVE


def at_least(text: str, end: int) -> bool:
    """Whether the number that ends at *end* is a bound of a count: "two or more photoelectrons"."""
    bound = _BOUND.match(text, end)
    return bound is not None and phrase_after(text, bound.end()).noun.lower() not in NARRATIVE | SETUP | {""}


def lasting(text: str, start: int, end: int) -> bool:
    """Whether "three quarters" are of a year, not of a whole: "within three quarters"."""
    return _OVER_TIME.search(text, max(0, start - 14), start) is not None and _PART.match(text, end) is None


def begins(text: str, start: int) -> bool:
    """Whether the word at *start* begins a sentence, a cell or a heading, so that its capital makes no name of it."""
    before = text[max(0, start - 3) : start].rstrip()
    return not before or not (before[-1].isalnum() or before[-1] in ",(")


def tripled(text: str, start: int) -> bool:
    """Whether the triples at *start* are counted themselves: "1,000 random triples"."""
    return _TRIPLES.search(text, max(0, start - 30), start) is not None


def of_graph(text: str) -> bool:
    """Whether triples are what a text stores, subject, predicate and object."""
    return any(word in text for word in ("RDF", "SPARQL", "knowledge graph", "triple store", "triplestore"))


@lru_cache(maxsize=4)
def of_type(text: str) -> bool:
    """Whether doubles are a type of numbers in a text: it says more than once "of doubles" or "a double."."""
    return sum(1 for _ in islice(_DOUBLES.finditer(text), 2)) > 1


def narrated(text: str, end: int) -> bool:
    """Whether what follows the numbers that end at *end* is a noun that only orders: "one of three things"."""
    phrase = phrase_after(text, end)
    noun = phrase.noun.lower()
    if noun in SETUP and noun not in HARD | {"systems", "cases"}:
        return True
    first = "".join(phrase.words[:1])
    return first in NARRATIVE and first not in COUNT_NOUNS


def part_of_paper(text: str, start: int, noun: str) -> bool:
    """Whether a count is of parts of the document itself: "the appendix has nine tables"."""
    return noun in _DOCUMENT and _PAPER.search(text, max(0, start - 60), start) is not None


def passing(text: str, start: int, end: int, small: bool) -> bool:
    """Whether the number word at [start, end) only leads on: "falls into two groups", "the first of two, ..."."""
    if small and _FALLING.search(text, max(0, start - 16), start):
        return True
    if small and _SORTED.search(text, max(0, start - 24), start) and phrase_after(text, end).noun in _SORTS:
        return True
    if text[max(0, start - 3) : start - 1] == "of" and _POWER.search(text, max(0, start - 12), start):
        return True
    if _NAMED_BEFORE.search(text, max(0, start - 40), start) or _DECADES.match(text, end):
        return True
    pointed = _POINTED.search(text, max(0, start - 8), start)
    if pointed is not None:
        return (TIME_UNITS | (_RUNS if pointed[0][:1] in "lf" else TIME_UNITS)).isdisjoint(
            phrase_after(text, end).words[:3]
        )
    return text[end : end + 1] in (",", ".", ";", ")") and _FIRST_OF.search(text, max(0, start - 12), start) is not None


def typeset(text: str, end: int) -> bool:
    """Whether an ordinal only says how a table shows its best numbers: "second best underlined"."""
    return _TYPESET.match(text, end) is not None


def reported(text: str, end: int) -> bool:
    """Whether a noun that ends at *end* was dealt with: "Three outcomes were examined"."""
    return _LATE.match(text, end) is not None


def named_double(text: str, start: int, following: str) -> bool:
    """Whether "double" before *following* names ("a double power law"), and does not multiply ("a double dose")."""
    if text[max(0, start - 2) : start].strip().isdigit():
        return True
    if text[start : start + 6] == "Double" and _NAMED.match(text, start + 6):
        return True
    return (
        bool(following) and following not in _MULTIPLE and _DOUBLE.search(text, max(0, start - 12), start) is not None
    )


def named_half(following: str) -> bool:
    """Whether "half" before *following* is part of a name."""
    return following in _HALF


def named_doubling(text: str, end: int, following: str) -> bool:
    """Whether "doubling" before *following* names a time, alone before a unit too: "Doubling (min)"."""
    return (
        following in _GROWING
        or re.match(rf"{_GAP}\((?:min|h|d|s|hours|days|minutes)\)", text[end : end + 12]) is not None
    )


def which_half(text: str, start: int) -> bool:
    """Whether the "half" at *start* says which one and not how much: the first half, the upper half."""
    return _WHICH_HALF.search(text, max(0, start - 12), start) is not None


def which_order(text: str, start: int) -> bool:
    """Whether the "order of magnitude" at *start* says which one, and is no factor of ten."""
    return _WHICH_ORDER.search(text, max(0, start - 12), start) is not None
