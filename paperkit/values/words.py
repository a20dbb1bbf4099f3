"""Whole numbers in English words, both ways."""

import re

# fmt: off
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
# fmt: on
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_LARGE = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
LIMIT = 10**9
"""Whole numbers below this have words here."""

_WORDS = {
    **{word: number for number, word in enumerate(_SMALL)},
    **{word: 10 * number for number, word in enumerate(_TENS, 2)},
}
MULTIPLIERS = {"hundred": 10**2, **_LARGE, "trillion": 10**12}
_NUMBER = "|".join([*sorted(_WORDS, key=len, reverse=True), "hundred", *_LARGE])
PATTERN = re.compile(
    rf"(?<![\w-])(?:minus\s+)?(?:{_NUMBER})(?:(?:\s+and\s+|\s+|-)(?:{_NUMBER}))*(?![\w-])", re.IGNORECASE
)
"""One whole number in words."""


def to_words(number: int) -> str:
    """*number* in words. Raises ValueError from a thousand million on.

    >>> to_words(24), to_words(-1105)
    ('twenty-four', 'minus one thousand one hundred and five')
    """
    if abs(number) >= LIMIT:
        raise ValueError(f"{number} has no words here")
    if number < 0:
        return "minus " + to_words(-number)
    if number < 20:
        return _SMALL[number]
    if number < 100:
        tens, rest = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_SMALL[rest]}" if rest else "")
    for word, size in (("million", 10**6), ("thousand", 10**3), ("hundred", 10**2)):
        if number >= size:
            above, rest = divmod(number, size)
            link = " and " if rest and rest < 100 else " "
            return f"{to_words(above)} {word}" + (link + to_words(rest) if rest else "")
    raise AssertionError(number)


def from_words(text: str) -> int | None:
    """The whole number that *text* is in words, or None.

    >>> from_words("Twenty-four"), from_words("four cores")
    (24, None)
    """
    words = [word for word in re.split(r"[\s-]+", text.strip().lower()) if word != "and"]
    negative = words[:1] == ["minus"]
    total, group, seen = 0, 0, False
    for word in words[negative:]:
        if word in _WORDS:
            small = _WORDS[word]
            room = 1 if not group % 10 and group % 100 >= 20 else 10 if not group % 10 and not group % 100 else 0
            if seen and group and (not room or (room == 1 and not 0 < small < 10)):
                return None
            group += small
        elif word == "hundred" and 0 < group < 10:
            group *= 100
        elif word in _LARGE and group > 0:
            total, group = total + group * _LARGE[word], 0
        else:
            return None
        seen = True
    return (-(total + group) if negative else total + group) if seen else None


def ordinal(number: int) -> str:
    """The ending of an ordinal: 1 -> "st", 12 -> "th"."""
    last = abs(number) % 100
    return "th" if 10 <= last <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(last % 10, "th")
