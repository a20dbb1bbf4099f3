"""Attention kernels: grouped-query attention on a PE, fused by an online softmax and issued in three ways.

A work item is one block of query rows that share a key-value head: the heads of the group, side by side. For each tile
of keys a kernel loads K and V, multiplies, and takes the softmax online (Milakov and Gimelshein, 2018; Dao, 2023).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from kernbench.command import MAC, Command
from kernbench.device import Array, Buffer, Matrix, Pe, accumulate
from kernbench.layer import Shape, fitting
from kernbench.tiling import OutOfRangeError

FUSED = ("fused_blocking", "fused_async", "fused_composite")


@dataclass(slots=True)
class Tensors:
    """Q, K, V and O in HBM, a matrix for each key-value head; rows of Q and O are packed by position, then head."""

    q: list[Matrix]
    k: list[Matrix]
    v: list[Matrix]
    o: list[Matrix]
    states: list["State"] = field(default_factory=list)
    """What a kernel leaves: its states, normalised or not."""


@dataclass(slots=True)
class State:
    """What is known of a work item's softmax: the sum of weighted values, the maximum, the sum of weights."""

    o: Buffer
    m: Buffer
    l: Buffer  # noqa: E741 - its name everywhere


def tensors(shape: Shape, arrays: tuple[Array, Array, Array, Array] | None = None) -> Tensors:
    """Matrices without numbers, or over *arrays* of the shapes (head, row, dimension)."""
    queries, keys = (shape.q_len * shape.group, shape.head_dim), (shape.ctx, shape.head_dim)
    given = arrays or (None, None, None, None)
    made = [
        [Matrix(size, None if array is None else array[head]) for head in range(shape.h_kv)]
        for size, array in zip((queries, keys, keys, queries), given, strict=True)
    ]
    return Tensors(*made)


