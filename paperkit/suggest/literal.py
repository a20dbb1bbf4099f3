"""A literal to be bound: its amount, what it may have been rounded to, its unit and what stands around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from paperkit.latex.document import Numeral
from paperkit.suggest.context import Context
from paperkit.suggest.names import add_words, words_of
from paperkit.values.unit import BARE, POINTS, Unit, UnitError, parse_unit
from paperkit.values.words import from_words

_EXPONENT = re.compile(r"10\s*\^|[eE][-+]?\d")
_POINTS = re.compile(r"(?:[\s~]|\\,|\\%)*(?:percentage|per[\s~]?cent)?[\s~-]*points?\b")
_FACTOR = re.compile(r"(?:[\s~$]|\\,)*(?:\\times(?![A-Za-z])|×)\$?(?!\s*[\d$\\])")
"""A sign of multiplication with no second factor behind it."""
_BOUND = re.compile(
    r"\b(?:up|down) to[\s~$]*$|\bat (?:most|least|best|worst)[\s~$]*$|\bas (?:much|little|many|few) as[\s~$]*$"
)
_FALLS = re.compile(
    r"\b(?:los[est]+|drop|fall|fell|decreas|reduc|declin|shrink|lower|cost|sav|less|degrad|worsen|below|cut)[a-z]*\b"
    r"[^.,;:]*$",
    re.IGNORECASE,
)
MAX_ZEROS = 3
SIGNIFICANT = 2
"""Digits that a number rounded to tens or more still shows."""


@dataclass(frozen=True, slots=True)
class Literal:
    """*unit* is None where none is read, or none that is known; *word* is what stands in its place then."""

    numeral: Numeral
    context: Context
    unit: Unit | None
    word: str = ""

    @property
    def value(self) -> Decimal:
        """The number that is printed."""
        return self.numeral.value

    @property
    def text(self) -> str:
        """As it is written: in the definition, where a macro prints it."""
        numeral = self.numeral
        return numeral.text if numeral.origin is None else numeral.origin.text

    @property
    def compares(self) -> bool:
        """Whether it is a word that no format prints, such as twice or half: a claim shows it."""
        return not re.search(r"\d", self.text) and from_words(self.text) is None

    @property
    def places(self) -> int:
        """Decimals that are shown; negative where an exponent or a suffix stands behind."""
        exponent = self.value.as_tuple().exponent
        return -exponent if isinstance(exponent, int) else 0

    @property
    def small(self) -> bool:
        """Whether it counts something: a whole number below twenty, or one in words."""
        return self.places == 0 and (abs(self.value) < 20 or not re.search(r"\d", self.text))

    @property
    def readings(self) -> tuple[tuple[int, float], ...]:
        """(decimals, how unlikely) that it may be rounded to; with zeros at its end also to tens, hundreds ..."""
        places = self.places
        text = str(abs(int(self.value)))
        zeros = len(text) - len(text.rstrip("0")) if places == 0 and self.value else 0
        return (
            (places, 0.0),
            *((-zero, 1.5) for zero in range(1, min(zeros, MAX_ZEROS) + 1) if len(text) - zero >= SIGNIFICANT),
        )

    @property
    def nouns(self) -> dict[str, float]:
        """The words right behind it, up to the end of the clause: what it may count; the next one the most."""
        span = self.numeral.span
        behind = re.split(r"[^\w\s~\\,-]|\\[A-Za-z]|\n\s*\n", span.source.text[span.end : span.end + 60])[0]
        words = re.findall(r"[A-Za-z]+", behind.partition(",")[0])[:3]
        said: dict[str, float] = {}
        for word, weight in zip(words, (1.0, 0.9, 0.6), strict=False):
            add_words(said, words_of(word), weight)
        return said

    @property
    def before(self) -> tuple[str, ...]:
        """The word right before it: `batch` in `at batch 32`, `a batch of 32` and `batch = 32`."""
        text = self.numeral.span.source.text[max(0, self.numeral.span.start - 40) : self.numeral.span.start]
        found = re.search(r"([A-Za-z_]+)(?:\s+(?:size\s+)?of)?[\s~$=]*$", text)
        return words_of(found[1]) if found else ()

    @property
    def bounded(self) -> bool:
        """Whether the words right before it say that it is the largest or the smallest: `up to`, `at least`."""
        text = self.numeral.span.source.text[max(0, self.numeral.span.start - 24) : self.numeral.span.start]
        return _BOUND.search(text) is not None

    @property
    def falls(self) -> bool:
        """Whether a word before it says that something gets less: `loses 2.8 points`."""
        text = self.numeral.span.source.text[max(0, self.numeral.span.start - 40) : self.numeral.span.start]
        return _FALLS.search(text) is not None

    def interval(self, places: int) -> tuple[float, float]:
        """The amounts that any manner of rounding could make of it, a trifle wider."""
        step = 1.0000001 * 10.0**-places
        return float(self.value) - step, float(self.value) + step

    def format(self, amount: Fraction, places: int) -> str:
        """The format that prints *amount* in the way in which the literal is written."""
        text = self.text
        if not re.search(r"\d", text):
            return "words"
        if _EXPONENT.search(text):
            return f".{max(0, self.numeral.decimals)}e"
        marks = "," if re.search(r"\d\s*(?:\{,\}|,|\\,)\s*\d{3}", text) else ""
        if places < 0:
            digits = len(str(abs(int(self.value)))) + places
            return f"{marks}.{max(1, digits)}g"
        if places == 0:
            return f"{marks}d" if amount.denominator == 1 else f"{marks}.0f"
        return f"{marks}.{places}f"


def literal_of(numeral: Numeral, context: Context) -> Literal:
    """The literal with its unit read, in a table in its column's head: `×` is bare, an unknown word is no unit."""
    if numeral.unit == "points" and not numeral.decimals:
        return Literal(numeral, context, None, "point")  # of a grid, rather than percentage points
    if numeral.unit == "%" and _POINTS.match(numeral.span.source.text, numeral.span.end):
        return Literal(numeral, context, POINTS)
    if not numeral.unit and _FACTOR.match(numeral.span.source.text, numeral.span.end):
        return Literal(numeral, context, BARE)
    if numeral.unit in ("", "×", "x"):
        return Literal(numeral, context, BARE if numeral.unit else context.unit)
    try:
        return Literal(numeral, context, parse_unit(numeral.unit.replace("µ", "u")))
    except UnitError:
        return Literal(numeral, context, None, numeral.unit)
