"""The functions of expressions by name; docs/expressions.md has the same table, held by a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from paperkit.expressions import aggregates, elementwise


@dataclass(frozen=True, slots=True)
class Function:
    """A function. It takes from *least* to *most* arguments; one that is *rowwise* works on columns row by row."""

    call: Callable[..., object]
    least: int
    most: int
    signature: str
    gives: str
    rowwise: bool = False
    results: bool = False
    """Whether it compares results, which declared values must not take part in."""


MANY = 1_000

FUNCTIONS: dict[str, Function] = {
    "min": Function(aggregates.minimum, 1, MANY, "min(x, ...)", "the smallest"),
    "max": Function(aggregates.maximum, 1, MANY, "max(x, ...)", "the largest"),
    "sum": Function(aggregates.summed, 1, MANY, "sum(x, ...)", "the sum"),
    "mean": Function(aggregates.mean, 1, MANY, "mean(x, ...)", "the arithmetic mean"),
    "median": Function(aggregates.median, 1, MANY, "median(x, ...)", "the middle, or the mean of the middle two"),
    "geomean": Function(aggregates.geomean, 1, MANY, "geomean(x, ...)", "the geometric mean, to 50 digits"),
    "count": Function(aggregates.count, 1, MANY, "count(rows)", "how many rows, values, or comparisons that hold"),
    "stdev": Function(aggregates.stdev, 1, MANY, "stdev(x, ...)", "the sample standard deviation, to 50 digits"),
    "quantile": Function(aggregates.quantile, 2, 2, "quantile(x, q)", "linear between neighbours; q from 0 to 1"),
    "first": Function(aggregates.first, 1, 1, "first(x)", "the first in the order of the file"),
    "last": Function(aggregates.last, 1, 1, "last(x)", "the last in the order of the file"),
    "argmin": Function(aggregates.argmin, 1, 2, "argmin(x), argmin(x, y)", "the row where x is least, or y there"),
    "argmax": Function(aggregates.argmax, 1, 2, "argmax(x), argmax(x, y)", "the row where x is largest, or y there"),
    "all": Function(aggregates.every, 1, MANY, "all(x < y)", "whether every comparison holds"),
    "any": Function(aggregates.some, 1, MANY, "any(x < y)", "whether a comparison holds"),
    "speedup": Function(elementwise.speedup, 2, 2, "speedup(old, new)", "old / new, bare", rowwise=True, results=True),
    "change": Function(elementwise.change, 2, 2, "change(old, new)", "new / old - 1, bare", rowwise=True, results=True),
    "percent": Function(elementwise.percent, 1, 1, "percent(x)", "a share in per cent", rowwise=True),
    "points": Function(
        elementwise.points, 2, 2, "points(old, new)", "new - old in percentage points", rowwise=True, results=True
    ),
    "round_sig": Function(elementwise.round_sig, 2, 2, "round_sig(x, n)", "n significant digits", rowwise=True),
    "floor": Function(elementwise.floor, 1, 1, "floor(x)", "the whole number below", rowwise=True),
    "ceil": Function(elementwise.ceil, 1, 1, "ceil(x)", "the whole number above", rowwise=True),
    "abs": Function(elementwise.absolute, 1, 1, "abs(x)", "without its sign", rowwise=True),
    "to": Function(elementwise.to, 2, 2, 'to(x, "us")', "the same in another unit", rowwise=True),
}
DOCUMENTS = ("adr", "spec", "document")
"""Functions that name a document: adr("0007#latency")."""
FILES = "files"
"""The function that names committed files: count(files("runs/*.csv"))."""
NAMES = frozenset({*FUNCTIONS, *DOCUMENTS, FILES})
