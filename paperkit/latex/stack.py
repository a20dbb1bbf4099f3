"""The two stacks of a walk: frames (what is being read) and groups (what is open)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from paperkit.latex.document import Trouble
from paperkit.latex.frames import Frame, Range
from paperkit.latex.macros import Macro
from paperkit.latex.printed import Mode
from paperkit.latex.printer import LONGEST_BLOCK, Printer
from paperkit.latex.seen import Group, Seen
from paperkit.source import Span


class Stack(Printer):
    """Frames and groups, and the definitions that end with a group."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = Seen()
        self.frames: list[Frame] = []
        self.groups: list[Group] = []
        self.kinds: Counter[str] = Counter()
        """How many groups of each kind and name are open."""
        self.undo: list[list[tuple[str, Macro | None]] | None] = []
        """For each open group, what its definitions replaced; None before the first."""
        self.macros: dict[str, Macro] = {}
        self.expanding = 0
        """How many frames are bodies of macros."""
        self.text_mode, self.math_mode = self.mode, self.mode._replace(math=True)
        """The mode in which a formula began last, and that within it."""

    def finish(self, frame: Frame) -> None:
        """Take *frame* off the stack: close what an argument left open, print or do what comes after it."""
        self.frames.pop()
        if frame.macro:
            self.expanding -= 1
        elif len(self.groups) > frame.depth and self.frames:
            self.close_down(frame.depth)
        if isinstance(frame.after, str):
            closing = frame.tokens.source.text[frame.limit : frame.limit + 1] in ("}", "]")
            self.emit(frame.after, frame, frame.limit, frame.limit + closing)
        if frame.mode is not None:
            self.shift(frame.mode)
        if callable(frame.after):
            frame.after(frame)

    def push(self, what: Range, mode: Mode | None = None, after: Callable[[Frame], None] | str | None = None) -> Frame:
        """Read *what* next; *mode* takes hold when it is begun and ends with it."""
        back = None
        if mode is not None:
            back = self.mode
            self.shift(mode)
        frame = Frame(*what, after, back, len(self.groups))
        self.frames.append(frame)
        return frame

    def stop(self) -> None:
        """The document ends here, whatever follows."""
        self.frames.clear()

    def open(self, group: Group) -> None:
        """Something opens."""
        self.groups.append(group)
        self.undo.append(None)
        if len(self.pieces) > LONGEST_BLOCK:
            self.join()
        self.kinds[group.kind + group.name] += 1

    def close(self) -> Group:
        """The innermost open thing closes: its mode and its definitions end."""
        group = self.groups.pop()
        self.kinds[group.kind + group.name] -= 1
        replaced = self.undo.pop()
        if replaced:
            self.restore(replaced)
        if self.mode is not group.mode:
            if self.mode.math and not group.mode.math:
                self.end_formula()
            self.shift(group.mode)
        return group

    def restore(self, replaced: list[tuple[str, Macro | None]]) -> None:
        """Give macros the meanings that they had before a group."""
        for name, macro in reversed(replaced):
            if macro is None:
                self.macros.pop(name, None)
            else:
                self.macros[name] = macro

    def close_to(self, key: str) -> Group | None:
        """Close down to the innermost open *key* (kind and name), which closes too; None when none is open."""
        if not self.kinds[key]:
            return None
        while True:
            group = self.close()
            if group.kind + group.name == key:
                return group
            self.left_open(group)

    def close_down(self, depth: int) -> None:
        """Close until *depth* groups are open."""
        while len(self.groups) > depth:
            self.left_open(self.close())

    def trouble(self, frame: Frame | Range, start: int, end: int, message: str, hint: str = "") -> None:
        """Record what could not be followed."""
        use = frame.use
        span = Span(use.source, use.start, use.end) if use else Span(frame.tokens.source, start, end)
        self.seen.troubles.append(Trouble(span, message, hint))

    def left_open(self, group: Group) -> None:
        """Note an environment that was begun and never ended."""
        if group.kind == "env" and group.begun is not None:
            message = f"\\begin{{{group.name}}} is never ended"
            self.seen.troubles.append(Trouble(group.begun, message, f"end it with \\end{{{group.name}}}"))

    def define(self, name: str, macro: Macro, everywhere: bool = False) -> None:
        """Give *name* a meaning until the group ends."""
        if self.undo and not everywhere:
            replaced = self.undo[-1] = self.undo[-1] or []
            replaced.append((name, self.macros.get(name)))
        self.macros[name] = macro

    def math(self, key: str) -> None:
        """A formula begins, or the one begun by the same sign ends."""
        if self.mode.math and self.close_to(key) is not None:
            return
        self.open(Group(key, self.mode))
        if not self.mode.math:
            self.formula.append(self.at)
        if self.mode is not self.text_mode:
            self.text_mode, self.math_mode = self.mode, self.mode._replace(math=True)
        self.shift(self.math_mode)
