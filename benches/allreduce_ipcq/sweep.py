"""The sweep over algorithms, drivers, ranks and sizes: times, numbers, crossovers, and other hardware."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache

import numpy as np
from kernbench import alphabeta
from kernbench.cluster import Cluster
from kernbench.collectives import ALGORITHMS, DRIVERS, LARGEST_BYTES, cut, parts, prepared
from kernbench.device import Array
from kernbench.machine import Run
from kernbench.mesh import shape
from kernbench.tiling import OutOfRangeError
from kernbench.topology import Topology
from tables import Row, places, significant

RANKS = (2, 4, 8, 16, 64)
SIZES = tuple(256 << shift for shift in range(0, 17, 2))
FEWER_SIZES = (256, 4096, 65_536, 1 << 20)
SIZES_64 = (1024, 1 << 20)
DISPATCH = (0, 100)
DISPATCHED_RANKS, LARGEST_DISPATCHED = 16, 65_536
MOST_MESSAGES = 8_100
"""Rows that need more messages are left out."""
SIMULATED_MESSAGES = 400
"""Up to this many a row is played by SimPy too, and compared."""
LARGEST_SLOT = 1 << 16
NUMERIC_RANKS = (2, 4, 8, 16)
NUMERIC_BYTES = (1024, 16_384)


def machine(topology: Topology, ranks: int) -> Topology:
    """*topology*, with a mesh large enough for so many ranks."""
    columns, rows = shape(ranks)
    return topology.with_values(mesh__x=max(columns, topology["mesh.x"]), mesh__y=max(rows, topology["mesh.y"]))


def chunk_for(size: int, algorithm: str, ranks: int, topology: Topology) -> int:
    """Bytes of a slot: the configured size, and larger ones where a block would need many messages."""
    block = size // parts(algorithm, ranks)
    messages = 1 if ranks > 16 else 4
    configured = topology["pe.ipcq.slot_size"]
    return max(configured, min(LARGEST_SLOT, 1 << (max(block // messages, 1) - 1).bit_length()))


@dataclass(frozen=True, slots=True)
class Point:
    """One all-reduce."""

    algorithm: str
    driver: str
    ranks: int
    size: int
    chunk: int
    dispatch: int = 0

    @property
    def messages(self) -> int:
        """Messages of all ranks."""
        count, _ = cut(self.size, self.algorithm, self.ranks, self.chunk)
        levels = self.ranks.bit_length() - 1
        columns, rows = shape(self.ranks)
        return (
            count
            * {
                "ring": 2 * (self.ranks - 1),
                "bidirectional_ring": 2 * (self.ranks - 1),
                "ring_2d": 2 * (columns - 1) * rows + 2 * (rows - 1),
                "recursive_doubling": self.ranks * levels,
                "tree": 2 * (self.ranks - 1),
            }[self.algorithm]
        )


def points(topology: Topology) -> Iterator[Point]:
    """The grid; PE_CPU chooses the better of two slot sizes, since software may."""
    for algorithm in ALGORITHMS:
        for ranks in RANKS:
            for size in SIZES if ranks == 16 else FEWER_SIZES if ranks < 16 else SIZES_64:
                if size % (4 * parts(algorithm, ranks)):
                    continue
                chunk = chunk_for(size, algorithm, ranks, topology)
                for driver in DRIVERS:
                    for dispatch in DISPATCH if (driver, ranks) == ("cpu", DISPATCHED_RANKS) else (0,):
                        point = Point(algorithm, driver, ranks, size, chunk, dispatch)
                        if point.messages <= MOST_MESSAGES and (not dispatch or size <= LARGEST_DISPATCHED):
                            yield point


def latency_rows(topology: Topology) -> list[Row]:
    """One row a point."""
    return [best_row(point, topology) for point in points(topology)]


def best_row(point: Point, topology: Topology) -> Row:
    """The row of *point*; for PE_CPU the faster of its slot size and the largest."""
    larger = replace(point, chunk=LARGEST_SLOT)
    both = point.driver == "cpu" and larger.messages < point.messages
    rows = [latency_row(each, topology) for each in ((point, larger) if both else (point,))]
    return min(rows, key=lambda row: (row["latency_cycles"], row["chunk_bytes"]))


def latency_row(point: Point, topology: Topology) -> Row:
    """One all-reduce, by the schedule; where it is small SimPy is asked too."""
    here = machine(topology, point.ranks)
    cluster = prepared(point.algorithm, point.driver, point.ranks, point.size, Cluster(here, chunk=point.chunk))
    planned = cluster.plan(point.dispatch)
    run, agrees = planned.run, "not_run"
    if point.messages <= SIMULATED_MESSAGES:
        agrees = "yes" if told(cluster.simulate(point.dispatch)) == told(run) else "no"
    cycles = run.cycles
    closed_form = alphabeta.allreduce_cycles(
        point.algorithm, point.driver, point.ranks, point.size, point.chunk, here, point.dispatch
    )
    rate = alphabeta.bus_rate(point.ranks, point.size, cycles) * here["clock.frequency"]
    return {
        "algorithm": point.algorithm,
        "driver": point.driver,
        "ranks": point.ranks,
        "bytes": point.size,
        "dispatch_cycles": point.dispatch,
        "chunk_bytes": point.chunk,
        "latency_cycles": cycles,
        "alpha_beta_cycles": closed_form,
        "algbw_gbps": significant(rate * point.ranks / (2 * (point.ranks - 1)), 4),
        "busbw_gbps": significant(rate, 4),
        "link_busy_pct_max": places(Fraction(100 * max(held for _, held in run.held), cycles), 1),
        "contention_cycles": run.contention,
        "ipcq_stall_cycles": run.stalls,
        "messages": point.messages,
        "sent_bytes": run.bytes,
        "slots_used_max": cluster.slots_used(planned),
        "simpy_agrees": agrees,
    }


def told(run: Run) -> tuple[object, ...]:
    """What both implementations must say alike."""
    return (run.cycles, run.bytes, run.commands, run.contention, run.stalls, run.held)


def numerics_rows(topology: Topology, seed: int) -> list[Row]:
    """Results of every rank against the float64 sum; data move in simulated order."""
    return [
        numerics_row(operands, algorithm, driver, ranks, size, topology, seed)
        for operands in ("integers", "reals")
        for algorithm in ALGORITHMS
        for driver in DRIVERS
        for ranks in NUMERIC_RANKS
        for size in NUMERIC_BYTES
    ]


def numerics_row(
    operands: str, algorithm: str, driver: str, ranks: int, size: int, topology: Topology, seed: int
) -> Row:
    """One all-reduce with data. Bound of p summands in any order: (p - 1) u sum |x| (Higham, 2002, sec. 4.2)."""
    data = [drawn(operands, size // 4, f"{seed} {algorithm} {ranks} {size} {rank}") for rank in range(ranks)]
    oracle = np.sum([each.astype(np.float64) for each in data], axis=0)
    bound = (ranks - 1) * 2.0**-24 * 1.01 * np.sum([np.abs(each.astype(np.float64)) for each in data], axis=0)
    prepared(algorithm, driver, ranks, size, Cluster(topology, numerics=True), data).simulate(0)
    wrong = np.abs(data[0].astype(np.float64) - oracle)
    return {
        "operands": operands,
        "algorithm": algorithm,
        "driver": driver,
        "ranks": ranks,
        "bytes": size,
        "max_abs_err": _digits(wrong.max()),
        "worst_share_of_bound": _digits(np.max(wrong / np.maximum(bound, 1e-30))),
        "ranks_identical": int(all(each.tobytes() == data[0].tobytes() for each in data)),
        "exact": int(not wrong.any()),
    }


def drawn(operands: str, count: int, seed: str) -> Array:
    """binary32 whole numbers from -1000 to 1000, or reals of 24 bits over five octaves; the same everywhere."""
    raw = np.frombuffer(random.Random(seed).randbytes(4 * count), dtype="<u4").astype(np.int64)  # noqa: S311
    if operands == "integers":
        return (raw % 2001 - 1000).astype(np.float32)
    return ((raw % (1 << 24) - (1 << 23)) * 2.0 ** -(20.0 + (raw >> 24) % 5)).astype(np.float32)


def _digits(amount: float) -> Decimal:
    return significant(Fraction(float(amount)), 3) if np.isfinite(amount) else Decimal("NaN")


def crossover_rows(topology: Topology) -> list[Row]:
    """For each pair: the smallest size from which on the second is never slower, by closed form and by schedule."""
    pairs = (
        ("tree", "ring"),
        ("recursive_doubling", "ring"),
        ("recursive_doubling", "ring_2d"),
        ("ring_2d", "ring"),
        ("ring_2d", "bidirectional_ring"),
    )
    return [crossover_row(first, second, ranks, topology) for first, second in pairs for ranks in (4, 8, 16)]


CROSSOVER_SIZES = tuple(quarter << shift for shift in range(6, 15) for quarter in (4, 5, 6, 7))


def crossover_row(first: str, second: str, ranks: int, topology: Topology) -> Row:
    """One pair, both by PE_IPCQ, over quarters of octaves."""
    sizes = sizes_for(first, second, ranks)
    chunk = topology["pe.ipcq.slot_size"]

    @cache
    def simulated(algorithm: str, size: int) -> int:
        return prepared(algorithm, "ipcq", ranks, size, Cluster(topology, chunk=chunk)).plan(0).run.cycles

    def closed_form(algorithm: str, size: int) -> int:
        return alphabeta.allreduce_cycles(algorithm, "ipcq", ranks, size, chunk, topology, 0)

    found = crossing(sizes, simulated, first, second)
    return {
        "first": first,
        "second": second,
        "ranks": ranks,
        "closed_form_bytes": crossing(sizes, closed_form, first, second),
        "simulated_bytes": found,
        "first_cycles": simulated(first, found or sizes[-1]),
        "second_cycles": simulated(second, found or sizes[-1]),
    }


def sizes_for(first: str, second: str, ranks: int) -> list[int]:
    """Those sizes that both algorithms can cut."""
    return [size for size in CROSSOVER_SIZES if not any(size % (4 * parts(each, ranks)) for each in (first, second))]


def crossing(sizes: list[int], cycles: Callable[[str, int], int], first: str, second: str) -> int:
    """The smallest of *sizes* from which on *second* is not slower; 0 where there is none."""
    found = 0
    for size in reversed(sizes):
        if cycles(second, size) > cycles(first, size):
            break
        found = size
    return found


def whatif_rows(topology: Topology) -> list[Row]:
    """One constant changed at a time: which hardware pays, for 16 ranks driven by PE_IPCQ."""
    changes = {
        "configured": (0,),
        "pe.ipcq.slots": (1, 2, 4, 16),
        "pe.ipcq.reduce_rate": (32, 128, 256),
        "pe.ipcq.doorbell": (0, 100),
        "mesh.link_rate": (128,),
        "mesh.hop_latency": (1, 16),
    }
    return [
        whatif_row(name, value, algorithm, size, topology)
        for name, values in changes.items()
        for value in values
        for algorithm in ("bidirectional_ring", "ring")
        for size in (1024, 1 << 18)
    ]


def whatif_row(name: str, value: int, algorithm: str, size: int, topology: Topology) -> Row:
    """One changed machine."""
    other = topology if name == "configured" else topology.with_values(**{name.replace(".", "__"): value})
    chunk = chunk_for(size, algorithm, 16, topology)
    run = prepared(algorithm, "ipcq", 16, size, Cluster(other, chunk=chunk)).plan(0).run
    return {
        "parameter": name,
        "value": value,
        "algorithm": algorithm,
        "ranks": 16,
        "bytes": size,
        "factor": places(Fraction(1) if name == "configured" else Fraction(value, topology[name]), 2),
        "latency_cycles": run.cycles,
        "busbw_gbps": significant(alphabeta.bus_rate(16, size, run.cycles) * other["clock.frequency"], 4),
    }


def refused(topology: Topology) -> Iterator[str]:
    """I10: what the model answers although it lies outside its range."""
    requests = (
        ("ring", "ipcq", 3, 1024),
        ("ring", "ipcq", 16, 1000),
        ("ring", "ipcq", 64, 1024),
        ("ring", "ipcq", 16, 2 * LARGEST_BYTES),
        ("star", "ipcq", 16, 1024),
        ("ring", "gpu", 16, 1024),
    )
    for request in requests:
        try:
            prepared(*request, Cluster(topology)).plan(0)
        except OutOfRangeError:
            continue
        yield f"I10 refusal: {request} was answered"
