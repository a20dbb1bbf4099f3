"""Numbered pieces of work that copies of this process do in part, while it goes on with something else."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from types import TracebackType
from typing import BinaryIO, Generic, TypeVar

from paperkit.process.reads import Reads, note, observed

MOST = 3
"""Copies at most."""
TOGETHER = 4
"""Pieces that are taken at a time where nothing else is said."""
TOKENS = 255
"""Times that something can be taken: each is a byte in a pipe."""

T = TypeVar("T")


def spare() -> int:
    """How many copies of this process would have a processor of their own; none where it cannot be copied safely."""
    if sys.platform != "linux" or not hasattr(os, "memfd_create") or threading.active_count() > 1:
        return 0
    return min(MOST, len(os.sched_getaffinity(0)) - 1)


class Shared(Generic[T]):
    """Pieces of work from 0 to *count*, begun at once by *copies* of this process; leaving it ends them.

    *opened* gives the function that does one piece. It is opened again in each process that takes part. What a copy
    reads counts as read here. *together* pieces are taken at a time, in their order. Where the system lets no further
    copy be made, there are fewer.
    """

    def __init__(
        self,
        count: int,
        opened: Callable[[], AbstractContextManager[Callable[[int], T]]],
        copies: int,
        together: int = TOGETHER,
    ) -> None:
        self.count, self.opened = count, opened
        self.together = max(together, -(-count // TOKENS))
        self.queue, tokens = os.pipe()
        os.write(tokens, bytes(range(-(-count // self.together))))
        os.close(tokens)
        self.copies: list[tuple[int, BinaryIO]] = []
        try:
            with suppress(OSError):
                for _ in range(copies):
                    self._copy()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Shared[T]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def results(self) -> tuple[T, ...]:
        """What each piece came to, in their order. What no copy has done is done here, so an error is raised here."""
        with self.opened() as do:
            found = {number: do(number) for number in self._taken()}
            while self.copies:
                found |= self._result(*self.copies.pop())
            return tuple(found[number] if number in found else do(number) for number in range(self.count))

    def close(self) -> None:
        """End the copies that are left."""
        while self.copies:
            pid, out = self.copies.pop()
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            out.close()
        if self.queue >= 0:
            os.close(self.queue)
            self.queue = -1

    def _taken(self) -> Iterator[int]:
        """Numbers of pieces that no other process has taken."""
        while token := os.read(self.queue, 1):
            first = token[0] * self.together
            yield from range(first, min(first + self.together, self.count))

    def _copy(self) -> None:
        out = os.fdopen(os.memfd_create("paperkit"), "w+b")  # it has no name, so that it counts as read by nobody
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # threads of libraries stand still in the copy
            try:
                pid = os.fork()
            except OSError:
                out.close()
                raise
        if pid:
            self.copies.append((pid, out))
            return
        status = 1
        try:
            with observed() as reads, self.opened() as do:
                found = {number: do(number) for number in self._taken()}
            pickle.dump((found, reads), out, pickle.HIGHEST_PROTOCOL)
            out.flush()
            status = 0
        finally:
            os._exit(status)

    @staticmethod
    def _result(pid: int, out: BinaryIO) -> dict[int, T]:
        """What a copy has done; nothing where it came to an end otherwise."""
        with out:
            _, status = os.waitpid(pid, 0)
            out.seek(0)
            if status:
                return {}
            found: dict[int, T]
            reads: Reads
            found, reads = pickle.load(out)  # noqa: S301 -- written by this program
            note(reads)
            return found
