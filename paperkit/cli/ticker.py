"""One line on a terminal that says what goes on and for how long; nothing in a pipe."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from types import TracebackType
from typing import Self, TextIO


class Ticker:
    """Shows `what: 3 s of about 10 s  last line` on *stream* while its block runs, if that is a terminal."""

    def __init__(self, what: str, expected: float | None = None, stream: TextIO | None = None) -> None:
        self.what = what
        self.expected = expected
        self.stream = stream or sys.stderr
        self.last = ""
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def line(self, text: str) -> None:
        """Remember the last line that was printed."""
        self.last = text.strip() or self.last

    def __enter__(self) -> Self:
        if self.stream.isatty():
            self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._done.set()
        if self._thread.is_alive():
            self._thread.join()

    def _tick(self) -> None:
        begun = time.monotonic()
        while not self._done.wait(0.2):
            self._show(time.monotonic() - begun)
        self.stream.write("\r\x1b[K")
        self.stream.flush()

    def _show(self, seconds: float) -> None:
        about = f" of about {self.expected:g} s" if self.expected else ""
        text = f"{self.what}: {seconds:.0f} s{about}  {self.last}"
        shown = "".join(char if char.isprintable() else " " for char in text)[: shutil.get_terminal_size().columns - 1]
        self.stream.write(f"\r\x1b[K{shown}")
        self.stream.flush()
