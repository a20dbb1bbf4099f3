r"""siunitx, versions 2 and 3, and the older `units`: \num, \qty, \SI, their lists, ranges and products, \ang, \unit."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from paperkit.latex.alphabet import UNIT, UNIT_END
from paperkit.latex.changing import changed
from paperkit.latex.frames import Frame, Range
from paperkit.latex.macros import Macro
from paperkit.latex.printed import Mode
from paperkit.latex.seen import Part
from paperkit.latex.symbols import PREFIXES, UNITS
from paperkit.latex.walk import Walker

_UNIT_TOKEN = re.compile(r"\\([A-Za-z]+)\s*(?:\{([^{}]*)\})?|\\(.)|([^\\{}~\s])")
_POWERS = {"squared": "²", "cubed": "³", "square": "²", "cubic": "³"}
_POWER = re.compile(r"\^([-−]?\d+)")
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


_UNIT = "\\unit "
"""Begins the names, which no macro has, under which the walker keeps units that the text declares."""


def unit_text(latex: str, declared: Mapping[str, Macro] | None = None) -> str:
    r"""A unit as it prints: `\milli\second\per\req` is `ms/req`.

    >>> unit_text(r"\giga\byte\per\second"), unit_text("MB/s"), unit_text(r"\square\metre")
    ('GB/s', 'MB/s', 'm²')
    """
    parts: list[str] = []
    ahead = ""
    for match in _UNIT_TOKEN.finditer(latex):
        name, argument, escaped, character = match.groups()
        if name is None:
            parts.append(
                {".": "·", "*": "·"}.get(character, character) if character else {"%": "%", "$": "$"}.get(escaped, "")
            )
        elif name == "per":
            parts.append("/")
        elif name in ("tothe", "raiseto"):
            parts.append((argument or "").translate(_SUPERSCRIPTS))
        elif name in ("square", "cubic"):
            ahead = _POWERS[name]
        elif name in _POWERS:
            parts.append(_POWERS[name])
        elif name in PREFIXES:
            parts.append(PREFIXES[name])
        elif name in ("of", "highlight", "cancel"):
            parts.append("")
        elif name in ("text", "mathrm", "textrm", "operatorname"):
            parts.append(argument or "")
        else:
            own = declared.get(_UNIT + name) if declared else None
            parts.append((unit_text(own.body.text) if own is not None else UNITS.get(name, name)) + ahead)
            ahead = ""
    return _POWER.sub(lambda power: power[1].translate(_SUPERSCRIPTS), "".join(parts))


@lru_cache(maxsize=64)
def _mode(outer: Mode, name: str) -> Mode:
    return outer._replace(number=True, math=False, inside=outer.inside or name)


def quantity(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""One command of the family: numbers, how many, and whether a unit follows."""
    count, joined, has_unit = _FAMILY[name]
    begin = frame.tokens.starts[i]
    option = frame.option()
    parts: list[Part] = []
    mode = _mode(walker.mode, name)
    if name in ("unit", "unitfrac") and option is not None:
        if not re.match(r"\s*[$\\+\-]*\d", option.text):
            option = None
        else:
            parts.append(Part(option, mode))
    for number in range(count):
        argument = frame.argument()
        if argument is not None:
            parts.append(Part(argument, mode, joined if number else ""))
    unit = _unit(walker, frame, name, has_unit)
    if walker.mode.marker >= 0:
        _told(walker, frame, i, parts, option.text if option is not None else "")
    if parts:
        walker.queue(parts, lambda: _print_unit(walker, frame, unit, begin))
    else:
        _print_unit(walker, frame, unit, begin)


def _told(walker: Walker, frame: Frame, i: int, parts: list[Part], option: str) -> None:
    """Say that a number in a marker is printed as another one than is written there."""
    key = changed(walker, option, [part.what.flat() for part in parts])
    if key:
        fact = f"siunitx changes this number before it prints it ({key})"
        walker.trouble(frame, frame.tokens.starts[i], frame.pos, fact, "leave that out, and let the format round")


def declare(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\DeclareSIUnit[options]{\name}{symbol}."""
    frame.option()
    named, symbol = frame.argument(), frame.argument()
    if named is not None and symbol is not None and not walker.foreign:
        walker.define(_UNIT + named.text.strip().lstrip("\\"), Macro(symbol), everywhere=True)


def _unit(walker: Walker, frame: Frame, name: str, has_unit: bool) -> tuple[str, Range | None]:
    if name == "ang":
        return "°", None
    if not has_unit:
        return "", None
    frame.option()
    what = frame.argument()
    text = unit_text(what.flat(), walker.macros) if what else ""
    if what is not None and walker.mode.marker >= 0 and text != unit_text(what.flat()):
        fact = f"a unit is declared anew, so that {unit_text(what.flat())} is printed as {text}"
        walker.trouble(frame, what.pos, what.limit, fact, "leave the units of siunitx as they are")
    if name == "unitfrac":
        below = frame.argument()
        text += "/" + unit_text(below.flat()) if below else ""
    return text, what


def _print_unit(walker: Walker, frame: Frame, unit: tuple[str, Range | None], begin: int) -> None:
    text, what = unit
    if text:
        walker.emit(UNIT + text + UNIT_END, frame, what.pos if what else begin, what.limit if what else begin)


_FAMILY = {
    "num": (1, "", False),
    "tablenum": (1, "", False),
    "complexnum": (1, "", False),
    "numlist": (1, "", False),
    "numproduct": (1, "", False),
    "numrange": (2, "–", False),
    "ang": (1, "", False),
    "SI": (1, "", True),
    "qty": (1, "", True),
    "complexqty": (1, "", True),
    "SIlist": (1, "", True),
    "qtylist": (1, "", True),
    "qtyproduct": (1, "", True),
    "SIrange": (2, "–", True),
    "qtyrange": (2, "–", True),
    "si": (0, "", True),
    "unit": (0, "", True),
    "unitfrac": (0, "", True),
}
SIUNITX = {**dict.fromkeys(_FAMILY, quantity), "DeclareSIUnit": declare}
