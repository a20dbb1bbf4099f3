"""scan: LaTeX in, Document out; never fails, linear in what it reads."""

from __future__ import annotations

import gc
import re

from paperkit.latex import structure
from paperkit.latex.aliases import ALIASES, nothing
from paperkit.latex.allow import allows
from paperkit.latex.alphabet import shown
from paperkit.latex.choices import CHOICES
from paperkit.latex.commands import GLOSSARY, HEADINGS, IMPORTS, INPUTS
from paperkit.latex.computing import COMPUTING, MAKERS
from paperkit.latex.conditions import CONDITIONS
from paperkit.latex.counting import COUNTING
from paperkit.latex.dimensions import DIMENSIONS
from paperkit.latex.disguise import DISGUISES
from paperkit.latex.document import Document, Heading, Marker, Trouble
from paperkit.latex.drawing import DRAWING, draw
from paperkit.latex.files import Library, Load
from paperkit.latex.formulas import FORMULAS
from paperkit.latex.glossary import opaque
from paperkit.latex.languages import LANGUAGES
from paperkit.latex.listings import LISTINGS
from paperkit.latex.loops import LOOPS
from paperkit.latex.macros import DEFINERS
from paperkit.latex.marking import MARKING, bare_percents, percent, skipped
from paperkit.latex.outside import Outside, hand_made_labels
from paperkit.latex.patches import PATCHES
from paperkit.latex.printed import Printed
from paperkit.latex.references import REFERENCES
from paperkit.latex.search import find_numerals
from paperkit.latex.siunitx import SIUNITX
from paperkit.latex.symbols import UPRIGHT
from paperkit.latex.tokens import OPEN, Tokens
from paperkit.latex.verbatims import ADDRESSES, INLINE_VERBATIM
from paperkit.latex.walk import Special, Walker
from paperkit.latex.wordlist import words
from paperkit.source import SourceFile, Span

_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*\Z")
SPECIALS: dict[str, Special] = {
    **dict.fromkeys(UPRIGHT, structure.upright),
    **dict.fromkeys(HEADINGS, structure.heading),
    **dict.fromkeys(structure.FOOTNOTES, structure.footnote),
    **dict.fromkeys(INLINE_VERBATIM | ADDRESSES, nothing),
    **dict.fromkeys(GLOSSARY, opaque),
    **dict.fromkeys(
        words("doi arxiv eprint urlprefix preprint pacs software facility facilities"), structure.identifier
    ),
    "ion": structure.ion,
    "item": structure.item,
    "\\symbol": structure.symbol,
    "\\pattern": structure.pattern,
    "\\character": structure.character,
    "\\letter": structure.letter,
    "\\percent": percent,
    "\\skipped": skipped,
    **REFERENCES,
    **LISTINGS,
    **FORMULAS,
    **SIUNITX,
    **DRAWING,
    **DISGUISES,
    **DIMENSIONS,
    **COUNTING,
    **COMPUTING,
    **CONDITIONS,
    **DEFINERS,
    **ALIASES,
    **CHOICES,
    **PATCHES,
    **LOOPS,
    **LANGUAGES,
    **MARKING,
}
"""The commands that need more than a pattern; those that begin with a backslash are the walker's own."""
KEPT = frozenset(
    {
        *DEFINERS,
        *ALIASES,
        *PATCHES,
        *CONDITIONS,
        *MARKING,
        *LANGUAGES,
        *HEADINGS,
        *structure.FOOTNOTES,
        *UPRIGHT,
        "item",
    }
)
KEPT |= {"item"} | DISGUISES.keys() | INPUTS | IMPORTS | INLINE_VERBATIM | ADDRESSES
"""Those that no definition in a document changes for the scanner."""


def scan(source: SourceFile, load: Load | None = None, comma: bool = False, *, numerals: bool = True) -> Document:
    r"""All that a reader of *source* sees and that checks ask for; *load* gives the file that \input names.

    *comma* says whether decimals have a comma where the file begins, as in a part of a document in German. Without
    *numerals* none is looked for: for who asks for markers alone.
    """
    collecting = gc.isenabled()
    gc.disable()  # a scan makes many small records and keeps them all: looking for garbage among them costs a third
    try:
        return _scan(source, load, comma, numerals)
    finally:
        if collecting:
            gc.enable()


