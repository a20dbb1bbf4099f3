"""What must hold of the harness's other tables: break-even costs, the trace, the configuration and the array.

Each function gives a sentence for each violation, and counts anew, from the rows and topology.yaml, what it holds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby, pairwise
from math import ceil
from pathlib import Path
from typing import Any

import yaml
from kernbench.topology import DEFAULT

Row = Mapping[str, Any]
SHAPE = ("m", "n", "k", "tile_m", "tile_n", "tile_k", "buffers")
ROUNDING = Fraction(1, 100)
"""Of a cell with two decimals; a value and a recount may be rounded to different sides."""


@cache
def given(path: Path = DEFAULT) -> dict[str, Mapping[str, Any]]:
    """Each constant of topology.yaml, as it stands there, by its dotted name."""
    found: dict[str, Mapping[str, Any]] = {}

    def walk(tree: Mapping[str, Any], prefix: str) -> None:
        for key, leaf in tree.items():
            if isinstance(leaf, dict) and "value" in leaf:
                found[prefix + key] = leaf
            elif isinstance(leaf, dict):
                walk(leaf, f"{prefix}{key}.")

    walk(yaml.safe_load(path.read_text(encoding="utf-8")), "")
    return found


@cache
def values() -> dict[str, int]:
    """Value of each constant of topology.yaml."""
    return {name: leaf["value"] for name, leaf in given().items()}


def named(row: Row) -> str:
    """The key of a row."""
    return " ".join(f"{name}={row[name]}" for name in ("mode", *SHAPE, "dispatch_cycles") if name in row)


def complete(rows: Iterable[Row], grid: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    """I3: every point of the grid has its row, and no other."""
    found = [tuple(row[name] for name in ("mode", *SHAPE, "dispatch_cycles")) for row in rows]
    due = set(grid)
    if len(found) != len(due) or set(found) != due:
        lacks, more = sorted(due - set(found)), sorted(set(found) - due)
        yield f"I3 conservation: {len(found)} rows for {len(due)} points; {lacks[:1]} lack, {more[:1]} are more"


def work(rows: Iterable[Row]) -> Iterator[str]:
    """I1, I3: work, bytes and commands by count, and the roofline that follows from them."""
    c = values()
    peak = c["pe.mac.rows"] * c["pe.mac.columns"]
    into, out = (min(c[f"pe.dma.{way}_rate"], c["mesh.link_rate"], c["hbm.channel_rate"]) for way in ("in", "out"))
    for row in rows:
        m, n, k, size = row["m"], row["n"], row["k"], c["datatype.operand"]
        read = size * (m * k * ceil(Fraction(n, row["tile_n"])) + k * n * ceil(Fraction(m, row["tile_m"])))
        written = size * m * n
        tiles = ceil(Fraction(m, row["tile_m"])) * ceil(Fraction(n, row["tile_n"]))
        steps = tiles * ceil(Fraction(k, row["tile_k"]))
        due = {
            "macs": m * n * k,
            "traffic_bytes": read + written,
            "commands": 1 if row["mode"] == "composite" else 3 * steps + tiles,
            "roofline_cycles": ceil(max(Fraction(m * n * k, peak), Fraction(read, into), Fraction(written, out))),
        }
        for column, amount in due.items():
            if row[column] != amount:
                yield f"I3 conservation: {named(row)}: {column} is {row[column]}, {amount} by count"
        if row["latency_cycles"] < due["roofline_cycles"]:
            yield f"I1 roofline: {named(row)}: {row['latency_cycles']} cycles beat {due['roofline_cycles']}"


def paced(rows: Iterable[Row]) -> Iterator[str]:
    """I1, I6: a buffer is filled again only when its product has ended; free issue runs at the pace of the slowest."""
    latency = values()["pe.dma.latency"]
    for row in rows:
        each, steps = stages(row), row["macs"] // (row["tile_m"] * row["tile_n"] * row["tile_k"])
        trip = each["load_cycles"] + latency + each["mac_cycles"]
        least = ceil(Fraction(steps, row["buffers"])) * trip + each["store_cycles"] + latency
        if row["latency_cycles"] < least:
            yield f"I1 roofline: {named(row)}: {row['latency_cycles']} cycles, its buffers alone need {least}"
        most = steps * pace(row) + (row["buffers"] + 1) * trip + each["store_cycles"] + latency
        if row["mode"] != "blocking" and not row["dispatch_cycles"] and row["latency_cycles"] > most:
            yield f"I6 agreement: {named(row)}: {row['latency_cycles']} cycles, at its pace {float(most):.0f} at most"


def utilisation(rows: Iterable[Row]) -> Iterator[str]:
    """I4: utilisation is work over latency and the array's peak."""
    constants = values()
    peak = constants["pe.mac.rows"] * constants["pe.mac.columns"]
    for row in rows:
        due = Fraction(100 * row["m"] * row["n"] * row["k"], peak * row["latency_cycles"])
        if abs(Fraction(row["mac_util_pct"]) - due) > ROUNDING:
            yield f"I4 occupancy: {named(row)}: utilisation {row['mac_util_pct']} %, {float(due):.2f} % follow"


