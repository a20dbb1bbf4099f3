"""Invariants of the all-reduce: functions that look at rows and give one sentence for each violation."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from kernbench.alphabeta import allreduce_cycles, cost, exact
from kernbench.cluster import Cluster
from kernbench.collectives import cut, parts, prepared
from kernbench.mesh import shape
from kernbench.topology import Topology

Row = Mapping[str, Any]
KEY = ("algorithm", "driver", "ranks", "bytes", "dispatch_cycles")


def named(row: Row) -> str:
    """The key of a row."""
    return " ".join(f"{name}={row[name]}" for name in (*KEY, "chunks", "gemm_k") if name in row)


def due_bytes(row: Row) -> int:
    """Bytes that all ranks send, in closed form."""
    ranks, size = int(row["ranks"]), int(row["bytes"])
    if row["algorithm"] == "recursive_doubling":
        return ranks * (ranks.bit_length() - 1) * size
    return 2 * (ranks - 1) * size


def roofline(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I1: no row beats its alpha-beta bound, nor the links of a corner PE (one in a ring, else two)."""
    rate = topology["mesh.link_rate"]
    for row in rows:
        if row["latency_cycles"] < row["alpha_beta_cycles"]:
            yield f"I1 roofline: {named(row)}: {row['latency_cycles']} cycles beat {row['alpha_beta_cycles']}"
        links = 1 if row["algorithm"] == "ring" or row["ranks"] == 2 else 2
        least = 2 * (row["ranks"] - 1) * row["bytes"] / (row["ranks"] * rate * links)
        if row["latency_cycles"] < least:
            yield f"I1 roofline: {named(row)}: {row['latency_cycles']} cycles, the links alone need {least:.0f}"


