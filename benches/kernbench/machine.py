"""Machine: plays the commands of kernels on the engines of their PEs (SimPy), in integer cycles.

An engine takes commands from its queue in order, one at a time. It holds the command at its head until the hazards
are clear and a credit is there, books the links and the channel that it shares with others, is busy for the command's
cycles, and is then free for the next; the result can be used a latency later.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

import simpy

from kernbench.command import CPU, DMA_IN, IPCQ_SEQUENCER, ORDER, SEQUENCER, Command, Program, Wait
from kernbench.topology import Topology

Process = Generator[simpy.Event, Any, None]
AFTER_THE_CYCLE = 2
"""Priority of what happens when nothing else is left to happen in a cycle."""


@dataclass(frozen=True, slots=True, order=True)
class Interval:
    """One stretch in which an engine was busy: cycles [start, end)."""

    engine: str
    start: int
    end: int
    operation: str
    pe: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """What a simulation gave: total cycles, busy intervals, and the work that the engines really did."""

    cycles: int
    trace: tuple[Interval, ...]
    commands: int
    """Commands that the PE_CPUs issued."""
    macs: int
    bytes: int
    contention: int = 0
    """Cycles that engines stood in front of a shared link or channel, summed."""
    stalls: int = 0
    """Cycles that senders stood without a credit, summed."""
    held: tuple[tuple[str, int], ...] = ()
    """Cycles for which each shared link and channel was held."""

    def busy(self, engine: str, pe: int = 0) -> int:
        """Cycles in which *engine* of one PE was busy."""
        return sum(each.end - each.start for each in self.trace if each.engine == engine and each.pe == pe)


def simulate(program: Program, topology: Topology, dispatch: int) -> Run:
    """Play *program* on one PE, with *dispatch* cycles of PE_CPU time a command."""
    return simulate_all((program,), topology, dispatch)


def simulate_all(programs: Sequence[Program], topology: Topology, dispatch: int) -> Run:
    """Play one program a PE, by rank; raises RuntimeError where they wait for each other for ever."""
    machine = _Machine(topology, dispatch)
    for pe, program in enumerate(programs):
        machine.environment.process(machine.cpu(pe, program))
    machine.environment.run()
    machine.refuse_unfinished()
    issued = (item for program in programs for item in program)
    return Run(
        machine.last,
        tuple(sorted(machine.trace)),
        sum(isinstance(item, Command) and item.dispatched for item in issued),
        machine.macs,
        machine.bytes,
        machine.contention,
        machine.stalls,
        tuple(sorted(machine.held.items())),
    )


@dataclass(slots=True)
class _Progress:
    """Where one command stands: it has left its engine, its result can be used. Both events carry their cycle."""

    ended: simpy.Event
    done: simpy.Event


@dataclass(slots=True)
class _Machine:
    topology: Topology
    dispatch: int
    environment: simpy.Environment = field(default_factory=simpy.Environment)
    queues: dict[tuple[int, str], simpy.Store] = field(default_factory=dict)
    progress: dict[Command, _Progress] = field(default_factory=dict)
    trace: list[Interval] = field(default_factory=list)
    asking: list[tuple[int, int, Command, simpy.Event]] = field(default_factory=list)
    """Who wants shared resources in this cycle: rank, place of the engine, command, event of the answer."""
    booked: dict[str, int] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    last: int = 0
    open: int = 0
    macs: int = 0
    bytes: int = 0
    contention: int = 0
    stalls: int = 0

    @property
    def now(self) -> int:
        """The cycle."""
        return int(self.environment.now)

    def of(self, command: Command) -> _Progress:
        """Progress of *command*."""
        if command not in self.progress:
            self.progress[command] = _Progress(self.environment.event(), self.environment.event())
        return self.progress[command]

    def queue(self, pe: int, engine: str) -> simpy.Store:
        """The queue in front of an engine, which starts to work with its first command."""
        if (pe, engine) not in self.queues:
            self.queues[pe, engine] = simpy.Store(self.environment, self.topology["pe.cpu.queue_depth"])
            work = self.sequencer if engine in (SEQUENCER, IPCQ_SEQUENCER) else self.engine
            self.environment.process(work(pe, engine))
        return self.queues[pe, engine]

    def cpu(self, pe: int, program: Program) -> Process:
        """PE_CPU: issues in program order, for the dispatch cost each, and stalls in front of a full queue."""
        self.open += 1
        for item in program:
            if isinstance(item, Wait):
                for command in item.commands:
                    yield self.of(command).done
                yield from self.busy(pe, CPU, item.wakeup, "wakeup")
                continue
            if item.dispatched:
                yield from self.busy(pe, CPU, self.dispatch, "dispatch")
            self.open += 1
            yield self.queue(pe, item.engine).put(item)
        self.last = max(self.last, self.now)
        self.open -= 1

    def sequencer(self, pe: int, name: str) -> Process:
        """PE_SEQ, PE_IPCQ_SEQ: unrolls a composite command, its own cycles a step, into the same queues."""
        while True:
            composite = yield self.queue(pe, name).get()
            for step in composite.steps:
                yield from self.busy(pe, name, composite.cycles, "step")
                for command in step:
                    self.open += 1
                    yield self.queue(pe, command.engine).put(command)
            for step in composite.steps:
                for command in step:
                    yield self.of(command).done
            self.of(composite).ended.succeed(self.now)
            self.finish(composite)

    def engine(self, pe: int, name: str) -> Process:
        """One engine; an inbound DMA keeps a bounded number of transfers in flight."""
        flight: list[Command] = []
        limit = self.topology["pe.dma.outstanding"] if name == DMA_IN else 0
        while True:
            command = yield self.queue(pe, name).get()
            for other in command.after_done:
                yield self.of(other).done
            for other in command.after_end:
                yield self.of(other).ended
            if limit and len(flight) == limit:
                yield self.of(flight.pop(0)).done
            yield from self.credit(command)
            yield from self.shared(pe, name, command)
            yield from self.busy(pe, name, command.cycles, command.operation)
            if command.sample:
                command.sample()
            self.of(command).ended.succeed(self.now)
            if limit:
                flight.append(command)
            if command.latency:
                self.later(command)
            else:
                self.finish(command)

    def credit(self, command: Command) -> Process:
        """Stand until the slot that *command* fills is free and the sender knows it."""
        before = self.now
        for other, way in command.credits:
            freed = yield self.of(other).ended
            if freed + way > self.now:
                yield self.environment.timeout(freed + way - self.now)
        self.stalls += self.now - before

    def shared(self, pe: int, name: str, command: Command) -> Process:
        """Stand until every link and channel on the way of *command* is free."""
        if not command.path:
            return
        if not self.asking:
            self.at_the_end_of_the_cycle()
        before, answer = self.now, self.environment.event()
        self.asking.append((pe, ORDER[name], command, answer))
        start = yield answer
        if start > self.now:
            yield self.environment.timeout(start - self.now)
        self.contention += self.now - before

    def at_the_end_of_the_cycle(self) -> None:
        """Serve all who ask in this cycle, once nobody else can."""
        event = self.environment.event()
        event._ok, event._value = True, None  # noqa: SLF001 - the way of SimPy's own timeouts
        event.callbacks.append(lambda _: self.serve())
        self.environment.schedule(event, priority=AFTER_THE_CYCLE)

    def serve(self) -> None:
        """Book for everybody who asked, by rank and engine: from when its whole way is free, for its cycles."""
        asking, self.asking = sorted(self.asking, key=lambda each: each[:2]), []
        for _, _, command, answer in asking:
            start = max(self.now, *(self.booked.get(name, 0) for name in command.path))
            for name in command.path:
                self.booked[name] = start + command.cycles
                self.held[name] = self.held.get(name, 0) + command.cycles
            answer.succeed(start)

    def busy(self, pe: int, engine: str, cycles: int, operation: str) -> Process:
        """Keep *engine* for *cycles*, and put that down."""
        if cycles:
            start = self.now
            yield self.environment.timeout(cycles)
            self.trace.append(Interval(engine, start, self.now, operation, pe))

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
        self.last = max(self.last, self.now)
        self.open -= 1
        self.of(command).done.succeed(self.now)

    def refuse_unfinished(self) -> None:
        """Nothing is left to happen; raises RuntimeError if commands still wait (a deadlock)."""
        if self.open:
            raise RuntimeError(f"the simulation stopped with {self.open} commands unfinished")
