"""One process of the measurement: builds the arrays, times, and prints JSON.

    python worker.py calibrate              calls of each kernel that make a round
    python worker.py measure ROTATION       reads those from standard input; a warm-up and the values of each kernel

A value is the time of whole rounds of calls that last at least LEAST_S together, over the number of calls; a round
takes at least ROUND_S, so that looking at the clock costs nothing. Each process starts at another kernel, so that a
drift of the machine does not always meet the same one.
"""

import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any

LEAST_S = 0.1
ROUND_S = 0.01
VALUES = 2


def timed(call: Callable[[], object], loops: int, clock: Callable[[], float] = time.perf_counter) -> tuple[int, float]:
    """Calls made and seconds that they took: whole rounds of *loops* until LEAST_S have passed."""
    calls, start = 0, clock()
    while True:
        for _ in range(loops):
            call()
        calls += loops
        seconds = clock() - start
        if seconds >= LEAST_S:
            return calls, seconds


def calibrated(call: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> int:
    """The first power of two that takes at least ROUND_S."""
    loops = 1
    while True:
        start = clock()
        for _ in range(loops):
            call()
        if clock() - start >= ROUND_S:
            return loops
        loops *= 2


def main(arguments: list[str]) -> int:
    """Exit status 0."""
    from kernels import blas, build  # numpy: not before the arguments are read

    kernels = build()
    gc.disable()
    if arguments == ["calibrate"]:
        for kernel in kernels:
            kernel.call()
        print(json.dumps({"blas": blas(), "loops": [calibrated(kernel.call) for kernel in kernels]}))
        return 0
    loops, first = json.load(sys.stdin), int(arguments[1])
    order = [(first + at) % len(kernels) for at in range(len(kernels))]
    found: list[dict[str, Any]] = []
    for at in order:
        for number in range(VALUES + 1):
            calls, seconds = timed(kernels[at].call, loops[at])
            found.append({"at": at, "value": number, "calls": calls, "seconds": seconds})
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
