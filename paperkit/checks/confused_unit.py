r"""confused-unit: the unit typed behind a bound number is not the unit of its value.

Why: 12.5 GiB are 13.4 GB, and 4 percentage points on top of 40% are 10%: the digits are right and the statement is not.
Instead: let the format typeset the unit (`.1f GB`, `.1\%`), or convert the expression (`to(x, "GB")`). Two shares
differ by percentage points, and a bare ratio is no per cent. Where no descriptor says the unit, the name of the column
does (`p99_us`, `latency (ms)`), with what the expression multiplies it by: `p99_us / 1000` is in ms. A column of
shares, none above one, is not in per cent. A time or a size is no count either: 43 us are no 43 cores. In a table the
head of the column says the unit (`p99 (ms)`): held are those of the value's dimension.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkit.artifacts.store import Store
from paperkit.artifacts.table import Table
from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.claim_text import normal
from paperkit.checks.labels import labels_of
from paperkit.checks.named_units import hundredfold, implied
from paperkit.checks.shares import share_column
from paperkit.checks.words import show_cells
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.expressions.direct import direct
from paperkit.latex.document import Numeral
from paperkit.latex.number_words import HARD
from paperkit.latex.vocabulary import UNIT_WORDS
from paperkit.values.numeral import FormatError, parse_format
from paperkit.values.printing import shown_unit
from paperkit.values.quantity import Cell, Value
from paperkit.values.unit import BARE, PERCENT, POINTS, Unit, UnitError, parse_unit

CHECK = Check("PK123", "confused-unit", since="0.2", doc=__doc__, waivable=True)
_DIGITS = re.compile(r"^.*\d", re.DOTALL)
_BESIDE = re.compile(r"[\s\u2009\u202f~^]*([%‰‱°])")
_MARKS = {"%": "per cent", "‰": "per mille", "‱": "per ten thousand", "°": "degrees"}
_TIMES = re.compile(
    r"\s*(?:[×x]|times)\s*(?:as\b|faster|slower|more|less|fewer|larger|smaller|higher|lower|speed-?ups?\b)"
)
"""Behind a number that compares, and is in no unit."""
_IN_POINTS = ("percentage point", "% point", "%-point", "per cent point", "percent point")
_BY_NAME = ({"time"}, {"byte"})
HINT = "let the format typeset the unit, or convert the expression"


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each pkval with another unit behind it."""
    per_cents = _per_cents(evidence)
    for each in evidence.judged:
        entry = each.entry
        if entry.macro != "pkval" or not each.agrees or entry.span.path in evidence.generated:
            continue
        if not entry.values or len(entry.values) != len(each.numerals):
            continue
        value, numeral = entry.values[-1], each.numerals[-1]
        fact = _fact(value, numeral, each, evidence.store) or _marked(value, each) or _apart(each, per_cents)
        fact = fact or _headed(value, numeral, each)
        if fact:
            message = f"the text says {fact}"
            yield show_cells(CHECK.at(entry.printed_span, message, HINT), entry.cells)


def _per_cents(evidence: Evidence) -> frozenset[tuple[str, str]]:
    """The columns without a unit of which a cell is printed with a per cent sign: (artifact, column)."""
    return frozenset(
        _column(each.entry.values[0].cells[0])
        for each in evidence.judged
        if each.agrees and len(each.entry.values) == 1 == len(each.numerals) == len(each.entry.values[0].cells)
        if each.entry.values[0].unit.unknown and each.numerals[0].unit == "%" and not hundredfold(each.entry.text)
    )


def _apart(each: Judged, per_cents: frozenset[tuple[str, str]]) -> str:
    """The difference of two cells that are printed in per cent elsewhere, in per cent itself; empty for all else."""
    relation, value = each.anatomy.relation, each.entry.values[-1]
    if relation is None or relation.kind != "difference" or not value.unit.unknown or not value.cells:
        return ""
    if _typed(each.numerals[-1], each, value.unit) != PERCENT or not {_column(one) for one in value.cells} <= per_cents:
        return ""
    return f"per cent behind {each.entry.printed}, but the value is the difference of two per cents"


def _column(cell: Cell) -> tuple[str, str]:
    return cell.artifact, cell.column.rpartition(".")[2]


def _fact(value: Value, numeral: Numeral, each: Judged, store: Store) -> str:
    """Which unit the text says, and which it is; empty where they agree."""
    due = _due(value, each)
    typed = _typed(numeral, each, due) if due is not None else None
    if due is None or typed is None:
        return ""
    said = f"{_named(typed)} behind {each.entry.printed}"
    if typed == PERCENT and (due.unknown or due == BARE) and (by_hand := hundredfold(each.entry.text)):
        return f"{said}, but the value is the difference of two shares" if by_hand == "points" else ""
    if due.unknown and typed == PERCENT and (column := share_column(value, store)):
        return f"{said}, but {column} is a column of shares of one"
    if due.unknown:
        return _against_names(typed, said, each)
    if _same(typed, due) or (due == BARE and typed != PERCENT and _undeclared(value, store)):
        return ""
    return f"{said}, but the value is in {_named(due)}"


