"""Published times and the terms of the model for each: work over peak, traffic over rate, launches.

The machine is an A100 80 GB SXM by its data sheet. The published times say nothing about KernBench, of which no silicon
exists; they say how far a model of that form goes.
"""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from devices import Device, load_devices
from layer_of_gpt3 import GROUPS, timed_operations
from operations import Operation, matmul
from tables import read

PUBLISHED = Path(__file__).resolve().parents[1] / "published"
DEVICE = "a100_80"
RANKS = 4


@dataclass(frozen=True, slots=True)
class Point:
    """One published time of one operation. Times are us; *key* tells it from the others of its table."""

    key: tuple[tuple[str, str | int], ...]
    group: str
    work: Operation
    compute_us: Fraction
    memory_us: Fraction
    measured_us: Fraction

    @property
    def name(self) -> str:
        """`m=64 k=12288 n=12288`, as messages and tables show it."""
        return " ".join(f"{part}={value}" for part, value in self.key)

    @property
    def bound_us(self) -> Fraction:
        """The roofline."""
        return max(self.compute_us, self.memory_us)

    @property
    def launches(self) -> int:
        """Kernels that the time covers."""
        return self.work.launches


@dataclass(frozen=True, slots=True)
class Message:
    """One published all-reduce: *size* bytes on each rank."""

    size: int
    measured_us: Fraction
    phase: str = ""
    op: str = ""

    @property
    def steps(self) -> int:
        """Steps of a ring: reduce-scatter and all-gather (Thakur, Rabenseifner and Gropp 2005)."""
        return 2 * (RANKS - 1)

    @property
    def wire_bytes(self) -> Fraction:
        """Bytes that each rank sends, at the least: 2 (p - 1) / p n."""
        return Fraction(self.steps * self.size, RANKS)

    def bound_us(self, link_rate: Fraction) -> Fraction:
        """Time on a link of *link_rate* bytes/s, one way, without any latency."""
        return self.wire_bytes / link_rate * 10**6


def machine() -> Device:
    """The machine of the published times."""
    return load_devices()[DEVICE]


def gemms(device: Device) -> tuple[Point, ...]:
    """The 20 GEMMs, in the file's order."""
    found = []
    for row in read(PUBLISHED / "gemm_a100.csv"):
        shape = {part: int(row[part]) for part in ("m", "k", "n")}
        work = matmul("gemm", shape["m"], shape["k"], shape["n"])
        found.append(_point(tuple(shape.items()), "gemm", work, Fraction(row["measured_ms"]) * 1000, device))
    return tuple(found)


def layer(device: Device) -> tuple[Point, ...]:
    """The operations of the GPT-3 layer without its all-reduces."""
    return tuple(
        _point((("phase", each.phase), ("op", each.work.name)), each.group, each.work, each.measured_us, device)
        for each in timed_operations()
        if each.group != "allreduce"
    )


def layer_messages() -> tuple[Message, ...]:
    """The all-reduces of the GPT-3 layer."""
    return tuple(
        Message(each.work.traffic_bytes, each.measured_us, each.phase, each.work.name)
        for each in timed_operations()
        if GROUPS[each.work.name] == "allreduce"
    )


def messages() -> tuple[Message, ...]:
    """The 32 all-reduces, by size."""
    rows = read(PUBLISHED / "allreduce_a100x4.csv")
    return tuple(Message(int(row["bytes"]), Fraction(row["measured_us"])) for row in rows)


def _point(
    key: tuple[tuple[str, str | int], ...], group: str, work: Operation, measured_us: Fraction, device: Device
) -> Point:
    return Point(key, group, work, work.compute_us(device), work.memory_us(device), measured_us)
