"""Attention counted again from what runs: stalls of each kernel, engines, channels, what-ifs, merges, projection."""

from collections import Counter
from itertools import product
from math import ceil

import pytest
from kernbench import merge
from kernbench.choice import ALGORITHMS, menu
from kernbench.cluster import Cluster
from kernbench.collectives import prepared
from kernbench.topology import load_topology

from tests.benches.loaded import committed, load

kb = load("gqa_fused")
TOPOLOGY = load_topology()
PANELS, REDUCED = kb.panels.PANELS, kb.panels.REDUCED
PREFILL, DECODE, SPLIT = PANELS[0], PANELS[2], PANELS[-2]
SPREAD = (PANELS[5], SPLIT)
HIDDEN = 1.05
"""Of the slowest engine of each kernel: what else there is, is behind it but for the first and the last tile."""


def slowest(count):
    """Cycles of the slowest engine in each of the three unfused kernels, one PE."""
    into, out, dim, fill = TOPOLOGY.in_rate, TOPOLOGY.out_rate, kb.count.DIM, TOPOLOGY["pe.mac.fill"]
    rows, tile, spans = count.rows, count.tile, count.spans
    queries, keys, scores = (count.moved(size, into) for size in (rows * dim, tile * dim, rows * tile))
    yield max(
        count.over_items(queries) + count.over_tiles(keys),
        count.over_tiles(fill + count.passes(rows, tile) * dim),
        count.over_tiles(count.moved(rows * tile, out)),
    )
    yield max(count.vec, count.times * sum(2 * count.moved(rows * wide, into) for wide in spans))
    yield max(count.over_tiles(scores + keys), count.over_tiles(fill + count.passes(rows, dim) * tile))


@pytest.mark.parametrize(("panel", "h_kv"), [(PREFILL, 4), (DECODE, 4), (DECODE, 1)])
def test_the_unfused_kernels_hide_all_but_their_slowest_engine(panel, h_kv):
    row = kb.panels.latency_row(panel, "unfused", h_kv, TOPOLOGY)
    least = sum(slowest(kb.count.Count(row, TOPOLOGY)))
    assert least <= row["latency_cycles"] <= HIDDEN * least


def test_the_committed_unfused_times_hide_as_much():
    rows = [row for row in committed("gqa_fused", "gqa_latency.csv")
            if row["variant"] == "unfused" and row["panel"] in ("P1", "P2") and row["ctx"] != 4096]  # fmt: skip
    assert len(rows) == 12
    assert all(row["latency_cycles"] <= HIDDEN * sum(slowest(kb.count.Count(row, TOPOLOGY))) for row in rows)


@pytest.mark.parametrize("variant", ["fused_async", "fused_composite"])
def test_the_fused_kernel_hides_all_but_its_slowest_engine(variant):
    row = kb.panels.latency_row(DECODE, variant, 4, TOPOLOGY)
    count = kb.count.Count(row, TOPOLOGY)
    assert row["latency_cycles"] <= HIDDEN * max(count.mac, count.vec, count.load)


def engine(name):
    """As the occupancy table names it."""
    ports = name.startswith("PE_IPCQ_") and name != "PE_IPCQ_SEQ"
    return "PE_IPCQ_TX" if ports else "PE_SEQ" if name == "PE_IPCQ_SEQ" else name


@pytest.mark.parametrize("variant", ["unfused", "fused_blocking", "fused_composite", "fused_composite_ipcq"])
@pytest.mark.parametrize("panel", REDUCED, ids=lambda panel: panel.name)
def test_busy_and_stalled_time_are_those_of_simpys_trace(panel, variant, monkeypatch):
    monkeypatch.setattr(kb.panels, "points", lambda: [(panel, variant, 4)])
    rows = {row["engine"]: row for row in kb.panels.occupancy_rows(TOPOLOGY)}
    cluster = kb.panels.kernel(panel, variant, 4, TOPOLOGY)
    simulated, busy, held = cluster.simulate(0), Counter(), Counter()
    for each in simulated.trace:
        busy[engine(each.engine)] += each.end - each.start
    for command, (taken, _, end) in cluster.plan(0).spans.items():
        held[engine(command.engine)] += end - taken
    for name in ("PE_MAC", "PE_VEC", "PE_DMA_IN", "PE_DMA_OUT", "PE_IPCQ", "PE_IPCQ_TX"):
        assert rows[name]["busy_cycles"] == busy[name], name
        assert rows[name]["stalled_cycles"] == held[name] - busy[name], name
        share = 100 * busy[name] / (simulated.cycles * panel.pes)
        assert float(rows[name]["occupancy_pct"]) == pytest.approx(share, abs=0.06)


@pytest.mark.parametrize("variant", ["unfused", "fused_composite"])
def test_work_and_bounds_of_runs_on_many_pes_are_those_by_count(variant):
    rows = [kb.panels.latency_row(panel, variant, 4, TOPOLOGY) for panel in (DECODE, *SPREAD)]
    assert list(kb.hold.work(rows, TOPOLOGY)) == []
    assert [row["roofline_cycles"] for row in rows if row["pes"] > 1 and row["bound"] != "HBM"] == []


@pytest.mark.parametrize("variant", ["unfused", "fused_composite"])
def test_engines_of_runs_are_busy_by_count(variant, monkeypatch):
    points = [(panel, variant, h_kv) for panel in (DECODE, *SPREAD) for h_kv in (4, 1)]
    monkeypatch.setattr(kb.panels, "points", lambda: points)
    latency = [kb.panels.latency_row(*point, TOPOLOGY) for point in points]
    assert list(kb.hold.engines(kb.panels.occupancy_rows(TOPOLOGY), latency, TOPOLOGY)) == []


