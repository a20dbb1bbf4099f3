"""Pages that TeX waits for: where each will lie there is a pipe until its text is there."""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
from collections.abc import Iterable
from pathlib import Path

from paperkit.build.stage import fresh
from paperkit.process.atomic import write_quickly

PAUSE = 0.005
"""Seconds between two looks for a reader at a pipe."""


class Gates:
    """The pages *names* of the folder *stage*, none of them there yet.

    A program that opens one of them stands still until `open` gives it. The pipes have second names in the folder
    *behind*, so that a reader is reached who came before the file took the pipe's place.
    Raises OSError where the file system has no pipes or no second names.
    """

    def __init__(self, stage: Path, behind: Path, names: Iterable[str]) -> None:
        self.stage, self.behind = stage, fresh(behind)
        self.shut: set[str] = set()
        """Names of the pages that are still waited for."""
        self._passing: dict[Path, bytes] = {}
        self._ended = threading.Event()
        for name in names:
            self._shut(name)
        self._thread = threading.Thread(target=self._let_through, daemon=True)
        self._thread.start()

    def _shut(self, name: str) -> None:
        path, pipe = self.stage / name, self._pipe(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        os.mkfifo(pipe)
        path.hardlink_to(pipe)
        self.shut.add(name)

    def _pipe(self, name: str) -> Path:
        return self.behind / name.replace("/", "-")

    def open(self, name: str, text: bytes) -> None:
        """Put the page in its place, and hand it to who waits for it."""
        write_quickly(self.stage / name, text)
        self.shut.discard(name)
        if not _handed(self._pipe(name), text):
            self._passing[self._pipe(name)] = text

    def close(self) -> None:
        """No program reads any more: what is still shut is gone."""
        self._ended.set()
        self._thread.join()
        shutil.rmtree(self.behind, ignore_errors=True)
        for name in self.shut:
            (self.stage / name).unlink(missing_ok=True)

    def _let_through(self) -> None:
        """Readers may still be on their way to a pipe when it is replaced, so each is looked at to the end."""
        while not self._ended.wait(PAUSE):
            for pipe, text in tuple(self._passing.items()):
                if _handed(pipe, text):
                    del self._passing[pipe]


def _handed(pipe: Path, text: bytes) -> bool:
    """Whether a reader stood at *pipe*; it gets *text*, and may take less than all."""
    try:
        writer = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    except OSError:  # nobody reads
        return False
    os.set_blocking(writer, True)
    with contextlib.suppress(BrokenPipeError), os.fdopen(writer, "wb") as stream:
        stream.write(text)
    return True
