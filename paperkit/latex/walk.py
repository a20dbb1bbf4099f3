"""The walk over the tokens: what prints is written into one string, macros are followed, structure is recorded.

A stack of frames says what is being read (a file, an argument, a macro's body), a stack of groups what is open
(braces, environments, formulas). No Python recursion, no token is read twice but for macros, whose expansion has a
budget; so the walk is linear and cannot hang.
"""

# ruff: noqa: ARG002 (handlers share one signature)

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from paperkit.latex import tokens as token
from paperkit.latex.alphabet import BREAK, SUB, SUB_END, SUPER, SUPER_END
from paperkit.latex.commands import COMMANDS
from paperkit.latex.frames import Frame, Range
from paperkit.latex.macros import Macro
from paperkit.latex.printed import Use
from paperkit.latex.seen import Count, Group, Part
from paperkit.latex.symbols import FUNCTIONS, GREEK, SILENT, SYMBOLS
from paperkit.latex.tokens import Tokens
from paperkit.latex.writing import Writing
from paperkit.source import SourceFile

Special = Callable[["Walker", Frame, str, int], None]
MEANINGS = {
    **dict.fromkeys(SILENT, ""),
    **dict.fromkeys(FUNCTIONS, "\\function"),
    **dict.fromkeys(COMMANDS, "\\pattern"),
    **dict.fromkeys(GREEK, "\\letter"),
    **dict.fromkeys(SYMBOLS, "\\character"),
}
"""What the commands are that no special is for, by their names; empty for those that print nothing of their own."""
DEEPEST_EXPANSION = 200
"""Macros that may be read one within the other."""
DEEPEST_COMPUTATION = 5
"""Numbers that may be computed one within the other."""
LONGEST_EXPANSION = 100_000
"""Tokens that macros may add, beside twenty times what the files hold."""


