"""Verbatim text and addresses: printed as written, so their digits are no numerals of the text."""

from __future__ import annotations

import re

from paperkit.latex.commands import UNPRINTED
from paperkit.latex.document import Listing
from paperkit.latex.frames import Frame
from paperkit.latex.tokens import BLOCK
from paperkit.latex.walk import Walker
from paperkit.latex.wordlist import words

PROGRAMS = words("luacode pycode pyconsole pysub pylabcode sympycode sagesilent sageblock")
"""Environments whose code may print."""
_PRINTS = re.compile(r"\b(?:print|write|tprint|sprint)\b")
DIGITS = re.compile(r"\d+(?:\.\d+)?")


def listing(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """A verbatim environment: seen by the reader, so its numbers are recorded, as structure."""
    base, span = name.rstrip("*"), frame.tokens.span(i)
    if base in PROGRAMS and walker.mode.visible and _PRINTS.search(span.text):
        walker.trouble(frame, span.start, span.end, f"a program prints here ({name}), and what it prints is not known")
    if base in UNPRINTED or not walker.mode.visible:
        return
    walker.seen.listings.append(Listing(span, name, len(DIGITS.findall(span.text))))
    verbatim(walker, frame, name, i)


def verbatim(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\verb and the insides of listings."""
    tokens = frame.tokens
    inline = tokens.kinds[i] != BLOCK
    if inline and name in walker.retold:
        walker.text(frame, tokens.partners[i], tokens.ends[i] - 1)
        return
    _as_written(walker, frame, "listing", tokens.partners[i] if inline else tokens.starts[i], tokens.ends[i] - inline)


def _as_written(walker: Walker, frame: Frame, reason: str, start: int, stop: int) -> None:
    if stop > start and walker.mode.visible:
        outer = walker.mode
        walker.shift(
            outer._replace(
                reason=reason, place="listing" if reason == "listing" else outer.place, math=False, number=False
            )
        )
        walker.text(frame, start, stop)
        walker.shift(outer)


def address(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\url{...} and the first argument of \href: an address, whose digits are no numbers."""
    tokens = frame.tokens
    if name in walker.retold:
        walker.text(frame, tokens.partners[i], tokens.ends[i] - 1)
    elif name != "href":
        _as_written(walker, frame, "address", frame.tokens.partners[i], frame.tokens.ends[i] - 1)


LISTINGS = {"\\inline": verbatim, "\\block": listing, "\\address": address}
