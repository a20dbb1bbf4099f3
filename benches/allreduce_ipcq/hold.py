"""What must hold beside the latency table's own invariants: rates, overlap, crossovers, what-ifs, traces.

Each function gives a sentence for each violation, and counts anew what it holds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import overlap
import sweep
from kernbench.alphabeta import allreduce_cycles
from kernbench.choice import Choice
from kernbench.cluster import Cluster
from kernbench.collectives import cut, prepared
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
        whole = (row["serial_algorithm"], row["driver"], 16, row["bytes"], row["serial_message_bytes"], topology, 0)
        if row["comm_cycles"] < allreduce_cycles(*whole):
            at_least = allreduce_cycles(*whole)
            yield f"I1 roofline: {named(row)}: the all-reduce takes {row['comm_cycles']}, by closed form {at_least}"
        if row["serial_cycles"] != row["compute_cycles"] + row["comm_cycles"]:
            yield f"I3 conservation: {named(row)}: {row['serial_cycles']} cycles in turn are not the sum of both parts"
        part = row["bytes"] // row["chunks"]
        last = allreduce_cycles(row["algorithm"], row["driver"], 16, part, row["message_bytes"], topology, 0)
        if row["exposed_comm_cycles"] < last:
            exposed = f"{row['exposed_comm_cycles']} cycles are exposed, the last chunk alone needs {last}"
            yield f"I1 roofline: {named(row)}: {exposed}"
        shorter = min(row["compute_cycles"], row["comm_cycles"])
        hidden = Fraction(100 * (row["serial_cycles"] - row["overlapped_cycles"]), shorter)
        if abs(Fraction(row["overlap_efficiency_pct"]) - hidden) > Fraction(6, 100):
            found = row["overlap_efficiency_pct"]
            yield f"I3 conservation: {named(row)}: {found} % are hidden, {float(hidden):.1f} follow"


def chosen(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I5, I6 of the choice: no other way is faster, neither behind the GEMM nor, over few chunks, beneath it.

    The way behind it is played by SimPy; ways beneath it are counted anew from the kernel, without the search.
    """
    for row in rows:
        if (row["gemm_k"], row["chunks"]) != (256, 2):
            continue
        driver, whole = row["driver"], Choice(row["serial_algorithm"], row["serial_message_bytes"])
        simulated = prepared(whole.algorithm, driver, 16, row["bytes"], Cluster(topology, chunk=whole.message))
        if simulated.simulate(0).cycles != row["comm_cycles"]:
            yield f"I6 agreement: {named(row)}: SimPy does not give {row['comm_cycles']} cycles by {whole}"
        for algorithm, message in product(("ring", "bidirectional_ring", "ring_2d"), (4096, 16_384)):
            other = prepared(algorithm, driver, 16, row["bytes"], Cluster(topology, chunk=message)).plan(0).run.cycles
            if other < row["comm_cycles"]:
                yield f"I5 monotone: {named(row)}: {algorithm} in messages of {message} bytes takes {other} cycles"
            beneath = overlap.kernel(f"{driver}_overlap", 256, 2, Choice(algorithm, message), topology).plan(0).run
            if beneath.cycles < row["overlapped_cycles"]:
                yield f"I5 monotone: {named(row)}: {algorithm} of {message} bytes beneath takes {beneath.cycles} cycles"


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


def fastest(rows: Iterable[Row], ends: Mapping[str, int], depth: int) -> Iterator[str]:
    """I6 of the trace: each traced run takes what the overlap table says of its driver, overlapped at its best."""
    for driver in DRIVERS:
        mine = [row for row in rows if (row["driver"], row["gemm_k"]) == (driver, depth)]
        for how in ("overlapped", "serial"):
            due, found = min(row[f"{how}_cycles"] for row in mine), ends[f"{driver}_{how.removesuffix('ped')}"]
            if found != due:
                yield f"I6 agreement: trace of {driver} {how}: {found} cycles, {due} in the table"


def fed(rows: Sequence[Row]) -> Iterator[str]:
    """I7: what the last product makes is sent behind it: all of the data in turn, the last chunk's share in overlap."""
    for mode in sorted({row["mode"] for row in rows}):
        mine = [row for row in rows if row["mode"] == mode]
        made = max((row["end_cycle"] for row in mine if row["operation"] == "mac"), default=0)
        sends = [(row["start_cycle"], row["end_cycle"]) for row in mine if row["operation"] == "send"]
        whole, behind = (
            sum(end - start for start, end in sends),
            sum(max(0, end - max(start, made)) for start, end in sends),
        )
        due = Fraction(whole, mine[0]["chunks"] if mode.endswith("overlap") else 1)
        if not whole or behind < due:
            yield f"I7 degenerate: {mode}: {behind} of {whole} cycles of sends are behind the last product"


def rounded(rows: Sequence[Row]) -> Iterator[str]:
    """I8: every algorithm by every driver, and real data leave a rounding: an oracle that repeats the sum would not."""
    due = set(product(("integers", "reals"), ALGORITHMS, DRIVERS, (2, 4, 8, 16), (1024, 16_384)))
    found = {(row["operands"], row["algorithm"], row["driver"], row["ranks"], row["bytes"]) for row in rows}
    for key in sorted(due ^ found):
        yield f"I8 numerics: {key} is {'left out' if key in due else 'not of the grid'}"
    for row in rows:
        if row["operands"] == "reals" and row["ranks"] > 2 and not float(row["max_abs_err"]) > 0:
            yield f"I8 numerics: {named(row)}: reals come out exact"


def better(rows: Iterable[Row], topology: Topology, ranks: int = 8) -> Iterator[str]:
    """I5: where PE_CPU may choose between two slot sizes, the other one is no faster."""
    for row in rows:
        if (row["driver"], row["ranks"], row["dispatch_cycles"]) != ("cpu", ranks, 0):
            continue
        smaller = sweep.chunk_for(row["bytes"], row["algorithm"], ranks, topology)
        for chunk in {smaller, sweep.LARGEST_SLOT} - {row["chunk_bytes"]}:
            other = prepared(row["algorithm"], "cpu", ranks, row["bytes"], Cluster(topology, chunk=chunk)).plan(0).run
            if other.cycles < row["latency_cycles"]:
                yield f"I5 monotone: {named(row)}: {other.cycles} cycles with slots of {chunk} bytes"


def blocks(rows: Iterable[Row]) -> Iterator[str]:
    """I3: messages are those of the algorithm's steps, of as many pieces as the data were cut into."""
    for row in rows:
        pieces, _ = cut(row["bytes"], row["algorithm"], row["ranks"], row["chunk_bytes"])
        ranks, levels = row["ranks"], row["ranks"].bit_length() - 1
        steps = ranks * levels if row["algorithm"] == "recursive_doubling" else 2 * (ranks - 1)
        if row["messages"] != steps * pieces:
            yield f"I3 conservation: {named(row)}: {row['messages']} messages, {steps * pieces} follow"
