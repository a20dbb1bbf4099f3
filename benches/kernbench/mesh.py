"""Mesh: where PEs and HBM channels stand, and which links a transfer takes (first along x, then along y)."""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from kernbench.tiling import OutOfRangeError
from kernbench.topology import Topology

DIRECTIONS = {(1, 0): "PE_IPCQ_E", (0, -1): "PE_IPCQ_N", (0, 1): "PE_IPCQ_S", (-1, 0): "PE_IPCQ_W"}
SHAPES = {2: (2, 1), 4: (2, 2), 8: (4, 2), 16: (4, 4), 64: (8, 8)}
"""Columns and rows of the part of the mesh that so many ranks fill."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """A mesh of PEs, ranked row by row; HBM channels stand on its west and its east side."""

    columns: int
    rows: int
    channels: int

    @classmethod
    def of(cls, topology: Topology) -> "Mesh":
        """The mesh of *topology*; raises OutOfRangeError where its channels do not fill two sides evenly."""
        mesh = cls(topology["mesh.x"], topology["mesh.y"], topology["hbm.channels"])
        if mesh.channels % 2:
            raise OutOfRangeError(f"{mesh.channels} HBM channels do not stand evenly on two sides")
        return mesh

    def place(self, rank: int) -> tuple[int, int]:
        """Column and row of *rank*; raises OutOfRangeError outside the mesh."""
        if not 0 <= rank < self.columns * self.rows:
            raise OutOfRangeError(f"rank {rank} is not in a mesh of {self.columns} x {self.rows}")
        return rank % self.columns, rank // self.columns

    @cache  # noqa: B019 - meshes are few, equal ones share
    def walk(self, start: int, end: int) -> tuple[int, ...]:
        """Ranks on the way, both ends included."""
        (x, y), (to_x, to_y) = self.place(start), self.place(end)
        across = [(column, y) for column in range(x, to_x, _sign(to_x - x))]
        down = [(to_x, row) for row in range(y, to_y, _sign(to_y - y))]
        return tuple(row * self.columns + column for column, row in (*across, *down, (to_x, to_y)))

    @cache  # noqa: B019
    def links(self, start: int, end: int) -> tuple[str, ...]:
        """Names of the links on the way; each direction of a link is one of its own."""
        return tuple(f"link {a}>{b}" for a, b in pairwise(self.walk(start, end)))

    def hops(self, start: int, end: int) -> int:
        """Links on the way."""
        return len(self.walk(start, end)) - 1

    def port(self, start: int, end: int) -> str:
        """The port by which a message leaves; raises OutOfRangeError for a message to oneself."""
        way = self.walk(start, end)
        if len(way) < 2:
            raise OutOfRangeError(f"rank {start} sends to itself")
        (x, y), (to_x, to_y) = self.place(way[0]), self.place(way[1])
        return DIRECTIONS[to_x - x, to_y - y]

    def channel(self, rank: int) -> tuple[str, int]:
        """The HBM channel of *rank*'s data, on the nearer side, and the rank at which it enters the mesh."""
        x, y = self.place(rank)
        east = 2 * x >= self.columns
        side = max(self.channels // 2, 1)
        number = y * side // self.rows
        row = number * self.rows // side
        return f"HBM{number + east * side}", row * self.columns + east * (self.columns - 1)

    def read_path(self, rank: int) -> tuple[str, ...]:
        """What a load holds: the channel's way out, then the links to *rank*."""
        channel, gate = self.channel(rank)
        return (f"{channel} read", *self.links(gate, rank))

    def write_path(self, rank: int) -> tuple[str, ...]:
        """What a store holds: the links from *rank*, then the channel's way in."""
        channel, gate = self.channel(rank)
        return (*self.links(rank, gate), f"{channel} write")


def shape(ranks: int) -> tuple[int, int]:
    """Columns and rows that *ranks* fill; raises OutOfRangeError for a number that was not validated."""
    if ranks not in SHAPES:
        raise OutOfRangeError(f"{ranks} ranks; validated are {', '.join(map(str, SHAPES))}")
    return SHAPES[ranks]


def members(ranks: int, mesh: Mesh) -> tuple[int, ...]:
    """Mesh ranks of the north-western part that *ranks* fill, row by row."""
    columns, rows = shape(ranks)
    if columns > mesh.columns or rows > mesh.rows:
        raise OutOfRangeError(f"{ranks} ranks do not fit a mesh of {mesh.columns} x {mesh.rows}")
    return tuple(row * mesh.columns + column for row in range(rows) for column in range(columns))


def circle(columns: int, rows: int) -> tuple[tuple[int, int], ...]:
    """A closed walk of single hops over all places of an even rectangle, each once."""
    if rows == 1 or columns == 1:
        return tuple((column, row) for row in range(rows) for column in range(columns))
    there = [(column, 0) for column in range(columns)]
    for row in range(1, rows):
        snake = range(columns - 1, 0, -1) if row % 2 else range(1, columns)
        there.extend((column, row) for column in snake)
    return (*there, *((0, row) for row in range(rows - 1, 0, -1)))


def _sign(distance: int) -> int:
    return 1 if distance >= 0 else -1
