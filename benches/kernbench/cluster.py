"""Cluster: PEs of one mesh, the queues between them (PE_IPCQ), and the barrier.

A queue leads from one PE to another and holds a bounded number of slots. A sender fills the next slot when it has a
credit for it; the credit comes back when the consumer has emptied the slot and the news has travelled the way back.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from kernbench.command import FLAG, IPCQ, Command, Program
from kernbench.device import Array, Buffer, Pe, _ceil
from kernbench.machine import Run, simulate_all
from kernbench.mesh import Mesh
from kernbench.schedule import Planned, plan
from kernbench.tiling import LARGEST_DISPATCH, OutOfRangeError
from kernbench.topology import Topology

Combine = Callable[[Array, Array], Array]


class ProtocolError(ValueError):
    """Sends and receives of a queue that do not match; the message says which."""


@dataclass(eq=False, slots=True)
class Message:
    """What lies in a slot."""

    size: int
    payload: Array | None = None


@dataclass(eq=False, slots=True)
class Queue:
    """Slots from one PE to another; the k-th send meets the k-th receive."""

    source: int
    target: int
    slots: int
    sends: list[tuple[Command, Message]] = field(default_factory=list)
    receives: list[tuple[Command, Message]] = field(default_factory=list)
    frees: list[Command] = field(default_factory=list)
    """Who has emptied the slot when it leaves its engine: the receive itself, or the command that works on it."""


class Cluster:
    """The PEs that a collective runs on."""

    def __init__(self, topology: Topology, *, numerics: bool = False, chunk: int = 0) -> None:
        self.topology = topology
        self.numerics = numerics
        self.chunk = chunk or topology["pe.ipcq.slot_size"]
        """Bytes of a slot, and so of the longest message."""
        self.mesh = Mesh.of(topology)
        self.pes = tuple(
            Pe(topology, numerics=numerics, rank=rank, mesh=self.mesh)
            for rank in range(self.mesh.columns * self.mesh.rows)
        )
        self.queues: dict[tuple[int, int], Queue] = {}
        self._linked = False

    def queue(self, source: int, target: int) -> Queue:
        """The queue from *source* to *target*."""
        if (source, target) not in self.queues:
            self.queues[source, target] = Queue(source, target, self.topology["pe.ipcq.slots"])
        return self.queues[source, target]

    def send(self, source: int, target: int, piece: Buffer, engine: str = "") -> Command:
        """*piece* into the next slot of the queue, through the port that leads there (or by *engine*)."""
        message = Message(self.size(piece))

        def sample() -> None:
            message.payload = None if piece.array is None else piece.array.copy()

        command = Command(
            engine or self.mesh.port(source, target),
            "send",
            _ceil(message.size, self.topology["mesh.link_rate"]),
            latency=self.news(source, target),
            path=self.mesh.links(source, target),
            bytes=message.size,
            sample=sample if self.numerics else None,
        )
        self.pes[source].touch(command, (piece,), ())
        self.queue(source, target).sends.append((command, message))
        return self.pes[source].issue(command)

    def news(self, source: int, target: int) -> int:
        """Cycles from the last byte of a message on the mesh to the consumer's notice of it."""
        return self.mesh.hops(source, target) * self.topology["mesh.hop_latency"] + self.topology["pe.ipcq.doorbell"]

    def size(self, piece: Buffer) -> int:
        """Bytes of *piece* (4 an element); raises OutOfRangeError where no slot takes them."""
        size = piece.shape[0] * piece.shape[1] * self.topology["datatype.accumulator"]
        if not 0 < size <= self.chunk:
            raise OutOfRangeError(f"a message of {size} bytes for a slot of {self.chunk}")
        return size

    def receive(self, source: int, target: int, piece: Buffer, combine: Combine | None) -> Command:
        """The next message of the queue into *piece*: put there, or combined with what is there (PE_IPCQ)."""
        message = Message(self.size(piece))
        cycles = _ceil(message.size, self.topology["pe.ipcq.reduce_rate"]) if combine else 0

        def effect() -> None:
            put(piece, message, combine)

        command = Command(IPCQ, "reduce" if combine else "place", cycles, effect=effect if self.numerics else None)
        self.pes[target].touch(command, (), (piece,))
        self._expect(source, target, command, message, command)
        return self.pes[target].issue(command)

    def poll(self, source: int, target: int, piece: Buffer, combine: Combine | None) -> None:
        """The same by software: PE_CPU polls for the message, then PE_VEC combines it with *piece*."""
        message, pe = Message(self.size(piece)), self.pes[target]

        def effect() -> None:
            put(piece, message, combine)

        command = Command(FLAG, "flag", 0, dispatched=False, effect=effect if self.numerics and not combine else None)
        pe.touch(command, (), () if combine else (piece,))
        pe.issue(command)
        pe.wait(command, wakeup=self.topology["pe.cpu.wakeup"])
        frees = command
        if combine:
            elements = piece.shape[0] * piece.shape[1]
            frees = pe.vec("reduce", pe.vec_cycles(elements), writes=(piece,), effect=effect)
        self._expect(source, target, command, message, frees)

    def _expect(self, source: int, target: int, command: Command, message: Message, frees: Command) -> None:
        queue = self.queue(source, target)
        queue.receives.append((command, message))
        queue.frees.append(frees)

    def barrier(self, ranks: tuple[int, ...]) -> None:
        """Each of *ranks* goes on when all have come; the news crosses the part of the mesh that they span."""
        far = max(self.mesh.hops(a, b) for a in ranks for b in ranks)
        news = self.topology["pe.ipcq.doorbell"] + far * self.topology["mesh.hop_latency"]
        arrivals = tuple(
            self.pes[rank].issue(Command(FLAG, "barrier", 0, latency=news, dispatched=False)) for rank in ranks
        )
        for rank in ranks:
            self.pes[rank].wait(*arrivals)

    def programs(self) -> tuple[Program, ...]:
        """Program of each rank, with every send tied to its receive and every slot to its credit."""
        if not self._linked:
            for queue in self.queues.values():
                self._link(queue)
            self._linked = True
        return tuple(pe.program for pe in self.pes)

    def _link(self, queue: Queue) -> None:
        way = self.mesh.hops(queue.source, queue.target) * self.topology["mesh.hop_latency"]
        if len(queue.sends) != len(queue.receives):
            raise ProtocolError(
                f"{len(queue.sends)} messages from {queue.source} to {queue.target}, {len(queue.receives)} receives"
            )
        for number, ((send, sent), (receive, expected)) in enumerate(zip(queue.sends, queue.receives, strict=True)):
            if sent.size != expected.size:
                raise ProtocolError(f"message of {sent.size} bytes received as {expected.size}")
            receive.after_done = (*receive.after_done, send)
            if number >= queue.slots:
                send.credits = ((queue.frees[number - queue.slots], way),)
            send.effect = _delivery(sent, expected) if self.numerics else None

    def slots_used(self, planned: Planned) -> int:
        """Most slots of any queue that were filled at once, from the first byte sent to the slot emptied."""
        most = 0
        for queue in self.queues.values():
            filled = [(planned.spans[send][1], 1) for send, _ in queue.sends]
            emptied = [(planned.spans[command][2], -1) for command in queue.frees]
            used = 0
            for _, change in sorted(filled + emptied):
                used += change
                most = max(most, used)
        return most

    def simulate(self, dispatch: int) -> Run:
        """Time by SimPy; data move."""
        return simulate_all(self.programs(), self.topology, checked_dispatch(dispatch))

    def plan(self, dispatch: int, *, trace: bool = False) -> Planned:
        """Time by the schedule; data do not move."""
        return plan(self.programs(), self.topology, checked_dispatch(dispatch), trace=trace)


def checked_dispatch(dispatch: int) -> int:
    """*dispatch*, if the model covers it; raises OutOfRangeError otherwise."""
    if not 0 <= dispatch <= LARGEST_DISPATCH:
        raise OutOfRangeError(f"dispatch is {dispatch} cycles; validated from 0 to {LARGEST_DISPATCH}")
    return dispatch


def put(piece: Buffer, message: Message, combine: Combine | None) -> None:
    """Write a message into *piece*."""
    if piece.array is None or message.payload is None:
        raise ValueError("numbers were asked for, but a message came without its payload")
    piece.array[...] = combine(piece.array, message.payload) if combine else message.payload


def _delivery(sent: Message, expected: Message) -> Callable[[], None]:
    def effect() -> None:
        expected.payload, sent.payload = sent.payload, None

    return effect
