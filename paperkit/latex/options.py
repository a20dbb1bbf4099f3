"""Options in square brackets: the keys whose values a reader sees, and those that are ticks."""

from __future__ import annotations

import re
from bisect import bisect_left

from paperkit.latex.alphabet import BREAK
from paperkit.latex.commands import BRACED_KEYS, PRINTED_KEYS, TICK_KEYS
from paperkit.latex.frames import Range
from paperkit.latex.printed import Mode
from paperkit.latex.seen import Part
from paperkit.latex.tokens import OPEN
from paperkit.latex.walk import Walker

_KEY = re.compile(r"[\[{,]\s*([A-Za-z][\w /.]*?)(?:\{[^{}]{0,40}\})?\s*=\s*(?:[a-z ]+:)?(?=\{)")
_BARE = re.compile(r"[\[{,]\s*([A-Za-z][\w /]*?)\s*=\s*([^\s,{}\[\]][^,{}\[\]]*)")
_QUOTED = re.compile(r'"([^"]*)"')
"""The text of an edge, in a drawing."""
_LENGTH = re.compile(r"\d*\.?\d+\s*(?:true\s*)?(?:pt|mm|cm|em|ex|in|bp|sp|mu|\\[a-z]*(?:width|height|skip|sep|size))")


def printed_columns(columns: Range, mode: Mode | None) -> list[Part]:
    r"""Text that the columns of a table put into each row: `l@{ of 12}r`, `>{about 5 }c`."""
    tokens, text = columns.tokens, columns.tokens.source.text
    parts = []
    for i in range(columns.i, columns.stop) if any(mark in columns.text for mark in "@!><") else ():
        if tokens.kinds[i] == OPEN and i < tokens.partners[i] < columns.stop:
            inner = _inside(columns, i)
            told = any(map(str.isdigit, _LENGTH.sub("", inner.text)))
            if told and text[columns.pos : tokens.starts[i]].rstrip()[-1:] in ("@", "!", ">", "<"):
                parts.append(Part(inner, mode, BREAK, BREAK))
    return parts


def printed_options(
    walker: Walker, option: Range, outer: Mode | None, keys: frozenset[str] = PRINTED_KEYS
) -> list[Part]:
    """The values in *option* that a reader sees: those of *keys*."""
    quoted = walker.mode.drawing and '"' in option.text
    if "=" not in option.text and not quoted:
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
        part = _part(match[1].strip(), inner, _inside(option, i), keys | BRACED_KEYS)
        parts += [(match.start(), part)] if part else []
    for match in _BARE.finditer(text, max(0, option.pos - 1), option.limit):
        part = _part(match[1].strip(), inner, _within(option, *match.span(2)), keys)
        parts += [(match.start(), part)] if part else []
    for match in _QUOTED.finditer(text, option.pos, option.limit) if quoted else ():
        parts.append((match.start(), Part(_within(option, *match.span(1)), inner, BREAK, BREAK)))
    return [part for _, part in sorted(parts, key=lambda found: found[0])]


def _within(option: Range, start: int, end: int) -> Range:
    starts = option.tokens.starts
    i = bisect_left(starts, start, option.i, option.stop)
    return option._replace(i=i, stop=bisect_left(starts, end, i, option.stop), pos=start, limit=end)


def _inside(option: Range, i: int) -> Range:
    tokens = option.tokens
    partner = tokens.partners[i]
    return option._replace(i=i + 1, stop=partner, pos=tokens.ends[i], limit=tokens.starts[partner])


def _part(key: str, mode: Mode, value: Range, keys: frozenset[str]) -> Part | None:
    if key in keys:
        return Part(value, mode, BREAK, BREAK)
    if key == "code" or key.endswith("/.pic"):
        return Part(value, mode._replace(drawing=True, visible=False, place="drawing"), BREAK, BREAK)
    if key in TICK_KEYS:
        return Part(value, mode._replace(reason="tick"), BREAK, BREAK)
    return None
