"""Rooflines of transformer layers and decode steps, beside published times and step estimates.

    python bench.py [run] --out DIR     compute, hold the invariants, then write the CSVs
    python bench.py check               compute and hold the invariants, twice, and write nothing
    python bench.py validate            hold the roofs against published times

Exit status 1 when something does not hold; nothing is written then.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

import counts
import grid
import hold
from devices import load_devices, load_models, read_text
from layer_of_gpt3 import PUBLISHED
from operations import layer
from program import Harness
from tables import Tables, read

KEYS: dict[str, tuple[str, ...]] = {
    "roofline_devices.csv": ("device",),
    "roofline_ops.csv": ("device", "model", "phase", "op", "batch", "ctx"),
    "roofline_step.csv": ("device", "model", "devices", "batch", "ctx"),
    "roofline_ridge.csv": ("device", "model", "ctx"),
    "roofline_measured.csv": ("phase", "op"),
    "roofline_book.csv": ("kv_heads", "batch"),
}


def compute() -> Tables:
    """All tables of the harness, by file name."""
    devices, models = load_devices(), load_models()
    return {
        "roofline_devices.csv": grid.device_rows(devices),
        "roofline_ops.csv": grid.operation_rows(devices, models),
        "roofline_step.csv": grid.step_rows(devices, models),
        "roofline_ridge.csv": list(grid.ridge_rows(devices, models)),
        "roofline_measured.csv": grid.measured_rows(devices),
        "roofline_book.csv": list(grid.book_rows(devices, models)),
    }


def violations(tables: Tables) -> Iterator[str]:
    """What the tables break, one sentence each."""
    devices, models = load_devices(), load_models()
    operations, steps = tables["roofline_ops.csv"], tables["roofline_step.csv"]
    yield from hold.roof(operations, devices)
    yield from hold.roof(tables["roofline_measured.csv"], devices)
    yield from hold.measured(tables["roofline_measured.csv"])
    yield from hold.conservation(operations, models)
    yield from hold.steps_conserved(steps, models)
    yield from counts.machines(tables["roofline_devices.csv"], read_text())
    yield from counts.data_sheets(tables["roofline_devices.csv"], read(PUBLISHED.with_name("published.csv")))
    yield from counts.layer_bytes(operations, models)
    yield from counts.measured(tables["roofline_measured.csv"], read(PUBLISHED))
    yield from counts.steps(steps, models, devices)
    yield from counts.ridges(tables["roofline_ridge.csv"], models, devices)
    yield from hold.ordered(operations, steps)
    yield from hold.closed_forms(models, devices)
    yield from hold.book(tables["roofline_book.csv"])
    yield from hold.degenerate(models, devices[grid.MEASURED_DEVICE])
    yield from hold.refusal(layer, models[grid.BOOK_MODEL])


def validate(tables: Tables) -> Iterator[str]:
    """Published times and steps beside ours, printed; and what they break."""
    for row in tables["roofline_measured.csv"]:
        share = f"{row['measured_us']:>9} us, {row['share_of_roof_pct']} %"
        print(f"{row['phase']:8} {row['op']:8} {row['bound']:8} {share}")
    for row in tables["roofline_book.csv"]:
        times = f"{row['step_ms']} ms, printed {row['published_step_ms']}"
        print(f"batch {row['batch']:>3}, {row['kv_heads']:>2} heads: {times}")
    yield from hold.measured(tables["roofline_measured.csv"])
    yield from hold.book(tables["roofline_book.csv"])


HARNESS = Harness(KEYS, compute, violations, validate)

if __name__ == "__main__":
    sys.exit(HARNESS.main())
