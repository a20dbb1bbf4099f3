"""Numerics: operands with known digits, a float64 oracle that is exact for them, and the error that is allowed."""

import random
from dataclasses import dataclass

import numpy as np

from kernbench.device import Array

UNIT_FP32 = 2.0**-24
"""Unit roundoff of binary32; binary16 below."""
UNIT_FP16 = 2.0**-11
SMALLEST_HALF_FP16 = 2.0**-25


def integers(rows: int, columns: int, seed: str) -> Array:
    """fp16 integers from -2 to 2: every partial sum is exact while k is at most 512."""
    return (_uniform(rows * columns, seed) % 5 - 2.0).reshape(rows, columns).astype(np.float16)


def reals(rows: int, columns: int, seed: str) -> Array:
    """fp16 numbers of 11 significant bits, magnitudes spread over 2**-14 to 2**1.

    Products are multiples of 2**-28 and below 4, so their sums are exact in float64 in any order, but not in fp32.
    """
    count = rows * columns
    digits = _uniform(count, f"{seed} digits") % 4095 - 2047.0
    scale = 10 + _uniform(count, f"{seed} scale") % 5
    return (digits * 2.0**-scale).reshape(rows, columns).astype(np.float16)


def _uniform(count: int, seed: str) -> Array:
    """Whole numbers below 2**16 as float64, the same in every version of Python."""
    return np.frombuffer(random.Random(seed).randbytes(2 * count), dtype="<u2").astype(np.float64)  # noqa: S311


@dataclass(frozen=True, slots=True)
class Error:
    """How far a result is from the oracle, and how far it may be."""

    largest: float
    bound: float
    """Allowed at the element whose error is nearest to its own bound."""
    share: float
    """That element's error as a part of its bound."""

    @property
    def exact(self) -> bool:
        """Whether every element equals the oracle."""
        return self.largest == 0


def error(result: Array, a: Array, b: Array) -> Error:
    """Error of *result* = a b. Bound of fp32 sums: 2 k u |a||b| (Higham, 2002, sec. 3.1); fp16 adds its rounding."""
    left, right = a.astype(np.float64), b.astype(np.float64)
    oracle = left @ right
    wrong = np.abs(result.astype(np.float64) - oracle)
    bound = 2 * a.shape[1] * UNIT_FP32 * (np.abs(left) @ np.abs(right))
    if result.dtype == np.float16:
        bound = bound * (1 + UNIT_FP16) + UNIT_FP16 * np.abs(oracle) + SMALLEST_HALF_FP16
    share = np.divide(wrong, bound, out=np.where(wrong > 0, np.inf, 0.0), where=bound > 0)
    worst = int(np.argmax(share))
    return Error(float(wrong.max()), float(bound.flat[worst]), float(share.flat[worst]))
