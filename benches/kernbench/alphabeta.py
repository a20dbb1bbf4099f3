"""Alpha-beta-gamma costs of the all-reduces: closed forms without credits, contention and shared reduce units.

A message of b bytes costs s = ceil(b / link) on its link, h to the consumer's notice and g to be reduced. With one
message a block these are the textbook forms (Thakur, Rabenseifner and Gropp, 2005), alpha being h; with M of them a
block, sends, flights and sums of one step overlap. `exact` says where no simulation may be slower.
"""

from dataclasses import dataclass
from fractions import Fraction

from kernbench.collectives import cut
from kernbench.mesh import Mesh, members, shape
from kernbench.topology import Topology


@dataclass(frozen=True, slots=True)
class Cost:
    """Cycles of one message: on a link, until noticed over one hop, reduced; and what the issuer needs for it."""

    start: int
    send: int
    notice: int
    hop: int
    reduce: int
    """From the notice of a partial sum until it can be sent on."""
    place: int
    """The same of a final block."""
    summed: int
    """From the notice of the last partial sum until it is in the result."""
    placed: int
    """The same of the last final block."""
    unit: int = 0
    """What a message of partial sums takes of the one reduce unit, or of the one PE_CPU."""
    issue_reduce: int = 0
    """Time of the PE_CPU for each message, which it cannot spend on the next one; 0 where PE_IPCQ drives."""
    issue_place: int = 0

    def flight(self, hops: int) -> int:
        """From the first byte sent to the notice, over so many hops."""
        return self.send + self.notice + hops * self.hop


def cost(elements: int, driver: str, topology: Topology, dispatch: int) -> Cost:
    """Costs of a message of so many binary32 elements."""
    size = elements * topology["datatype.accumulator"]
    send = -(-size // topology["mesh.link_rate"])
    notice, hop = topology["pe.ipcq.doorbell"], topology["mesh.hop_latency"]
    if driver == "ipcq":
        add = -(-size // topology["pe.ipcq.reduce_rate"])
        return Cost(dispatch + topology["pe.ipcq.step"], send, notice, hop, add, 0, add, 0, add)
    add = topology["pe.vec.fill"] + -(-elements // topology["pe.vec.lanes"])
    awake = topology["pe.cpu.wakeup"]
    noticed = awake + dispatch
    return Cost(
        dispatch, send, notice, hop, noticed + max(add, dispatch), noticed, noticed + add, awake,
        noticed, noticed + dispatch, noticed,
    )  # fmt: skip


def ring_cycles(each: Cost, ranks: int, messages: int) -> int:
    """Reduce-scatter and all-gather over single hops: 2 (p - 1) steps."""
    scatter = max(messages * max(each.send, each.issue_reduce), each.flight(1) + each.reduce)
    gather = max(messages * max(each.send, each.issue_place), each.flight(1) + each.place)
    last = (messages - 1) * each.send + each.flight(1) + each.placed
    return each.start + (ranks - 1) * scatter + (ranks - 2) * gather + last


def doubling_cycles(each: Cost, hops: tuple[int, ...], messages: int) -> int:
    """An exchange of everything a level."""
    steps = [max(messages * max(each.send, each.issue_reduce), each.flight(h) + each.reduce) for h in hops[:-1]]
    last = (messages - 1) * each.send + each.flight(hops[-1]) + each.summed
    return each.start + sum(steps) + last


def tree_cycles(each: Cost, hops: tuple[int, ...], messages: int) -> int:
    """A sum up the levels, at a root that takes one message at a time, and a copy down."""
    up = sum(each.flight(h) + each.reduce for h in hops)
    root = each.flight(hops[0]) + messages * len(hops) * each.unit
    down = sum(each.flight(h) + each.place for h in hops) - each.place
    return each.start + max(up, root) + down + each.placed


def torus_cycles(each: Cost, columns: int, rows: int, messages: int) -> int:
    """Rings along rows and columns as on a torus: latency of one message a block, or the load of a row's link."""
    steps = (columns - 1) + (rows - 1)
    latency = steps * (2 * each.flight(1) + each.reduce + each.place) - each.place
    load = 2 * (columns - 1) * rows * messages * each.send + each.notice + each.hop
    return each.start + max(latency, load) + each.placed


def allreduce_cycles(
    algorithm: str, driver: str, ranks: int, size: int, chunk: int, topology: Topology, dispatch: int
) -> int:
    """Closed form of an all-reduce of *size* bytes; raises OutOfRangeError outside the validated range."""
    count, elements = cut(size, algorithm, ranks, chunk)
    each = cost(elements, driver, topology, dispatch)
    if algorithm in ("ring", "bidirectional_ring"):
        blocks = ranks if algorithm == "ring" else 2 * ranks
        return ring_cycles(each, ranks, count // blocks)
    if algorithm == "ring_2d":
        return torus_cycles(each, *shape(ranks), count // ranks)
    hops = level_hops(ranks, topology)
    if algorithm == "recursive_doubling":
        return doubling_cycles(each, hops, count)
    return tree_cycles(each, hops, count)


def level_hops(ranks: int, topology: Topology) -> tuple[int, ...]:
    """Hops between partners of each level of a tree or a doubling."""
    mesh = Mesh.of(topology)
    group = members(ranks, mesh)
    return tuple(mesh.hops(group[0], group[1 << level]) for level in range(ranks.bit_length() - 1))


def exact(algorithm: str, driver: str, ranks: int, messages: int) -> bool:
    """Whether the closed form is the time, where nothing is contended for and no credit is missing."""
    single = messages == 1
    if algorithm == "ring":
        return driver == "ipcq" or single
    if algorithm == "recursive_doubling":
        return single or (driver == "ipcq" and ranks <= 4)
    return algorithm == "tree" and single


def bus_rate(ranks: int, size: int, cycles: int) -> Fraction:
    """Bytes a cycle that each link would carry in a ring of the same time (nccl-tests' busbw)."""
    return Fraction(2 * (ranks - 1) * size, ranks * cycles)
