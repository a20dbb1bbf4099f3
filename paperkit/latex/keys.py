r"""The key of an expression: what TeX makes of a marker's first argument, as a digest that both sides can compute."""

from __future__ import annotations

import hashlib
import re

PREFIX = "pk."
_PIECE = re.compile(r"\\([A-Za-z@]+)\s*|\\.|\s+|#", re.DOTALL)


def key_of(text: str) -> str:
    r"""The name that paperkit.sty gives to the evidence of `\pkval{text}{...}`: MD5 of the text as TeX keeps it.

    >>> key_of("good")
    'pk.755F85C2723BB39381C7379A604160D8'
    """
    return PREFIX + hashlib.md5(detokenized(text).encode(), usedforsecurity=False).hexdigest().upper()


def detokenized(text: str) -> str:
    r"""*text* as \detokenize prints it: one space for a run of white space and behind a word, `#` twice.

    >>> detokenized("\\foo  bar\n \\% t[\"a#b\"]")
    '\\foo bar \\% t["a##b"]'
    """
    return _PIECE.sub(_piece, text)


def _piece(found: re.Match[str]) -> str:
    piece = found[0]
    if found[1]:
        return f"\\{found[1]} "
    return " " if piece.isspace() else "##" if piece == "#" else piece
