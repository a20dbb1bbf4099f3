"""Count: what the commands of an attention kernel cost each engine, from the layer and the topology alone.

It follows SPEC-0004 and shares nothing with the kernels that it is held against.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from kernbench.topology import Topology

Row = Mapping[str, Any]
H_Q, DIM, ROWS, WIDE = 32, 128, 128, 1 << 17


class Count:
    """Commands of one kernel by count: what each costs its engine, from the layer and the topology alone."""

    def __init__(self, row: Row, topology: Topology) -> None:
        self.topology = topology
        self.unfused = row["variant"] == "unfused"
        group = H_Q // row["h_kv"]
        queries = 2048 if row["panel"] == "P1" else 1
        positions = min(queries, max(1, ROWS // group))
        self.rows = positions * group
        self.tile = 256 if row["panel"] == "P1" else 512
        keys = row["ctx"] // row["pes"] if row["panel"] == "P4" else row["ctx"]
        copies = row["pes"] if row["panel"] == "P4" else row["batch"]
        blocks = range(queries // positions)
        seen = [min(keys, (block + 1) * positions) if queries > 1 else keys for block in blocks]
        self.tiles = [ceil(Fraction(each, self.tile)) for each in seen]
        self.times = copies * row["h_kv"]
        """Each block's work is done so often: for each user or part of the keys, and for each key-value head."""
        self.split = row["panel"] == "P4"
        self.pes = row["pes"]

    def over_tiles(self, each: int) -> int:
        """*each* for every tile of every work item."""
        return self.times * sum(self.tiles) * each

    def over_items(self, each: int) -> int:
        """*each* for every work item."""
        return self.times * len(self.tiles) * each

    @property
    def macs(self) -> int:
        """Multiplications of both products, hidden keys of a tile included."""
        return self.over_tiles(2 * self.rows * self.tile * DIM)

    def passes(self, high: int, wide: int) -> int:
        """Passes of the array, in the orientation that has fewer."""
        rows, columns = self.topology["pe.mac.rows"], self.topology["pe.mac.columns"]
        ways = ((high, wide), (wide, high))
        return min(ceil(Fraction(one, rows)) * ceil(Fraction(other, columns)) for one, other in ways)

    @property
    def mac(self) -> int:
        """Busy cycles of PE_MAC: Q K^T, then P V."""
        fill = self.topology["pe.mac.fill"]
        scores = fill + self.passes(self.rows, self.tile) * DIM
        return self.over_tiles(scores + fill + self.passes(self.rows, DIM) * self.tile)

    def moved(self, elements: int, rate: int) -> int:
        """Cycles of one transfer."""
        return ceil(Fraction(elements * self.topology["datatype.operand"], rate))

    @property
    def spans(self) -> list[int]:
        """Widths in which the unfused softmax takes the scores of each block, over all blocks."""
        most = max(self.tile, WIDE // (2 * self.rows)) // self.tile * self.tile
        found = []
        for tiles in self.tiles:
            seen = tiles * self.tile
            found += [min(most, seen - at) for at in range(0, seen, most)]
        return found

    @property
    def read(self) -> int:
        """Elements from HBM: queries, keys and values, and three times the scores where these are kept there."""
        scores = self.over_tiles(3 * self.rows * self.tile) if self.unfused else 0
        return self.over_items(self.rows * DIM) + self.over_tiles(2 * self.tile * DIM) + scores

    @property
    def written(self) -> int:
        """Elements to HBM: results, once for all parts of split keys, and scores and weights where they are kept."""
        scores = self.over_tiles(2 * self.rows * self.tile) if self.unfused else 0
        return self.over_items(self.rows * DIM) // (self.pes if self.split else 1) + scores

    @property
    def load(self) -> int:
        """Busy cycles of PE_DMA_IN."""
        rate = self.topology.in_rate
        fixed = self.over_items(self.moved(self.rows * DIM, rate)) + self.over_tiles(
            2 * self.moved(self.tile * DIM, rate)
        )
        if not self.unfused:
            return fixed
        scores = self.over_tiles(self.moved(self.rows * self.tile, rate))
        return fixed + scores + self.times * sum(2 * self.moved(self.rows * wide, rate) for wide in self.spans)

    @property
    def store(self) -> int:
        """Busy cycles of PE_DMA_OUT, without a merge."""
        rate = self.topology.out_rate
        results = self.over_items(self.moved(self.rows * DIM, rate))
        if not self.unfused:
            return results
        scores = self.over_tiles(self.moved(self.rows * self.tile, rate))
        return results + scores + self.times * sum(self.moved(self.rows * wide, rate) for wide in self.spans)

    @property
    def transfers(self) -> int:
        """Loads and stores, without a merge."""
        if not self.unfused:
            return self.over_tiles(2) + self.over_items(2)
        return self.over_tiles(4) + self.over_items(2) + 3 * self.times * len(self.spans)

    @property
    def steps(self) -> int:
        """Steps of the sequencer: one for each work item and one for each tile."""
        return self.over_tiles(1) + self.over_items(1)

    def lanes(self, elements: int) -> int:
        """Turns of PE_VEC over so many elements."""
        return ceil(Fraction(elements, self.topology["pe.vec.lanes"]))

    @property
    def vec(self) -> int:
        """Busy cycles of PE_VEC, without a merge: softmax and rescaling for each tile, the division for each item."""
        exp, fill, rows = self.topology["pe.vec.exp"], self.topology["pe.vec.fill"], self.rows
        divide = self.over_items(fill + self.lanes(rows * DIM) + self.lanes(rows) * exp)
        if self.unfused:
            first = [fill + self.lanes(rows * wide) * (3 + exp) + self.lanes(rows) * (3 + exp) for wide in self.spans]
            second = [fill + self.lanes(rows * wide) * (3 + exp) for wide in self.spans]
            return self.times * (sum(first) + sum(second))
        softmax = fill + self.lanes(rows * self.tile) * (5 + exp) + self.lanes(rows) * (3 + exp)
        return self.over_tiles(softmax + fill + self.lanes(rows * DIM)) + divide