def _scan(source: SourceFile, load: Load | None, comma: bool, wanted: bool) -> Document:
    library = Library(source, load)
    specials = {**SPECIALS, **library.specials(), **Outside(library).specials()}
    walker = Walker(specials, structure.begin, structure.end, draw)
    walker.kept = KEPT
    walker.makers = MAKERS
    tokens = library.tokens(source)
    walker.sources.append(source)
    walker.shift(walker.mode._replace(visible="\\begin{document}" not in source.text, comma=comma))
    walker.walk(tokens)
    walker.handlers.clear()  # which lead back to the walker: without them it goes as soon as it is done with
    printed = walker.printed()
    files = [library.tokens(file) for file in walker.sources]
    open_ends = _open_ends(files)
    for file in files:
        bare_percents(walker, file)
        file.names.clear()  # which have been read; what is left says where numbers stand
    markers = tuple(_markers(walker, printed))
    seen = walker.seen
    numerals = find_numerals(printed, markers, seen.troubles) if wanted else ()
    return Document(
        sources=tuple(walker.sources),
        numerals=numerals,
        markers=markers,
        allows=tuple(allow for file in files for allow in allows(file)),
        headings=tuple(_headings(walker, printed)),
        labels=tuple(seen.labels),
        references=tuple(seen.references),
        citations=tuple(seen.citations),
        entries=tuple(seen.entries),
        graphics=tuple(seen.graphics),
        inputs=tuple(seen.inputs),
        bibliographies=tuple(seen.bibliographies),
        listings=tuple(seen.listings),
        redefinitions=tuple(seen.redefinitions),
        troubles=(*seen.troubles, *hand_made_labels(walker.sources), *open_ends),
        text=printed.text,
        comma=walker.mode.comma,
    )


def _open_ends(files: list[Tokens]) -> list[Trouble]:
    return [_unclosed(file, index) for file in files for index in file.unclosed if not _ends_with_file(file, index)]


def _ends_with_file(tokens: Tokens, index: int) -> bool:
    """Whether a brace begins a paragraph: a plain group, no argument, which TeX lets end with the document."""
    return (
        tokens.kinds[index] == OPEN
        and _PARAGRAPH.search(tokens.text[max(0, tokens.starts[index] - 80) : tokens.starts[index]]) is not None
    )


def _headings(walker: Walker, printed: Printed) -> list[Heading]:
    found = []
    for level, span, numbered, note in walker.seen.headings:
        title = shown(printed.between(note[0], note[1])) if len(note) > 1 else ""
        found.append(Heading(level, " ".join(title.split()), span, numbered))
    return found


def _markers(walker: Walker, printed: Printed) -> list[Marker]:
    found, ats = [], printed.marks.ats
    for draft in walker.seen.drafts:
        start, end = (ats[draft.note[0]], ats[draft.note[1]]) if len(draft.note) > 1 else (0, 0)
        found.append(
            Marker(
                macro=draft.macro,
                span=draft.span,
                arguments=tuple([Span(part.tokens.source, part.pos, part.limit) for part in draft.arguments]),
                texts=draft.texts,
                printed_plain=shown(printed.text[start:end]),
                inside=draft.inside,
                place=draft.mode.place,
                math=draft.mode.math,
                comma=draft.mode.comma,
                projected=draft.mode.projected,
                before=shown(printed.text[max(0, start - 120) : start]),
                after=shown(printed.text[end : end + 120]) if end else "",
                use=Span(*draft.use) if draft.use else None,
            )
        )
    return found


def _unclosed(tokens: Tokens, index: int) -> Trouble:
    name = tokens.names[index]
    what = f"\\begin{{{name}}}" if name not in "{}" else f"the brace {name}"
    return Trouble(tokens.span(index), f"{what} has no partner")
