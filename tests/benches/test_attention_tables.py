"""Tables of the attention harness: engines by count, silent on what is committed; a planted mutant each."""

import dataclasses

import numpy as np
import pytest
from kernbench import layer, merge
from kernbench.layer import Shape, fitting, tcdm_bytes
from kernbench.tiling import OutOfRangeError
from kernbench.topology import load_topology

from tests.benches.loaded import committed, load, planted

kb = load("gqa_fused")
TOPOLOGY = load_topology()
NAMES = ("latency", "occupancy", "breakdown", "dispatch", "whatif", "projection", "trace", "numerics")
TABLES = {name: committed("gqa_fused", f"gqa_{name}.csv") for name in NAMES}
LATENCY = TABLES["latency"]
RULES = {
    "complete": kb.hold.complete,
    "work": lambda rows: kb.hold.work(rows, TOPOLOGY),
    "engines": lambda rows: kb.hold.engines(rows, LATENCY, TOPOLOGY),
    "breakdown": lambda rows: kb.hold.breakdown(rows, LATENCY, TABLES["occupancy"]),
    "dispatch": lambda rows: kb.hold.dispatch(rows, LATENCY),
    "chosen": lambda rows: kb.hold.chosen(rows, TOPOLOGY),
    "whatif": lambda rows: kb.hold.whatif(rows, LATENCY),
    "projection": lambda rows: kb.hold.projection(rows, LATENCY, TOPOLOGY),
    "trace": lambda rows: kb.hold.trace(rows, kb.traces.ends(TOPOLOGY)),
    "rounded": kb.hold.rounded,
}
OF = {"complete": "latency", "work": "latency", "chosen": "latency", "engines": "occupancy", "rounded": "numerics"}
CPU_MERGES = {"variant": "fused_composite"}
PREFILL = {"panel": "P1", "h_kv": 4}


@pytest.mark.parametrize("rule", RULES)
def test_the_committed_tables_break_nothing(rule):
    assert list(RULES[rule](TABLES[OF.get(rule, rule)])) == []


