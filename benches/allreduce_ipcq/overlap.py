"""A GEMM whose partial results are all-reduced: one after the other, or chunk by chunk while the GEMM goes on."""

from fractions import Fraction
from functools import cache

import numpy as np
from kernbench.choice import Choice, best, bound, fastest, menu
from kernbench.cluster import Cluster
from kernbench.collectives import allreduce, cut, pieces_of
from kernbench.command import Command
from kernbench.device import Buffer, Matrix, Pe
from kernbench.machine import Interval, Run
from kernbench.mesh import members
from kernbench.tiling import OutOfRangeError
from kernbench.topology import Topology
from tables import Row, places

MODES = ("cpu_overlap", "cpu_serial", "ipcq_overlap", "ipcq_serial")
RANKS, TILES, TILE = 16, 8, 128
TILE_BYTES = TILE * TILE * 4
DEPTHS = (256, 1024, 2048)
CHUNKS = (2, 4, 8)
TRIED = 3
"""So many ways, the fastest under the shallowest GEMM, are tried under the deeper ones."""
LEAST_MESSAGE = 4096
"""Shorter ones than a slot as configured are not tried under a GEMM: they take most of the time of this harness."""
TRACED_DEPTH = 1024
TRACED = {
    "cpu_overlap": (8, Choice("recursive_doubling", 16_384)), "cpu_serial": (1, Choice("ring_2d", 16_384)),
    "ipcq_overlap": (8, Choice("ring_2d", 4096)), "ipcq_serial": (1, Choice("bidirectional_ring", 2048)),
}  # fmt: skip
"""Chunks and way of each traced run; `hold.fastest` holds them against those that the search finds."""


@cache
def behind(driver: str, topology: Topology) -> Choice:
    """The fastest all-reduce behind a GEMM, in one piece: there it is alone."""
    return fastest(TILES * TILE_BYTES, driver, RANKS, topology, 1)[0]


@cache
def beneath(driver: str, chunks: int, topology: Topology) -> tuple[Choice, ...]:
    """Ways of the all-reduce of a chunk that *driver* tries under a GEMM; at least the last chunk is exposed."""
    size, depth = TILES * TILE_BYTES // chunks, DEPTHS[0]
    compute = cycles("ipcq_serial", depth, 1, behind("ipcq", topology), topology, talk=False).cycles
    bounds = {
        each: compute + bound(each, size, driver, RANKS, topology)
        for each in menu(size, RANKS)
        if each.message >= LEAST_MESSAGE
    }
    return best(bounds, lambda by: cycles(f"{driver}_overlap", depth, chunks, by, topology).cycles, TRIED)


