"""Headlines of the all-reduce: drivers, algorithms, crossovers and overlap, on 16 PEs."""

from dataclasses import replace
from fractions import Fraction

import overlap
import sweep
from headline import headline
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


@remembered
def kernel(mode: str, depth: int, chunks: int, topology: Topology) -> int:
    """A GEMM and the all-reduce of its result, at the configured dispatch cost."""
    return overlap.kernel(mode, depth, chunks, topology).plan(topology["pe.cpu.dispatch"]).run.cycles


def overlap_gain(driver: str, depth: int, chunks: int, topology: Topology) -> Fraction:
    """The GEMM and then the all-reduce in one piece, over chunk by chunk."""
    turn = kernel(f"{driver}_serial", depth, 1, topology)
    return Fraction(turn, kernel(f"{driver}_overlap", depth, chunks, topology))


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
        "ipcq_over_cpu_large", "< 1.05", "ratio",
        "where the links bind PE_IPCQ gains less than 5 %",
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
        "crossover_ring_2d_bidirectional", ">= 65536", "bytes",
        "two ways around one ring overtake rings along rows and columns at 64 KiB or later",
        "ring_2d, PE_IPCQ, 16 ranks",
        lambda t: crossover("ring_2d", "bidirectional_ring", 1 << 17, t),
    ),
    headline(
        "overlap_gain", "> 1", "ratio",
        "an all-reduce by PE_IPCQ under the GEMM that feeds it is faster than behind it",
        "in turn and in one piece, GEMM of depth 1024, 4 chunks, 16 PEs",
        lambda t: overlap_gain("ipcq", 1024, 4, t),
    ),
    headline(
        "overlap_ipcq_over_cpu", ">= 1.1", "ratio",
        "a GEMM with its all-reduce underneath is a tenth faster or better by PE_IPCQ than by PE_CPU",
        "PE_CPU, GEMM of depth 1024, 4 chunks, 16 PEs",
        lambda t: Fraction(kernel("cpu_overlap", 1024, 4, t), kernel("ipcq_overlap", 1024, 4, t)),
    ),
    headline(
        "overlap_loss", "< 1", "ratio",
        "eight chunks of a shallow GEMM lose by overlap",
        "in turn and in one piece, GEMM of depth 256, 8 chunks, 16 PEs",
        lambda t: overlap_gain("ipcq", 256, 8, t),
    ),
)  # fmt: skip
