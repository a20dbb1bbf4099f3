"""The other harnesses' CSVs: the rows from which a report takes what the headlines are about."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from tables import read, significant

Row = Mapping[str, str]
GEMM, BREAKEVEN = "gemm_composite/artifacts/gemm_latency.csv", "gemm_composite/artifacts/gemm_breakeven.csv"
RING, CROSSOVER = "allreduce_ipcq/artifacts/allreduce_latency.csv", "allreduce_ipcq/artifacts/allreduce_crossover.csv"
OVERLAP = "allreduce_ipcq/artifacts/allreduce_overlap.csv"
LAYER, OCCUPANCY = "gqa_fused/artifacts/gqa_latency.csv", "gqa_fused/artifacts/gqa_occupancy.csv"
DEAR, PROJECTION = "gqa_fused/artifacts/gqa_dispatch.csv", "gqa_fused/artifacts/gqa_projection.csv"


class Evidence:
    """Committed tables, each read once; `one` is the cell of exactly one row."""

    def __init__(self, benches: Path) -> None:
        self.benches = benches
        self._read: dict[str, list[dict[str, str]]] = {}

    def one(self, path: str, column: str, **key: object) -> Fraction:
        """The number in *column* of the row with *key*; raises LookupError where it is not exactly one row."""
        if path not in self._read:
            self._read[path] = read(self.benches / path)
        rows = [row for row in self._read[path] if all(row[name] == str(value) for name, value in key.items())]
        if len(rows) != 1:
            raise LookupError(f"{path} has {len(rows)} rows with {key}")
        return Fraction(rows[0][column])

    def gemm(
        self, mode: str, tile: int, buffers: int, dispatch: int = 0, m: int = 1024, column: str = "latency_cycles"
    ) -> Fraction:
        """One product of the report's tables; *m* of 1 is the skinny one."""
        edge = 1024 if m == 1024 else 4096
        key = {"mode": mode, "m": m, "n": edge, "k": edge, "tile_n": tile, "buffers": buffers}
        deep = {32: 64, 128: 512, 256: 128}[tile]
        return self.one(GEMM, column, **key, tile_k=deep, dispatch_cycles=dispatch)

    def breakeven(self, tile: int) -> Fraction:
        """Break-even cost of a product of 1024 cubed: time of a step over its commands."""
        key = {"m": 1024, "n": 1024, "tile_m": tile, "buffers": 2}
        pace, steps, commands = (
            self.one(BREAKEVEN, name, **key) for name in ("bottleneck_cycles", "steps", "commands")
        )
        return pace * steps / commands

    def ring(self, algorithm: str, driver: str, size: int) -> Fraction:
        """An all-reduce of 16 ranks at dispatch cost 0."""
        return self.one(
            RING, "latency_cycles", algorithm=algorithm, driver=driver, ranks=16, bytes=size, dispatch_cycles=0
        )

    def crossover(self, first: str, second: str) -> Fraction:
        """A crossover of 16 ranks."""
        return self.one(CROSSOVER, "simulated_bytes", first=first, second=second, ranks=16)

    def overlap(self, column: str, driver: str, depth: int, chunks: int) -> Fraction:
        """GEMM and all-reduce."""
        return self.one(OVERLAP, column, driver=driver, gemm_k=depth, chunks=chunks)

    def beneath(self, driver: str) -> Fraction:
        """A GEMM of depth 1024 with its all-reduce underneath, in the best number of chunks."""
        return min(self.overlap("overlapped_cycles", driver, 1024, chunks) for chunks in (2, 4, 8))

    def layer(
        self, panel: str, variant: str, h_kv: int, ctx: int, pes: int, column: str = "latency_cycles"
    ) -> Fraction:
        """One attention layer."""
        return self.one(LAYER, column, panel=panel, variant=variant, h_kv=h_kv, ctx=ctx, pes=pes)

    def dear(self, variant: str) -> Fraction:
        """Decode in groups of 8 at 1000 cycles a command."""
        return self.one(DEAR, "latency_cycles", variant=variant, h_kv=4, dispatch_cycles=1000)

    def projected(self, h_kv: int) -> Fraction:
        """Saving of the designed merge, in per cent."""
        columns = ("saved_cycles", "baseline_cycles")
        saved, baseline = (self.one(PROJECTION, column, h_kv=h_kv, pes=16) for column in columns)
        return 100 * saved / baseline