def stages(row: Row) -> dict[str, int]:
    """Cycles of both loads, of a product and of a store of one step or tile, by SPEC-0001."""
    c = values()
    size, high, wide, deep = c["datatype.operand"], row["tile_m"], row["tile_n"], row["tile_k"]
    rate = min(c["pe.dma.in_rate"], c["mesh.link_rate"], c["hbm.channel_rate"])
    out = min(c["pe.dma.out_rate"], c["mesh.link_rate"], c["hbm.channel_rate"])
    loads = [ceil(Fraction(edge * deep * size, rate)) for edge in (high, wide)]
    passes = ceil(Fraction(high, c["pe.mac.rows"])) * ceil(Fraction(wide, c["pe.mac.columns"]))
    return {
        "load_cycles": sum(loads),
        "longest_load": max(loads),
        "mac_cycles": c["pe.mac.fill"] + passes * deep,
        "store_cycles": ceil(Fraction(high * wide * size, out)),
    }


def pace(row: Row) -> Fraction:
    """Cycles of a step when issue is free: the slowest of engines, buffers and transfers in flight."""
    c, each = values(), stages(row)
    trip = each["load_cycles"] + c["pe.dma.latency"] + each["mac_cycles"]
    return max(
        Fraction(each["load_cycles"]),
        Fraction(each["mac_cycles"]),
        Fraction(each["store_cycles"] * row["tile_k"], row["k"]),
        Fraction(trip, row["buffers"]),
        Fraction(2 * (each["longest_load"] + c["pe.dma.latency"]), c["pe.dma.outstanding"]),
    )


def breakeven(rows: Iterable[Row], latency: Sequence[Row]) -> Iterator[str]:
    """I6: stages, pace and break-even cost by count; the crossings lie where the latency table crosses."""
    times = {(row["mode"], *(row[name] for name in (*SHAPE, "dispatch_cycles"))): row for row in latency}
    costs = sorted({row["dispatch_cycles"] for row in latency})
    for row in rows:
        shape, each = tuple(row[name] for name in SHAPE), stages(row)
        steps = row["m"] * row["n"] * row["k"] // (row["tile_m"] * row["tile_n"] * row["tile_k"])
        commands = 3 * steps + steps * row["tile_k"] // row["k"]
        due = {
            **{name: Fraction(each[name]) for name in ("load_cycles", "mac_cycles", "store_cycles")},
            "steps": Fraction(steps),
            "commands": Fraction(commands),
            "bottleneck_cycles": pace(row),
            "breakeven_dispatch_cycles": pace(row) * steps / commands,
            "async_cycles": Fraction(times["async", *shape, 0]["latency_cycles"]),
            "composite_cycles": Fraction(times["composite", *shape, 0]["latency_cycles"]),
        }
        for column, amount in due.items():
            if abs(Fraction(row[column]) - amount) > ROUNDING:
                yield f"I6 agreement: {named(row)}: {column} is {row[column]}, {float(amount):.2f} follows"
        for column, gain in (("dispatch_1p1x_cycles", Fraction(11, 10)), ("dispatch_2x_cycles", Fraction(2))):
            for cost in costs:
                slow, fast = (times[mode, *shape, cost]["latency_cycles"] for mode in ("async", "composite"))
                if (slow >= gain * fast) != (cost >= row[column]):
                    ratio = f"{slow} and {fast} cycles at dispatch {cost}"
                    yield f"I6 agreement: {named(row)}: {column} is {row[column]}, but {ratio}"
        yield from _pays(row, [times["async", *shape, cost] for cost in costs])


