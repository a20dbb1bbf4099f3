"""Columns of the all-reduce tables from small runs: rates by count, what-ifs on the machine that they name."""

from fractions import Fraction

import pytest
from kernbench.cluster import Cluster
from kernbench.collectives import ALGORITHMS, prepared
from kernbench.topology import load_topology

from tests.benches.loaded import committed, load

kb = load("allreduce_ipcq")
TOPOLOGY = load_topology()


@pytest.mark.parametrize("driver", ["cpu", "ipcq"])
def test_rates_and_links_of_runs_are_those_by_count(driver):
    points = [kb.sweep.Point(name, driver, ranks, 16_384, 4096, 0) for name in ALGORITHMS for ranks in (2, 4, 16)]
    rows = [kb.sweep.latency_row(point, TOPOLOGY) for point in points]
    assert list(kb.hold.rates(rows, TOPOLOGY)) == []
    for row in rows:
        cluster = Cluster(TOPOLOGY, chunk=4096)
        run = prepared(row["algorithm"], driver, row["ranks"], 16_384, cluster).simulate(0)
        assert (row["latency_cycles"], row["contention_cycles"]) == (run.cycles, run.contention)
        assert (row["ipcq_stall_cycles"], row["sent_bytes"]) == (run.stalls, run.bytes)


WHATIFS = [row for row in committed("allreduce_ipcq", "allreduce_whatif.csv") if row["bytes"] == 1024]


@pytest.mark.parametrize("algorithm", ["bidirectional_ring", "ring"])
def test_each_what_if_ran_on_the_machine_that_it_names(algorithm):
    mine = [row for row in WHATIFS if row["algorithm"] == algorithm]
    assert len(mine) == 13
    for row in mine:
        name, value = row["parameter"], row["value"]
        same = name == "configured"
        machine = TOPOLOGY if same else TOPOLOGY.with_values(**{name.replace(".", "__"): value})
        run = prepared(algorithm, "ipcq", 16, 1024, Cluster(machine, chunk=4096)).plan(0).run
        live = kb.sweep.whatif_row(name, value, algorithm, 1024, TOPOLOGY)
        assert row["latency_cycles"] == live["latency_cycles"] == run.cycles
        factor = Fraction(1) if same else Fraction(value, TOPOLOGY[name])
        assert float(row["factor"]) == float(live["factor"]) == pytest.approx(float(factor), abs=0.0051)