def _marked(value: Value, each: Judged) -> str:
    """Which mark of a share or an angle stands behind a value that is neither, or behind its unit; else empty."""
    due = _due(value, each)
    found = _BESIDE.match(each.marker.after)
    if found is None or due is None or not _measured(due) or due.symbol.startswith(("°", "deg")):
        return ""
    return f"{_MARKS[found[1]]} behind {each.entry.printed}, but the value is in {_named(due)}"


def _headed(value: Value, numeral: Numeral, each: Judged) -> str:
    """How the unit in the head of a table's column differs from that of a value of the same dimension; else empty."""
    due = _due(value, each)
    if each.marker.place != "cell" or each.marker.use is not None or due is None or _typed(numeral, each, due):
        return ""
    labels = labels_of(each.entry.span.source).get(each.entry.span.start)
    try:
        head = parse_unit(labels.unit) if labels is not None and labels.unit else BARE
    except UnitError:
        return ""
    if not head.dimensions or head == PERCENT:
        return ""
    said = f"{_named(head)} in the head of the column of {each.entry.printed}"
    if due.unknown:
        return _against_names(head, said, each)
    return "" if not head.convertible(due) or head.scale == due.scale else f"{said}, but the value is in {_named(due)}"


def _undeclared(value: Value, store: Store) -> bool:
    """Whether it is of several columns whose units nobody declared, so that a quotient of them may be in any."""
    known = {cell.artifact for cell in value.cells} & store.specs.keys()
    artifacts = [store.artifact(name) for name in sorted(known)]
    bare = any(not isinstance(one, Table) or one.resource is None for one in artifacts)
    return bare and len({(cell.artifact, cell.column) for cell in value.cells}) > 1


def _against_names(typed: Unit, said: str, each: Judged) -> str:
    """How the unit behind the number differs from what names and factors of its expression say; empty where not."""
    found = implied(each.entry.text)
    if found is None:
        return ""
    name, unit, factor = found
    if factor == 1 and typed == unit:
        return ""
    if {typed, unit} <= {PERCENT, POINTS}:
        fits = typed == unit
    elif typed.convertible(unit) and PERCENT not in (typed, unit):
        fits = factor * typed.scale == unit.scale
    else:
        fits = unit.symbol.partition("/")[0] == typed.symbol or not _by_name(each)
    if fits:
        return ""
    times = "" if factor == 1 else f" times {factor}"
    return f"{said}, but by its name {name} is in {_named(unit)}{times}"


def _due(value: Value, each: Judged) -> Unit | None:
    try:
        return shown_unit(value, parse_format(each.entry.format) if each.entry.format else None)
    except FormatError:
        return None


def _typed(numeral: Numeral, each: Judged, due: Unit) -> Unit | None:
    """The unit that a reader reads behind the number; None for none, and for what merely looks like one."""
    said = f"{each.marker.printed_plain}{each.marker.after}".lower()
    if "point" in said and _behind(each).startswith(_IN_POINTS):
        return POINTS
    times = _TIMES.match(_behind(each)) or each.marker.printed_plain.rstrip()[-1:] in ("x", "×")
    if (_counts(numeral.unit) or times) and (_measured(due) or (due.unknown and _by_name(each))):
        return parse_unit("{times}" if times else "{" + numeral.unit + "}")
    if not numeral.unit or numeral.unit in {"×", "x", "KB"}:
        return None
    if each.marker.place == "cell" and not _behind(each).startswith(numeral.unit.lower()):
        return None  # it is the head's
    try:
        unit = parse_unit(numeral.unit)
    except UnitError:
        return None
    if unit == POINTS and due not in (PERCENT, POINTS):
        return None  # 108 points of a grid
    return None if unit.bare or unit.counted else unit


def _by_name(each: Judged) -> bool:
    """Whether it is one cell whose column says by its name, in two letters or more, that it is a time or a size."""
    cell, found = direct(each.entry.text), implied(each.entry.text)
    if cell is None or found is None or len(found[1].symbol) < 2:
        return False
    return {name for name, power in found[1].dimensions if power == 1} in _BY_NAME


def _behind(each: Judged) -> str:
    """What stands behind the digits, in the marker and behind it."""
    return normal(_DIGITS.sub("", each.marker.printed_plain) + each.marker.after)


def _counts(word: str) -> bool:
    """Whether a word behind a number counts things: "43 cores"."""
    return word in HARD and word not in UNIT_WORDS


def _measured(due: Unit) -> bool:
    """Whether a unit is of something measured, as time or size is, and no count or share."""
    return not (due.bare or due.counted or due.unknown or due in (PERCENT, POINTS))


def _same(typed: Unit, due: Unit) -> bool:
    if {typed, due} <= {PERCENT, POINTS}:
        return typed == due
    if typed == due:
        return True
    if "/" in due.symbol and "/" not in typed.symbol:
        return due.symbol.partition("/")[0] == typed.symbol  # 64 bytes in each cycle
    return PERCENT not in (typed, due) and typed.convertible(due) and typed.scale == due.scale


def _named(unit: Unit) -> str:
    if unit == BARE:
        return "no unit"
    return "percentage points" if unit == POINTS else "per cent" if unit == PERCENT else unit.symbol.strip("{}")
