"""The printer: where the walk writes what a reader sees, with its places, modes and formulas."""

from __future__ import annotations

from paperkit.latex.frames import Frame
from paperkit.latex.printed import Marks, Mode, Printed, Use
from paperkit.latex.tokens import Tokens


class Printer:
    """Collects the printed text, piece by piece."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.marks = Marks()
        self.tokens: Tokens | None = None
        self.use: Use | None = None
        """File and use of what was printed last."""
        self.at = 0
        self.mode = Mode()
        self.changes: list[int] = [0]
        self.modes: list[Mode] = [self.mode]
        self.formulas: list[tuple[int, int]] = []
        self.formula: list[int] = []

    def emit(self, printed: str, frame: Frame, start: int, end: int) -> None:
        """Print *printed*, which stands for the source's [start, end)."""
        if printed and self.mode.visible:
            if frame.tokens is not self.tokens or frame.use is not self.use:
                self.begin(frame)
            self.pieces.append(printed)
            at = self.at
            marks = self.marks
            marks.ats.append(at)
            marks.starts.append(start)
            marks.ends.append(end)
            self.at = at + len(printed)

    def begin(self, frame: Frame) -> None:
        """What is printed from here on stands in the file of *frame*, and is of its use."""
        self.tokens, self.use = frame.tokens, frame.use
        self.marks.begin(frame.tokens, frame.use)

    def shift(self, mode: Mode) -> None:
        """Go on in another mode."""
        if mode is not self.mode and mode != self.mode:
            self.mode = mode
            if self.changes[-1] == self.at:
                self.modes[-1] = mode
            else:
                self.changes.append(self.at)
                self.modes.append(mode)

    def end_formula(self) -> None:
        """The innermost formula ends here."""
        if self.formula:
            self.formulas.append((self.formula.pop(), self.at))

    def printed(self) -> Printed:
        """What was printed, when the walk is done."""
        text = "".join(self.pieces)
        self.pieces.clear()
        while self.formula:
            self.end_formula()
        formulas = tuple(sorted(self.formulas))
        return Printed(text, self.marks, self.changes, self.modes, formulas)
