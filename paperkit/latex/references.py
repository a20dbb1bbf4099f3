"""References, citations, graphics, bibliographies: what names something that stands elsewhere."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

import re

from paperkit.latex.alphabet import BREAK, CITATION, REFERENCE
from paperkit.latex.arguments import runs_away
from paperkit.latex.commands import BIBLIOGRAPHIES, CITATIONS, GRAPHICS, LABELS, MULTICITES
from paperkit.latex.commands import REFERENCES as REFERRING
from paperkit.latex.document import Named
from paperkit.latex.frames import Frame, Range
from paperkit.latex.walk import Walker
from paperkit.source import Span


def names(what: Range, macro: str) -> list[Named]:
    """The names in a list with commas."""
    found = []
    if what.args:
        return [
            Named(part.strip(), Span(*what.use) if what.use else _span(what), macro)
            for part in what.flat().split(",")
            if part.strip()
        ]
    for match in re.finditer(r"[^,\s][^,]*", what.text):
        text = match[0].rstrip()
        start = what.pos + match.start()
        found.append(Named(text, Span(what.tokens.source, start, start + len(text)), macro))
    return found


def _span(what: Range) -> Span:
    return Span(what.tokens.source, what.pos, what.limit)


def label(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\label{name}."""
    _one(walker, frame, name, walker.seen.labels)


def _one(walker: Walker, frame: Frame, name: str, into: list[Named]) -> Range | None:
    i, pos = frame.i, frame.pos
    what = frame.group()
    if what is None or runs_away(what):
        frame.i, frame.pos = i, pos
        return None
    walker.skipped(what, name)
    text = what.flat().strip()
    into.append(Named(text, Span(*what.use) if what.use and what.args else _span(what), name))
    return what


def reference(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\ref{name} and its kin print something that stands elsewhere."""
    start = frame.tokens.starts[i]
    frame.skip("*")
    frame.option()
    what = frame.group()
    if what is not None:
        walker.skipped(what, name)
        walker.seen.references += names(what, name)
        if name in ("crefrange", "Crefrange"):
            other = frame.group()
            walker.seen.references += names(other, name) if other else []
    walker.emit(REFERENCE, frame, start, frame.pos)


def citation(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\cite[p.~12]{key}."""
    start = frame.tokens.starts[i]
    frame.skip("*")
    for _ in range(2):
        walker.skipped(frame.option(), name)
    what = frame.group()
    if what is not None:
        walker.seen.citations += names(what, name)
    walker.emit(CITATION, frame, start, frame.pos)


def citations(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\cites(see)(and more)[12]{key}[13]{other}: a key in each pair of braces."""
    start = frame.tokens.starts[i]
    for _ in range(2):
        walker.skipped(frame.round(), name)
    while True:
        before = frame.i, frame.pos
        notes = frame.option(), frame.option()
        what = frame.group()
        if what is None:
            frame.i, frame.pos = before
            break
        for note in notes:
            walker.skipped(note, name)
        walker.seen.citations += names(what, name)
    walker.emit(CITATION, frame, start, frame.pos)


def graphic(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\includegraphics[width=...]{file}."""
    frame.skip("*")
    for _ in range(2):
        walker.skipped(frame.option(), name)
    _one(walker, frame, name, walker.seen.graphics)


def bibliography(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\bibliography{a,b}, \addbibresource{a.bib}."""
    frame.option()
    what = frame.group()
    if what is not None:
        walker.seen.bibliographies += names(what, name)


def entry(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\bibitem[label]{key}."""
    frame.option()
    _one(walker, frame, name, walker.seen.entries)
    walker.emit(BREAK, frame, frame.pos, frame.pos)


def hyperref(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\hyperref[label]{text}."""
    option = frame.option()
    if option is not None:
        walker.seen.references += names(option, name)


REFERENCES = {
    **dict.fromkeys(LABELS, label),
    **dict.fromkeys(REFERRING, reference),
    **dict.fromkeys(CITATIONS, citation),
    **dict.fromkeys(MULTICITES, citations),
    **dict.fromkeys(GRAPHICS, graphic),
    **dict.fromkeys(BIBLIOGRAPHIES, bibliography),
    "bibitem": entry,
    "hyperref": hyperref,
}
