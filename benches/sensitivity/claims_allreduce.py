"""Headlines of the all-reduce: drivers, algorithms, crossovers and overlap, on 16 PEs."""

from dataclasses import replace
from fractions import Fraction

import overlap
import sweep
from headline import headline
from kernbench import alphabeta
from kernbench.choice import Choice
from kernbench.cluster import Cluster
from kernbench.collectives import parts, prepared
from kernbench.topology import Topology
from sweep import Point
from watch import remembered

RANKS, SMALL, SHORT, LARGE = 16, 1024, 4096, 1 << 20
SUITED = ("recursive_doubling", "ring", "ring_2d", "tree")
"""Algorithms among which a driver takes the one that suits it for short messages."""
SPAN = 4
"""Crossovers are looked for up to so many times the size at which they are found on the configured machine."""


def cycles(algorithm: str, driver: str, size: int, topology: Topology) -> int:
    """One all-reduce at the configured dispatch cost; PE_CPU takes the better of two slot sizes, as in the harness."""
    chunk = sweep.chunk_for(size, algorithm, RANKS, topology)
    point = Point(algorithm, driver, RANKS, size, chunk, topology["pe.cpu.dispatch"])
    larger = replace(point, chunk=sweep.LARGEST_SLOT)
    both = driver == "cpu" and larger.messages < point.messages
    return min(alone(each, topology) for each in ((point, larger) if both else (point,)))


@remembered
def alone(point: Point, topology: Topology) -> int:
    """One all-reduce, by the schedule."""
    cluster = Cluster(topology, chunk=point.chunk)
    return prepared(point.algorithm, point.driver, RANKS, point.size, cluster).plan(point.dispatch).run.cycles


def over(slow: tuple[str, str], fast: tuple[str, str], size: int, topology: Topology) -> Fraction:
    """Time of one algorithm and driver over that of another."""
    return Fraction(cycles(*slow, size, topology), cycles(*fast, size, topology))


def suited(driver: str, size: int, topology: Topology) -> int:
    """The fastest of them."""
    return min(cycles(algorithm, driver, size, topology) for algorithm in SUITED)


def crossover(first: str, second: str, largest: int, topology: Topology) -> int:
    """The smallest size from which on *second* is not slower up to *largest*; the next size where there is none."""
    chunk, dispatch = topology["pe.ipcq.slot_size"], topology["pe.cpu.dispatch"]
    unit = 4 * max(parts(each, RANKS) for each in (first, second))
    sizes = [size for size in sweep.CROSSOVER_SIZES if not size % unit]
    searched = [size for size in sizes if size <= largest]

    def timed(name: str, size: int) -> int:
        return alone(Point(name, "ipcq", RANKS, size, chunk, dispatch), topology)

    after = [*sizes[len(searched) :], 2 * sizes[-1]]
    return sweep.crossing(searched, timed, first, second) or after[0]


def formula_over_crossover(topology: Topology) -> Fraction:
    """Size from which on the ring wins over recursive doubling by the closed forms, over that by the schedule."""
    chunk, dispatch = topology["pe.ipcq.slot_size"], topology["pe.cpu.dispatch"]
    sizes = sweep.sizes_for("recursive_doubling", "ring", RANKS)

    def formula(name: str, size: int) -> int:
        return alphabeta.allreduce_cycles(name, "ipcq", RANKS, size, chunk, topology, dispatch)

    predicted = sweep.crossing(sizes, formula, "recursive_doubling", "ring") or 2 * sizes[-1]
    return Fraction(predicted, crossover("recursive_doubling", "ring", predicted, topology))


BENEATH = {
    "cpu": ((8, Choice("recursive_doubling", 16_384)), (4, Choice("ring_2d", 8192))),
    "ipcq": ((8, Choice("ring_2d", 4096)), (4, Choice("bidirectional_ring", 4096))),
}
"""Chunks and ways in which each driver is fastest under a GEMM of depth 1024, by `allreduce_overlap.csv`: the two best
numbers of chunks. Either driver takes the better on each machine."""
BEHIND = Choice("bidirectional_ring", 2048)
"""The way of PE_IPCQ behind a GEMM, in one piece."""


@remembered
def kernel(mode: str, depth: int, chunks: int, by: Choice, topology: Topology) -> int:
    """A GEMM and the all-reduce of its result, at the configured dispatch cost."""
    return overlap.kernel(mode, depth, chunks, by, topology).plan(topology["pe.cpu.dispatch"]).run.cycles


def beneath(driver: str, topology: Topology) -> int:
    """A GEMM of depth 1024 with its all-reduce underneath, in the better of two ways."""
    return min(kernel(f"{driver}_overlap", 1024, chunks, by, topology) for chunks, by in BENEATH[driver])


