r"""The marker macros: \pkval, \pkclaim, \pkprojected, \pkfree and \pkquote, and the places where none can stand."""

from __future__ import annotations

from bisect import bisect_left

from paperkit.latex import tokens as token
from paperkit.latex.frames import Frame, Range
from paperkit.latex.seen import Draft, Part
from paperkit.latex.tokens import MARKERS
from paperkit.latex.walk import DEEPEST_EXPANSION, Walker
from paperkit.source import Span

_SHAPES = {"pkval": 2, "pkclaim": 2, "pkfree": 2, "pkquote": 2, "pkprojected": 1, "pkopen": 1, "pkclose": 1}


def marker(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """Record a marker and read what it prints."""
    arguments = _arguments(walker, frame, name, i)
    if arguments is None or name in ("pkopen", "pkclose"):
        return
    if walker.mode.marker >= 0 and len(walker.frames) > DEEPEST_EXPANSION:
        walker.trouble(frame, frame.tokens.starts[i], frame.pos, "markers stand too deep in one another; not followed")
        return
    if name == "pkprojected":
        index = record(walker, frame, name, i, arguments)
        walker.queue([_noted(walker, index, Part(arguments[0], walker.mode._replace(projected=True)))])
        return
    index = record(walker, frame, name, i, arguments)
    walker.queue([_noted(walker, index, Part(arguments[1], walker.mode._replace(marker=index)))])


def _noted(walker: Walker, index: int, part: Part) -> Part:
    note = walker.seen.drafts[index].note
    return part if note else part._replace(note=note)


def _arguments(walker: Walker, frame: Frame, name: str, i: int) -> tuple[Range, ...] | None:
    found = []
    for _ in range(_SHAPES[name]):
        argument = frame.group()
        if argument is None:
            start = frame.tokens.starts[i]
            walker.trouble(
                frame,
                start,
                frame.tokens.ends[i],
                f"\\{name} lacks an argument in braces",
                f"write \\{name}{{...}}{{...}}",
            )
            return None
        found.append(argument)
    return tuple(found)


def record(walker: Walker, frame: Frame, name: str, i: int, arguments: tuple[Range, ...], inside: str = "") -> int:
    """The index of the marker at token *i*; recorded anew unless the same one, with the same texts, is known."""
    texts = tuple([argument.flat() for argument in arguments])
    key = (frame.tokens, i, "\0".join(texts))
    index = walker.drafts.get(key)
    if index is None:
        span = Span(frame.tokens.source, frame.tokens.starts[i], frame.pos)
        index = walker.drafts[key] = len(walker.seen.drafts)
        walker.seen.drafts.append(
            Draft(name, span, arguments, texts, inside or walker.mode.inside, walker.mode, frame.use, [])
        )
    return index


def skipped(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """Record the markers in *frame*, an argument of *name* that does not print."""
    markers = frame.tokens.markers
    at = bisect_left(markers, frame.i)
    while at < len(markers) and markers[at] < frame.stop:
        i = markers[at]
        if i >= frame.i:
            frame.i, frame.pos = i + 1, frame.tokens.ends[i]
            macro = frame.tokens.names[i]
            arguments = _arguments(walker, frame, macro, i)
            if arguments is not None and macro not in ("pkopen", "pkclose"):
                record(walker, frame, macro, i, arguments, name)
        at += 1


def percent(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """A bare % in a marker's expression (met when the marker has no end)."""


def bare_percents(walker: Walker, tokens: token.Tokens) -> None:
    """Report each % in an expression that TeX takes for the beginning of a comment."""
    if token.PERCENT not in tokens.kinds:
        return
    frame = Frame(tokens, 0, 0, 0, 0, (), None)
    for i, kind in enumerate(tokens.kinds):
        if kind == token.PERCENT:
            walker.trouble(
                frame,
                tokens.starts[i],
                tokens.ends[i],
                "a bare % in a marker hides the rest of its line from TeX",
                r"write \%",
            )


MARKING = dict.fromkeys(MARKERS, marker)
