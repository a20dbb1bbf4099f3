"""Each invariant is silent on true rows, and speaks about a planted mutant."""

from dataclasses import replace

import grid
import numpy as np
import pytest
from bench import REFUSED, digests
from kernbench import device, gemm, invariants, recurrence
from kernbench.command import DMA_IN
from kernbench.tiling import MODES, Tiling
from kernbench.topology import load_topology

TOPOLOGY = load_topology()
TILING = Tiling(128, 128, 256, 64, 64, 64, 2)


@pytest.fixture
def rows():
    deeper = [Tiling(128, 128, 256, 64, 64, 64, buffers) for buffers in (1, 2, 3)]
    costs = (0, 10, 500)
    return [grid.latency_row(mode, each, TOPOLOGY, cost) for each in deeper for mode in MODES for cost in costs]


def planted(rows, **changes):
    """The rows, with the last async one changed."""
    index = max(i for i, row in enumerate(rows) if row["mode"] == "async")
    return [*rows[:index], {**rows[index], **{k: f(rows[index][k]) for k, f in changes.items()}}, *rows[index + 1 :]]


@pytest.mark.parametrize("check", invariants.LATENCY_CHECKS)
def test_true_rows_break_nothing(check, rows):
    assert list(check(rows, TOPOLOGY)) == []


@pytest.mark.parametrize(
    ("check", "changes"),
    [
        (invariants.roofline, {"latency_cycles": lambda cycles: 100}),
        (invariants.roofline, {"roofline_cycles": lambda cycles: cycles // 2}),
        (invariants.serial, {"latency_cycles": lambda cycles: cycles * 10}),
        (invariants.conservation, {"traffic_bytes": lambda size: size // 2}),
        (invariants.conservation, {"macs": lambda count: count - 1}),
        (invariants.conservation, {"commands": lambda count: count + 1}),
        (invariants.occupancy, {"mac_busy_cycles": lambda cycles: cycles * 100}),
        (invariants.occupancy, {"dma_in_busy_cycles": lambda cycles: cycles - 1}),
        (invariants.occupancy, {"mac_util_pct": lambda share: share + 100}),
        (invariants.monotone, {"latency_cycles": lambda cycles: 100}),
    ],
)
def test_a_planted_row_is_caught(check, changes, rows):
    found = list(check(planted(rows, **changes), TOPOLOGY))
    assert found
    assert all("mode=async" in sentence for sentence in found)


def test_a_blocking_row_that_is_a_cycle_off_is_caught(rows):
    row = next(row for row in rows if row["mode"] == "blocking")
    assert list(invariants.serial([{**row, "latency_cycles": row["latency_cycles"] - 1}], TOPOLOGY))


def test_a_recurrence_that_forgets_the_buffers_disagrees_with_the_simulation(rows, monkeypatch):
    true = grid.crosscheck_rows(rows, TOPOLOGY)
    assert list(invariants.agreement(true, len(rows))) == []
    multiply = recurrence._State.multiply

    def careless(state, ready):
        multiply(state, ready)
        state.mac_end[0] = 0

    monkeypatch.setattr(recurrence._State, "multiply", careless)
    assert any("points differ" in each for each in invariants.agreement(grid.crosscheck_rows(rows, TOPOLOGY), 1))


def test_too_few_compared_points_are_no_agreement(rows):
    assert list(invariants.agreement(grid.crosscheck_rows(rows, TOPOLOGY), 100))


def test_hand_sums_hold_and_a_model_that_is_off_by_a_cycle_is_caught():
    assert list(invariants.degenerate(TOPOLOGY)) == []
    assert list(invariants.degenerate(TOPOLOGY, lambda *request: recurrence.gemm_cycles(*request) + 1))


def numbers(topology=TOPOLOGY):
    return [grid._numerics_row(kind, "async", TILING, "fp16", topology, 1) for kind in ("integers", "reals")]


def test_true_numbers_are_within_their_bound():
    assert list(invariants.numerics(numbers())) == []


def test_a_forgotten_write_after_read_hazard_gives_wrong_numbers(monkeypatch):
    issue = device.Pe._issue

    def careless(pe, command):
        if command.engine == DMA_IN:
            command.after_end = ()
        return issue(pe, command)

    slow_array = TOPOLOGY.with_values(pe__mac__fill=1000)
    assert list(invariants.numerics(numbers(slow_array))) == []
    monkeypatch.setattr(device.Pe, "_issue", careless)
    assert list(invariants.numerics(numbers(slow_array)))


def test_sums_in_half_precision_are_caught(monkeypatch):
    def coarse(result, a, b, *, clear):
        if clear:
            result[...] = 0
        for k in range(a.shape[1]):
            result[...] = (result + a[:, k, None] * b[None, k, :]).astype(np.float16)

    monkeypatch.setattr(device, "accumulate", coarse)
    assert any("times its bound" in each for each in invariants.numerics(numbers()))


def test_a_kernel_that_never_clears_its_accumulator_is_caught(monkeypatch):
    loop_nest = gemm.loop_nest
    monkeypatch.setattr(gemm, "loop_nest", lambda tiling: (each._replace(first=False) for each in loop_nest(tiling)))
    assert list(invariants.numerics(numbers()))


def test_another_order_of_rows_is_another_digest(rows):
    first = digests({"gemm_latency.csv": rows})
    assert list(invariants.determinism(first, digests({"gemm_latency.csv": rows}))) == []
    assert list(invariants.determinism(first, digests({"gemm_latency.csv": rows[::-1]})))
    assert list(invariants.determinism(first, {}))


def test_a_model_that_answers_everything_is_caught():
    assert list(invariants.refusal(recurrence.gemm_cycles, REFUSED, TOPOLOGY)) == []
    assert len(list(invariants.refusal(lambda *_: 0, REFUSED, TOPOLOGY))) == len(REFUSED)


def test_a_slower_machine_is_caught_when_its_rows_claim_the_faster_one():
    slow = TOPOLOGY.with_values(pe__dma__in_rate=32)
    rows = [grid.latency_row("async", TILING, slow, 0)]
    assert list(invariants.roofline(rows, TOPOLOGY))
    assert list(invariants.occupancy(rows, TOPOLOGY))


def test_a_row_names_the_tiling_that_it_is_about(rows):
    assert invariants.tiling_of(rows[0]) == replace(TILING, buffers=1)
