"""Pages that a reader waits for: it gets the whole text, however early it came."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from paperkit.build.gates import Gates

TEXT = b"a line of text\n" * 20_000
"""More than a pipe holds."""


@pytest.fixture
def gates(tmp_path: Path) -> Iterator[Gates]:
    stage = tmp_path / "stage"
    stage.mkdir()
    made = Gates(stage, tmp_path / "gates", ("tex/a.tex", "tex/b.tex"))
    yield made
    made.close()


def begun(read: Callable[[], bytes]) -> tuple[threading.Thread, list[bytes]]:
    got: list[bytes] = []
    thread = threading.Thread(target=lambda: got.append(read()), daemon=True)
    thread.start()
    return thread, got


def test_a_reader_waits_until_the_page_is_there_and_gets_all_of_it(gates: Gates) -> None:
    thread, got = begun((gates.stage / "tex/a.tex").read_bytes)
    thread.join(0.2)
    assert thread.is_alive()
    gates.open("tex/a.tex", TEXT)
    thread.join(10)
    assert got == [TEXT]


def test_a_reader_that_only_looked_finds_the_page_when_it_comes_again(gates: Gates) -> None:
    path = gates.stage / "tex/a.tex"

    def look_and_read() -> bytes:
        with path.open("rb") as stream:
            stream.read(1)
        return path.read_bytes()

    thread, got = begun(look_and_read)
    time.sleep(0.1)
    gates.open("tex/a.tex", TEXT)
    thread.join(10)
    assert got == [TEXT]


def test_a_page_that_was_there_first_is_read_as_any_file(gates: Gates) -> None:
    gates.open("tex/b.tex", TEXT)
    assert (gates.stage / "tex/b.tex").read_bytes() == TEXT
    assert gates.shut == {"tex/a.tex"}


def test_nothing_of_a_closed_gate_is_left(gates: Gates) -> None:
    gates.open("tex/b.tex", b"b")
    gates.close()
    assert [path.name for path in (gates.stage / "tex").iterdir()] == ["b.tex"]
    assert not gates.behind.exists()
