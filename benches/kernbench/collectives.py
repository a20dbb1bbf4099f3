"""All-reduce over the ranks of a mesh: five algorithms, driven by PE_CPU or by the collective engine PE_IPCQ.

Each algorithm is a list of events for each rank: send this piece there, receive that piece from there. A driver turns
events into commands. A piece is what one message carries; a block is a list of pieces.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

import numpy as np

from kernbench.cluster import Cluster, Combine
from kernbench.command import DMA_OUT, IPCQ_SEQUENCER, Command
from kernbench.device import Array, Buffer
from kernbench.mesh import circle, members, shape
from kernbench.tiling import OutOfRangeError

DRIVERS = ("cpu", "ipcq")
LARGEST_BYTES = 1 << 24


@dataclass(frozen=True, slots=True)
class Event:
    """One message, seen from one rank: it goes to, or comes from, *peer*."""

    sends: bool
    peer: int
    piece: Buffer
    combines: bool = False


Block = Sequence[Buffer]
Events = Iterator[Event]


@dataclass(frozen=True, slots=True)
class Transfer:
    """One step of a ring or an exchange: a block out, a block in."""

    to: int
    out: Block
    source: int
    into: Block
    combines: bool


def in_order(steps: Sequence[Transfer], window: int) -> Events:
    """Sends as early as *window* credits allow, each in front of the receive that waits for its counterpart."""
    sends = [Event(True, step.to, piece) for step in steps for piece in step.out]
    receives = [Event(False, step.source, piece, step.combines) for step in steps for piece in step.into]
    ahead = min(window, *(len(step.out) for step in steps))
    yield from sends[:ahead]
    for send, receive in zip_longest(sends[ahead:], receives):
        yield receive
        if send:
            yield send


def ring_steps(
    order: Sequence[int], rank: int, blocks: Sequence[Block], *, scatter: bool = True, gather: bool = True
) -> list[Transfer]:
    """Reduce-scatter and all-gather around *order*: in each step a block moves one place on."""
    count, here = len(order), order.index(rank)
    there, back = order[(here + 1) % count], order[here - 1]
    steps = []
    for step in range(count - 1) if scatter else ():
        out, into = blocks[(here - step) % count], blocks[(here - step - 1) % count]
        steps.append(Transfer(there, out, back, into, True))
    for step in range(count - 1) if gather else ():
        out, into = blocks[(here + 1 - step) % count], blocks[(here - step) % count]
        steps.append(Transfer(there, out, back, into, False))
    return steps


def ring(ranks: Sequence[int], rank: int, pieces: Block, window: int) -> Events:
    """Around a closed walk of single hops."""
    order = closed(ranks)
    yield from in_order(ring_steps(order, rank, split(pieces, len(order))), window)


def bidirectional_ring(ranks: Sequence[int], rank: int, pieces: Block, window: int) -> Events:
    """One half of the data each way around."""
    order = closed(ranks)
    east, west = split(pieces, 2)
    one = in_order(ring_steps(order, rank, split(east, len(order))), window)
    other = in_order(ring_steps(order[::-1], rank, split(west, len(order))), window)
    yield from (event for pair in zip_longest(one, other) for event in pair if event)


def tree(ranks: Sequence[int], rank: int, pieces: Block, _window: int) -> Events:
    """Up a binomial tree with a sum at each parent, then down again."""
    here, levels = ranks.index(rank), len(ranks).bit_length() - 1
    lowest = levels if not here else (here & -here).bit_length() - 1
    children = [ranks[here + (1 << level)] for level in range(lowest)]
    parent = ranks[here & (here - 1)]
    for piece in pieces:
        yield from (Event(False, child, piece, True) for child in children)
        if here:
            yield Event(True, parent, piece)
    for piece in pieces:
        if here:
            yield Event(False, parent, piece)
        yield from (Event(True, child, piece) for child in reversed(children))


def recursive_doubling(ranks: Sequence[int], rank: int, pieces: Block, window: int) -> Events:
    """Everything to a partner that is twice as far in each step."""
    here, levels = ranks.index(rank), len(ranks).bit_length() - 1
    partners = [ranks[here ^ (1 << level)] for level in range(levels)]
    yield from in_order([Transfer(other, pieces, other, pieces, True) for other in partners], window)


def ring_2d(ranks: Sequence[int], rank: int, pieces: Block, window: int) -> Events:
    """Reduce-scatter along the row, all-reduce along the column on what is left, all-gather along the row."""
    columns, _ = shape(len(ranks))
    here = ranks.index(rank)
    row = ranks[here - here % columns :][:columns]
    column = ranks[here % columns :: columns]
    blocks = split(pieces, columns)
    mine = blocks[(here + 1) % columns]
    for steps in (
        ring_steps(row, rank, blocks, gather=False) if columns > 1 else [],
        ring_steps(column, rank, split(mine, len(column))) if len(column) > 1 else [],
        ring_steps(row, rank, blocks, scatter=False) if columns > 1 else [],
    ):
        if steps:
            yield from in_order(steps, window)


Algorithm = Callable[[Sequence[int], int, Block, int], Events]
ALGORITHMS: dict[str, Algorithm] = {
    "bidirectional_ring": bidirectional_ring,
    "recursive_doubling": recursive_doubling,
    "ring": ring,
    "ring_2d": ring_2d,
    "tree": tree,
}


def parts(algorithm: str, ranks: int) -> int:
    """Blocks into which *algorithm* cuts the data."""
    return {"ring": ranks, "ring_2d": ranks, "bidirectional_ring": 2 * ranks}.get(algorithm, 1)


def closed(ranks: Sequence[int]) -> tuple[int, ...]:
    """The same ranks in the order of a closed walk."""
    columns, rows = shape(len(ranks))
    return tuple(ranks[row * columns + column] for column, row in circle(columns, rows))


def split(pieces: Block, count: int) -> list[Block]:
    """*pieces* in *count* blocks of equal length."""
    each = len(pieces) // count
    return [pieces[number * each : (number + 1) * each] for number in range(count)]


def cut(size: int, algorithm: str, ranks: int, chunk: int) -> tuple[int, int]:
    """Pieces in all and elements of each, for *size* bytes; raises OutOfRangeError for what does not divide."""
    if algorithm not in ALGORITHMS:
        raise OutOfRangeError(f"no all-reduce is named {algorithm}; there are {', '.join(ALGORITHMS)}")
    blocks = parts(algorithm, ranks)
    if not 0 < size <= LARGEST_BYTES or size % (4 * blocks):
        raise OutOfRangeError(f"{size} bytes; validated are multiples of {4 * blocks} up to {LARGEST_BYTES}")
    elements = size // blocks // 4
    messages = -(-size // blocks // chunk)
    while elements % messages:
        messages += 1
    return blocks * messages, elements // messages


def pieces_of(count: int, elements: int, data: Array | None) -> tuple[Buffer, ...]:
    """Buffers of so many elements each; views of *data*, where there is some."""
    views = [None] * count if data is None else data.reshape(count, 1, elements)
    return tuple(Buffer((1, elements), view) for view in views)


def allreduce(
    cluster: Cluster,
    algorithm: str,
    driver: str,
    ranks: Sequence[int],
    data: Sequence[Block],
    *,
    after: Sequence[Sequence[Command]] = (),
    combine: Combine = np.add,
) -> tuple[Command, ...]:
    """Issue one all-reduce of *data* (the pieces of each rank). Gives each rank's command where PE_IPCQ drives it.

    *after* are commands of each rank whose results the pieces are. *combine* must give the same digits whichever
    operand comes first; sums and maxima of IEEE numbers do.
    """
    if driver not in DRIVERS:
        raise OutOfRangeError(f"no driver is named {driver}; there are {', '.join(DRIVERS)}")
    for pieces, before in zip(data, after, strict=False):
        _produced(pieces, before)
    issue = _by_cpu if driver == "cpu" else _by_ipcq
    window = cluster.topology["pe.ipcq.slots"]
    return tuple(
        chain.from_iterable(
            issue(cluster, rank, ALGORITHMS[algorithm](ranks, rank, pieces, window), combine)
            for rank, pieces in zip(ranks, data, strict=True)
        )
    )


def _produced(pieces: Block, commands: Sequence[Command]) -> None:
    for piece in pieces if commands else ():
        piece.writer = commands[-1]


def _by_ipcq(cluster: Cluster, rank: int, events: Iterable[Event], combine: Combine) -> Iterator[Command]:
    pe = cluster.pes[rank]
    with pe.composite(IPCQ_SEQUENCER, "allreduce") as command:
        for event in events:
            pe.step()
            if event.sends:
                cluster.send(rank, event.peer, event.piece)
            else:
                cluster.receive(event.peer, rank, event.piece, combine if event.combines else None)
    yield command


def _by_cpu(cluster: Cluster, rank: int, events: Iterable[Event], combine: Combine) -> Iterator[Command]:
    for event in events:
        if event.sends:
            cluster.send(rank, event.peer, event.piece, DMA_OUT)
        else:
            cluster.poll(event.peer, rank, event.piece, combine if event.combines else None)
    return
    yield


def prepared(
    algorithm: str, driver: str, ranks: int, size: int, cluster: Cluster, data: Sequence[Array] | None = None
) -> Cluster:
    """*cluster* with one all-reduce of *size* bytes a rank issued on it; *data* is changed in place."""
    count, elements = cut(size, algorithm, ranks, cluster.chunk)
    group = members(ranks, cluster.mesh)
    arrays = data or [None] * ranks
    pieces = [pieces_of(count, elements, array) for array in arrays]
    allreduce(cluster, algorithm, driver, group, pieces)
    return cluster