MEMORY = ("pe__dma__in_rate", "pe__dma__out_rate", "mesh__link_rate", "hbm__channel_rate", "pe__tcdm__bank_rate")


def changed(change):
    """The values of the machine that *change* names, and the factor of the first of them."""
    if change in ("configured", kb.studies.TOGETHER):
        return {}, 1
    name, amount = change.rsplit(" ", 1)
    names = MEMORY if name == "memory rate" else (name.replace(".", "__"),)
    now = {each: TOPOLOGY[each.replace("__", ".")] for each in names}
    if not amount.startswith("x"):
        return {names[0]: int(amount)}, int(amount) / now[names[0]]
    return {each: int(amount[1:]) * value for each, value in now.items()}, int(amount[1:])


def test_each_what_if_ran_on_the_machine_that_it_names(monkeypatch):
    crowded = kb.panels.Panel("P3", 8, 1, 512, 4, 512)
    monkeypatch.setattr(kb.studies, "PANELS", (REDUCED[0], REDUCED[1], REDUCED[1], REDUCED[3]))
    monkeypatch.setattr(kb.studies, "CROWDED", crowded)
    panels = {panel.name: panel for panel in (*REDUCED, crowded)}
    rows = kb.studies.whatif_rows(TOPOLOGY)
    assert len(rows) == len(committed("gqa_fused", "gqa_whatif.csv"))
    for row in rows:
        values, factor = changed(row["change"])
        assert float(row["factor"]) == pytest.approx(factor, abs=0.0051), row["change"]
        if row["change"] != kb.studies.TOGETHER:
            machine = TOPOLOGY.with_values(**values)
            run = kb.panels.outcome(panels[row["panel"]], row["variant"], row["h_kv"], machine).run
            assert row["latency_cycles"] == run.cycles, row


def test_committed_what_ifs_are_those_of_the_machines_that_they_name():
    for row in committed("gqa_fused", "gqa_whatif.csv"):
        values, factor = changed(row["change"])
        assert float(row["factor"]) == pytest.approx(factor, abs=0.0051)
        if (row["panel"], row["h_kv"]) == ("P2", 4):
            run = kb.panels.kernel(DECODE, row["variant"], 4, TOPOLOGY.with_values(**values)).plan(0).run
            assert row["latency_cycles"] == run.cycles, row["change"]


@pytest.mark.parametrize("driver", ["cpu", "ipcq"])
def test_the_merge_of_split_keys_is_the_least_of_the_menu(driver):
    size, ranks = 4 * 32 * 129, SPLIT.pes
    sums = tuple(menu(size, ranks))
    assert {each.algorithm for each in sums} == set(ALGORITHMS)
    found = kb.panels.ways(SPLIT, "fused_composite_ipcq" if driver == "ipcq" else "fused_composite", TOPOLOGY)
    every = {merge.Ways(first, each.algorithm, each.message) for first, each in product(ALGORITHMS, sums)}
    cycles = {ways: merge.alone(ways, driver, ranks, 32, 128, TOPOLOGY) for ways in every}
    assert cycles[found] == min(cycles.values()) < max(cycles.values())


def merge_by_count(row, machine, hops):
    """A recursive doubling of the state of one key-value head, level by level, and two exponentials a row for each."""
    rows, slot = kb.count.H_Q // row["h_kv"], machine["pe.ipcq.slot_size"]
    messages = ceil(row["payload_bytes"] / slot)
    size = 4 * ceil(row["payload_bytes"] / messages / 4)
    send, add = ceil(size / machine["mesh.link_rate"]), ceil(size / machine["pe.ipcq.reduce_rate"])
    flights = [send + machine["pe.ipcq.doorbell"] + each * machine["mesh.hop_latency"] for each in hops]
    levels = [max(messages * send, flight + add) for flight in flights[:-1]]
    levels.append((messages - 1) * send + flights[-1] + add)
    operator = machine["pe.vec.fill"] + ceil(2 * rows / machine["pe.vec.lanes"]) * machine["pe.vec.exp"]
    return machine["pe.ipcq.step"] + sum(levels) + len(hops) * operator


HOPS = {4: (1, 1), 16: (1, 1, 2, 2)}
"""Between partners of each level: PEs of a square, counted along its rows and columns."""


def test_the_projected_merge_is_that_by_count():
    rows = committed("gqa_fused", "gqa_projection.csv")
    assert [row["exposed_merge_cycles"] for row in rows] == [
        merge_by_count(row, TOPOLOGY, HOPS[row["pes"]]) for row in rows
    ]


@pytest.mark.parametrize(("lanes", "exp"), [(64, 4), (16, 4), (4, 7)])
def test_the_projected_merge_takes_two_exponentials_a_row_where_lanes_are_few(lanes, exp):
    machine = TOPOLOGY.with_values(pe__vec__lanes=lanes, pe__vec__exp=exp)
    row = kb.studies.projection_row(REDUCED[3], 1, machine)
    assert row["exposed_merge_cycles"] == merge_by_count(row, machine, HOPS[4])


def test_the_projected_merge_is_a_doubling_that_runs_and_its_exponentials():
    for row in committed("gqa_fused", "gqa_projection.csv"):
        if row["pes"] == 4:
            run = prepared("recursive_doubling", "ipcq", 4, row["payload_bytes"], Cluster(TOPOLOGY)).simulate(0)
            turns = ceil(2 * row["payload_bytes"] / 520 / TOPOLOGY["pe.vec.lanes"]) * TOPOLOGY["pe.vec.exp"]
            assert row["exposed_merge_cycles"] == run.cycles + 2 * (turns + TOPOLOGY["pe.vec.fill"])
