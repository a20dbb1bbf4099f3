"""What must hold beside the latency table's own invariants: work of each engine by count, and the other tables.

Each function gives a sentence for each violation.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import ceil
from typing import Any

import panels
from count import DIM, H_Q, Count, Row
from kernbench.topology import Topology

Key = tuple[Any, ...]
POINT = ("panel", "variant", "h_kv", "batch", "ctx", "pes")
VARIANTS = ("unfused", "fused_blocking", "fused_async", "fused_composite", "fused_composite_ipcq")
SITUATIONS = (
    ("P1", 1, 2048, 1), ("P2", 1, 4096, 1), ("P2", 1, 16_384, 1), ("P2", 1, 65_536, 1), ("P3", 8, 2048, 8),
    ("P3", 32, 2048, 16), ("P4", 1, 65_536, 4), ("P4", 1, 65_536, 16),
)  # fmt: skip
"""Panel, users, keys and PEs; each in every variant and grouping."""
MERGED = ("fused_composite", "fused_composite_ipcq")
ALGORITHMS = ("bidirectional_ring", "recursive_doubling", "ring", "ring_2d", "tree")
GROUPINGS = (32, 8, 4, 1)
CHANNELS_OF = {1: 1, 4: 2, 8: 4, 16: 8}
"""HBM channels next to so many PEs: rows of the mesh that they fill, on one side or on two."""
TENTH = Fraction(6, 100)
"""Of a cell with one decimal."""


def key(row: Row) -> Key:
    """The key of a row, as the latency table has it."""
    return tuple(row[name] for name in POINT)


def named(row: Row) -> str:
    """The same as text, with the rest of its key."""
    names = (*POINT, "engine", "stage", "dispatch_cycles", "change")
    return " ".join(f"{name}={row[name]}" for name in names if name in row)


def complete(rows: Iterable[Row]) -> Iterator[str]:
    """I3: every panel, variant and grouping has its row, and no other."""
    due = [
        (panel, variant, h_kv, batch, ctx, pes)
        for (panel, batch, ctx, pes), variant, h_kv in product(SITUATIONS, VARIANTS, GROUPINGS)
    ]
    found = [key(row) for row in rows]
    if sorted(found) != sorted(due):
        lacks, more = sorted(set(due) - set(found)), sorted(set(found) - set(due))
        yield f"I3 conservation: {len(found)} points of {len(due)}; {lacks[:1]} lack, {more[:1]} are more"


def work(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I1, I3 of the latency table: work, bytes both ways, intensity and all three bounds, by count."""
    for row in rows:
        count, size, pes = Count(row, topology), topology["datatype.operand"], row["pes"]
        ways = min(pes, CHANNELS_OF[pes])
        read, written = size * count.read, size * count.written
        compute = ceil(Fraction(count.macs, topology["pe.mac.rows"] * topology["pe.mac.columns"] * pes))
        memory = max(ceil(Fraction(read, topology.in_rate * ways)), ceil(Fraction(written, topology.out_rate * ways)))
        due = {
            "flops": 2 * count.macs,
            "hbm_read_bytes": read,
            "hbm_bytes": read + written,
            "roofline_cycles": max(compute, memory),
            "group": H_Q // row["h_kv"],
            "dispatch_cycles": 0,
        }
        if not count.split:
            due["vec_bound_cycles"] = ceil(Fraction(count.vec, pes))
            sequencer = topology["pe.sequencer.step"] * count.steps if "composite" in row["variant"] else 0
            engines_busy = count.mac + count.vec + count.load + count.store + sequencer
            due["serial_cycles"] = engines_busy + count.transfers * topology["pe.dma.latency"]
        for column, amount in due.items():
            if row[column] != amount:
                yield f"I3 conservation: {named(row)}: {column} is {row[column]}, {amount} by count"
        intensity = Fraction(row["flops"], row["hbm_bytes"])
        if abs(Fraction(row["ai_flop_per_byte"]) - intensity) > Fraction(1, 100):
            yield f"I3 conservation: {named(row)}: {row['ai_flop_per_byte']} FLOP a byte, {float(intensity):.2f} follow"
        limits = {"PE_MAC": compute, "HBM": memory, "PE_VEC": row["vec_bound_cycles"]}
        if limits[row["bound"]] != max(limits.values()):
            yield f"I1 roofline: {named(row)}: bound by {row['bound']}, but the bounds are {limits}"
        if row["latency_cycles"] < limits[row["bound"]]:
            yield f"I1 roofline: {named(row)}: {row['latency_cycles']} cycles beat {limits[row['bound']]}"


