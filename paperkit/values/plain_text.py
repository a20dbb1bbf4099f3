r"""LaTeX of one printed number -> the characters that a reader sees.

Only what numbers are written with is understood: groups, math, siunitx, signs, spaces, exponents. Anything else gives
its argument's text. It does not know how paperkit prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

THIN = "\u2009"
"""A thin or unbreakable space."""
MARK = "\ue000"
"""A comma in braces: a thousands mark (or a decimal comma)."""
POINT = "\ue001"
"""The decimal point of a number that siunitx typesets, whatever mark it is given or prints."""
MAX_DEPTH = 40

_TOKEN = re.compile(r"\\[A-Za-z@]+\*?\s*|\\.|[{}\[\]$^_~&]|-+|[^\\{}\[\]$^_~&-]+", re.DOTALL)
_SYMBOLS = {
    r"\times": "×", r"\cdot": "·", r"\pm": "±", r"\textpm": "±", r"\mp": "∓", r"\textminus": "−", r"\textendash": "–",
    r"\textemdash": "—", r"\to": "→", r"\mu": "µ", r"\textmu": "µ",
    r"\textdegree": "°", r"\degree": "°", r"\percent": "%",
    r"\texttimes": "×", r"\ldots": "…", r"\dots": "…", r"\infty": "∞", r"\textasciitilde": "~", r"\sim": "~",
    r"\approx": "≈",
    r"\leq": "≤", r"\geq": "≥", r"\le": "≤", r"\ge": "≥", r"\textperiodcentered": "·",
    r"\quad": " ", r"\qquad": " ", r"\thinspace": THIN, r"\nobreakspace": THIN,
    r"\,": THIN, r"\;": THIN, r"\:": THIN, r"\ ": " ", r"\!": "", r"\/": "", r"\-": "", r"\@": "", r"\\": " ",
    r"\%": "%", r"\_": "_", r"\#": "#", r"\&": "&", r"\$": "$", r"\{": "{", r"\}": "}",
}  # fmt: skip
_HIDDEN = {
    r"\phantom": 1, r"\hphantom": 1, r"\vphantom": 1,
    r"\hspace": 1, r"\vspace": 1, r"\label": 1, r"\ref": 1, r"\cite": 1,
    r"\color": 1, r"\textcolor": 1,
    r"\href": 1, r"\pkopen": 1, r"\pkclose": 1, r"\fontsize": 2, r"\rule": 2,
    r"\hypertarget": 1,
}  # fmt: skip
_SIUNITX = re.compile(
    r"\\(num|qty|SI|si|unit|numrange|qtyrange|SIrange|numlist|qtylist|SIlist|numproduct|qtyproduct|ang)"
)
_POWERS = {r"\squared": "^2", r"\cubed": "^3"}
_PREFIXES = {
    r"\kilo", r"\mega", r"\giga", r"\tera", r"\peta", r"\exa", r"\milli", r"\micro", r"\nano", r"\pico", r"\femto",
    r"\centi",
    r"\kibi", r"\mebi", r"\gibi", r"\tebi", r"\pebi", r"\exbi",
}  # fmt: skip


@dataclass(slots=True)
class _Reader:
    """The rest of the tokens, with one place to read from."""

    tokens: list[str]
    at: int = 0

    def next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def skip_options(self) -> None:
        while self.at < len(self.tokens) and self.tokens[self.at] == "[":
            while self.at < len(self.tokens) and self.next() != "]":
                pass

    def group(self) -> list[str]:
        """Tokens of the next argument, without its braces."""
        while self.at < len(self.tokens) and not self.tokens[self.at].strip():
            self.at += 1
        if self.at >= len(self.tokens):
            return []
        first = self.next()
        if first != "{":
            if len(first) > 1 and first[0] != "\\":  # one character of a run is the argument
                self.at -= 1
                self.tokens[self.at] = first[1:]
                return [first[0]]
            return [first]
        depth, start = 1, self.at
        while self.at < len(self.tokens):
            depth += {"{": 1, "}": -1}.get(self.next(), 0)
            if not depth:
                return self.tokens[start : self.at - 1]
        return self.tokens[start:]


def marked_text(latex: str) -> str:
    """As plain_text, with POINT for the decimal points that siunitx is given, which it prints as the language does."""
    return "".join(_read(_Reader(_TOKEN.findall(latex)), False, 0))


def plain_text(latex: str) -> str:
    r"""What a reader sees; exponents as `^(...)`, thin spaces as U+2009.

    >>> plain_text(r"1.2\times 10^{-3}")
    '1.2×10^(−3)'
    """
    return marked_text(latex).replace(POINT, ".")


def _read(reader: _Reader, math: bool, depth: int) -> Iterator[str]:
    if depth > MAX_DEPTH:
        return
    while reader.at < len(reader.tokens):
        mark = reader.next()
        name = mark.rstrip()
        if mark == "$":
            math = not math
        elif mark == "{":
            reader.at -= 1
            group = reader.group()
            yield MARK if group == [","] else "".join(_read(_Reader(list(group)), math, depth + 1))
        elif mark == "^":
            yield "^(" + "".join(_read(_Reader(reader.group()), True, depth + 1)) + ")"
        elif mark == "_":
            reader.group()
        elif mark == "~":
            yield THIN
        elif mark in "}&":
            yield " " if mark == "&" else ""
        elif mark[0] == "-":
            yield mark.replace("-", "−") if math else {1: "-", 2: "–"}.get(len(mark), "—")
        elif mark[0] == "\\":
            yield from _command(name, reader, math, depth)
        else:
            yield re.sub(r"\s+", "", mark) if math else mark


def _command(name: str, reader: _Reader, math: bool, depth: int) -> Iterator[str]:
    siunitx = _SIUNITX.fullmatch(name)
    if siunitx:
        yield from _siunitx(siunitx[1], reader)
    elif name in _SYMBOLS:
        yield _SYMBOLS[name]
    elif name in _HIDDEN:
        for _ in range(_HIDDEN[name]):
            reader.group()
    elif name in (r"\(", r"\)"):
        return
    elif name in (r"\ensuremath", r"\mathrm", r"\mathbf"):
        yield "".join(_read(_Reader(reader.group()), True, depth + 1))
    elif name in (r"\mbox", r"\text", r"\textrm", r"\hbox", r"\textnormal"):
        yield "".join(_read(_Reader(reader.group()), False, depth + 1))
    elif name in (r"\frac", r"\tfrac", r"\nicefrac", r"\sfrac"):
        above, below = ("".join(_read(_Reader(reader.group()), math, depth + 1)) for _ in range(2))
        yield f" {above}/{below} "
    elif name == r"\textsuperscript":
        yield "".join(_read(_Reader(reader.group()), math, depth + 1))
    # any other macro: its arguments follow as groups and are read as text


def _siunitx(kind: str, reader: _Reader) -> Iterator[str]:
    reader.skip_options()
    if kind in ("si", "unit"):
        yield unit_text(reader.group())
        return
    first = "".join(reader.group())
    numbers = [_number(part) for part in re.split("[;]" if kind.endswith("list") else r"\s+x\s+|×", first)]
    if kind.endswith("range"):
        numbers.append(_number("".join(reader.group())))
    unit = THIN + unit_text(reader.group()) if kind[:3] in ("qty", "SI", "SIr", "SIl") else ""
    joint = "–" if kind.endswith("range") else ", " if kind.endswith("list") else " × "
    yield joint.join(number + unit for number in numbers)


def _number(text: str) -> str:
    """A number as siunitx takes it: any comma is a decimal point, e is an exponent."""
    compact = re.sub(r"\\[,;: ]|\\times|[\s{}~]", "", text)
    compact = re.sub("[,.]", POINT, compact).replace("+-", "±").replace(r"\pm", "±")
    compact = re.sub(r"[eEdD]([+-]?\d+)$", r"×10^(\1)", compact)
    return compact.replace("-", "−")


def unit_text(tokens: list[str]) -> str:
    r"""A siunitx unit as text: \giga\byte\per\second -> gigabyte/second."""
    text, divide = "", False
    for mark in tokens:
        name = mark.rstrip()
        if name == r"\per":
            divide = True
            continue
        if name in _POWERS:
            text += _POWERS[name]
            continue
        if name in (r"\tothe", "{", "}", r"\of", ""):
            text += "^" if name == r"\tothe" else ""
            continue
        word = {r"\percent": "%", r"\%": "%", r"\degreeCelsius": "degC", r"\celsius": "degC"}.get(
            name, name.lstrip("\\")
        )
        joined = not text or text.endswith(("/", "^", "\x00")) or not name.startswith("\\")
        text += ("/" if divide else "" if joined else "*") + word + ("\0" if name in _PREFIXES else "")
        divide = False
    return text.replace("\0", "").replace("~", "*").strip()
