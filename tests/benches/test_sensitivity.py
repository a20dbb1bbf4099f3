"""The sensitivity harness: what it varies, what it does not run again, its verdicts, and a planted mutant for each."""

import copy
import csv
import os
import pickle
import subprocess
import sys
from fractions import Fraction

import pytest
import yaml
from kernbench import recurrence
from kernbench.topology import TopologyError, load_topology

from tests.benches.loaded import BENCHES, load

kb = load("sensitivity", "gemm_composite", "allreduce_ipcq", "gqa_fused")
TOPOLOGY = load_topology()
HARNESS = BENCHES / "sensitivity"
FEW = tuple(
    each
    for each in kb.vary.HEADLINES
    if each.name in ("breakeven_large_tile", "composite_over_blocking", "doubling_over_ring_small", "softmax_merge_mqa")
)
VALUES, SUMMARY = "sensitivity.csv", "sensitivity_summary.csv"


def named(name):
    return next(each for each in kb.vary.HEADLINES if each.name == name)


@pytest.fixture(scope="module")
def tables():
    return kb.vary.tables(TOPOLOGY, FEW)


def broken(tables):
    yield from kb.hold.complete(tables, FEW, TOPOLOGY)
    yield from kb.hold.verdicts(tables)
    yield from kb.hold.summaries(tables)
    yield from kb.hold.unasked(tables)
    yield from kb.hold.configured(tables)
    yield from kb.hold.apart(tables, FEW)


def planted(tables, file, index=0, **changes):
    wrong = copy.deepcopy(dict(tables))
    for column, change in changes.items():
        wrong[file][index][column] = change(wrong[file][index][column])
    return wrong


def test_true_tables_break_nothing(tables):
    assert list(broken(tables)) == []


@pytest.mark.parametrize(
    ("file", "changes"),
    [
        (VALUES, {"holds": lambda held: 1 - held}),
        (VALUES, {"flips": lambda flips: 1 - flips}),
        (VALUES, {"value": lambda value: 0}),
        (VALUES, {"change_pct": lambda change: change + 1}),
        (VALUES, {"constant_value": lambda value: value + 1}),
        (VALUES, {"constant": lambda _: "pe.vec.exp"}),
        (SUMMARY, {"flips": lambda count: count + 1}),
        (SUMMARY, {"min_value": lambda value: value - 1}),
        (SUMMARY, {"max_value": lambda value: value + 1}),
        (SUMMARY, {"points": lambda count: count - 1}),
        (SUMMARY, {"constants_asked": lambda count: count - 1}),
        (SUMMARY, {"refused": lambda count: count + 1}),
        (SUMMARY, {"flipped_by": lambda names: "none" if names != "none" else "pe.vec.exp"}),
        (SUMMARY, {"value": lambda value: 0}),
        (SUMMARY, {"limit": lambda limit: 10**6}),
        ("sensitivity_dispatch.csv", {"value": lambda value: value + 1}),
        ("sensitivity_dispatch.csv", {"holds": lambda held: 1 - held}),
        ("sensitivity_projection.csv", {"headline": lambda _: "composite_over_blocking"}),
    ],
)
def test_a_planted_cell_is_caught(file, changes, tables):
    assert list(broken(planted(tables, file, **changes)))


def test_a_machine_that_is_left_out_or_stands_twice_is_caught(tables):
    for rows in (tables[VALUES][1:], [tables[VALUES][0], *tables[VALUES]]):
        assert any("I11" in each for each in kb.hold.complete({**tables, VALUES: rows}, FEW, TOPOLOGY))


def test_each_assumed_constant_is_varied_and_no_other():
    varied = kb.vary.assumed(TOPOLOGY)
    assumed = {each.name for each in TOPOLOGY.constants if each.status == "assumed"}
    assert varied.keys() == assumed | kb.vary.JOINT.keys()
    assert "mesh.link_rate" not in assumed


@pytest.mark.parametrize("value", [1, 2, 4, 5, 64, 4096])
def test_a_changed_constant_moves_by_20_per_cent_or_more(value):
    down, up = (kb.vary.moved(value, factor) for factor in kb.vary.FACTORS)
    assert 5 * down <= 4 * value
    assert 5 * up >= 6 * value
    assert value - down < Fraction(value, 5) + 1
    assert up - value < Fraction(value, 5) + 1


def test_a_change_that_is_none_and_a_machine_that_cannot_be_are_refused():
    assert list(kb.hold.refused(TOPOLOGY)) == []
    with pytest.raises(TopologyError, match=r"is 0, and .* times that is the same"):
        kb.vary.machine(TOPOLOGY, ("pe.cpu.dispatch",), Fraction(6, 5))
    with pytest.raises(TopologyError, match="whole number of at least 1"):
        kb.vary.machine(TOPOLOGY, ("clock.frequency",), Fraction(4, 5))


def test_a_model_that_answers_every_machine_is_caught(monkeypatch):
    monkeypatch.setattr(kb.vary, "machine", lambda topology, names, factor: topology)
    assert len(list(kb.hold.refused(TOPOLOGY))) == 3


def test_what_a_headline_does_not_look_at_is_run_anew_and_changes_nothing():
    assert list(kb.hold.degenerate(TOPOLOGY, ("doubling_over_ring_small",))) == []