def serial(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I2: no row is slower than all messages of all ranks one after the other."""
    for row in rows:
        elements = cut(row["bytes"], row["algorithm"], row["ranks"], row["chunk_bytes"])[1]
        each = cost(elements, row["driver"], topology, row["dispatch_cycles"])
        columns, lines = shape(row["ranks"])
        longest = each.flight(columns + lines) + each.reduce + each.summed + each.issue_reduce + 2 * each.start
        bound = row["messages"] * longest
        if row["latency_cycles"] > bound:
            yield f"I2 serial: {named(row)}: {row['latency_cycles']} cycles are over the serial sum {bound}"


def conservation(rows: Iterable[Row], _topology: Topology) -> Iterator[str]:
    """I3: what was sent is what the algorithm demands."""
    for row in rows:
        due = due_bytes(row)
        if row["sent_bytes"] != due:
            yield f"I3 conservation: {named(row)}: {row['sent_bytes']} bytes were sent, {due} follow"


def occupancy(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I4: no link is busier than always, and no queue holds more than its slots."""
    for row in rows:
        if not 0 <= row["link_busy_pct_max"] <= 100:
            yield f"I4 occupancy: {named(row)}: a link is busy for {row['link_busy_pct_max']} %"
        if not 1 <= row["slots_used_max"] <= topology["pe.ipcq.slots"]:
            yield f"I4 occupancy: {named(row)}: {row['slots_used_max']} slots of {topology['pe.ipcq.slots']}"


def monotone(rows: Iterable[Row], _topology: Topology) -> Iterator[str]:
    """I5: more bytes never take less time, nor does dearer dispatch."""
    for column in ("bytes", "dispatch_cycles"):
        rest = [name for name in KEY if name != column]
        ordered = sorted(rows, key=lambda row: (*(row[name] for name in rest), row[column]))
        for _, group in groupby(ordered, key=lambda row: tuple(row[name] for name in rest)):
            last: Row | None = None
            for row in group:
                if last and row["latency_cycles"] < last["latency_cycles"]:
                    yield f"I5 monotone: {named(row)}: {row['latency_cycles']} after {last['latency_cycles']} cycles"
                last = row


def agreement(rows: Iterable[Row], _topology: Topology, least: int = 100) -> Iterator[str]:
    """I6: SimPy and schedule agree; both are the closed form where nothing is contended for."""
    compared = equal = 0
    for row in rows:
        compared += row["simpy_agrees"] == "yes"
        if row["simpy_agrees"] not in ("yes", "not_run"):
            yield f"I6 agreement: {named(row)}: SimPy and schedule differ"
        count = cut(row["bytes"], row["algorithm"], row["ranks"], row["chunk_bytes"])[0]
        alone = not row["contention_cycles"] and not row["ipcq_stall_cycles"]
        if alone and exact(
            row["algorithm"], row["driver"], row["ranks"], count // parts(row["algorithm"], row["ranks"])
        ):
            equal += 1
            if row["latency_cycles"] != row["alpha_beta_cycles"]:
                yield (
                    f"I6 agreement: {named(row)}: {row['latency_cycles']} cycles uncontended, "
                    f"the closed form says {row['alpha_beta_cycles']}"
                )
    if compared < least or equal < least // 2:
        yield f"I6 agreement: {compared} rows by SimPy and {equal} by closed form were compared, {least} are due"


def degenerate(topology: Topology) -> Iterator[str]:
    """I7: with everything free but the link, a ring takes 2 (p - 1) n / p bytes of it; over slow hops, them."""
    free = {"mesh__hop_latency": 0, "pe__ipcq__doorbell": 0, "pe__ipcq__step": 0, "pe__ipcq__reduce_rate": 1 << 30}
    for ranks in (2, 4, 16):
        machine = topology.with_values(**free)
        found = _ring(machine, ranks, 64 * ranks)
        by_hand = (ranks - 1) * 2 + (ranks - 1)
        if found != by_hand:
            yield f"I7 degenerate: {ranks} ranks, blocks of one cycle: {found} cycles, by hand {by_hand}"
        slow = topology.with_values(**{**free, "mesh__hop_latency": 1000})
        found, by_hand = _ring(slow, ranks, 64 * ranks), (ranks - 1) * 1002 + (ranks - 1) * 1001
        if found != by_hand:
            yield f"I7 degenerate: {ranks} ranks over slow hops: {found} cycles, by hand {by_hand}"


def _ring(topology: Topology, ranks: int, size: int) -> int:
    return prepared("ring", "ipcq", ranks, size, Cluster(topology)).plan(0).run.cycles


def numerics(rows: Iterable[Row]) -> Iterator[str]:
    """I8: all ranks hold the same bits; whole numbers are exact, others within their bound."""
    for row in rows:
        if row["ranks_identical"] != 1:
            yield f"I8 numerics: {named(row)}: ranks hold different bits"
        if not float(row["worst_share_of_bound"]) <= 1:
            yield f"I8 numerics: {named(row)}: an error is {row['worst_share_of_bound']} times its bound"
        if row["operands"] == "integers" and row["exact"] != 1:
            yield f"I8 numerics: {named(row)}: whole numbers are off by {row['max_abs_err']}"


def overlapped(rows: Iterable[Row]) -> Iterator[str]:
    """I1, I2 of the overlap: between the longer of both and both with their messages, chunk by chunk, in turn."""
    for row in rows:
        longer = max(row["compute_cycles"], row["comm_cycles"])
        if row["overlapped_cycles"] < longer:
            yield f"I1 roofline: {named(row)}: overlapped {row['overlapped_cycles']} beat the longer part {longer}"
        turn = row["compute_cycles"] + row["chunked_comm_cycles"]
        if row["overlapped_cycles"] > turn:
            yield f"I2 serial: {named(row)}: overlapped {row['overlapped_cycles']} are over {turn} in turn"
        if row["exposed_comm_cycles"] != row["overlapped_cycles"] - row["compute_cycles"]:
            yield f"I3 conservation: {named(row)}: exposed time is not the rest"


def crossovers(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I6 of the crossover: at the closed form's size the second is no slower by the closed form."""
    for row in rows:
        size = int(row["closed_form_bytes"])
        chunk = topology["pe.ipcq.slot_size"]
        if size:
            first, second = (
                allreduce_cycles(row[name], "ipcq", row["ranks"], size, chunk, topology, 0)
                for name in ("first", "second")
            )
            if second > first:
                yield f"I6 agreement: crossover of {row['first']} and {row['second']} at {size}: {first} < {second}"


LATENCY_CHECKS = (roofline, serial, conservation, occupancy, monotone, agreement)
"""Those that look at the latency table alone, in order."""
