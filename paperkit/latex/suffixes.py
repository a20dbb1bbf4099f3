"""Suffixes that multiply a number: "5K rows", "1.3 M hosts", "3 million", "two orders of magnitude"; not "at 600K"."""

from __future__ import annotations

import re
from decimal import Decimal

from paperkit.latex.alphabet import SPACES, SUB
from paperkit.latex.counts import counts_next
from paperkit.latex.lookalikes import is_bytes, is_tesla
from paperkit.latex.notation import THIN
from paperkit.latex.reading import Reading, scaled
from paperkit.latex.units import LARGE, After
from paperkit.latex.vocabulary import MULTIPLIERS

_ORDERS = re.compile(rf"[{SPACES}]+orders?[{SPACES}]+of[{SPACES}]+magnitude")
_POWERS = frozenset(2**power for power in range(11))
_HOT = re.compile(rf"\b(?:at|below|above|near|around|to|from|between|of|and|temperature|T[{SPACES}]*=)[{SPACES}=]*$")
_THERMAL = re.compile(
    r"\b(?:[Kk]elvin|[Tt]emperatures? of \d|cryogenic|superconduct|neutron|anneal|[Rr]oom temperature|dilution refrig)"
)
_MULTIPLIED = re.compile(r"\(\d[\d.,]*[ ~]?[KMk]\)[^()]*\($")


class Suffixes:
    """Takes suffixes into the numbers of a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.hot: bool | None = None
        """Whether the text speaks of temperatures; None until it is asked."""

    def take(self, reading: Reading, after: After) -> None:
        """Take a suffix or word that multiplies into the number."""
        text, end = self.text, reading.end
        power = 0
        orders = _ORDERS.match(text, end) if after.word in ("order", "orders") else None
        if orders is not None and reading.plain and reading.value < 1000:
            reading.value, reading.end, reading.plain = Decimal(10) ** reading.value, orders.end(), False
        elif after.glued and after.word in MULTIPLIERS and not after.unit.endswith("/s"):
            following = text[end + len(after.word) : end + len(after.word) + 1]
            if (
                following != SUB
                and (after.word != "G" or reading.decimals or counts_next(text, end + 1))
                and not (after.word == "B" and is_bytes(text, reading.start, end + 1))
                and not (after.word == "K" and self.kelvin(reading))
                and not (after.word == "T" and is_tesla(text, reading.start, end + 1))
            ):
                power, stop = MULTIPLIERS[after.word], end + len(after.word)
        elif after.word in ("M", "K", "k") and not after.glued and self.apart(reading, after):
            power, stop = MULTIPLIERS[after.word], after.end
        elif after.word in LARGE and not after.glued and (at := text.find(after.word, end, after.end)) >= 0:
            power, stop = LARGE[after.word], at + len(after.word)  # letters of a formula spell no word
        if power:
            reading.value = scaled(reading.value, power)
            reading.power, reading.end = power, stop
            reading.plain = False

    def kelvin(self, reading: Reading) -> bool:
        """Whether the K behind a number is a temperature's: "evaluated at 600K", in a text that speaks of any."""
        if reading.decimals > 1 or reading.value in _POWERS or counts_next(self.text, reading.end + 1):
            return False
        if _HOT.search(self.text, max(0, reading.start - 30), reading.start) is None:
            return False
        if self.hot is None:
            self.hot = _THERMAL.search(self.text) is not None
        return self.hot

    def apart(self, reading: Reading, after: After) -> bool:
        """Whether a letter that stands apart multiplies: "1.3 M hosts", "Weatherford (25K), and Dallas (1.25 M)"."""
        text = self.text
        if text[reading.end] in THIN and counts_next(text, after.end):
            return True
        before = max(0, reading.start - 80)
        return text[after.end : after.end + 1] == ")" and bool(_MULTIPLIED.search(text, before, reading.start))
