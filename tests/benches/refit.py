"""Least errors on one half of the published times, found again: on a grid, from the published files alone.

Every efficiency that can be written (a tenth of a per cent) is tried with the overhead that suits it, a weighted
median; every latency of a ring (a hundredth of a microsecond) with its rate. Nothing is shared with the harness.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tests.benches.loaded import published_rows

Floats = NDArray[np.float64]
PEAK, RATE, LINK = 312e6, 2039e3, 300e3  # FLOP, bytes and bytes in a us
ALPHAS = np.arange(0, 1500) / 100
FOLDS = ("even", "odd")


def gemm_samples(fold: str) -> Floats:
    """Compute, memory, launches and published us of each GEMM of *fold*; shape (points, 4)."""
    rows = published_rows("gemm_a100.csv")[FOLDS.index(fold) :: 2]
    sizes = [(int(row["m"]), int(row["k"]), int(row["n"]), 1e3 * float(row["measured_ms"])) for row in rows]
    return np.array([(2 * m * k * n / PEAK, 2 * (m * k + k * n + m * n) / RATE, 1, time) for m, k, n, time in sizes])


def message_samples(fold: str) -> Floats:
    """Bytes that each rank sends and published us of each all-reduce of *fold*, by size; shape (points, 2)."""
    rows = published_rows("allreduce_a100x4.csv")[FOLDS.index(fold) :: 2]
    return np.array(sorted((1.5 * int(row["bytes"]), float(row["measured_us"])) for row in rows))


def medians(values: Floats, weights: Floats) -> Floats:
    """The weighted median of each row of *values*: where the weighted distances sum to the least."""
    order = np.argsort(values, axis=1)
    cumulated = np.cumsum(np.take_along_axis(weights, order, axis=1), axis=1)
    middle = np.argmax(cumulated >= cumulated[:, -1:] / 2, axis=1)
    return np.take_along_axis(values, order, axis=1)[np.arange(len(values)), middle]


def roof_error(samples: Floats, compute: float, memory: float, overhead: float) -> float:
    """Mean error in per cent with these efficiencies (per cent) and this overhead (us)."""
    roof = np.maximum(100 * samples[:, 0] / compute, 100 * samples[:, 1] / memory)
    return float(100 * np.mean(np.abs((roof + samples[:, 2] * overhead) / samples[:, 3] - 1)))


def least_roof_error(samples: Floats, terms: Sequence[str]) -> float:
    """The least of `roof_error`, in per cent, over the constants that *terms* leave free."""
    every = np.arange(600, 1001) / 10
    compute, memory = (every if term in terms else np.array([100.0]) for term in ("compute", "memory"))
    grid = np.stack([each.ravel() for each in np.meshgrid(compute, memory)], axis=1)
    roofs = np.maximum(100 * samples[:, 0] / grid[:, :1], 100 * samples[:, 1] / grid[:, 1:])
    launches, times = samples[:, 2], samples[:, 3]
    weights = np.broadcast_to(launches / times, roofs.shape)
    free = np.maximum(0, medians((times - roofs) / launches, weights))
    overhead = free if "overhead" in terms else np.zeros(len(roofs))
    return float(100 * np.min(np.mean(np.abs((roofs + launches * overhead[:, None]) / times - 1), axis=1)))


def line_error(samples: Floats, constants: Mapping[str, float]) -> float:
    """Mean error in per cent of the quickest of the lines: 6 alpha (us) and bytes over rate (GB/s)."""
    lines = [number for number in ("1", "2") if f"rate_{number}" in constants]
    times = [6 * constants[f"alpha_{each}"] + samples[:, 0] / constants[f"rate_{each}"] / 1e3 for each in lines]
    return float(100 * np.mean(np.abs(np.min(times, axis=0) / samples[:, 1] - 1)))


def best_line(samples: Floats) -> dict[str, float]:
    """One line: of all latencies, each with the rate that suits it, the one that errs least."""
    size, time = samples.T
    slopes = (time - 6 * ALPHAS[:, None]) / size
    slope = np.maximum(1 / LINK, medians(slopes, np.broadcast_to(size / time, slopes.shape)))
    errors = np.sum(np.abs(6 * ALPHAS[:, None] + slope[:, None] * size - time) / time, axis=1)
    at = int(np.argmin(errors))
    return {"alpha_1": float(ALPHAS[at]), "rate_1": float(1 / slope[at] / 1e3)}


def least_line_error(samples: Floats, lines: int) -> float:
    """The least of `line_error`, in per cent, of one line, or of two that share the messages at some size."""
    if lines == 1:
        return line_error(samples, best_line(samples))
    errors = []
    for cut in range(2, len(samples) - 1):
        small, large = best_line(samples[:cut]), best_line(samples[cut:])
        errors.append(line_error(samples, {**small, "alpha_2": large["alpha_1"], "rate_2": large["rate_1"]}))
    return min(errors)
