"""The regular suite: milestones that every version of KernBench has to reach, in an explicit registry.

A milestone is a function in this file that is named in REGISTRY. Nothing is discovered: a harness that serves a report
lives in a folder of its own, and no folder is searched.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kernbench import alphabeta, bounds
from kernbench.attention import fused, tensors
from kernbench.cluster import Cluster
from kernbench.collectives import prepared
from kernbench.gemm import run_gemm
from kernbench.layer import Shape
from kernbench.mesh import members
from kernbench.recurrence import gemm_cycles
from kernbench.schedule import plan
from kernbench.tiling import MODES, Tiling
from kernbench.topology import Topology

HEADLINE = Tiling(1024, 1024, 1024, 128, 128, 512, 2)
SMALL = Tiling(256, 256, 1024, 128, 128, 512, 2)


@dataclass(frozen=True, slots=True)
class Reached:
    """One case of a milestone."""

    case: str
    cycles: int
    """By SimPy."""
    again: int
    """By the second implementation."""
    bound: int
    """No schedule is faster."""
    exact: bool = False
    """Whether none is slower, either."""


Milestone = Callable[[Topology], Iterator[Reached]]


def gemm(topology: Topology) -> Iterator[Reached]:
    """The same GEMM by each way of issuing it."""
    for tiling in (SMALL, HEADLINE):
        for mode in MODES:
            for dispatch in (0, 1000):
                yield Reached(
                    f"{mode} {tiling.m}x{tiling.n}x{tiling.k} dispatch {dispatch}",
                    run_gemm(mode, tiling, topology, dispatch).cycles,
                    gemm_cycles(mode, tiling, topology, dispatch),
                    bounds.roofline_cycles(tiling, topology),
                )


def barrier(topology: Topology) -> Iterator[Reached]:
    """The last rank comes late, and all work on behind it: the time is a sum done by hand."""
    late, work = 1000, 100
    for ranks in (2, 4, 8, 16):
        cluster = Cluster(topology)
        group = members(ranks, cluster.mesh)
        last = cluster.pes[group[-1]]
        last.wait(last.vec("arrive", late))
        cluster.barrier(group)
        for rank in group:
            cluster.pes[rank].vec("work", work)
        far = max(cluster.mesh.hops(a, b) for a in group for b in group) * topology["mesh.hop_latency"]
        by_hand = late + topology["pe.ipcq.doorbell"] + far + work + 2 * topology["pe.vec.fill"]
        yield Reached(f"{ranks} ranks", cluster.simulate(0).cycles, cluster.plan(0).run.cycles, by_hand, exact=True)


def allreduce(topology: Topology) -> Iterator[Reached]:
    """Eight and sixteen ranks by PE_IPCQ and by PE_CPU."""
    for algorithm in ("ring", "ring_2d", "tree"):
        for driver in ("cpu", "ipcq"):
            for ranks, size in ((8, 1024), (8, 65_536), (16, 16_384)):
                cluster = prepared(algorithm, driver, ranks, size, Cluster(topology))
                chunk = cluster.chunk
                yield Reached(
                    f"{algorithm} {driver} {ranks} ranks {size} B",
                    cluster.simulate(0).cycles,
                    cluster.plan(0).run.cycles,
                    alphabeta.allreduce_cycles(algorithm, driver, ranks, size, chunk, topology, 0),
                )


def decode(topology: Topology) -> Iterator[Reached]:
    """One user's attention at 2048 keys, in four groupings."""
    for h_kv in (32, 8, 4, 1):
        shape = Shape(32, h_kv, 128, 1, 2048, 512)
        cluster = Cluster(topology)
        fused(cluster.pes[0], shape, tensors(shape), "fused_composite")
        read = 2 * 2 * h_kv * shape.ctx * shape.head_dim
        yield Reached(
            f"fused_composite h_kv {h_kv}",
            cluster.simulate(0).cycles,
            plan(cluster.programs(), topology, 0).run.cycles,
            -(-read // topology.in_rate),
        )


REGISTRY: dict[str, Milestone] = {"allreduce": allreduce, "barrier": barrier, "decode": decode, "gemm": gemm}


def run(topology: Topology) -> Iterator[tuple[str, Reached]]:
    """Every case of every milestone."""
    for name, milestone in REGISTRY.items():
        for reached in milestone(topology):
            yield name, reached


def violations(results: Iterator[tuple[str, Reached]]) -> Iterator[str]:
    """Where the two implementations differ, or beat the bound."""
    for name, each in results:
        if each.cycles != each.again:
            yield f"I6 agreement: {name}, {each.case}: {each.cycles} and {each.again} cycles"
        if each.cycles < each.bound:
            yield f"I1 roofline: {name}, {each.case}: {each.cycles} cycles beat {each.bound}"
        if each.exact and each.cycles != each.bound:
            yield f"I7 degenerate: {name}, {each.case}: {each.cycles} cycles, by hand {each.bound}"
