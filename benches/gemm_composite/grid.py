"""The grid of the harness, and its rows: latency, break-even, trace, numerics and the comparison of implementations."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from kernbench import bounds
from kernbench.gemm import run_gemm
from kernbench.machine import Run
from kernbench.numerics import error, integers, reals
from kernbench.recurrence import gemm_cycles, stages
from kernbench.tiling import LARGEST_DISPATCH, MODES, OutOfRangeError, Tiling, checked
from kernbench.topology import Topology

Row = dict[str, Any]

SQUARE = (256, 512, 1024, 2048, 4096)
SKINNY = (1, 4, 8, 16)
SKINNY_EDGE = 4096
TILES = ((32, 32, 64), (64, 64, 256), (128, 128, 512), (256, 256, 128))
BUFFERS = (1, 2, 3)
DISPATCH = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
SIMULATED_STEPS = 128
"""Up to this many steps a row's time comes from SimPy, and is compared with the recurrence."""
TRACED = Tiling(256, 256, 1024, 128, 128, 512, 2)
TRACED_DISPATCH = (0, 2000)
NUMERICS = (
    Tiling(128, 128, 256, 64, 64, 64, 2),
    Tiling(128, 64, 512, 32, 32, 64, 3),
    Tiling(4, 128, 512, 4, 64, 128, 2),
)


def tilings(topology: Topology) -> Iterator[Tiling]:
    """Every shape in every tiling that divides it and fits the PE's memory."""
    shapes = [(edge, edge, edge) for edge in SQUARE] + [(m, SKINNY_EDGE, SKINNY_EDGE) for m in SKINNY]
    for m, n, k in shapes:
        for tile_m, tile_n, tile_k in TILES:
            for buffers in BUFFERS:
                tiling = Tiling(m, n, k, min(tile_m, m), min(tile_n, n), min(tile_k, k), buffers)
                try:
                    yield checked(tiling, topology, 0)
                except OutOfRangeError:
                    continue


def latency_rows(topology: Topology) -> list[Row]:
    """One row for each mode, tiling and dispatch cost."""
    return [
        latency_row(mode, tiling, topology, dispatch)
        for tiling in tilings(topology)
        for mode in MODES
        for dispatch in DISPATCH
    ]


def keys(topology: Topology) -> Iterator[tuple[object, ...]]:
    """Key of each row that the latency table has to have."""
    for tiling in tilings(topology):
        for mode in ("async", "blocking", "composite"):
            for dispatch in DISPATCH:
                yield (mode, *shape(tiling).values(), dispatch)


def latency_row(mode: str, tiling: Tiling, topology: Topology, dispatch: int) -> Row:
    """One simulated GEMM: by SimPy where it is small, else by the recurrence and closed forms."""
    if tiling.steps <= SIMULATED_STEPS:
        run = run_gemm(mode, tiling, topology, dispatch)
        measured = {"method": "simpy", **_observed(run)}
    else:
        measured = {"method": "recurrence", **_counted(mode, tiling, topology, dispatch)}
    work = Fraction(100 * tiling.m * tiling.n * tiling.k, topology.macs_per_cycle * measured["latency_cycles"])
    return {
        "mode": mode,
        **shape(tiling),
        "dispatch_cycles": dispatch,
        **measured,
        "mac_util_pct": decimal(work, 2),
        "roofline_cycles": bounds.roofline_cycles(tiling, topology),
    }


def _observed(run: Run) -> Row:
    return {
        "commands": run.commands,
        "latency_cycles": run.cycles,
        "mac_busy_cycles": run.busy("PE_MAC"),
        "dma_in_busy_cycles": run.busy("PE_DMA_IN"),
        "dma_out_busy_cycles": run.busy("PE_DMA_OUT"),
        "macs": run.macs,
        "traffic_bytes": run.bytes,
    }


def _counted(mode: str, tiling: Tiling, topology: Topology, dispatch: int) -> Row:
    each = stages(tiling, topology)
    return {
        "commands": bounds.commands(mode, tiling),
        "latency_cycles": gemm_cycles(mode, tiling, topology, dispatch),
        "mac_busy_cycles": tiling.steps * each.mac,
        "dma_in_busy_cycles": tiling.steps * (each.load_a + each.load_b),
        "dma_out_busy_cycles": tiling.tiles * each.store,
        "macs": tiling.m * tiling.n * tiling.k,
        "traffic_bytes": bounds.traffic(tiling, topology).total,
    }


def shape(tiling: Tiling) -> Row:
    """The columns that name a tiling."""
    names = ("m", "n", "k", "tile_m", "tile_n", "tile_k", "buffers")
    return {name: getattr(tiling, name) for name in names}


def crosscheck_rows(latency: list[Row], topology: Topology) -> list[Row]:
    """For each mode: on how many rows SimPy gave the time, and on how many of them the recurrence says otherwise."""
    rows = []
    for mode in MODES:
        simulated = [row for row in latency if row["mode"] == mode and row["method"] == "simpy"]
        differ = [row for row in simulated if _counted_of(row, topology).items() - row.items()]
        rows.append(
            {
                "mode": mode,
                "points": len(simulated),
                "mismatches": len(differ),
                "commands_max": max(row["commands"] for row in simulated),
                "latency_max_cycles": max(row["latency_cycles"] for row in simulated),
            }
        )
    return rows


def _counted_of(row: Row, topology: Topology) -> Row:
    tiling = Tiling(*(row[name] for name in ("m", "n", "k", "tile_m", "tile_n", "tile_k", "buffers")))
    return _counted(row["mode"], tiling, topology, row["dispatch_cycles"])


