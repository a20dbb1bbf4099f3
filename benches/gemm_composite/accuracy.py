"""Accuracy of the model's form, max(work/peak, bytes/rate) + overhead, on published GEMM times of a real machine.

The times are of an A100 (LLMCompass, ISCA'24). They say nothing about the modelled PE, of which no silicon exists;
they say how far a roofline with a fixed cost goes. Every other point is for fitting, the rest for testing.
"""

import csv
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

PUBLISHED = Path(__file__).parents[1] / "published" / "gemm_a100.csv"
PEAK_TFLOPS = 312.0
"""Vendor data sheet of the A100 80 GB SXM, fp16 with fp32 sums; and its memory rate."""
RATE_GBPS = 2039.0
EFFICIENCIES = tuple(part / 100 for part in range(70, 101))
OVERHEADS_US = tuple(float(us) for us in range(61))
BOUNDARY_PCT = 5
"""`validate` fails when the full model's mean error on the test half is larger."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Point:
    """One published time."""

    m: int
    n: int
    k: int
    measured_us: float
    split: str

    @property
    def compute_us(self) -> float:
        """Work over peak."""
        return 2.0 * self.m * self.n * self.k / (PEAK_TFLOPS * 1e6)

    @property
    def memory_us(self) -> float:
        """Compulsory traffic in fp16 over rate."""
        return 2.0 * (self.m * self.k + self.k * self.n + self.m * self.n) / (RATE_GBPS * 1e3)


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted constants; efficiency 1 and overhead 0 is the bare roofline."""

    name: str
    compute: float = 1.0
    memory: float = 1.0
    overhead_us: float = 0.0

    def time_us(self, point: Point) -> float:
        """What the model says."""
        return max(point.compute_us / self.compute, point.memory_us / self.memory) + self.overhead_us

    def error(self, point: Point) -> float:
        """Signed, relative to the published time."""
        return (self.time_us(point) - point.measured_us) / point.measured_us


def read_points(path: Path = PUBLISHED) -> tuple[Point, ...]:
    """The published times in the file's order, fit and test in turns."""
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    return tuple(
        Point(int(row["m"]), int(row["n"]), int(row["k"]), float(row["measured_ms"]) * 1000, ("fit", "test")[index % 2])
        for index, row in enumerate(rows)
    )


def fits(points: Sequence[Point]) -> tuple[Fit, ...]:
    """The model with each set of terms, each fitted on the fit half alone."""
    train = [point for point in points if point.split == "fit"]
    one, none = (1.0,), (0.0,)
    return (
        Fit("roofline"),
        _best("roofline+overhead", train, one, one, OVERHEADS_US),
        _best("roofline+efficiency", train, EFFICIENCIES, EFFICIENCIES, none),
        _best("roofline+efficiency+overhead", train, EFFICIENCIES, EFFICIENCIES, OVERHEADS_US),
    )


def _best(
    name: str, train: Sequence[Point], compute: Iterable[float], memory: Sequence[float], overheads: Sequence[float]
) -> Fit:
    candidates = (Fit(name, each, other, us) for each in compute for other in memory for us in overheads)
    return min(candidates, key=lambda fit: math.fsum(abs(fit.error(point)) for point in train))


def point_rows(points: Sequence[Point], fit: Fit) -> list[Row]:
    """Bare roofline and full model at each published point."""
    return [
        {
            "m": point.m,
            "n": point.n,
            "k": point.k,
            "split": point.split,
            "bound": "compute" if point.compute_us >= point.memory_us else "memory",
            "roofline_us": _places(max(point.compute_us, point.memory_us), 2),
            "model_us": _places(fit.time_us(point), 2),
            "error_pct": _places(100 * fit.error(point), 1),
        }
        for point in points
    ]


def summary_rows(points: Sequence[Point], models: Sequence[Fit]) -> list[Row]:
    """Mean, bias and worst case of each model on each half."""
    return [_summary(fit, split, [point for point in points if point.split == split]) for fit in models
            for split in ("fit", "test")]  # fmt: skip


def _summary(fit: Fit, split: str, points: Sequence[Point]) -> Row:
    errors = [fit.error(point) for point in points]
    return {
        "model": fit.name,
        "split": split,
        "points": len(errors),
        "mape_pct": _places(100 * math.fsum(map(abs, errors)) / len(errors), 1),
        "bias_pct": _places(100 * math.fsum(errors) / len(errors), 1),
        "worst_pct": _places(100 * max(map(abs, errors)), 1),
        "compute_efficiency_pct": _places(100 * fit.compute, 0),
        "memory_efficiency_pct": _places(100 * fit.memory, 0),
        "overhead_us": _places(fit.overhead_us, 0),
    }


def violations(points: Sequence[Point], models: Sequence[Fit]) -> Iterator[str]:
    """I1 on published points, and the boundary on the full model's error."""
    for point in points:
        bound = max(point.compute_us, point.memory_us)
        if point.measured_us < bound:
            name = f"m={point.m} n={point.n} k={point.k}"
            yield f"I1 roofline: {name}: published {point.measured_us} us beat the bound {bound} us"
    for row in summary_rows(points, models[-1:]):
        if row["split"] == "test" and row["mape_pct"] > BOUNDARY_PCT:
            yield f"accuracy: {row['mape_pct']} % mean error on the test half, at most {BOUNDARY_PCT} %"


def _places(amount: float, places: int) -> Decimal:
    return Decimal(f"{amount:.{places}f}") + 0  # no negative zero
