"""Verbatim text and addresses: printed as written, so their digits are no numerals of the text."""

from __future__ import annotations

import re

from paperkit.latex.commands import UNPRINTED
from paperkit.latex.document import Listing
from paperkit.latex.frames import Frame
from paperkit.latex.tokens import BLOCK
from paperkit.latex.units import unit_after
from paperkit.latex.walk import Walker
from paperkit.latex.wordlist import words

PROGRAMS = words("luacode pycode pyconsole pysub pylabcode sympycode sagesilent sageblock")
"""Environments whose code may print."""
_PRINTS = re.compile(r"\b(?:print|write|tprint|sprint)\b")
_NUMBER = re.compile(r"(?<![\w.+/=:<>@#&-])\d[\d,]*(?:\.\d+)?(?![\d.]*\.\d)(?!\d)")
"""A number that hangs on no name, option or operator."""
_CODE = re.compile(r"[\\{}()\[\]_;$]|(?:^|\s)--?[A-Za-z]")
"""Verbatim text with one of these is code, whose numbers are arguments."""
_BLANK = re.compile(r"~|\\[,; ]|\n")
DIGITS = re.compile(r"\d+(?:\.\d+)?")


def shown_quantities(text: str, rest: str = "") -> int:
    """How many quantities stand in inline verbatim, with *rest* behind it: numbers with a unit, or alone and no count.

    >>> [shown_quantities(text) for text in ("4.3x", "37%", "12 ms", "0.42", "x1", "fp16", "-O3", "a[3]", "1.2.3")]
    [1, 1, 1, 1, 0, 0, 0, 0, 0]
    """
    if _CODE.search(text):
        return 0
    behind = _BLANK.sub(" ", rest)
    return sum(_quantified(text, match, behind) for match in _NUMBER.finditer(text))


def _quantified(text: str, match: re.Match[str], behind: str) -> bool:
    if unit_after(text, match.end()).strong:
        return True
    if match[0] != text.strip():
        return False
    return "." in match[0] or unit_after(text + behind, match.end()).strong


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
    r"""\verb and the insides of listings; a quantity in inline verbatim is a result like one in a listing."""
    tokens = frame.tokens
    inline = tokens.kinds[i] != BLOCK
    if inline and name in walker.retold:
        walker.text(frame, tokens.partners[i], tokens.ends[i] - 1)
        return
    if inline and walker.mode.visible:
        _quantities(walker, frame, name, i)
    _as_written(walker, frame, "listing", tokens.partners[i] if inline else tokens.starts[i], tokens.ends[i] - inline)


def _quantities(walker: Walker, frame: Frame, name: str, i: int) -> None:
    tokens, text = frame.tokens, frame.tokens.source.text
    end = tokens.ends[i]
    numbers = shown_quantities(text[tokens.partners[i] : end - 1], text[end : end + 40])
    if numbers:
        shown = f"\\{name}" if name.isalpha() else "inline verbatim"
        walker.seen.listings.append(Listing(tokens.span(i), shown, numbers))


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
