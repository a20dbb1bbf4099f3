"""Ways of an all-reduce behind and beneath a GEMM on four PEs: really the least of the menu, by either driver."""

import pytest
from kernbench.choice import alone, menu
from kernbench.topology import load_topology

from tests.benches.loaded import load

kb = load("allreduce_ipcq")
TOPOLOGY = load_topology()
overlap = kb.overlap
overlap.RANKS = RANKS = 4
DEPTH, CHUNKS = 256, 2
WHOLE = 8 * 128 * 128 * 4


@pytest.fixture(scope="module", params=["cpu", "ipcq"])
def row(request):
    return overlap.row(request.param, DEPTH, CHUNKS, TOPOLOGY)


def test_the_way_beneath_a_gemm_is_the_least_of_the_menu(row):
    mode = f"{row['driver']}_overlap"
    cycles = {
        each: overlap.kernel(mode, DEPTH, CHUNKS, each, TOPOLOGY).plan(0).run.cycles
        for each in menu(WHOLE // CHUNKS, RANKS)
        if each.message >= overlap.LEAST_MESSAGE
    }
    assert len(cycles) > 8
    least = min(cycles, key=lambda each: (cycles[each], each))
    assert row["overlapped_cycles"] == cycles[least] < max(cycles.values())
    assert (row["algorithm"], row["message_bytes"]) == (least.algorithm, least.message)


def test_the_way_behind_a_gemm_is_the_least_of_the_menu(row):
    cycles = {each: alone(each, WHOLE, row["driver"], RANKS, TOPOLOGY) for each in menu(WHOLE, RANKS)}
    least = min(cycles, key=lambda each: (cycles[each], each))
    assert row["comm_cycles"] == cycles[least] < max(cycles.values())
    assert (row["serial_algorithm"], row["serial_message_bytes"]) == (least.algorithm, least.message)


def test_the_parts_of_an_overlap_are_its_columns(row):
    assert row["bytes"] == WHOLE
    assert row["serial_cycles"] == row["compute_cycles"] + row["comm_cycles"]
    assert row["exposed_comm_cycles"] == row["overlapped_cycles"] - row["compute_cycles"]
    hidden = row["serial_cycles"] - row["overlapped_cycles"]
    assert float(row["overlap_efficiency_pct"]) == pytest.approx(
        100 * hidden / min(row["compute_cycles"], row["comm_cycles"]), abs=0.06
    )
