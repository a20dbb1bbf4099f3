r"""What a reader sees and the text does not hold: files shown as they are, tables of data, programs that TeX runs.

A file that is shown (\lstinputlisting, \verbatiminput, \csvautotabular) is recorded as a listing with its numbers; what
a program prints (\write18, \py, \Sexpr) is a trouble: nobody can say here what it will be.
"""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkit.latex.alphabet import OPAQUE
from paperkit.latex.arguments import take
from paperkit.latex.computing import unknown
from paperkit.latex.dimensions import take_text, take_whole
from paperkit.latex.document import Listing, Named, Trouble
from paperkit.latex.files import Library
from paperkit.latex.frames import Frame, Range
from paperkit.latex.listings import DIGITS
from paperkit.latex.macros import defined_name
from paperkit.latex.tokens import WORD
from paperkit.latex.walk import Special, Walker
from paperkit.latex.wordlist import words
from paperkit.source import SourceFile, Span

SHOWN = {
    **dict.fromkeys(words("lstinputlisting verbatiminput VerbatimInput BVerbatimInput LVerbatimInput"), "*kF"),
    **dict.fromkeys(words("markdownInput verbatimtabinput fvrbinput tcbverbatiminput boxedverbatiminput"), "*kF"),
    **dict.fromkeys(words("inputminted inputpygmentize"), "kmF"),
    "tcbinputlisting": "K",
    **dict.fromkeys(words("csvautotabular csvautolongtable csvautobooktabular csvautobooklongtable csvloop"), "oF"),
    "csvreader": "oFm",
    **dict.fromkeys(words("DTLloaddb DTLloadrawdb"), "omF"),
    **dict.fromkeys(words("pgfplotstableread pgfplotstabletypeset pgfplotstabletypesetfile"), "oF"),
}
"""Commands that show what a file holds, as patterns of arguments: `F` is the file."""
PROGRAMS = words("ShellEscape py pyc pys pyb sage sagestr sageplot Sexpr rinline luadirect")
RANDOM = words("""
    pdfuniformdeviate uniformdeviate pdfnormaldeviate normaldeviate pdfelapsedtime elapsedtime pdffilesize filesize
    pdfmdfivesum mdfivesum meaning StrLen StrCount strlen totvalue randomnum rand pgfmathrandominteger
    pgfkeysvalueof strip@pt
    """)
_DATA = re.compile(r"[\w./-]+\.\w+")
_OPTION_FILE = re.compile(r"listing file\s*=\s*\{?([^{},\]]+)")
_CURRENT = re.compile(r"\\[a-zA-Z@]*def\s*\\@currentlabel\s*\{[^{}\n]*\d")
_TO = re.compile(r"\s*to\s*")
_SHOWS = re.compile(r"\b(?:show|Tj|TJ)\b")