def engines(rows: Iterable[Row], latency: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I4: engines are busy for what their commands sum to; busy, stalled and idle are shares of one run."""
    cycles = {key(row): row["latency_cycles"] for row in latency}
    found: dict[Key, set[str]] = {}
    for row in rows:
        found.setdefault(key(row), set()).add(row["engine"])
        count = Count(row, topology)
        due = {"PE_MAC": count.mac, "PE_DMA_IN": count.load}
        if not count.split:
            due |= {"PE_VEC": count.vec, "PE_DMA_OUT": count.store, "PE_IPCQ": 0, "PE_IPCQ_TX": 0, "PE_CPU": 0}
        if row["busy_cycles"] != due.get(row["engine"], row["busy_cycles"]):
            yield f"I4 occupancy: {named(row)}: busy for {row['busy_cycles']}, by count {due[row['engine']]}"
        if row["makespan_cycles"] != cycles.get(key(row)):
            yield f"I4 occupancy: {named(row)}: makespan {row['makespan_cycles']}, latency {cycles.get(key(row))}"
        whole = row["makespan_cycles"] * row["pes"]
        for column, amount in (("occupancy_pct", "busy_cycles"), ("stalled_pct", "stalled_cycles")):
            share = Fraction(100 * row[amount], whole)
            if abs(Fraction(row[column]) - share) > TENTH or not 0 <= row[column] <= 100:
                yield f"I4 occupancy: {named(row)}: {column} is {row[column]}, {float(share):.1f} follows"
    if found.keys() != cycles.keys() or len({frozenset(each) for each in found.values()}) != 1:
        yield f"I3 conservation: engines of {len(found)} runs, of which {len(cycles)} are due, are not the same ones"


def chosen(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I5 of the merge: in the whole kernel no other pair of algorithms is faster, nor the double or half message."""
    for row in rows:
        if (row["panel"] != "P4") != (row["merge_sum"] == "none"):
            yield f"I3 conservation: {named(row)}: merged by {row['merge_sum']}"
        if (row["panel"], row["pes"], row["h_kv"]) != ("P4", 4, 1) or row["variant"] not in MERGED:
            continue
        panel = next(each for each in panels.PANELS if (each.name, each.pes) == ("P4", 4))
        others = product(ALGORITHMS, ALGORITHMS, (row["merge_message_bytes"],))
        sizes = product([row["merge_maximum"]], [row["merge_sum"]], (1024, 4096, 8192, 16_384))
        for ways in {panels.Ways(*each) for each in (*others, *sizes)}:
            other = panels.kernel(panel, row["variant"], 1, topology, by=ways).plan(0).run.cycles
            if other < row["latency_cycles"]:
                yield f"I5 monotone: {named(row)}: {other} cycles by {ways}"


def stalls(topology: Topology) -> Iterator[str]:
    """I4: an engine holds a command from taking it to its end; what of that it is not busy, it is stalled."""
    for panel, variant in product(panels.REDUCED, ("unfused", "fused_composite")):
        found = panels.outcome(panel, variant, 8, topology)
        planned = panels.kernel(panel, variant, 8, topology).plan(0)
        for engine in ("PE_DMA_IN", "PE_MAC", "PE_VEC", "PE_DMA_OUT"):
            held = sum(end - taken for each, (taken, _, end) in planned.spans.items() if each.engine == engine)
            if held != found.busy[engine] + found.stalled[engine]:
                parts = f"busy {found.busy[engine]}, stalled {found.stalled[engine]}"
                yield f"I4 occupancy: {panel.name} {variant}: {engine} holds commands for {held}, {parts}"


def breakdown(rows: Iterable[Row], latency: Iterable[Row], occupancy: Iterable[Row]) -> Iterator[str]:
    """I4: on one PE a stage is on the critical path for no longer than its engine is busy; shares follow."""
    cycles = {key(row): row["latency_cycles"] for row in latency}
    busy = {(key(row), row["engine"]): row["busy_cycles"] for row in occupancy}
    stages: dict[Key, dict[str, int]] = {}
    for row in rows:
        stages.setdefault(key(row), {})[row["stage"]] = row["cycles"]
        if row["makespan_cycles"] != cycles.get(key(row)):
            yield f"I3 conservation: {named(row)}: makespan {row['makespan_cycles']}, latency {cycles.get(key(row))}"
        share = Fraction(100 * row["cycles"], row["makespan_cycles"])
        if abs(Fraction(row["share_pct"]) - share) > TENTH:
            yield f"I3 conservation: {named(row)}: {row['share_pct']} %, {float(share):.1f} follow"
    for point, own in stages.items():
        if point[-1] != 1:
            continue
        for engine, names in (("PE_MAC", ("qk", "pv")), ("PE_VEC", ("softmax",)), ("PE_IPCQ", ("merge",))):
            on_path = sum(own[name] for name in names)
            if on_path > busy[point, engine]:
                yield f"I4 occupancy: {point}: {names} take {on_path} of the path, {engine} works {busy[point, engine]}"


def dispatch(rows: Sequence[Row], latency: Iterable[Row]) -> Iterator[str]:
    """I5, I6 of the sweep: free dispatch gives the latency table's time; dearer is never faster, nor hidden at all."""
    known = {key(row): row for row in latency}
    runs: dict[Key, list[Row]] = {}
    for row in rows:
        runs.setdefault(key(row), []).append(row)
        if row["latency_cycles"] < row["dispatch_cycles"] * row["commands"]:
            yield f"I1 roofline: {named(row)}: {row['commands']} commands in {row['latency_cycles']} cycles"
    variants = {point[1] for point in runs}
    if variants != {"fused_blocking", "fused_async", "fused_composite"}:
        yield f"I3 conservation: dispatch costs of {sorted(variants)}"
    for point, own in runs.items():
        ladder = sorted(own, key=lambda row: row["dispatch_cycles"])
        free, same = ladder[0], known.get(point)
        if same is None or (free["latency_cycles"], free["commands"]) != (same["latency_cycles"], same["commands"]):
            yield f"I6 agreement: {named(free)}: {free['latency_cycles']} cycles are not the latency table's"
        if free["dispatch_cycles"] != 0 or len(ladder) < 5:
            yield f"I3 conservation: {point} is run at {len(ladder)} dispatch costs"
        for before, after in pairwise(ladder):
            if after["latency_cycles"] < before["latency_cycles"] or after["commands"] != free["commands"]:
                yield f"I5 monotone: {named(after)}: {after['latency_cycles']} after {before['latency_cycles']} cycles"


def whatif(rows: Sequence[Row], latency: Iterable[Row]) -> Iterator[str]:
    """I5, I6 of the what-ifs, all of which make something faster: unchanged they are the latency table's times.

    One command for all users of a PE issues what software issues, and is no faster than that.
    """
    known = {key(row): row["latency_cycles"] for row in latency}
    for row in rows:
        base = known.get(key(row), 0)
        if row["change"] == "configured" and row["latency_cycles"] != base:
            yield f"I6 agreement: {named(row)}: {row['latency_cycles']} cycles, {base} in the latency table"
        if row["latency_cycles"] > base:
            yield f"I5 monotone: {named(row)}: {row['latency_cycles']} cycles, {base} without the change"
        if row["change"] == "one command a PE":
            least = known.get(key({**row, "variant": "fused_async"}), 0)
            if not least <= row["latency_cycles"] < base:
                took = f"{row['latency_cycles']} cycles by one command, {base} by several, {least} without"
                yield f"I5 monotone: {named(row)}: {took}"
    changes = {row["change"] for row in rows if row["latency_cycles"] < known.get(key(row), 0)}
    idle = {row["change"] for row in rows} - changes - {"configured"}
    if idle:
        yield f"I5 monotone: {sorted(idle)} help nowhere"


def projection(rows: Sequence[Row], latency: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I3 of the projection: its sum, its baseline, its payload, and the words that say what it is."""
    known = {key(row): row["latency_cycles"] for row in latency}
    if len(rows) != 2 * len(GROUPINGS):
        yield f"I3 conservation: {len(rows)} projected times, {2 * len(GROUPINGS)} are due"
    for row in rows:
        point = tuple("fused_composite_ipcq" if name == "variant" else row[name] for name in POINT)
        group = H_Q // row["h_kv"]
        divide = topology["pe.vec.fill"] + ceil(Fraction(group * DIM, topology["pe.vec.lanes"]))
        store = ceil(Fraction(2 * group * DIM, topology.out_rate)) + topology["pe.dma.latency"]
        levels = row["pes"].bit_length() - 1
        link = levels * ceil(Fraction(row["payload_bytes"], topology["mesh.link_rate"]))
        due = {
            "baseline_cycles": known.get(point),
            "payload_bytes": 4 * group * (DIM + 2),
            "projected_cycles": row["stream_cycles"] + row["exposed_merge_cycles"] + divide + store,
            "saved_cycles": row["baseline_cycles"] - row["projected_cycles"],
            "status": "designed, not measured",
        }
        for column, amount in due.items():
            if row[column] != amount:
                yield f"I3 conservation: {named(row)}: {column} is {row[column]}, {amount} follows"
        if not link < row["exposed_merge_cycles"] or not 0 < row["stream_cycles"] < row["baseline_cycles"]:
            yield f"I1 roofline: {named(row)}: a merge in {row['exposed_merge_cycles']} cycles, its links need {link}"


def trace(rows: Sequence[Row], ends: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """I4: each engine of a traced run does one thing at a time, within the run."""
    if {(row["panel"], row["variant"]) for row in rows} != ends.keys():
        yield f"I3 conservation: traces of {sorted({(row['panel'], row['variant']) for row in rows})}"
    groups = sorted({(row["panel"], row["variant"], row["engine"]) for row in rows})
    for panel, variant, engine in groups:
        mine = [row for row in rows if (row["panel"], row["variant"], row["engine"]) == (panel, variant, engine)]
        spans = sorted((row["start_cycle"], row["end_cycle"]) for row in mine)
        if any(end <= start for start, end in spans) or any(one[1] > other[0] for one, other in pairwise(spans)):
            yield f"I4 occupancy: trace of {panel} {variant}: {engine} does two things at once"
        if spans[-1][1] > ends.get((panel, variant), 0):
            yield f"I4 occupancy: trace of {panel} {variant}: {engine} works until {spans[-1][1]}, after the end"


def rounded(rows: Sequence[Row]) -> Iterator[str]:
    """I8: every kernel in every grouping; binary16 leaves a rounding: an oracle that repeats the kernel would not."""
    kernels = ("unfused", "fused_blocking", "fused_async", "fused_composite")
    due = {(phase, kernel, "fp16", h_kv) for phase in ("decode", "prefill") for kernel in kernels
           for h_kv in (16, 4, 2, 1)}  # fmt: skip
    due |= {(phase, kernel, "fp32", h_kv) for phase, kernel, _, h_kv in due if kernel != "unfused"}
    due |= {("decode", f"split_{way}", "fp32", h_kv) for way in ("cpu", "ipcq", "operator") for h_kv in (16, 4, 2, 1)}
    found = {(row["phase"], row["variant"], row["precision"], row["h_kv"]) for row in rows}
    for each in sorted(due ^ found):
        yield f"I8 numerics: {each} is {'left out' if each in due else 'not of the grid'}"
    for row in rows:
        if row["precision"] == "fp16" and not float(row["max_abs_err"]) > 0:
            yield f"I8 numerics: {row['variant']} {row['phase']} h_kv={row['h_kv']}: binary16 comes out exact"
        most = {"fp16": Fraction(2, 1000) if row["variant"] == "unfused" else Fraction(1, 1000)}
        if Fraction(row["tolerance"]) != most.get(row["precision"], Fraction(1, 10**6)):
            yield f"I8 numerics: {row['variant']} {row['precision']} is allowed {row['tolerance']}"


def masked(oracle: Callable[..., Any], drawn: Callable[..., Any], shapes: Sequence[Any]) -> Iterator[str]:
    """I7 of the oracle: a first query that may see one key has that key's value; without a mask, it has not."""
    for shape in shapes:
        if not shape.causal:
            continue
        q, k, v, _ = drawn(shape, "mask", "fp32")
        result = oracle(shape, q, k, v)
        for head in range(shape.h_kv):
            first = result[head, : shape.group]
            if abs(first - v[head, 0].astype(float)).max() > 1e-12:
                yield f"I7 degenerate: oracle, h_kv={shape.h_kv}: the first position sees more than its own key"
            last = result[head, -shape.group :]
            if abs(last - v[head, 0].astype(float)).max() < 1e-3:
                yield f"I7 degenerate: oracle, h_kv={shape.h_kv}: the last position sees the first key alone"
