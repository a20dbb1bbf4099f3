"""Layer: the shape of one attention layer as a PE sees it; refuses what the model was not validated for."""

from collections.abc import Iterator
from dataclasses import dataclass

from kernbench.tiling import OutOfRangeError
from kernbench.topology import Topology

LARGEST_CONTEXT, ROWS = 131_072, 128


@dataclass(frozen=True, slots=True)
class Shape:
    """One attention layer for one user: heads, head dimension, queries, and keys that a PE holds."""

    h_q: int
    h_kv: int
    head_dim: int
    q_len: int
    ctx: int
    tile: int
    """Keys of a tile."""
    causal: bool = False

    @property
    def group(self) -> int:
        """Query heads that share a key-value head."""
        return self.h_q // self.h_kv

    @property
    def positions(self) -> int:
        """Query positions of a work item, so that it has at most 128 rows."""
        return min(self.q_len, max(1, ROWS // self.group))

    @property
    def rows(self) -> int:
        """Query rows of a work item."""
        return self.positions * self.group

    def tiles(self, block: int) -> int:
        """Tiles of keys that the *block*-th block of positions sees at least in part."""
        seen = min(self.ctx, (block + 1) * self.positions) if self.causal else self.ctx
        return -(-seen // self.tile)

    def items(self) -> Iterator[tuple[int, int]]:
        """Key-value head and block of positions of each work item."""
        for head in range(self.h_kv):
            for block in range(self.q_len // self.positions):
                yield head, block

    @property
    def tile_count(self) -> int:
        """Tiles over all work items."""
        return sum(self.tiles(block) for _, block in self.items())


def checked(shape: Shape) -> Shape:
    """*shape*, if the model covers it; raises OutOfRangeError otherwise."""
    if shape.h_kv < 1 or shape.h_q % shape.h_kv or not 1 <= shape.h_q <= 128:
        raise OutOfRangeError(f"{shape.h_q} query heads do not share {shape.h_kv} key-value heads evenly")
    if not 1 <= shape.ctx <= LARGEST_CONTEXT or shape.ctx % shape.tile:
        raise OutOfRangeError(f"{shape.ctx} keys; validated are multiples of {shape.tile} up to {LARGEST_CONTEXT}")
    if shape.q_len % shape.positions or (shape.causal and shape.q_len != shape.ctx):
        raise OutOfRangeError(f"{shape.q_len} queries in blocks of {shape.positions} on {shape.ctx} keys")
    if shape.head_dim % 32 or not 32 <= shape.head_dim <= 256:
        raise OutOfRangeError(f"head dimension {shape.head_dim}; validated are multiples of 32 up to 256")
    return shape


def tcdm_bytes(shape: Shape, topology: Topology, *, unfused: bool) -> int:
    """Bytes that the buffers of a kernel take in the PE's memory at most, two of each kind, going round."""
    rows, tile, dim = shape.rows, shape.tile, shape.head_dim
    size, wide = topology["datatype.operand"], topology["datatype.accumulator"]
    states = (shape.h_q if shape.q_len == 1 else 2 * rows) * (dim + 2) * wide
    if not unfused:
        operands = 2 * (rows * dim + 2 * tile * dim + rows * tile) * size
        return operands + 2 * rows * (tile + dim + 1) * wide + states
    scores = 2 * (rows + tile) * dim * size + 2 * rows * tile * wide
    softmax = 2 * rows * span_of(shape) * size + states
    return max(scores, softmax, 2 * (rows + dim) * tile * size + states)


def span_of(shape: Shape) -> int:
    """Keys whose scores the unfused softmax takes at once: whole tiles in 128 KiB of binary16, one at least."""
    return max(shape.tile, (1 << 17) // (2 * shape.rows)) // shape.tile * shape.tile


def fitting(shape: Shape, topology: Topology, *, unfused: bool = False) -> Shape:
    """*shape*, if the model covers it and its buffers fit the PE's memory; raises OutOfRangeError otherwise."""
    need, room = tcdm_bytes(checked(shape), topology, unfused=unfused), topology["pe.tcdm.capacity"]
    if need > room:
        raise OutOfRangeError(f"the buffers need {need} bytes of a TCDM of {room}")
    return shape
