"""Tables of the GEMM harness beside its latencies: silent on what is committed, and a planted mutant for each rule."""

import fill
import grid
import hold
import pytest
from kernbench.topology import load_topology

from tests.benches.loaded import committed, planted

TOPOLOGY = load_topology()
NAMES = ("latency", "breakeven", "trace", "numerics", "array", "fill")
TABLES = {name: committed("gemm_composite", f"gemm_{name}.csv") for name in NAMES}
TABLES["platform"] = committed("gemm_composite", "platform.csv")
RULES = {
    "complete": lambda rows: hold.complete(rows, grid.keys(TOPOLOGY)),
    "work": hold.work,
    "paced": hold.paced,
    "utilisation": hold.utilisation,
    "breakeven": lambda rows: hold.breakeven(rows, TABLES["latency"]),
    "trace": lambda rows: hold.trace(rows, grid.traced(TOPOLOGY)),
    "platform": hold.platform,
    "array": hold.array,
    "fill": lambda rows: fill.violations(rows, TABLES["array"], TABLES["latency"], TOPOLOGY),
    "rounded": hold.rounded,
}
OF = {"complete": "latency", "work": "latency", "paced": "latency", "utilisation": "latency", "rounded": "numerics"}


@pytest.mark.parametrize("rule", RULES)
def test_the_committed_tables_break_nothing(rule):
    assert list(RULES[rule](TABLES[OF.get(rule, rule)])) == []


@pytest.mark.parametrize(
    ("rule", "changes", "key"),
    [
        ("fill", {"per_pass_mac_cycles": lambda cycles: cycles - 1}, {}),
        ("fill", {"async_cycles": lambda cycles: cycles + 1}, {}),
        ("fill", {"per_pass_async_cycles": lambda cycles: cycles + 1}, {"buffers": 2}),
        ("fill", {"per_pass_async_cycles": lambda _: 1}, {"buffers": 3}),
        ("complete", {"tile_m": lambda edge: edge + 1}, {}),
        ("work", {"traffic_bytes": lambda size: size // 2}, {"m": 4}),
        ("work", {"macs": lambda count: count * 2}, {}),
        ("work", {"commands": lambda count: count - 1}, {"mode": "blocking"}),
        ("work", {"roofline_cycles": lambda cycles: cycles - 1}, {}),
        ("work", {"latency_cycles": lambda cycles: cycles // 10}, {"mode": "async"}),
        ("paced", {"latency_cycles": lambda cycles: cycles * 2 // 3}, {"mode": "async", "buffers": 1}),
        (
            "paced",
            {"latency_cycles": lambda cycles: cycles * 3 // 2},
            {"mode": "async", "dispatch_cycles": 0, "m": 4096},
        ),
        ("utilisation", {"mac_util_pct": lambda share: share / 2}, {"mode": "async"}),
        ("breakeven", {"breakeven_dispatch_cycles": lambda cost: cost * 7 / 6}, {}),
        ("breakeven", {"bottleneck_cycles": lambda cycles: cycles + 1}, {}),
        ("breakeven", {"load_cycles": lambda cycles: cycles // 2}, {}),
        ("breakeven", {"commands": lambda count: count - 1}, {}),
        ("breakeven", {"composite_cycles": lambda cycles: cycles - 4}, {}),
        ("breakeven", {"dispatch_1p1x_cycles": lambda cost: cost // 4}, {}),
        ("breakeven", {"dispatch_2x_cycles": lambda cost: cost * 4}, {}),
        ("trace", {"end_cycle": lambda cycle: cycle + 1}, {"engine": "PE_MAC"}),
        (
            "trace",
            {"start_cycle": lambda cycle: cycle - 1, "end_cycle": lambda cycle: cycle - 1},
            {"start_cycle": 4096},
        ),
        ("trace", {"mode": lambda _: "eager"}, {}),
        ("platform", {"value": lambda value: value / 2}, {"parameter": "derived.pe_peak"}),
        ("platform", {"value": lambda value: value + 1}, {"parameter": "pe.vec.exp"}),
        ("platform", {"status": lambda _: "published"}, {"parameter": "pe.vec.exp"}),
        ("platform", {"parameter": lambda name: name + "s"}, {"parameter": "derived.ridge"}),
        ("array", {"array_cycles": lambda cycles: cycles - 64}, {}),
        ("array", {"scalesim_cycles": lambda cycles: cycles // 2}, {}),
        ("rounded", {"worst_share_of_bound": lambda _: 0}, {"operands": "reals"}),
    ],
)
def test_a_planted_cell_is_caught(rule, changes, key):
    assert list(RULES[rule](planted(TABLES[OF.get(rule, rule)], changes, **key)))


@pytest.mark.parametrize("rule", ["complete", "platform"])
def test_a_row_that_is_left_out_is_caught(rule):
    assert list(RULES[rule](TABLES[OF.get(rule, rule)][1:]))


def test_a_kernel_that_is_left_out_of_the_numbers_is_caught():
    assert list(hold.rounded([row for row in TABLES["numerics"] if row["mode"] != "blocking"]))
