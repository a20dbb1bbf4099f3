"""Device: the API that kernels program against. It takes commands down in program order, with their hazards.

The kernel is an ordinary function and runs once. Data move when the machine says that the command is done, so a
forgotten hazard shows as a wrong number and not only as a wrong time.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from kernbench.command import DMA_IN, DMA_OUT, MAC, SEQUENCER, VEC, Command, Program, Wait
from kernbench.mesh import Mesh
from kernbench.topology import Topology

Array = npt.NDArray[Any]


@dataclass(eq=False, slots=True)
class Matrix:
    """A matrix in HBM. Without an array only its time is simulated."""

    shape: tuple[int, int]
    array: Array | None = None


@dataclass(eq=False, slots=True)
class Buffer:
    """A tile in the PE's own memory, with the commands that touched it last."""

    shape: tuple[int, int]
    array: Array | None = None
    writer: Command | None = None
    readers: list[Command] = field(default_factory=list)


Window = tuple[slice, slice]


class Pe:
    """One processing element, seen by a kernel: load, mac, vec, store, wait, and one command composed of many."""

    def __init__(self, topology: Topology, *, numerics: bool = False, rank: int = 0, mesh: Mesh | None = None) -> None:
        self.topology = topology
        self.numerics = numerics
        self.rank = rank
        self.mesh = mesh
        """Where its links and channels are shared; None for a PE that has them to itself."""
        self._program: list[Command | Wait] = []
        self._steps: list[list[Command]] | None = None

    @property
    def program(self) -> Program:
        """What the kernel asked for so far."""
        return tuple(self._program)

    def buffer(self, rows: int, columns: int, dtype: type[np.generic] = np.float16) -> Buffer:
        """Room for a tile in the PE's memory."""
        shape = (rows, columns)
        return Buffer(shape, np.zeros(shape, dtype) if self.numerics else None)

    def load(self, into: Buffer, source: Matrix, window: Window, *, transposed: bool = False) -> Command:
        """Copy a window of a matrix, or its transpose, into a buffer (PE_DMA_IN)."""
        size = _elements(into.shape) * self.topology["datatype.operand"]

        def effect() -> None:
            part = _data(source)[window]
            _data(into)[...] = part.T if transposed else part

        command = Command(
            DMA_IN,
            "load",
            _ceil(size, self.topology.in_rate),
            latency=self.topology["pe.dma.latency"],
            after_end=tuple(into.readers),
            effect=effect if self.numerics else None,
            bytes=size,
            path=self.mesh.read_path(self.rank) if self.mesh else (),
        )
        into.writer, into.readers = command, []
        return self._issue(command)

    def mac(self, result: Buffer, a: Buffer, b: Buffer, *, clear: bool) -> Command:
        """Add a b to *result* (or start from zero): products of two fp16 summed in fp32, k ascending (PE_MAC)."""
        (rows, depth), columns = a.shape, b.shape[1]

        def effect() -> None:
            accumulate(_data(result), _data(a), _data(b), clear=clear)

        command = Command(
            MAC,
            "mac",
            self.topology["pe.mac.fill"]
            + _ceil(rows, self.topology["pe.mac.rows"]) * _ceil(columns, self.topology["pe.mac.columns"]) * depth,
            after_done=tuple(writer for writer in (a.writer, b.writer) if writer),
            after_end=tuple(result.readers),
            effect=effect if self.numerics else None,
            macs=rows * columns * depth,
        )
        a.readers.append(command)
        b.readers.append(command)
        result.writer, result.readers = command, []
        return self._issue(command)

    def store(self, target: Matrix, window: Window, source: Buffer) -> Command:
        """Round a buffer to the target's type and copy it out (PE_DMA_OUT)."""
        size = _elements(source.shape) * self.topology["datatype.operand"]
        read: list[Array] = []

        def sample() -> None:
            read.append(_data(source).astype(_data(target).dtype))

        def effect() -> None:
            _data(target)[window] = read.pop()

        command = Command(
            DMA_OUT,
            "store",
            _ceil(size, self.topology.out_rate),
            latency=self.topology["pe.dma.latency"],
            after_done=(source.writer,) if source.writer else (),
            effect=effect if self.numerics else None,
            sample=sample if self.numerics else None,
            bytes=size,
            path=self.mesh.write_path(self.rank) if self.mesh else (),
        )
        source.readers.append(command)
        return self._issue(command)

    def vec(
        self,
        operation: str,
        cycles: int,
        *,
        reads: tuple[Buffer, ...] = (),
        writes: tuple[Buffer, ...] = (),
        effect: Callable[[], None] | None = None,
    ) -> Command:
        """Work of PE_VEC on buffers: *cycles* behind its start-up; `vec_cycles` counts them."""
        command = Command(
            VEC,
            operation,
            self.topology["pe.vec.fill"] + cycles,
            effect=effect if self.numerics else None,
        )
        self.touch(command, reads, writes)
        return self._issue(command)

    def touch(self, command: Command, reads: tuple[Buffer, ...], writes: tuple[Buffer, ...]) -> None:
        """Put down the hazards of *command*: it waits for its operands, and for all who used what it overwrites."""
        written = tuple(buffer.writer for buffer in (*reads, *writes) if buffer.writer)
        command.after_done = (*command.after_done, *written)
        command.after_end = (*command.after_end, *(each for buffer in writes for each in buffer.readers))
        for buffer in reads:
            buffer.readers.append(command)
        for buffer in writes:
            buffer.writer, buffer.readers = command, []

    def vec_cycles(self, elements: int, operations: int = 1, exponentials: int = 0) -> int:
        """Cycles for so many operations and exponentials on each of so many elements."""
        return _ceil(elements, self.topology["pe.vec.lanes"]) * (
            operations + exponentials * self.topology["pe.vec.exp"]
        )

    def wait(self, *commands: Command, wakeup: int = 0) -> None:
        """Let the PE_CPU stand still until *commands* are done, and then for *wakeup* cycles."""
        self._program.append(Wait(commands, wakeup))

    def issue(self, command: Command) -> Command:
        """Issue a command that was made elsewhere, in program order."""
        return self._issue(command)

    @contextmanager
    def composite(self, engine: str = SEQUENCER, operation: str = "composite") -> Iterator[Command]:
        """One command whose sequencer issues everything that the body asks for; `step()` starts the next step."""
        step = "pe.sequencer.step" if engine == SEQUENCER else "pe.ipcq.step"
        command = Command(engine, operation, self.topology[step])
        self._steps = []
        yield command
        command.steps = tuple(tuple(step) for step in self._steps)
        self._steps = None
        self._issue(command)

    def step(self) -> None:
        """Inside a composite command: what follows belongs to the next step of its sequencer."""
        if self._steps is not None:
            self._steps.append([])

    def _issue(self, command: Command) -> Command:
        if self._steps is None:
            self._program.append(command)
        else:
            self._steps[-1].append(command)
        return command


def accumulate(result: Array, a: Array, b: Array, *, clear: bool) -> None:
    """Add a b to *result* in fp32 (or start from zero), one rank-one update a k.

    A product of two fp16 is exact in fp32, and each addition rounds once: so the digits are the same on every
    machine, which a library's matrix product does not promise.
    """
    left, right = a.astype(np.float32), b.astype(np.float32)
    if clear:
        result[...] = 0
    for k in range(left.shape[1]):
        result += left[:, k, None] * right[None, k, :]


def _data(tile: Matrix | Buffer) -> Array:
    if tile.array is None:
        raise ValueError("numbers were asked for, but a matrix came without its array")
    return tile.array


def _elements(shape: tuple[int, int]) -> int:
    return shape[0] * shape[1]


def _ceil(amount: int, rate: int) -> int:
    return -(-amount // rate)