def test_a_constant_that_is_looked_at_unseen_is_caught(monkeypatch):
    asked = kb.watch.asked
    monkeypatch.setattr(kb.hold, "asked", lambda *request: asked(*request) - {"pe.ipcq.doorbell"})
    assert list(kb.hold.degenerate(TOPOLOGY, ("doubling_over_ring_small",)))


def test_a_record_answers_only_for_machines_that_answer_alike():
    runs = []

    @kb.watch.remembered
    def rate(times, topology):
        runs.append(topology)
        return times * topology.in_rate

    wide = TOPOLOGY.with_values(pe__dma__in_rate=77)
    narrow = TOPOLOGY.with_values(pe__dma__in_rate=51)
    assert [rate(2, TOPOLOGY), rate(2, wide), rate(2, narrow), rate(3, wide), rate(2, narrow)] == [
        128,
        128,
        102,
        192,
        102,
    ]
    assert len(runs) == 3
    assert kb.watch.asked(lambda t: rate(2, t), TOPOLOGY) == {"pe.dma.in_rate", "mesh.link_rate", "hbm.channel_rate"}


def test_what_another_process_has_run_is_known_and_nothing_is_run_again():
    runs = []

    def times(factor, topology):
        runs.append(factor)
        return factor * topology["pe.vec.lanes"]

    times.__qualname__ = "once"
    kb.watch.forget()
    there = kb.watch.remembered(times)
    assert there(3, TOPOLOGY) == 192
    sent = pickle.loads(pickle.dumps(kb.watch.learned()))
    kb.watch.forget()
    kb.watch.learn(sent)
    assert there(3, TOPOLOGY) == 192
    assert there(3, TOPOLOGY.with_values(pe__vec__lanes=32)) == 96
    assert runs == [3, 3]


def test_every_headline_is_in_one_family():
    assert sorted(each.name for family in kb.vary.FAMILIES for each in family) == sorted(
        each.name for each in kb.vary.HEADLINES
    )


def test_a_watched_machine_cannot_be_changed_behind_the_notes():
    with pytest.raises(TopologyError, match="not changed"):
        kb.watch.asked(lambda topology: topology.with_values(pe__vec__exp=5)["pe.vec.exp"], TOPOLOGY)


def test_a_slower_memory_raises_the_break_even_cost_and_a_faster_one_flips_the_claim():
    claim = named("breakeven_large_tile")
    slow, fast = (kb.vary.machine(TOPOLOGY, kb.vary.JOINT["memory rate (joint)"], each) for each in kb.vary.FACTORS)
    assert claim.evaluate(slow) > claim.evaluate(TOPOLOGY) > claim.limit >= claim.evaluate(fast)
    assert [claim.holds(claim.evaluate(each)) for each in (TOPOLOGY, fast)] == [True, False]


def test_a_model_that_is_off_differs_from_the_committed_tables(monkeypatch):
    def differs():
        kb.watch.forget()
        rows = {"sensitivity_summary.csv": kb.vary.value_rows(kb.vary.points(TOPOLOGY, (named("better_tile"),)))[:1]}
        return list(kb.committed.differences({**rows, "sensitivity_projection_summary.csv": []}, BENCHES))

    monkeypatch.setattr(kb.committed, "SAME", {"better_tile": kb.committed.SAME["better_tile"]})
    assert differs() == []
    stages = recurrence.stages
    monkeypatch.setattr(recurrence, "stages", lambda *request: stages(*request).__class__(9, 9, 9, 9))
    assert differs()


def committed(name):
    with (HARNESS / "artifacts" / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_the_committed_values_are_those_of_the_other_harnesses_tables():
    names = ("sensitivity_summary.csv", "sensitivity_projection_summary.csv")
    assert list(kb.committed.differences({name: committed(name) for name in names}, BENCHES)) == []
    stated = {row["headline"] for name in names for row in committed(name)}
    assert stated == {each.name for each in kb.vary.HEADLINES}
    alone = stated - kb.committed.SAME.keys()
    assert alone == {"composite_over_async_configured", "composite_wins_free", "decode_mqa_below_group"}


def test_projections_stand_in_files_of_their_own_kind():
    outputs = yaml.safe_load((HARNESS / "bench.yaml").read_text(encoding="utf-8"))["outputs"]
    assert {each["path"] for each in outputs if each["kind"] == "projection"} == {
        "sensitivity_projection.csv",
        "sensitivity_projection_summary.csv",
    }
    designed = {each.name for each in kb.vary.HEADLINES if each.projection}
    assert {row["headline"] for row in committed("sensitivity_projection_summary.csv")} == designed
    assert not designed & {row["headline"] for row in committed(SUMMARY)}


def test_columns_and_keys_are_those_that_bench_yaml_declares(tables):
    declared = yaml.safe_load((HARNESS / "bench.yaml").read_text(encoding="utf-8"))["outputs"]
    assert {each["path"] for each in declared} == kb.bench.KEYS.keys()
    for each in declared:
        assert tuple(each["key"]) == kb.bench.KEYS[each["path"]]
        assert list(each["columns"]) == list(committed(each["path"])[0])


def test_an_unknown_sign_is_refused():
    with pytest.raises(ValueError, match="no rule has the sign"):
        kb.headline.headline("a", "~ 1", "ratio", "b", "c", lambda topology: 1)


def test_the_program_starts_from_anywhere_without_a_python_path(tmp_path):
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, str(HARNESS / "bench.py"), "--help"], cwd=tmp_path, env=clean, capture_output=True, check=True
    )
    assert b"validate" in done.stdout
