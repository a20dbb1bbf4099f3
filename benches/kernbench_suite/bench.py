"""KernBench's regular milestones, from the registry in kernbench/suite.py.

    python bench.py [run] --out DIR     run every milestone, hold the invariants, then write the CSV
    python bench.py check               the same, twice, and write nothing
    python bench.py validate            print the cases

Exit status 1 when an invariant does not hold; nothing is written then.
"""

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kernbench import suite
from kernbench.topology import load_topology
from program import Harness
from tables import Row, Tables, places

KEYS = {"milestones.csv": ("milestone", "case")}


def simulate() -> Tables:
    """The table of the suite."""
    return {"milestones.csv": [_row(name, each) for name, each in suite.run(load_topology())]}


def _row(name: str, each: suite.Reached) -> Row:
    return {
        "milestone": name,
        "case": each.case,
        "cycles": each.cycles,
        "second_cycles": each.again,
        "bound_cycles": each.bound,
        "bound_share_pct": places(Fraction(100 * each.bound, each.cycles), 1),
    }


def violations(tables: Tables) -> Iterator[str]:
    """What the table breaks."""
    rows = tables["milestones.csv"]
    results = (
        (
            row["milestone"],
            suite.Reached(
                row["case"], row["cycles"], row["second_cycles"], row["bound_cycles"], row["milestone"] == "barrier"
            ),
        )
        for row in rows
    )
    yield from suite.violations(results)


def validate(tables: Tables) -> Iterator[str]:
    """Each case, printed."""
    for row in tables["milestones.csv"]:
        print(f"{row['milestone']:10} {row['case']:40} {row['cycles']:>8} cycles")
    yield from violations(tables)


HARNESS = Harness(KEYS, simulate, violations, validate)

if __name__ == "__main__":
    sys.exit(HARNESS.main())
