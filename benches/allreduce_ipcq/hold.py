"""What must hold beside the latency table's own invariants: rates, overlap, crossovers, what-ifs, traces, the protocol.

Each function gives a sentence for each violation, and counts anew what it holds.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import sweep
from kernbench.alphabeta import allreduce_cycles
from kernbench.cluster import Cluster, ProtocolError
from kernbench.collectives import cut, pieces_of, prepared
from kernbench.command import DMA_OUT
from kernbench.device import Buffer, Matrix
from kernbench.topology import Topology

Row = Mapping[str, Any]
ALGORITHMS = ("bidirectional_ring", "recursive_doubling", "ring", "ring_2d", "tree")
DRIVERS = ("cpu", "ipcq")
RATE_DIGITS = Fraction(1, 1000)
"""Rates are written with four digits."""
FASTER = {"pe.ipcq.slots": 1, "pe.ipcq.reduce_rate": 1, "mesh.link_rate": 1, "pe.ipcq.doorbell": -1,
          "mesh.hop_latency": -1}  # fmt: skip
"""Which way each constant of the what-ifs makes the machine faster."""


def named(row: Row) -> str:
    """The key of a row."""
    names = (
        "algorithm",
        "driver",
        "ranks",
        "bytes",
        "dispatch_cycles",
        "gemm_k",
        "chunks",
        "parameter",
        "value",
        "mode",
    )
    return " ".join(f"{name}={row[name]}" for name in names if name in row)


def complete(rows: Iterable[Row]) -> Iterator[str]:
    """I3: every algorithm by every driver on every number of ranks; 16 ranks from 256 B to 16 MiB, and dearer dispatch.

    On 64 ranks the bidirectional ring needs more messages than are simulated.
    """
    found = {(row["algorithm"], row["driver"], row["ranks"]) for row in rows}
    due = {(name, driver, ranks) for name in ALGORITHMS for driver in DRIVERS for ranks in (2, 4, 8, 16, 64)}
    for key in sorted((due - {("bidirectional_ring", driver, 64) for driver in DRIVERS}) ^ found):
        yield f"I3 conservation: {key} is {'left out' if key in due else 'not of the grid'}"
    sizes = {row["bytes"] for row in rows if (row["ranks"], row["driver"], row["dispatch_cycles"]) == (16, "ipcq", 0)}
    if (min(sizes, default=0), max(sizes, default=0)) != (256, 1 << 24):
        yield f"I3 conservation: 16 ranks run from {min(sizes, default=0)} to {max(sizes, default=0)} bytes"
    if {row["dispatch_cycles"] for row in rows if row["driver"] == "cpu"} != {0, 100}:
        yield "I3 conservation: PE_CPU is not run at dispatch costs of 0 and 100 cycles"


def rates(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I1, I3: rates are bytes over time; a message fits its slot; a ring's links carry just what the ring sends."""
    clock, link = topology["clock.frequency"], topology["mesh.link_rate"]
    for row in rows:
        share = Fraction(2 * (row["ranks"] - 1), row["ranks"])
        rate = Fraction(row["bytes"] * clock, row["latency_cycles"])
        for column, due in (("algbw_gbps", rate), ("busbw_gbps", rate * share)):
            if abs(Fraction(row[column]) - due) > due * RATE_DIGITS:
                yield f"I3 conservation: {named(row)}: {column} is {row[column]}, {float(due):.4g} follows"
        links = 1 if row["algorithm"] == "ring" or row["ranks"] == 2 else 2
        if Fraction(row["busbw_gbps"]) > links * link * clock:
            yield f"I1 roofline: {named(row)}: bus rate {row['busbw_gbps']} GB/s over {links} links of {link * clock}"
        message, odd = divmod(row["sent_bytes"], row["messages"])
        if odd or not 0 < message <= row["chunk_bytes"]:
            yield f"I3 conservation: {named(row)}: {row['messages']} messages of {message} bytes each"
        held = 100 * 2 * (row["ranks"] - 1) * -(-message // link) * (row["messages"] // (2 * (row["ranks"] - 1)))
        if row["algorithm"] == "ring":
            due = Fraction(held, row["ranks"] * row["latency_cycles"])
            if abs(Fraction(row["link_busy_pct_max"]) - due) > Fraction(6, 100):
                found = row["link_busy_pct_max"]
                yield f"I4 occupancy: {named(row)}: a link is busy for {found} %, by count {float(due):.1f}"
        if min(row["contention_cycles"], row["ipcq_stall_cycles"]) < 0:
            yield f"I4 occupancy: {named(row)}: engines stood for less than no time"


def overlapping(rows: Sequence[Row], topology: Topology) -> Iterator[str]:
    """I1, I3, I6 of the overlap: parts, their sum in turn, the closed form of the all-reduce, and the share hidden."""
    due = {(driver, depth, chunks) for driver in DRIVERS for depth in (256, 1024, 2048) for chunks in (2, 4, 8)}
    if {(row["driver"], row["gemm_k"], row["chunks"]) for row in rows} != due or len(rows) != len(due):
        yield f"I3 conservation: {len(rows)} overlaps, {len(due)} are due"
    for row in rows:
        loaded = 8 * row["gemm_k"] * (128 + 128) * topology["datatype.operand"]
        macs = 8 * 128 * 128 * row["gemm_k"]
        channels = topology["hbm.channels"] * min(topology["hbm.channel_rate"], topology["mesh.link_rate"])
        least = max(Fraction(16 * loaded, channels), Fraction(macs, topology.macs_per_cycle))
        if row["compute_cycles"] < least:
            yield f"I1 roofline: {named(row)}: the GEMM takes {row['compute_cycles']}, at least {float(least):.0f}"
        chunk = topology["pe.ipcq.slot_size"]
        alone = allreduce_cycles("ring", row["driver"], 16, row["bytes"], chunk, topology, 0)
        if row["comm_cycles"] < alone or (row["driver"] == "ipcq" and row["comm_cycles"] != alone):
            yield f"I6 agreement: {named(row)}: the all-reduce takes {row['comm_cycles']}, by closed form {alone}"
        if row["serial_cycles"] != row["compute_cycles"] + row["comm_cycles"]:
            yield f"I3 conservation: {named(row)}: {row['serial_cycles']} cycles in turn are not the sum of both parts"
        last = allreduce_cycles("ring", row["driver"], 16, row["bytes"] // row["chunks"], chunk, topology, 0)
        if row["exposed_comm_cycles"] < last:
            exposed = f"{row['exposed_comm_cycles']} cycles are exposed, the last chunk alone needs {last}"
            yield f"I1 roofline: {named(row)}: {exposed}"
        shorter = min(row["compute_cycles"], row["comm_cycles"])
        hidden = Fraction(100 * (row["serial_cycles"] - row["overlapped_cycles"]), shorter)
        if abs(Fraction(row["overlap_efficiency_pct"]) - hidden) > Fraction(6, 100):
            found = row["overlap_efficiency_pct"]
            yield f"I3 conservation: {named(row)}: {found} % are hidden, {float(hidden):.1f} follow"


def crossovers(rows: Sequence[Row], topology: Topology) -> Iterator[str]:
    """I6 of the crossover: there and at the size before, SimPy says the same as the schedule that found it."""
    if len(rows) != 15:
        yield f"I3 conservation: {len(rows)} crossovers, 15 are due"
    for row in rows:
        pair, ranks, size = (row["first"], row["second"]), row["ranks"], row["simulated_bytes"]
        sizes = sweep.sizes_for(*pair, ranks)
        at = size or sizes[-1]
        slow, fast = (_simpy(name, ranks, at, topology) for name in pair)
        if (row["first_cycles"], row["second_cycles"]) != (slow, fast):
            yield f"I6 agreement: {pair} on {ranks} ranks at {at} bytes: SimPy says {slow} and {fast} cycles"
        if (fast <= slow) != bool(size):
            yield f"I6 agreement: {pair} on {ranks} ranks cross at {size} bytes; {slow} and {fast} cycles at {at}"
        before = sizes[: sizes.index(at)][-1:] if size else []
        for smaller in before:
            slow, fast = (_simpy(name, ranks, smaller, topology) for name in pair)
            if fast <= slow:
                yield f"I6 agreement: {pair} on {ranks} ranks cross at {size} bytes, but at {smaller} already"


def _simpy(algorithm: str, ranks: int, size: int, topology: Topology) -> int:
    return prepared(algorithm, "ipcq", ranks, size, Cluster(topology)).simulate(0).cycles


def whatif(rows: Sequence[Row], latency: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I5, I6 of the what-ifs: unchanged they are the latency table's times; faster hardware is never slower."""
    times = {(row["algorithm"], row["bytes"]): row["latency_cycles"] for row in latency
             if (row["driver"], row["ranks"]) == ("ipcq", 16)}  # fmt: skip
    base = {}
    for row in rows:
        key = (row["algorithm"], row["bytes"])
        rate = Fraction(2 * 15 * row["bytes"] * topology["clock.frequency"], 16 * row["latency_cycles"])
        if abs(Fraction(row["busbw_gbps"]) - rate) > rate * RATE_DIGITS:
            yield f"I3 conservation: {named(row)}: bus rate {row['busbw_gbps']}, {float(rate):.4g} follows"
        if row["parameter"] == "configured":
            base[key] = row["latency_cycles"]
            if row["latency_cycles"] != times[key]:
                yield f"I6 agreement: {named(row)}: {row['latency_cycles']} cycles, {times[key]} in the latency table"
    moved = {row["parameter"] for row in rows if row["latency_cycles"] != base[row["algorithm"], row["bytes"]]}
    for parameter in sorted(FASTER.keys() - moved):
        yield f"I5 monotone: {parameter} changes no time"
    for parameter, sign in FASTER.items():
        for key, unchanged in base.items():
            changed = [(row["value"], row["latency_cycles"]) for row in rows
                       if row["parameter"] == parameter and (row["algorithm"], row["bytes"]) == key]  # fmt: skip
            ladder = sorted([*changed, (topology[parameter], unchanged)], key=lambda each: sign * each[0])
            if not changed:
                yield f"I3 conservation: {parameter} is not changed for {key}"
            for (value, cycles), (better, fewer) in pairwise(ladder):
                if fewer > cycles:
                    yield f"I5 monotone: {key}: {fewer} cycles at {parameter}={better}, {cycles} at {value}"


def trace(rows: Sequence[Row], ends: Mapping[str, int]) -> Iterator[str]:
    """I4: each engine of the traced PE does one thing at a time, within its run; *ends* are cycles by mode."""
    if {row["mode"] for row in rows} != ends.keys():
        yield f"I3 conservation: traces of {sorted({row['mode'] for row in rows})}"
    for mode, engine in sorted({(row["mode"], row["engine"]) for row in rows}):
        mine = [row for row in rows if (row["mode"], row["engine"]) == (mode, engine)]
        spans = sorted((row["start_cycle"], row["end_cycle"]) for row in mine)
        if any(end <= start for start, end in spans) or any(one[1] > other[0] for one, other in pairwise(spans)):
            yield f"I4 occupancy: trace of {mode}: {engine} does two things at once"
        if spans[-1][1] > ends.get(mode, 0):
            yield f"I4 occupancy: trace of {mode}: {engine} works until {spans[-1][1]}, after the run's end"


def rounded(rows: Sequence[Row]) -> Iterator[str]:
    """I8: every algorithm by every driver, and real data leave a rounding: an oracle that repeats the sum would not."""
    due = set(product(("integers", "reals"), ALGORITHMS, DRIVERS, (2, 4, 8, 16), (1024, 16_384)))
    found = {(row["operands"], row["algorithm"], row["driver"], row["ranks"], row["bytes"]) for row in rows}
    for key in sorted(due ^ found):
        yield f"I8 numerics: {key} is {'left out' if key in due else 'not of the grid'}"
    for row in rows:
        if row["operands"] == "reals" and row["ranks"] > 2 and not float(row["max_abs_err"]) > 0:
            yield f"I8 numerics: {named(row)}: reals come out exact"


def protocol(topology: Topology) -> Iterator[str]:
    """I7, I10 of the queues, by both implementations: credits by hand; deadlocks and unmatched messages are refused."""
    single = topology.with_values(pe__ipcq__slots=1)
    count, size = 5, 64
    send, add = -(-size // topology["mesh.link_rate"]), -(-size // topology["pe.ipcq.reduce_rate"])
    hop = topology["mesh.hop_latency"]
    round_trip = send + hop + topology["pe.ipcq.doorbell"] + add + hop
    due = count * round_trip - hop
    for name, found in _both(lambda: _stream(single, count, size)):
        if found != due:
            yield f"I7 degenerate: {count} messages through one slot take {found} by {name}, {due} by hand"
    ways = topology["mesh.x"] + topology["mesh.y"] - 2
    due = send + ways * hop + topology["pe.ipcq.doorbell"]
    for name, found in _both(lambda: _corners(topology, size)):
        if found != due:
            yield f"I7 degenerate: a message from corner to corner takes {found} by {name}, {due} by hand"
    moved = 64 * 64 * topology["datatype.operand"]
    due = send + -(-moved // topology.in_rate) + topology["pe.dma.latency"]
    for name, found in _both(lambda: _shared(topology, size)):
        if found != due:
            yield f"I7 degenerate: a load behind a message on one link takes {found} by {name}, {due} by hand"
    for request, error in ((_crossed, RuntimeError), (_unanswered, ProtocolError)):
        for name, found in _both(lambda request=request: request(topology), (RuntimeError, ProtocolError)):
            if found is not error:
                yield f"I10 refusal: {request.__name__[1:]} messages ended with {found} by {name}"


def _both(make: Callable[[], Cluster], errors: tuple[type[Exception], ...] = ()) -> Iterator[tuple[str, object]]:
    runs: dict[str, Callable[[], object]] = {
        "SimPy": lambda: make().simulate(0).cycles,
        "schedule": lambda: make().plan(0).run.cycles,
    }
    for name, run in runs.items():
        try:
            yield name, run()
        except errors as problem:
            yield name, type(problem)


def _stream(topology: Topology, count: int, size: int) -> Cluster:
    """Messages one way, each summed; PE_CPUs that issue for free."""
    cluster = Cluster(topology)
    for piece in pieces_of(count, size // 4, None):
        cluster.send(0, 1, piece, DMA_OUT)
    for piece in pieces_of(count, size // 4, None):
        cluster.receive(0, 1, piece, lambda one, other: one + other)
    return cluster


def _corners(topology: Topology, size: int) -> Cluster:
    """One message across the whole mesh, placed where it arrives."""
    cluster, last = Cluster(topology), topology["mesh.x"] * topology["mesh.y"] - 1
    for piece, other in zip(pieces_of(1, size // 4, None), pieces_of(1, size // 4, None), strict=True):
        cluster.send(0, last, piece, DMA_OUT)
        cluster.receive(0, last, other, None)
    return cluster


def _shared(topology: Topology, size: int) -> Cluster:
    """A message from the first PE to the second, whose load comes over the same link; the lower rank goes first."""
    cluster = Cluster(topology)
    for piece, other in zip(pieces_of(1, size // 4, None), pieces_of(1, size // 4, None), strict=True):
        cluster.send(0, 1, piece)
        cluster.receive(0, 1, other, None)
    pe = cluster.pes[1]
    pe.load(pe.buffer(64, 64), Matrix((64, 64)), (slice(0, 64), slice(0, 64)))
    return cluster


def _crossed(topology: Topology) -> Cluster:
    """Two PEs that each forward what they have yet to receive."""
    cluster = Cluster(topology)
    for here, there in ((0, 1), (1, 0)):
        piece = Buffer((1, 16))
        cluster.receive(there, here, piece, None)
        cluster.send(here, there, piece)
    return cluster


def _unanswered(topology: Topology) -> Cluster:
    """A message that nobody takes."""
    cluster = Cluster(topology)
    cluster.send(0, 1, Buffer((1, 16)))
    return cluster


def blocks(rows: Iterable[Row]) -> Iterator[str]:
    """I3: messages are those of the algorithm's steps, of as many pieces as the data were cut into."""
    for row in rows:
        pieces, _ = cut(row["bytes"], row["algorithm"], row["ranks"], row["chunk_bytes"])
        ranks, levels = row["ranks"], row["ranks"].bit_length() - 1
        steps = ranks * levels if row["algorithm"] == "recursive_doubling" else 2 * (ranks - 1)
        if row["messages"] != steps * pieces:
            yield f"I3 conservation: {named(row)}: {row['messages']} messages, {steps * pieces} follow"
