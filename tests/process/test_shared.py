"""Work that copies of the process share: the same in the same order, whatever becomes of a copy."""

from __future__ import annotations

import os
import resource
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from paperkit.process.reads import observed
from paperkit.process.shared import Shared, spare

HERE = os.getpid()


@contextmanager
def squares() -> Iterator[Callable[[int], tuple[int, int]]]:
    yield lambda number: (number * number, os.getpid())


@contextmanager
def dying() -> Iterator[Callable[[int], int]]:
    def one(number: int) -> int:
        if os.getpid() != HERE:
            os._exit(3)
        return number

    yield one


@contextmanager
def failing() -> Iterator[Callable[[int], int]]:
    yield lambda number: 1 // (number - 5)


@pytest.mark.parametrize("count", [0, 1, 7, 1000])
def test_every_piece_is_done_once_and_stands_in_its_order(count: int) -> None:
    with Shared(count, squares, copies=2) as shared:
        results = shared.results()
    assert [square for square, _ in results] == [number * number for number in range(count)]


def test_a_copy_does_its_part() -> None:
    """The queue is empty when the copy has taken all, and this process is left with nothing."""
    with Shared(100, squares, copies=1) as shared:
        os.waitid(os.P_PID, shared.copies[0][0], os.WEXITED | os.WNOWAIT)
        assert {pid for _, pid in shared.results()} - {os.getpid()}


def test_what_a_copy_reads_counts_as_read_here(tmp_path: Path) -> None:
    (tmp_path / "cells.csv").write_text("a\n1\n")

    @contextmanager
    def reading() -> Iterator[Callable[[int], str]]:
        yield lambda _: (tmp_path / "cells.csv").read_text()

    with observed() as reads, Shared(1, reading, copies=1) as shared:
        os.waitid(os.P_PID, shared.copies[0][0], os.WEXITED | os.WNOWAIT)
        assert not reads.files
        assert shared.results() == ("a\n1\n",)
    assert reads.files == {str(tmp_path / "cells.csv")}


def test_what_a_copy_leaves_undone_is_done_here() -> None:
    with Shared(50, dying, copies=2) as shared:
        assert shared.results() == tuple(range(50))


def test_an_error_is_raised_here_and_leaves_no_copy_behind() -> None:
    shared = Shared(50, failing, copies=2)
    with pytest.raises(ZeroDivisionError), shared:
        shared.results()
    assert shared.copies == []


def test_without_copies_all_is_done_here() -> None:
    with Shared(9, squares, copies=0) as shared:
        assert {pid for _, pid in shared.results()} == {os.getpid()}


def test_where_the_system_allows_no_further_copy_there_are_fewer() -> None:
    """A copy takes a file descriptor: there are two for the queue, one of which is free again for the first copy."""
    free = [os.dup(0), os.dup(0)]
    for descriptor in free:
        os.close(descriptor)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free[1] + 1, hard))
    try:
        with Shared(9, squares, copies=3) as shared:
            assert len(shared.copies) == 1
            assert len(shared.results()) == 9
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_process_with_threads_is_not_copied() -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    assert spare() == 0
    done.set()
    thread.join()