def breakeven_rows(topology: Topology) -> list[Row]:
    """For each tiling: what paces it, and from which dispatch cost on the composite command pays."""
    return [_breakeven_row(tiling, topology) for tiling in tilings(topology)]


def _breakeven_row(tiling: Tiling, topology: Topology) -> Row:
    each, pace = stages(tiling, topology), bounds.bottleneck(tiling, topology)
    return {
        **shape(tiling),
        "steps": tiling.steps,
        "commands": bounds.commands("async", tiling),
        "load_cycles": each.load_a + each.load_b,
        "mac_cycles": each.mac,
        "store_cycles": each.store,
        "bottleneck": pace.stage,
        "bottleneck_cycles": decimal(pace.cycles, 2),
        "breakeven_dispatch_cycles": decimal(bounds.breakeven_dispatch(tiling, topology), 2),
        "async_cycles": gemm_cycles("async", tiling, topology, 0),
        "composite_cycles": gemm_cycles("composite", tiling, topology, 0),
        "dispatch_1p1x_cycles": first_dispatch(tiling, topology, Fraction(11, 10)),
        "dispatch_2x_cycles": first_dispatch(tiling, topology, Fraction(2)),
    }


def first_dispatch(tiling: Tiling, topology: Topology, gain: Fraction) -> int:
    """Smallest dispatch cost at which async takes *gain* times as long as composite.

    Async time is convex in the dispatch cost and composite time affine, so there is one crossing: it is bisected.
    """

    def pays(dispatch: int) -> bool:
        slow = gemm_cycles("async", tiling, topology, dispatch)
        return slow >= gain * gemm_cycles("composite", tiling, topology, dispatch)

    low, high = -1, LARGEST_DISPATCH
    if not pays(high):
        raise OutOfRangeError(f"{tiling}: async is under {gain} times composite up to dispatch {high}")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if pays(middle) else (middle, high)
    return high


def array_rows(topology: Topology) -> list[Row]:
    """One product of each tile on the array alone, beside the passes alone and SCALE-Sim's equation for a skewed array.

    That equation, 2 R + C + T - 2 for each pass, has a fill and a drain for each; here passes follow without a gap.
    """
    found = {(each.tile_m, each.tile_n, each.tile_k): each for each in tilings(topology)}
    return [_array_row(tiling, topology) for tiling in found.values()]


def _array_row(tiling: Tiling, topology: Topology) -> Row:
    high, wide, each = topology["pe.mac.rows"], topology["pe.mac.columns"], stages(tiling, topology)
    passes = -(-tiling.tile_m // high) * -(-tiling.tile_n // wide)
    return {
        "tile_m": tiling.tile_m,
        "tile_n": tiling.tile_n,
        "tile_k": tiling.tile_k,
        "passes": passes,
        "ideal_cycles": passes * tiling.tile_k,
        "array_cycles": each.mac,
        "scalesim_cycles": passes * (2 * high + wide + tiling.tile_k - 2),
        "load_cycles": each.load_a + each.load_b,
    }


def traced(topology: Topology) -> dict[tuple[str, int], int]:
    """Cycles of each traced run, by the recurrence."""
    return {(mode, cost): gemm_cycles(mode, TRACED, topology, cost) for mode in MODES for cost in TRACED_DISPATCH}


def trace_rows(topology: Topology) -> list[Row]:
    """Busy intervals of each engine in a small run, for a Gantt chart."""
    return [
        {
            "mode": mode,
            "dispatch_cycles": dispatch,
            "engine": interval.engine,
            "start_cycle": interval.start,
            "end_cycle": interval.end,
            "operation": interval.operation,
            **shape(TRACED),
        }
        for mode in MODES
        for dispatch in TRACED_DISPATCH
        for interval in run_gemm(mode, TRACED, topology, dispatch).trace
    ]


def numerics_rows(topology: Topology, seed: int) -> list[Row]:
    """Error of each kernel's result against the float64 oracle; data move in the order of simulated time."""
    return [
        _numerics_row(operands, mode, tiling, result, topology, seed)
        for operands in ("integers", "reals")
        for mode in MODES
        for tiling in NUMERICS
        for result in ("fp16", "fp32")
    ]


def _numerics_row(operands: str, mode: str, tiling: Tiling, result: str, topology: Topology, seed: int) -> Row:
    draw = integers if operands == "integers" else reals
    a = draw(tiling.m, tiling.k, f"{seed} a {tiling}")
    b = draw(tiling.k, tiling.n, f"{seed} b {tiling}")
    c = np.full((tiling.m, tiling.n), np.nan, np.float16 if result == "fp16" else np.float32)
    run_gemm(mode, tiling, topology, 50, (a, b, c))
    found = error(c, a, b)
    return {
        "operands": operands,
        "result": result,
        "mode": mode,
        **shape(tiling),
        "max_abs_err": significant(found.largest),
        "bound": significant(found.bound),
        "worst_share_of_bound": significant(found.share),
        "exact": int(found.exact),
    }


def platform_rows(topology: Topology) -> list[Row]:
    """The configuration, constants first and then what follows from them."""
    return [
        {
            "parameter": each.name,
            "value": decimal(Fraction(each.value), 3).normalize(),
            "unit": each.unit or "count",
            "status": each.status,
            "source": each.source,
        }
        for each in (*topology.constants, *topology.derived())
    ]


def decimal(amount: Fraction, places: int) -> Decimal:
    """*amount*, rounded half-even once."""
    return Decimal(round(amount * 10**places)).scaleb(-places)


def significant(amount: float) -> Decimal:
    """*amount* to 4 significant digits."""
    return Decimal(f"{amount:.3e}").normalize() if amount else Decimal(0)