def _pays(row: Row, runs: Sequence[Row]) -> Iterator[str]:
    """From well above the break-even cost on, the PE_CPU paces the run; well below, it does not show."""
    flat = runs[0]["latency_cycles"]
    for run in runs:
        cost, knee = run["dispatch_cycles"], Fraction(row["breakeven_dispatch_cycles"])
        most = flat + 4 * pace(row) if 2 * cost < knee else flat + cost * row["commands"]
        if not cost * row["commands"] <= run["latency_cycles"] <= most:
            yield f"I6 agreement: {named(run)}: {run['latency_cycles']} cycles, break-even at {float(knee):.0f}"


def trace(rows: Sequence[Row], cycles: Mapping[tuple[str, int], int]) -> Iterator[str]:
    """I4: an engine does one thing at a time, for as long as its stages sum to, and nothing after the run's end."""
    latency, modes = values()["pe.dma.latency"], set()
    for (mode, dispatch), group in groupby(rows, key=lambda row: (row["mode"], row["dispatch_cycles"])):
        mine, name = list(group), f"{mode} at dispatch {dispatch}"
        modes.add((mode, dispatch))
        if max(row["end_cycle"] for row in mine) + latency != cycles.get((mode, dispatch)):
            yield f"I4 occupancy: trace of {name} does not end a latency before {cycles.get((mode, dispatch))}"
        one = mine[0]
        tiles = one["m"] * one["n"] // (one["tile_m"] * one["tile_n"])
        steps, each = tiles * one["k"] // one["tile_k"], stages(one)
        due = {"PE_DMA_IN": steps * each["load_cycles"], "PE_MAC": steps * each["mac_cycles"],
               "PE_DMA_OUT": tiles * each["store_cycles"],
               "PE_CPU": dispatch * (1 if mode == "composite" else 3 * steps + tiles),
               "PE_SEQ": steps * values()["pe.sequencer.step"] * (mode == "composite")}  # fmt: skip
        for engine, busy in due.items():
            spans = sorted((row["start_cycle"], row["end_cycle"]) for row in mine if row["engine"] == engine)
            if sum(end - start for start, end in spans) != busy:
                yield f"I4 occupancy: trace of {name}: {engine} is not busy for {busy} cycles"
            if any(before[1] > after[0] for before, after in pairwise(spans)):
                yield f"I4 occupancy: trace of {name}: {engine} does two things at once"
    if modes != cycles.keys():
        yield f"I3 conservation: traces of {sorted(modes)}, due are {sorted(cycles)}"


