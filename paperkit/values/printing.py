"""Values printed as LaTeX, right in text and in math. Rounds once, never shows zero for what is not zero."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from paperkit.frozen import frozen
from paperkit.values.formats import Format, Style
from paperkit.values.quantity import Value
from paperkit.values.rounding import Rounding, magnitude, round_fraction, round_significant
from paperkit.values.unit import BARE, PERCENT, POINTS, Unit, UnitError, is_word, latex
from paperkit.values.words import ordinal, to_words

MINUS = r"\ensuremath{-}"
TIMES = r"\ensuremath{{}\times10^{%d}}"
PLUS_MINUS = r"\ensuremath{{}\pm{}}"


_WHOLE = frozenset({Style.INTEGER, Style.WORDS, Style.ORDINAL})
_SIGNIFICANT = frozenset({Style.EXPONENT, Style.SIGNIFICANT})


class PrintError(ValueError):
    """A value that must not be printed so.

    *reason* is one of "zero", "integer", "unit", "asis", "uncertainty", "count", "words", "format".
    """

    def __init__(self, message: str, hint: str = "", reason: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        self.reason = reason


@frozen
class Digits:
    """What is to be seen of one amount: the rounded *amount* and the place of its last digit.

    *decimals* counts digits behind the point (negative: tens, hundreds), *exact* is the amount before rounding.
    """

    amount: Decimal
    decimals: int
    exact: Fraction


def print_values(
    values: tuple[Value, ...],
    form: Format | None,
    plain: bool = False,
    comma: bool = False,
    shown: Sequence[Digits] | None = None,
) -> str:
    r"""The LaTeX of one value, or of two as a range; without a format the exact digits.

    *plain* gives bare ASCII digits, for siunitx S columns, \num and plot coordinates; *comma* the decimal comma.
    *shown* is what digits_of gave for each, where it was asked already. Raises PrintError.

    >>> from paperkit.values.formats import parse_format
    >>> print_values((Value(Fraction("-4.46")),), parse_format(".1f"))
    '\\ensuremath{-}4.5'
    """
    if not 1 <= len(values) <= 2:
        raise PrintError(f"{len(values)} values, but a marker prints one or a range of two", "aggregate them", "count")
    if plain and form is not None and form.unit not in (None, BARE):
        raise PrintError(
            f"format {form.text!r} typesets a unit where digits alone can stand", 'use to(x, "us")', "unit"
        )
    shown = [digits_of(value, form) for value in values] if shown is None else shown
    texts = [_layout(one, value, form, plain, comma) for one, value in zip(shown, values, strict=True)]
    if form is not None and form.uncertainty is not None:
        if len(values) > 1:
            raise PrintError("a range with uncertainties", "print each in a marker of its own", "count")
        sign = " +- " if plain else PLUS_MINUS
        texts = [texts[0] + sign + _layout(spread_of(values[0], form), values[0], form.uncertainty, plain, comma)]
    text = texts[0] if len(texts) == 1 else _range(texts, shown, plain)
    return text if plain or form is None else _with_unit(text, form, shown)


def digits_of(value: Value, form: Format | None) -> Digits:
    """The digits of *value* that the format asks for, in the format's unit. Raises PrintError."""
    if form is None:
        return _exact(value)
    if form.style is Style.AS_IS:
        return _as_is(value, form)
    return _rounded(_converted(value, form).amount, form)


def spread_of(value: Value, form: Format) -> Digits:
    """The digits of the uncertainty. Raises PrintError where the value has none."""
    if form.uncertainty is None or value.uncertainty is None:
        raise PrintError(
            "the value has no uncertainty", "name the column of its interval in the descriptor", "uncertainty"
        )
    spread = _converted(value, form).uncertainty
    return _rounded(abs(spread or Fraction()), form.uncertainty)


def shown_unit(value: Value, form: Format | None) -> Unit:
    """The unit in which the number stands."""
    return value.unit if form is None or form.unit is None else form.unit


def _converted(value: Value, form: Format) -> Value:
    if form.unit is None:
        return value
    if value.unit.unknown and not form.unit.unknown:
        share = "write percent(...) if it is a share, or " if form.unit in (PERCENT, POINTS) else ""
        raise PrintError(
            f"the unit of the value is not known, so it cannot be printed in {form.unit}",
            f"{share}declare the column's unit in the descriptor (`paperkit describe` writes one for a table)",
            "unit",
        )
    try:
        return value.to(form.unit)
    except UnitError as error:
        raise PrintError(
            str(error), f"the value is in {value.unit}; print it so, or convert the expression", "unit"
        ) from None


