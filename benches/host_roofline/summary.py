"""From raw values to rows: median with a nonparametric interval, extremes, spread, and a mark where it is noisy."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import mean, median, stdev

from kernels import Cost
from tables import Row, places, significant

CONFIDENCE = Fraction(95, 100)
NOISY_SPREAD_PCT = 10
NOISY_LOAD = 0.5
DIGITS = 5


@dataclass(frozen=True, slots=True)
class Interval:
    """Values between which the median lies, with the probability *coverage* (exact, from order statistics)."""

    low: float
    high: float
    coverage: Fraction


def interval(values: Sequence[float]) -> Interval:
    """Narrowest symmetric interval of order statistics with at least CONFIDENCE; all of the range where there is none.

    P(x(k) <= median <= x(n-k+1)) = 1 - 2 sum_{i<k} C(n, i) / 2^n for independent values (Hoefler and Belli, SC'15).

    >>> interval(range(1, 16))
    Interval(low=4, high=12, coverage=Fraction(247, 256))
    """
    ordered, count = sorted(values), len(values)
    covers = [_coverage(count, k) for k in range(1, count // 2 + 1)] or [Fraction(0)]
    k = max((k for k, cover in enumerate(covers, 1) if cover >= CONFIDENCE), default=1)
    return Interval(ordered[k - 1], ordered[-k], covers[k - 1])


def _coverage(count: int, k: int) -> Fraction:
    outside = sum(math.comb(count, below) for below in range(k))
    return 1 - Fraction(2 * outside, 2**count)


def row(cost: Cost, raw: Sequence[Row], load: float) -> Row:
    """One kernel; *raw* has all its values, warm-ups too, which do not count."""
    counted = [each for each in raw if not each["warmup"]]
    times = [float(each["call_us"]) for each in counted]
    within, spread = interval(times), 100 * stdev(times) / mean(times)
    middle = Fraction(str(median(times)))
    return {
        "kernel": cost.kernel,
        "batch": cost.batch,
        "n": len(times),
        "processes": len({each["process"] for each in counted}),
        "flops": cost.flops,
        "bytes": cost.bytes,
        "allocate_bytes": cost.allocate_bytes,
        "median_us": places(middle, 3),
        "low_us": places(Fraction(str(within.low)), 3),
        "high_us": places(Fraction(str(within.high)), 3),
        "coverage_pct": places(100 * within.coverage, 1),
        "min_us": places(Fraction(str(min(times))), 3),
        "max_us": places(Fraction(str(max(times))), 3),
        "stdev_pct": places(Fraction(spread), 1),
        "noisy": spread > NOISY_SPREAD_PCT or load > NOISY_LOAD,
        "gbps": significant(cost.bytes / middle / 1000, DIGITS),
        "gflops": significant(cost.flops / middle / 1000, DIGITS),
        "ai_flop_per_byte": significant(Fraction(cost.flops, cost.bytes), DIGITS),
    }


def with_roof(rows: Sequence[Row]) -> list[Row]:
    """Each row with its share of the roof that this very measurement saw: the best rate of work and of bytes of all."""
    peak, rate = roof(rows)
    return [{**each, **_roof(each, peak, rate)} for each in rows]


def roof(rows: Sequence[Row]) -> tuple[Fraction, Fraction]:
    """Highest FLOP/us and bytes/us of any value, warm-ups left out."""
    peak = max(each["flops"] / Fraction(each["min_us"]) for each in rows)
    return peak, max(each["bytes"] / Fraction(each["min_us"]) for each in rows)


def _roof(each: Row, peak: Fraction, rate: Fraction) -> Row:
    """The bound in time covers kernels that do no work, too."""
    bound = max(each["flops"] / peak, each["bytes"] / rate)
    return {
        "roof_us": places(bound, 3),
        "share_of_roof_pct": places(100 * bound / Fraction(each["median_us"]), 1),
    }
