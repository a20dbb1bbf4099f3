"""Number words that stand where only a quantity can: alone in a cell, before a sign or a symbol, a zero by itself."""

from __future__ import annotations

import re

from paperkit.latex import vocabulary
from paperkit.latex.alphabet import BREAK, CELL, ROW, SPACES
from paperkit.latex.number_words import STOP
from paperkit.latex.wordlist import words

_EDGES = frozenset({CELL, ROW})
_BLANK = frozenset(" \t\n~\u00a0\u2009\u202f")
_SIGN = re.compile(rf"[{SPACES}]*(×|%|percentage[{SPACES}]+points?\b)")
_SYMBOL = re.compile(rf"[{SPACES}\ue020]+([A-Za-zµμ][A-Za-zµμ/]*)(?![\w])")
_NEXT = re.compile(rf"[{SPACES}]+([a-z]+)(?![\w-])")
_BEFORE = re.compile(rf"([A-Za-z]+)[{SPACES}]+$")
_COMPARED = words("time day patient ground than above below near from around non towards approaches until")
_HAPPENS = words("differ differs fail failed fails remain remained match matched crash crashed exceed disagree")
_SMALL = words("ms ns us ps s W J V B")
_GIVEN = re.compile(
    rf"(?:factor(?:[{SPACES}]+of)?|(?:ratio|factor|limit|maximum|minimum|average|median|mean|total|share|speed-?up|value|alpha|beta|gamma|lambda|weight|rate|threshold|probability|slope|exponent)[{SPACES}]+(?:is|was|of)"
    rf"|(?:uncertainty|error|resolution|precision|margin|tolerance|width|delay|latency|duration|distance)[{SPACES}]+of"
    rf"|\d[{SPACES}]*,?[{SPACES}]+(?:or|and|to))[{SPACES}]+$"
)
_RANGED = re.compile(rf"[{SPACES}\n]+to[{SPACES}\n]+[\ue000-\uf8ff]?\d")
_STARTED = re.compile(
    rf"\b(?:start|begin|began|begun|fall|fell|drop|return|reduc|decreas|decay|go|went|reset|set|fix|forc|constrain|initiali[sz]|clamp|converg)"
    rf"\w*(?:[{SPACES}]+\w+){{0,3}}[{SPACES}]+"
    rf"(?:at|to|from)[{SPACES}]+$"
)
_FREE = re.compile(
    rf"[{SPACES}]+(?:[a-z-]+[{SPACES}]+){{0,3}}(?:differences?|degradation|variance|change|impact|drift|drop|overheads?|costs?|loss(?:es)?|latency|errors?|downtime|traffic|bugs?|failures?|defects?)\b"
)
"""Behind a zero: so much of it, as in "with zero translation overhead"."""
_INCURRED = re.compile(
    rf"\b(?:with|at|in|to|has|have|had|and|incurs?|adds?|introduces?|yields?|reports?|shows?|caus\w+|achiev\w+|produc\w+|giv\w+|leav\w+|observ\w+|result\w+[{SPACES}]in)[{SPACES}]+$"
)
_OF = re.compile(rf"[{SPACES}]+of\b")
_IN_BRACKETS = re.compile(rf"[{SPACES}]+\(\d")
_LED = re.compile(rf"\b(?:with|by|at|to|from|than)[{SPACES}]$")
"""Before a "one" that is a number: "with one (31.4x)", not "the first one (3)"."""
_IN_CELL = re.compile(rf"(?:[{SPACES}]+[A-Za-z][A-Za-z-]*){{1,3}}[{SPACES}]*[,{CELL}{ROW}]")


def stated(text: str, start: int, end: int, value: int) -> str | None:
    """The unit of a number word that states a quantity wherever it stands ("" for none); None where it may not."""
    if _alone_in_cell(text, start, end):
        return ""
    sign = _SIGN.match(text, end)
    if sign is not None:
        return sign[1] if sign[1] in "×%" else "pp"
    symbol = _SYMBOL.match(text, end)
    if symbol is not None and _is_symbol(symbol[1]):
        return symbol[1]
    given = _GIVEN.search(text, max(0, start - 24), start) and not _OF.match(text, end)
    led = value != 1 or _LED.search(text, max(0, start - 8), start)
    ranged = _RANGED.match(text, end) or (led and _IN_BRACKETS.match(text, end))
    if given or ranged or (value and _in_cell(text, start, end)):
        return ""
    return "" if value == 0 and _zero(text, start, end) else None


def _alone_in_cell(text: str, start: int, end: int) -> bool:
    behind = end
    while behind < len(text) and text[behind] in _BLANK:
        behind += 1
    left, right = _left(text, start), text[behind : behind + 1]
    edges = _EDGES | {BREAK, ""}
    return left in edges and right in edges and bool({left, right} & _EDGES)


def _in_cell(text: str, start: int, end: int) -> bool:
    """Whether a part of a cell counts something: "async, two buffers"."""
    if _left(text, start) not in _EDGES | {","} or _IN_CELL.match(text, end) is None:
        return False
    before = max(text.rfind(mark, max(0, start - 200), start) for mark in (CELL, ROW))
    return before >= 0 and BREAK not in text[before:start]


def _left(text: str, start: int) -> str:
    """The character before *start* that is no space."""
    while start and text[start - 1] in _BLANK:
        start -= 1
    return text[start - 1 : start]


def _is_symbol(word: str) -> bool:
    known = word in vocabulary.UNIT_WORDS or "/" in word
    return word in _SMALL or (known and not word.islower() and len(word) > 1)


def _zero(text: str, start: int, end: int) -> bool:
    """Whether a zero is a value: "a cost of zero", "zero of them", but not "zero copy" and "above zero"."""
    before = _BEFORE.search(text, max(0, start - 24), start)
    if before is not None and before[1].lower() in _COMPARED:
        return False
    if before is not None and before[1].lower() in ("exactly", "all", "identically", "equals", "remains", "stays"):
        return text[end : end + 1] != "-"
    if _FREE.match(text, end) and (text[start] == "Z" or _INCURRED.search(text, max(0, start - 18), start)):
        return True
    if _STARTED.search(text, max(0, start - 50), start):
        return True
    following = _NEXT.match(text, end)
    if following is None:
        return before is not None and text[end : end + 1] in set(",.;:)") | {""}
    return following[1] in _HAPPENS or (following[1] in STOP and following[1] not in ("and", "or"))
