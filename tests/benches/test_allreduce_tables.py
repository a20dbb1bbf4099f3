"""Tables of the all-reduce harness beside its latencies: silent on what is committed; a planted mutant each."""

import pytest
from kernbench import collectives, machine, mesh, schedule
from kernbench.cluster import Cluster
from kernbench.topology import load_topology

from tests.benches.loaded import committed, load, planted

kb = load("allreduce_ipcq")
TOPOLOGY = load_topology()
NAMES = ("latency", "overlap", "crossover", "whatif", "trace", "numerics")
TABLES = {name: committed("allreduce_ipcq", f"allreduce_{name}.csv") for name in NAMES}
RULES = {
    "complete": kb.hold.complete,
    "rates": lambda rows: kb.hold.rates(rows, TOPOLOGY),
    "blocks": kb.hold.blocks,
    "better": lambda rows: kb.hold.better(rows, TOPOLOGY),
    "overlapping": lambda rows: kb.hold.overlapping(rows, TOPOLOGY),
    "fastest": lambda rows: kb.hold.fastest(rows, kb.overlap.ends(TOPOLOGY), 1024),
    "crossovers": lambda rows: kb.hold.crossovers(rows, TOPOLOGY),
    "whatif": lambda rows: kb.hold.whatif(rows, TABLES["latency"], TOPOLOGY),
    "trace": lambda rows: kb.hold.trace(rows, kb.overlap.ends(TOPOLOGY)),
    "fed": kb.hold.fed,
    "rounded": kb.hold.rounded,
}
OF = {
    "complete": "latency", "rates": "latency", "blocks": "latency", "better": "latency",
    "overlapping": "overlap", "fastest": "overlap",
    "crossovers": "crossover", "fed": "trace", "rounded": "numerics",
}  # fmt: skip


@pytest.mark.parametrize("rule", RULES)
def test_the_committed_tables_break_nothing(rule):
    assert list(RULES[rule](TABLES[OF.get(rule, rule)])) == []


