"""Which template line gave which rendered line: sentinels in the text, and taking them out again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperkit.source import SourceFile

OPEN = "\ufdd2"
CLOSE = "\ufdd3"
_SENTINEL = re.compile(f"{OPEN}([0-9]+):([0-9]+){CLOSE}")

Origin = tuple[SourceFile, int]
"""A template and a 1-based line of it."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """Rendered text, and the template line of each of its lines (None: no template's)."""

    text: str
    lines: tuple[Origin | None, ...]


def sentinel(template: int, line: int) -> str:
    """What says "from here on: this line of template number *template*"."""
    return f"{OPEN}{template}:{line}{CLOSE}"


def mark_lines(text: str, template: int, first: int) -> str:
    r"""*text*, which begins on line *first* of a template, with a sentinel before each of its lines.

    >>> mark_lines("a\nb\n", 0, 7).replace(OPEN, "<").replace(CLOSE, ">")
    '<0:7>a\n<0:8>b\n'
    """
    lines = text.split("\n")
    marked = [sentinel(template, first + at) + line for at, line in enumerate(lines)]
    return "\n".join(marked if lines[-1] else [*marked[:-1], ""])


def take_out(text: str, templates: tuple[SourceFile, ...], own: int = 0) -> Rendering:
    """The text without sentinels; a line comes from the last one before its first printed character.

    Where that is a macro's, and template number *own* has a part in the line, it comes from there: that is where
    the author called the macro.
    """
    rendered: list[str] = []
    origins: list[Origin | None] = []
    for line, where in _lines(text, own):
        rendered.append(line)
        origins.append(None if where is None else (templates[where[0]], where[1]))
    return Rendering("\n".join(rendered), tuple(origins))


def _lines(text: str, own: int) -> Iterator[tuple[str, tuple[int, int] | None]]:
    """Each line without sentinels, with the place that it came from.

    A line without a sentinel of its own (it came out of a value) keeps the place of the one before.
    """
    here: tuple[int, int] | None = None
    for line in text.split("\n"):
        parts = _SENTINEL.split(line)
        places = [(int(parts[at]), int(parts[at + 1])) for at in range(1, len(parts), 3)]
        visible = next((at for at in range(0, len(parts), 3) if parts[at]), 3 * len(places))
        before = places[: visible // 3]
        first = before[-1] if before else here
        mine = next((place for place in places if place[0] == own), None)
        yield "".join(parts[::3]), mine if mine is not None and (first is None or first[0] != own) else first
        here = places[-1] if places else here
