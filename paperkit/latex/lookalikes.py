"""Numbers that look like quantities and are none, by the characters around them: strand ends, models, names."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal

from paperkit.latex.alphabet import BREAK, CELL, CITATION, LENGTH, ROW, SPACES, SUB, SUB_END, SUPER
from paperkit.latex.named_numbers import LED, TIMES, named_number, zero_or_one
from paperkit.latex.reading import Reading
from paperkit.latex.vocabulary import BYTES, COUNT_NOUNS, PHRASES, UNIT_WORDS
from paperkit.latex.wordlist import words

_STRAND = re.compile(rf"[35](?:['’′]|{SUPER}[{SPACES}]*['’′])(?![\d\"”″NSEW°]|[{SPACES}]*\d)")
"""The 5' end of a strand; but 5'30'' is an angle or a time."""
_BILLIONS = re.compile(rf"\d+(?:\.\d+)?B(?:[{SPACES}]+([A-Za-z-]+)|(?=[,.;:)/]))?")
_RUN = re.compile(
    rf"(?:\d+(?:\.\d+)?B(?:,?[{SPACES}]+(?:and|or|to)[{SPACES}]+|,[{SPACES}]*|--?|–)?){{1,12}}[{SPACES}-]+([A-Za-z]+)"
)
_ARTICLE = re.compile(rf"\b(?:an?|the|our|its|their|larger|smaller|both|(?:19|20)\d\d)[{SPACES}]+$", re.IGNORECASE)
_AS_MODEL = re.compile(
    rf"(?:,|/|[{SPACES}]*(?:and|or|vs\.?|to|,[{SPACES}]*and))[{SPACES}]*(?:an?[{SPACES}]+|the[{SPACES}]+)?\d+(?:\.\d+)?B[{SPACES}]+models?\b"
)
_CHEMICAL = re.compile(
    r"\d{1,2}(?:,\d{1,2}){1,4}-(?!fold|core|way|point|bit|year|week|hour|minute)[a-z]{5,}"
    r"|\d{1,2}-(?:diox|dichl|dinitr|dimeth|dieth|trimeth|furan|pyrid|thiaz|imidaz|indol|quin)"
    r"|\d{1,2}(?:,\d{1,2}){0,4}-(?:amino|methyl|ethyl|propyl|butyl|phenyl|hydroxy|chloro|bromo|fluoro|iodo|oxo|nitro|thio|meth|eth"
    r"|prop|but|pent|hex|benz|pyr|acet|naph|carb|cyan|bi(?:pyr|phen)|deoxy|amine|alkyl|vinyl|aryl)[a-z-]"
)
_BINARY = re.compile(
    rf"[01]-[01][{SPACES}]+(?:loss|vectors?|matri\w+|knapsack|agreements?|program\w*|integer|variables?|match\w*|valued|law)\b"
)
_POSTAL = re.compile(rf"[A-Z][a-z]+[{SPACES}]+$")
_COUNTRY = re.compile(rf",[{SPACES}]+[A-Z][A-Za-z]+(?:[{SPACES}.,;]|[{CELL}{ROW}{BREAK}]|\Z)")
"""Around a postal code: "Wuhan 430079, China"."""
_CLASS = re.compile(r"[\w.-]\[\d-\d\]|\[\d-\d\][\w.-]")
"""A pattern of characters: "bot-[0-9].bit"."""
_VARIABLE = re.compile(r"(?:[A-Za-z]+_\w*|(?<![a-z])[A-Z]{5,}|(?<![\w-])--[a-z][\w-]*)=$")
"""Before a number: what a program is told, "NUM_THREADS=8", "--count=5"; shorter capitals are abbreviations."""
_LETTERED = re.compile(
    rf"\b(?:primers?|strains?|clones?|catalogs?|lot|model|part)[{SPACES}]+(?:\w*[A-Z\d]\w*,?[{SPACES}]+(?:and[{SPACES}]+)?)*$"
)
_TAIL = re.compile(rf"%(?:[{SPACES}]*(?:-?t?iles?|tail|-tail|percentile)\b)")
"""Behind a rank: "99% tail", "99%ile"."""
_PERCENTILE = re.compile(rf"pct(?=[{SPACES}]*[{CELL}{ROW}])")
"""Behind a number that heads a column: its rank, not a share."""
_PHRASED = frozenset(phrase[:3] for phrase in PHRASES)
_SIZED = re.compile(
    rf"(?:[A-Za-z0-9]-|[A-Za-z]{{2,}}[{SPACES}-]?\d(?:\.\d)?[{SPACES}]|/)(\d+(?:\.\d+)?B)\b|\b(\d+(?:\.\d+)?B)(?:[{SPACES}-]model|[{SPACES}-]variant|/)"
)
_VERSIONED = re.compile(rf"\b([A-Z][\w-]*)[{SPACES}]+\d+\.\d+\.\d")
_NAMED = re.compile(rf"\b([A-Z][\w-]*)[{SPACES}]+(\d+\.\d+)")
_CITES = re.compile(r"\(\d{1,3}(?:(?:,[ ~]?|--?|–)\d{1,3})*\)")
_CITED = re.compile(r"(?:[A-Za-z.,]|[A-Za-z]\d)(?<!\b[Aa]t)(?<!\bto)(?<!point)(?<!points)(?<!from)[ ~]?$")
_SECOND = re.compile(r"[\s,;~]2\)")
_NEXT_MARK = re.compile(r"[\s,;]2\. [a-z]")
_MARKED = re.compile(r"\((\d)\)")
_HABIT = re.compile(r"\w[ ~]?\(\d{1,3}(?:(?:,[ ~]?|--?|–)\d{1,3})*\)[.,;]")
_SQUARE = re.compile(r"[A-Za-z.,][ ~]\[\d{1,3}\]")
_BESIDE = frozenset((SUB_END, "[", "-", "="))
_PARAMETERS = re.compile(
    rf"\b(?:parameters?|params)(?:[{SPACES}]+\w+)?[{SPACES}]+(?:from|between|of|to)[{SPACES}]+(?:\d+(?:\.\d+)?B[{SPACES}]+(?:to|and)[{SPACES}]+)?$"
)
_FIELDS = ("0.5", "1.5", "3", "4.7", "7", "9.4", "11.7", "14.1")
_MAGNETS = words(
    "scanner scanners mri mr fmri magnet magnets system systems field machine unit study data images scans"
)
_TO_BYTES = re.compile(rf"[{SPACES}]*(?:--?|–|to|and|,)[{SPACES}]*\d+[{SPACES}]?[KMGkT]i?B\b")
_OF_BYTES = re.compile(
    rf"\b(?:packets?|frames?|payloads?|messages?|MTU|values?|keys?|objects?)(?:[{SPACES}]+(?:are|of|is|with|size|sizes|were|from))+[{SPACES}]+"
    rf"(?:\d+B(?:,|[{SPACES}]+(?:and|or|to))[{SPACES}]*(?:and[{SPACES}]+)?)*$",
    re.IGNORECASE,
)
"""Before a number: what has so many bytes, "packets are 64B, 512B and 1518B"."""
_MACHINE = re.compile(rf"[{SPACES}-]([A-Za-z]+)")
_YEAR = re.compile(
    rf"\b(?:an?|our|their|its|the|this)[{SPACES}]+(?:(?:original|seminal|earlier|previous|recent|official|annual|updated"
    rf"|revised|final|first|new|old|same|latest|influential|well-known|famous|classic|landmark|initial|published)[{SPACES}]+)?$",
    re.IGNORECASE,
)
_NOUN = re.compile(rf"[{SPACES}]+(?:\d+B\b|([A-Za-z][a-z-]*))")


def lookalike(text: str, start: int, end: int) -> str:
    """Why the number at [start, end) is no quantity whatever its unit seems to be; empty when it may be one.

    >>> lookalike("the 3' end", 4, 5), lookalike("a 0-RTT handshake", 2, 3), lookalike("10x faster", 0, 2)
    ('identifier', 'identifier', '')
    """
    character, follower, before = text[start], text[end : end + 1], text[start - 1 : start]
    if follower == LENGTH:
        return "layout"
    if character in "01":
        fixed = zero_or_one(text, start, end)
        if fixed:
            return fixed
        if end - start == 1 and _BINARY.match(text, start - 2 * (before == "-")):
            return "identifier"
    if before in _BESIDE and _beside(text, start, end, before, follower):
        return "identifier"
    if end - start in (5, 6) and follower == "," and _POSTAL.search(text, max(0, start - 24), start):
        return "identifier" if _COUNTRY.match(text, end) else ""
    if text[start : start + 3] in _PHRASED and any(text.startswith(phrase, start) for phrase in PHRASES):
        return "identifier"
    plain = not follower or follower in " .;:)\n~"
    if plain and before not in TIMES and character not in "-−8" and text[end + 1 : end + 2] not in LED:
        return ""
    named = named_number(text, start, end, before)
    if named or plain:
        return named
    if character in "35" and end - start == 1 and _STRAND.match(text, start):
        return "identifier"
    if follower.isupper() and end - start > 2 and _LETTERED.search(text, max(0, start - 40), start):
        return "identifier"
    if follower in ("-", ",") and _CHEMICAL.match(text, start):
        return "identifier"
    if follower == "%" and _TAIL.match(text, end):
        return "percentile"
    return "percentile" if follower == "p" and end - start == 2 and _PERCENTILE.match(text, end) else ""


def _beside(text: str, start: int, end: int, before: str, follower: str) -> bool:
    """Of a number behind a subscript, a bracket, a hyphen or an equals sign: whether it is part of a name."""
    if before == SUB_END:
        return follower == SUB
    if before == "=":
        return text[start:end].isdigit() and _VARIABLE.search(text, max(0, start - 40), start) is not None
    return _CLASS.search(text, max(0, start - 4), end + 4) is not None


def is_model(text: str, start: int) -> bool:
    """Whether `7B` at *start* stands for a model: "a 7B on MMLU", "both 7B and 13B models"."""
    match = _BILLIONS.match(text, start)
    if match is None or text[match.end() : match.end() + 1] == "-":
        return False
    if _counts(match[1] or ""):
        return False
    return _AS_MODEL.match(text, text.index("B", start) + 1) is not None or (
        _ARTICLE.search(text, max(0, start - 12), start) is not None
    )


def is_bytes(text: str, start: int, end: int) -> bool:
    """Whether the B of `64B`, which ends at *end*, stands for bytes and not for a thousand million.

    >>> is_bytes("64B cache lines", 0, 3), is_bytes("100B of data", 0, 4), is_bytes("7B parameters", 0, 2)
    (True, True, False)
    """
    if text[end : end + 2] == "- " or _TO_BYTES.match(text, end) or _OF_BYTES.search(text, max(0, start - 60), start):
        return True
    digits, noun = text[start : end - 1], _NOUN.match(text, end)
    word = (noun[1] or "").lower() if noun is not None else ""
    if word in ("parameters", "params", "parameter", "tokens", "model", "models"):
        return False
    return word in BYTES or (digits.isdigit() and int(digits) > 15 and int(digits).bit_count() == 1)


def is_tesla(text: str, start: int, end: int) -> bool:
    """Whether the T of `3T`, which ends at *end*, stands for tesla.

    >>> is_tesla("3T scanners", 0, 2), is_tesla("3T tokens", 0, 2)
    (True, False)
    """
    noun = _MACHINE.match(text, end)
    return text[start : end - 1] in _FIELDS and noun is not None and noun[1].lower() in _MAGNETS


class Sizes:
    """Sizes of models that a text uses as their names: "Llama-3-70B" makes one of "70B" elsewhere."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.names: frozenset[str] | None = None

    def __call__(self, start: int) -> bool:
        """Whether `7B` at *start* stands for a model."""
        match, run = _BILLIONS.match(self.text, start), _RUN.match(self.text, start)
        if match is None or self.text[match.end() : match.end() + 1] == "-" or _counts(match[1] or ""):
            return False
        if _PARAMETERS.search(self.text, max(0, start - 50), start):
            return False
        if self.text[max(0, start - 20) : start].rstrip(" ~\n")[-1:] == CELL or (run is not None and _counts(run[1])):
            return False
        if self.names is None:
            self.names = frozenset(match[1] or match[2] for match in _SIZED.finditer(self.text))
        size = self.text[start : self.text.index("B", start) + 1]
        return size in self.names or is_model(self.text, start)


