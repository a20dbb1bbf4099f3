"""The attention harness: numbers, panels, merge of split keys, and a planted mutant for each invariant."""

import random

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from kernbench import attention, merge
from kernbench import attention_invariants as invariants
from kernbench.attention import FUSED, fused, tensors
from kernbench.cluster import Cluster
from kernbench.layer import Shape, checked
from kernbench.tiling import OutOfRangeError
from kernbench.topology import load_topology
from kernbench.unfused import unfused

from tests.benches.loaded import BENCHES, load, printed_under_hash_seeds

kb = load("gqa_fused")
TOPOLOGY = load_topology()
HARNESS = BENCHES / "gqa_fused"
FIRST = kb.panels.PANELS[1]
POINTS = [(panel, variant, h_kv) for panel in (FIRST, kb.panels.PANELS[4]) for variant in kb.panels.VARIANTS
          for h_kv in (8, 1)]  # fmt: skip


@pytest.fixture(scope="module")
def rows():
    return [kb.panels.latency_row(*point, TOPOLOGY) for point in POINTS]


@pytest.fixture(scope="module")
def stages():
    return [
        {**kb.panels.named(*point), "stage": stage, "cycles": cycles, "makespan_cycles": found.run.cycles}
        for point in POINTS
        for found in (kb.panels.outcome(*point, TOPOLOGY),)
        for stage, cycles in found.stages.items()
    ]


def planted(rows, index=0, **changes):
    return [*rows[:index], {**rows[index], **{k: f(rows[index][k]) for k, f in changes.items()}}, *rows[index + 1 :]]


def test_true_rows_break_nothing(rows, stages):
    assert list(invariants.roofline(rows, TOPOLOGY)) == []
    assert list(invariants.serial(rows, stages)) == []
    assert list(invariants.conservation(rows, TOPOLOGY)) == []
    assert list(invariants.monotone(rows)) == []
    assert list(invariants.degenerate(rows)) == []
    assert list(invariants.breakdown(stages)) == []