def _rounded(amount: Fraction, form: Format) -> Digits:
    whole = form.style in _WHOLE
    if whole and amount.denominator != 1 and form.rounding is None:
        about = round_fraction(amount, 6)
        raise PrintError(
            f"{about.normalize():f} is no whole number, but the format is {form.style}",
            f"name a rounding: `{form.text} floor`, `{form.text} half_even`, or show decimals: `.1f`",
            "integer",
        )
    if form.style in _SIGNIFICANT:
        rounded = round_significant(amount, form.digits + (form.style is Style.EXPONENT), form.rule)
    else:
        rounded = round_fraction(amount, form.digits, form.rule)
    if amount and not rounded:
        first = -magnitude(amount)
        raise PrintError(
            f"the value is not zero, but {form.text!r} prints 0",
            f"its first digit is decimal {first}: use `.{first}f`, `.1e` or `.1g`"
            if first > 0
            else "show decimals: `.1f`",
            "zero",
        )
    return Digits(rounded, -exponent_of(rounded), amount)


def exponent_of(number: Decimal) -> int:
    """The exponent of a finite decimal's last digit."""
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)  # noqa: S101  (finite by construction)
    return exponent


def _as_is(value: Value, form: Format) -> Digits:
    if value.literal is None:
        raise PrintError(
            "asis prints a cell's own digits, but the value is computed", "use `.2f` or another format", "asis"
        )
    if form.unit is not None and form.unit != value.unit:
        raise PrintError("asis prints a cell's own digits and converts nothing", f"use `.2f {form.unit}`", "unit")
    number = Decimal(value.literal)
    return Digits(number, -exponent_of(number), value.amount)


def _exact(value: Value) -> Digits:
    """All digits of an amount that ends within 30 decimals."""
    if value.literal is not None:
        number = Decimal(value.literal)
        return Digits(number, max(0, -exponent_of(number)), value.amount)
    for places in range(31):
        if (value.amount * 10**places).denominator == 1:
            return Digits(round_fraction(value.amount, places), places, value.amount)
    raise PrintError("the value does not end within 30 decimals and has no format", "write `| .2f` behind it", "format")


def _layout(digits: Digits, value: Value, form: Format | None, plain: bool, comma: bool) -> str:
    style = form.style if form is not None else Style.FIXED
    if style is Style.WORDS:
        return _words(digits, plain)
    body, exponent = _mantissa(digits.amount.copy_abs(), style, value)
    whole, _, decimals = body.partition(".")
    if form is not None and form.thousands and not plain:
        whole = _thousands(whole, r"\," if comma else "{,}")
    if decimals:
        whole += ("{,}" if comma and not plain else ".") + decimals
    negative = digits.amount < 0
    sign = ("-" if plain else MINUS) if negative else "+" if form is not None and form.sign and digits.amount else ""
    ending = _ending(digits, style, plain)
    power = "" if exponent is None else f"e{exponent}" if plain else TIMES % exponent
    return sign + whole + power + ending


def _words(digits: Digits, plain: bool) -> str:
    try:
        words = to_words(int(digits.amount))
    except ValueError:
        raise PrintError(f"{digits.amount} has no words", "print it with `,d`", "words") from None
    return words if plain else rf"\mbox{{{words}}}"


def _ending(digits: Digits, style: Style, plain: bool) -> str:
    if style is not Style.ORDINAL:
        return ""
    ending = ordinal(int(digits.amount))
    return ending if plain else rf"\mbox{{{ending}}}"


def _mantissa(number: Decimal, style: Style, value: Value) -> tuple[str, int | None]:
    """(digits, exponent or None) of a number without sign."""
    own = value.literal is not None and style is Style.AS_IS and "e" in value.literal.lower()
    if (style is Style.EXPONENT and number) or own:
        digits = "".join(map(str, number.as_tuple().digits))
        exponent = exponent_of(number) + len(digits) - 1
        if own and value.literal is not None:
            mantissa, _, power = value.literal.lower().lstrip("+-").partition("e")
            return mantissa, int(power)
        return digits[0] + ("." + digits[1:] if digits[1:] else ""), exponent
    return f"{number:f}", None


def _thousands(whole: str, mark: str) -> str:
    groups = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)]
    return mark.join(reversed(groups))


def _range(texts: list[str], shown: Sequence[Digits], plain: bool) -> str:
    if plain:
        raise PrintError("a range where one number can stand", "bind each end in a marker of its own", "count")
    signed = any(one.amount < 0 for one in shown)
    return (r"\mbox{ to }" if signed else r"\mbox{--}").join(texts)


def _with_unit(text: str, form: Format, shown: Sequence[Digits]) -> str:
    if form.unit is None or form.unit.bare:
        return text
    plural = shown[-1].amount != 1 or len(shown) > 1
    unit = latex(form.unit, plural)
    body = f"({text})" if form.uncertainty is not None else text
    space = "" if unit == r"\%" else "~" if is_word(form.unit.symbol) else r"\,"
    return body + space + unit


def says(rounding: Rounding) -> str:
    """A rounding's name in a sentence.

    >>> says(Rounding.HALF_EVEN)
    'half-even'
    """
    return (
        rounding.value.replace("_", "-")
        if rounding.value.startswith("half")
        else {"floor": "down", "ceil": "up"}[rounding]
    )
