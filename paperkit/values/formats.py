"""The grammar of formats: how a value is to be printed. docs/formats.md has the table."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from paperkit.values.rounding import Rounding
from paperkit.values.unit import PERCENT, Unit, UnitError, parse_unit

MAX_DIGITS = 30
_ROUNDINGS = frozenset(rule.value for rule in Rounding)


class FormatError(ValueError):
    """A text that is no format; *hint* says what one looks like."""

    def __init__(
        self, message: str, hint: str = "one of d, ,d, .2f, .3e, .2g, .1%, words, ordinal, asis, floor, ceil"
    ) -> None:
        super().__init__(message)
        self.hint = hint


class Style(StrEnum):
    """How the digits are laid out."""

    INTEGER = "d"
    FIXED = "f"
    EXPONENT = "e"
    SIGNIFICANT = "g"
    PERCENT = "%"
    WORDS = "words"
    ORDINAL = "ordinal"
    AS_IS = "asis"


@dataclass(frozen=True, slots=True)
class Format:
    """A read format.

    *digits* are decimals (significant digits for g), *rounding* is None where none was named (then half to even),
    *uncertainty* how the half-width behind the sign is printed, *unit* what to convert to and typeset.
    """

    text: str
    style: Style
    digits: int = 0
    thousands: bool = False
    sign: bool = False
    rounding: Rounding | None = None
    uncertainty: Format | None = None
    unit: Unit | None = None

    @property
    def rule(self) -> Rounding:
        """The rounding that holds."""
        return self.rounding or Rounding.HALF_EVEN


_CORE = re.compile(r"(?P<sign>\+)?(?P<thousands>,)?(?:\.(?P<digits>\d{1,3}))?(?P<style>[dfeg%])")
_PLUS_MINUS = re.compile(r"±|\\pm\b|\+-|\+/-")


def parse_format(text: str) -> Format:
    """The format that *text* names. Raises FormatError.

    >>> parse_format(".1f floor ± .2f us").rounding
    <Rounding.FLOOR: 'floor'>
    """
    return _parse(unicodedata.normalize("NFKC", text.replace("\\%", "%")).strip())


@lru_cache(maxsize=1024)
def _parse(text: str) -> Format:
    before, *after = _PLUS_MINUS.split(text)
    if len(after) > 1:
        raise FormatError(f"format {text!r} has {len(after)} uncertainties", "one is enough: .1f ± .1f")
    first, *rest = before.split() or [""]
    sign, thousands, style, digits, rounding = _core(first, text)
    uncertainty = None
    if after:
        spread, *behind = after[0].split() or [""]
        _, spread_thousands, spread_style, spread_digits, _ = _core(spread, text)
        uncertainty = Format(spread, spread_style, spread_digits, spread_thousands)
        rest = [*rest, *behind]
    names = [word for word in rest if word in _ROUNDINGS]
    if len(names) > 1 or (names and rounding):
        raise FormatError(f"format {text!r} names two roundings", "name one")
    unit = _unit(" ".join(word for word in rest if word not in _ROUNDINGS), text)
    if style is Style.PERCENT:
        unit = _per_cent(unit, text)
    _check(text, style, thousands, sign, uncertainty)
    named = Rounding(names[0]) if names else rounding
    return Format(text, style, digits, thousands, sign, named, uncertainty, unit)


def _core(word: str, text: str) -> tuple[bool, bool, Style, int, Rounding | None]:
    """(sign, thousands, style, digits, rounding) of the first word of a format."""
    if word in _ROUNDINGS:
        return False, False, Style.INTEGER, 0, Rounding(word)
    if word in (Style.WORDS, Style.ORDINAL, Style.AS_IS):
        return False, False, Style(word), 0, None
    found = _CORE.fullmatch(word)
    if found is None:
        raise FormatError(f"{word!r} is no format" if word else "the format is empty")
    style, digits = Style(found["style"]), found["digits"]
    if style is Style.INTEGER and digits:
        raise FormatError(f"format {text!r}: d takes no decimals", f"write .{digits}f")
    if style is not Style.INTEGER and digits is None:
        raise FormatError(f"format {text!r}: how many digits is not said", f"write .2{style}")
    if (digits and int(digits) > MAX_DIGITS) or (style is Style.SIGNIFICANT and int(digits or 0) == 0):
        raise FormatError(f"format {text!r} asks for {digits} digits", f"between 0 and {MAX_DIGITS} (g: from 1)")
    return bool(found["sign"]), bool(found["thousands"]), style, int(digits or 0), None


def _unit(words: str, text: str) -> Unit | None:
    if not words:
        return None
    try:
        return parse_unit(words)
    except UnitError as error:
        from difflib import get_close_matches

        near = get_close_matches(words, _ROUNDINGS, 1, 0.75)
        if near:
            raise FormatError(f"format {text!r}: {words} is no rounding", f"did you mean {near[0]}?") from None
        raise FormatError(f"format {text!r}: {error}", "behind the digits stands a rounding or a unit") from None


def _per_cent(unit: Unit | None, text: str) -> Unit:
    if unit not in (None, PERCENT):
        raise FormatError(f"format {text!r}: per cent and {unit}", "% is the unit already")
    return PERCENT


def _check(text: str, style: Style, thousands: bool, sign: bool, uncertainty: Format | None) -> None:
    if thousands and style in (Style.EXPONENT, Style.WORDS, Style.ORDINAL, Style.AS_IS):
        raise FormatError(f"format {text!r}: no thousands marks with {style}", "leave the comma out")
    if uncertainty is None:
        return
    if sign or style in (Style.WORDS, Style.ORDINAL, Style.AS_IS):
        raise FormatError(f"format {text!r}: no uncertainty with {'a sign' if sign else style}", "write .1f ± .1f")
    if uncertainty.style not in (Style.INTEGER, Style.FIXED, Style.EXPONENT, Style.SIGNIFICANT):
        raise FormatError(f"format {text!r}: the uncertainty is {uncertainty.style}", "write .1f ± .1f")