def _counts(word: str) -> bool:
    noun = word.lower().split("-")[0]
    return noun in COUNT_NOUNS or noun + "s" in COUNT_NOUNS or noun in UNIT_WORDS


def year_before_noun(text: str, start: int, end: int) -> bool:
    """Whether a year stands before a noun in the singular: "a 2019 study", "the 2023 70B"."""
    if _YEAR.search(text, max(0, start - 24), start) is None:
        return False
    noun = _NOUN.match(text, end)
    if noun is None:
        return False
    word = (noun[1] or "").lower()
    return not (
        word in COUNT_NOUNS
        or word + "s" in COUNT_NOUNS
        or word in UNIT_WORDS
        or (word.endswith("s") and word != "census")
    )


class Cites:
    """Citations by number in round brackets, in a text that cites so: "(4,7,8)"."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.habit: bool | None = None
        self.square: bool | None = None

    def bracketed(self) -> bool:
        """Whether the text cites by numbers in square brackets."""
        if self.square is None:
            self.square = len(_SQUARE.findall(self.text)) > 1
        return self.square

    def holds(self, start: int) -> bool:
        """Whether the number at *start* stands in such a list."""
        opened = self.text.rfind("(", max(0, start - 40), start)
        match = _CITES.match(self.text, opened) if opened > 1 else None
        if match is None or match.end() <= start or not _CITED.search(self.text, max(0, opened - 8), opened):
            return False
        if self.habit is None:
            met = [match[0] for match in _HABIT.finditer(self.text)]
            listed = len(met) > 1 and any(re.search(r"\d\D+\d", each) for each in met)
            numbers = list(dict.fromkeys(int(number) for each in met for number in re.findall(r"\d+", each)))
            rising = len(met) > (numbers[:1] != [1]) + 1 and numbers == sorted(numbers) and CITATION not in self.text
            self.habit = listed or rising
        return self.habit


class Marks:
    """Marks in round brackets: "(1) first, (2) second", or the numbers of equations."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.known: int | None = None

    def __call__(self, value: Decimal) -> bool:
        """Whether the marks from 1 to *value* all stand in the text."""
        if self.known is None:
            met = set(_MARKED.findall(self.text))
            self.known = next(number for number in range(1, 11) if str(number) not in met) - 1
        return value <= self.known

    def runs(self, reading: Reading, last: Decimal, opened: bool) -> bool:
        """Whether a mark in a line begins an enumeration or goes on with *last*: "1) ..., 2) ...", "1. who ..."."""
        text, end, value = self.text, reading.end, reading.value
        if text[end : end + 1] == ")" and not opened:
            return 0 < last == value - 1 or (value == 1 and _SECOND.search(text, end, end + 400) is not None)
        if text[end : end + 2] != ". " or not text[end + 2 : end + 3].islower() or value > 9:
            return False
        return 0 < last == value - 1 or (value == 1 and _NEXT_MARK.search(text, end, end + 600) is not None)


class Repeated:
    """Names with a number behind them that a text uses again and again: "SOAP 2.0"."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.counts: Counter[tuple[str, str]] | None = None
        self.versioned: frozenset[str] = frozenset()

    def __call__(self, name: str, number: str) -> bool:
        """Whether *name* has a version such as 2.0.1, or stands before *number* three times; twice if that is 2.0."""
        if self.counts is None:
            self.counts = Counter((match[1], match[2]) for match in _NAMED.finditer(self.text))
            self.versioned = frozenset(match[1] for match in _VERSIONED.finditer(self.text))
        if name in self.versioned:
            return True
        return self.counts[name, number] > (1 if number.endswith(".0") and len(number) == 3 else 2)
