"""What is timed: STREAM's four kernels, a read-only sum, and products with a weight matrix, with numpy on one thread.

Bytes are counted, not assumed: every operand of every pass is one read, every result one write. numpy has no fused
triad, so that one is here twice: two passes over memory (40 bytes an element), and in blocks that keep the product in
the cache (24 bytes an element, as STREAM counts). A write to a line that is not in the cache reads it first, unless the
hardware avoids that; those bytes stand in a count of their own and in no rate.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

ELEMENTS = 1 << 24
"""Of each float64 array: 128 MiB, four times a last-level cache of 32 MiB, as STREAM's rule asks."""
BLOCK = 1 << 15
"""Elements of a block of the blocked triad: 256 KiB for its product."""
EDGE = 4096
"""Of the float32 weight matrix: 64 MiB, twice that cache."""
BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
SQUARE = 1024
"""Edge of the product that shows the peak."""
SCALAR = 3.0


@dataclass(frozen=True, slots=True)
class Cost:
    """Work and bytes of one call.

    *allocate_bytes*: reads that its writes cause where the cache allocates on a write.
    """

    kernel: str
    batch: int
    flops: int
    bytes: int
    allocate_bytes: int


@dataclass(frozen=True, slots=True)
class Kernel:
    """A cost and the call that has it; of a product, both operands."""

    cost: Cost
    call: Callable[[], object]
    operands: tuple[np.ndarray, ...] = ()


def costs(elements: int = ELEMENTS, edge: int = EDGE, square: int = SQUARE) -> tuple[Cost, ...]:
    """All that is timed, in order, without arrays."""
    word = 8 * elements
    streams = (
        Cost("copy", 0, 0, 2 * word, word),
        Cost("scale", 0, elements, 2 * word, word),
        Cost("add", 0, elements, 3 * word, word),
        Cost("triad_two_pass", 0, 2 * elements, 5 * word, word),
        Cost("triad_blocked", 0, 2 * elements, 3 * word, word),
        Cost("dot", 0, 2 * elements, 2 * word, 0),
    )
    products = (_product("gemm", batch, edge) for batch in BATCHES)
    return (*streams, *products, _product("gemm_square", square, square))


def _product(kernel: str, batch: int, edge: int) -> Cost:
    return Cost(kernel, batch, 2 * batch * edge * edge, 4 * (2 * batch * edge + edge * edge), 4 * batch * edge)


def build(elements: int = ELEMENTS, edge: int = EDGE, square: int = SQUARE, seed: int = 1) -> tuple[Kernel, ...]:
    """All that is timed, with its arrays touched once."""
    streams = _streams(elements)
    draw = np.random.RandomState(seed)
    weights = draw.rand(edge, edge).astype(np.float32)
    pairs = [(draw.rand(batch, edge).astype(np.float32), weights) for batch in BATCHES]
    left, right = (draw.rand(square, square).astype(np.float32) for _ in range(2))
    timed = [(call, ()) for call in streams] + [(_multiply(*pair), pair) for pair in (*pairs, (left, right))]
    return tuple(Kernel(cost, *each) for cost, each in zip(costs(elements, edge, square), timed, strict=True))


def _multiply(left: np.ndarray, right: np.ndarray) -> Callable[[], object]:
    out = np.zeros((left.shape[0], right.shape[1]), dtype=np.float32)
    return lambda: np.matmul(left, right, out=out)


def _streams(elements: int) -> Sequence[Callable[[], object]]:
    a, b, c = (np.full(elements, value) for value in (1.0, 2.0, 0.0))
    product = np.empty(min(BLOCK, elements))

    def two_pass() -> np.ndarray:
        np.multiply(c, SCALAR, out=a)
        return np.add(a, b, out=a)

    def blocked() -> np.ndarray:
        for start in range(0, elements, BLOCK):
            part = slice(start, min(start + BLOCK, elements))
            kept = product[: part.stop - part.start]
            np.multiply(c[part], SCALAR, out=kept)
            np.add(b[part], kept, out=a[part])
        return a

    def copy() -> np.ndarray:
        np.copyto(c, a)
        return c

    return (
        copy,
        lambda: np.multiply(c, SCALAR, out=b),
        lambda: np.add(a, b, out=c),
        two_pass,
        blocked,
        lambda: np.dot(a, b),
    )


def blas() -> str:
    """Name and version of the library that numpy multiplies with."""
    found = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    return f"{found['name']} {found['version']}"
