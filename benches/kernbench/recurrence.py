"""Recurrence: the second implementation of the GEMM's time, in maxima and sums only; shares no code with the machine.

Each event's cycle is the maximum of the cycles of the events that it waits for, plus a constant. Such a system is
invariant to a shift in time, so once the state at a tile's end repeats, the rest is known without stepping through it.
"""

from collections import deque
from dataclasses import dataclass, field

from kernbench.tiling import OutOfRangeError, Tiling, checked
from kernbench.topology import Topology


@dataclass(frozen=True, slots=True)
class Stages:
    """Cycles that each stage keeps its engine, for one step or one result tile."""

    load_a: int
    load_b: int
    mac: int
    store: int


def stages(tiling: Tiling, topology: Topology) -> Stages:
    """Stage times from the closed forms of docs/spec/kernbench-platform.md."""
    size = topology["datatype.operand"]
    passes = -(-tiling.tile_m // topology["pe.mac.rows"]) * -(-tiling.tile_n // topology["pe.mac.columns"])
    return Stages(
        load_a=-(-tiling.tile_m * tiling.tile_k * size // topology.in_rate),
        load_b=-(-tiling.tile_k * tiling.tile_n * size // topology.in_rate),
        mac=topology["pe.mac.fill"] + passes * tiling.tile_k,
        store=-(-tiling.tile_m * tiling.tile_n * size // topology.out_rate),
    )


def gemm_cycles(mode: str, tiling: Tiling, topology: Topology, dispatch: int, *, leap: bool = True) -> int:
    """Cycles of one GEMM; *leap* skips repeating tiles, with the same result."""
    if mode not in ("async", "blocking", "composite"):
        raise OutOfRangeError(f"no mode is named {mode}")
    checked(tiling, topology, dispatch)
    state = _State.start(tiling, topology, mode, dispatch)
    seen: dict[tuple[int, ...], tuple[int, int]] = {}
    tile = 0
    while tile < tiling.tiles:
        state.tile(tiling.steps_per_tile)
        tile += 1
        if leap:
            shape = state.shape()
            if shape in seen:
                earlier, then = seen[shape]
                rounds = (tiling.tiles - tile) // (tile - earlier)
                state.shift(rounds * (state.now - then))
                tile += rounds * (tile - earlier)
                leap = False
            seen[shape] = (tile, state.now)
    return state.finish


def _history(length: int) -> deque[int]:
    return deque([0] * length, maxlen=length)


@dataclass(slots=True)
class _State:
    """Cycles of the events that later ones may wait for; the oldest stands first."""

    stages: Stages
    latency: int
    per_command: int
    per_step: int
    blocking: bool
    now: int
    """When the issuer (PE_CPU, or the sequencer of a composite command) is free."""
    load_taken: deque[int]
    load_done: deque[int]
    mac_taken: deque[int]
    mac_end: deque[int]
    store_taken: deque[int]
    store_end: deque[int]
    load_end: int = 0
    finish: int = 0
    histories: tuple[deque[int], ...] = field(init=False)

    def __post_init__(self) -> None:
        self.histories = (
            self.load_taken, self.load_done, self.mac_taken, self.mac_end, self.store_taken, self.store_end,
        )  # fmt: skip

    @classmethod
    def start(cls, tiling: Tiling, topology: Topology, mode: str, dispatch: int) -> "_State":
        """Cycle 0; a composite command is dispatched once, before its sequencer starts."""
        queue = topology["pe.cpu.queue_depth"]
        composite = mode == "composite"
        return cls(
            stages=stages(tiling, topology),
            latency=topology["pe.dma.latency"],
            per_command=0 if composite else dispatch,
            per_step=topology["pe.sequencer.step"] if composite else 0,
            blocking=mode == "blocking",
            now=dispatch if composite else 0,
            load_taken=_history(queue),
            load_done=_history(topology["pe.dma.outstanding"]),
            mac_taken=_history(queue),
            mac_end=_history(tiling.buffers),
            store_taken=_history(queue),
            store_end=_history(topology["pe.mac.accumulators"]),
        )

    def tile(self, steps: int) -> None:
        """One result tile: all its steps, then its store."""
        for step in range(steps):
            self.now += self.per_step
            free = self.mac_end[0]
            self.load(self.stages.load_a, free)
            arrived = self.load(self.stages.load_b, free)
            self.multiply(max(arrived, self.store_end[0] if step == 0 else 0))
        self.store()

    def load(self, cycles: int, free: int) -> int:
        """One operand tile, into a buffer that is *free* from that cycle; gives its arrival."""
        self.now = max(self.now + self.per_command, self.load_taken[0])
        taken = max(self.now, self.load_end)
        self.load_taken.append(taken)
        self.load_end = max(taken, free, self.load_done[0]) + cycles
        self.load_done.append(self.load_end + self.latency)
        return self.load_done[-1]

    def multiply(self, ready: int) -> None:
        """One step of the array; the last operand arrives at *ready*."""
        if self.blocking:
            self.now = max(self.now, self.load_done[-1])
        self.now = max(self.now + self.per_command, self.mac_taken[0])
        taken = max(self.now, self.mac_end[-1])
        self.mac_taken.append(taken)
        self.mac_end.append(max(taken, ready) + self.stages.mac)
        if self.blocking:
            self.now = max(self.now, self.mac_end[-1])

    def store(self) -> None:
        """The result tile leaves; its accumulator is free once it has been read out."""
        self.now = max(self.now + self.per_command, self.store_taken[0])
        taken = max(self.now, self.store_end[-1])
        self.store_taken.append(taken)
        self.store_end.append(max(taken, self.mac_end[-1]) + self.stages.store)
        self.finish = self.store_end[-1] + self.latency
        if self.blocking:
            self.now = max(self.now, self.finish)

    def shape(self) -> tuple[int, ...]:
        """The state relative to the issuer: what comes depends on nothing else."""
        base = self.now
        numbers = [self.load_end - base, self.finish - base]
        for history in self.histories:
            numbers.extend(value - base for value in history)
        return tuple(numbers)

    def shift(self, cycles: int) -> None:
        """The same state, *cycles* later."""
        self.now += cycles
        self.load_end += cycles
        self.finish += cycles
        for history in self.histories:
            shifted = [value + cycles for value in history]
            history.clear()
            history.extend(shifted)
