"""Options in square brackets: the keys whose values a reader sees, and those that are ticks."""

from __future__ import annotations

import re
from bisect import bisect_left

from paperkit.latex.alphabet import BREAK
from paperkit.latex.commands import PRINTED_KEYS, TICK_KEYS
from paperkit.latex.frames import Range
from paperkit.latex.printed import Mode
from paperkit.latex.seen import Part
from paperkit.latex.tokens import OPEN
from paperkit.latex.walk import Walker

_KEY = re.compile(r"[\[{,]\s*([A-Za-z][\w /]*?)\s*=\s*(?:[a-z ]+:)?(?=\{)")
_BARE = re.compile(r"[\[{,]\s*([A-Za-z][\w /]*?)\s*=\s*([^\s,{}\[\]][^,{}\[\]]*)")


def printed_options(walker: Walker, option: Range, outer: Mode | None) -> list[Part]:
    """The values in *option* that a reader sees."""
    if "=" not in option.text:
        return []
    mode = outer or walker.mode
    parts: list[tuple[int, Part]] = []
    text = option.tokens.source.text
    starts = option.tokens.starts
    inner = mode._replace(visible=mode.visible or mode.drawing, math=False, place=mode.place or "caption")
    for match in _KEY.finditer(text, max(0, option.pos - 1), option.limit):
        i = bisect_left(starts, match.end(), option.i, option.stop)
        if i >= option.stop or option.tokens.kinds[i] != OPEN or not i < option.tokens.partners[i] < option.stop:
            continue
        part = _part(match[1].strip(), inner, _inside(option, i))
        parts += [(match.start(), part)] if part else []
    for match in _BARE.finditer(text, max(0, option.pos - 1), option.limit):
        i = bisect_left(starts, match.start(2), option.i, option.stop)
        stop = bisect_left(starts, match.end(2), i, option.stop)
        part = _part(match[1].strip(), inner, option._replace(i=i, stop=stop, pos=match.start(2), limit=match.end(2)))
        parts += [(match.start(), part)] if part else []
    return [part for _, part in sorted(parts, key=lambda found: found[0])]


def _inside(option: Range, i: int) -> Range:
    tokens = option.tokens
    partner = tokens.partners[i]
    return option._replace(i=i + 1, stop=partner, pos=tokens.ends[i], limit=tokens.starts[partner])


def _part(key: str, mode: Mode, value: Range) -> Part | None:
    if key in PRINTED_KEYS:
        return Part(value, mode, BREAK, BREAK)
    if key in TICK_KEYS:
        return Part(value, mode._replace(reason="tick"), BREAK, BREAK)
    return None
