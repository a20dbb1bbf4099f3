"""Tiling: a GEMM, cut into tiles that fit the memory of one PE; refuses what the model was not validated for."""

from dataclasses import dataclass

from kernbench.topology import Topology

LARGEST_EDGE = 8192
LARGEST_DISPATCH = 10_000
MODES = ("async", "blocking", "composite")


class OutOfRangeError(ValueError):
    """A request outside the range for which the model was cross-checked; it is refused, not extrapolated."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """C[m,n] = A[m,k] B[k,n] in tiles; *buffers* operand pairs are held at once. All in elements."""

    m: int
    n: int
    k: int
    tile_m: int
    tile_n: int
    tile_k: int
    buffers: int

    @property
    def tiles(self) -> int:
        """Result tiles."""
        return (self.m // self.tile_m) * (self.n // self.tile_n)

    @property
    def steps_per_tile(self) -> int:
        """Steps along k for one result tile."""
        return self.k // self.tile_k

    @property
    def steps(self) -> int:
        """All steps: one pair of operand tiles each."""
        return self.tiles * self.steps_per_tile


def checked(tiling: Tiling, topology: Topology, dispatch: int) -> Tiling:
    """*tiling*, if the model covers it at *dispatch* cycles a command; raises OutOfRangeError otherwise."""
    for axis, edge, tile in (
        ("m", tiling.m, tiling.tile_m),
        ("n", tiling.n, tiling.tile_n),
        ("k", tiling.k, tiling.tile_k),
    ):
        if not 1 <= edge <= LARGEST_EDGE:
            raise OutOfRangeError(f"{axis} is {edge}; validated from 1 to {LARGEST_EDGE}")
        if not 1 <= tile <= edge or edge % tile:
            raise OutOfRangeError(f"tile_{axis} {tile} does not divide {axis} {edge}; ragged tiles are not modelled")
    if not 1 <= tiling.buffers <= 8:
        raise OutOfRangeError(f"buffers is {tiling.buffers}; validated from 1 to 8")
    if not 0 <= dispatch <= LARGEST_DISPATCH:
        raise OutOfRangeError(f"dispatch is {dispatch} cycles; validated from 0 to {LARGEST_DISPATCH}")
    need, room = tcdm_bytes(tiling, topology), topology["pe.tcdm.capacity"]
    if need > room:
        raise OutOfRangeError(f"the tiles need {need} bytes of a TCDM of {room}")
    return tiling


def tcdm_bytes(tiling: Tiling, topology: Topology) -> int:
    """Bytes that operand buffers and accumulators take in the PE's memory."""
    pair = (tiling.tile_m + tiling.tile_n) * tiling.tile_k * topology["datatype.operand"]
    result = tiling.tile_m * tiling.tile_n * topology["datatype.accumulator"]
    return tiling.buffers * pair + topology["pe.mac.accumulators"] * result
