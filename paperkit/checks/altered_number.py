r"""altered-number: what is typed right at a marker makes another number of what it prints.

Why: `\pkval{...}{4}0` is bound to 4, and a reader reads 40.
Instead: put sign, digits and suffix into the expression and its format: `-x | d`, `x | .2f`. Looked at are digits and
decimals that touch the number, a point, a root (also in words), a `¬` or a letter like l, I and O right before it, a
dash or the word "minus" before it that can be no range or difference, a number whose power it is, and a power or a
"dozen" behind it. The square of a whole number of things, $64^2$ elements, says how large something is, and so does
$2^{64}$; any other is another number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence, Judged
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.latex.document import Marker
from paperkit.values.unit import BARE
from paperkit.values.unit_names import COUNTS

CHECK = Check("PK128", "altered-number", since="0.2", doc=__doc__, waivable=True)
_DIGITS_BEFORE = re.compile(r"\d\.?\Z")
_DIGITS_BEHIND = re.compile(r"\d+|\.\d+|\u2009\d{3}(?!\d)")
_POWER = re.compile(r"\s?\^-?\d+|[\s-](?:squared|cubed)\b")
_DOZEN = re.compile(r"\sdozen\b")
_POINT = re.compile(r"(?:^|[\s(=:])([Oo]?[.,·٫])\Z")
_OF_IT = r"\b((?:(?:square|cube)\sroot|[Tt]he\s(?:square|cube|reciprocal|inverse|logarithm|negative))\sof\s)\Z"
"""Before what it is made of; "a mean square of" has the value itself behind it."""
_ROOT = re.compile(r"[√∛∜¬]\(?\Z|" + _OF_IT)
_LIKE = re.compile(r"(?:^|[\s(=:])([lIOo|])\Z")
"""Letters and lines that are read as digits."""
_DASH = re.compile(r"(?:^|[\s(=:])(--|[–−])\Z")
_MINUS = re.compile(r"(?i)(?:^|[A-Za-z(,;:.]\s)(minus\s)\Z")
_SIGN = re.compile(r"(?:^|[\s(=:])(-|−)\Z")
_TURNED = re.compile(r"(?:^|[\s(=:])([-−]\()\Z")
_BASE = re.compile(r"\d+(?:\.\d+)?\^[({]?\Z")
_NEAR = 20
"""So many characters before a number hold all that these patterns look for."""


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each pkval whose number goes on outside it."""
    for each in evidence.judged:
        entry = each.entry
        if entry.macro != "pkval" or entry.span.path in evidence.generated or each.error is not None:
            continue
        other = _other(each)
        if other:
            message = f"a reader reads {other}, but {entry.printed} is bound"
            yield CHECK.at(entry.printed_span, message, "put the sign and every digit into the marker")


def _other(each: Judged) -> str:
    """What a reader takes the number for; empty where it stands alone."""
    marker, printed = each.marker, each.marker.printed_plain
    if not printed or marker.inside:
        return ""
    before, behind = "", ""
    touching = marker.before[-_NEAR:]
    if printed[0].isdigit():
        found = _DIGITS_BEFORE.search(touching) or _DASH.search(touching)
    else:
        found = _DASH.search(touching) or (_SIGN.search(touching) if printed[0].isalpha() else None)
    found = found or _MINUS.search(touching) or _ROOT.search(touching) or _mistaken(marker, touching)
    base = _BASE.search(touching)
    if base is not None and not (base[0][0] == "2" and base[0][1] == "^" and _counts(each)):
        found = found or base
    if marker.after[:1] == ")":
        found = found or _TURNED.search(touching)
    before = found[found.lastindex or 0].lstrip() if found is not None else ""
    if printed[-1].isdigit():
        after = (
            _DIGITS_BEHIND.match(marker.after)
            or _DOZEN.match(marker.after)
            or (None if _counts(each) else _POWER.match(marker.after))
        )
        behind = after[0].rstrip() if after is not None else ""
    return f"{before}{printed}{behind}" if before or behind else ""


def _mistaken(marker: Marker, touching: str) -> re.Match[str] | None:
    """What is read as a digit or as a decimal point before the number; a bar is none where another one closes it."""
    if not marker.printed_plain[0].isdigit():
        return None
    like = _LIKE.search(touching)
    return _POINT.search(touching) or (None if like and like[1] == "|" == marker.after[:1] else like)


def _counts(each: Judged) -> bool:
    """Whether it is a whole number of things, or of nothing that is named: a side of what its square measures."""
    units = [value.unit for value in each.entry.values]
    return each.marker.printed_plain.replace(",", "").isdigit() and all(
        unit == BARE or {name for name, _ in unit.dimensions} <= COUNTS for unit in units
    )
