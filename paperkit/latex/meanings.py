"""What may get another meaning in a document, and what may not: the scanner's own commands, and the markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperkit.latex.commands import COMMANDS
from paperkit.latex.document import Redefinition
from paperkit.latex.frames import Frame
from paperkit.latex.symbols import SILENT, SYMBOLS
from paperkit.latex.verbatims import ADDRESSES, INLINE_VERBATIM
from paperkit.latex.wordlist import words
from paperkit.source import Span

if TYPE_CHECKING:
    from paperkit.latex.walk import Walker

TOLD = words("""
    abstractname acknowledgementname algorithmname appendixname bibname chaptername contentsname equationautorefname
    figureautorefname figurename glossaryname indexname keywordname listalgorithmname listfigurename listtablename
    lstlistingname lstlistlistingname partname proofname refname sectionautorefname subsectionautorefname
    tableautorefname tablename pkprojectedmark labelitemi labelitemii labelitemiii labelitemiv qedsymbol
    """)
"""Macros that LaTeX itself prints: what they are defined as is read where that is said."""
HIDING = frozenset({"iffalse", "iftrue", "else", "fi", "newif"})
"""Commands that decide what is read at all."""


def redefined(walker: Walker, frame: Frame, i: int, name: str) -> None:
    """Record that a marker macro gets another meaning."""
    walker.seen.redefinitions.append(
        Redefinition(Span(frame.tokens.source, frame.tokens.starts[i], frame.tokens.ends[i]), name)
    )


def known(walker: Walker, name: str) -> bool:
    """Whether the scanner knows *name* without any definition; packages redefine such for reasons of layout."""
    return name in walker.specials or name in COMMANDS or name in SYMBOLS or name in SILENT or "@" in name


def kept(walker: Walker, frame: Frame, name: str) -> bool:
    """Whether *name* keeps its meaning although the text gives it another one; one that could hide text is noted."""
    if name in ADDRESSES or name in INLINE_VERBATIM:
        walker.retold.add(name)
    elif name in HIDING and not walker.foreign:
        walker.trouble(frame, frame.pos, frame.pos, f"\\{name} is given another meaning, which is not followed")
    return name in walker.kept
