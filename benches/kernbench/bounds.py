"""Bounds: closed forms of the GEMM, from shape, tiling and topology alone."""

from dataclasses import dataclass
from fractions import Fraction

from kernbench.recurrence import stages
from kernbench.tiling import Tiling
from kernbench.topology import Topology


@dataclass(frozen=True, slots=True)
class Traffic:
    """Bytes between HBM and the PE: operands in, results out."""

    into: int
    out: int

    @property
    def total(self) -> int:
        """Both ways."""
        return self.into + self.out


def traffic(tiling: Tiling, topology: Topology) -> Traffic:
    """A is read once for each tile column, B once for each tile row, C written once."""
    size = topology["datatype.operand"]
    a = tiling.m * tiling.k * (tiling.n // tiling.tile_n)
    b = tiling.k * tiling.n * (tiling.m // tiling.tile_m)
    return Traffic(size * (a + b), size * tiling.m * tiling.n)


def roofline_cycles(tiling: Tiling, topology: Topology) -> int:
    """No schedule of this tiling is faster: max of work/peak and of bytes/rate each way (Williams et al., 2009)."""
    moved = traffic(tiling, topology)
    bounds = (
        Fraction(tiling.m * tiling.n * tiling.k, topology.macs_per_cycle),
        Fraction(moved.into, topology.in_rate),
        Fraction(moved.out, topology.out_rate),
    )
    return -int(-max(bounds) // 1)


def commands(mode: str, tiling: Tiling) -> int:
    """Commands that the PE_CPU issues: 3 a step and 1 a result tile, or 1 in all."""
    return 1 if mode == "composite" else 3 * tiling.steps + tiling.tiles


def serial_cycles(mode: str, tiling: Tiling, topology: Topology, dispatch: int) -> int:
    """Every stage, latency and dispatch one after the other: no schedule that ever works is slower."""
    each, latency = stages(tiling, topology), topology["pe.dma.latency"]
    step = each.load_a + each.load_b + 2 * latency + each.mac
    sequencer = topology["pe.sequencer.step"] * tiling.steps if mode == "composite" else 0
    issue = dispatch * commands(mode, tiling) + sequencer
    return tiling.steps * step + tiling.tiles * (each.store + latency) + issue


def blocking_cycles(tiling: Tiling, topology: Topology, dispatch: int) -> int:
    """Exact time of the blocking kernel: only the second load overlaps with the first (its dispatch, or its wait)."""
    each, latency = stages(tiling, topology), topology["pe.dma.latency"]
    alone = topology["pe.dma.outstanding"] == 1
    second = max(2 * dispatch, dispatch + each.load_a + (latency if alone else 0))
    step = second + each.load_b + latency + dispatch + each.mac
    return tiling.steps * step + tiling.tiles * (dispatch + each.store + latency)


@dataclass(frozen=True, slots=True)
class Bottleneck:
    """What paces the pipelined kernels when issue is free, in cycles a step."""

    stage: str
    cycles: Fraction


def paces(tiling: Tiling, topology: Topology) -> tuple[Bottleneck, ...]:
    """Cycle time of each resource: each engine, the buffers that must be free again, the transfers in flight.

    These are the circuits of the max-plus system; its rate is that of the slowest (Baccelli et al., 1992, ch. 3).
    """
    each, latency = stages(tiling, topology), topology["pe.dma.latency"]
    load = each.load_a + each.load_b
    longest = max(each.load_a, each.load_b)
    return (
        Bottleneck("PE_DMA_IN", Fraction(load)),
        Bottleneck("PE_MAC", Fraction(each.mac)),
        Bottleneck("PE_DMA_OUT", Fraction(each.store, tiling.steps_per_tile)),
        Bottleneck("buffers", Fraction(load + latency + each.mac, tiling.buffers)),
        Bottleneck("in flight", Fraction(2 * (longest + latency), topology["pe.dma.outstanding"])),
    )


def bottleneck(tiling: Tiling, topology: Topology) -> Bottleneck:
    """The slowest of `paces`; of equals the first."""
    return max(paces(tiling, topology), key=lambda pace: pace.cycles)


def breakeven_dispatch(tiling: Tiling, topology: Topology) -> Fraction:
    """Dispatch cost, in cycles a command, from which on the PE_CPU paces the asynchronous kernel."""
    return bottleneck(tiling, topology).cycles * tiling.steps / commands("async", tiling)
