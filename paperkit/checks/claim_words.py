"""The words of a claim, read: which numbers they name, with which comparator, in which terms, of how many rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from paperkit.checks.claim_text import clause, normal, tail
from paperkit.checks.claim_units import one_unit, unit_of_part
from paperkit.checks.comparators import AFTER, Comparator, before, behind, by
from paperkit.latex.document import Numeral
from paperkit.latex.number_words import PARTS, TENS, UNITS
from paperkit.values.plain_text import plain_text


class Term(StrEnum):
    """In which terms a number is said."""

    AMOUNT = "amount"
    PERCENT = "per cent"
    POINTS = "percentage points"
    FACTOR = "factor"
    SHARE = "share"
    PART = "part"


class Direction(StrEnum):
    """What the words say of one side against the other."""

    FASTER = "faster"
    SLOWER = "slower"
    UP = "more"
    DOWN = "less"
    BETTER = "better"
    SAME = "no different"
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class Number:
    """One number of the words. *quantum* is a unit of its last digit; None for parts such as "a quarter"."""

    value: Fraction
    quantum: Fraction | None
    term: Term
    unit: str
    comparator: Comparator


@dataclass(frozen=True, slots=True)
class Words:
    """What was read."""

    text: str
    numbers: tuple[Number, ...] = ()
    joint: str = ""
    """What stands between two numbers: "range", "±", "of"; empty for one number, "?" where it is not read."""
    direction: Direction | None = None
    equal: bool = False
    """Whether the direction is one of "as fast", "as many", which also 1 time can be."""
    negated: bool = False
    """Whether the direction is denied: no faster, no regression."""
    quantifier: str = ""
    """"all", "none", "most", "all but"; "all of" where the number itself is counted (all 13 cases)."""
    but: int = 0
    part: int | None = None
    """The first number of "two of the 13 cases", where it is a word that counts."""
    statistic: str = ""
    noise: bool = False
    """Whether the words own that no difference is shown."""
    timely: bool = False
    """Whether they speak of time or another cost."""
    speedy: bool = False
    """Whether they speak of throughput or speed."""


_SAME = re.compile(
    r"\bno (?:\w+ly )?(?:measurable|significant|discernible|observable|visible|detectable|clear|notable)? ?"
    r"(?:difference|change|effect)\b|\b(?:with)?in (?:the )?(?:\w+ )?(?:noise|uncertainty|error bars?)\b"
    r"|\b(?:indistinguishable|unchanged|identical|equally|equal|the same|on par|comparable|equivalent)\b"
    r"|\bnot (?:\w+ly )?(?:significantly|measurably|different)\b|\bas (?:fast|good) as before\b"
)
_NOISE = re.compile(
    r"\b(?:with)?in (?:the )?(?:\w+ )?(?:noise|uncertainty|error bars?)\b"
    r"|\bno (?:\w+ly )?(?:measurable|significant|discernible|detectable)\b"
    r"|\bnot (?:\w+ly )?(?:significant|significantly|measurable|measurably)\b|\bindistinguishable\b|\binsignificant"
)
_DIRECTIONS = {
    Direction.SLOWER: r"slower|as slow(?:ly)?|slow(?:s|ed|ing)?(?: |-)?downs?|slows?(?: down)?|regress\w*|worse",
    Direction.FASTER: r"faster|as fast|quicker|as quick(?:ly)?|speed(?:s|ing)?(?: |-)?ups?|sped up|outperform\w*",
    Direction.BETTER: r"better|improv\w+|gain(?:s|ed|ing)?|benefit\w*",
    Direction.DOWN: (
        r"less|lower\w*|fewer|smaller|shorter|cheaper|sav(?:es?|ed|ings?|ing)|reduc\w+|decreas\w+|drop\w*|falls?|fell"
        r"|cuts?|shrinks?|shrank|halv\w+|shorten\w*|declin\w+|down (?:by|from)|as (?:few|little|unlikely|rare(?:ly)?)"
    ),
    Direction.UP: (
        r"more|higher|larger|greater|longer|bigger|costlier|dearer|as (?:many|much|high|large|long|big|great|expensive"
        r"|often|likely)|increas\w+|grow\w*|grew|rises?|rose|raises?|raised|extra|additional|doubl\w+|tripl\w+|quadrupl\w+"
        r"|up (?:by|from)"
    ),
}
_DIRECTED = tuple((direction, re.compile(rf"\b(?:{words})\b")) for direction, words in _DIRECTIONS.items())
_EQUAL = re.compile(
    r"\bas (?:fast|slow|quick|many|much|high|large|long|big|great|expensive|often|likely|few|little|unlikely|rare)"
)
_NEGATED = re.compile(r"\b(?:no|not|never|without(?: any| a)?|nor|neither|hardly any)\b(?: \w+ly)?(?: any| a)? $")
_TIMELY = re.compile(
    r"\b(?:times? (?!as\b|faster|slower|more|less|higher|lower)|time$|latenc\w+|durations?|runtimes?|run times?|delays?"
    r"|costs?|energy|cycles|seconds|traffic|memory|longer|shorter|as long)\b|\b(?:the|less|more) time\b"
)
_SPEEDY = re.compile(r"\b(?:throughput|bandwidth|performance|speed|rate|iops|qps)\b")
_STATISTICS = (
    ("median", r"medians?"),
    ("geomean", r"geometric means?|geomeans?"),
    ("mean", r"means?|average[sd]?|averaging|averages"),
    ("worst", r"at worst|worst(?:-| )case|in the worst"),
    ("best", r"at best|best(?:-| )case|in the best"),
    ("max", r"(?:maximum|peak|maximal)"),
    ("min", r"(?:minimum|minimal)"),
    ("sum", r"in total|altogether|a total of|sums? (?:up )?to|in all(?! \w)"),
)
_ALL = re.compile(
    r"\b(?:all|every|each|always|any|throughout|everywhere|uniformly|across|whatever|regardless of|whichever)\b"
)
_NONE = re.compile(
    r"\b(?:none|never|nowhere|not (?:once|one|a single)"
    r"|no (?:case|row|run|point|configuration|workload|test|benchmark)s?|(?:at|for|in|by|on|under|with) no [a-z]+)\b"
)
_ALL_BUT = re.compile(rf"\ball but (?:(\d+)|({'|'.join([*UNITS, *TENS])}))\b")
_POINT = re.compile(r"^\s*(?:%|per ?cent|percentage)?[\s-]*(?:points?\b|pp\b)")
_PART = re.compile(rf"(?:^|[\s-])(?:{'|'.join(PARTS)})$", re.IGNORECASE)
_COMPARED = re.compile(
    r"^\s*(?:more|less|fewer|faster|slower|lower|higher|longer|shorter|smaller|larger|cheaper|better|worse)\b"
)
_OF = re.compile(r"^\s*(?:of|the|its|their|as)\b")
_REACHED = re.compile(r"\b(?:to|in|at) (?:\w+ ){0,4}$")
_WORSE = re.compile(r"\b(?:loss(?:es)?|los(?:es?|t|ing)|penalt\w+|degrad\w+|disadvantage\w*|harm\w*|hurts?)\b")
_TIMES = re.compile(r"^\s*(?:[x×](?![a-z])|times?\b|-?\s?folds?\b)|^\s*as (?:fast|many|much|long|large|high|slow|big)")
_BOUNDING = re.compile(
    r"\b(?:more|less|fewer|greater|larger|higher|lower|smaller|longer|shorter) than\b(?= (?:an? |the |only )*[\d.$a-z])"
    r"|\bor (?:more|less|fewer)\b|\bmore or less\b"
)
_FACTOR = re.compile(r"\b(?:factors?|speed-?ups?|slow-?downs?|ratios?) (?:of|by) $")


def read_words(printed: str, numerals: tuple[Numeral, ...], left: str = "", right: str = "") -> Words:
    """What *printed* says, with the *numerals* that a reader sees in it; *left* and *right* are what stands around."""
    text = normal(printed)
    but, numerals, text_read = _all_but(text, numerals)
    places = list(_places(text_read, numerals))
    numbers = tuple(_number(text_read, places, at, left, right) for at in range(len(places))) or _one(text, left)
    bare = _without_comparators(text_read)
    direction, equal, negated = _direction(bare, same=not numbers)
    if direction is None and numbers:
        direction, equal, negated = _direction(clause(normal(right)), same=False)
    if direction is None and places and by(_ahead(text_read, places, 0, left)):
        direction, equal, negated = _direction(tail(normal(left)), same=False)
    if direction is None and not numbers and (found := _WORSE.search(bare)):
        direction, negated = Direction.WORSE, _NEGATED.search(bare[: found.start()]) is not None
    quantifier = "all but" if but else _quantifier(text_read, places)
    return Words(
        text, numbers, _joint(text_read, places), direction, equal, negated, quantifier, but, _part(text_read, places),
        _statistic(text_read),
        _NOISE.search(text) is not None, _TIMELY.search(text) is not None, _SPEEDY.search(text) is not None,
    )  # fmt: skip


def _all_but(text: str, numerals: tuple[Numeral, ...]) -> tuple[int, tuple[Numeral, ...], str]:
    found = _ALL_BUT.search(text)
    if found is None:
        return 0, numerals, text
    but = int(found[1]) if found[1] else UNITS.get(found[2], TENS.get(found[2], 0))
    seen = normal(plain_text(numerals[0].text)) if numerals else ""
    rest = numerals[1:] if seen == (found[1] or found[2]) else numerals
    return but, rest, text[: found.start()] + " " * (found.end() - found.start()) + text[found.end() :]


def _places(text: str, numerals: tuple[Numeral, ...]) -> list[tuple[int, int, Numeral]]:
    """Where each numeral stands in the text."""
    found = []
    at = 0
    for numeral in numerals:
        seen = re.sub(r"[()]", "", normal(plain_text(numeral.text)))
        start = text.find(seen, at)
        if start < 0:
            match = re.compile(r"\d[\d.,]*").search(text, at)
            start, end = match.span() if match else (at, at)
        else:
            end = start + len(seen)
        found.append((start, end, numeral))
        at = end
    return found


def _number(text: str, places: list[tuple[int, int, Numeral]], at: int, left: str, right: str) -> Number:
    _start, end, numeral = places[at]
    ahead = _ahead(text, places, at, left)
    rest = text[end : places[at + 1][0] if at + 1 < len(places) else len(text)]
    if at + 1 == len(places) and len(rest) < AFTER:
        rest += " " + clause(normal(right))
    rest, unit = unit_of_part(rest)
    comparator = before(ahead) or behind(rest) or Comparator.EXACT
    term = Term.AMOUNT if unit else _term(numeral, ahead, rest)
    return Number(Fraction(numeral.value), _quantum(numeral), term, unit or numeral.unit, comparator)


def _one(text: str, left: str) -> tuple[Number, ...]:
    found = one_unit(text)
    if found is None:
        return ()
    start, end, unit = found
    comparator = before(f"{tail(normal(left))} {text[:start]}") or behind(text[end:]) or Comparator.EXACT
    return (Number(Fraction(1), None, Term.AMOUNT, unit, comparator),)


def _ahead(text: str, places: list[tuple[int, int, Numeral]], at: int, left: str) -> str:
    """What a reader has read before a number: the words since the one before it, or since the clause began."""
    if at:
        return text[places[at - 1][1] : places[at][0]]
    return f"{tail(normal(left))} {text[: places[0][0]]}".lstrip()


def _quantum(numeral: Numeral) -> Fraction | None:
    """A unit of the last digit shown; None for a part, whose words show no digits."""
    text = normal(plain_text(numeral.text))
    if _PART.search(text) or not re.search(r"\d", text):
        return None if numeral.value % 1 else Fraction(1)
    digits = re.search(r"\d[\d,]*(?:\.\d+)?|\.\d+", text)
    own = Fraction(digits[0].replace(",", "")) if digits else Fraction()
    power = Fraction(numeral.value) / own if own and numeral.value else Fraction(1)
    scaled = abs(power) if re.fullmatch(r"10*", str(abs(power).numerator)) else Fraction(1)
    return scaled * Fraction(1, 10**numeral.decimals)


def _term(numeral: Numeral, ahead: str, rest: str) -> Term:
    text = normal(plain_text(numeral.text))
    if numeral.unit in {"%", "pp"} or re.match(r"\s*(?:%|per ?cent\b|pp\b)", rest):
        pointed = _POINT.match(rest) or numeral.unit == "pp"
        shared = re.match(r"\s*(?:%|per ?cent) of (?:the|its|their|that)\b", rest)
        return Term.POINTS if pointed else Term.SHARE if shared else Term.PERCENT
    if _PART.search(text) or (numeral.unit == "×" and numeral.value < 1 and not re.search(r"\d", text)):
        if _COMPARED.match(rest) or by(ahead):
            return Term.PERCENT
        if re.match(r"\s*as (?:fast|slow|quick)", rest):
            return Term.FACTOR
        return Term.SHARE if _OF.match(rest) or _REACHED.search(ahead) else Term.PART
    if numeral.unit == "×" or _TIMES.match(rest) or _FACTOR.search(ahead) or "magnitude" in text:
        return Term.FACTOR
    return Term.AMOUNT


def _without_comparators(text: str) -> str:
    """*text* without the words that only bound a number."""
    return _BOUNDING.sub(" ", text)


def _direction(text: str, same: bool) -> tuple[Direction | None, bool, bool]:
    if same and _SAME.search(text):
        return Direction.SAME, False, False
    for direction, pattern in _DIRECTED:
        found = pattern.search(text)
        if found is not None:
            denied = _NEGATED.search(text[: found.start()]) is not None
            return direction, _EQUAL.match(found[0]) is not None, denied
    return None, False, False


def _quantifier(text: str, places: list[tuple[int, int, Numeral]]) -> str:
    counted = places and re.search(r"\ball (?:of )?(?:the )?$", text[: places[0][0]])
    if counted:
        return "all of"
    if re.search(r"\bboth\b", text):
        return "all"
    if re.search(r"\b(?:most|majority)\b(?! \d)", text) and "at most" not in text:
        return "most"
    return "none" if _NONE.search(text) else "all" if _ALL.search(text) else ""


def _part(text: str, places: list[tuple[int, int, Numeral]]) -> int | None:
    found = re.search(r"\b([a-z]+) (?:out )?of (?:the |all )?$", text[: places[0][0]]) if len(places) == 1 else None
    return UNITS.get(found[1], TENS.get(found[1])) if found else None


def _statistic(text: str) -> str:
    return next((name for name, words in _STATISTICS if re.search(rf"\b(?:{words})\b", text)), "")


def _joint(text: str, places: list[tuple[int, int, Numeral]]) -> str:
    if len(places) < 2:
        return ""
    if len(places) > 2:
        return "?"
    between = text[places[0][1] : places[1][0]]
    if "±" in between:
        return "±"
    if re.search(r"\b(?:of|out of|from)\b", between):
        return "of"
    return "range" if re.search(r"--|\bto\b|\band\b|-|,", between) else "?"