def platform(rows: Sequence[Row]) -> Iterator[str]:
    """I3: each constant stands as in topology.yaml; what is derived follows from these."""
    found, source = {row["parameter"]: row for row in rows}, given()
    for name, leaf in source.items():
        row = found.get(name)
        if row is None or (Fraction(row["value"]), row["status"], row["source"], row["unit"]) != (
            leaf["value"], leaf["status"], leaf["source"], leaf["unit"] or "count",
        ):  # fmt: skip
            yield f"I3 conservation: {name} is not what topology.yaml says"
    c = values()
    pes, peak = c["mesh.x"] * c["mesh.y"], 2 * c["pe.mac.rows"] * c["pe.mac.columns"] * c["clock.frequency"]
    rate = min(c["pe.dma.in_rate"], c["mesh.link_rate"], c["hbm.channel_rate"])
    out = min(c["pe.dma.out_rate"], c["mesh.link_rate"], c["hbm.channel_rate"])
    hbm = c["hbm.channels"] * c["hbm.channel_rate"]
    operands = (c["pe.mac.rows"] + c["pe.mac.columns"]) * c["datatype.operand"]
    due = {
        "pes": Fraction(pes),
        "macs_per_cycle": Fraction(c["pe.mac.rows"] * c["pe.mac.columns"]),
        "pe_peak": Fraction(peak, 1000),
        "mesh_peak": Fraction(peak * pes, 1000),
        "in_rate": Fraction(rate),
        "out_rate": Fraction(out),
        "pe_bandwidth": Fraction(rate * c["clock.frequency"]),
        "hbm_rate": Fraction(hbm),
        "hbm_bandwidth": Fraction(hbm * c["clock.frequency"]),
        "link_bandwidth": Fraction(c["mesh.link_rate"] * c["clock.frequency"]),
        "ipcq_room": Fraction(c["pe.ipcq.slots"] * c["pe.ipcq.slot_size"]),
        "ridge": Fraction(2 * c["pe.mac.rows"] * c["pe.mac.columns"], rate),
        "tcdm_rate": Fraction(c["pe.tcdm.banks"] * c["pe.tcdm.bank_rate"]),
        "tcdm_demand": Fraction(operands + rate + out),
    }
    for name, amount in due.items():
        row = found.get(f"derived.{name}")
        if row is None or row["status"] != "derived" or abs(Fraction(row["value"]) - amount) > ROUNDING / 10:
            yield f"I3 conservation: derived.{name} is {row and row['value']}, {float(amount):g} follows"
    if found.keys() != {*source, *(f"derived.{name}" for name in due)}:
        yield f"I3 conservation: {len(found)} parameters, {len(source) + len(due)} are due"


def array(rows: Iterable[Row]) -> Iterator[str]:
    """I6: a product on the array takes its passes and one fill; SCALE-Sim's equation 4 has a fill for each pass."""
    c = values()
    high, wide = c["pe.mac.rows"], c["pe.mac.columns"]
    for row in rows:
        passes = ceil(Fraction(row["tile_m"], high)) * ceil(Fraction(row["tile_n"], wide))
        due = {
            "passes": passes,
            "ideal_cycles": passes * row["tile_k"],
            "array_cycles": stages(row)["mac_cycles"],
            "scalesim_cycles": passes * (2 * high + wide + row["tile_k"] - 2),
            "load_cycles": stages(row)["load_cycles"],
        }
        name = f"{row['tile_m']}x{row['tile_n']}x{row['tile_k']}"
        for column, amount in due.items():
            if row[column] != amount:
                yield f"I6 agreement: tile {name}: {column} is {row[column]}, {amount} follows"
        if not row["ideal_cycles"] <= row["array_cycles"] <= row["scalesim_cycles"]:
            yield f"I1 roofline: tile {name}: {row['array_cycles']} cycles are not within ideal and SCALE-Sim"


def rounded(rows: Sequence[Row]) -> Iterator[str]:
    """I8: every kernel is there, and real operands leave a rounding: an oracle that repeats the kernel would not."""
    for operands, result in (("integers", "fp16"), ("integers", "fp32"), ("reals", "fp16"), ("reals", "fp32")):
        modes = {row["mode"] for row in rows if (row["operands"], row["result"]) == (operands, result)}
        if modes != {"async", "blocking", "composite"}:
            yield f"I8 numerics: {operands} to {result}: kernels {sorted(modes)}"
    for row in rows:
        if row["operands"] == "reals" and not float(row["worst_share_of_bound"]) > 0.0001:
            yield f"I8 numerics: {named(row)}: reals come out at {row['worst_share_of_bound']} of their bound"