@pytest.mark.parametrize(
    ("rule", "changes", "key"),
    [
        ("complete", {"algorithm": lambda _: "star"}, {"ranks": 2, "algorithm": "ring", "bytes": 256}),
        ("rates", {"busbw_gbps": lambda rate: rate * 2}, {}),
        ("rates", {"algbw_gbps": lambda rate: rate / 2}, {}),
        ("rates", {"messages": lambda count: count // 2}, {"chunk_bytes": 4096, "bytes": 65_536}),
        ("rates", {"link_busy_pct_max": lambda share: share / 2}, {"algorithm": "ring", "bytes": 65_536}),
        ("rates", {"ipcq_stall_cycles": lambda _: -1}, {}),
        ("better", {"latency_cycles": lambda cycles: cycles * 9}, {"driver": "cpu", "ranks": 8, "bytes": 1 << 20}),
        ("blocks", {"messages": lambda count: count + 1}, {}),
        ("overlapping", {"compute_cycles": lambda cycles: cycles // 2}, {}),
        ("overlapping", {"comm_cycles": lambda cycles: cycles + 1}, {"driver": "ipcq"}),
        ("overlapping", {"comm_cycles": lambda cycles: cycles // 2, "serial_cycles": lambda c: c}, {"driver": "ipcq"}),
        ("fastest", {"overlapped_cycles": lambda cycles: cycles + 1}, {"gemm_k": 1024, "chunks": 8, "driver": "cpu"}),
        ("fastest", {"serial_cycles": lambda cycles: cycles - 1}, {"gemm_k": 1024, "chunks": 2, "driver": "ipcq"}),
        ("overlapping", {"serial_cycles": lambda cycles: cycles - 1}, {}),
        ("overlapping", {"overlap_efficiency_pct": lambda share: share / 2}, {}),
        ("overlapping", {"exposed_comm_cycles": lambda cycles: cycles // 4}, {}),
        ("overlapping", {"chunks": lambda _: 16}, {}),
        ("crossovers", {"simulated_bytes": lambda size: size // 2}, {"first": "tree", "ranks": 4}),
        ("crossovers", {"simulated_bytes": lambda size: size * 2}, {"first": "tree", "ranks": 4}),
        ("crossovers", {"simulated_bytes": lambda _: 114_688}, {"first": "ring_2d", "second": "ring", "ranks": 4}),
        ("crossovers", {"second_cycles": lambda cycles: cycles + 1}, {"first": "tree", "ranks": 4}),
        ("whatif", {"latency_cycles": lambda cycles: cycles + 1}, {"parameter": "configured"}),
        ("whatif", {"latency_cycles": lambda cycles: cycles * 2}, {"parameter": "pe.ipcq.reduce_rate", "value": 256}),
        ("whatif", {"busbw_gbps": lambda rate: rate * 2}, {}),
        ("trace", {"end_cycle": lambda _: 10**7}, {}),
        ("trace", {"start_cycle": lambda _: 0}, {"engine": "PE_MAC", "operation": "mac"}),
        ("rounded", {"max_abs_err": lambda _: 0}, {"operands": "reals", "ranks": 8}),
        ("rounded", {"driver": lambda _: "gpu"}, {}),
    ],
)
def test_a_planted_cell_is_caught(rule, changes, key):
    rows = TABLES[OF.get(rule, rule)]
    if rule == "trace" and "start_cycle" in changes:
        rows = rows[::-1]
    assert list(RULES[rule](planted(rows, changes, **key)))


@pytest.mark.parametrize("column", ["overlapped_cycles", "comm_cycles"])
def test_a_driver_that_does_not_take_its_best_way_is_caught(column):
    rows = [row for row in TABLES["overlap"] if (row["driver"], row["gemm_k"], row["chunks"]) == ("cpu", 256, 2)]
    assert list(kb.hold.chosen(rows, TOPOLOGY)) == []
    assert list(kb.hold.chosen([{**row, column: 2 * row[column]} for row in rows], TOPOLOGY))


def test_an_all_reduce_that_does_not_wait_for_its_data_is_caught(monkeypatch):
    monkeypatch.setattr(collectives, "_produced", lambda pieces, commands: None)
    modes = ("ipcq_overlap", "ipcq_serial")
    monkeypatch.setattr(kb.overlap, "MODES", modes)
    assert [each for each in kb.hold.fed(kb.overlap.trace_rows(TOPOLOGY)) if "ipcq_overlap" in each]


def test_what_ifs_that_change_nothing_are_caught():
    base = {(row["algorithm"], row["bytes"]): row for row in TABLES["whatif"] if row["parameter"] == "configured"}
    same = [
        {**row, **{name: base[row["algorithm"], row["bytes"]][name] for name in ("latency_cycles", "busbw_gbps")}}
        for row in TABLES["whatif"]
    ]
    assert sum("changes no time" in each for each in RULES["whatif"](same)) == len(kb.hold.FASTER)


def test_credits_by_hand_and_broken_protocols_by_both_implementations():
    assert list(kb.protocol.violations(TOPOLOGY)) == []


def test_a_credit_that_is_back_at_once_is_caught(monkeypatch):
    link = Cluster._link

    def hasty(cluster, queue):
        link(cluster, queue)
        for send, _ in queue.sends:
            send.credits = tuple((command, 0) for command, _ in send.credits)

    monkeypatch.setattr(Cluster, "_link", hasty)
    assert sum("one slot" in each for each in kb.protocol.violations(TOPOLOGY)) == 2


@pytest.mark.parametrize(("name", "mutant", "said"), [
    ("hops", lambda self, start, end: 1, "corner"),
    ("read_path", lambda self, rank: (f"{self.channel(rank)[0]} read",), "behind a message"),
])  # fmt: skip
def test_a_way_that_is_too_short_or_holds_no_link_is_caught(name, mutant, said, monkeypatch):
    monkeypatch.setattr(mesh.Mesh, name, mutant)
    assert sum(said in each for each in kb.protocol.violations(TOPOLOGY)) == 2


def test_a_deadlock_that_ends_in_silence_is_caught(monkeypatch):
    monkeypatch.setattr(machine._Machine, "refuse_unfinished", lambda self: None)
    assert any("crossed" in each and "SimPy" in each for each in kb.protocol.violations(TOPOLOGY))


def test_a_schedule_that_forgets_credits_is_caught(monkeypatch):
    command = schedule._Graph.command

    def careless(graph, pe, each, take):
        each.credits = ()
        command(graph, pe, each, take)

    monkeypatch.setattr(schedule._Graph, "command", careless)
    assert any("one slot" in each and "schedule" in each for each in kb.protocol.violations(TOPOLOGY))
