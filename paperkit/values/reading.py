"""The numbers that a reader reads off printed LaTeX: independent of how paperkit prints them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from paperkit.frozen import frozen
from paperkit.values.plain_text import MARK, POINT, THIN, marked_text
from paperkit.values.rounding import decimal_of
from paperkit.values.unit import UnitError, parse_unit
from paperkit.values.words import MULTIPLIERS, PATTERN, from_words

MAX_LENGTH = 2_000
MAX_POWER = 999


@frozen
class Reading:
    """One number as read: its *amount*, the place of its last digit, its unit and the text it was read from.

    *decimals* counts digits behind the point (12.40 has 2, 1.23e-7 has 9, 7B has -9).
    """

    amount: Decimal
    decimals: int
    unit: str
    text: str


_SPACE = f"[ {THIN}\u00a0\u202f]"
_EXPONENT = (
    rf"(?:{_SPACE}*[×·]{_SPACE}*10{_SPACE}*\^\(?(?P<power>[-−+]?\d{{1,4}})\)?|[eE](?P<e>[-−+]?\d{{1,4}})(?![\w.]))"
)


def _number(group: str, point: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?<![\w%)\]{MARK}.,])(?P<sign>[-−+]){_SPACE}*)?"
        rf"(?:(?P<digits>(?:\d{{1,3}}(?:{group}\d{{3}})+(?!\d)|\d+)(?:{point}\d+)?|(?<!\d)\.\d+)"
        rf"(?:\((?P<last>\d{{1,6}})\))?"
        rf"(?:{_EXPONENT}|\^\((?P<raised>[-−]?\d{{1,4}})\))?)"
        r"(?P<suffix>[kKMB](?![\w/]))?"
    )


_POINT = _number(rf"(?:{MARK}|,|[ {THIN}\u00a0\u202f])", r"\.")
_POINT_APART = _number(rf"(?:{MARK}|[{THIN}\u00a0\u202f])", r"\.")
_COMMA = _number(rf"(?:(?<!\b0)\.|[ {THIN}\u00a0\u202f])", rf"(?:,|{MARK}|{POINT}|\.(?=\d))")
_GROUPED = re.compile(r"(?!0\.)\d{1,3}(?:\.\d{3})+(?!\d)")
_DIGITS = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_SUFFIX = {"k": 3, "K": 3, "M": 6, "B": 9}
_STOP = re.compile(r"[–—±,;:/()\[\]…→]|\b(?:to|and|or|of|in|for|at|by|with)\b")


def read_printed(latex: str, comma: bool = False) -> tuple[Reading, ...]:
    r"""The numbers in *latex*, in order; *comma* where the document's decimal mark is a comma.

    Words are read where there are no digits ("twenty-four").

    >>> [(str(one.amount), one.unit) for one in read_printed(r"19.2--31.4\%")]
    [('19.2', '%'), ('31.4', '%')]
    """
    if not comma and len(latex) < MAX_LENGTH and _DIGITS.fullmatch(latex):
        number = Decimal(latex)
        return (Reading(number, len(latex.partition(".")[2]), "", latex),)
    text = marked_text(latex[:MAX_LENGTH])
    text = text if comma else text.replace(POINT, ".")
    readings = list(_digits(text, comma)) or list(_words(text))
    return tuple(_share_units(_share_powers(readings, text)))


@frozen
class _Found:
    """A reading with where it ends and whether it has a power of ten of its own."""

    reading: Reading
    start: int
    end: int
    powered: bool = False


def _digits(text: str, comma: bool) -> Iterator[_Found]:
    pattern = _COMMA if comma else _POINT_APART if re.search(r"\[[^\]]*,[^\]]*\]", text) else _POINT
    matches = list(pattern.finditer(text))
    for number, found in enumerate(matches):
        stop = matches[number + 1].start() if number + 1 < len(matches) else len(text)
        unit, factor = _unit_behind(text[found.end() : stop])
        if unit == "x" and number + 1 < len(matches) and not text[found.end() : stop].strip(f" {THIN}×"):
            unit = ""  # the sign between two numbers
        yield from _readings(found, unit, factor, comma)


def _readings(found: re.Match[str], unit: str, factor: int, comma: bool) -> Iterator[_Found]:
    digits = found["digits"]
    if comma:
        grouped = _GROUPED.match(digits)
        digits = digits if grouped is None else grouped[0].replace(".", "") + digits[grouped.end() :]
        digits = re.sub(rf"[,{MARK}{POINT}]", ".", digits)
    digits = re.sub(r"[^\d.]", "", digits)
    whole, _, decimals = digits.partition(".")
    power = int((found["power"] or found["e"] or "0").replace("−", "-"))
    power += _SUFFIX.get(found["suffix"] or "", 0) + factor
    amount = int(whole + decimals or "0")
    exponent = power - len(decimals)
    if found["raised"]:
        raised = int(found["raised"].replace("−", "-"))
        if amount == 10 and not decimals:
            amount, exponent = 1, raised
        elif 0 <= raised <= 64 and not decimals:
            amount = amount**raised
    sign = -1 if found["sign"] in ("-", "−") else 1
    if abs(exponent) > MAX_POWER:
        return
    powered = bool(found["power"] or found["e"])
    yield _Found(
        Reading(decimal_of(sign * amount, exponent), -exponent, unit, found[0].strip()),
        found.start(),
        found.end(),
        powered,
    )
    if found["last"]:
        spread = decimal_of(int(found["last"]), exponent)
        yield _Found(Reading(spread, -exponent, unit, found["last"]), found.start("last"), found.end(), powered)


def _unit_behind(tail: str) -> tuple[str, int]:
    """(unit text, power of ten of a word like "million") that stand behind a number."""
    tail = tail.lstrip(f")] {THIN}\u00a0\u202f")
    factor = 0
    word = re.match(r"[A-Za-z]+", tail)
    if word and word[0].lower() in MULTIPLIERS:
        factor = len(str(MULTIPLIERS[word[0].lower()])) - 1
        tail = tail[word.end() :].lstrip(f" {THIN}")
    if tail.startswith(("%", "×")):
        behind = tail[1:].lstrip(f" {THIN}").lower()
        return ("x" if tail[0] == "×" else "points" if behind.startswith("point") else "%"), factor
    return _unit(tail), factor


def _unit(tail: str) -> str:
    """The longest run of words that names a unit."""
    stop = _STOP.search(tail.replace("/", "\0"))
    piece = tail[: stop.start()] if stop else tail
    words = [
        word
        for word in re.split(rf"{_SPACE}+", re.sub(r"\^\(([^)]*)\)", r"^\1", piece).replace("−", "-").strip(" .-"))
        if word
    ]
    for count in range(min(3, len(words)), 0, -1):
        candidate = " ".join(words[:count]).strip(".")
        try:
            if candidate and (parse_unit(candidate).symbol or candidate == "x"):
                return candidate
        except UnitError:
            continue
    return "KB" if words and words[0] == "KB" else ""


def _words(text: str) -> Iterator[_Found]:
    for found in PATTERN.finditer(text):
        number = from_words(found[0])
        if number is not None:
            unit, _ = _unit_behind(text[found.end() :])
            yield _Found(Reading(Decimal(number), 0, unit, found[0]), found.start(), found.end())


def _share_powers(found: list[_Found], text: str) -> list[_Found]:
    """4.1 ± 0.2 × 10^3: the power holds for both."""
    shared = list(found)
    for number in range(len(shared) - 1):
        first, second = shared[number], shared[number + 1]
        between = text[first.end : second.start]
        if "±" in between and second.powered and not first.powered:
            power = _power_of(second, text)
            shared[number] = replace(first, reading=_scaled(first.reading, power), powered=True)
    return _bracketed(shared, text)


def _bracketed(found: list[_Found], text: str) -> list[_Found]:
    """(4.1 ± 0.2) × 10^3: the last number is the power of those before it."""
    if len(found) < 3 or not text[found[-1].start :].startswith("10^("):
        return found
    *inside, behind = found
    if not re.fullmatch(rf"\){_SPACE}*[×·]{_SPACE}*", text[inside[-1].end : behind.start]):
        return found
    power, unit = -behind.reading.decimals, behind.reading.unit
    return [replace(one, reading=replace(_scaled(one.reading, power), unit=unit)) for one in inside]


def _power_of(found: _Found, text: str) -> int:
    match = re.search(_EXPONENT, text[found.start : found.end])
    return int((match["power"] or match["e"]).replace("−", "-")) if match else 0


def _scaled(reading: Reading, power: int) -> Reading:
    sign, digits, _ = reading.amount.as_tuple()
    amount = Decimal((sign, digits, power - reading.decimals))  # exact, whatever the context's precision
    return replace(reading, amount=amount, decimals=reading.decimals - power)


def _share_units(found: list[_Found]) -> list[Reading]:
    """19.2 to 31.4 %: the last unit holds for those before it that have none."""
    readings = [one.reading for one in found]
    for number in range(len(readings) - 2, -1, -1):
        if not readings[number].unit and readings[number + 1].unit:
            readings[number] = replace(readings[number], unit=readings[number + 1].unit)
    return readings
