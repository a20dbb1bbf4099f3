"""The protocol of queues, links and credits on kernels so small that their time is a sum done by hand."""

from collections.abc import Callable, Iterator

from kernbench.cluster import Cluster, ProtocolError
from kernbench.collectives import pieces_of
from kernbench.command import DMA_OUT
from kernbench.device import Buffer, Matrix
from kernbench.machine import Run
from kernbench.topology import Topology


def violations(topology: Topology) -> Iterator[str]:
    """I7, I10 of the queues, by both implementations: times by hand; deadlocks and unmatched messages are refused."""
    count, size = 5, 64
    send, add = -(-size // topology["mesh.link_rate"]), -(-size // topology["pe.ipcq.reduce_rate"])
    hop, bell = topology["mesh.hop_latency"], topology["pe.ipcq.doorbell"]
    trip = send + hop + bell + add + hop
    stood = (count - 1) * (trip - send)
    single = topology.with_values(pe__ipcq__slots=1)
    ways = topology["mesh.x"] + topology["mesh.y"] - 2
    loaded = -(-64 * 64 * topology["datatype.operand"] // topology.in_rate) + topology["pe.dma.latency"]
    cases: tuple[tuple[str, Callable[[], Cluster], tuple[int, int, int]], ...] = (
        ("messages through one slot", lambda: _stream(single, count, size), (count * trip - hop, 0, stood)),
        ("a message from corner to corner", lambda: _corners(topology, size), (send + ways * hop + bell, 0, 0)),
        ("a load behind a message on one link", lambda: _shared(topology, size), (send + loaded, send, 0)),
    )  # fmt: skip
    for what, make, due in cases:
        for name, run in _both(make):
            found = (run.cycles, run.contention, run.stalls) if isinstance(run, Run) else run
            if found != due:
                yield f"I7 degenerate: {what}: time, contention and stalls are {found} by {name}, {due} by hand"
    for request, error in ((_crossed, RuntimeError), (_unanswered, ProtocolError)):
        for name, found in _both(lambda request=request: request(topology), (RuntimeError, ProtocolError)):
            if found is not error:
                yield f"I10 refusal: {request.__name__[1:]} messages ended with {found} by {name}"


def _both(make: Callable[[], Cluster], errors: tuple[type[Exception], ...] = ()) -> Iterator[tuple[str, object]]:
    runs: dict[str, Callable[[], object]] = {
        "SimPy": lambda: make().simulate(0),
        "schedule": lambda: make().plan(0).run,
    }
    for name, run in runs.items():
        try:
            yield name, run()
        except errors as problem:
            yield name, type(problem)


def _stream(topology: Topology, count: int, size: int) -> Cluster:
    """Messages one way, each summed; PE_CPUs that issue for free."""
    cluster = Cluster(topology)
    for piece in pieces_of(count, size // 4, None):
        cluster.send(0, 1, piece, DMA_OUT)
    for piece in pieces_of(count, size // 4, None):
        cluster.receive(0, 1, piece, lambda one, other: one + other)
    return cluster


def _corners(topology: Topology, size: int) -> Cluster:
    """One message across the whole mesh, placed where it arrives."""
    cluster, last = Cluster(topology), topology["mesh.x"] * topology["mesh.y"] - 1
    for piece, other in zip(pieces_of(1, size // 4, None), pieces_of(1, size // 4, None), strict=True):
        cluster.send(0, last, piece, DMA_OUT)
        cluster.receive(0, last, other, None)
    return cluster


def _shared(topology: Topology, size: int) -> Cluster:
    """A message from the first PE to the second, whose load comes over the same link; the lower rank goes first."""
    cluster = Cluster(topology)
    for piece, other in zip(pieces_of(1, size // 4, None), pieces_of(1, size // 4, None), strict=True):
        cluster.send(0, 1, piece)
        cluster.receive(0, 1, other, None)
    pe = cluster.pes[1]
    pe.load(pe.buffer(64, 64), Matrix((64, 64)), (slice(0, 64), slice(0, 64)))
    return cluster


def _crossed(topology: Topology) -> Cluster:
    """Two PEs that each forward what they have yet to receive."""
    cluster = Cluster(topology)
    for here, there in ((0, 1), (1, 0)):
        piece = Buffer((1, 16))
        cluster.receive(there, here, piece, None)
        cluster.send(here, there, piece)
    return cluster


def _unanswered(topology: Topology) -> Cluster:
    """A message that nobody takes."""
    cluster = Cluster(topology)
    cluster.send(0, 1, Buffer((1, 16)))
    return cluster