def produce(pe: Pe, depth: int, tiles: int) -> tuple[Command, list[Command]]:
    """One composite command for *tiles* result tiles that stay in the PE's memory; it, and the last MACs."""
    a, b = Matrix((TILE, depth)), Matrix((depth, TILE * tiles))
    left, right = ([pe.buffer(TILE, TILE) for _ in range(2)] for _ in range(2))
    last = []
    with pe.composite() as command:
        for tile in range(tiles):
            result = pe.buffer(TILE, TILE, np.float32)
            for step in range(depth // TILE):
                pe.step()
                span = slice(step * TILE, (step + 1) * TILE)
                one, other = left[step % 2], right[step % 2]
                pe.load(one, a, (slice(0, TILE), span))
                pe.load(other, b, (span, slice(tile * TILE, (tile + 1) * TILE)))
                macs = pe.mac(result, one, other, clear=step == 0)
            last.append(macs)
    return command, last


def kernel(
    mode: str, depth: int, chunks: int, by: Choice, topology: Topology, *, compute: bool = True, talk: bool = True
) -> Cluster:
    """The kernel of *mode* on each rank; without computing, or without the all-reduce, for comparison."""
    if mode not in MODES or TILES % chunks or depth % TILE:
        raise OutOfRangeError(f"no kernel for {mode}, depth {depth}, {chunks} chunks")
    cluster = Cluster(topology, chunk=by.message)
    ranks, tiles = members(RANKS, cluster.mesh), TILES // chunks
    count, elements = cut(tiles * TILE_BYTES, by.algorithm, RANKS, cluster.chunk)
    driver, overlaps = mode.split("_", maxsplit=1)[0], mode.endswith("overlap")
    produced: list[list[tuple[Command, list[Command]]]] = []

    def gemm() -> None:
        produced.append([produce(cluster.pes[rank], depth, tiles) for rank in ranks] if compute else [])

    def reduce(chunk: int) -> None:
        for rank, (command, _) in zip(ranks, produced[chunk], strict=False):
            if driver == "cpu":
                cluster.pes[rank].wait(command)
        data: list[tuple[Buffer, ...]] = [pieces_of(count, elements, None) for _ in ranks]
        allreduce(cluster, by.algorithm, driver, ranks, data, after=[last for _, last in produced[chunk]])

    for chunk in range(chunks):
        gemm()
        if overlaps and talk and chunk:
            reduce(chunk - 1)
    if not overlaps and compute:
        for rank, (command, _) in zip(ranks, produced[-1], strict=True):
            cluster.pes[rank].wait(command)
    for chunk in (range(chunks - 1, chunks) if overlaps else range(chunks)) if talk else ():
        reduce(chunk)
    return cluster


@cache
def cycles(mode: str, depth: int, chunks: int, by: Choice, topology: Topology, **parts: bool) -> Run:
    """The run of one kernel at dispatch cost 0."""
    return kernel(mode, depth, chunks, by, topology, **parts).plan(0).run


def rows(topology: Topology) -> list[Row]:
    """One row for each driver, depth and number of chunks: serial and overlapped."""
    return [row(driver, depth, chunks, topology) for driver in ("cpu", "ipcq") for depth in DEPTHS for chunks in CHUNKS]


def under(driver: str, depth: int, chunks: int, topology: Topology) -> Choice:
    """Of what *driver* tries, the way that is fastest under this GEMM."""
    tried = beneath(driver, chunks, topology)
    return min(tried, key=lambda by: (cycles(f"{driver}_overlap", depth, chunks, by, topology).cycles, by))


def row(driver: str, depth: int, chunks: int, topology: Topology) -> Row:
    """GEMM alone, all-reduce alone, both in turn in one piece, and overlapped by chunks; each in its best way."""
    whole, by = behind(driver, topology), under(driver, depth, chunks, topology)
    compute = cycles("ipcq_serial", depth, 1, whole, topology, talk=False).cycles
    comm = cycles(f"{driver}_serial", DEPTHS[0], 1, whole, topology, compute=False).cycles
    serial = cycles(f"{driver}_serial", depth, 1, whole, topology).cycles
    run = cycles(f"{driver}_overlap", depth, chunks, by, topology)
    chunked = cycles(f"{driver}_serial", DEPTHS[0], chunks, by, topology, compute=False).cycles
    return {
        "driver": driver,
        "gemm_k": depth,
        "chunks": chunks,
        "algorithm": by.algorithm,
        "message_bytes": by.message,
        "serial_algorithm": whole.algorithm,
        "serial_message_bytes": whole.message,
        "ranks": RANKS,
        "bytes": TILES * TILE_BYTES,
        "compute_cycles": compute,
        "comm_cycles": comm,
        "chunked_comm_cycles": chunked,
        "serial_cycles": serial,
        "overlapped_cycles": run.cycles,
        "exposed_comm_cycles": run.cycles - compute,
        "contention_cycles": run.contention,
        "overlap_efficiency_pct": places(Fraction(100 * (serial - run.cycles), min(compute, comm)), 1),
    }


def trace(mode: str, topology: Topology) -> tuple[Interval, ...]:
    """Busy intervals of all PEs in one kernel."""
    return kernel(mode, TRACED_DEPTH, *TRACED[mode], topology).plan(0, trace=True).run.trace


def ends(topology: Topology) -> dict[str, int]:
    """Cycles of each traced run."""
    return {mode: cycles(mode, TRACED_DEPTH, *TRACED[mode], topology).cycles for mode in MODES}


def trace_rows(topology: Topology) -> list[Row]:
    """The engines of one PE, for a Gantt chart; neighbours of one engine and one operation are joined."""
    found = []
    for mode in MODES:
        own = [each for each in trace(mode, topology) if each.pe == 5 and each.operation != "step"]
        joined: list[Interval] = []
        for each in own:
            before = joined[-1] if joined else None
            if before and (before.engine, before.operation, before.end) == (each.engine, each.operation, each.start):
                joined[-1] = Interval(each.engine, before.start, each.end, each.operation, each.pe)
            else:
                joined.append(each)
        found.extend(
            {
                "mode": mode,
                "engine": each.engine,
                "start_cycle": each.start,
                "end_cycle": each.end,
                "operation": each.operation,
                "pe": each.pe,
                "gemm_k": TRACED_DEPTH,
                "chunks": TRACED[mode][0],
            }
            for each in joined
        )
    return found
