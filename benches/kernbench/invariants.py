"""Invariants I1 to I10 of the platform: functions that look at rows and give one sentence for each violation.

A row is a mapping from column names to numbers and text, as the CSV has it. An empty answer means that it holds.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from kernbench import bounds
from kernbench.recurrence import gemm_cycles, stages
from kernbench.tiling import OutOfRangeError, Tiling
from kernbench.topology import Topology

Row = Mapping[str, Any]
Cycles = Callable[[str, Tiling, Topology, int], int]

SHAPE = ("m", "n", "k", "tile_m", "tile_n", "tile_k", "buffers")


def tiling_of(row: Row) -> Tiling:
    """The tiling that a row is about."""
    return Tiling(*(int(row[name]) for name in SHAPE))


def _named(row: Row) -> str:
    names = ("mode", *SHAPE, "dispatch_cycles")
    return " ".join(f"{name}={row[name]}" for name in names if name in row)


def roofline(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I1: no row is faster than its roofline."""
    for row in rows:
        bound = bounds.roofline_cycles(tiling_of(row), topology)
        if row["roofline_cycles"] != bound:
            yield f"I1 roofline: {_named(row)}: roofline {row['roofline_cycles']} is written, {bound} follows"
        if row["latency_cycles"] < bound:
            yield f"I1 roofline: {_named(row)}: {row['latency_cycles']} cycles are under the roofline {bound}"


