"""GEMM by composite command against asynchronous and blocking issue, on one PE of KernBench.

    python bench.py [run] --out DIR     simulate, check the invariants, then write the CSVs
    python bench.py check               simulate and check, twice, and write nothing
    python bench.py validate            hold the array against SCALE-Sim's equation

Exit status 1 when an invariant does not hold; nothing is written then.
"""

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import fill
import grid
import hold
from kernbench import invariants
from kernbench.recurrence import gemm_cycles
from kernbench.tiling import Tiling
from kernbench.topology import Topology, load_topology

SEED = 20260701
LEAST_POINTS = 100
TILING = ("m", "n", "k", "tile_m", "tile_n", "tile_k", "buffers")
KEYS: dict[str, tuple[str, ...]] = {
    "gemm_latency.csv": ("mode", *TILING, "dispatch_cycles"),
    "gemm_breakeven.csv": TILING,
    "gemm_trace.csv": ("mode", "dispatch_cycles", "engine", "start_cycle"),
    "gemm_numerics.csv": ("operands", "result", "mode", *TILING),
    "gemm_crosscheck.csv": ("mode",),
    "gemm_array.csv": ("tile_m", "tile_n", "tile_k"),
    "gemm_fill.csv": ("m", "n", "k", "tile_m", "tile_n", "tile_k", "buffers"),
    "platform.csv": ("parameter",),
}
REFUSED = (
    ("async", Tiling(16384, 128, 128, 128, 128, 128, 2), 0),
    ("async", Tiling(100, 128, 128, 64, 128, 128, 2), 0),
    ("blocking", Tiling(128, 128, 128, 128, 128, 128, 0), 0),
    ("composite", Tiling(128, 128, 128, 128, 128, 128, 2), 10_001),
    ("composite", Tiling(1024, 1024, 1024, 512, 512, 512, 2), 0),
    ("eager", Tiling(128, 128, 128, 128, 128, 128, 2), 0),
)
Tables = dict[str, list[dict[str, Any]]]


def simulate(topology: Topology, seed: int) -> Tables:
    """All tables of the harness, by file name, each sorted by its key."""
    latency = grid.latency_rows(topology)
    tables: Tables = {
        "gemm_latency.csv": latency,
        "gemm_breakeven.csv": grid.breakeven_rows(topology),
        "gemm_trace.csv": grid.trace_rows(topology),
        "gemm_numerics.csv": grid.numerics_rows(topology, seed),
        "gemm_crosscheck.csv": grid.crosscheck_rows(latency, topology),
        "gemm_array.csv": grid.array_rows(topology),
        "gemm_fill.csv": fill.rows(topology),
        "platform.csv": grid.platform_rows(topology),
    }
    for name, rows in tables.items():
        rows.sort(key=lambda row: tuple(row[column] for column in KEYS[name]))
    return tables


def violations(tables: Tables, topology: Topology) -> Iterator[str]:
    """What the tables break, one sentence each."""
    for check in invariants.LATENCY_CHECKS:
        yield from check(tables["gemm_latency.csv"], topology)
    yield from invariants.agreement(tables["gemm_crosscheck.csv"], LEAST_POINTS)
    yield from invariants.degenerate(topology)
    yield from invariants.numerics(tables["gemm_numerics.csv"])
    yield from invariants.refusal(gemm_cycles, REFUSED, topology)
    yield from hold.complete(tables["gemm_latency.csv"], grid.keys(topology))
    yield from hold.work(tables["gemm_latency.csv"])
    yield from hold.paced(tables["gemm_latency.csv"])
    yield from hold.utilisation(tables["gemm_latency.csv"])
    yield from hold.breakeven(tables["gemm_breakeven.csv"], tables["gemm_latency.csv"])
    yield from hold.trace(tables["gemm_trace.csv"], grid.traced(topology))
    yield from hold.platform(tables["platform.csv"])
    yield from hold.array(tables["gemm_array.csv"])
    yield from fill.violations(tables["gemm_fill.csv"], tables["gemm_array.csv"], tables["gemm_latency.csv"], topology)
    yield from hold.rounded(tables["gemm_numerics.csv"])


def as_csv(name: str, rows: Sequence[dict[str, Any]]) -> str:
    """The table as text: key columns first, LF, a comma only where a cell holds one is quoted."""
    key = KEYS[name]
    columns = (*key, *(column for column in rows[0] if column not in key))
    lines = [columns, *(tuple(_cell(row[column]) for column in columns) for row in rows)]
    return "".join(",".join(line) + "\n" for line in lines)


def _cell(value: Any) -> str:
    text = format(value, "f") if hasattr(value, "as_tuple") and abs(value) >= 1 else str(value)
    return f'"{text}"' if any(mark in text for mark in ',"\n') else text


def run(out: Path, seed: int) -> tuple[str, ...]:
    """Simulate, check, and write into *out* if all holds."""
    topology = load_topology()
    tables = simulate(topology, seed)
    broken = tuple(violations(tables, topology))
    if not broken:
        out.mkdir(parents=True, exist_ok=True)
        for name, rows in tables.items():
            (out / name).write_text(as_csv(name, rows), encoding="utf-8", newline="\n")
    return broken


def check(seed: int) -> tuple[str, ...]:
    """Simulate twice; the invariants, and that both gave the same bytes."""
    topology = load_topology()
    tables, again = simulate(topology, seed), simulate(topology, seed)
    return tuple(chain(violations(tables, topology), invariants.determinism(digests(tables), digests(again))))


def digests(tables: Tables) -> dict[str, str]:
    """SHA-256 of each table's text."""
    return {name: hashlib.sha256(as_csv(name, rows).encode()).hexdigest() for name, rows in tables.items()}


def validate() -> tuple[str, ...]:
    """Time of a product on the array beside SCALE-Sim's equation 4 (ISPASS 2020), printed; and what it breaks."""
    rows = grid.array_rows(load_topology())
    for row in rows:
        print("  ".join(f"{column}={value}" for column, value in row.items()))
    return tuple(hold.array(rows))


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 0 when everything holds, else 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", nargs="?", choices=("run", "check", "validate"), default="run")
    parser.add_argument("--out", type=Path, help="folder that takes the CSVs (run)")
    parser.add_argument("--seed", type=int, default=SEED, help="of the operands in gemm_numerics.csv")
    asked = parser.parse_args(arguments)
    if asked.action == "run" and asked.out is None:
        parser.error("run needs --out DIR")
    actions: dict[str, Callable[[], tuple[str, ...]]] = {
        "run": lambda: run(asked.out, asked.seed),
        "check": lambda: check(asked.seed),
        "validate": validate,
    }
    broken = actions[asked.action]()
    for sentence in broken:
        print(sentence, file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
