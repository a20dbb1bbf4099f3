"""Commands: what a kernel asks of the engines of a PE."""

from collections.abc import Callable
from dataclasses import dataclass, field

CPU, SEQUENCER, DMA_IN, MAC, DMA_OUT = "PE_CPU", "PE_SEQ", "PE_DMA_IN", "PE_MAC", "PE_DMA_OUT"
VEC, IPCQ, IPCQ_SEQUENCER, FLAG = "PE_VEC", "PE_IPCQ", "PE_IPCQ_SEQ", "PE_FLAG"
PORTS = ("PE_IPCQ_E", "PE_IPCQ_N", "PE_IPCQ_S", "PE_IPCQ_W")
ENGINES = (CPU, SEQUENCER, DMA_IN, MAC, DMA_OUT, VEC, IPCQ, IPCQ_SEQUENCER, *PORTS)
"""In the order in which they are served when several ask for a shared resource in one cycle."""
ORDER = {name: place for place, name in enumerate((*ENGINES, FLAG))}


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
    sample: Callable[[], None] | None = None
    """What it reads at the cycle in which it leaves its engine, where the effect comes a latency later."""
    macs: int = 0
    bytes: int = 0
    steps: tuple[tuple["Command", ...], ...] = field(default=())
    """Of a composite command: what its sequencer issues, step by step."""
    path: tuple[str, ...] = ()
    """Mesh links and the HBM channel that it holds together while its engine is busy; other PEs want them too."""
    credits: tuple[tuple["Command", int], ...] = ()
    """Who must have left its engine to free the slot that this one fills, and the cycles until the credit is back."""
    dispatched: bool = True
    """False for what costs the PE_CPU nothing to set up: a flag that another PE writes."""


@dataclass(frozen=True, slots=True)
class Wait:
    """The PE_CPU stands still until these are done, and then for *wakeup* cycles more."""

    commands: tuple[Command, ...]
    wakeup: int = 0


Program = tuple[Command | Wait, ...]
