"""The names of units: scale and dimensions of each, its other spellings, and how it is typeset."""

from fractions import Fraction

Dimensions = tuple[tuple[str, int], ...]

_DECIMAL = {"k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_SMALL = {"m": -3, "u": -6, "n": -9, "p": -12, "f": -15}
_BINARY = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5, "Ei": 6}
_PREFIX_WORDS = {
    "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "exa": "E", "milli": "m", "micro": "u",
    "nano": "n", "pico": "p", "femto": "f", "centi": "c", "kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti",
    "pebi": "Pi", "exbi": "Ei",
}  # fmt: skip

_ENERGY: Dimensions = (("length", 2), ("mass", 1), ("time", -2))
_POWER: Dimensions = (("length", 2), ("mass", 1), ("time", -3))

# symbol -> (scale, dimensions, decimal prefixes, small prefixes, binary prefixes, word)
_BASES: dict[str, tuple[Fraction, Dimensions, bool, bool, bool, str]] = {
    "s": (Fraction(1), (("time", 1),), False, True, False, "second"),
    "B": (Fraction(1), (("byte", 1),), True, False, True, "byte"),
    "bit": (Fraction(1, 8), (("byte", 1),), True, False, True, "bit"),
    "Hz": (Fraction(1), (("cycle", 1), ("time", -1)), True, True, False, "hertz"),
    "cycle": (Fraction(1), (("cycle", 1),), False, False, False, "cycle"),
    "FLOP": (Fraction(1), (("flop", 1),), True, False, False, "flop"),
    "MAC": (Fraction(1), (("mac", 1),), True, False, False, "mac"),
    "OP": (Fraction(1), (("op", 1),), True, False, False, "operation"),
    "m": (Fraction(1), (("length", 1),), True, True, False, "metre"),
    "g": (Fraction(1, 1000), (("mass", 1),), True, True, False, "gram"),
    "A": (Fraction(1), (("current", 1),), True, True, False, "ampere"),
    "K": (Fraction(1), (("temperature", 1),), False, True, False, "kelvin"),
    "J": (Fraction(1), _ENERGY, True, True, False, "joule"),
    "W": (Fraction(1), _POWER, True, True, False, "watt"),
    "V": (Fraction(1), (("current", -1), *_POWER), True, True, False, "volt"),
}

# fmt: off
COUNTS: frozenset[str] = frozenset((
    "access", "bank", "batch", "block", "call", "channel", "column", "core", "device", "element", "engine", "entry",
    "event", "file", "group", "head", "hop", "host", "instruction", "item", "iteration", "job", "kernel", "lane",
    "layer", "line", "link", "message", "node", "packet", "page", "parameter", "process", "query", "rank",
    "request", "row", "run", "sample", "sector", "slot", "step", "thread", "tile", "token", "user", "warp", "wave",
    "worker", "PE", "GPU", "SM",
))
# fmt: on
"""Things that are counted; each is a dimension of its own."""

NAMES: dict[str, tuple[Fraction, Dimensions]] = {
    "": (Fraction(1), ()),
    "%": (Fraction(1, 100), ()),
    "ppm": (Fraction(1, 10**6), ()),
    "point": (Fraction(1), (("percentage point", 1),)),
    "unknown": (Fraction(1), (("unknown", 1),)),
    "min": (Fraction(60), (("time", 1),)),
    "h": (Fraction(3600), (("time", 1),)),
    "day": (Fraction(86400), (("time", 1),)),
    "cm": (Fraction(1, 100), (("length", 1),)),
    "degC": (Fraction(1), (("degree Celsius", 1),)),
    "dB": (Fraction(1), (("decibel", 1),)),
    "rad": (Fraction(1), (("angle", 1),)),
    "USD": (Fraction(1), (("USD", 1),)),
    "EUR": (Fraction(1), (("EUR", 1),)),
    **{name: (Fraction(1), ((name, 1),)) for name in COUNTS},
}
"""Symbol -> (scale to the base unit, sorted dimensions)."""

ALIASES: dict[str, str] = {
    "1": "", "x": "", "×": "", "ratio": "", "number": "", "count": "",
    "percent": "%", "pct": "%", "per cent": "%",
    "pp": "point", "points": "point", "percentage point": "point", "percentage points": "point",
    "percentage_points": "point", "ppt": "point",
    "?": "unknown", "sec": "s", "hour": "h", "hr": "h", "minute": "min", "d": "day",
    "cycles": "cycle", "cyc": "cycle", "flops": "FLOP", "FLOPs": "FLOP", "macs": "MAC", "MACs": "MAC",
    "FLOPS": "FLOP/s", "flop/s": "FLOP/s", "op": "OP", "ops": "OP", "OPS": "OP/s", "bps": "bit/s",
    "b": "bit", "°C": "degC", "celsius": "degC", "decibel": "dB", "radian": "rad", "meter": "m", "metre": "m",
    "$": "USD", "€": "EUR", "pe": "PE", "gpu": "GPU", "sm": "SM", "elem": "element", "req": "request", "tok": "token",
    "indices": "{index}", "queries": "query", "entries": "entry", "processes": "process", "accesses": "access",
    "batches": "batch",
}  # fmt: skip
"""Other spelling -> canonical symbol."""

AMBIGUOUS = {"KB": "kB or KiB", "Kb": "kbit or Kibit"}

TYPESET = {"degC": r"\textdegree C", "point": "percentage point", "unknown": "?"}
"""Symbols that print otherwise than they are written."""


def _prefixed(symbol: str) -> dict[str, Fraction]:
    """Symbols with prefixes -> scale relative to *symbol*."""
    _, _, decimal, small, binary, _ = _BASES[symbol]
    powers = {**(_DECIMAL if decimal else {}), **(_SMALL if small else {})}
    found = {prefix + symbol: Fraction(10) ** power for prefix, power in powers.items()}
    return {
        **found,
        **{prefix + symbol: Fraction(1024) ** power for prefix, power in (_BINARY if binary else {}).items()},
    }


for _symbol, (_scale, _dimensions, *_, _word) in _BASES.items():
    NAMES[_symbol] = (_scale, tuple(sorted(_dimensions)))
    NAMES.update({name: (_scale * scale, tuple(sorted(_dimensions))) for name, scale in _prefixed(_symbol).items()})
    ALIASES.setdefault(_word, _symbol)
    for _long, _short in _PREFIX_WORDS.items():
        if _short + _symbol in NAMES:
            ALIASES[_long + _word] = _short + _symbol
for _short in (*_DECIMAL, ""):
    ALIASES.update({f"{_short}FLOPS": f"{_short}FLOP/s", f"{_short}OPS": f"{_short}OP/s"})
    ALIASES.update({f"{_short}bps": f"{_short}bit/s", f"{_short}Bps": f"{_short}B/s", f"{_short}b": f"{_short}bit"})
    ALIASES.update(
        {f"{_short}FLOPs": f"{_short}FLOP", f"{_short}MACs": f"{_short}MAC", f"{_short}flop": f"{_short}FLOP"}
    )
for _name in [name for name in NAMES if name.startswith("u") and name[1:] in _BASES]:
    ALIASES["μ" + _name[1:]] = _name
    TYPESET[_name] = r"\textmu " + _name[1:]