class Walker(Writing):
    """Reads token files; *specials* are the commands that need more than a pattern, *begin* and *end* environments."""

    def __init__(self, specials: dict[str, Special], begin: Special, end: Special, draw: Callable[..., None]) -> None:
        self.specials = specials
        super().__init__(draw)
        self.brace = Group("{", self.mode)
        self.environments: dict[str, tuple[Macro, Macro]] = {}
        self.aliases: dict[str, str] = {}
        self.computing = 0
        self.unknown: set[tuple[Tokens, int]] = set()
        """Places whose results TeX computes and nobody knows."""
        self.foreign = 0
        """How many packages are being read, one within the other."""
        self.counts: dict[str, Count] = {}
        """Counters by name, registers by name with their backslash."""
        self.kept: frozenset[str] = frozenset()
        """Commands that keep their meaning, whatever the text defines."""
        self.makers: dict[str, Callable[[Walker, Frame, str], str | None]] = {}
        """Commands that compute numbers."""
        self.retold: set[str] = set()
        """Commands with verbatim arguments that the text has given another meaning."""
        self.switches: dict[str, bool] = {}
        self.conditions: list[bool | None] = []
        self.drafts: dict[tuple[Tokens, int, str], int] = {}
        self.pending = ""
        """Within a drawing: what the next group is (`node`, `coordinates` ...)."""
        self.axis = ""
        self.sources: list[SourceFile] = []
        self.loading: list[str] = []
        self.budget = LONGEST_EXPANSION
        self.fruitless = 0
        self.refused: set[tuple[Tokens, int]] = set()
        """Bodies of macros that are not followed any more."""
        self.handlers: list[Callable[[Frame, int], None]] = [self.nothing] * 19
        for kind, handler in {
            token.WORD: self.word,
            token.OPEN: self.opened,
            token.CLOSE: self.closed,
            token.MATH: self.dollar,
            token.PARAMETER: self.parameter,
            token.ALIGN: self.align,
            token.SCRIPT: self.script,
            token.LEFT: self.bracket,
            token.RIGHT: self.literal,
            token.STRANGE: self.strange,
        }.items():
            self.handlers[kind] = handler
        for kind, special in {token.BEGIN: begin, token.END: end}.items():
            self.handlers[kind] = self.through(special)
        for kind, name in {
            token.SYMBOL: "\\symbol",
            token.INLINE: "\\inline",
            token.BLOCK: "\\block",
            token.ADDRESS: "\\address",
            token.PERCENT: "\\percent",
        }.items():
            self.handlers[kind] = self.through(specials[name])

    def through(self, special: Special) -> Callable[[Frame, int], None]:
        """A handler of tokens made from a special command."""
        return lambda frame, i: special(self, frame, frame.tokens.names[i], i)

    # the loop

    def walk(self, tokens: Tokens) -> None:
        """Read one file from beginning to end, with all that it leads to."""
        self.budget = LONGEST_EXPANSION + 20 * len(tokens)
        self.push(Range(tokens, 0, len(tokens), 0, len(tokens.source.text), (), None))
        frames = self.frames
        while frames:
            self.read(frames[-1])
        self.close_down(0)

    def read(self, frame: Frame) -> None:
        """Read *frame* until it ends or another one is begun on top of it."""
        tokens, handlers, frames = frame.tokens, self.handlers, self.frames
        kinds, starts, ends, stop, text = tokens.kinds, tokens.starts, tokens.ends, frame.stop, tokens.text
        pieces, piece_starts, piece_ends = self.pieces, self.starts, self.ends
        while frame.i < stop:
            i = frame.i
            start, pos = starts[i], frame.pos
            if start > pos:
                run = text[pos:start]
                if self.plain and frame.tokens is self.tokens and frame.use is self.use and run.isascii():
                    pieces.append(run)  # as text does
                    piece_starts.append(pos)
                    piece_ends.append(start)
                else:
                    self.text(frame, pos, start)
            frame.i = i + 1
            frame.pos = ends[i]
            handlers[kinds[i]](frame, i)
            if not frames or frames[-1] is not frame:
                return
        if frame.limit > frame.pos:
            pos, frame.pos = frame.pos, frame.limit
            self.text(frame, pos, frame.limit)
        self.finish(frame)

    # groups

    def opened(self, frame: Frame, i: int) -> None:
        """A brace opens; in a drawing it prints only as the text of a node."""
        mode = self.mode
        if self.brace.mode is not mode:
            self.brace = Group("{", mode)
        self.open(self.brace)
        if mode.drawing and not mode.visible:
            pending, self.pending = self.pending, ""
            if pending == "node":
                self.shift(mode._replace(visible=True, place="drawing"))
                self.emit(BREAK, frame, frame.pos, frame.pos)
            elif pending:
                self.specials["\\" + pending](self, frame, pending, i)

    def closed(self, frame: Frame, i: int) -> None:
        """A brace closes."""
        if self.groups and self.groups[-1].kind == "{":
            if self.mode.drawing and self.mode.visible and not self.groups[-1].mode.visible:
                self.emit(BREAK, frame, frame.pos, frame.pos)
            self.close()
        elif self.close_to("{") is None and self.mode.visible:
            self.trouble(frame, frame.pos - 1, frame.pos, "a brace closes that was never opened")

    # tokens

    def nothing(self, frame: Frame, i: int) -> None:
        """A token that prints nothing."""

    def dollar(self, frame: Frame, i: int) -> None:
        """`$` or `$$`."""
        key = frame.tokens.names[i]
        if key == "$$" and self.mode.math and self.kinds["$"] and not self.kinds["$$"]:
            self.math("$")
            key = "$"
        self.math(key)

    def parameter(self, frame: Frame, i: int) -> None:
        """`#1` within a macro."""
        whole = Range(frame.tokens, i, i + 1, frame.pos, frame.pos, frame.args, frame.use)
        argument = whole.argument(i)
        if argument is not None:
            self.spend(argument.stop - argument.i)
            if self.budget > 0:
                self.show(argument)

    def script(self, frame: Frame, i: int) -> None:
        """`^` and `_`, in formulas with their argument; `^^34` is a character by its code."""
        if self.coded(frame, i):
            return
        if not self.mode.math:
            self.literal(frame, i)
            return
        up = frame.tokens.names[i] == "^"
        argument = frame.argument()
        if argument is not None:
            self.emit(SUPER if up else SUB, frame, argument.pos - 1, argument.pos)
            self.show(argument, None, SUPER_END if up else SUB_END)

    def bracket(self, frame: Frame, i: int) -> None:
        """`[`: text, but in a drawing the options of what stands before."""
        if self.mode.drawing and not self.mode.visible:
            partner = frame.tokens.partners[i]
            if i < partner < frame.stop:
                self.specials["\\options"](self, frame, "tikz", i)
            return
        self.literal(frame, i)

    def word(self, frame: Frame, i: int) -> None:
        """A control word."""
        name = frame.tokens.names[i]
        if frame.macro and frame.i >= frame.stop:
            frame, i = self.tail(frame, i)
        special = self.specials.get(name) if name not in self.macros else None
        if special is not None:
            special(self, frame, name, i)
        else:
            self.command(frame, name, i)

    def tail(self, frame: Frame, i: int) -> tuple[Frame, int]:
        """Where the last word of a macro's body takes its arguments from: behind the use of the macro."""
        if frame.limit > frame.pos or frame.after is not None or frame.mode is not None or len(self.frames) < 2:
            return frame, i
        self.finish(frame)
        use, frame = frame.use, self.frames[-1]
        if use is None or frame.use is not None:
            return frame, max(0, frame.i - 1)
        return frame, min(bisect_left(frame.tokens.starts, use.start), max(0, frame.i - 1))

    def command(self, frame: Frame, name: str, i: int) -> None:
        """What the control word *name* does: a user's macro, special, a symbol, a pattern, or unknown."""
        macro = self.macros.get(name)
        if macro is not None:
            self.expand(macro, frame, i)
            return
        special = self.specials.get(name)
        if special is not None:
            special(self, frame, name, i)
        elif name in self.aliases:
            self.specials["\\alias"](self, frame, name, i)
        elif self.counts and "\\" + name in self.counts:
            self.specials["\\register"](self, frame, name, i)
        elif self.counts and name.startswith("the") and name[3:] in self.counts:
            self.specials["\\thecounter"](self, frame, name, i)
        else:
            meaning = MEANINGS.get(name, "\\undefined")
            if meaning:
                self.specials[meaning](self, frame, name, i)

    def expand(self, macro: Macro, frame: Frame, i: int) -> None:
        """Read a user's macro where it is used."""
        args = macro.arguments(frame)
        use = frame.use or Use(frame.tokens.source, frame.tokens.starts[i], frame.pos)
        self.body(macro.body, args, use, frame, i)

    def body(self, body: Range, args: tuple[Range | None, ...], use: Use, frame: Frame, i: int) -> Frame | None:
        """Read a macro's body with its arguments; None when the expansion has grown too large."""
        self.spend(body.stop - body.i + 1)
        known = (body.tokens, body.pos)
        if self.budget <= 0 or self.expanding > DEEPEST_EXPANSION or known in self.refused:
            if known not in self.refused:
                self.refused.add(known)
                self.trouble(
                    frame, frame.tokens.starts[i], frame.pos, "this macro expands without end; not followed further"
                )
            return None
        pushed = self.push(body._replace(args=args, use=use))
        pushed.macro = True
        self.expanding += 1
        return pushed

    def compute(self, frame: Frame, name: str) -> str | None:
        """The number that the command *name* makes of what follows; None when it makes none that can be known."""
        maker = self.makers.get(name)
        if maker is None or self.computing >= DEEPEST_COMPUTATION:
            return None
        self.computing += 1
        try:
            return maker(self, frame, name)
        finally:
            self.computing -= 1

    def spend(self, count: int) -> None:
        """Count what a macro adds against the budget."""
        self.budget -= count

    def skipped(self, what: Range | None, name: str, printed: Sequence[Part] = ()) -> None:
        """An argument that does not print, but for *printed*; a marker in it is recorded, for it cannot stand there."""
        if what is None or not what.tokens.markers:
            return
        at = what
        for part in sorted((part.what for part in printed), key=lambda inner: inner.i):
            self.specials["\\skipped"](self, Frame(*at._replace(stop=max(at.i, part.i))), name, at.i)
            at = at._replace(i=max(at.i, part.stop))
        self.specials["\\skipped"](self, Frame(*at), name, at.i)