HEADLINES = (
    headline(
        "ipcq_over_cpu_small", ">= 5", "ratio",
        "PE_IPCQ makes a ring of small messages five times as fast or better",
        "PE_CPU, ring, 16 ranks, 1 KiB",
        lambda t: over(("ring", "cpu"), ("ring", "ipcq"), SMALL, t),
    ),
    headline(
        "ipcq_over_cpu_suited", ">= 2", "ratio",
        "PE_IPCQ halves the time of a short all-reduce or better, each driver by the algorithm that suits it",
        "PE_CPU, the best algorithm, 16 ranks, 4 KiB",
        lambda t: Fraction(suited("cpu", SHORT, t), suited("ipcq", SHORT, t)),
    ),
    headline(
        "ipcq_over_cpu_large", "< 1.01", "ratio",
        "where the links bind PE_IPCQ gains less than 1 %",
        "PE_CPU, ring, 16 ranks, 1 MiB",
        lambda t: over(("ring", "cpu"), ("ring", "ipcq"), LARGE, t),
    ),
    headline(
        "doubling_over_ring_small", ">= 2", "ratio",
        "recursive doubling halves the time of a small ring or better",
        "ring, PE_IPCQ, 16 ranks, 1 KiB",
        lambda t: over(("ring", "ipcq"), ("recursive_doubling", "ipcq"), SMALL, t),
    ),
    headline(
        "ring_2d_over_ring_small", ">= 1.5", "ratio",
        "rings along rows and columns gain half or more over one ring on small messages",
        "ring, PE_IPCQ, 16 ranks, 1 KiB",
        lambda t: over(("ring", "ipcq"), ("ring_2d", "ipcq"), SMALL, t),
    ),
    headline(
        "bidirectional_over_ring_large", ">= 1.2", "ratio",
        "two ways around the ring gain a fifth or more where the links bind",
        "ring, PE_IPCQ, 16 ranks, 1 MiB",
        lambda t: over(("ring", "ipcq"), ("bidirectional_ring", "ipcq"), LARGE, t),
    ),
    headline(
        "crossover_tree_ring", "<= 8192", "bytes",
        "from 8 KiB on a ring is never slower than a tree",
        "tree, PE_IPCQ, 16 ranks",
        lambda t: crossover("tree", "ring", SPAN * 6144, t),
    ),
    headline(
        "crossover_doubling_ring_2d", "<= 2048", "bytes",
        "from 2 KiB on rings along rows and columns are never slower than recursive doubling",
        "recursive doubling, PE_IPCQ, 16 ranks",
        lambda t: crossover("recursive_doubling", "ring_2d", SPAN * 1792, t),
    ),
    headline(
        "crossover_doubling_ring", "> 1", "ratio",
        "the closed forms place the crossover of recursive doubling and ring at too large a message",
        "the size from which on the ring is never slower, PE_IPCQ, 16 ranks",
        formula_over_crossover,
    ),
    headline(
        "crossover_ring_2d_bidirectional", ">= 65536", "bytes",
        "two ways around one ring overtake rings along rows and columns at 64 KiB or later",
        "ring_2d, PE_IPCQ, 16 ranks",
        lambda t: crossover("ring_2d", "bidirectional_ring", 1 << 17, t),
    ),
    headline(
        "overlap_gain", "> 1", "ratio",
        "an all-reduce by PE_IPCQ under the GEMM that feeds it is faster than behind it",
        "in turn and in one piece, GEMM of depth 1024, 16 PEs",
        lambda t: Fraction(kernel("ipcq_serial", 1024, 1, BEHIND, t), beneath("ipcq", t)),
    ),
    headline(
        "overlap_ipcq_over_cpu", "< 1.03", "ratio",
        "a GEMM with its all-reduce underneath is less than 3 % faster by PE_IPCQ than by PE_CPU, each in its best way",
        "PE_CPU in its best way, GEMM of depth 1024, 16 PEs",
        lambda t: Fraction(beneath("cpu", t), beneath("ipcq", t)),
    ),
    headline(
        "overlap_loss_cpu", "< 1", "ratio",
        "eight chunks of a shallow GEMM lose by overlap where PE_CPU drives",
        "in turn and in one piece, GEMM of depth 256, 8 chunks, 16 PEs",
        lambda t: Fraction(
            kernel("cpu_serial", 256, 1, Choice("ring_2d", 16_384), t),
            kernel("cpu_overlap", 256, 8, Choice("recursive_doubling", 32_768), t),
        ),
    ),
)  # fmt: skip
