"""Arguments of commands, taken by their patterns: what of them prints, and how."""

from __future__ import annotations

from bisect import bisect_left

from paperkit.latex import commands
from paperkit.latex.alphabet import BREAK, LABEL
from paperkit.latex.frames import Frame, Range
from paperkit.latex.options import printed_columns, printed_options
from paperkit.latex.printed import Mode
from paperkit.latex.seen import Part
from paperkit.latex.walk import Walker

_AROUND = {"b": BREAK, "t": "", "T": " "}


def take(walker: Walker, frame: Frame, pattern: str, name: str) -> list[Part]:
    """Take the arguments that *pattern* names; what of them prints comes back, in order."""
    parts: list[Part] = []
    mode = _part_mode(walker, name)
    for letter in pattern:
        if letter == "*":
            frame.skip("*")
        elif letter in "okKc":
            option = frame.option() if letter in "ok" else frame.argument()
            shown = _shown(walker, option, mode, name, letter)
            walker.skipped(option, name, shown)
            parts += shown
        elif letter in "Oe":
            option = frame.option()
            if option is not None:
                parts.append(Part(option, mode, BREAK if letter == "O" else "", BREAK if letter == "O" else LABEL))
        elif letter in "btT":
            argument = frame.argument() if letter != "T" else frame.group()
            if argument is not None:
                parts.append(Part(argument, mode, _AROUND[letter], _AROUND[letter]))
        elif letter == "p":
            walker.skipped(frame.round(), name)
        elif letter == "<":
            _overlay(frame)
        else:
            swallow(walker, frame, name)
    return parts


def _shown(walker: Walker, option: Range | None, mode: Mode | None, name: str, letter: str) -> list[Part]:
    if option is None or letter == "o":
        return []
    if letter == "c":
        return printed_columns(option, mode)
    return printed_options(
        walker, option, mode, commands.GLOSSARY_KEYS if name in commands.GLOSSED else commands.PRINTED_KEYS
    )


def _part_mode(walker: Walker, name: str) -> Mode | None:
    mode, place = walker.mode, commands.PLACES.get(name, "")
    if (
        not mode.visible
        and not walker.foreign
        and (name in commands.LEGENDS if mode.drawing else name in commands.FRONT)
    ):
        mode = mode._replace(visible=True)
    if place:
        mode = mode._replace(place=place, math=False, reason="author" if place == "author" else mode.reason)
    return mode if mode != walker.mode else None


def _overlay(frame: Frame) -> None:
    if frame.character() == "<":
        _, i, pos = frame.peek()
        limit = frame.tokens.starts[i] if i < frame.stop else frame.limit
        end = frame.tokens.source.text.find(">", pos, min(limit, pos + 40))
        if end >= 0:
            frame.i, frame.pos = i, end + 1


def swallow(walker: Walker, frame: Frame, name: str) -> None:
    """Step over an argument that does not print; but never over a paragraph's end that nobody can have meant."""
    i, pos = frame.i, frame.pos
    what = frame.argument()
    if what is None or (name in commands.SHORT and runs_away(what)):
        frame.i, frame.pos = i, pos
        if walker.mode.visible and frame.peek()[0] >= 0:
            walker.trouble(frame, pos, pos, f"the argument of \\{name} does not end", "close its brace")
    else:
        walker.skipped(what, name)


def runs_away(what: Range) -> bool:
    """Whether an argument holds the end of a paragraph."""
    blanks = what.tokens.blanks
    at = bisect_left(blanks, what.pos)
    return at < len(blanks) and blanks[at] < what.limit