BEST = "fused_composite_ipcq"
SAME: Mapping[str, Callable[[Evidence], Fraction]] = {
    "composite_over_async_free": lambda e: e.gemm("async", 128, 2) / e.gemm("composite", 128, 2),
    "composite_over_blocking": lambda e: e.gemm("blocking", 128, 2) / e.gemm("composite", 128, 2),
    "breakeven_large_tile": lambda e: e.breakeven(128),
    "breakeven_small_tile": lambda e: e.breakeven(32),
    "composite_over_async_small_tile": lambda e: e.gemm("async", 32, 2, 1000) / e.gemm("composite", 32, 2, 1000),
    "better_tile": lambda e: e.gemm("async", 128, 2) / e.gemm("async", 256, 2),
    "third_buffer": lambda e: e.gemm("async", 256, 2) / e.gemm("async", 256, 3),
    "skinny_at_roofline": lambda e: (
        100 * e.gemm("async", 128, 3, m=1, column="roofline_cycles") / e.gemm("async", 128, 3, m=1)
    ),
    "skinny_composite_over_async": lambda e: e.gemm("async", 128, 3, m=1) / e.gemm("composite", 128, 3, m=1),
    "ipcq_over_cpu_small": lambda e: e.ring("ring", "cpu", 1024) / e.ring("ring", "ipcq", 1024),
    "ipcq_over_cpu_suited": lambda e: e.ring("recursive_doubling", "cpu", 4096) / e.ring("ring_2d", "ipcq", 4096),
    "ipcq_over_cpu_large": lambda e: e.ring("ring", "cpu", 1 << 20) / e.ring("ring", "ipcq", 1 << 20),
    "doubling_over_ring_small": lambda e: e.ring("ring", "ipcq", 1024) / e.ring("recursive_doubling", "ipcq", 1024),
    "ring_2d_over_ring_small": lambda e: e.ring("ring", "ipcq", 1024) / e.ring("ring_2d", "ipcq", 1024),
    "bidirectional_over_ring_large": lambda e: (
        e.ring("ring", "ipcq", 1 << 20) / e.ring("bidirectional_ring", "ipcq", 1 << 20)
    ),
    "crossover_tree_ring": lambda e: e.crossover("tree", "ring"),
    "crossover_doubling_ring_2d": lambda e: e.crossover("recursive_doubling", "ring_2d"),
    "crossover_doubling_ring": lambda e: (
        e.one(CROSSOVER, "closed_form_bytes", first="recursive_doubling", second="ring", ranks=16)
        / e.crossover("recursive_doubling", "ring")
    ),
    "crossover_ring_2d_bidirectional": lambda e: e.crossover("ring_2d", "bidirectional_ring"),
    "overlap_gain": lambda e: e.overlap("serial_cycles", "ipcq", 1024, 4) / e.beneath("ipcq"),
    "overlap_ipcq_over_cpu": lambda e: e.beneath("cpu") / e.beneath("ipcq"),
    "overlap_loss_cpu": lambda e: (
        e.overlap("serial_cycles", "cpu", 256, 8) / e.overlap("overlapped_cycles", "cpu", 256, 8)
    ),
    "prefill_fused": lambda e: e.layer("P1", "unfused", 4, 2048, 1) / e.layer("P1", BEST, 4, 2048, 1),
    "prefill_traffic": lambda e: (
        e.layer("P1", "unfused", 4, 2048, 1, "hbm_bytes") / e.layer("P1", BEST, 4, 2048, 1, "hbm_bytes")
    ),
    "prefill_vec_share": lambda e: e.one(
        OCCUPANCY, "busy_cycles", panel="P1", variant=BEST, h_kv=4, engine="PE_VEC"
    ) * 100 / e.layer("P1", BEST, 4, 2048, 1),
    "decode_fused": lambda e: e.layer("P2", "unfused", 4, 16_384, 1) / e.layer("P2", BEST, 4, 16_384, 1),
    "decode_fused_mha": lambda e: e.layer("P2", "unfused", 32, 16_384, 1) / e.layer("P2", BEST, 32, 16_384, 1),
    "decode_traffic": lambda e: (
        e.layer("P2", "unfused", 4, 16_384, 1, "hbm_bytes") / e.layer("P2", BEST, 4, 16_384, 1, "hbm_bytes")
    ),
    "decode_composite_free": lambda e: (
        e.layer("P2", "fused_async", 4, 16_384, 1) / e.layer("P2", "fused_composite", 4, 16_384, 1)
    ),
    "decode_composite_dear": lambda e: e.dear("fused_async") / e.dear("fused_composite"),
    "decode_group_of_8": lambda e: e.layer("P2", BEST, 32, 16_384, 1) / e.layer("P2", BEST, 4, 16_384, 1),
    "decode_mqa": lambda e: e.layer("P2", BEST, 32, 16_384, 1) / e.layer("P2", BEST, 1, 16_384, 1),
    "split_over_16": lambda e: e.layer("P2", BEST, 4, 65_536, 1) / e.layer("P4", BEST, 4, 65_536, 16),
    "split_ipcq_over_cpu": lambda e: (
        e.layer("P4", "fused_composite", 1, 65_536, 16) / e.layer("P4", BEST, 1, 65_536, 16)
    ),
    "softmax_merge_group_of_8": lambda e: e.projected(4),
    "softmax_merge_mqa": lambda e: e.projected(1),
}  # fmt: skip
"""What each headline is in the CSVs; those that are left out repeat another one, or count over a grid."""


def differences(tables: Mapping[str, Sequence[Mapping[str, Any]]], benches: Path) -> Iterator[str]:
    """Headlines whose value on the configured machine is not that of the committed CSVs."""
    evidence = Evidence(benches)
    names = ("sensitivity_summary.csv", "sensitivity_projection_summary.csv")
    values = {row["headline"]: row["value"] for name in names for row in tables[name]}
    for name, same in SAME.items():
        there = same(evidence)
        if Decimal(values[name]) not in (significant(there, 6), there):
            yield f"{name}: {values[name]} here, {significant(there, 6)} in the harness's table"
