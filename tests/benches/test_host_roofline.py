"""The measurement of the host: counted bytes, honest statistics, every value kept, and a mutant for each invariant."""

from fractions import Fraction

import numpy as np
import pytest

from tests.benches.loaded import load

kb = load("host_roofline")
COSTS = kb.kernels.costs()
PROCESSES, LOAD = 5, 0.1
hold = kb.hold


def raw_values():
    """Values as a run would give them, with a little spread, without a clock."""
    return [
        kb.bench._raw(cost, process, {"value": value, "calls": 100, "seconds": 0.2 + at / 100 + process / 500})
        for process in range(PROCESSES)
        for at, cost in enumerate(COSTS)
        for value in range(kb.worker.VALUES + 1)
    ]


RAW = raw_values()
ROWS = kb.summary.with_roof([kb.summary.row(cost, kb.bench._of(cost, RAW), LOAD) for cost in COSTS])


def planted(rows, index, **changes):
    """The rows, with one changed."""
    return [*rows[:index], {**rows[index], **{k: f(rows[index][k]) for k, f in changes.items()}}, *rows[index + 1 :]]


def test_true_values_break_nothing():
    tables = {"host_values.csv": RAW, "host_roofline.csv": ROWS}
    assert list(kb.bench.violations(tables, LOAD, PROCESSES)) == []
    assert not any(row["noisy"] for row in ROWS)


def test_a_dropped_value_and_a_short_one_are_caught():
    assert any("14 values, 15 are due" in sentence for sentence in hold.values(RAW[1:], COSTS, PROCESSES))
    assert any("lasted" in sentence for sentence in hold.values(planted(RAW, 4, calls=lambda n: 1), COSTS, PROCESSES))
    warm = planted(RAW, 1, warmup=lambda mark: True)
    assert any("warm-ups" in sentence for sentence in hold.values(warm, COSTS, PROCESSES))


def test_an_interval_that_misses_its_median_and_too_few_values_are_caught():
    assert list(hold.order(planted(ROWS, 2, low_us=lambda time: time * 2)))
    assert list(hold.order(planted(ROWS, 2, n=lambda count: 5)))


def test_i1_a_median_better_than_every_value_is_caught():
    assert list(hold.roofline(planted(ROWS, 3, median_us=lambda time: time / 100)))
    assert list(hold.roofline(planted(ROWS, 3, share_of_roof_pct=lambda share: share + 100)))


def test_i3_bytes_counted_twice_are_caught():
    assert list(hold.conservation(planted(ROWS, 0, gbps=lambda rate: rate * 2), COSTS))
    assert list(hold.conservation(ROWS[1:], COSTS))


def test_i6_a_summary_without_its_worst_value_is_caught():
    worst = max((at for at in range(len(RAW)) if not RAW[at]["warmup"]), key=lambda at: RAW[at]["call_us"])
    rosy = [each for at, each in enumerate(RAW) if at != worst]
    assert list(hold.summary(ROWS, rosy, COSTS, LOAD))


def test_i8_the_kernels_compute_what_they_are_named_for():
    assert list(hold.numerics(kb.kernels.build)) == []


@pytest.mark.parametrize("name", ["scale", "triad_blocked", "dot", "gemm"])
def test_i8_a_kernel_that_does_less_is_caught(name):
    def lazy(**sizes):
        for each in kb.kernels.build(**sizes):
            if each.cost.kernel == name:
                answer = np.zeros_like(np.asarray(each.call()))
                yield kb.kernels.Kernel(each.cost, lambda answer=answer: answer, each.operands)
            else:
                yield each

    assert any(sentence.startswith("I8 numerics: ") for sentence in hold.numerics(lambda **sizes: tuple(lazy(**sizes))))


def test_the_two_pass_triad_is_not_counted_as_24_bytes():
    cost = {each.kernel: each for each in COSTS}
    per_element = {name: cost[name].bytes / kb.kernels.ELEMENTS for name in ("copy", "scale", "add", "dot")}
    assert per_element == {"copy": 16, "scale": 16, "add": 24, "dot": 16}
    assert cost["triad_two_pass"].bytes == 40 * kb.kernels.ELEMENTS
    assert cost["triad_blocked"].bytes == 24 * kb.kernels.ELEMENTS


@pytest.mark.parametrize(
    ("count", "low", "high", "coverage"),
    [
        (10, 2, 9, Fraction(1002, 1024)),
        (15, 4, 12, Fraction(247, 256)),
        (6, 1, 6, Fraction(62, 64)),
        (4, 1, 4, None),
    ],
)
def test_the_interval_of_the_median_is_that_of_order_statistics(count, low, high, coverage):
    found = kb.summary.interval(list(range(1, count + 1)))
    assert (found.low, found.high) == (low, high)
    assert coverage is None or found.coverage == coverage


def test_a_loaded_machine_and_a_wide_spread_are_marked():
    cost, raw = COSTS[0], kb.bench._of(COSTS[0], RAW)
    assert kb.summary.row(cost, raw, 0.6)["noisy"]
    wide = planted(raw, 1, call_us=lambda time: time * 2)
    assert kb.summary.row(cost, wide, 0.0)["noisy"]


def test_a_value_lasts_until_its_least_duration():
    now = [0.0]

    def call():
        now[0] += 0.013

    calls, seconds = kb.worker.timed(call, 2, lambda: now[0])
    assert (calls, round(seconds, 3)) == (8, 0.104)
    assert kb.worker.calibrated(call, lambda: now[0]) == 1


def test_the_slot_for_a_gpu_stays_empty(tmp_path):
    kb.tables.write(tmp_path, {"measured_gpu.csv": []}, kb.bench.KEYS, {"measured_gpu.csv": kb.bench.GPU_COLUMNS})
    assert (tmp_path / "measured_gpu.csv").read_text() == "kernel,batch,device,n,median_us,low_us,high_us\n"


def test_a_process_that_fails_ends_the_measurement():
    with pytest.raises(SystemExit, match="ended with status 1"):
        kb.bench.worker("measure", "no number", given=[])


def test_check_holds_the_numerics():
    assert kb.bench.main(["check"]) == 0
