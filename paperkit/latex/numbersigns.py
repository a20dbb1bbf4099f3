"""Signs that are numbers in themselves: circled, raised alone, Roman or in brackets ("④", "⁴²", "Ⅳ", "⑴")."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal

from paperkit.latex.numerals import Found
from paperkit.latex.printed import Printed
from paperkit.latex.units import unit_after

_RAISED = "₀-₉⁰¹²³⁴-⁹"
_SIGNED = "\u2160-\u2188\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u3220-\u3229\u3251-\u325f\u3280-\u3289\u32b1-\u32bf"
_SIGNS = re.compile(f"[{_RAISED}{_SIGNED}\U0001f100-\U0001f10c]+")


def find_signs(printed: Printed) -> Iterator[Found]:
    """Those that a unit or a noun makes a quantity of; elsewhere they only count things off, or raise a footnote."""
    for match in _SIGNS.finditer(printed.text):
        start, end = match.span()
        before = printed.text[start - 1 : start] if start else ""
        if unicodedata.decomposition(match[0][0]).startswith("<su") and (before.isalnum() or before in (")", "]")):
            continue
        mode, after = printed.mode(start), unit_after(printed.text, end)
        if not mode.math and not mode.reason and after.strong:
            yield Found(start, end, _value(match[0]), after.unit, "", 0, mode)


def _value(signs: str) -> Decimal:
    """What the signs say: the digits one behind the other, or else the sum of their numbers.

    >>> _value("④②"), _value("Ⅳ")
    (Decimal('42'), Decimal('4'))
    """
    numbers = [unicodedata.numeric(sign, 0) for sign in signs]
    if all(number < 10 and number == int(number) for number in numbers):
        return Decimal("".join(str(int(number)) for number in numbers))
    total = sum(numbers)
    return Decimal(int(total)) if total == int(total) else Decimal(str(total))