def product(
    pe: Pe, operation: str, result: Buffer, depth: int, reads: tuple[Buffer, ...], effect: Callable[[], None]
) -> Command:
    """A product on PE_MAC in the cheaper of both orientations of its array."""
    rows, columns = result.shape
    high, wide = pe.topology["pe.mac.rows"], pe.topology["pe.mac.columns"]
    passes = min(-(-rows // high) * -(-columns // wide), -(-columns // high) * -(-rows // wide))
    command = Command(
        MAC, operation, pe.topology["pe.mac.fill"] + passes * depth, macs=rows * columns * depth,
        effect=effect if pe.numerics else None,
    )  # fmt: skip
    pe.touch(command, reads, (result,))
    return pe.issue(command)


@dataclass(slots=True)
class Fused:
    """A fused kernel at work on one PE, with its buffers going round."""

    pe: Pe
    shape: Shape
    data: Tensors
    blocking: bool = False
    precision: type[np.generic] = np.float16
    """Of operands and weights; it changes the numbers, not the time."""
    count: int = 0
    rings: dict[str, list[Buffer]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rows, tile, dim = self.shape.rows, self.shape.tile, self.shape.head_dim
        shapes = {
            "q": (rows, dim), "k": (tile, dim), "v": (tile, dim), "s": (rows, tile), "p": (rows, tile),
            "pv": (rows, dim), "c": (rows, 1),
        }  # fmt: skip
        for name, (high, wide) in shapes.items():
            dtype = self.precision if name in "qkvp" else np.float32
            self.rings[name] = [self.pe.buffer(high, wide, dtype) for _ in range(2)]

    def room(self, name: str, turn: int) -> Buffer:
        """One of two buffers, by turns."""
        return self.rings[name][turn % 2]

    def did(self, *commands: Command) -> None:
        """A blocking kernel waits for each command."""
        if self.blocking:
            self.pe.wait(*commands)

    def run(self, keep: bool) -> None:
        """All work items; their states are kept, or normalised and stored."""
        for item, (head, block) in enumerate(self.shape.items()):
            state = self.item(item, head, block)
            self.data.states.append(state)
            if not keep:
                self.finish(state, head, block)

    def item(self, item: int, head: int, block: int) -> State:
        """One work item: the product with the next keys is issued before the softmax of these is used."""
        pe, shape = self.pe, self.shape
        rows = slice(block * shape.rows, (block + 1) * shape.rows)
        pe.step()
        query = self.room("q", item)
        self.did(pe.load(query, self.data.q[head], (rows, slice(0, shape.head_dim))))
        state = State(*(pe.buffer(shape.rows, width, np.float32) for width in (shape.head_dim, 1, 1)))
        turns = range(self.count, self.count + shape.tiles(block))
        self.count = turns.stop
        self.scores(query, head, turns, turns.start)
        for turn, after in pairwise((*turns, turns.stop)):
            if after < turns.stop and not self.blocking:
                self.scores(query, head, turns, after)
            self.weights(state, block, turns, turn)
            if turn > turns.start and not self.blocking:
                self.rescale(state, turns, turn - 1)
            self.values(turn)
            if self.blocking:
                self.rescale(state, turns, turn)
            if after < turns.stop and self.blocking:
                self.scores(query, head, turns, after)
        if not self.blocking:
            self.rescale(state, turns, turns.stop - 1)
        return state

    def scores(self, query: Buffer, head: int, turns: range, turn: int) -> None:
        """Load a tile of K and of V; multiply Q K^T."""
        pe, dim = self.pe, self.shape.head_dim
        keys = slice((turn - turns.start) * self.shape.tile, (turn - turns.start + 1) * self.shape.tile)
        k, v, s = (self.room(name, turn) for name in "kvs")
        pe.step()
        window = (keys, slice(0, dim))
        self.did(pe.load(k, self.data.k[head], window), pe.load(v, self.data.v[head], window))

        def effect() -> None:
            accumulate(values_of(s), values_of(query), values_of(k).T, clear=True)

        self.did(product(pe, "qk", s, dim, (query, k), effect))

    def weights(self, state: State, block: int, turns: range, turn: int) -> None:
        """Softmax of a tile, online."""
        pe, shape, first = self.pe, self.shape, turn == turns.start
        s, p, c = (self.room(name, turn) for name in "spc")
        offset = (turn - turns.start) * shape.tile

        def effect() -> None:
            hide(values_of(s), block, offset, shape)
            online(state, values_of(s), values_of(p), values_of(c), first=first)

        cycles = pe.vec_cycles(shape.rows * shape.tile, 5, 1) + pe.vec_cycles(shape.rows, 3, 1)
        self.did(pe.vec("softmax", cycles, reads=(s,), writes=(p, c, state.m, state.l), effect=effect))

    def values(self, turn: int) -> None:
        """P V of a tile."""
        v, p, pv = (self.room(name, turn) for name in ("v", "p", "pv"))

        def effect() -> None:
            accumulate(values_of(pv), values_of(p), values_of(v), clear=True)

        self.did(product(self.pe, "pv", pv, self.shape.tile, (p, v), effect))

    def rescale(self, state: State, turns: range, turn: int) -> None:
        """The sum brought to a tile's maximum, and the tile's P V added; behind the softmax of the tile after it."""
        pv, c = self.room("pv", turn), self.room("c", turn)

        def effect() -> None:
            old = 0 if turn == turns.start else values_of(state.o) * values_of(c)
            values_of(state.o)[...] = old + values_of(pv)

        cycles = self.pe.vec_cycles(self.shape.rows * self.shape.head_dim)
        self.did(self.pe.vec("rescale", cycles, reads=(pv, c), writes=(state.o,), effect=effect))

    def finish(self, state: State, head: int, block: int) -> None:
        """Divide by the sum of weights and store."""
        rows = slice(block * self.shape.rows, (block + 1) * self.shape.rows)
        self.did(normalise(self.pe, state))
        self.did(self.pe.store(self.data.o[head], (rows, slice(0, self.shape.head_dim)), state.o))


def normalise(pe: Pe, state: State) -> Command:
    """O / l on PE_VEC."""
    rows, dim = state.o.shape

    def effect() -> None:
        values_of(state.o)[...] /= values_of(state.l)

    cycles = pe.vec_cycles(rows * dim) + pe.vec_cycles(rows, 0, 1)
    return pe.vec("normalise", cycles, reads=(state.l,), writes=(state.o,), effect=effect)


def fused(
    pe: Pe, shape: Shape, data: Tensors, variant: str, *, keep: bool = False, precision: type[np.generic] = np.float16
) -> None:
    """A fused kernel on one PE; *keep* leaves its states in *data*."""
    if variant not in FUSED:
        raise OutOfRangeError(f"no fused kernel is named {variant}; there are {', '.join(FUSED)}")
    kernel = Fused(pe, fitting(shape, pe.topology), data, variant == "fused_blocking", precision)
    if variant != "fused_composite":
        kernel.run(keep)
        return
    with pe.composite() as command:
        kernel.run(keep)
    if keep:
        pe.wait(command)


def hide(scores: Array, block: int, offset: int, shape: Shape) -> None:
    """Minus infinity where a query would see a later key; rows are packed by position, then head."""
    if shape.causal:
        positions = block * shape.positions + np.arange(shape.rows) // shape.group
        scores[np.arange(offset, offset + scores.shape[1])[None, :] > positions[:, None]] = -np.inf


def exponential(values: Array) -> Array:
    """Exp in binary64, rounded to binary32 once: the last digit is the same on every machine."""
    return np.exp(values.astype(np.float64)).astype(np.float32)


def online(state: State, scores: Array, weights: Array | None, scale: Array | None, *, first: bool) -> None:
    """Take *scores* into maximum and sum; give their weights, and what older sums are to be scaled by."""
    m, total = values_of(state.m), values_of(state.l)
    old = np.full_like(m, -np.inf) if first else m.copy()
    m[...] = np.maximum(old, scores.max(axis=1, keepdims=True))
    factor = np.zeros_like(m) if first else exponential(old - m)
    raw = exponential(scores - m)
    total[...] = (0 if first else total * factor) + raw.sum(axis=1, keepdims=True, dtype=np.float64).astype(np.float32)
    if weights is not None and scale is not None:
        weights[...], scale[...] = raw, factor


def values_of(tile: Buffer | Matrix) -> Array:
    if tile.array is None:
        raise ValueError("numbers were asked for, but a matrix came without its array")
    return tile.array
