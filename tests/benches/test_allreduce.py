"""The all-reduce harness: closed forms, numbers, overlap, and a planted mutant for each invariant."""

import numpy as np
import pytest
import yaml
from kernbench import cluster, collectives
from kernbench import collective_invariants as invariants
from kernbench.alphabeta import allreduce_cycles
from kernbench.choice import Choice
from kernbench.cluster import Cluster
from kernbench.collectives import ALGORITHMS, DRIVERS, prepared
from kernbench.mesh import members
from kernbench.tiling import OutOfRangeError
from kernbench.topology import load_topology

from tests.benches.loaded import BENCHES, load, printed_under_hash_seeds

kb = load("allreduce_ipcq")
TOPOLOGY = load_topology()
HARNESS = BENCHES / "allreduce_ipcq"


@pytest.fixture(scope="module")
def rows():
    points = [
        kb.sweep.Point(algorithm, driver, ranks, size, 4096, dispatch)
        for algorithm in ALGORITHMS
        for driver in DRIVERS
        for ranks in (2, 4, 16)
        for size in (1024, 16_384)
        for dispatch in ((0, 100) if driver == "cpu" else (0,))
    ]
    return [kb.sweep.latency_row(point, TOPOLOGY) for point in points]


def planted(rows, index=0, **changes):
    return [*rows[:index], {**rows[index], **{k: f(rows[index][k]) for k, f in changes.items()}}, *rows[index + 1 :]]


@pytest.mark.parametrize("check", invariants.LATENCY_CHECKS)
def test_true_rows_break_nothing(check, rows):
    extra = {"least": 20} if check is invariants.agreement else {}
    assert list(check(rows, TOPOLOGY, **extra)) == []


