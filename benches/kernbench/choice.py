"""Choice: algorithm and message size of an all-reduce, as a library would choose them: by trying.

Either driver chooses from the same menu. The search leaves out what cannot win: a candidate whose closed form, which
no run beats, is above the runs that were found already.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kernbench.alphabeta import allreduce_cycles
from kernbench.cluster import Cluster
from kernbench.collectives import ALGORITHMS, cut, parts, prepared
from kernbench.topology import Topology

MESSAGES = (512, 1024, 2048, 4096, 8192, 16_384, 32_768)
"""Bytes of the longest message."""
MOST_OF_A_BLOCK = 16
"""Messages of one block: twice the slots of a queue, so that more of them are never under way."""


@dataclass(frozen=True, slots=True, order=True)
class Choice:
    """One way of an all-reduce."""

    algorithm: str
    message: int
    """Bytes of the longest message, and so of a slot."""


def menu(size: int, ranks: int) -> Iterator[Choice]:
    """Every algorithm in every message size that cuts *size* bytes in its own way."""
    for algorithm in ALGORITHMS:
        seen, blocks = set(), parts(algorithm, ranks)
        if size % (4 * blocks):
            continue
        for message in MESSAGES:
            pieces, _ = cut(size, algorithm, ranks, message)
            if pieces not in seen and pieces <= MOST_OF_A_BLOCK * blocks:
                seen.add(pieces)
                yield Choice(algorithm, message)


def fastest(size: int, driver: str, ranks: int, topology: Topology, count: int) -> tuple[Choice, ...]:
    """The *count* fastest for *size* bytes at the configured dispatch cost, best first."""
    ways = tuple(menu(size, ranks))
    return best(
        {each: bound(each, size, driver, ranks, topology) for each in ways},
        lambda each: alone(each, size, driver, ranks, topology),
        count,
    )


def best(bounds: Mapping[Choice, int], cycles: Callable[[Choice], int], count: int) -> tuple[Choice, ...]:
    """The *count* that take the fewest *cycles*; *bounds* are below them, and spare the runs that cannot win."""
    found: list[tuple[int, Choice]] = []
    for each in sorted(bounds, key=lambda one: (bounds[one], one)):
        if len(found) == count and bounds[each] > found[-1][0]:
            break
        found = sorted([*found, (cycles(each), each)])[:count]
    return tuple(each for _, each in found)


def bound(choice: Choice, size: int, driver: str, ranks: int, topology: Topology) -> int:
    """Cycles that no run of *choice* beats: its closed form."""
    dispatch = topology["pe.cpu.dispatch"]
    return allreduce_cycles(choice.algorithm, driver, ranks, size, choice.message, topology, dispatch)


def alone(choice: Choice, size: int, driver: str, ranks: int, topology: Topology) -> int:
    """Cycles of one all-reduce by *choice*."""
    cluster = Cluster(topology, chunk=choice.message)
    return prepared(choice.algorithm, driver, ranks, size, cluster).plan(topology["pe.cpu.dispatch"]).run.cycles
