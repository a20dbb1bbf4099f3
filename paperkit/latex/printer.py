"""The printer: where the walk writes what a reader sees, with its places, modes and formulas."""

from __future__ import annotations

from array import array
from itertools import accumulate

from paperkit.latex.frames import Frame, Range
from paperkit.latex.printed import Marks, Mode, Printed, Use
from paperkit.latex.tokens import Tokens, packed

LONGEST_BLOCK = 4096
"""Pieces after which they are put together, so that not all of them are kept one by one."""


class Printer:
    """Collects the printed text, piece by piece; until it is put together, places in it are counted in pieces."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        """Those that are not in a block yet."""
        self.starts: list[int] = []
        self.ends: list[int] = []
        """Where the source of each of them stands."""
        self.blocks: list[str] = []
        self.joined = 0
        """How many pieces are in blocks."""
        self.marks = Marks()
        self.tokens: Tokens | None = None
        self.use: Use | None = None
        """File and use of what was printed last."""
        self.mode = Mode()
        self.plain = True
        """Whether text prints as it stands, when it is ASCII."""
        self.changes = array("i", [0])
        self.modes: list[Mode] = [self.mode]
        self.formulas: list[tuple[int, int]] = []
        self.formula: list[int] = []

    @property
    def at(self) -> int:
        """How many pieces have been printed."""
        return self.joined + len(self.pieces)

    def emit(self, printed: str, frame: Frame | Range, start: int, end: int) -> None:
        """Print *printed*, which stands for the source's [start, end)."""
        if printed and self.mode.visible:
            if frame.tokens is not self.tokens or frame.use is not self.use:
                self.begin(frame)
            self.pieces.append(printed)
            self.starts.append(start)
            self.ends.append(end)
            if len(self.pieces) > LONGEST_BLOCK:
                self.join()

    def begin(self, frame: Frame | Range) -> None:
        """What is printed from here on stands in the file of *frame*, and is of its use."""
        self.tokens, self.use = frame.tokens, frame.use
        self.marks.begin(self.at, frame.tokens, frame.use)

    def shift(self, mode: Mode) -> None:
        """Go on in another mode."""
        if mode is not self.mode and mode != self.mode:
            self.mode = mode
            self.plain = mode.visible and not mode.math and not mode.number
            at = self.joined + len(self.pieces)
            if self.changes[-1] == at:
                self.modes[-1] = mode
            else:
                self.changes.append(at)
                self.modes.append(mode)

    def join(self) -> None:
        """Put the pieces together, and work out where in the printed text they stand."""
        marks = self.marks
        marks.ats.frombytes(packed([*accumulate(map(len, self.pieces), initial=marks.ats.pop())]))
        marks.starts.frombytes(packed(self.starts))
        marks.ends.frombytes(packed(self.ends))
        self.blocks.append("".join(self.pieces))
        self.joined += len(self.pieces)
        for kept in (self.pieces, self.starts, self.ends):
            kept.clear()

    def end_formula(self) -> None:
        """The innermost formula ends here."""
        if self.formula:
            self.formulas.append((self.formula.pop(), self.at))

    def printed(self) -> Printed:
        """What was printed, when the walk is done."""
        self.join()
        text = "".join(self.blocks)
        if not text.isascii():
            text = text.replace("\u2010", "-").replace("\u2011", "-")
        self.blocks.clear()
        while self.formula:
            self.end_formula()
        ats = self.marks.ats
        changes = array("i", map(ats.__getitem__, self.changes))
        formulas = tuple(sorted((ats[start], ats[end]) for start, end in self.formulas))
        self.formulas.clear()
        return Printed(text, self.marks, changes, self.modes, formulas)
