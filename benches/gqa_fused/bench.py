"""Grouped-query attention on the mesh: unfused, fused, by composite command, and with PE_IPCQ for split keys.

    python bench.py [run] --out DIR     simulate, hold the invariants, then write the CSVs
    python bench.py check               simulate and hold the invariants, twice, and write nothing
    python bench.py validate            print each panel's time beside its bounds

Exit status 1 when an invariant does not hold; nothing is written then.
"""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import hold
import panels
import stable
import studies
import traces
from kernbench import attention_invariants as invariants
from kernbench.topology import Topology, load_topology
from program import Harness
from tables import Tables

SEED = 20260703
POINT = ("panel", "variant", "h_kv", "batch", "ctx", "pes")
KEYS: dict[str, tuple[str, ...]] = {
    "gqa_latency.csv": POINT,
    "gqa_occupancy.csv": (*POINT, "engine"),
    "gqa_breakdown.csv": (*POINT, "stage"),
    "gqa_numerics.csv": ("phase", "variant", "precision", "h_kv"),
    "gqa_crosscheck.csv": POINT,
    "gqa_dispatch.csv": (*POINT, "dispatch_cycles"),
    "gqa_whatif.csv": ("change", *POINT),
    "gqa_trace.csv": ("panel", "variant", "engine", "start_cycle"),
    "gqa_projection.csv": POINT,
}


def simulate(topology: Topology, seed: int = SEED) -> Tables:
    """All tables of the harness, by file name."""
    gc.set_threshold(100_000, 50, 50)
    return {
        "gqa_latency.csv": panels.latency_rows(topology),
        "gqa_occupancy.csv": panels.occupancy_rows(topology),
        "gqa_breakdown.csv": panels.breakdown_rows(topology),
        "gqa_numerics.csv": studies.numerics_rows(seed, topology),
        "gqa_crosscheck.csv": panels.crosscheck_rows(topology),
        "gqa_dispatch.csv": studies.dispatch_rows(topology),
        "gqa_whatif.csv": studies.whatif_rows(topology),
        "gqa_trace.csv": traces.trace_rows(topology),
        "gqa_projection.csv": studies.projection_rows(topology),
    }


def violations(tables: Tables) -> Iterator[str]:
    """What the tables break, one sentence each."""
    topology = load_topology()
    latency, stages = tables["gqa_latency.csv"], tables["gqa_breakdown.csv"]
    yield from invariants.roofline(latency, topology)
    yield from invariants.serial(latency, stages)
    yield from invariants.conservation(latency, topology)
    yield from invariants.occupancy(tables["gqa_occupancy.csv"])
    yield from invariants.monotone(latency)
    yield from invariants.agreement(tables["gqa_crosscheck.csv"])
    yield from invariants.degenerate(latency)
    yield from invariants.numerics(tables["gqa_numerics.csv"])
    yield from invariants.breakdown(stages)
    yield from studies.refused(topology)
    yield from hold.complete(latency)
    yield from hold.work(latency, topology)
    yield from hold.engines(tables["gqa_occupancy.csv"], latency, topology)
    yield from hold.chosen(latency, topology)
    yield from hold.stalls(topology)
    yield from hold.breakdown(stages, latency, tables["gqa_occupancy.csv"])
    yield from hold.dispatch(tables["gqa_dispatch.csv"], latency)
    yield from hold.whatif(tables["gqa_whatif.csv"], latency)
    yield from hold.projection(tables["gqa_projection.csv"], latency, topology)
    yield from hold.trace(tables["gqa_trace.csv"], traces.ends(topology))
    yield from hold.rounded(tables["gqa_numerics.csv"])
    yield from hold.masked(studies.oracle, studies.drawn, studies.SHAPES)
    yield from stable.violations(topology)


def validate(tables: Tables) -> Iterator[str]:
    """Times beside bounds, printed; gives the rows that beat them."""
    for row in tables["gqa_latency.csv"]:
        point = " ".join(str(row[name]) for name in POINT)
        print(f"{point:50} {row['latency_cycles']:>10} cycles, {row['roofline_cycles']:>10} by {row['bound']}")
    yield from invariants.roofline(tables["gqa_latency.csv"], load_topology())


HARNESS = Harness(KEYS, lambda: simulate(load_topology()), violations, validate)

if __name__ == "__main__":
    sys.exit(HARNESS.main())
