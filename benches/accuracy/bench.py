"""Accuracy of the latency model on published times: 20 GEMMs, 32 all-reduces, one layer of GPT-3.

    python bench.py [run] --out DIR     fit, hold the invariants, then write the CSVs
    python bench.py check               fit and hold the invariants, twice, and write nothing
    python bench.py validate            print the errors, and hold them against their boundary

Exit status 1 when something does not hold; nothing is written then.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "roofline"))

import hold
import scores
from points import machine
from program import Harness
from tables import Tables

KEYS: dict[str, tuple[str, ...]] = {
    "accuracy_summary.csv": ("data", "model", "fold", "split"),
    "accuracy_constants.csv": ("data", "model", "fold", "constant"),
    "accuracy_gemm.csv": ("m", "k", "n"),
    "accuracy_allreduce.csv": ("bytes",),
    "accuracy_layer.csv": ("phase", "op"),
    "accuracy_total.csv": ("phase", "group"),
}


def compute() -> Tables:
    """All tables of the harness, by file name."""
    found = scores.study(machine())
    return {
        "accuracy_summary.csv": list(scores.summary_rows(found)),
        "accuracy_constants.csv": list(scores.constant_rows(found)),
        "accuracy_gemm.csv": list(scores.gemm_rows(found)),
        "accuracy_allreduce.csv": list(scores.message_rows(found)),
        "accuracy_layer.csv": list(scores.layer_rows(found)),
        "accuracy_total.csv": list(scores.total_rows(found)),
    }


def violations(tables: Tables) -> Iterator[str]:
    """What fits and tables break, one sentence each."""
    found, summary = scores.study(machine()), tables["accuracy_summary.csv"]
    yield from hold.roofline(found)
    yield from hold.sums(tables["accuracy_total.csv"])
    yield from hold.halves(summary)
    yield from hold.nested(summary)
    yield from hold.agreement(found)
    yield from hold.degenerate(found)
    yield from hold.refusal(found)
    yield from hold.tabled(summary, tables["accuracy_gemm.csv"], tables["accuracy_allreduce.csv"])
    yield from hold.boundary(summary)


def validate(tables: Tables) -> Iterator[str]:
    """The errors, printed; and what is over its boundary."""
    for row in tables["accuracy_summary.csv"]:
        print("  ".join(f"{column}={value}" for column, value in row.items()))
    yield from hold.boundary(tables["accuracy_summary.csv"])


HARNESS = Harness(KEYS, compute, violations, validate)

if __name__ == "__main__":
    sys.exit(HARNESS.main())
