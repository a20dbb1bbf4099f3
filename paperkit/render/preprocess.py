r"""Before Jinja sees a template: comments `%#`, and lines that hold tags alone.

Both become Jinja comments between two noncharacters, so that Jinja's own line count stays right:
a line that is only a comment, or only `\BLOCK{...}` tags, leaves no line in the output.
"""

from __future__ import annotations

import re

OPEN = "\ufdd0"
"""Begins a comment, as Jinja sees it."""
CLOSE = "\ufdd1"
"""Ends one."""
RESERVED = "\ufdd0\ufdd1\ufdd2\ufdd3"
"""Characters that Unicode keeps for programs; no template may hold them."""

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%#[^\n]*")
_QUOTED = r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'"""
_TAG = rf"""\\BLOCK\{{(?:[^{{}}"']|{_QUOTED}|\{{[^{{}}]*\}})*\}}"""
_LONE_TAGS = re.compile(rf"^({CLOSE}?)[ \t]*({_TAG}(?:[ \t]*{_TAG})*)[ \t]*\n", re.MULTILINE)
_LONE_COMMENT = re.compile(r"^[ \t]*%#[^\n]*(?:\n|\Z)", re.MULTILINE)


def preprocess(text: str) -> str:
    r"""*text* with its comments taken out and its lone tags marked, line for line.

    >>> preprocess("a %# note\nb \\%# c\n").replace(OPEN, "<").replace(CLOSE, ">")
    'a \nb \\%# c\n'
    >>> preprocess("a\n%# note\nb").replace(OPEN, "<").replace(CLOSE, ">")
    'a\n<\n>b'
    """
    text = _LONE_COMMENT.sub(lambda match: _hidden(match[0]), text)
    text = _COMMENT.sub(lambda match: match[1], text)
    return _LONE_TAGS.sub(lambda match: match[1] + match[2] + OPEN + "\n" + CLOSE, text)


def _hidden(line: str) -> str:
    return f"{OPEN}\n{CLOSE}" if line.endswith("\n") else ""
