"""All-reduce on the mesh: five algorithms, driven by PE_CPU or by PE_IPCQ, alone and under a GEMM.

    python bench.py [run] --out DIR     simulate, hold the invariants, then write the CSVs
    python bench.py check               simulate and hold the invariants, twice, and write nothing
    python bench.py validate            print the closed forms beside the simulated times

Exit status 1 when an invariant does not hold; nothing is written then.
"""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import hold
import overlap
import protocol
import sweep
from kernbench import collective_invariants as invariants
from kernbench.topology import Topology, load_topology
from program import Harness
from tables import Row, Tables

SEED = 20260702
KEYS: dict[str, tuple[str, ...]] = {
    "allreduce_latency.csv": ("algorithm", "driver", "ranks", "bytes", "dispatch_cycles"),
    "allreduce_overlap.csv": ("driver", "gemm_k", "chunks"),
    "allreduce_crossover.csv": ("first", "second", "ranks"),
    "allreduce_whatif.csv": ("parameter", "value", "algorithm", "ranks", "bytes"),
    "allreduce_numerics.csv": ("operands", "algorithm", "driver", "ranks", "bytes"),
    "allreduce_trace.csv": ("mode", "engine", "start_cycle", "end_cycle"),
}


def simulate(topology: Topology, seed: int = SEED) -> Tables:
    """All tables of the harness, by file name."""
    gc.set_threshold(100_000, 50, 50)
    return {
        "allreduce_latency.csv": sweep.latency_rows(topology),
        "allreduce_overlap.csv": overlap.rows(topology),
        "allreduce_crossover.csv": sweep.crossover_rows(topology),
        "allreduce_whatif.csv": sweep.whatif_rows(topology),
        "allreduce_numerics.csv": sweep.numerics_rows(topology, seed),
        "allreduce_trace.csv": overlap.trace_rows(topology),
    }


def violations(tables: Tables) -> Iterator[str]:
    """What the tables break, one sentence each."""
    topology = load_topology()
    latency = tables["allreduce_latency.csv"]
    for check in invariants.LATENCY_CHECKS:
        yield from check(latency, sweep.machine(topology, max(row["ranks"] for row in latency)))
    yield from invariants.overlapped(tables["allreduce_overlap.csv"])
    yield from invariants.crossovers(tables["allreduce_crossover.csv"], topology)
    yield from invariants.degenerate(topology)
    yield from invariants.numerics(tables["allreduce_numerics.csv"])
    yield from sweep.refused(topology)
    yield from hold.complete(latency)
    yield from hold.rates(latency, topology)
    yield from hold.blocks(latency)
    yield from hold.overlapping(tables["allreduce_overlap.csv"], topology)
    yield from hold.chosen(tables["allreduce_overlap.csv"], topology)
    yield from hold.crossovers(tables["allreduce_crossover.csv"], topology)
    yield from hold.whatif(tables["allreduce_whatif.csv"], latency, topology)
    yield from hold.trace(tables["allreduce_trace.csv"], overlap.ends(topology))
    yield from hold.fastest(tables["allreduce_overlap.csv"], overlap.ends(topology), overlap.TRACED_DEPTH)
    yield from hold.fed(tables["allreduce_trace.csv"])
    yield from hold.rounded(tables["allreduce_numerics.csv"])
    yield from hold.better(latency, topology)
    yield from protocol.violations(topology)


def validate(tables: Tables) -> Iterator[str]:
    """Closed form and time of 16 ranks by PE_IPCQ, printed; gives the rows that beat their closed form."""
    for row in tables["allreduce_latency.csv"]:
        if (row["driver"], row["ranks"]) == ("ipcq", 16):
            print(_line(row))
    yield from invariants.roofline(tables["allreduce_latency.csv"], load_topology())


def _line(row: Row) -> str:
    return (
        f"{row['algorithm']:20} {row['bytes']:>9} B  {row['alpha_beta_cycles']:>8}  {row['latency_cycles']:>8} cycles"
    )


HARNESS = Harness(KEYS, lambda: simulate(load_topology()), violations, validate)

if __name__ == "__main__":
    sys.exit(HARNESS.main())
