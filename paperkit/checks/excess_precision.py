r"""excess-precision: a number shows digits that its uncertainty makes meaningless.

Why: the third decimal of 12.463 ± 0.5 is noise, and reads as if it were known.
Instead: fewer decimals. The last digit shown may be a tenth of the uncertainty, or a hundredth where the uncertainty is
printed, too. Uncertainties come from the column that the descriptor names (`paperkit:uncertainty`); that of a model is
its stated error, `"paperkit:error": "8 %"` beside the kind in its descriptor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial

from paperkit.artifacts.store import Store
from paperkit.artifacts.table import Table
from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.words import show_cells
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.ledger import exact
from paperkit.values.formats import MAX_DIGITS, Format, Style, parse_format
from paperkit.values.numeral import read_printed
from paperkit.values.rounding import round_significant

CHECK = Check("PK118", "excess-precision", since="0.2", doc=__doc__, waivable=True)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each pkval that shows such digits."""
    stated = cache(partial(_stated, evidence.store))
    for each in evidence.judged:
        entry = each.entry
        if entry.macro != "pkval" or len(entry.values) != 1 or not each.agrees or entry.span.path in evidence.generated:
            continue
        found = _finer(each, stated)
        if found is not None:
            why, spread, least = found
            message = f"printed {entry.printed}, but {why} is {spread}"
            yield show_cells(CHECK.at(entry.printed_span, message, _hint(each, least)), entry.cells)


def _hint(each: Judged, least: Fraction) -> str:
    """A format whose last digit is no finer than *least*, in the unit that is shown."""
    form, shown = parse_format(each.entry.format or "asis"), abs(each.digits[0].exact)
    decimals = max(at for at in range(-MAX_DIGITS, MAX_DIGITS + 1) if Fraction(10) ** -at >= least)
    unit = f" {form.unit}" if form.unit is not None and form.style is not Style.PERCENT else ""
    if decimals >= 0:
        core = f".{decimals}{'%' if form.style is Style.PERCENT else 'f'}"
        return f"show fewer decimals: {core}{_spread(form, core)}{unit}"
    digits = len(str(int(shown))) + decimals
    if digits < 1 or form.style is Style.PERCENT:
        return "no digit of it is known so well; say in words what is known, or show its uncertainty alone"
    core = f".{digits}g"
    width = each.entry.values[0].uncertainty or Fraction(1)
    wide = abs(width * each.digits[0].exact / each.entry.values[0].amount)
    return f"show fewer digits: {core}{_spread(form, f'.{max(1, len(str(int(wide))) + decimals)}g')}{unit}"


def _spread(form: Format, core: str) -> str:
    return f" +- {core}" if form.uncertainty is not None else ""


def _finer(each: Judged, stated: Callable[[str], Fraction | None]) -> tuple[str, str, Fraction] | None:
    """(what bounds the digits, how large it is, the finest last digit) where the last one is finer; else None."""
    value, form = each.entry.values[0], each.entry.format
    if not value.amount or not each.digits:
        return None
    digits = each.digits[0]
    error = None
    if not value.uncertainty:
        errors = (stated(name) for name in {cell.artifact for cell in each.entry.cells})
        error = max((found for found in errors if found is not None), default=None)
        if error is None:
            return None
    last = Fraction(Decimal(f"1E{-digits.decimals}"))
    if value.uncertainty:
        room = 100 if parse_format(form or "asis").uncertainty is not None else 10
        scale = abs(digits.exact / value.amount)
        least = value.uncertainty * scale / room
        if last < least:
            return "its uncertainty", exact(Fraction(round_significant(value.uncertainty * scale, 3))), least
        return None
    if error is not None and last < abs(digits.exact) * error / 10:
        least = abs(digits.exact) * error / 10
        return "the stated error of its model", f"{exact(Fraction(round_significant(100 * error, 3)))} %", least
    return None


def _stated(store: Store, name: str) -> Fraction | None:
    """The largest relative error that an artifact states of itself."""
    artifact = store.artifact(name) if name in store.specs else None
    stated = artifact.meta.get("error") if isinstance(artifact, Table) else None
    readings = read_printed(str(stated).replace("%", r"\%"))[:1] if stated is not None else ()
    return max((Fraction(one.amount) / (100 if one.unit == "%" else 1) for one in readings), default=None)
