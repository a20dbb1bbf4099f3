"""What stands beside a number on its page, held against what its sources print beside it: words, signs and its unit."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from paperkit.pdf.accounts import REFERENCE
from paperkit.pdf.normal import BROKEN, letters, paired
from paperkit.pdf.sheets import Sheet

NEAR = 5
"""Letters and digits on one side of a number by which its place is known."""
FEW = 3
"""Of these as many tell whether it stands among capitals."""
FAR = 12
"""Letters and digits on both sides that tell two places apart which have the nearest ones in common."""
WORDS = 24
"""Letters and digits of typed words that must be the same as far as the line goes."""
REACH = 60
"""Characters in which they are looked for."""
CLOSE = 0.9
"""Part of a number's height that lies between it and its unit at most; columns of tables are further apart."""
LONGEST = 30
"""Characters of a unit at most."""
_OF_UNITS = frozenset("%‰°€$£")
_SIGNS = {**dict.fromkeys("$€£<>≤≥≪≫≈", ""), "~": "∼", "⩽": "≤", "⩾": "≥", "≦": "≤", "≧": "≥", "∼": ""}
"""Signs before a number that say something of it, and what else may be drawn for one of them."""
_GAP = re.compile(r"[ \u00a0\u2009\u202f~]?")
_DIGITS = "0123456789"
_TYPED = re.compile(r"(?:[^\W_]|[ .,;:!?()'`~/-]|\n(?!\s*\n))*")
"""Words that LaTeX prints as they are typed, also read backwards."""
_COMMENT = re.compile(r"(?<!\\)%")
_HALF = re.compile(r"[^\W\d_]+")
_ARGUMENT = re.compile(r"[\s=]*[\d.-]")


class Around(NamedTuple):
    """One place of the sources that prints a number. `§` stands for what LaTeX makes: any text."""

    before: tuple[str, ...]
    """Letters and digits before it: across the ends of blocks, and within its own."""
    after: tuple[str, ...]
    unit: str | None
    """What follows it, a unit or a word, empty where none does; None where that is not known."""
    sign: str = ""
    """The last character before it."""
    typed: tuple[str, str] = ("", "")
    """Letters and digits before and behind it, as far as they are typed as they are printed."""


class Beside(NamedTuple):
    """What stands beside a number on a page."""

    before: str
    after: str
    unit: str | None
    sign: str = ""
    line: tuple[str, str] = ("", "")
    """Letters and digits of its own line before and behind it."""
    open: bool = False
    """Whether the line ends within what follows it."""
    capital: bool = False
    """Whether the letters next to it are capitals."""


def around(before: str, after: str, typed: tuple[str, str] = ("", "")) -> Around:
    """What stands around a number: the texts that the sources print before and behind it, and what is typed there."""
    return Around(
        tuple(dict.fromkeys((_letters(before)[-FAR:], _letters(before.rpartition("\n")[2])[-FAR:]))),
        tuple(dict.fromkeys((_letters(after)[:FAR], _letters(after.partition("\n")[0])[:FAR]))),
        _unit_in(after),
        before.rstrip(" ~\u00a0\u2009")[-1:],
        (_typed_before(typed[0])[-WORDS:], _typed_behind(typed[1])[:WORDS]),
    )


def _typed_before(text: str) -> str:
    r"""Letters and digits at the end of *text* that no macro, comment or half a word has begun.

    >>> [_typed_before(text) for text in (r"\Large It is", r"\kern 3pt is", "% why\nIt is", 'f\"ur die', "of {all")]
    ['itis', '', 'itis', 'die', 'all']
    """
    found = _TYPED.match(text[::-1])
    length = found.end() if found is not None else 0
    words, ahead = text[len(text) - length :], text[: len(text) - length]
    begun, line = ahead[-1:], ahead.rpartition("\n")[2]
    if _COMMENT.search(line) or (line == ahead and "\n" in words):  # or nobody knows
        words = words.partition("\n")[2]
    elif begun and begun not in "{}":
        half = _HALF.match(words)
        words = words[half.end() :] if half is not None else words
        words = "" if begun == "\\" and _ARGUMENT.match(words) else words
    return _bare(letters(words)).casefold()


def _typed_behind(text: str) -> str:
    found = _TYPED.match(text)
    return _bare(letters(found[0])).casefold() if found is not None else ""


def _letters(text: str) -> str:
    return _bare(REFERENCE.join(letters(part) for part in text.split(REFERENCE))).casefold()