@pytest.mark.parametrize(
    ("check", "changes"),
    [
        (invariants.roofline, {"latency_cycles": lambda cycles: cycles // 4}),
        (invariants.serial, {"latency_cycles": lambda cycles: cycles * 1000}),
        (invariants.conservation, {"sent_bytes": lambda size: size // 2}),
        (invariants.occupancy, {"link_busy_pct_max": lambda share: share + 100}),
        (invariants.occupancy, {"slots_used_max": lambda used: 9}),
        (invariants.monotone, {"latency_cycles": lambda cycles: cycles * 100}),
        (invariants.agreement, {"simpy_agrees": lambda word: "no"}),
    ],
)
def test_a_planted_row_is_caught(check, changes, rows):
    assert list(check(planted(rows, **changes), TOPOLOGY))


def test_a_row_that_beats_its_links_is_caught_even_if_its_closed_form_does_too(rows):
    index = next(i for i, row in enumerate(rows) if row["algorithm"] == "ring" and row["bytes"] == 16_384)
    wrong = planted(rows, index, latency_cycles=lambda c: 5, alpha_beta_cycles=lambda c: 5)
    assert any("links alone" in each for each in invariants.roofline(wrong, TOPOLOGY))


def test_an_uncontended_ring_off_by_a_cycle_is_caught(rows):
    index = next(i for i, row in enumerate(rows) if (row["algorithm"], row["driver"]) == ("ring", "ipcq"))
    wrong = planted(rows, index, latency_cycles=lambda c: c + 1)
    assert any("closed form says" in each for each in invariants.agreement(wrong, TOPOLOGY, 20))


def test_too_few_compared_rows_are_no_agreement(rows):
    assert list(invariants.agreement(rows[:3], TOPOLOGY))


def test_hand_sums_hold_and_a_reduce_unit_that_takes_a_cycle_longer_is_caught(monkeypatch):
    assert list(invariants.degenerate(TOPOLOGY)) == []
    receive = Cluster.receive

    def slow(self, *request):
        command = receive(self, *request)
        command.cycles += bool(command.cycles)
        return command

    monkeypatch.setattr(Cluster, "receive", slow)
    assert list(invariants.degenerate(TOPOLOGY))


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
@pytest.mark.parametrize("driver", DRIVERS)
def test_all_ranks_hold_the_same_bits_and_whole_numbers_are_exact(algorithm, driver):
    found = [
        kb.sweep.numerics_row(kind, algorithm, driver, ranks, 1024, TOPOLOGY, 3)
        for kind in ("integers", "reals")
        for ranks in (2, 8)
    ]
    assert list(invariants.numerics(found)) == []


def test_a_forgotten_hazard_gives_wrong_numbers(monkeypatch):
    def careless(pes, *request):
        command = receive(pes, *request)
        command.after_done = command.after_end = ()
        return command

    def hasty(pes, *request):
        command = send(pes, *request)
        command.after_done = ()
        return command

    receive, send = Cluster.receive, Cluster.send
    monkeypatch.setattr(Cluster, "receive", careless)
    monkeypatch.setattr(Cluster, "send", hasty)
    found = [kb.sweep.numerics_row("integers", "ring", "ipcq", 8, 1024, TOPOLOGY, 3)]
    assert list(invariants.numerics(found))


def test_a_block_that_is_summed_twice_is_caught(monkeypatch):
    put = cluster.put

    def twice(piece, message, combine):
        put(piece, message, combine)
        if combine:
            put(piece, message, combine)

    monkeypatch.setattr(cluster, "put", twice)
    assert list(invariants.numerics([kb.sweep.numerics_row("integers", "tree", "ipcq", 4, 1024, TOPOLOGY, 3)]))


@pytest.mark.parametrize(("column", "value"), [("ranks_identical", 0), ("worst_share_of_bound", 2), ("exact", 0)])
def test_a_planted_number_is_caught(column, value):
    row = kb.sweep.numerics_row("integers", "ring", "ipcq", 4, 1024, TOPOLOGY, 3)
    assert list(invariants.numerics([{**row, column: value}]))


def test_maxima_are_reduced_by_the_same_queues():
    data = [np.arange(64, dtype=np.float32) * (-1) ** rank for rank in range(4)]
    want = np.max(data, axis=0)
    pes = Cluster(TOPOLOGY, numerics=True)
    ranks = members(4, pes.mesh)
    pieces = [collectives.pieces_of(1, 64, each) for each in data]
    collectives.allreduce(pes, "recursive_doubling", "ipcq", ranks, pieces, combine=np.maximum)
    pes.simulate(0)
    assert all(np.array_equal(each, want) for each in data)


def test_the_textbook_ring_with_one_message_a_block():
    s, h, g, p = 1, 20 + 4, 1, 16
    assert allreduce_cycles("ring", "ipcq", p, 1024, 4096, TOPOLOGY, 0) == 4 + 2 * (p - 1) * (s + h) + (p - 1) * g
    assert prepared("ring", "ipcq", p, 1024, Cluster(TOPOLOGY)).simulate(0).cycles == 769


def test_what_was_not_validated_is_refused_and_a_model_that_answers_is_caught(monkeypatch):
    assert list(kb.sweep.refused(TOPOLOGY)) == []
    with pytest.raises(OutOfRangeError, match="3 ranks; validated are"):
        prepared("ring", "ipcq", 3, 1200, Cluster(TOPOLOGY))
    monkeypatch.setattr(kb.sweep, "prepared", lambda *request: Cluster(TOPOLOGY))
    assert len(list(kb.sweep.refused(TOPOLOGY))) == 6


@pytest.mark.parametrize("driver", DRIVERS)
def test_overlap_lies_between_the_longer_part_and_both_in_turn(driver):
    row = kb.overlap.row(driver, 256, 2, TOPOLOGY)
    assert list(invariants.overlapped([row])) == []
    for column, value in (("overlapped_cycles", 10), ("overlapped_cycles", 10**7), ("exposed_comm_cycles", -1)):
        assert list(invariants.overlapped([{**row, column: value}]))


def test_the_overlap_kernel_is_the_same_by_both_implementations():
    pes = kb.overlap.kernel("ipcq_overlap", 256, 2, Choice("bidirectional_ring", 8192), TOPOLOGY)
    assert pes.simulate(0) == pes.plan(0, trace=True).run


def test_a_crossover_is_where_the_second_stops_being_slower():
    row = kb.sweep.crossover_row("tree", "ring", 4, TOPOLOGY)
    assert row["closed_form_bytes"] == row["simulated_bytes"] == 896
    assert list(invariants.crossovers([row], TOPOLOGY)) == []
    assert list(invariants.crossovers([{**row, "closed_form_bytes": 256}], TOPOLOGY))


def test_columns_and_keys_are_those_that_bench_yaml_declares():
    declared = {
        each["path"]: each for each in yaml.safe_load((HARNESS / "bench.yaml").read_text(encoding="utf-8"))["outputs"]
    }
    assert declared.keys() == kb.bench.KEYS.keys()
    assert all(tuple(each["key"]) == kb.bench.KEYS[name] for name, each in declared.items())


def test_the_same_digests_under_another_hash_seed():
    code = (
        "import sweep, tables; from kernbench.topology import load_topology; t = load_topology();"
        "points = [sweep.Point(a, d, 8, 4096, 4096) for a in sweep.ALGORITHMS for d in sweep.DRIVERS];"
        "rows = [sweep.latency_row(point, t) for point in points];"
        "rows += [sweep.numerics_row('reals', 'ring', 'ipcq', 4, 1024, t, 1)];"
        "print(rows)"
    )
    assert len(printed_under_hash_seeds(code, HARNESS)) == 1


def test_another_order_or_a_changed_cell_is_another_digest():
    key = {"t.csv": ("a",)}
    first = kb.tables.digests({"t.csv": [{"a": 1, "b": 2}]}, key)
    other = kb.tables.digests({"t.csv": [{"a": 1, "b": 3}]}, key)
    assert list(kb.program.determinism(first, first)) == []
    assert list(kb.program.determinism(first, other))