class Outside:
    """The commands that lead out of the text; files come from *library*."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def specials(self) -> dict[str, Special]:
        """The commands, by name."""
        return {
            **dict.fromkeys(SHOWN, self.shown),
            **dict.fromkeys(PROGRAMS, program),
            **dict.fromkeys(RANDOM, computed),
            **dict.fromkeys(words("CatchFileDef CatchFileEdef CatchFileBetweenTags ExecuteMetaData"), caught),
            **dict.fromkeys(words("read readline"), read_line),
            **dict.fromkeys(words("pdfliteral special"), literal),
            "ExplSyntaxOn": expl,
            "newlabel": hand_made,
            "\\plotted": self.plotted,
        }

    def shown(self, walker: Walker, frame: Frame, name: str, i: int) -> None:
        r"""\lstinputlisting[caption=...]{results.txt} and its kin."""
        start = frame.tokens.starts[i]
        for letter in SHOWN[name]:
            if letter == "F":
                what = frame.group()
                if what is not None:
                    self.file(walker, frame, name, what, start)
            elif letter == "K":
                option = frame.option() or frame.group()
                match = _OPTION_FILE.search(option.text) if option is not None else None
                if option is not None and match is not None:
                    self.file(walker, frame, name, option._replace(pos=option.pos + match.start(1)), start, match[1])
            else:
                parts = take(walker, frame, letter, name)
                if parts:
                    walker.queue(parts)

    def file(self, walker: Walker, frame: Frame, name: str, what: Range, start: int, wanted: str = "") -> None:
        """Record the file that is shown; data that stand in the text themselves are counted there."""
        walker.skipped(what, name)
        wanted = (wanted or what.flat()).strip()
        if not walker.mode.visible and name not in ("DTLloaddb", "DTLloadrawdb", "pgfplotstableread"):
            return
        span = Span(*frame.use) if frame.use else Span(frame.tokens.source, start, frame.pos)
        if "\\" in wanted and "\n" not in wanted:
            return
        if "\n" in wanted:
            walker.seen.listings.append(Listing(span, "\\" + name, len(DIGITS.findall(wanted))))
            return
        source = self.library.source(wanted)
        if source is None:
            walker.seen.inputs.append(Named(wanted, span, name))
            return
        walker.seen.listings.append(Listing(span, "\\" + name, len(DIGITS.findall(source.text)), source.path))

    def plotted(self, walker: Walker, frame: Frame, name: str, i: int) -> None:
        r"""\addplot table {name}: a reader sees the points of a file."""
        source = self.library.source(name)
        span = Span(*frame.use) if frame.use else Span(frame.tokens.source, frame.tokens.starts[i], frame.pos)
        if source is None and _DATA.fullmatch(name):
            walker.seen.inputs.append(Named(name, span, "addplot"))
        elif source is not None:
            walker.seen.listings.append(Listing(span, "a plot", len(DIGITS.findall(source.text)), source.path))


def program(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\py{6*7}, \Sexpr{mean(x)}: another program prints here."""
    frame.option()
    walker.skipped(frame.group(), name)
    _told(walker, frame, frame.tokens.starts[i], f"a program prints here (\\{name}), and what it prints is not known")


def _told(walker: Walker, frame: Frame, start: int, message: str, hint: str = "") -> None:
    if walker.mode.visible:
        walker.trouble(frame, start, frame.pos, message, hint)
    walker.emit(OPAQUE, frame, start, frame.pos)


def computed(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\pdfuniformdeviate 100, \StrLen{...}: TeX computes what nobody knows before."""
    start = frame.tokens.starts[i]
    frame.argument()
    unknown(walker, frame, start)


def caught(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\CatchFileDef{\x}{data.dat}{}: \x prints what a file holds."""
    if name == "ExecuteMetaData":
        frame.option()
        walker.skipped(frame.group(), name)
        unknown(walker, frame, frame.tokens.starts[i])
        return
    defined = defined_name(walker, frame)
    for _ in range(2):
        walker.skipped(frame.group(), name)
    _unknown_from_here(walker, defined)


def read_line(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\read1 to \x: \x prints a line of a file."""
    kind, j, _ = frame.peek()
    if kind == WORD:
        frame.i, frame.pos = j + 1, frame.tokens.ends[j]
    else:
        take_whole(frame)
    if take_text(frame, _TO):
        _unknown_from_here(walker, defined_name(walker, frame))


def _unknown_from_here(walker: Walker, defined: str | None) -> None:
    if defined is not None:
        walker.macros.pop(defined, None)
        walker.aliases[defined] = "\\unknown"


def literal(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\special{ps: (42) show}, \pdfliteral{... Tj}: the printer's own language, which may print."""
    start = frame.tokens.starts[i]
    what = frame.group()
    walker.skipped(what, name)
    if what is not None and _SHOWS.search(what.text):
        _told(walker, frame, start, f"\\{name} prints in the printer's language, which is not read")


def expl(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\ExplSyntaxOn in the text: its commands are not followed."""
    _told(walker, frame, frame.tokens.starts[i], "code of LaTeX3 stands in the text, and is not followed")


def hand_made(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\newlabel{a}{{42}{1}}: a reference that prints whatever was written."""
    for _ in range(2):
        walker.skipped(frame.group(), name)
    message = "a label is made by hand here, so that its references print what is not known"
    walker.trouble(frame, frame.tokens.starts[i], frame.pos, message, "let \\label make it")


def hand_made_labels(sources: list[SourceFile]) -> Iterator[Trouble]:
    r"""\def\@currentlabel{42}: the next label makes its references print 42."""
    for source in sources:
        if "@currentlabel" not in source.text:
            continue
        for match in _CURRENT.finditer(source.text):
            message = "a label is made by hand here, so that its references print what is not known"
            yield Trouble(source.span(*match.span()), message, "let \\label make it")
