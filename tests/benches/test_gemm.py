"""Two implementations of one model, and the numbers that come out of it."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernbench import bounds
from kernbench.command import CPU, DMA_IN, ENGINES, MAC
from kernbench.gemm import KERNELS, run_gemm
from kernbench.numerics import error, integers, reals
from kernbench.recurrence import gemm_cycles
from kernbench.tiling import OutOfRangeError, Tiling
from kernbench.topology import load_topology

TOPOLOGY = load_topology()
HEADLINE = Tiling(1024, 1024, 1024, 128, 128, 512, 2)
SMALL = Tiling(64, 64, 256, 32, 32, 64, 2)


@st.composite
def machines(draw):
    return TOPOLOGY.with_values(
        pe__cpu__queue_depth=draw(st.integers(1, 9)),
        pe__sequencer__step=draw(st.integers(0, 50)),
        pe__mac__fill=draw(st.integers(0, 100)),
        pe__mac__accumulators=draw(st.integers(1, 3)),
        pe__dma__in_rate=draw(st.sampled_from([1, 7, 16, 64])),
        pe__dma__out_rate=draw(st.sampled_from([1, 7, 16, 64])),
        pe__dma__latency=draw(st.integers(0, 500)),
        pe__dma__outstanding=draw(st.integers(1, 16)),
    )


@st.composite
def tilings(draw):
    tile = [draw(st.integers(1, 40)) for _ in range(3)]
    count = [draw(st.integers(1, 4)) for _ in range(3)]
    edges = [a * b for a, b in zip(tile, count, strict=True)]
    return Tiling(*edges, *tile, draw(st.integers(1, 8)))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(machine=machines(), tiling=tilings(), mode=st.sampled_from(sorted(KERNELS)), dispatch=st.integers(0, 2000))
def test_simulation_recurrence_and_its_leap_agree_exactly_on_any_machine(machine, tiling, mode, dispatch):
    cycles = run_gemm(mode, tiling, machine, dispatch).cycles
    assert cycles == gemm_cycles(mode, tiling, machine, dispatch)
    assert cycles == gemm_cycles(mode, tiling, machine, dispatch, leap=False)
    assert cycles <= bounds.serial_cycles(mode, tiling, machine, dispatch)
    assert cycles >= bounds.roofline_cycles(tiling, machine)
    if mode == "blocking":
        assert cycles == bounds.blocking_cycles(tiling, machine, dispatch)


@pytest.mark.parametrize(("mode", "cycles"), [("blocking", 884_992), ("async", 527_512), ("composite", 527_516)])
def test_headline_cycles_at_dispatch_zero(mode, cycles):
    assert run_gemm(mode, HEADLINE, TOPOLOGY, 0).cycles == cycles


def test_at_dispatch_zero_the_composite_command_gains_nothing_over_async():
    step = TOPOLOGY["pe.sequencer.step"]
    assert gemm_cycles("composite", HEADLINE, TOPOLOGY, 0) == gemm_cycles("async", HEADLINE, TOPOLOGY, 0) + step


@pytest.mark.parametrize("tiling", [SMALL, Tiling(256, 256, 2048, 64, 64, 256, 3), Tiling(2, 512, 512, 2, 128, 64, 1)])
def test_async_time_turns_from_flat_to_proportional_at_the_break_even_cost(tiling):
    knee = bounds.breakeven_dispatch(tiling, TOPOLOGY)
    flat = gemm_cycles("async", tiling, TOPOLOGY, 0)
    below = gemm_cycles("async", tiling, TOPOLOGY, int(knee) // 2)
    assert below - flat < 3 * knee
    above, further = (gemm_cycles("async", tiling, TOPOLOGY, int(4 * knee) + more) for more in (0, 100))
    assert further - above >= 100 * (bounds.commands("async", tiling) - 3)


def test_long_runs_go_at_the_pace_of_the_named_bottleneck():
    for tiling in (HEADLINE, Tiling(2048, 2048, 2048, 32, 32, 64, 2), Tiling(4, 4096, 4096, 4, 128, 512, 1)):
        pace = bounds.bottleneck(tiling, TOPOLOGY).cycles
        assert 1 <= gemm_cycles("async", tiling, TOPOLOGY, 0) / (pace * tiling.steps) < 1.02


@pytest.mark.parametrize("mode", sorted(KERNELS))
def test_the_trace_holds_each_engine_busy_for_one_command_at_a_time(mode):
    run = run_gemm(mode, SMALL, TOPOLOGY, 7)
    for engine in ENGINES:
        busy = [each for each in run.trace if each.engine == engine]
        assert all(left.end <= right.start for left, right in pairwise(busy))
        assert all(0 <= each.start < each.end <= run.cycles for each in busy)
    assert run.busy(CPU) == 7 * run.commands
    assert run.busy(DMA_IN) == SMALL.steps * 2 * 32 * 64 * 2 // 64
    assert run.busy(MAC) == SMALL.steps * (64 + 64)


def test_time_is_an_integer_everywhere():
    run = run_gemm("async", SMALL, TOPOLOGY, 3)
    assert all(type(number) is int for each in run.trace for number in (each.start, each.end))
    assert type(run.cycles) is int


def test_one_run_gives_the_same_time_with_and_without_numbers():
    a, b = reals(64, 256, "a"), reals(256, 64, "b")
    with_numbers = run_gemm("async", SMALL, TOPOLOGY, 5, (a, b, np.zeros((64, 64), np.float16)))
    assert with_numbers == run_gemm("async", SMALL, TOPOLOGY, 5)


@pytest.mark.parametrize("mode", sorted(KERNELS))
@pytest.mark.parametrize("draw", [integers, reals])
def test_each_kernel_multiplies_within_the_bound_and_integers_exactly(mode, draw):
    a, b, c = draw(64, 256, "a"), draw(256, 64, "b"), np.full((64, 64), np.nan, np.float16)
    run_gemm(mode, SMALL, TOPOLOGY, 11, (a, b, c))
    found = error(c, a, b)
    assert found.share <= 1
    assert found.exact is (draw is integers)


def test_the_oracle_is_exact_whatever_the_order_of_its_sums():
    a, b = (draw.astype(np.float64) for draw in (reals(32, 512, "a"), reals(512, 32, "b")))
    order = np.argsort(reals(1, 512, "order")[0], kind="stable")
    assert np.array_equal(a @ b, a[:, order] @ b[order])


@pytest.mark.parametrize(
    ("tiling", "dispatch", "message"),
    [
        (Tiling(100, 64, 64, 64, 64, 64, 2), 0, "tile_m 64 does not divide m 100"),
        (Tiling(64, 16384, 64, 64, 64, 64, 2), 0, "n is 16384; validated from 1 to 8192"),
        (Tiling(64, 64, 64, 64, 64, 64, 9), 0, "buffers is 9"),
        (Tiling(64, 64, 64, 64, 64, 64, 2), -1, "dispatch is -1"),
        (Tiling(1024, 1024, 1024, 512, 512, 512, 2), 0, "bytes of a TCDM of 1048576"),
    ],
)
def test_what_was_not_validated_is_refused_by_both_implementations(tiling, dispatch, message):
    for answer in (run_gemm, gemm_cycles):
        with pytest.raises(OutOfRangeError, match=message):
            answer("async", tiling, TOPOLOGY, dispatch)
