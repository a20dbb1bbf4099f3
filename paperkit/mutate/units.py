"""A unit in the text changed for one that is easily taken for it."""

from __future__ import annotations

import re

_BETWEEN = re.compile(r"(?:[\s~{}$]|\\[,;: !]|\\(?:mbox|text|textrm|mathrm)(?![A-Za-z]))*")
_SPELT = {"%": (r"\%", "%"), "×": (r"$\times$", r"\times", "×"), "x": (r"$\times$", r"\times", "×", "x")}
_SPELT |= {f"µ{base}": (f"µ{base}", rf"\textmu {base}", rf"\textmu{{}}{base}", f"u{base}") for base in ("s", "m", "W")}
_OTHER = {
    "%": "~percentage points", "×": r"\,\%", "x": r"\,\%", "µs": "ms", "us": "ms", "ms": "s", "s": "ms", "ns": "µs",
    "GB": "GiB", "GiB": "GB", "MB": "MiB", "MiB": "MB", "kB": "KiB", "KiB": "kB", "TB": "TiB", "TiB": "TB",
    "GB/s": "GiB/s", "GiB/s": "GB/s", "MHz": "GHz", "GHz": "MHz", "W": "kW", "J": "kJ", "cycles": "bytes",
    "cycle": "byte", "bytes": "cycles", "byte": "bit", "B": "bit",
}  # fmt: skip


def unit_place(unit: str, text: str, at: int) -> tuple[int, int] | None:
    """Where in *text* the unit that was read behind offset *at* stands; None where it is written in another way."""
    found = _BETWEEN.match(text, at)
    behind = found.end() if found else at
    for start in (at, behind - 1, behind):
        for spelt in _SPELT.get(unit, (unit,)):
            if text.startswith(spelt, start):
                return start, start + len(spelt)
    return None


def other_unit(unit: str) -> str:
    """A unit that it is not.

    >>> other_unit("us"), other_unit("GB"), other_unit("rows")
    ('ms', 'GiB', 'cycles')
    """
    return _OTHER.get(unit, "cycles")
