"""The numerals of a printed text: found by one regular expression, read, and judged by what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from paperkit.latex.alphabet import BREAK, CELL, ROW, SPACES, SUB, SUB_END, SUPER, SUPER_END
from paperkit.latex.columns import Columns
from paperkit.latex.context import Context
from paperkit.latex.document import Marker, Numeral, Role
from paperkit.latex.formula import Formulas
from paperkit.latex.printed import Mode, Printed
from paperkit.latex.reading import CANDIDATE, START, Reading, read, read_fraction, read_glyph, scaled
from paperkit.latex.signs import Signs
from paperkit.latex.units import NOTHING, After, unit_after
from paperkit.latex.vocabulary import LARGE, MULTIPLIERS
from paperkit.latex.words import Worded, find_words

_SIGNS = ("+", "-", "−", "±")
_TABLE = (CELL, ROW, BREAK)
_NAMED = {
    "date": "date",
    "hex": "identifier",
    "version": "version",
    "always": "identifier",
    "clock": "date",
    "month": "date",
}
_ORDERS = re.compile(rf"[{SPACES}]+orders?[{SPACES}]+of[{SPACES}]+magnitude")
_SCRIPTS, _SCRIPT_ENDS = (SUPER, SUB), (SUPER_END, SUB_END)


@dataclass(slots=True)
class Found:
    """A numeral before it gets its place."""

    start: int
    end: int
    value: Decimal
    unit: str
    reason: str
    """Empty for a claim."""
    decimals: int
    mode: Mode
    words: bool = False
    power: int = 0
    factor: int = 0


def find_numerals(printed: Printed, markers: tuple[Marker, ...]) -> Iterator[Numeral]:
    """All numerals, in the order of the text; one that is printed twice from the same place comes once."""
    digits = Finder(printed).find()
    words = find_words(printed, [(found.start, found.end) for found in digits])
    merged = sorted([*digits, *(_worded(printed, word) for word in words)], key=lambda found: found.start)
    seen: set[tuple[int, int, int, str]] = set()
    for found in merged:
        numeral = _numeral(printed, found, markers)
        origin = numeral.origin.start if numeral.origin else -1
        key = (id(numeral.span.source), numeral.span.start, origin, numeral.text)
        if key not in seen:
            seen.add(key)
            yield numeral


def _worded(printed: Printed, word: Worded) -> Found:
    mode = printed.mode(word.start)
    return Found(word.start, word.end, word.value, word.unit, mode.reason or word.reason, 0, mode, words=True)


def _numeral(printed: Printed, found: Found, markers: tuple[Marker, ...]) -> Numeral:
    span, text, origin = printed.place(found.start, found.end)
    mode = found.mode
    marker = mode.marker if mode.marker >= 0 else None
    role, reason = (
        (Role.STRUCTURE, found.reason) if found.reason else (Role.CLAIM, "words" if found.words else "digits")
    )
    if marker is not None and (role is Role.CLAIM or markers[marker].macro != "pkclaim"):
        role, reason = Role.CLAIM, "waived" if markers[marker].macro == "pkfree" else "bound"
    elif role is Role.STRUCTURE:
        marker = None
    return Numeral(span, text, found.value, found.unit, role, reason, marker, mode.place, found.decimals, origin)


class Finder:
    """Goes once over the printed text."""

    def __init__(self, printed: Printed) -> None:
        self.printed = printed
        self.text = printed.text
        self.formulas = Formulas(printed.text, printed.formulas)
        self.context = Context(printed.text, self.formulas)
        self.signs = Signs(printed.text, self.formulas)
        self.columns = Columns()
        self.scripts: list[int] = []
        self.found: list[Found] = []
        self.change = 0

    def find(self) -> list[Found]:
        """The numerals in digits."""
        text, at = self.text, 0
        begin = START.search(text)
        while begin is not None:
            start = begin.start()
            character = text[start]
            at = start + 1
            if character in _TABLE:
                self.columns.see(character, start, text)
            elif character in _SCRIPTS:
                self.scripts.append(start)
            elif character in _SCRIPT_ENDS:
                if self.scripts:
                    self.scripts.pop()
            else:
                if (
                    character.isdigit()
                    and start
                    and text[start - 1] == "."
                    and not text[start - 2 : start - 1].isalnum()
                ):
                    start -= 1
                match = CANDIDATE.match(text, start)
                if match is not None:
                    at = max(at, self.candidate(start, match.end(), match.lastgroup or "fraction", match))
            begin = START.search(text, at)
        return self.found

    def mode(self, at: int) -> Mode:
        """The mode at *at*, which never goes back."""
        changes = self.printed.changes
        change = self.change
        while change + 1 < len(changes) and changes[change + 1] <= at:
            change += 1
        self.change = change
        return self.printed.modes[change]

    def candidate(self, start: int, end: int, kind: str, match: re.Match[str]) -> int:
        """Judge what begins at *start*; the offset to go on from."""
        mode = self.mode(start)
        if kind == "number":
            reading = read(self.text, start, self.limit(start, mode), mode.comma, mode.math)
        elif kind == "version" and mode.comma and self.grouped(start, end):
            reading = read(self.text, start, self.limit(start, mode), True, mode.math)
        elif kind in _NAMED:
            return self.named(start, end, kind, mode)
        elif kind == "glyph":
            reading = read_glyph(self.text[start], start)
        else:
            if self.limit(start, mode) < end:
                return start + 1
            reading = read_fraction(match["above"], match["below"], start, end)
        if reading is None:
            return end
        return self.judge(reading, mode)

    def limit(self, start: int, mode: Mode) -> int:
        """Where a marker begins or ends behind *start*, at the latest: a number does not reach over it."""
        changes, modes = self.printed.changes, self.printed.modes
        change = self.change + 1
        while change < len(changes) and changes[change] < start + 200:
            if modes[change].marker != mode.marker:
                return changes[change]
            change += 1
        return len(self.text)

    def grouped(self, start: int, end: int) -> bool:
        """Whether 1.234.567 is one number."""
        first, *rest = self.text[start:end].split(".")
        return len(first) < 4 and all(len(part) == 3 for part in rest)

    def named(self, start: int, end: int, kind: str, mode: Mode) -> int:
        """A date, a hexadecimal number, a version or an address."""
        reason = _NAMED[kind]
        start, end = self.context.widen(start, end)
        self.add(Reading(start, end, _digits(self.text[start:end])), "", mode.reason or reason, mode)
        return end

    def judge(self, reading: Reading, mode: Mode) -> int:
        """Decide on a number that has been read."""
        text = self.text
        end = reading.end
        if mode.reason:
            self.add(reading, "", mode.reason, mode)
            return end
        if mode.number:
            self.signs.take(reading, mode)
            after = unit_after(text, end)
            self.add(reading, after.unit, "", mode)
            return end
        after = unit_after(text, end) if end < len(text) else NOTHING
        name = self.context.name(reading, after)
        if name is not None and mode.marker < 0:
            start, stop, reason = name
            self.add(Reading(start, stop, reading.value, reading.decimals), "", reason, mode)
            return stop
        self.signs.take(reading, mode)
        self.suffix(reading, after)
        if reading.end != end:
            end = reading.end
            after = unit_after(text, end)
        reason = self.reason(reading, after, mode)
        if reason.startswith("ordinal"):
            reading.end = self.context.ordinal_end
            self.add(reading, "", "" if reason == "ordinal claim" else "ordinal", mode)
            return reading.end
        self.add(reading, after.unit, reason, mode)
        return end

    def reason(self, reading: Reading, after: After, mode: Mode) -> str:
        """Why the number is structure; empty when it is a claim."""
        if self.scripts and not self.context.deviation(self.scripts[-1], reading):
            return "index"
        formula = self.formulas.at(reading.start) if mode.math else None
        if mode.math and (mode.matrix or mode.place == "algorithm"):
            return "formula"
        if formula is not None:
            if end_is_script(self.text, reading.end):
                return "formula"
            verdict = formula.verdict(reading.start)
            if verdict:
                return verdict
        if mode.place == "cell" and reading.plain and not after.strong:
            named = self.columns.reason(reading.start, reading.end, text=self.text)
            if named:
                return named
        return self.context.reason(reading, after, mode, self.found)

    def suffix(self, reading: Reading, after: After) -> None:
        """Take a suffix or word that multiplies into the number."""
        text, end = self.text, reading.end
        power = 0
        orders = _ORDERS.match(text, end) if after.word in ("order", "orders") else None
        if orders is not None and reading.plain and reading.value < 1000:
            reading.value, reading.end, reading.plain = Decimal(10) ** reading.value, orders.end(), False
        elif after.glued and after.word in MULTIPLIERS and not after.unit.endswith("/s"):
            following = text[end + len(after.word) : end + len(after.word) + 1]
            if following != "-" or after.word != "G":
                power, stop = MULTIPLIERS[after.word], end + len(after.word)
        elif after.word in LARGE and not after.glued:
            power, stop = LARGE[after.word], text.index(after.word, end) + len(after.word)
        if power:
            reading.value = scaled(reading.value, power)
            reading.power, reading.end = power, stop
            reading.plain = False

    def add(self, reading: Reading, unit: str, reason: str, mode: Mode) -> None:
        """Keep a numeral; what it shares with the one before it (a power, a unit) is given to that one."""
        found = Found(reading.start, reading.end, reading.value, unit, reason, reading.decimals, mode)
        if self.found and not reason:
            self.share(self.found[-1], found, reading)
        self.found.append(found)

    def share(self, former: Found, found: Found, reading: Reading) -> None:
        """`4.1 ± 0.2 × 10^3` and `2--3 ms`: power and unit belong to both."""
        if former.reason or found.start - former.end > 12 or found.start <= former.end:
            return
        between = self.text[former.end : found.start].strip(SPACES_PLAIN)
        if between not in _JOINING and former.end != found.start:
            return
        if not former.unit:
            former.unit = found.unit
        if reading.powered >= 0 and former.power == 0 and between == "±":
            former.value = scaled(former.value, reading.power)
            found.end = reading.powered
        former.power = former.power or reading.power


SPACES_PLAIN = " \t\n~\u00a0\u2009\u202f"
_JOINING = frozenset({"-", "--", "–", "—", "±", "to", "and", "or", ",", "×", "/", "−", "…", "through", "bis", "→", "x"})


def end_is_script(text: str, end: int) -> bool:
    """Whether an exponent stands on the number that is no part of it: a power of a formula, or one with a marker."""
    if text[end : end + 1] != SUPER:
        return False
    inside = text[end + 1 : end + 2]
    return inside not in ("°", "∘", "′", "″") and (inside not in _SIGNS or text[end - 2 : end] == "10")


def _digits(text: str) -> Decimal:
    """A number for something that is none: its first digits."""
    digits = ""
    for character in text:
        if character.isdigit() and character.isascii():
            digits += character
        elif digits:
            break
    return Decimal(digits or "0")
