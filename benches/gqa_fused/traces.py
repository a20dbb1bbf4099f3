"""Traces: busy intervals of one PE in small runs, for a Gantt chart."""

from kernbench.machine import Run
from kernbench.topology import Topology
from panels import Panel, kernel
from tables import Row

TRACED = (Panel("P2", 1, 1, 2048, 1, 512), Panel("P1", 1, 256, 256, 1, 128))
TRACED_VARIANTS = ("unfused", "fused_blocking", "fused_composite")


def trace_rows(topology: Topology) -> list[Row]:
    """Busy intervals of one PE in small runs, for a Gantt chart."""
    return [
        {
            "panel": each.name,
            "variant": variant,
            "engine": interval.engine,
            "start_cycle": interval.start,
            "end_cycle": interval.end,
            "operation": interval.operation,
            "h_kv": 4,
            "ctx": each.ctx,
        }
        for each in TRACED
        for variant in TRACED_VARIANTS
        for interval in _traced(each, variant, topology).trace
    ]


def ends(topology: Topology) -> dict[tuple[str, str], int]:
    """Cycles of each traced run, by SimPy."""
    return {
        (each.name, variant): kernel(each, variant, 4, topology).simulate(0).cycles
        for each in TRACED
        for variant in TRACED_VARIANTS
    }


def _traced(panel: Panel, variant: str, topology: Topology) -> Run:
    return kernel(panel, variant, 4, topology).plan(0, trace=True).run
