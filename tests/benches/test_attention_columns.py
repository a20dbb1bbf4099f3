"""Columns of the attention tables from runs on small panels: each is what its name says, counted another way."""

import dataclasses
from math import ceil

import numpy as np
import pytest
from kernbench.cluster import Cluster
from kernbench.topology import load_topology

from tests.benches.loaded import committed, load

kb = load("gqa_fused")
TOPOLOGY = load_topology()
PREFILL, DECODE, SPREAD, SPLIT = kb.panels.REDUCED


def test_each_dispatch_cost_is_the_one_that_its_run_paid(monkeypatch):
    monkeypatch.setattr(kb.studies, "DISPATCH", (0, 500))
    known = committed("gqa_fused", "gqa_dispatch.csv")
    panel = kb.panels.Panel("P2", 1, 1, 16_384, 1, 512)
    rows = [row for row in kb.studies.dispatch_rows(TOPOLOGY) if row["h_kv"] == 1]
    assert len(rows) == 6
    for row in rows:
        run = kb.panels.kernel(panel, row["variant"], 1, TOPOLOGY).simulate(row["dispatch_cycles"])
        assert (row["latency_cycles"], row["commands"]) == (run.cycles, run.commands)
        assert {**row} in known


@pytest.mark.parametrize("variant", ["unfused", "fused_blocking", "fused_composite"])
@pytest.mark.parametrize("panel", [PREFILL, DECODE], ids=["P1", "P2"])
def test_a_stage_is_what_its_engine_does(panel, variant):
    planned = kb.panels.kernel(panel, variant, 4, TOPOLOGY).plan(0)
    engines = {command.operation: command.engine for command in planned.spans}
    due = dict.fromkeys(("io", "issue", "merge", "pv", "qk", "softmax"), 0)
    for share in planned.path:
        does = engines.get(share.operation, "issuer")
        stage = {"PE_VEC": "softmax", "PE_DMA_IN": "io", "PE_DMA_OUT": "io", "issuer": "issue"}
        due[stage.get(does, share.operation)] += share.cycles
    assert kb.panels.outcome(panel, variant, 4, TOPOLOGY).stages == due


@pytest.mark.parametrize("causal", [False, True])
def test_the_relative_error_is_that_over_the_largest_value(causal):
    shape = next(each for each in kb.studies.SHAPES if each.causal == causal and each.h_kv == 4)
    row = kb.studies.numerics_row(shape, "fused_async", "fp16", 7, TOPOLOGY)
    q, k, v, _ = (each.astype(np.float64) for each in kb.studies.drawn(shape, f"7 {shape}", "fp16"))
    assert max(abs(each).max() for each in (q, k, v)) == 1
    scores = np.einsum("hrd,hcd->hrc", q, k)
    position = np.arange(q.shape[1]) // shape.group
    hidden = np.arange(shape.ctx) > position[:, None] if causal else np.zeros(scores.shape[1:], bool)
    weights = np.where(hidden, 0, np.exp(scores - scores.max(axis=2, keepdims=True)))
    truth = weights / weights.sum(axis=2, keepdims=True) @ v
    largest = float(row["max_abs_err"]) / np.abs(truth).max()
    assert float(row["max_rel_err"]) == pytest.approx(largest, rel=0.1)


def test_a_trace_is_that_of_the_layer_that_it_names():
    rows = kb.traces.trace_rows(TOPOLOGY)
    for panel in kb.traces.TRACED:
        for variant in kb.traces.TRACED_VARIANTS:
            mine = [row for row in rows if (row["panel"], row["variant"]) == (panel.name, variant)]
            assert {row["ctx"] for row in mine} == {panel.ctx}
            run = kb.panels.kernel(panel, variant, mine[0]["h_kv"], TOPOLOGY).simulate(0)
            found = sorted((row["engine"], row["start_cycle"], row["end_cycle"], row["operation"]) for row in mine)
            assert found == sorted((each.engine, each.start, each.end, each.operation) for each in run.trace)


def test_runs_of_equal_time_that_differ_in_an_interval_do_not_agree(monkeypatch):
    assert kb.panels.crosscheck_row(DECODE, "fused_async", 4, TOPOLOGY)["agree"] == 1
    simulate = Cluster.simulate

    def forgetful(cluster, dispatch):
        run = simulate(cluster, dispatch)
        return dataclasses.replace(run, trace=run.trace[1:])

    monkeypatch.setattr(Cluster, "simulate", forgetful)
    assert kb.panels.crosscheck_row(DECODE, "fused_async", 4, TOPOLOGY)["agree"] == 0


@pytest.mark.parametrize(("panel", "variant"), [(SPREAD, "unfused"), (SPREAD, "fused_async"), (SPLIT, "unfused")])
def test_contention_is_that_of_simpy(panel, variant):
    run = kb.panels.kernel(panel, variant, 4, TOPOLOGY).simulate(0)
    row = kb.panels.latency_row(panel, variant, 4, TOPOLOGY)
    assert row["contention_cycles"] == run.contention > run.stalls
    assert (row["latency_cycles"], row["commands"]) == (run.cycles, run.commands)


@pytest.mark.parametrize(("lanes", "fill", "out"), [(64, 4, 64), (16, 9, 64), (64, 4, 16)])
def test_a_projected_time_is_its_stream_merge_division_and_store(lanes, fill, out):
    machine = TOPOLOGY.with_values(pe__vec__lanes=lanes, pe__vec__fill=fill, pe__dma__out_rate=out)
    row = kb.studies.projection_row(SPLIT, 4, machine)
    stream = kb.panels.kernel(SPLIT, "fused_composite", 4, machine, merges=False).simulate(0).cycles
    divide = ceil(8 * 128 / lanes) + fill
    store = ceil(2 * 8 * 128 / out) + machine["pe.dma.latency"]
    assert row["stream_cycles"] == stream
    assert row["projected_cycles"] == stream + row["exposed_merge_cycles"] + divide + store


@pytest.mark.parametrize("pes", [2, 4])
def test_a_merge_by_the_collective_engine_leaves_the_vector_unit_this_much(pes):
    """Softmax of each tile; then gather, scale and a division of its share of the 32 rows on each PE."""
    panel = kb.panels.Panel("P4", 1, 1, 2048 * pes, pes, 512)
    row = kb.panels.latency_row(panel, "fused_composite_ipcq", 4, TOPOLOGY)
    count = kb.count.Count(row, TOPOLOGY)
    fill, exp, lanes, dim = TOPOLOGY["pe.vec.fill"], TOPOLOGY["pe.vec.exp"], count.lanes, kb.count.DIM
    tile = fill + lanes(8 * 512) * (5 + exp) + lanes(8) * (3 + exp) + fill + lanes(8 * dim)
    gather, scale = fill + lanes(32), fill + lanes(32) * (1 + exp) + lanes(32 * (dim + 1))
    divide = fill + lanes(32 // pes * dim) + lanes(32 // pes) * exp
    busy = kb.panels.outcome(panel, "fused_composite_ipcq", 4, TOPOLOGY).busy["PE_VEC"]
    assert busy == count.over_tiles(tile) + pes * (gather + scale + divide)
