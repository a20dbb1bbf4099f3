"""Units: what a number counts, with exact conversion and typesetting.

A unit is a product of named parts with integer powers (`GB/s`, `FLOP/B`, `kg*m/s^2`). Decimal and binary prefixes
differ (GB, GiB), per cent and percentage points differ, and a hertz is one cycle per second, so that cycles divided by
GHz are nanoseconds. A counted thing that has no name here is written in braces: `{wave}`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache

from paperkit.values.unit_names import ALIASES, AMBIGUOUS, COUNTS, NAMES, TYPESET

Parts = tuple[tuple[str, int], ...]
MAX_POWER = 16


class UnitError(ValueError):
    """Units that do not fit, or a text that names none; the message names both sides."""


class UnknownUnit(UnitError):  # noqa: N818  (a sort of UnitError)
    """No unit has the *name* in *text*; the names that are near are looked for when it is said."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(name, text)
        self.name, self.text = name, text

    def __str__(self) -> str:
        """The fact, with the nearest names."""
        near = get_close_matches(self.name, [*NAMES, *ALIASES], n=3, cutoff=0.6)
        also = f"; nearest: {', '.join(near)}" if near else ""
        where = "" if self.name == self.text else f" in {self.text!r}"
        return f"no unit is called {self.name!r}{where}{also} (a counted thing of your own: {{{self.name}}})"


@dataclass(frozen=True, slots=True)
class Unit:
    """A product of named units.

    *symbol* is its canonical text ("GB/s", "" for a bare number), *scale* how many base units one of it is, and
    *dimensions* the sorted (dimension, power) pairs of what it measures.
    """

    symbol: str
    scale: Fraction
    dimensions: tuple[tuple[str, int], ...]

    def __mul__(self, other: Unit) -> Unit:
        """The product, with equal parts gathered."""
        return _from_parts((*_parts(self.symbol), *_parts(other.symbol)))

    def __truediv__(self, other: Unit) -> Unit:
        """The quotient, with equal parts gathered."""
        return self * other**-1

    def __pow__(self, power: int) -> Unit:
        """The integer power."""
        if self.bare:
            return self
        if abs(power) > MAX_POWER:
            raise UnitError(f"unit {self.symbol} to the power {power}; at most {MAX_POWER}")
        return _from_parts(tuple((name, exponent * power) for name, exponent in _parts(self.symbol)))

    def __str__(self) -> str:
        return self.symbol or "a bare number"

    @property
    def bare(self) -> bool:
        """Whether it is a plain number without unit (not per cent)."""
        return not self.symbol

    @property
    def unknown(self) -> bool:
        """Whether a part of it was never declared."""
        return any(name == "unknown" for name, _ in self.dimensions)

    @property
    def counted(self) -> bool:
        """Whether it names counted things ("core", "{wave}") and nothing else."""
        parts = _parts(self.symbol)
        return len(parts) == 1 and parts[0][1] == 1 and (parts[0][0] in COUNTS or parts[0][0].startswith("{"))

    def convertible(self, other: Unit) -> bool:
        """Whether both measure the same."""
        return self.dimensions == other.dimensions

    def factor(self, to: Unit) -> Fraction:
        """By what an amount in this unit is multiplied to stand in *to*. Raises UnitError naming both.

        >>> parse_unit("GB").factor(parse_unit("B"))
        Fraction(1000000000, 1)
        """
        if not self.convertible(to):
            raise UnitError(f"{self} is not convertible to {to}")
        return self.scale / to.scale


def parse_unit(text: str) -> Unit:
    """The unit that *text* names: "us", "GB/s", "FLOP/byte", "cycles", "%", "percentage points", "" (bare), "unknown".

    Raises UnitError with the nearest known name.

    >>> parse_unit("bytes/cycle").symbol
    'B/cycle'
    """
    return _parse(unicodedata.normalize("NFKC", text).strip())


@lru_cache(maxsize=4096)
def _parse(text: str) -> Unit:
    if len(text) > 100:
        raise UnitError(f"unit of {len(text)} characters; at most 100")
    whole = ALIASES.get(text)
    if whole is not None or text in NAMES:
        return _from_parts(_parts(whole if whole is not None else text))
    return _from_parts(tuple(_read_product(text)))


_TOKEN = re.compile(
    r"\s*(?:(\{[\w -]{1,40}\})|([A-Za-zμ°%$€]+)|(\*\*|\^)\s*([+-]?\d{1,2}|\{[+-]?\d{1,2}\})|([*·⋅./()1]))"
)


