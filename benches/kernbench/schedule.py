"""Schedule: the second implementation of the machine's time, as the longest path in a graph of events.

An event happens at the maximum over its predecessors of their cycle plus a lag. Where commands want the same link or
channel, they are served in the order in which they ask (cycle, then rank, then engine), and the graph grows an edge
from the one to the next. Nothing is shared with the machine but commands and topology.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from kernbench.command import CPU, DMA_IN, IPCQ_SEQUENCER, ORDER, SEQUENCER, Command, Program, Wait
from kernbench.machine import Interval, Run
from kernbench.topology import Topology

SEQUENCERS = (SEQUENCER, IPCQ_SEQUENCER)
ISSUE, OPERATE, TRAVEL, CREDIT, NOTHING = "issue", "operate", "travel", "credit", ""


@dataclass(frozen=True, slots=True)
class Share:
    """A stretch of the critical path: which operation, doing what, for how many cycles."""

    operation: str
    phase: str
    cycles: int


@dataclass(frozen=True, slots=True)
class Planned:
    """The run, and the chain of stretches that its time consists of, last one first."""

    run: Run
    path: tuple[Share, ...]
    spans: Mapping[Command, tuple[int, int, int]]
    """Cycles in which each command came to the head of its engine, began, and left."""


def plan(programs: Sequence[Program], topology: Topology, dispatch: int, *, trace: bool = False) -> Planned:
    """Time of one program a rank; raises RuntimeError where they wait for each other for ever."""
    graph = _Graph(topology, dispatch)
    for pe, program in enumerate(programs):
        graph.cpu(pe, program)
    graph.connect()
    graph.resolve()
    return graph.planned(programs, trace)


@dataclass(slots=True)
class _Graph:
    topology: Topology
    dispatch: int
    cycle: list[int] = field(default_factory=list)
    need: list[int] = field(default_factory=list)
    cause: list[int] = field(default_factory=list)
    """The predecessor that came last."""
    label: list[tuple[str, str]] = field(default_factory=list)
    """Operation and phase to which the lag from the cause belongs."""
    after: list[list[tuple[int, int]]] = field(default_factory=list)
    ready: dict[int, tuple[int, Command]] = field(default_factory=dict)
    """Events at which a command asks for shared resources, with its rank."""
    ends: dict[Command, int] = field(default_factory=dict)
    dones: dict[Command, int] = field(default_factory=dict)
    takes: dict[Command, int] = field(default_factory=dict)
    asks: dict[Command, int] = field(default_factory=dict)
    readies: dict[Command, int] = field(default_factory=dict)
    places: dict[Command, int] = field(default_factory=dict)
    lines: dict[tuple[int, str], list[Command]] = field(default_factory=dict)
    taken: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    issues: list[tuple[int, int, str, int, str]] = field(default_factory=list)
    """Busy stretches of issuers: the event at their end, rank, engine, cycles, operation."""
    waits: list[tuple[int, Command]] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)
    finals: list[int] = field(default_factory=list)
    depth: int = field(init=False)
    """The last event of each PE_CPU."""

    def __post_init__(self) -> None:
        self.depth = self.topology["pe.cpu.queue_depth"]

    def event(self, operation: str, phase: str) -> int:
        """A new event; what it waited for last counts as this phase of this operation."""
        self.cycle.append(0)
        self.need.append(0)
        self.cause.append(-1)
        self.label.append((operation, phase))
        self.after.append([])
        return len(self.cycle) - 1

    def edge(self, before: int, after: int, lag: int = 0) -> None:
        """*after* happens *lag* cycles after *before*, or later."""
        self.after[before].append((after, lag))
        self.need[after] += 1

    def cpu(self, pe: int, program: Program) -> None:
        """The chain of events of one PE_CPU."""
        now = self.event("", NOTHING)
        for item in program:
            if isinstance(item, Wait):
                now = self.wait(pe, now, item)
                continue
            now = self.issue(pe, CPU, now, self.dispatch if item.dispatched else 0, item)
            if item.engine in SEQUENCERS:
                self.sequence(pe, item)
        self.finals.append(now)

    def wait(self, pe: int, now: int, item: Wait) -> int:
        """PE_CPU goes on when all is done."""
        after = self.event("wait", NOTHING)
        self.edge(now, after)
        self.waits.extend((after, command) for command in item.commands)
        if not item.wakeup:
            return after
        awake = self.event("wakeup", ISSUE)
        self.edge(after, awake, item.wakeup)
        self.issues.append((awake, pe, CPU, item.wakeup, "wakeup"))
        return awake

    def issue(self, pe: int, issuer: str, now: int, cost: int, command: Command) -> int:
        """*command* enters its queue when it is dispatched and there is room; the event of that."""
        if cost:
            dispatched = self.event("dispatch", ISSUE)
            self.edge(now, dispatched, cost)
            self.issues.append((dispatched, pe, issuer, cost, "dispatch"))
            now = dispatched
        entered = self.event("dispatch", NOTHING)
        self.edge(now, entered)
        line = self.lines.setdefault((pe, command.engine), [])
        taken = self.taken.setdefault((pe, command.engine), [])
        if len(taken) >= self.depth:
            self.edge(taken[-self.depth], entered)
        take = self.event(command.operation, NOTHING)
        self.edge(entered, take)
        if line:
            self.edge(self.ends_of(line[-1]), take)
        line.append(command)
        taken.append(take)
        self.command(pe, command, take)
        return entered

    def ends_of(self, command: Command) -> int:
        """The event that *command* leaves its engine."""
        if command not in self.ends:
            self.ends[command] = self.event(command.operation, OPERATE)
        return self.ends[command]

    def command(self, pe: int, command: Command, take: int) -> None:
        """Events of a command on its engine, from its taking to its result."""
        self.places[command] = pe
        end = self.ends_of(command)
        self.dones[command] = self.event(command.operation, TRAVEL) if command.latency else end
        if command.latency:
            self.edge(end, self.dones[command], command.latency)
        if command.engine in SEQUENCERS:
            return
        self.takes[command] = asks = take
        if command.after_done or command.after_end or command.engine == DMA_IN:
            asks = self.event(command.operation, NOTHING)
            self.edge(take, asks)
        ready = asks
        if command.credits:
            ready = self.event(command.operation, CREDIT)
            self.edge(asks, ready)
        self.asks[command], self.readies[command] = asks, ready
        if command.path:
            self.ready[ready] = (pe, command)
            self.need[end] += 1
        else:
            self.edge(ready, end, command.cycles)

    def sequence(self, pe: int, composite: Command) -> None:
        """A sequencer unrolls a composite command once it has taken it."""
        now = self.taken[pe, composite.engine][-1]
        for step in composite.steps:
            stepped = self.event("step", ISSUE)
            self.edge(now, stepped, composite.cycles)
            if composite.cycles:
                self.issues.append((stepped, pe, composite.engine, composite.cycles, "step"))
            now = stepped
            for command in step:
                now = self.issue(pe, composite.engine, now, 0, command)
        self.edge(now, self.ends[composite])
        self.waits.extend((self.ends[composite], command) for step in composite.steps for command in step)

    def connect(self) -> None:
        """Edges between commands: results, hazards, transfers in flight, credits, and who waits for whom."""
        for after, command in self.waits:
            self.edge(self.done_of(command), after)
        for command, asks in self.asks.items():
            for other in command.after_done:
                self.edge(self.done_of(other), asks)
            for other in command.after_end:
                self.edge(self.left_by(other), asks)
            for other, way in command.credits:
                self.edge(self.left_by(other), self.readies[command], way)
        limit = self.topology["pe.dma.outstanding"]
        for (_, engine), line in self.lines.items():
            if engine == DMA_IN:
                for command, earlier in zip(line[limit:], line, strict=False):
                    self.edge(self.dones[earlier], self.asks[command])

    def left_by(self, command: Command) -> int:
        """The event that *command* leaves its engine; one that is never issued never does."""
        known = command in self.ends
        event = self.ends_of(command)
        self.need[event] += not known
        return event

    def done_of(self, command: Command) -> int:
        """The event of *command*'s result; one that is never issued never comes."""
        if command not in self.dones:
            self.dones[command] = self.event(command.operation, TRAVEL)
            self.need[self.dones[command]] += 1
        return self.dones[command]

    def resolve(self) -> None:
        """Give every event its cycle, serving those who ask for shared resources in order."""
        cycle, need, cause = self.cycle, self.need, self.cause
        known = [event for event, left in enumerate(need) if not left]
        asking: list[tuple[int, int, int, int]] = []
        free: dict[str, tuple[int, int]] = {}
        while known or asking:
            while known:
                event = known.pop()
                now = cycle[event]
                if event in self.ready:
                    pe, command = self.ready[event]
                    heappush(asking, (now, pe, ORDER[command.engine], event))
                for later, lag in self.after[event]:
                    if now + lag > cycle[later] or cause[later] < 0:
                        cycle[later], cause[later] = now + lag, event
                    need[later] -= 1
                    if not need[later]:
                        known.append(later)
            if asking:
                known.append(self.book(heappop(asking)[3], free))

    def book(self, event: int, free: dict[str, tuple[int, int]]) -> int:
        """The command that asks at *event* holds its way from when all of it is free; the event of its end."""
        _, command = self.ready[event]
        end = self.ends[command]
        start, cause = max([(self.cycle[event], event), *(free.get(name, (0, event)) for name in command.path)])
        if start == self.cycle[event]:
            cause = event
        for name in command.path:
            free[name] = (start + command.cycles, end)
            self.held[name] = self.held.get(name, 0) + command.cycles
        self.cycle[end], self.cause[end] = start + command.cycles, cause
        self.need[end] -= 1
        if self.need[end]:
            raise AssertionError("a command ended before it was ready")
        return end

    def planned(self, programs: Sequence[Program], trace: bool) -> Planned:
        """The run as the machine would give it, and the critical path."""
        stuck = sum(need > 0 for need in self.need)
        if stuck:
            raise RuntimeError(f"{stuck} events wait for each other")
        issued = sum(isinstance(item, Command) and item.dispatched for program in programs for item in program)
        work = [command for command in self.dones if command in self.places]
        starts = {command: self.cycle[self.ends[command]] - command.cycles for command in self.asks}
        last = max([*map(self.dones.__getitem__, work), *self.finals], key=self.cycle.__getitem__)
        run = Run(
            self.cycle[last],
            tuple(sorted(self.intervals(starts))) if trace else (),
            issued,
            sum(command.macs for command in work),
            sum(command.bytes for command in work),
            sum(starts[c] - self.cycle[self.readies[c]] for c in starts if c.path),
            sum(self.cycle[self.readies[c]] - self.cycle[self.asks[c]] for c in starts if c.credits),
            tuple(sorted(self.held.items())),
        )
        spans = {
            command: (self.cycle[self.takes[command]], start, start + command.cycles)
            for command, start in starts.items()
        }
        return Planned(run, tuple(self.walk(last)), spans)

    def intervals(self, starts: dict[Command, int]) -> Iterator[Interval]:
        """Busy stretches of engines and issuers."""
        for command, start in starts.items():
            if command.cycles:
                yield Interval(command.engine, start, start + command.cycles, command.operation, self.places[command])
        for event, pe, engine, cycles, operation in self.issues:
            end = self.cycle[event]
            yield Interval(engine, end - cycles, end, operation, pe)

    def walk(self, event: int) -> Iterator[Share]:
        """From *event* back along the causes to cycle 0; the stretches sum to its cycle."""
        while event >= 0:
            cause = self.cause[event]
            cycles = self.cycle[event] - (self.cycle[cause] if cause >= 0 else 0)
            if cycles:
                yield Share(*self.label[event], cycles)
            event = cause