@pytest.mark.parametrize(
    ("check", "changes"),
    [
        (lambda rows, _: invariants.roofline(rows, TOPOLOGY), {"latency_cycles": lambda c: c // 3}),
        (lambda rows, _: invariants.roofline(rows, TOPOLOGY), {"vec_bound_cycles": lambda c: c * 1000}),
        (invariants.serial, {"latency_cycles": lambda c: c + 1}),
        (invariants.serial, {"serial_cycles": lambda c: c // 50}),
        (lambda rows, _: invariants.conservation(rows, TOPOLOGY), {"flops": lambda n: n // 2}),
        (lambda rows, _: invariants.conservation(rows, TOPOLOGY), {"hbm_read_bytes": lambda n: n // 2}),
        (lambda rows, _: invariants.monotone(rows), {"latency_cycles": lambda c: 10}),
        (lambda rows, _: invariants.degenerate(rows), {"group": lambda g: g + 1}),
    ],
)
def test_a_planted_row_is_caught(check, changes, rows, stages):
    assert list(check(planted(rows, **changes), stages))


def test_fusing_that_moves_more_and_an_idle_engine_that_helps_are_caught(rows):
    index = next(i for i, row in enumerate(rows) if row["variant"] == "fused_async")
    assert any(
        "unfused" in e for e in invariants.conservation(planted(rows, index, hbm_bytes=lambda n: n * 9), TOPOLOGY)
    )
    index = next(i for i, row in enumerate(rows) if row["variant"] == "fused_composite_ipcq")
    assert list(invariants.degenerate(planted(rows, index, latency_cycles=lambda c: c - 1)))


def test_stages_that_do_not_sum_and_engines_that_are_too_busy_are_caught(stages):
    assert list(invariants.breakdown(planted(stages, cycles=lambda c: c + 1)))
    row = {**kb.panels.named(*POINTS[0]), "engine": "PE_MAC", "busy_cycles": 90, "stalled_cycles": 10}
    assert list(invariants.occupancy([{**row, "makespan_cycles": 100}])) == []
    assert list(invariants.occupancy([{**row, "makespan_cycles": 99}]))


def test_simpy_and_schedule_agree_on_reduced_panels_and_a_difference_is_caught():
    rows = [kb.panels.crosscheck_row(panel, v, 4, TOPOLOGY) for panel in kb.panels.REDUCED for v in kb.panels.VARIANTS]
    assert list(invariants.agreement(rows, 20)) == []
    assert list(invariants.agreement(planted(rows, simpy_cycles=lambda c: c + 1), 20))
    assert list(invariants.agreement(planted(rows, agree=lambda one: 0), 20))
    assert list(invariants.agreement(rows[:3], 20))


@st.composite
def shapes(draw):
    group, h_kv = draw(st.sampled_from([1, 2, 4, 8])), draw(st.integers(1, 2))
    tile = draw(st.sampled_from([8, 16]))
    if draw(st.booleans()):
        return Shape(group * h_kv, h_kv, 32, 32, 32, tile, causal=True)
    return Shape(group * h_kv, h_kv, 32, 1, tile * draw(st.integers(1, 4)), tile)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    shape=shapes(), variant=st.sampled_from(["unfused", *FUSED]), dispatch=st.integers(0, 200),
    lanes=st.sampled_from([1, 16, 64]), fill=st.integers(0, 400),
)  # fmt: skip
def test_any_kernel_gives_the_oracles_numbers_and_the_same_time_twice(shape, variant, dispatch, lanes, fill):
    machine = TOPOLOGY.with_values(pe__vec__lanes=lanes, pe__mac__fill=fill)
    q, k, v, o = kb.studies.drawn(shape, "seed", "fp16")
    cluster = Cluster(machine, numerics=True)
    data = tensors(shape, (q, k, v, o))
    if variant == "unfused":
        unfused(cluster.pes[0], shape, data)
    else:
        fused(cluster.pes[0], shape, data, variant)
    assert cluster.simulate(dispatch) == cluster.plan(dispatch, trace=True).run
    assert np.abs(o - kb.studies.oracle(shape, q, k, v)).max() <= 2e-3


def test_numbers_are_within_tolerance_for_all_groupings_and_all_merges():
    shape = next(each for each in kb.studies.SHAPES if each.q_len == 1 and each.h_kv == 4)
    found = [kb.studies.split_row(shape, driver, 1, TOPOLOGY) for driver in ("cpu", "ipcq", "operator")]
    found += [kb.studies.numerics_row(shape, "fused_async", precision, 1, TOPOLOGY) for precision in ("fp16", "fp32")]
    assert list(invariants.numerics(found)) == []
    assert list(invariants.numerics(planted(found, max_abs_err=lambda error: 1)))


@pytest.mark.parametrize("mutant", ["forgets the mask", "forgets to rescale"])
def test_a_kernel_with_a_mistake_gives_wrong_numbers(mutant, monkeypatch):
    shape = next(each for each in kb.studies.SHAPES if (each.q_len > 1) == ("mask" in mutant))
    if "mask" in mutant:
        monkeypatch.setattr(attention, "hide", lambda *request: None)
    else:
        online = attention.online

        def careless(state, scores, weights, scale, *, first):
            online(state, scores, weights, scale, first=first)
            scale[...] = 1

        monkeypatch.setattr(attention, "online", careless)
    assert list(invariants.numerics([kb.studies.numerics_row(shape, "fused_async", "fp32", 1, TOPOLOGY)]))


def test_the_merge_is_commutative_and_associative_up_to_rounding():
    source = np.random.RandomState(7)
    states = [tuple(source.rand(*size).astype(np.float32) * 4 for size in ((5,), (5,), (5, 8))) for _ in range(6)]
    results = []
    for seed in range(4):
        left = list(states)
        random.Random(seed).shuffle(left)
        while len(left) > 1:
            left.insert(0, merge.merge_states(left.pop(), left.pop(0)))
        results.append(left[0][2] / left[0][1][:, None])
    assert all(np.abs(each - results[0]).max() < 1e-6 for each in results)


def test_decode_reads_k_and_v_less_by_the_group(rows):
    reads = {
        row["h_kv"]: row["hbm_read_bytes"] for row in rows if (row["panel"], row["variant"]) == ("P2", "fused_async")
    }
    queries = 2 * 32 * 128
    assert (reads[8] - queries) == 8 * (reads[1] - queries)


def test_the_projection_is_in_a_file_of_its_own_and_says_what_it_is():
    outputs = yaml.safe_load((HARNESS / "bench.yaml").read_text(encoding="utf-8"))["outputs"]
    assert [each["path"] for each in outputs if each["kind"] == "projection"] == ["gqa_projection.csv"]
    row = kb.studies.projection_row(kb.panels.REDUCED[3], 4, TOPOLOGY)
    assert row["status"] == "designed, not measured"
    assert row["projected_cycles"] > row["stream_cycles"] > 0
    assert row["saved_cycles"] == row["baseline_cycles"] - row["projected_cycles"]


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        (Shape(32, 5, 128, 1, 512, 512), "do not share"),
        (Shape(32, 8, 128, 1, 1000, 512), "1000 keys"),
        (Shape(32, 8, 128, 1, 1 << 20, 512), "up to 131072"),
        (Shape(32, 8, 100, 1, 512, 512), "head dimension 100"),
        (Shape(32, 8, 128, 64, 512, 512, causal=True), "64 queries"),
    ],
)
def test_what_was_not_validated_is_refused(shape, message):
    with pytest.raises(OutOfRangeError, match=message):
        checked(shape)


def test_a_model_that_answers_everything_is_caught(monkeypatch):
    assert list(kb.studies.refused(TOPOLOGY)) == []
    monkeypatch.setattr(kb.studies, "kernel", lambda *request: Cluster(TOPOLOGY))
    assert len(list(kb.studies.refused(TOPOLOGY))) == 7


def test_columns_and_keys_are_those_that_bench_yaml_declares():
    declared = {
        each["path"]: each for each in yaml.safe_load((HARNESS / "bench.yaml").read_text(encoding="utf-8"))["outputs"]
    }
    assert declared.keys() == kb.bench.KEYS.keys()
    assert all(tuple(each["key"]) == kb.bench.KEYS[name] for name, each in declared.items())


def test_the_same_tables_under_another_hash_seed():
    code = (
        "import panels, studies, traces; from kernbench.topology import load_topology; t = load_topology();"
        "print([panels.crosscheck_row(p, v, 4, t) for p in panels.REDUCED for v in ('unfused', 'fused_composite')],"
        "studies.split_row(studies.SHAPES[1], 'ipcq', 1, t), traces.trace_rows(t)[:50])"
    )
    assert len(printed_under_hash_seeds(code, HARNESS)) == 1
