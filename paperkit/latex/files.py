r"""Other files: \input and its kin are read where they stand, through the function that the caller gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from paperkit.latex.commands import IMPORTS, INPUTS
from paperkit.latex.cutter import tokenize
from paperkit.latex.document import Named
from paperkit.latex.expansion import expanded
from paperkit.latex.frames import Frame, Range
from paperkit.latex.languages import package
from paperkit.latex.printed import Made
from paperkit.latex.references import REFERENCES
from paperkit.latex.tokens import WORD, Tokens
from paperkit.latex.verbatims import Verbatims
from paperkit.latex.walk import Special, Walker
from paperkit.source import SourceFile, Span

Load = Callable[[str], SourceFile | None]
_INPUT = re.compile(
    r"\\(?:input|include|subfile|InputIfFileExists|import|subimport)\b\s*(?:\{([^{}]*)\})?\s*(?:\{([^{}]*)\})?"
)
_CONTENTS = re.compile(r"\\begin\{filecontents\*?\}(?:\[[^\]\n]*\])?\{([^{}\n]+)\}[^\n]*\n")
_NAME = re.compile(r"[\w./-]+")
_PACKAGE = re.compile(r"\\(?:usepackage|RequirePackage)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
DEEPEST = 40
OURS = frozenset({"paperkit"})
"""Packages that are not read: what their macros do is known."""


class Library:
    """The files of a document, each loaded and cut once."""

    def __init__(self, main: SourceFile, load: Load | None) -> None:
        self.load = load
        self.files: dict[str, SourceFile | None] = {}
        self.cut: dict[str, Tokens] = {}
        self.verbatims = Verbatims().more(main.text)
        self.written = dict(_written(main))
        """Files that the document itself writes before it reads them."""
        self.gather(main)

    def gather(self, main: SourceFile) -> None:
        """Load what *main* leads to, for a file may declare what is verbatim in another."""
        waiting = [main]
        while waiting:
            text = waiting.pop().text
            for each in (name for match in _PACKAGE.finditer(text) for name in match[1].split(",")):
                source = self.package_file(each.strip())
                if source is not None:
                    self.verbatims = self.verbatims.more(source.text)
            for match in _INPUT.finditer(text):
                name = "".join(part or "" for part in match.groups()) if "import" in match[0] else match[1] or ""
                if name and "#" not in name and "\\" not in name and name not in self.files and len(self.files) < 2000:
                    source = self.source(name)
                    if source is not None:
                        self.verbatims = self.verbatims.more(source.text)
                        waiting.append(source)

    def source(self, name: str) -> SourceFile | None:
        """The file of that name; None when there is none."""
        if name not in self.files:
            self.files[name] = self.written.get(name) or (self.load(name) if self.load else None)
        return self.files[name]

    def package_file(self, name: str) -> SourceFile | None:
        """The file of the package *name*, where it is one of the project's own."""
        return self.source(f"{name}.sty") if name not in OURS and _NAME.fullmatch(name) else None

    def tokens(self, source: SourceFile) -> Tokens:
        """The tokens of a file."""
        found = self.cut.get(source.path)
        if found is None:
            found = self.cut[source.path] = tokenize(source, self.verbatims)
        return found

    def specials(self) -> dict[str, Special]:
        """The commands that lead to other files."""
        packages = dict.fromkeys(("usepackage", "RequirePackage"), self.packages)
        return {
            **dict.fromkeys(INPUTS, self.input),
            **dict.fromkeys(IMPORTS, self.input),
            "includestandalone": self.standalone,
            **packages,
            "endinput": endinput,
        }

    def packages(self, walker: Walker, frame: Frame, name: str, i: int) -> None:
        r"""\usepackage[options]{a,b}: those of the project are read for the macros that they define."""
        names = package(walker, frame, name, i)
        for each in reversed(names.split(",")):
            source = self.package_file(each.strip())
            if source is None or source.path in walker.loading or len(walker.loading) >= DEEPEST:
                continue
            tokens = self.tokens(source)
            walker.budget += 20 * len(tokens)
            walker.loading.append(source.path)
            walker.foreign += 1
            mode = walker.mode._replace(visible=False)
            whole = Range(tokens, 0, len(tokens), 0, len(source.text), (), None)
            walker.push(whole, mode, lambda _: _leave(walker))

    def input(self, walker: Walker, frame: Frame, name: str, i: int) -> None:
        r"""\input{name}, \input name, \import{folder/}{name}."""
        begin = frame.tokens.starts[i]
        frame.skip("*")
        if name == "loadglsentries":
            frame.option()
        what = frame.group() or _bare(frame) or _named(frame)
        if what is None:
            return
        wanted = _name(walker, what)
        if name in IMPORTS:
            inner = frame.group()
            wanted += inner.flat().strip() if inner else ""
        span = Span(*what.use) if what.use else Span(what.tokens.source, what.pos, what.limit)
        if wanted.startswith("|"):
            walker.trouble(frame, begin, frame.pos, "a program is run here, and what it prints is not known")
            return
        walker.seen.inputs.append(Named(wanted, span, name))
        self.read(walker, frame, wanted, begin)

    def standalone(self, walker: Walker, frame: Frame, name: str, i: int) -> None:
        r"""\includestandalone[options]{name}: a file of LaTeX where there is one, else a picture."""
        back = frame.i, frame.pos
        walker.skipped(frame.option(), name)
        what = frame.group()
        frame.i, frame.pos = back
        if what is None or self.source(_name(walker, what)) is None:
            REFERENCES[name](walker, frame, name, i)
        else:
            frame.option()
            self.input(walker, frame, name, i)

    def read(self, walker: Walker, frame: Frame, wanted: str, begin: int) -> None:
        """Read the file that is *wanted*."""
        source = self.source(wanted)
        if source is None:
            return
        if wanted in walker.loading or len(walker.loading) >= DEEPEST:
            walker.trouble(frame, begin, frame.pos, f"{wanted} leads back to itself, and is not read again")
            return
        tokens = self.tokens(source)
        walker.spend(len(tokens) if source in walker.sources else 0)
        if walker.budget <= 0:
            return
        if source not in walker.sources:
            walker.sources.append(source)
            walker.budget += 20 * len(tokens)
        walker.loading.append(wanted)
        alone = r"\begin{document}" in source.text
        mode = walker.mode._replace(visible=False) if alone and walker.mode.visible else None

        def done(inner: Frame) -> None:
            walker.loading.pop()
            walker.emit(" ", inner, inner.limit, inner.limit)

        walker.emit(" ", frame, begin, begin)
        walker.push(Range(tokens, 0, len(tokens), 0, len(source.text), (), None), mode, done)


