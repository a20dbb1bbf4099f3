"""Versions: numbers behind a product, a package or another version."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperkit.latex import vocabulary as words
from paperkit.latex.alphabet import SPACES
from paperkit.latex.reading import Reading
from paperkit.latex.units import After
from paperkit.latex.wordlist import words as _list
from paperkit.latex.years import Years

if TYPE_CHECKING:
    from paperkit.latex.numerals import Found

_WORDY = re.compile(r"-[a-z]{3,}$")
"""No product: "an industry-standard"."""
_SINCE = _list("above below before after until since from to than up through")
_VERSIONS = re.compile(rf"\bversions?[{SPACES}]+[a-z]+(?:[{SPACES}]+[a-z]+)?[{SPACES}]+$")
_PACKAGED = re.compile(
    rf"\b(?:packages?|library|libraries|plug-?in|toolbox|toolkit|module|add-on)[{SPACES}]+[\w.-]+[{SPACES}]+$"
)
"""Before a number: the name of a package."""
_NAME_BETWEEN = re.compile(
    rf"[{SPACES}]*(?:[,;(]|,?[{SPACES}]and|with|on)?[{SPACES}(]*(?:and[{SPACES}]+|with[{SPACES}]+)?[A-Za-z][\w+-]*[{SPACES}]+"
)
_VERSION_NEXT = re.compile(rf"[,;][{SPACES}]+(?:and[{SPACES}]+)?[A-Za-z][\w+-]*[{SPACES}]+v?\d+\.\d+\.\d")


class Versions(Years):
    """Judges whether a number is a version."""

    def released(self, bare: str, gap: str, reading: Reading, after: After, found: list[Found]) -> bool:
        """Whether *bare* before the number is a product or a package, so that the number is its version."""
        lower = bare.lower()
        if reading.decimals == 1 and lower in _SINCE and self.of_versions(reading, found):
            return True
        if (
            lower in words.PRODUCTS
            or (lower.split("-")[0] in words.PRODUCTS and not _WORDY.search(bare))
            or bare in words.CAPITAL_PRODUCTS
        ):
            far = after.word == "s" and reading.value > 99
            if not after.unit or after.word.lower() in words.COUNT_NOUNS or far:
                return True
        if reading.decimals and lower in words.PARTS_OF_PRODUCT and gap in (" ", "~"):
            return self.product(reading.start - len(gap) - len(bare)) or lower in ("toolkit", "sdk")
        before = max(0, reading.start - 40)
        return bool(
            reading.decimals and gap in (" ", "~") and _PACKAGED.search(self.text, before, reading.start) is not None
        )

    def of_versions(self, reading: Reading, found: list[Found]) -> bool:
        """Whether versions are spoken of: "versions above 3.2, until 3.6"."""
        last = found[-1] if found else None
        near = last is not None and last.reason == "version" and reading.start - last.end < 10
        return near or _VERSIONS.search(self.text, max(0, reading.start - 24), reading.start) is not None

    def in_list_of_versions(self, reading: Reading, found: list[Found]) -> bool:
        """Whether a version stands before the name, or behind the number: "FSL 6.0.5, MONAI 1.0"."""
        if _VERSION_NEXT.match(self.text, reading.end) is not None:
            return True
        if not found or found[-1].reason != "version" or reading.start - found[-1].end > 40:
            return False
        return _NAME_BETWEEN.fullmatch(self.text, found[-1].end, reading.start) is not None