def _read_product(text: str) -> Iterable[tuple[str, int]]:
    """(name, power) of each factor; what stands in brackets behind a slash is all below the line."""
    at, sign, depth, inside = 0, 1, 0, 0
    pending: list[tuple[str, int]] = []
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            if not text[at:].strip():
                break
            raise UnitError(f"cannot read the unit {text!r} at {text[at:].strip()!r}")
        at = found.end()
        braced, name, power, exponent, mark = found.groups()
        below = sign if not depth else inside
        if name == "per" or mark == "/":
            sign, inside = -1, -1 if depth else inside
        elif braced or name:
            pending.extend((part, p * below) for part, p in _parts(braced or _canonical(name, text)))
            sign = 1 if not depth else sign
        elif power:
            if not pending:
                raise UnitError(f"cannot read the unit {text!r}: a power without a unit")
            last, before = pending.pop()
            pending.append((last, before * int(exponent.strip("{}"))))
        elif mark == "(":
            depth, inside = depth + 1, sign
        elif mark == ")":
            depth, sign = depth - 1, 1
    if depth:
        raise UnitError(f"cannot read the unit {text!r}: brackets do not close")
    if not pending and text:
        raise UnitError(f"{text!r} names no unit")
    return pending


def _canonical(name: str, text: str) -> str:
    """Symbol of one name as written, singular or plural."""
    for candidate in (name, name[:-1] if name.endswith("s") and len(name) > 3 else name):
        found = ALIASES.get(candidate, candidate if candidate in NAMES else None)
        if found is not None:
            return found
    if name in AMBIGUOUS:
        raise UnitError(f"{name} is 1000 bytes to some and 1024 to others; write {AMBIGUOUS[name]}")
    raise UnknownUnit(name, text)


@lru_cache(maxsize=4096)
def _parts(symbol: str) -> Parts:
    """(name, power) pairs of a canonical symbol."""
    parts: list[tuple[str, int]] = []
    above, *below = symbol.split("/")
    for side, sign in ((above, 1), *((piece, -1) for piece in below)):
        for factor in side.split("*"):
            name, _, power = factor.partition("^")
            if name not in ("", "1"):
                parts.append((name, sign * int(power or 1)))
    return tuple(parts)


def _from_parts(parts: Iterable[tuple[str, int]]) -> Unit:
    gathered: dict[str, int] = {}
    for name, power in parts:
        gathered[name] = gathered.get(name, 0) + power
    kept = tuple((name, power) for name, power in gathered.items() if power)
    scale, dimensions = Fraction(1), dict[str, int]()
    for name, power in kept:
        one, measures = NAMES[name] if name in NAMES else (Fraction(1), ((name.strip("{}"), 1),))
        if abs(power) > MAX_POWER:
            raise UnitError(f"unit {name} to the power {power}; at most {MAX_POWER}")
        scale *= one**power
        for dimension, exponent in measures:
            dimensions[dimension] = dimensions.get(dimension, 0) + exponent * power
    return Unit(_symbol(kept), scale, tuple(sorted((d, p) for d, p in dimensions.items() if p)))


def _symbol(parts: Parts) -> str:
    above = "*".join(name if power == 1 else f"{name}^{power}" for name, power in parts if power > 0)
    below = "".join(f"/{name}" if power == -1 else f"/{name}^{-power}" for name, power in parts if power < 0)
    return (above or "1") + below if below else above


def simplify(unit: Unit) -> Unit:
    """The same measure in fewer parts: ms/s is a bare number, GB*ms/s is GB, % of bytes are bytes.

    Callers multiply the amount by `unit.factor(simplify(unit))`.
    """
    if not unit.dimensions:
        return unit if unit.symbol in ("", "%", "ppm") else BARE
    kept: dict[tuple[tuple[str, int], ...], tuple[str, int]] = {}
    for name, power in _parts(unit.symbol):
        measures = NAMES[name][1] if name in NAMES else ((name.strip("{}"), 1),)
        if not measures:
            continue
        first, sum_of = kept.get(measures, (name, 0))
        kept[measures] = (first, sum_of + power)
    return _from_parts(kept.values())


def latex(unit: Unit, plural: bool = False) -> str:
    r"""The unit typeset, right in text and in math; *plural* for counted words ("cycles").

    >>> latex(parse_unit("us"))
    '\\mbox{\\textmu s}'
    """
    if unit.symbol == "%":
        return r"\%"
    parts = _parts(unit.symbol)
    above = r"\,".join(_part_latex(n, p, plural) for n, p in parts if p > 0)
    below = "".join("/" + _part_latex(n, -p, False) for n, p in parts if p < 0)
    body = (above or "1") + below if below else above
    return rf"\mbox{{{body}}}" if body else ""


def _part_latex(name: str, power: int, plural: bool) -> str:
    shown = TYPESET.get(name, name.strip("{}"))
    if plural and is_word(name):
        shown = _plural(shown)
    shown = shown.replace("_", r"\_").replace("%", r"\%").replace(r"\\%", r"\%").replace("$", r"\$")
    return shown if power == 1 else rf"{shown}\textsuperscript{{{power}}}"


def is_word(name: str) -> bool:
    """Whether a unit is written as a word ("cycle") and not as a symbol ("GB")."""
    return name.startswith("{") or (
        name.islower() and len(name) > 2 and name not in ("bit", "min", "ppm", "mol", "rad")
    )


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch")) else "s")


BARE = Unit("", Fraction(1), ())
PERCENT = parse_unit("%")
POINTS = parse_unit("points")
UNKNOWN = parse_unit("unknown")
