"""Sensitivity of the headlines: each on machines with one assumed constant changed by 20 %, and which of them flip.

    python bench.py [run] --out DIR     evaluate, hold the invariants, then write the CSVs
    python bench.py check               evaluate and hold the invariants, twice, and write nothing
    python bench.py validate            hold the values of the configured machine against the other harnesses' CSVs

Exit status 1 when an invariant does not hold; nothing is written then.
"""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "gqa_fused"))
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "allreduce_ipcq"))
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "gemm_composite"))

import committed
import hold
import vary
from kernbench.topology import load_topology
from program import Harness
from tables import Tables

BENCHES = Path(__file__).resolve().parents[1]
POINT = ("headline", "constant", "factor")
KEYS: dict[str, tuple[str, ...]] = {
    "sensitivity.csv": POINT,
    "sensitivity_summary.csv": ("headline",),
    "sensitivity_refused.csv": POINT,
    "sensitivity_dispatch.csv": ("headline", "dispatch_cycles"),
    "sensitivity_projection.csv": POINT,
    "sensitivity_projection_summary.csv": ("headline",),
}


def simulate() -> Tables:
    """All tables of the harness, by file name; everything is run anew, by two processes."""
    gc.set_threshold(100_000, 50, 50)
    topology = load_topology()
    vary.warm(topology)
    return vary.tables(topology)


def violations(tables: Tables) -> Iterator[str]:
    """What the tables break, one sentence each."""
    topology = load_topology()
    yield from hold.complete(tables, vary.HEADLINES, topology)
    yield from hold.verdicts(tables)
    yield from hold.summaries(tables)
    yield from hold.unasked(tables)
    yield from hold.configured(tables)
    yield from hold.apart(tables, vary.HEADLINES)
    yield from hold.degenerate(topology)
    yield from hold.refused(topology)


def validate(tables: Tables) -> Iterator[str]:
    """Each headline, printed; gives those whose value is not that of the harness which they are taken from."""
    for row in (*tables["sensitivity_summary.csv"], *tables["sensitivity_projection_summary.csv"]):
        rule = f"{row['value']!s:>10} {row['rule']} {row['limit']}"
        print(f"{row['headline']:34} {rule:24} flips by {row['flipped_by']}")
    yield from committed.differences(tables, BENCHES)


HARNESS = Harness(KEYS, simulate, violations, validate)

if __name__ == "__main__":
    sys.exit(HARNESS.main())
