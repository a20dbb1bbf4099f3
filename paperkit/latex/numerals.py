"""The numerals of a printed text: read, and judged by what stands around them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from paperkit.latex.alphabet import CELL, SPACES, SUPER
from paperkit.latex.bounds import Bounds
from paperkit.latex.columns import Columns
from paperkit.latex.context import Context
from paperkit.latex.enclosing import Formulas
from paperkit.latex.notation import Notation, is_address
from paperkit.latex.printed import Mode, Printed
from paperkit.latex.reading import CANDIDATE, Reading, first_digits, read, read_fraction, read_glyph, scaled
from paperkit.latex.scripts import end_is_script
from paperkit.latex.signs import Signs
from paperkit.latex.suffixes import Suffixes
from paperkit.latex.units import NOTHING, After, unit_after
from paperkit.latex.vocabulary import MULTIPLIERS

_NAMED = {
    "date": "date",
    "hex": "identifier",
    "version": "version",
    "always": "identifier",
    "clock": "date",
    "month": "date",
}
_APART = re.compile(r"[ ~]+[eEdD]([-+]?\d{1,3})(?![\w.])")
_POWERED = re.compile(rf"[{SPACES}]*\)[{SPACES}]*[×·][{SPACES}]*")
_SCALING = re.compile(rf"[×·∗⋅][{SPACES}]*10{SUPER}")
_ROW = re.compile(r"[1-9]\d?0(?:,[1-9]\d0){3,11}(?![\d,.])")
_BARE = re.compile(r"(?<![\w.)])[eE]([-−+]?)$")
MULTIPLES = frozenset({"×", "x", "%", "times"})
"""Units that no address has."""
_CELL_BEGINS = frozenset(f"{CELL} ~\n")


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


class Finder(Bounds):
    """Reads and judges numbers in the order of the printed text."""

    def __init__(self, printed: Printed) -> None:
        super().__init__(printed)
        self.formulas = Formulas(printed.text, printed.formulas)
        self.context = Context(printed.text, self.formulas)
        self.signs = Signs(printed.text, self.formulas)
        self.columns = Columns()
        self.suffixes = Suffixes(printed.text)
        self.notation = Notation(printed.text)
        self.comma = self.notation.comma
        self.scripts: list[int] = []
        self.found: list[Found] = []
        self.astray: list[tuple[int, int]] = []
        """Numbers that go on outside their markers."""

    def any_kind(self, start: int) -> int:
        """As digits, for whatever is a number at all."""
        match = CANDIDATE.match(self.text, start)
        return self.candidate(start, match.end(), match.lastgroup or "fraction", match) if match is not None else start

    def candidate(self, start: int, end: int, kind: str, match: re.Match[str]) -> int:
        """Judge what begins at *start*; the offset to go on from."""
        mode = self.mode(start)
        if kind == "number":
            comma = mode.comma or self.comma or self.notation.comma_at(start, mode.place == "cell")
            limit = self.alone(start, self.limit(start, mode))
            if self.listed_alone(start) and (next_comma := self.text.find(",", start, limit)) > 0:
                limit = next_comma
            reading = read(self.text, start, limit, comma, mode.math, self.notation.raised)
        elif kind == "version" and (self.grouped if mode.comma else self.thousands)(start, end):
            reading = read(self.text, start, self.limit(start, mode), True, mode.math)
        elif kind in _NAMED and self.limit(start, mode) < end:
            reading = read(self.text, start, self.limit(start, mode), mode.comma, mode.math)
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

    def listed_alone(self, start: int) -> bool:
        """Whether the commas at *start* are between numbers: behind a number and a comma, "20,50,100", or in a list
        of four round numbers and more that rise, "50,100,200,300".
        """
        if self.text[start - 1 : start] == "," and self.text[max(0, start - 2) : start - 1].isdigit():
            return True
        row = _ROW.match(self.text, start)
        return row is not None and all(int(low) < int(high) for low, high in pairwise(row[0].split(",")))

    def thousands(self, start: int, end: int) -> bool:
        """Whether 1.234.567 is one number, in a text that has no commas in its numbers: no version, no address."""
        if not self.grouped(start, end) or self.text[start] == "0" or is_address(self.text[start:end]):
            return False
        word, _ = self.context.word_before(start)
        return word.lower().rstrip(".") not in (
            "version",
            "versions",
            "v",
            "ver",
            "release",
            "build",
        ) and not self.context.product(start)

    def named(self, start: int, end: int, kind: str, mode: Mode) -> int:
        """A date, a hexadecimal number, a version or an address."""
        reason = _NAMED[kind]
        if kind == "version" and mode.place == "cell" and self.text[start - 1 : start] in _CELL_BEGINS:
            self.columns.versions.add(self.columns.column)
        start, end = self.context.widen(start, end)
        self.add(Reading(start, end, first_digits(self.text[start:end])), "", mode.reason or reason, mode)
        return end

    def judge(self, reading: Reading, mode: Mode) -> int:
        """Decide on a number that has been read."""
        text = self.text
        end = reading.end
        if mode.reason:
            unit = self.beside_author(reading) if mode.reason == "author" else ""
            self.add(reading, unit, "" if unit else mode.reason, mode)
            return end
        if mode.number:
            self.signs.take(reading, mode)
            after = unit_after(text, end)
            if after.glued and after.word in MULTIPLIERS:
                self.suffixes.take(reading, after)
            self.spread(reading)
            self.bare_exponent(reading)
            named = reading.plain and not reading.decimals and not after.unit and self.context.product(reading.start)
            self.add(reading, after.unit, "identifier" if named else "", mode)
            return reading.end
        after = unit_after(text, end) if end < len(text) else NOTHING
        if mode.marker < 0:
            name = self.context.name(reading, after)
            if name is not None and not self.meets_marker(*name[:2]):
                start, stop, reason = name
                self.add(Reading(start, stop, reading.value, reading.decimals), "", reason, mode)
                return stop
        self.signs.take(reading, mode)
        if after.word:
            self.suffixes.take(reading, after)
            if reading.end != end:
                end = reading.end
                after = unit_after(text, end)
        if mode.marker >= 0 and self.meets_marker(reading.start, reading.end):
            self.astray.append((reading.start, reading.end))
        reason = self.reason(reading, after, mode) or self.power_of_bracket(reading)
        if reason and reason.startswith("ordinal"):
            reading.end = self.context.ordinal_end
            self.add(reading, "", "" if reason == "ordinal claim" else "ordinal", mode)
            return reading.end
        self.add(reading, after.unit, reason, mode)
        return end

    def spread(self, reading: Reading) -> None:
        """Take an exponent apart from its number into it, and into the one before ±: "2.1 ± 1.1 e2"."""
        apart = _APART.match(self.text, reading.end)
        if apart is None:
            return
        reading.value, reading.end, reading.plain = scaled(reading.value, int(apart[1])), apart.end(), False
        former = self.found[-1] if self.found else None
        if (
            former is not None
            and not former.reason
            and self.text[former.end : reading.start].strip(SPACES_PLAIN) == "±"
        ):
            former.value = scaled(former.value, int(apart[1]))

    def bare_exponent(self, reading: Reading) -> None:
        """Read `e-2`, which siunitx takes for a power of ten, as a number."""
        match = _BARE.search(self.text, max(0, reading.start - 3), reading.start)
        if match is None or not reading.plain or reading.decimals:
            return
        sign = -1 if match[1] in ("-", "−") else 1
        power = int(reading.value.copy_abs())
        reading.start, reading.value, reading.plain = match.start(), scaled(Decimal(1), sign * power), False

    def power_of_bracket(self, reading: Reading) -> str:
        """Give a power of ten behind a bracket to the values in it, and say so: "(2.02 ± 0.10) × 10^-10"."""
        text = self.text
        if len(self.found) < 2 or text[reading.start : reading.start + 3] != f"10{SUPER}":
            return ""
        value, spread = self.found[-2:]
        within = _POWERED.fullmatch(text, spread.end, reading.start) and text[value.start - 1 : value.start] == "("
        if not within or value.reason or spread.reason or text[value.end : spread.start].strip(SPACES_PLAIN) != "±":
            return ""
        power = reading.value.adjusted()
        value.value, spread.value = scaled(value.value, power), scaled(spread.value, power)
        return "index"

    def beside_author(self, reading: Reading) -> str:
        """The unit of a quantity among the authors ("4.3 times slower"); empty for a part of an address or a mark."""
        after = unit_after(self.text, reading.end)
        return after.unit if after.strong and (after.unit in MULTIPLES or reading.decimals) else ""

    def reason(self, reading: Reading, after: After, mode: Mode) -> str:
        """Why the number is structure; empty when it is a claim."""
        if self.scripts and not self.context.deviation(self.scripts[-1], reading):
            return "index"
        formula = self.formulas.at(reading.start) if mode.math else None
        if mode.math and (mode.matrix or mode.place == "algorithm") and not (after.strong and len(after.unit) > 1):
            return "formula"
        if formula is not None:
            if end_is_script(self.text, reading.end):
                return "formula"
            verdict = formula.verdict(reading.start)
            large = verdict == "formula" and reading.value >= 1000 and not reading.plain
            lettered = "\ue100" <= self.text[reading.end - 1] <= "\ue2ff"
            large = large and (not lettered or formula.multiplies())
            if verdict and not (large and (after.unit or not self.scales(reading))):
                return verdict
        if mode.place == "cell" and reading.plain and not after.strong:
            named = self.columns.reason(reading.start, reading.end, text=self.text)
            if named:
                return named
        return self.context.reason(reading, after, mode, self.found)

    def scales(self, reading: Reading) -> bool:
        """Whether a power of ten multiplies what stands before it, and is a constant of the formula."""
        return _SCALING.search(self.text, max(0, reading.start - 3), reading.start + 3) is not None

    def add(self, reading: Reading, unit: str, reason: str, mode: Mode) -> None:
        """Keep a numeral; what it shares with the one before it (a power, a unit) is given to that one."""
        found = Found(reading.start, reading.end, reading.value, unit, reason, reading.decimals, mode)
        if self.found and not reason and (unit or not reading.plain):
            self.share(self.found[-1], found, reading)
        self.found.append(found)

    def share(self, former: Found, found: Found, reading: Reading) -> None:
        """`4.1 ± 0.2 × 10^3` and `2--3 ms`: power and unit belong to both."""
        gap = found.start - former.end
        if former.reason or gap > 12 or gap <= 0:
            return
        between = self.text[former.end : found.start].strip(SPACES_PLAIN)
        if between not in _JOINING and former.end != found.start:
            return
        if not former.unit:
            former.unit = found.unit
        if reading.powered >= 0 and former.power == 0 and between == "±":
            former.value = scaled(former.value, reading.power)
            found.end = reading.powered
        ranges = between in _DASHES and former.decimals > 0
        if ranges and reading.powered >= 0 and former.value < scaled(reading.value, -reading.power):
            former.value = scaled(former.value, reading.power)
        former.power = former.power or reading.power


SPACES_PLAIN = " \t\n~\u00a0\u2009\u202f"
_DASHES = ("-", "--", "–", "−")
_JOINING = frozenset({"-", "--", "–", "—", "±", "to", "and", "or", ",", "×", "/", "−", "…", "through", "bis", "→", "x"})