@pytest.mark.parametrize(
    ("rule", "changes", "key"),
    [
        ("complete", {"variant": lambda _: "eager"}, {}),
        ("work", {"flops": lambda count: count * 2}, PREFILL),
        ("work", {"hbm_bytes": lambda size: size + 2}, {"variant": "unfused"}),
        ("work", {"hbm_read_bytes": lambda size: size // 2}, {"panel": "P4"}),
        ("work", {"roofline_cycles": lambda cycles: cycles - 1}, {"panel": "P3"}),
        ("work", {"vec_bound_cycles": lambda cycles: cycles // 2}, PREFILL),
        ("work", {"ai_flop_per_byte": lambda rate: rate * 2}, {}),
        ("work", {"bound": lambda _: "PE_MAC"}, PREFILL),
        ("work", {"latency_cycles": lambda cycles: cycles // 3}, PREFILL),
        ("engines", {"busy_cycles": lambda cycles: cycles // 2}, {**PREFILL, "engine": "PE_MAC"}),
        ("engines", {"busy_cycles": lambda cycles: cycles + 1}, {"panel": "P4", "engine": "PE_DMA_IN"}),
        ("engines", {"busy_cycles": lambda cycles: cycles - 1}, {**PREFILL, "engine": "PE_VEC"}),
        ("work", {"serial_cycles": lambda cycles: cycles * 100}, PREFILL),
        ("engines", {"busy_cycles": lambda cycles: cycles * 2}, {**PREFILL, "engine": "PE_DMA_OUT"}),
        ("engines", {"occupancy_pct": lambda share: share + 1}, {"engine": "PE_VEC"}),
        ("engines", {"stalled_pct": lambda share: share + 1}, {"engine": "PE_VEC"}),
        ("engines", {"makespan_cycles": lambda cycles: cycles + 1}, {}),
        ("engines", {"engine": lambda _: "PE_GPU"}, {}),
        ("breakdown", {"makespan_cycles": lambda cycles: cycles + 1}, {}),
        ("breakdown", {"share_pct": lambda share: share + 1}, {}),
        ("breakdown", {"cycles": lambda _: 10**9}, {**PREFILL, "stage": "qk"}),
        ("dispatch", {"latency_cycles": lambda cycles: cycles + 1}, {"dispatch_cycles": 0}),
        ("dispatch", {"latency_cycles": lambda _: 10}, {"dispatch_cycles": 2000, "variant": "fused_async"}),
        ("dispatch", {"latency_cycles": lambda cycles: cycles * 9}, {"dispatch_cycles": 500}),
        ("dispatch", {"commands": lambda count: count - 1}, {"dispatch_cycles": 50}),
        ("dispatch", {"dispatch_cycles": lambda _: 1}, {"dispatch_cycles": 0}),
        ("whatif", {"latency_cycles": lambda cycles: cycles - 1}, {"change": "configured"}),
        ("whatif", {"latency_cycles": lambda cycles: cycles * 2}, {"change": "pe.vec.lanes x2"}),
        ("whatif", {"latency_cycles": lambda cycles: cycles + 855}, {"change": "one command a PE"}),
        ("whatif", {"latency_cycles": lambda cycles: cycles - 5}, {"change": "one command a PE"}),
        ("chosen", {"latency_cycles": lambda cycles: cycles + 600}, {"panel": "P4", "pes": 4, "h_kv": 1, **CPU_MERGES}),
        ("chosen", {"merge_sum": lambda _: "none"}, {"panel": "P4"}),
        ("projection", {"saved_cycles": lambda cycles: -cycles}, {}),
        ("projection", {"payload_bytes": lambda size: size // 2}, {}),
        ("projection", {"baseline_cycles": lambda cycles: cycles + 1}, {}),
        ("projection", {"exposed_merge_cycles": lambda _: 1}, {}),
        ("projection", {"status": lambda _: "measured"}, {}),
        ("trace", {"end_cycle": lambda _: 10**7}, {}),
        ("trace", {"start_cycle": lambda cycle: cycle - 1}, {"engine": "PE_DMA_IN", "start_cycle": 2048}),
        ("trace", {"variant": lambda _: "eager"}, {}),
        ("rounded", {"max_abs_err": lambda _: 0}, {"precision": "fp16"}),
        ("rounded", {"tolerance": lambda most: most * 10}, {}),
        ("rounded", {"h_kv": lambda _: 3}, {}),
    ],
)
def test_a_planted_cell_is_caught(rule, changes, key):
    assert list(RULES[rule](planted(TABLES[OF.get(rule, rule)], changes, **key)))


@pytest.mark.parametrize("rule", ["complete", "projection", "engines"])
def test_rows_that_are_left_out_are_caught(rule):
    assert list(RULES[rule](TABLES[OF.get(rule, rule)][8:]))


def test_the_oracle_has_a_mask_of_its_own_and_one_without_is_caught():
    assert list(kb.hold.masked(kb.studies.oracle, kb.studies.drawn, kb.studies.SHAPES)) == []

    def blind(shape, q, k, v):
        return kb.studies.oracle(Shape(shape.h_q, shape.h_kv, shape.head_dim, shape.q_len, shape.ctx, 32), q, k, v)

    assert list(kb.hold.masked(blind, kb.studies.drawn, kb.studies.SHAPES))


def test_large_scores_overflow_nowhere_and_a_merge_without_the_maximum_is_caught(monkeypatch):
    assert list(kb.stable.violations(TOPOLOGY)) == []
    allreduce = merge.allreduce

    def careless(*request, combine=np.add):
        return allreduce(*request, combine=np.minimum if combine is np.maximum else combine)

    monkeypatch.setattr(merge, "allreduce", careless)
    assert [each for each in kb.stable.violations(TOPOLOGY) if "split" in each]


def test_time_that_is_neither_busy_nor_stalled_is_caught(monkeypatch):
    assert list(kb.hold.stalls(TOPOLOGY)) == []
    outcome = kb.panels.outcome

    def short(*request):
        found = outcome(*request)
        return dataclasses.replace(found, stalled={name: cycles // 2 for name, cycles in found.stalled.items()})

    monkeypatch.setattr(kb.panels, "outcome", short)
    assert list(kb.hold.stalls(TOPOLOGY))


def test_the_numbers_of_prefill_go_over_several_tiles_and_blocks():
    shapes = [each for each in kb.studies.SHAPES if each.causal]
    assert all(each.tile_count > each.h_kv for each in shapes)
    assert any(each.tiles(0) < each.tiles(each.q_len // each.positions - 1) for each in shapes)


def test_buffers_that_do_not_fit_the_memory_are_refused():
    panel = Shape(32, 8, 128, 1, 4096, 512)
    assert fitting(panel, TOPOLOGY) is panel
    assert (
        tcdm_bytes(panel, TOPOLOGY, unfused=False)
        == 2 * 2 * (4 * 128 + 2 * 512 * 128 + 4 * 512) + 2 * 4 * 4 * (512 + 129) + 32 * 130 * 4
    )
    with pytest.raises(OutOfRangeError, match="bytes of a TCDM of 1048576"):
        fitting(Shape(32, 8, 128, 1, 4096, 2048), TOPOLOGY)
    with pytest.raises(OutOfRangeError, match="bytes of a TCDM"):
        fitting(Shape(32, 1, 128, 1, 16_384, 8192), TOPOLOGY, unfused=True)


def test_the_buffers_that_a_kernel_makes_are_those_that_are_counted(monkeypatch):
    made = []
    buffer = kb.panels.Cluster(TOPOLOGY).pes[0].__class__.buffer

    def counted(pe, rows, columns, dtype=np.float16):
        made.append(rows * columns * np.dtype(dtype).itemsize)
        return buffer(pe, rows, columns, dtype)

    monkeypatch.setattr(kb.panels.Cluster(TOPOLOGY).pes[0].__class__, "buffer", counted)
    shape = Shape(32, 8, 128, 1, 4096, 512)
    kb.panels.fused(kb.panels.Cluster(TOPOLOGY).pes[0], shape, kb.panels.tensors(shape), "fused_async")
    assert sum(made) == tcdm_bytes(shape, TOPOLOGY, unfused=False)
    assert layer.LARGEST_CONTEXT == 131_072
