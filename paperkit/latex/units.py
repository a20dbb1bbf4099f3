"""The unit that a reader reads behind a number."""

from __future__ import annotations

import re
from typing import NamedTuple

from paperkit.latex.alphabet import PLAIN, SPACES, UNIT, UNIT_END
from paperkit.latex.vocabulary import COUNT_NOUNS, UNIT_WORDS, WEAK_UNITS

_AFTER = re.compile(
    rf"(?:(?<=\d)-)?[{SPACES}]{{0,3}}(?:{UNIT}([^{UNIT_END}]*){UNIT_END}|(%|‰|°C|°F|º[CF]|°|[$€£¥])|([A-Za-zµμΩÅ\ue100-\ue2ff]+))"
)
_BEHIND_MICRO = re.compile(rf"[{SPACES}]*([smgAVWFJHLl\ue100-\ue1ff])(?![\w\ue100-\ue1ff])")
r"""In a formula: `50 \mu s`."""
_SLASH = re.compile(r"[/·⋅]([A-Za-zµμ\ue100-\ue2ff]+)[²³]?")
_TIMES = re.compile(rf"[{SPACES}]{{0,3}}×(?![{SPACES}]*[\d.\ue01a\-+−])")
_PERCENT = re.compile(
    rf"[{SPACES}]*(?:per[{SPACES}]?cent(?:age)?(?:[{SPACES}]+points?)?|pct\b|Prozent\b|percent(?:age)?\b)"
)


LARGE = {
    **dict.fromkeys(("thousand", "Thousand", "thousands", "Tausend", "tys"), 3),
    **dict.fromkeys(
        ("million", "Million", "millions", "Millionen", "mln", "Mio", "mio", "millones", "milioni", "miljoen"), 6
    ),
    **dict.fromkeys(
        ("billion", "Billion", "billions", "Milliarden", "mld", "Mrd", "bn", "milliards", "miliardi", "miljard"), 9
    ),
    **dict.fromkeys(("trillion", "trillions"), 12),
    "hundred": 2,
    "lakh": 5,
    "lakhs": 5,
    "crore": 7,
    "crores": 7,
}
"""Words behind a number that multiply it, as powers of ten."""
_NONE = "0123456789.,;:!?()[]=+<>&'\"{}*#@^`|\\"
"""No unit begins with one of these; the empty string, at the text's end, is in it too."""


class After(NamedTuple):
    """What stands behind a number."""

    unit: str
    end: int
    strong: bool
    """Whether the number is surely a quantity."""
    word: str
    """The next word, unit or not."""
    glued: bool


NOTHING = After("", -1, False, "", False)


def unit_after(text: str, end: int) -> After:
    """What stands behind the number that ends at *end*."""
    if text[end : end + 1] in _NONE or (text[end] == " " and text[end + 1 : end + 2] in _NONE):
        return NOTHING
    match = _AFTER.match(text, end)
    if match is None:
        times = _TIMES.match(text, end)
        return After("×", times.end(), True, "", False) if times else NOTHING
    siunitx, sign, word = match.groups()
    if siunitx is not None:
        return After(siunitx, match.end(), True, "", False)
    if sign is not None:
        return After(sign, match.end(), True, "", match.end() - end == len(sign))
    glued = match.start(3) == end
    if not word.isascii():
        word = word.translate(PLAIN)
    behind = _BEHIND_MICRO.match(text, match.end()) if word in ("μ", "µ") else None
    if behind is not None:
        return After("µ" + behind[1].translate(PLAIN), behind.end(), True, word, glued)
    return _word(text, match.end(), word, glued)


def _word(text: str, end: int, word: str, glued: bool) -> After:
    following = text[end : end + 1]
    if following in ("²", "³") and word in UNIT_WORDS:
        return After(word + following, end + 1, True, word, glued)
    if following.isdecimal() or following == "_":
        return After("", end, False, word, glued)
    if word.lower() in ("fold", "fach", "folds") and (glued or text[end - len(word) - 1] == "-"):
        return After("×", end, True, word, glued)
    if word in UNIT_WORDS:
        slash = _SLASH.match(text, end)
        if slash is not None:
            return After(word + slash[0].translate(PLAIN), slash.end(), True, word, glued)
        if word in ("percent", "percentage"):
            return After("%", end, True, word, glued)
        strong = glued or word not in WEAK_UNITS
        unit = "×" if word in ("x", "X") else word
        return After(unit if strong or word not in ("A", "x", "X") else "", end, strong, word, glued)
    if word in ("per", "pct", "Prozent"):
        percent = _PERCENT.match(text, end - len(word))
        if percent is not None:
            return After("%", percent.end(), True, word, glued)
    slash = _SLASH.match(text, end)
    if slash is not None and slash[1].translate(PLAIN) in (
        "s",
        "sec",
        "second",
        "min",
        "h",
        "hour",
        "day",
        "J",
        "W",
        "byte",
        "cycle",
    ):
        return After(word + slash[0].translate(PLAIN), slash.end(), True, word, glued)
    if word.lower() in COUNT_NOUNS:
        return After("×" if word == "times" else word, end, True, word, glued)
    return After("", end, False, word, glued)
