"""Unfused attention: scores, softmax and values as kernels of their own, with their results in HBM."""

from dataclasses import dataclass, field

import numpy as np

from kernbench.attention import State, Tensors, exponential, hide, online, product, values_of
from kernbench.command import Command
from kernbench.device import Buffer, Matrix, Pe, accumulate
from kernbench.layer import Shape, fitting, span_of


def unfused(pe: Pe, shape: Shape, data: Tensors, *, keep: bool = False) -> None:
    """Three kernels, one after the other, with scores and probabilities in HBM; commands are not waited for."""
    Unfused(pe, fitting(shape, pe.topology, unfused=True), data).run(keep)


@dataclass(slots=True)
class Unfused:
    """Scores, softmax and values as kernels of their own."""

    pe: Pe
    shape: Shape
    data: Tensors
    wide: int = 0
    scores: list[Matrix] = field(default_factory=list)
    last: list[Command] = field(default_factory=list)
    rings: dict[tuple[str, int, int], list[Buffer]] = field(default_factory=dict)

    def run(self, keep: bool) -> None:
        """The three kernels, with a wait for the last store between them."""
        shape, pe = self.shape, self.pe
        self.wide = span_of(shape)
        for _ in shape.items():
            array = np.zeros((shape.rows, shape.ctx), np.float16) if pe.numerics else None
            self.scores.append(Matrix((shape.rows, shape.ctx), array))
        items = list(enumerate(shape.items()))
        for item, (head, block) in items:
            self.multiply(item, head, block)
        pe.wait(*self.last)
        states = [self.soften(item, block, keep) for item, (_, block) in items]
        pe.wait(*self.last)
        for item, (head, block) in items:
            self.weigh(item, head, block, states[item], keep)
        self.data.states.extend(states if keep else ())

    def multiply(self, item: int, head: int, block: int) -> None:
        """Q K^T of one work item, to HBM."""
        pe, shape = self.pe, self.shape
        dim = slice(0, shape.head_dim)
        query = pe.buffer(shape.rows, shape.head_dim)
        pe.load(query, self.data.q[head], (slice(block * shape.rows, (block + 1) * shape.rows), dim))
        for tile in range(shape.tiles(block)):
            keys = slice(tile * shape.tile, (tile + 1) * shape.tile)
            k, s = self.turn("k", shape.tile, shape.head_dim), self.turn("s", shape.rows, shape.tile, np.float32)
            pe.load(k, self.data.k[head], (keys, dim))

            def effect(s: Buffer = s, k: Buffer = k, query: Buffer = query, offset: int = keys.start) -> None:
                accumulate(values_of(s), values_of(query), values_of(k).T, clear=True)
                hide(values_of(s), block, offset, shape)

            product(pe, "qk", s, shape.head_dim, (query, k), effect)
            self.last = [pe.store(self.scores[item], (slice(0, shape.rows), keys), s)]

    def soften(self, item: int, block: int, keep: bool) -> State:
        """Maximum and sum in a first pass, probabilities in a second (three accesses an element)."""
        pe, shape = self.pe, self.shape
        state = State(*(pe.buffer(shape.rows, width, np.float32) for width in (shape.head_dim, 1, 1)))
        seen, every = shape.tiles(block) * shape.tile, slice(0, shape.rows)
        spans = [slice(at, min(at + self.wide, seen)) for at in range(0, seen, self.wide)]
        for span in spans:
            s = self.turn("w", shape.rows, span.stop - span.start)
            pe.load(s, self.scores[item], (every, span))

            def measure(s: Buffer = s, first: bool = span.start == 0) -> None:
                online(state, values_of(s).astype(np.float32), None, None, first=first)

            cycles = pe.vec_cycles(shape.rows * s.shape[1], 3, 1) + pe.vec_cycles(shape.rows, 3, 1)
            pe.vec("softmax", cycles, reads=(s,), writes=(state.m, state.l), effect=measure)
        for span in spans:
            s = self.turn("w", shape.rows, span.stop - span.start)
            pe.load(s, self.scores[item], (every, span))

            def weigh(s: Buffer = s) -> None:
                weights = exponential(values_of(s).astype(np.float32) - values_of(state.m))
                values_of(s)[...] = weights if keep else weights / values_of(state.l)

            cycles = pe.vec_cycles(shape.rows * s.shape[1], 3, 1)
            pe.vec("softmax", cycles, reads=(state.m, state.l), writes=(s,), effect=weigh)
            self.last = [pe.store(self.scores[item], (every, span), s)]
        return state

    def weigh(self, item: int, head: int, block: int, state: State, keep: bool) -> None:
        """P V of one work item; the array adds over the tiles."""
        pe, shape = self.pe, self.shape
        dim, every = slice(0, shape.head_dim), slice(0, shape.rows)
        for tile in range(shape.tiles(block)):
            keys = slice(tile * shape.tile, (tile + 1) * shape.tile)
            p, v = self.turn("p", shape.rows, shape.tile), self.turn("v", shape.tile, shape.head_dim)
            pe.load(p, self.scores[item], (every, keys))
            pe.load(v, self.data.v[head], (keys, dim))

            def effect(p: Buffer = p, v: Buffer = v, first: bool = tile == 0) -> None:
                accumulate(values_of(state.o), values_of(p), values_of(v), clear=first)

            product(pe, "pv", state.o, shape.tile, (p, v), effect)
        if not keep:
            rows = slice(block * shape.rows, (block + 1) * shape.rows)
            pe.store(self.data.o[head], (rows, dim), state.o)

    def turn(self, name: str, rows: int, columns: int, dtype: type[np.generic] = np.float16) -> Buffer:
        """The buffer of this name and shape whose turn it is, of two."""
        ring = self.rings.setdefault((name, rows, columns), [])
        if len(ring) < 2:
            ring.append(self.pe.buffer(rows, columns, dtype))
            return ring[-1]
        ring.append(ring.pop(0))
        return ring[-1]