def _bare(text: str) -> str:
    """*text* without accents, which macros may set."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text).replace("\u03bc", "\u00b5")
    return "".join(one for one in apart if not unicodedata.combining(one))


def _unit_in(after: str) -> str | None:
    r"""The unit or word right behind a number; None where something stands there whose text is not known.

    >>> [_unit_in(text) for text in ("\u2009ms, ", "% of", ", then", " § of", "   next cell", " 7")]
    ['ms', '%', '', None, None, '']
    """
    gap = _GAP.match(after)
    rest = after[gap.end() :] if gap is not None else after
    if not rest or rest[0].isspace() or rest[0] == REFERENCE:
        return None
    return _unit(rest)


def _unit(text: str) -> str:
    """What of *text* is one word of letters, or a sign of a unit."""
    plain = _bare(paired(text[:LONGEST]))
    end = next((at for at, one in enumerate(plain) if not (one.isalpha() or one in _OF_UNITS)), len(plain))
    return plain[:end]


def beside_on(sheet: Sheet, first: int, other: Sheet, last: int) -> Beside:
    """What stands on a page before the character at *first*, and on that page or the next behind that at *last*."""
    left, right = sheet.text[max(0, first - REACH) : first], other.text[last + 1 : last + 1 + REACH]
    before, after = _bare(letters(left)), _bare(letters(right))
    line = (left.rpartition("\n")[2], right.partition("\r")[0])
    unit, ends = _unit_on(other, last)
    return Beside(
        before[-FAR:].casefold(),
        after[:FAR].casefold(),
        unit,
        _sign_on(sheet, first),
        (_bare(letters(line[0]))[-WORDS:].casefold(), _bare(letters(line[1]))[:WORDS].casefold()),
        ends,
        (before[-FEW:] + after[:FEW]).isupper(),
    )


def _sign_on(sheet: Sheet, first: int) -> str:
    """The last character before a number in its line."""
    at = first - 1
    while at >= 0 and sheet.text[at] in " \u00a0":
        at -= 1
    return sheet.text[at] if at >= 0 and _near(sheet, at, first) else ""


def _unit_on(sheet: Sheet, last: int) -> tuple[str | None, bool]:
    """As `_unit_in`, of what stands in one line with the number and near it; and whether the line ends there."""
    text, start = sheet.text, last + 1
    if text[start : start + 1] in (" ", "\u00a0"):
        start += 1
    if start >= len(text) or text[start] in "\r\n" or not _near(sheet, last, start):
        return None, False
    line = text[start : start + LONGEST].partition("\r\n")[0]
    unit = _unit(line)
    rest = line[len(unit) :]
    return unit, not rest or rest[0] in BROKEN


def _near(sheet: Sheet, one: int, other: int) -> bool:
    """Whether a character stands right of another in one line, and near it."""
    left, right = sheet.boxes[one].tolist(), sheet.boxes[other].tolist()
    high = max(left[3] - left[1], right[3] - right[1], 1.0)
    return bool(
        -high < right[0] - left[2] < CLOSE * high and min(left[3], right[3]) > max(left[1], right[1]) - high / 2
    )


Elsewhere = Mapping[tuple[str, str], str]
"""The one number that stands between what is before and behind it; empty where there are several."""


def elsewhere(places: Mapping[str, Iterable[Around]]) -> Elsewhere:
    """The key of the number at each place that its words tell from all others; *places* are those of each key."""
    found: dict[tuple[str, str], str] = {}
    for key, uses in places.items():
        for use in uses:
            pairs = ((one, other) for one in use.before for other in use.after)
            for place in (pair for pair in pairs if all(len(one) == FAR and REFERENCE not in one for one in pair)):
                found[place] = key if found.get(place, key) == key else ""
    return found


def stands(here: Beside, uses: Iterable[Around]) -> bool:
    """Whether a number stands between the words of one of *uses*.

    >>> uses = [around("It takes ", " ms a call, "), around("saw", " us now")]
    >>> [stands(Beside(*one, "ms"), uses) for one in (("ittakes", "msandwe"), ("wesaw", "msacall"), ("wesaw", "uswhy"))]
    [True, True, False]
    """
    return any(_between(here, use) for use in uses)


def fits(here: Beside, uses: Iterable[Around]) -> bool:
    """As `stands`, and with the same unit, the same sign, and the same typed words as far as the line goes."""
    return any(_between(here, use) and _unit_fits(here, use) and _worded(here, use) for use in uses)


def _between(here: Beside, use: Around) -> bool:
    left = max(_alike(here.before[::-1], one[::-1]) for one in use.before)
    right = max(_alike(here.after, one) for one in use.after)
    few = max(map(len, use.before)) + max(map(len, use.after)) < NEAR
    return max(left, right) == 2 or min(left, right) == 1 or few


def _alike(here: str, there: str) -> int:
    """2 where the nearest letters are the same, or are not known; 1 where there are fewer and these are; else 0."""
    own, unknown, _ = there.partition(REFERENCE)
    own = own[:NEAR]
    if not here.startswith(own):
        marked = here.lstrip(_DIGITS)  # of a note
        if not own or own[0] in _DIGITS or not marked.startswith(own):
            return 0
    return 2 if len(own) == NEAR or unknown else 1


def _worded(here: Beside, use: Around) -> bool:
    sign, due = _SIGNS.get(here.sign), _SIGNS.get(use.sign)
    if (sign is not None or due is not None) and here.sign and (sign or here.sign) != (due or use.sign):
        return False
    (left, right), (before, behind) = here.line, use.typed
    size, more = min(len(left), len(before)), min(len(right), len(behind))
    return left[len(left) - size :] == before[len(before) - size :] and right[:more] == behind[:more]


def _unit_fits(here: Beside, use: Around) -> bool:
    """Whether the same unit or word follows a number, as far as both are known."""
    if here.unit is None or use.unit is None or here.unit == use.unit:
        return True
    cut = here.open and here.unit != "" and use.unit.startswith(here.unit)
    return cut or (here.capital and here.unit.casefold() == use.unit.casefold())


def unit_differs(here: Beside, uses: Iterable[Around]) -> bool:
    """Whether another unit or word follows a number than in any of *uses*."""
    return not any(_unit_fits(here, use) for use in uses)
