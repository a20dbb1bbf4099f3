"""Whether the characters of a file's fonts look like what the file calls them: a font may draw `slower` for `faster`.

Each is held against the letters and digits of the standard fonts, and against the others of its own font. Letters are
unlike in detail, more than digits are; so only what is very like another letter, and less like its own, counts: by its
form, by how high it stands and how far it reaches down, by being the same drawing as another letter of its font, or by
having changed places with it. What is no digit and is drawn like one is found, whatever it is called.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from paperkit.pdf.shapes import STANDARD, shapes_of
from paperkit.pdf.specimens import LETTERS, Specimen, faces, standard_faces

if TYPE_CHECKING:
    from paperkit.pdf.file import PdfFile

DIGITS = "0123456789"
_CLEAR = "23456789"
"""Digits that no letter looks like; bars and rings are many things."""
_KNOWN = frozenset(LETTERS + "\u03bc")
VERY_LIKE, MORE = 0.82, 0.08
"""Likeness to another letter (at most 1), and how much more than to its own, from which on a letter is another one."""
ALMOST, FAR_MORE = 0.95, 0.25
"""As much where some faces draw the two alike."""
AS_DIGIT, AS_SIGN = 0.87, 0.8
"""Likeness to a digit from which on what is no letter of ours is read as one: a letter of others, a sign or space."""
ALIKE = frozenset({
    *("ac", "ad", "ag", "ao", "aq", "a0", "bh", "ec", "jf", "ji", "jl", "jt", "j1", "lf", "lj", "l1", "i1", "o0", "vu"),
    *("\u03bcp", "p\u03bc", "yu"),
})  # fmt: skip
"""What some italic or geometric faces draw a letter like: the letter, and the other one. Within a font they differ."""
LIKE_DIGITS = frozenset({"?7", "\u04316", "\u04373", "\u044d3", "\u04173", "\u042d3"})
"""Signs, and letters of others, with the digit that they look like."""
ONE_BAR = frozenset("Il1|")
"""What is one bar in many fonts."""
LIGATURES = frozenset({"ff", "fi", "fl", "ffi", "ffl", "ft", "fft", "fj", "st", "ct", "Th", "tt", "ti", "ij", "IJ"})
SAME_SHAPE, SAME_PIXELS, SAME_FOOT = 0.985, 1, 0.03
"""Likeness of two drawings that are one; how many pixels their sides, and ems their feet may differ by."""
CHANGED = 0.03
"""How much more two letters are like each other than like themselves that have changed places."""
LOW, MIDDLE, HIGH = -0.25, 0.75, 1.25
"""Heights, to that of an x, that small letters reach: below the line, and above an x."""
USUAL = 0.7
"""Part of the small letters of a font that stand as letters do, from which on the others are held to it."""
SAME = 4
"""Letters of a font that look the same from which on it is the box that it draws for all that it has not."""
BLANK = 25.0
"""Grey levels below which a row of pixels has no ink."""
TALL = 0.4
"""Ems that a digit is high at least."""
RISING, PLAIN, FALLING = frozenset("bdfhkl"), frozenset("acemnorsuvwxz"), frozenset("gpqy")


class Odd(NamedTuple):
    """Letters of a font that look like other ones."""

    font: str
    letters: str


def odd_letters(file: PdfFile) -> tuple[Odd, ...]:
    """Every font with such letters, by name. Raises PdfError."""
    found: dict[str, dict[str, None]] = {}
    for face in faces(file):
        for text in odd_texts(face.specimens):
            found.setdefault(face.name, {})[text] = None
    return tuple(Odd(font, "".join(letters)) for font, letters in found.items())


def odd_texts(specimens: Sequence[Specimen]) -> list[str]:
    """What those of *specimens* are called, of one font, that look like something else."""
    drawn = [one for one in specimens if one.ink is not None]
    if not drawn:
        return []
    look = _Looks(drawn)
    found = {at for at, one in enumerate(drawn) if look.is_digit(at) or (look.own(at) and _is_blank(one.text))}
    found |= {at for at in look.letters.values() if look.is_other(at) or look.stands_like_another(at)}
    found |= {at for at, one in enumerate(drawn) if look.own(at) and look.is_one_letter(at, one.text)}
    for pair in (*look.twins(), *look.changed()):
        found |= pair if found.isdisjoint(pair) else set()
    return list(dict.fromkeys(drawn[at].text for at in sorted(found)))


def _is_blank(text: str) -> bool:
    """Whether a text has nothing that can be seen; a soft hyphen at the end of a line can."""
    return all(one.isspace() or (unicodedata.category(one) == "Cf" and one != "\u00ad") for one in text)


class _Looks:
    """The characters of one font, with their likeness to each kind of letter and digit."""

    def __init__(self, drawn: Sequence[Specimen]) -> None:
        import numpy as np

        self.drawn = drawn
        known, self.kinds, starts = _standard()
        self.shapes = shapes_of([one.ink for one in drawn])
        self.likeness = np.maximum.reduceat(known @ self.shapes.T, starts, axis=0).T
        looks = [(one.ink.shape, one.ink.tobytes()) for one in drawn if one.ink is not None]
        kinds: dict[Any, set[str]] = {}
        for one, seen in zip(drawn, looks, strict=True):
            kinds.setdefault(seen, set()).add(_kind(one.text))
        self.shared = [len(kinds[seen]) >= SAME for seen in looks]
        self.letters: dict[str, int] = {}
        for at, one in enumerate(drawn):
            if one.text in _KNOWN and one.text and not self.shared[at]:
                self.letters.setdefault(one.text, at)
        small = [drawn[at].high for letter, at in self.letters.items() if letter in PLAIN]
        self.x = median(small) if small else 0.0
        standing = [(letter, self._class(at) == _due(letter)) for letter, at in self.letters.items() if _due(letter)]
        well = [letter for letter, right in standing if right]
        self.usual = len(well) >= max(3, USUAL * len(standing)) and not PLAIN.issuperset(well)  # no small capitals

    def own(self, at: int) -> bool:
        """Whether it is no box for what the font has not."""
        return not self.shared[at]

    def is_digit(self, at: int) -> bool:
        """Whether what is called something else is drawn like a digit that nothing else looks like."""
        one, row = self.drawn[at], self.likeness[at]
        if any(each in DIGITS for each in unicodedata.normalize("NFKC", one.text)) or one.high - one.low < TALL:
            return False
        if one.text in _KNOWN and one.text:
            return False  # which is held to its own form
        best = max(float(row[self.kinds.index(digit)]) for digit in _CLEAR if one.text + digit not in LIKE_DIGITS)
        return best >= (AS_DIGIT if any(map(str.isalpha, one.text)) else AS_SIGN)

    def is_other(self, at: int) -> bool:
        """Whether a letter is drawn like another one, or like a digit."""
        kind, row = _kind(self.drawn[at].text), self.likeness[at]
        own = self._likeness(at, kind)
        for likeness, other in zip(row.tolist(), self.kinds, strict=True):
            least, more = (ALMOST, FAR_MORE) if kind + other in ALIKE else (VERY_LIKE, MORE)
            if other != kind and likeness >= least and likeness >= own + more:
                return True
        return False

    def stands_like_another(self, at: int) -> bool:
        """Whether a small letter reaches as high or low as another one, which it is like, and not as itself."""
        letter, stands, row = self.drawn[at].text, self._class(at), self.likeness[at]
        if self.usual and letter.islower() and letter.isascii() and _dotted(self.drawn[at]) is not (letter in "ij"):
            return True
        if not self.usual or not _due(letter) or not stands or stands == _due(letter):
            return False
        own = self._likeness(at, letter)
        return any(
            float(row[self.kinds.index(other)]) >= max(VERY_LIKE, own - 0.05) for other in stands if other != letter
        )

    def is_one_letter(self, at: int, text: str) -> bool:
        """Whether what is called several letters, and is no ligature, is drawn like one."""
        if len(text) < 2 or not text.isascii() or not text.isalpha() or text in LIGATURES:
            return False
        return float(self.likeness[at].max()) >= AS_DIGIT

    def twins(self) -> Iterator[set[int]]:
        """Two characters that are the same drawing as a letter or digit of another kind."""
        import numpy as np

        for one, other in np.argwhere(np.triu(self.shapes @ self.shapes.T, 1) >= SAME_SHAPE).tolist():
            if self.own(one) and self.own(other) and _twins(self.drawn[one], self.drawn[other]):
                yield {one, other}

    def changed(self) -> Iterator[set[int]]:
        """Two letters that have changed places."""
        import numpy as np

        places = [(letter, at) for letter, at in self.letters.items() if _kind(letter) in self.kinds]
        if not places:
            return
        column = [self.kinds.index(_kind(letter)) for letter, _ in places]
        found = self.likeness[[at for _, at in places]][:, column]
        more = found - found.diagonal()[:, None]
        for one, other in np.argwhere((more > CHANGED) & (more.T > CHANGED) & (found > VERY_LIKE)).tolist():
            if {places[one][0], places[other][0]} - ONE_BAR:
                yield {places[one][1], places[other][1]}

    def _likeness(self, at: int, text: str) -> float:
        return float(self.likeness[at][self.kinds.index(_kind(text))])

    def _class(self, at: int) -> frozenset[str]:
        """The small letters that stand as this one does; none for what stands otherwise."""
        one = self.drawn[at]
        if not self.x or one.high < MIDDLE * self.x:
            return frozenset()
        high = one.high > HIGH * self.x
        if one.low < LOW * self.x:
            return frozenset() if high else FALLING
        return RISING if high else PLAIN


def _dotted(one: Specimen) -> bool:
    """Whether a character has a part above another one, with nothing between."""
    return one.ink is not None and bool((one.ink.max(axis=1) < BLANK).any())


def _due(letter: str) -> frozenset[str]:
    return next((one for one in (RISING, PLAIN, FALLING) if letter in one), frozenset())


def _twins(one: Specimen, other: Specimen) -> bool:
    """Whether two characters whose shapes are alike are one drawing under two names that say different things."""
    texts = {one.text, other.text}
    if one.ink is None or other.ink is None or not all(_plain(text) for text in texts) or texts <= ONE_BAR:
        return False
    if _kind(one.text) == _kind(other.text) or not any(text in _KNOWN or text in DIGITS for text in texts if text):
        return False
    if texts <= frozenset("0Oo") or texts <= frozenset(DIGITS):  # digits are looked at on their pages
        return False
    sides = (abs(a - b) for a, b in zip(one.ink.shape, other.ink.shape, strict=True))
    return max(sides) <= SAME_PIXELS and abs(one.low - other.low) <= SAME_FOOT


def _plain(text: str) -> bool:
    """Whether a text has its own look: other scripts and signs have letters and digits that look like Latin ones."""
    return bool(text) and unicodedata.normalize("NFKC", text).isascii()


def _kind(text: str) -> str:
    """Capitals are known by their small letters, as which small capitals stand; the micro sign is a mu."""
    return unicodedata.normalize("NFKC", text).lower() if not text.isascii() else text.lower()


@cache
def _standard() -> tuple[Any, tuple[str, ...], list[int]]:
    """Letters and digits of the standard fonts: shapes, one a row; their kinds in order, and where each begins."""
    import numpy as np

    drawn = [one for one in standard_faces(STANDARD, LETTERS + DIGITS) if one.ink is not None]
    drawn.sort(key=lambda one: _kind(one.text))
    names = [_kind(one.text) for one in drawn]
    kinds = tuple(dict.fromkeys(names))
    return np.asarray(shapes_of([one.ink for one in drawn])), kinds, [names.index(kind) for kind in kinds]
