"""Merge: partial attention of PEs that hold parts of the keys, brought together by two standard all-reduces.

First the maximum of m; each PE scales its l and o to it; then their sum (l and o of all heads together). The operator
that does it in one pass, with an exponential in the reduce unit, is not built: see `merge_states` for its numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernbench.attention import State, exponential
from kernbench.choice import fastest
from kernbench.cluster import Cluster
from kernbench.collectives import allreduce, cut, pieces_of
from kernbench.device import Array, Buffer, Matrix, Pe
from kernbench.mesh import members
from kernbench.topology import Topology

TRIED = 3
"""So many ways of the sums, the fastest alone, are tried behind the maxima."""


@dataclass(frozen=True, slots=True, order=True)
class Ways:
    """Algorithms of both all-reduces, and the longest message, which the cluster's slots have to take."""

    maximum: str
    total: str
    message: int


def chosen(driver: str, ranks: int, rows: int, dim: int, topology: Topology) -> Ways:
    """The ways that suit *driver*: of those that are fastest alone, the ones whose merge is."""
    maximum, *_ = fastest(4 * rows, driver, ranks, topology, 1)
    sums = fastest(4 * rows * (dim + 1), driver, ranks, topology, TRIED)
    tried = [Ways(maximum.algorithm, each.algorithm, each.message) for each in sums]
    return min(tried, key=lambda ways: (alone(ways, driver, ranks, rows, dim, topology), ways))


def alone(ways: Ways, driver: str, ranks: int, rows: int, dim: int, topology: Topology) -> int:
    """Cycles of one merge of states that are there at once."""
    cluster = Cluster(topology, chunk=ways.message)
    group = members(ranks, cluster.mesh)
    states = [[State(*(cluster.pes[rank].buffer(rows, width, np.float32) for width in (dim, 1, 1)))] for rank in group]
    merge(cluster, driver, group, states, ways)
    return cluster.plan(topology["pe.cpu.dispatch"]).run.cycles


def merge(
    cluster: Cluster, driver: str, ranks: Sequence[int], states: Sequence[Sequence[State]], ways: Ways
) -> list[Array | None]:
    """Merge the states of each rank. Gives each rank's sums (l, then o, of all rows), not yet divided."""
    rows = sum(state.m.shape[0] for state in states[0])
    dim = states[0][0].o.shape[1]
    maxima = [_gathered(cluster.pes[rank], own) for rank, own in zip(ranks, states, strict=True)]
    count, elements = cut(4 * rows, ways.maximum, len(ranks), cluster.chunk)
    pieces = [_pieces(count, elements, block, array) for block, array in maxima]
    commands = allreduce(cluster, ways.maximum, driver, ranks, pieces, combine=np.maximum)
    settle(cluster, ranks, commands)
    count, elements = cut(4 * rows * (dim + 1), ways.total, len(ranks), cluster.chunk)
    sums = [
        _scaled(cluster.pes[rank], own, maximum, rows, dim)
        for rank, own, (_, maximum) in zip(ranks, states, maxima, strict=True)
    ]
    pieces = [_pieces(count, elements, block, array) for block, array in sums]
    commands = allreduce(cluster, ways.total, driver, ranks, pieces)
    settle(cluster, ranks, commands)
    return [array for _, array in sums]


def settle(cluster: Cluster, ranks: Sequence[int], commands: Sequence[object]) -> None:
    """Each PE_CPU waits for its own part of a collective; where it drove the collective it has."""
    for rank, command in zip(ranks, commands, strict=False):
        cluster.pes[rank].wait(command)  # type: ignore[arg-type]


def finish(pe: Pe, rows: int, dim: int, share: int, sums: Array | None, output: Matrix | None) -> None:
    """Each rank divides and stores its share of the rows."""
    result = pe.buffer(rows // share, dim, np.float32)

    def effect() -> None:
        if sums is not None and output is not None and output.array is not None:
            output.array[...] = sums[rows:].reshape(rows, dim) / sums[:rows, None]

    cycles = pe.vec_cycles(rows // share * dim) + pe.vec_cycles(rows // share, 0, 1)
    pe.wait(pe.vec("normalise", cycles, writes=(result,), effect=effect))
    target = Matrix((rows // share, dim), np.zeros((rows // share, dim), np.float16) if pe.numerics else None)
    pe.store(target, (slice(0, rows // share), slice(0, dim)), result)


def _gathered(pe: Pe, states: Sequence[State]) -> tuple[Buffer, Array | None]:
    rows = sum(state.m.shape[0] for state in states)
    array = np.zeros(rows, np.float32) if pe.numerics else None
    block = Buffer((1, rows))

    def effect() -> None:
        if array is not None:
            array[...] = np.concatenate([np.ravel(state.m.array) for state in states])

    reads = tuple(state.m for state in states)
    pe.vec("gather", pe.vec_cycles(rows), reads=reads, writes=(block,), effect=effect)
    return block, array


def _scaled(pe: Pe, states: Sequence[State], maximum: Array | None, rows: int, dim: int) -> tuple[Buffer, Array | None]:
    array = np.zeros(rows * (dim + 1), np.float32) if pe.numerics else None
    block = Buffer((1, rows * (dim + 1)))

    def effect() -> None:
        if array is None or maximum is None:
            return
        own = np.concatenate([np.ravel(state.m.array) for state in states])
        factor = exponential(own - maximum)
        array[:rows] = np.concatenate([np.ravel(state.l.array) for state in states]) * factor
        values = np.concatenate([state.o.array for state in states if state.o.array is not None])
        array[rows:] = (values * factor[:, None]).ravel()

    reads = tuple(buffer for state in states for buffer in (state.o, state.m, state.l))
    cycles = pe.vec_cycles(rows, 1, 1) + pe.vec_cycles(rows * (dim + 1))
    pe.vec("scale", cycles, reads=reads, writes=(block,), effect=effect)
    return block, array


def _pieces(count: int, elements: int, block: Buffer, array: Array | None) -> tuple[Buffer, ...]:
    pieces = pieces_of(count, elements, array)
    for piece in pieces:
        piece.writer = block.writer
    return pieces


def merge_states(one: tuple[Array, Array, Array], other: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
    """The operator on (m, l, o), o not divided: associative and commutative up to rounding."""
    (m1, l1, o1), (m2, l2, o2) = one, other
    m = np.maximum(m1, m2)
    f1, f2 = exponential(m1 - m), exponential(m2 - m)
    return m, l1 * f1 + l2 * f2, o1 * f1[:, None] + o2 * f2[:, None]
