"""Fill: the same products with SCALE-Sim's fill and drain for each pass of the array, in place of one a command.

The model's fill is once a command, so a command whose fill is all that its passes add is the same command with a fill
for each pass: no constant of the machine stands for it, but the machine with that constant is the other form.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from kernbench.gemm import run_gemm
from kernbench.recurrence import gemm_cycles, stages
from kernbench.tiling import Tiling
from kernbench.topology import Topology

Row = dict[str, Any]

CUBE = 1024
TILES = ((128, 128, 512), (256, 256, 128))
BUFFERS = (2, 3)
SIMULATED = 2
"""With so many buffers both implementations are asked."""


def passes(tiling: Tiling, topology: Topology) -> int:
    """Passes of the array in one step."""
    return -(-tiling.tile_m // topology["pe.mac.rows"]) * -(-tiling.tile_n // topology["pe.mac.columns"])


def per_pass(tiling: Tiling, topology: Topology) -> Topology:
    """The machine on which a step's product takes SCALE-Sim's equation 4, 2 R + C + T - 2 for each pass."""
    added = 2 * topology["pe.mac.rows"] + topology["pe.mac.columns"] - 2
    return topology.with_values(pe__mac__fill=passes(tiling, topology) * added)


def rows(topology: Topology) -> list[Row]:
    """One row a tile and number of buffers: the product as modelled, and with a fill for each pass."""
    tilings = [Tiling(CUBE, CUBE, CUBE, *tile, buffers) for tile in TILES for buffers in BUFFERS]
    return [row(tiling, topology) for tiling in tilings]


def row(tiling: Tiling, topology: Topology) -> Row:
    """One tiling, issued asynchronously, dispatch free."""
    other = per_pass(tiling, topology)
    return {
        "m": tiling.m,
        "n": tiling.n,
        "k": tiling.k,
        "tile_m": tiling.tile_m,
        "tile_n": tiling.tile_n,
        "tile_k": tiling.tile_k,
        "buffers": tiling.buffers,
        "mac_cycles": stages(tiling, topology).mac,
        "per_pass_mac_cycles": stages(tiling, other).mac,
        "async_cycles": gemm_cycles("async", tiling, topology, 0),
        "per_pass_async_cycles": gemm_cycles("async", tiling, other, 0),
    }


def violations(found: Sequence[Row], array: Sequence[Row], latency: Sequence[Row], topology: Topology) -> Iterator[str]:
    """I3, I5, I6: the array's own table and the latency table say the same; SimPy does; more fill is never faster."""
    if len(found) != len(TILES) * len(BUFFERS):
        yield f"I3 conservation: {len(found)} rows with a fill for each pass, {len(TILES) * len(BUFFERS)} are due"
    for each in found:
        name = f"tile {each['tile_m']}x{each['tile_n']}x{each['tile_k']}, {each['buffers']} buffers"
        tiles = [(one["array_cycles"], one["scalesim_cycles"]) for one in array
                 if all(one[part] == each[part] for part in ("tile_m", "tile_n", "tile_k"))]  # fmt: skip
        steps = (each["mac_cycles"], each["per_pass_mac_cycles"])
        if tiles != [steps]:
            yield f"I6 agreement: {name}: a product of {steps} cycles, the array's table has {tiles}"
        shape = ("m", "n", "k", "tile_m", "tile_n", "tile_k", "buffers")
        same = [one["latency_cycles"] for one in latency if one["mode"] == "async" and one["dispatch_cycles"] == 0
                and all(one[part] == each[part] for part in shape)]  # fmt: skip
        if same != [each["async_cycles"]]:
            yield f"I6 agreement: {name}: {each['async_cycles']} cycles, the latency table has {same}"
        if each["per_pass_async_cycles"] < each["async_cycles"]:
            yield f"I5 monotone: {name}: {each['per_pass_async_cycles']} cycles with a fill for each pass"
        if each["buffers"] == SIMULATED:
            tiling = Tiling(*(each[part] for part in shape))
            simulated = run_gemm("async", tiling, per_pass(tiling, topology), 0).cycles
            if simulated != each["per_pass_async_cycles"]:
                yield f"I6 agreement: {name}: SimPy says {simulated}, the recurrence {each['per_pass_async_cycles']}"
