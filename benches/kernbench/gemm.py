"""GEMM kernels: the same loop nest, issued in three ways."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from kernbench.command import Command
from kernbench.device import Array, Buffer, Matrix, Pe, Window
from kernbench.machine import Run, simulate
from kernbench.tiling import OutOfRangeError, Tiling, checked
from kernbench.topology import Topology

Kernel = Callable[[Pe, Matrix, Matrix, Matrix, Tiling], None]


class Step(NamedTuple):
    """One step of the loop nest: where its operands and its result tile lie, in elements."""

    a: Window
    b: Window
    c: Window
    tile: int
    first: bool
    last: bool


def loop_nest(tiling: Tiling) -> Iterator[Step]:
    """Result tiles row by row, and for each its steps along k."""
    tile = 0
    for row in range(0, tiling.m, tiling.tile_m):
        for column in range(0, tiling.n, tiling.tile_n):
            rows, columns = slice(row, row + tiling.tile_m), slice(column, column + tiling.tile_n)
            for depth in range(0, tiling.k, tiling.tile_k):
                span = slice(depth, depth + tiling.tile_k)
                last = depth + tiling.tile_k == tiling.k
                yield Step((rows, span), (span, columns), (rows, columns), tile, depth == 0, last)
            tile += 1


def gemm_blocking(pe: Pe, a: Matrix, b: Matrix, c: Matrix, tiling: Tiling) -> None:
    """Each step waits for both loads, then for the MAC, then for the store."""
    for loads, compute, store in _issue(pe, a, b, c, tiling):
        pe.wait(*loads())
        pe.wait(compute())
        if store:
            pe.wait(store())


def gemm_async(pe: Pe, a: Matrix, b: Matrix, c: Matrix, tiling: Tiling) -> None:
    """One command a load, MAC or store, none waited for; queues and hazards in hardware do the overlap."""
    for loads, compute, store in _issue(pe, a, b, c, tiling):
        loads()
        compute()
        if store:
            store()


def gemm_composite(pe: Pe, a: Matrix, b: Matrix, c: Matrix, tiling: Tiling) -> None:
    """One command; its sequencer issues what gemm_async issues by software."""
    with pe.composite():
        gemm_async(pe, a, b, c, tiling)


KERNELS: dict[str, Kernel] = {"async": gemm_async, "blocking": gemm_blocking, "composite": gemm_composite}

Actions = tuple[Callable[[], tuple[Command, Command]], Callable[[], Command], Callable[[], Command] | None]


def _issue(pe: Pe, a: Matrix, b: Matrix, c: Matrix, tiling: Tiling) -> Iterator[Actions]:
    """What each step has to issue; operand buffers and accumulators go round."""
    left = [pe.buffer(tiling.tile_m, tiling.tile_k) for _ in range(tiling.buffers)]
    right = [pe.buffer(tiling.tile_k, tiling.tile_n) for _ in range(tiling.buffers)]
    results = [pe.buffer(tiling.tile_m, tiling.tile_n, np.float32) for _ in range(pe.topology["pe.mac.accumulators"])]
    for index, step in enumerate(loop_nest(tiling)):
        pe.step()
        result = results[step.tile % len(results)]
        yield _actions(pe, (a, b, c), step, left[index % len(left)], right[index % len(right)], result)


def _actions(
    pe: Pe, matrices: tuple[Matrix, Matrix, Matrix], step: Step, left: Buffer, right: Buffer, result: Buffer
) -> Actions:
    a, b, c = matrices
    return (
        lambda: (pe.load(left, a, step.a), pe.load(right, b, step.b)),
        lambda: pe.mac(result, left, right, clear=step.first),
        (lambda: pe.store(c, step.c, result)) if step.last else None,
    )


def run_gemm(
    mode: str,
    tiling: Tiling,
    topology: Topology,
    dispatch: int,
    operands: tuple[Array, Array, Array] | None = None,
) -> Run:
    """Simulate one GEMM. *operands* are A, B and C (fp16; C is written): without them only time is simulated."""
    if mode not in KERNELS:
        raise OutOfRangeError(f"no kernel is named {mode}; there are {', '.join(KERNELS)}")
    checked(tiling, topology, dispatch)
    pe = Pe(topology, numerics=operands is not None)
    a, b, c = operands or (None, None, None)
    matrices = (
        Matrix((tiling.m, tiling.k), a),
        Matrix((tiling.k, tiling.n), b),
        Matrix((tiling.m, tiling.n), c),
    )
    KERNELS[mode](pe, *matrices, tiling)
    return simulate(pe.program, topology, dispatch)
