"""Machine: plays the commands of a kernel on the engines of a PE (SimPy), in integer cycles.

An engine takes commands from its queue in order, one at a time. It holds the command at its head until the hazards
are clear, is busy for the command's cycles, and is then free for the next; the result can be used a latency later.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

import simpy

from kernbench.command import CPU, DMA_IN, DMA_OUT, MAC, SEQUENCER, Command, Program, Wait
from kernbench.topology import Topology

Process = Generator[simpy.Event, Any, None]


@dataclass(frozen=True, slots=True, order=True)
class Interval:
    """One stretch in which an engine was busy: cycles [start, end)."""

    engine: str
    start: int
    end: int
    operation: str


@dataclass(frozen=True, slots=True)
class Run:
    """What a simulation gave: total cycles, busy intervals, and the work that the engines really did."""

    cycles: int
    trace: tuple[Interval, ...]
    commands: int
    """Commands that the PE_CPU issued."""
    macs: int
    bytes: int

    def busy(self, engine: str) -> int:
        """Cycles in which *engine* was busy."""
        return sum(interval.end - interval.start for interval in self.trace if interval.engine == engine)


def simulate(program: Program, topology: Topology, dispatch: int) -> Run:
    """Play *program*, with *dispatch* cycles of PE_CPU time a command."""
    machine = _Machine(topology, dispatch)
    machine.environment.process(machine.cpu(program))
    machine.environment.run()
    machine.refuse_unfinished()
    return Run(
        machine.last,
        tuple(sorted(machine.trace)),
        sum(isinstance(item, Command) for item in program),
        machine.macs,
        machine.bytes,
    )


@dataclass(slots=True)
class _Progress:
    """Where one command stands: it has left its engine, its result can be used."""

    ended: simpy.Event
    done: simpy.Event


@dataclass(slots=True)
class _Machine:
    topology: Topology
    dispatch: int
    environment: simpy.Environment = field(default_factory=simpy.Environment)
    queues: dict[str, simpy.Store] = field(default_factory=dict)
    progress: dict[Command, _Progress] = field(default_factory=dict)
    trace: list[Interval] = field(default_factory=list)
    last: int = 0
    open: int = 0
    macs: int = 0
    bytes: int = 0

    def __post_init__(self) -> None:
        depth = self.topology["pe.cpu.queue_depth"]
        for name in (SEQUENCER, DMA_IN, MAC, DMA_OUT):
            self.queues[name] = simpy.Store(self.environment, depth)
        for name in (DMA_IN, MAC, DMA_OUT):
            self.environment.process(self.engine(name))
        self.environment.process(self.sequencer())

    def of(self, command: Command) -> _Progress:
        """Progress of *command*."""
        if command not in self.progress:
            self.progress[command] = _Progress(self.environment.event(), self.environment.event())
        return self.progress[command]

    def cpu(self, program: Program) -> Process:
        """PE_CPU: issues in program order, for the dispatch cost each, and stalls in front of a full queue."""
        self.open += 1
        for item in program:
            if isinstance(item, Wait):
                for command in item.commands:
                    yield self.of(command).done
                continue
            yield from self.busy(CPU, self.dispatch, "dispatch")
            self.open += 1
            yield self.queues[item.engine].put(item)
        self.open -= 1

    def sequencer(self) -> Process:
        """PE_SEQ: unrolls a composite command, its own cycles a step, into the same queues."""
        while True:
            composite = yield self.queues[SEQUENCER].get()
            for step in composite.steps:
                yield from self.busy(SEQUENCER, composite.cycles, "step")
                for command in step:
                    self.open += 1
                    yield self.queues[command.engine].put(command)
            for step in composite.steps:
                for command in step:
                    yield self.of(command).done
            self.of(composite).ended.succeed()
            self.finish(composite)

    def engine(self, name: str) -> Process:
        """One engine; an inbound DMA keeps a bounded number of transfers in flight."""
        flight: list[Command] = []
        limit = self.topology["pe.dma.outstanding"] if name == DMA_IN else 0
        while True:
            command = yield self.queues[name].get()
            for other in command.after_done:
                yield self.of(other).done
            for other in command.after_end:
                yield self.of(other).ended
            if limit and len(flight) == limit:
                yield self.of(flight.pop(0)).done
            yield from self.busy(name, command.cycles, command.operation)
            self.of(command).ended.succeed()
            if limit:
                flight.append(command)
            if command.latency:
                self.later(command)
            else:
                self.finish(command)

    def busy(self, engine: str, cycles: int, operation: str) -> Process:
        """Keep *engine* for *cycles*, and put that down."""
        if cycles:
            start = int(self.environment.now)
            yield self.environment.timeout(cycles)
            self.trace.append(Interval(engine, start, int(self.environment.now), operation))

    def later(self, command: Command) -> None:
        """Finish *command* a latency from now; its engine goes on."""
        event = self.environment.timeout(command.latency)
        event.callbacks.append(lambda _: self.finish(command))

    def finish(self, command: Command) -> None:
        """The command is done: its data move, its work counts."""
        if command.effect:
            command.effect()
        self.macs += command.macs
        self.bytes += command.bytes
        self.last = max(self.last, int(self.environment.now))
        self.open -= 1
        self.of(command).done.succeed()

    def refuse_unfinished(self) -> None:
        """Nothing is left to happen; raises RuntimeError if commands still wait (a deadlock)."""
        if self.open:
            raise RuntimeError(f"the simulation stopped with {self.open} commands unfinished")
