"""Invariants of the attention kernels: functions that look at rows and give one sentence for each violation."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from kernbench.layer import Shape
from kernbench.topology import Topology

Row = Mapping[str, Any]
KEY = ("panel", "variant", "h_kv", "batch", "ctx", "pes")


def named(row: Row) -> str:
    """The key of a row."""
    return " ".join(f"{name}={row[name]}" for name in (*KEY, "engine", "stage", "precision") if name in row)


def shape_of(row: Row, tile: int) -> Shape:
    """The layer as one PE sees it."""
    ctx = row["ctx"] // row["pes"] if row["panel"] == "P4" else row["ctx"]
    return Shape(row["h_q"], row["h_kv"], row["head_dim"], row["q_len"], ctx, tile, causal=row["q_len"] > 1)


def tile_of(row: Row) -> int:
    """Keys of a tile in each panel."""
    return 256 if row["panel"] == "P1" else 512


def due(row: Row, topology: Topology) -> tuple[int, int]:
    """Work in MACs and bytes from HBM, in closed form."""
    shape = shape_of(row, tile_of(row))
    users = row["pes"] if row["panel"] == "P4" else row["batch"]
    size = topology["datatype.operand"]
    seen = shape.tile_count * shape.tile
    queries = shape.h_kv * shape.q_len * shape.group * shape.head_dim
    scores = shape.rows * seen
    read = queries + 2 * seen * shape.head_dim + (3 * scores if row["variant"] == "unfused" else 0)
    return users * 2 * scores * shape.head_dim, users * size * read


def roofline(rows: Iterable[Row], _topology: Topology) -> Iterator[str]:
    """I1: no row beats the peak of its arrays, its memory or its vector units."""
    for row in rows:
        for bound in ("roofline_cycles", "vec_bound_cycles"):
            if row["latency_cycles"] < row[bound]:
                yield f"I1 roofline: {named(row)}: {row['latency_cycles']} cycles beat {bound} {row[bound]}"


def serial(rows: Iterable[Row], stages: Iterable[Row]) -> Iterator[str]:
    """I2: no row is slower than all commands and latencies in turn; its time is the sum of its critical path."""
    busy: dict[tuple[Any, ...], int] = {}
    for stage in stages:
        key = tuple(stage[name] for name in KEY)
        busy[key] = busy.get(key, 0) + stage["cycles"]
    for row in rows:
        total = busy.get(tuple(row[name] for name in KEY), 0)
        if row["latency_cycles"] > row["serial_cycles"]:
            yield f"I2 serial: {named(row)}: {row['latency_cycles']} cycles are over {row['serial_cycles']} in turn"
        if row["latency_cycles"] != total:
            yield f"I2 serial: {named(row)}: {row['latency_cycles']} cycles, but the critical path sums to {total}"


def conservation(rows: Iterable[Row], topology: Topology) -> Iterator[str]:
    """I3: work and bytes are what the layer demands; fusing never moves more; K and V shrink with the group."""
    rows = list(rows)
    for row in rows:
        macs, read = due(row, topology)
        if row["flops"] != 2 * macs:
            yield f"I3 conservation: {named(row)}: {row['flops']} FLOP, but {2 * macs} follow"
        if row["hbm_read_bytes"] != read:
            yield f"I3 conservation: {named(row)}: {row['hbm_read_bytes']} bytes read, but {read} follow"
    moved = {tuple(row[name] for name in KEY): row["hbm_bytes"] for row in rows}
    for row in rows:
        plain = moved.get(tuple("unfused" if name == "variant" else row[name] for name in KEY))
        if plain is not None and row["hbm_bytes"] > plain:
            yield f"I3 conservation: {named(row)}: fused moves {row['hbm_bytes']} bytes, unfused {plain}"


def occupancy(rows: Iterable[Row]) -> Iterator[str]:
    """I4: an engine is busy or stalled for no longer than the run, on each PE."""
    for row in rows:
        whole = row["makespan_cycles"] * row["pes"] * (4 if row["engine"] == "PE_IPCQ_TX" else 1)
        whole *= 2 if row["engine"] == "PE_SEQ" else 1
        if not 0 <= row["busy_cycles"] + row["stalled_cycles"] <= whole:
            found = f"busy {row['busy_cycles']} and stalled {row['stalled_cycles']} of {whole}"
            yield f"I4 occupancy: {named(row)}: {found}"


def monotone(rows: Iterable[Row]) -> Iterator[str]:
    """I5: more keys never take less time; nor do fewer shared heads."""
    for column, rest in (("ctx", ("panel", "variant", "h_kv", "batch", "pes")),
                         ("h_kv", ("panel", "variant", "batch", "ctx", "pes"))):  # fmt: skip
        ordered = sorted(rows, key=lambda row: (*(row[name] for name in rest), row[column]))
        for _, group in groupby(ordered, key=lambda row: tuple(row[name] for name in rest)):
            last: Row | None = None
            for row in group:
                if last and row["latency_cycles"] < last["latency_cycles"]:
                    yield f"I5 monotone: {named(row)}: {row['latency_cycles']} cycles, {last['latency_cycles']} before"
                last = row


def agreement(rows: Iterable[Row], least: int = 40) -> Iterator[str]:
    """I6: SimPy and schedule agree to the cycle and the interval."""
    count = 0
    for row in rows:
        count += 1
        if row["agree"] != 1 or row["simpy_cycles"] != row["schedule_cycles"]:
            yield f"I6 agreement: {named(row)}: {row['simpy_cycles']} by SimPy, {row['schedule_cycles']} planned"
    if count < least:
        yield f"I6 agreement: {count} points were compared, {least} are due"


def degenerate(rows: Iterable[Row]) -> Iterator[str]:
    """I7: without a split PE_IPCQ changes nothing; one group is MHA, one key-value head MQA; P2 reads K and V once."""
    rows = list(rows)
    cycles = {tuple(row[name] for name in KEY): row["latency_cycles"] for row in rows}
    for row in rows:
        if row["h_kv"] * row["group"] != row["h_q"]:
            yield f"I7 degenerate: {named(row)}: {row['h_kv']} heads of groups of {row['group']}"
        if row["variant"] == "fused_composite_ipcq" and row["panel"] != "P4":
            same = cycles.get(tuple("fused_composite" if name == "variant" else row[name] for name in KEY))
            if same is not None and same != row["latency_cycles"]:
                yield f"I7 degenerate: {named(row)}: {row['latency_cycles']} cycles, without PE_IPCQ {same}"


def numerics(rows: Iterable[Row]) -> Iterator[str]:
    """I8: errors against the float64 oracle are within their tolerance."""
    for row in rows:
        if not float(row["max_abs_err"]) <= float(row["tolerance"]):
            yield f"I8 numerics: {named(row)}: {row['max_abs_err']} is over {row['tolerance']}"


def breakdown(rows: Iterable[Row]) -> Iterator[str]:
    """I3 of the critical path: its stages sum to the makespan."""
    for key, group in groupby(rows, key=lambda row: tuple(row[name] for name in KEY)):
        every = list(group)
        total = sum(row["cycles"] for row in every)
        if total != every[0]["makespan_cycles"]:
            yield f"I3 conservation: {key}: stages sum to {total} of {every[0]['makespan_cycles']} cycles"