def serial(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I2: no row is slower than all its stages one after the other; the blocking kernel takes its exact sum."""
    for row in rows:
        tiling, mode, dispatch = tiling_of(row), str(row["mode"]), int(row["dispatch_cycles"])
        bound = bounds.serial_cycles(mode, tiling, topology, dispatch)
        if row["latency_cycles"] > bound:
            yield f"I2 serial: {_named(row)}: {row['latency_cycles']} cycles are over the serial sum {bound}"
        exact = bounds.blocking_cycles(tiling, topology, dispatch)
        if mode == "blocking" and row["latency_cycles"] != exact:
            yield f"I2 serial: {_named(row)}: {row['latency_cycles']} cycles, but the stages sum to {exact}"


def conservation(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I3: work, bytes and commands are what shape and tiling demand."""
    for row in rows:
        tiling = tiling_of(row)
        demanded = {
            "macs": tiling.m * tiling.n * tiling.k,
            "traffic_bytes": bounds.traffic(tiling, topology).total,
            "commands": bounds.commands(str(row["mode"]), tiling),
        }
        for column, amount in demanded.items():
            if row[column] != amount:
                yield f"I3 conservation: {_named(row)}: {column} is {row[column]}, but {amount} follows"


def occupancy(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I4: no engine is busy for longer than the run; busy time is stage time by count; utilisation is in 0..100."""
    for row in rows:
        tiling = tiling_of(row)
        each = stages(tiling, topology)
        busy = {
            "mac_busy_cycles": tiling.steps * each.mac,
            "dma_in_busy_cycles": tiling.steps * (each.load_a + each.load_b),
            "dma_out_busy_cycles": tiling.tiles * each.store,
        }
        for column, amount in busy.items():
            if row[column] > row["latency_cycles"] or row[column] != amount:
                share = f"{row[column]} of {row['latency_cycles']}"
                yield f"I4 occupancy: {_named(row)}: {column} is {share}, by count {amount}"
        if not 0 <= row["mac_util_pct"] <= 100:
            yield f"I4 occupancy: {_named(row)}: mac_util_pct is {row['mac_util_pct']}"


def monotone(rows: Sequence[Row], _topology: Topology) -> Iterator[str]:
    """I5: cheaper dispatch and more buffers never make a run slower."""
    yield from _monotone(rows, "dispatch_cycles", 1)
    yield from _monotone(rows, "buffers", -1)


def _monotone(rows: Sequence[Row], column: str, sign: int) -> Iterator[str]:
    rest = [name for name in ("mode", *SHAPE, "dispatch_cycles") if name != column]
    ordered = sorted(rows, key=lambda row: (*(row[name] for name in rest), sign * row[column]))
    for _, group in groupby(ordered, key=lambda row: tuple(row[name] for name in rest)):
        previous: Row | None = None
        for row in group:
            if previous and row["latency_cycles"] < previous["latency_cycles"]:
                yield (
                    f"I5 monotone: {_named(row)}: {row['latency_cycles']} cycles, "
                    f"but {previous['latency_cycles']} with {column}={previous[column]}"
                )
            previous = row


def agreement(rows: Iterable[Row], least: int) -> Iterator[str]:
    """I6: the two implementations agree exactly, on at least *least* points in all."""
    total = 0
    for row in rows:
        total += int(row["points"])
        if row["mismatches"]:
            yield f"I6 agreement: {row['mode']}: {row['mismatches']} of {row['points']} points differ"
    if total < least:
        yield f"I6 agreement: {total} points were compared, {least} are due"


def degenerate(topology: Topology, cycles: Cycles = gemm_cycles) -> Iterator[str]:
    """I7: with one resource made free, the rest is a sum that a reader can do by hand."""
    tiling = Tiling(512, 512, 512, 128, 128, 128, 3)
    free_issue = {"pe__cpu__dispatch": 0, "pe__sequencer__step": 0, "pe__dma__latency": 0}
    wide = topology.with_values(
        **free_issue, pe__dma__in_rate=1 << 30, pe__dma__out_rate=1 << 30, mesh__link_rate=1 << 30,
        hbm__channel_rate=1 << 30, pe__tcdm__bank_rate=1 << 31,
    )  # fmt: skip
    fast = topology.with_values(**free_issue, pe__mac__fill=0, pe__dma__in_rate=1, pe__dma__out_rate=1)
    slow, quick = stages(tiling, wide), stages(tiling, fast)
    expected = {
        "compute alone": (wide, 2 + tiling.steps * slow.mac + 1),
        "transfers alone": (
            fast,
            tiling.steps * (quick.load_a + quick.load_b) + quick.mac + quick.store,
        ),
    }
    for case, (machine, amount) in expected.items():
        for mode in ("async", "composite"):
            found = cycles(mode, tiling, machine, 0)
            if found != amount:
                yield f"I7 degenerate: {case}, {mode}: {found} cycles, by hand {amount}"


def numerics(rows: Iterable[Row]) -> Iterator[str]:
    """I8: errors against the float64 oracle are within their bound, and zero for integers."""
    for row in rows:
        if not float(row["worst_share_of_bound"]) <= 1:
            yield f"I8 numerics: {_named(row)}: an error is {row['worst_share_of_bound']} times its bound"
        if row["operands"] == "integers" and not (row["exact"] == 1 and row["max_abs_err"] == 0):
            yield f"I8 numerics: {_named(row)}: integers are off by {row['max_abs_err']}"


def determinism(first: Mapping[str, str], second: Mapping[str, str]) -> Iterator[str]:
    """I9: two runs gave the same digests, by file name."""
    for name in sorted(first.keys() | second.keys()):
        if first.get(name) != second.get(name):
            yield f"I9 determinism: {name}: {first.get(name)} and then {second.get(name)}"


def refusal(cycles: Cycles, requests: Iterable[tuple[str, Tiling, int]], topology: Topology) -> Iterator[str]:
    """I10: what lies outside the validated range is refused."""
    for mode, tiling, dispatch in requests:
        try:
            found = cycles(mode, tiling, topology, dispatch)
        except OutOfRangeError:
            continue
        yield f"I10 refusal: {mode} {tiling} at dispatch {dispatch} was answered with {found} cycles"


LATENCY_CHECKS = (roofline, serial, conservation, occupancy, monotone)
"""Those that look at the latency table alone, in order."""