def _written(main: SourceFile) -> Iterator[tuple[str, SourceFile]]:
    for match in _CONTENTS.finditer(main.text):
        end = main.text.find("\\end{filecontents", match.end())
        if end < 0:
            return
        written = main.span(match.end(), end)
        source = Made(f"{main.path}:{match[1]}", written.text, written)
        yield match[1], source
        yield match[1].removesuffix(".tex"), source


def _leave(walker: Walker) -> None:
    walker.loading.pop()
    walker.foreign -= 1


def endinput(walker: Walker, frame: Frame, name: str, i: int) -> None:  # noqa: ARG001
    r"""\endinput: what follows in this file is not read."""
    frame.i, frame.pos = frame.stop, frame.limit


def _name(walker: Walker, what: Range) -> str:
    """The name of a file, with macros that the text defines put in; as it is written where others are left."""
    made = expanded(walker, what).strip()
    return what.flat().strip() if "\\" in made else made


def _named(frame: Frame) -> Range | None:
    r"""The macro that holds the name, \input\file."""
    return frame.argument() if frame.peek()[0] == WORD else None


def _bare(frame: Frame) -> Range | None:
    kind, i, pos = frame.peek()
    if kind != -1:
        return None
    limit = frame.tokens.starts[i] if i < frame.stop else frame.limit
    match = re.compile(r"[^\s\\{}%]+").match(frame.tokens.source.text, pos, limit)
    if match is None:
        return None
    frame.i, frame.pos = i, match.end()
    return Range(frame.tokens, i, i, pos, match.end(), (), frame.use)
