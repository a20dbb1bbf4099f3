"""Commands: what a kernel asks of the engines of a PE."""

from collections.abc import Callable
from dataclasses import dataclass, field

CPU, SEQUENCER, DMA_IN, MAC, DMA_OUT = "PE_CPU", "PE_SEQ", "PE_DMA_IN", "PE_MAC", "PE_DMA_OUT"
ENGINES = (CPU, SEQUENCER, DMA_IN, MAC, DMA_OUT)


@dataclass(eq=False, slots=True)
class Command:
    """One command to one engine. Identity matters: two equal loads are two commands."""

    engine: str
    operation: str
    cycles: int
    """How long it keeps its engine."""
    latency: int = 0
    """From leaving the engine until its result can be used."""
    after_done: tuple["Command", ...] = ()
    """Results that it reads."""
    after_end: tuple["Command", ...] = ()
    """Readers of what it overwrites; they must have left their engines."""
    effect: Callable[[], None] | None = None
    """What it does to the data, at the cycle in which it is done."""
    macs: int = 0
    bytes: int = 0
    steps: tuple[tuple["Command", ...], ...] = field(default=())
    """Of a composite command: what its sequencer issues, step by step."""


@dataclass(frozen=True, slots=True)
class Wait:
    """The PE_CPU stands still until these are done."""

    commands: tuple[Command, ...]


Program = tuple[Command | Wait, ...]
