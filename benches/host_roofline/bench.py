"""The roofline of this machine: STREAM and products with a weight matrix, numpy on one thread.

    python bench.py [run] --out DIR     measure, hold the invariants, then write the CSVs
    python bench.py check               hold what does not need a clock: numerics of the kernels, statistics

Several processes, one warm-up each, every value kept; the habits are those of pyperf. Exit status 1 when something does
not hold; nothing is written then.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

import hold
import kernels
import summary
from program import report
from tables import Row, Tables, places, write
from worker import LEAST_S, VALUES

ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMEXPR")}
WORKER = Path(__file__).resolve().parent / "worker.py"
PROCESSES = 5
KEYS: dict[str, tuple[str, ...]] = {
    "host_roofline.csv": ("kernel", "batch"),
    "host_values.csv": ("kernel", "batch", "process", "value"),
    "host_settings.csv": ("setting",),
    "measured_gpu.csv": ("kernel", "batch"),
}
GPU_COLUMNS = ("device", "n", "median_us", "low_us", "high_us")
"""Of the slot for a GPU, which is empty: none was at hand."""


def worker(*arguments: str, given: object = None) -> Any:
    """What a process of its own prints."""
    done = subprocess.run(
        [sys.executable, str(WORKER), *arguments],
        input=json.dumps(given),
        env={**os.environ, **ONE_THREAD},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"a process of the measurement ended with status {done.returncode}:\n{done.stderr}")
    return json.loads(done.stdout)


def measure(processes: int = PROCESSES) -> tuple[Tables, float]:
    """All tables, and the load of the machine before it began."""
    load = os.getloadavg()[0]
    costs = kernels.costs()
    calibration = worker("calibrate")
    step = max(1, len(costs) // processes)
    runs = [worker("measure", str(step * process), given=calibration["loops"]) for process in range(processes)]
    raw = [_raw(costs[each["at"]], process, each) for process, run in enumerate(runs) for each in run]
    rows = [summary.row(cost, _of(cost, raw), load) for cost in costs]
    tables: Tables = {
        "host_roofline.csv": summary.with_roof(rows),
        "host_values.csv": raw,
        "host_settings.csv": list(settings(calibration["blas"], load, processes)),
        "measured_gpu.csv": [],
    }
    return tables, load


def _raw(cost: kernels.Cost, process: int, each: dict[str, Any]) -> Row:
    return {
        "kernel": cost.kernel,
        "batch": cost.batch,
        "process": process,
        "value": each["value"],
        "warmup": each["value"] == 0,
        "calls": each["calls"],
        "call_us": places(summary.Fraction(each["seconds"] / each["calls"] * 1e6), 3),
    }


def _of(cost: kernels.Cost, raw: Sequence[Row]) -> list[Row]:
    return [each for each in raw if (each["kernel"], each["batch"]) == (cost.kernel, cost.batch)]


def settings(blas: str, load: float, processes: int) -> Iterator[Row]:
    """How it was measured, beside the host that the descriptor names."""
    facts = {
        "array": (8 * kernels.ELEMENTS, "B"),
        "weights": (4 * kernels.EDGE**2, "B"),
        "least_duration": (LEAST_S, "s"),
        "load_before": (f"{load:.2f}", "count"),
        "processes": (processes, "process"),
        "threads": (1, "thread"),
        "values_a_process": (VALUES, "count"),
    }
    for name, (value, unit) in facts.items():
        yield {"setting": name, "value": value, "unit": unit, "note": blas if name == "threads" else "as configured"}


def violations(tables: Tables, load: float, processes: int = PROCESSES) -> Iterator[str]:
    """What the measurement breaks, one sentence each."""
    costs, raw, rows = kernels.costs(), tables["host_values.csv"], tables["host_roofline.csv"]
    yield from hold.values(raw, costs, processes)
    yield from hold.order(rows)
    yield from hold.conservation(rows, costs)
    yield from hold.roofline(rows)
    yield from hold.summary(rows, raw, costs, load)
    yield from hold.numerics(kernels.build)


def run(out: Path) -> Iterator[str]:
    """Measure, hold, and write into *out* if all holds; warnings go to standard error."""
    tables, load = measure()
    broken = [*violations(tables, load)]
    yield from broken
    noisy = [f"{each['kernel']} {each['batch']}" for each in tables["host_roofline.csv"] if each["noisy"]]
    if noisy:
        print(f"noisy: load {load:.2f} before the start; {len(noisy)} kernels: {', '.join(noisy)}", file=sys.stderr)
    if not broken:
        write(out, tables, KEYS, {"measured_gpu.csv": GPU_COLUMNS})


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 0 when everything holds, else 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", nargs="?", choices=("run", "check"), default="run")
    parser.add_argument("--out", type=Path, help="folder that takes the CSVs (run)")
    asked = parser.parse_args(arguments)
    if asked.action == "run" and asked.out is None:
        parser.error("run needs --out DIR")
    return report(run(asked.out) if asked.action == "run" else hold.numerics(kernels.build))


if __name__ == "__main__":
    sys.exit(main())
