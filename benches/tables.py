"""Tables as CSV, the same bytes everywhere: exact rounding, key columns first, rows sorted by key, LF."""

import csv
import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from typing import Any

Row = dict[str, Any]
Tables = dict[str, list[Row]]
Keys = Mapping[str, tuple[str, ...]]


def places(amount: Fraction | int, digits: int) -> Decimal:
    """*amount* with so many decimals, rounded once, half to even.

    >>> places(Fraction(2, 3), 2)
    Decimal('0.67')
    """
    scaled = round(Fraction(amount) * 10**digits)
    with localcontext() as context:
        context.prec = max(len(str(abs(scaled))), 1)
        return Decimal(scaled).scaleb(-digits)


def significant(amount: Fraction | int, digits: int) -> Decimal:
    """*amount* with so many significant digits, written without an exponent.

    >>> significant(Fraction(123456, 10), 3), significant(Fraction(1, 300), 2)
    (Decimal('12300'), Decimal('0.0033'))
    """
    exact = Fraction(amount)
    if exact == 0:
        return Decimal(0)
    with localcontext() as context:
        context.prec, context.rounding = digits + 40, ROUND_HALF_EVEN
        near = Decimal(exact.numerator) / Decimal(exact.denominator)
        first = near.adjusted()
    rounded = places(exact, digits - 1 - first) if first < digits else Decimal(_whole(exact, first + 1 - digits))
    return Decimal(format(rounded, "f"))


def _whole(exact: Fraction, zeros: int) -> int:
    return round(exact / 10**zeros) * 10**zeros


def as_csv(key: Sequence[str], rows: Sequence[Row], columns: Sequence[str] = ()) -> str:
    """The table as text; *columns* are needed where there are no rows."""
    names = [*key, *(name for name in (rows[0] if rows else columns) if name not in key)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(row[name]) for name in names] for row in _sorted(key, rows))
    return text.getvalue()


def _sorted(key: Sequence[str], rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: tuple(row[name] for name in key))


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return format(value, "f") if isinstance(value, Decimal) else str(value)


def digests(tables: Tables, keys: Keys) -> dict[str, str]:
    """SHA-256 of each table's text."""
    return {name: hashlib.sha256(as_csv(keys[name], rows).encode()).hexdigest() for name, rows in tables.items()}


def write(folder: Path, tables: Tables, keys: Keys, columns: Mapping[str, Sequence[str]] | None = None) -> None:
    """Each table as a file in *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in tables.items():
        text = as_csv(keys[name], rows, (columns or {}).get(name, ()))
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def read(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file, cells as text."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
