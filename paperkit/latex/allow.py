"""Waivers in comments: `% paperkit: allow CODE -- reason`."""

from __future__ import annotations

import re

from paperkit.latex.document import Allow
from paperkit.latex.tokens import Tokens

_ALLOW = re.compile(
    r"%+\s*paperkit:\s*allow\b[ \t]*([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)?[ \t]*(?:(?:--|—|–|:)[ \t]*([^\n]*))?"
)


def allows(tokens: Tokens) -> list[Allow]:
    """The waivers in a file's comments.

    One behind text covers its own line; one that has a line for itself covers the next line that is no comment, too.
    """
    found = []
    source = tokens.source
    for index in tokens.comments:
        start, end = tokens.starts[index], tokens.ends[index]
        match = _ALLOW.match(source.text, start, end)
        if match is None:
            continue
        line, column = source.place(start)
        last = line
        if not source.text[start - column + 1 : start].strip():
            last = _next_line(line, source.line_starts, source.text)
        for code in re.split(r"[\s,]+", match[1] or ""):
            span = source.span(start, match.end())
            found.append(Allow(span, code, (match[2] or "").strip(), (line, last), source.path))
    return found


def _next_line(line: int, starts: tuple[int, ...], text: str) -> int:
    """The first line behind *line* that is no comment."""
    number = line + 1
    while (
        number < len(starts)
        and text[starts[number - 1] : starts[number]].lstrip().startswith("%")
        and number < line + 20
    ):
        number += 1
    return min(number, len(starts))
