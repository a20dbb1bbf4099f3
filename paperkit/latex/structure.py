"""Environments, headings, references, inputs: the commands that build the document."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

from functools import lru_cache

from paperkit.latex import commands
from paperkit.latex.alphabet import BREAK, LETTERS, ROW
from paperkit.latex.arguments import take
from paperkit.latex.disguise import disguised
from paperkit.latex.document import Listing
from paperkit.latex.frames import Frame
from paperkit.latex.listings import DIGITS
from paperkit.latex.printed import Mode, Use
from paperkit.latex.seen import Group, Part
from paperkit.latex.symbols import CHARACTERS, GREEK, SYMBOLS, UPRIGHT
from paperkit.latex.tokens import BLOCK, LEFT, MARKERS
from paperkit.latex.verbatims import VERBATIM
from paperkit.latex.walk import Walker
from paperkit.source import Span

FOOTNOTES = ("footnote", "footnotetext", "marginpar", "thanks", "marginnote", "sidenote")


def pattern(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """A command that is fully described by its pattern of arguments."""
    parts = take(walker, frame, commands.COMMANDS[name], name)
    if parts:
        walker.queue(parts)


def identifier(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\doi{10.1000/182}: printed, and no number."""
    what = frame.group()
    if what is not None:
        walker.show(what, walker.mode._replace(reason="address", math=False))


def ion(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\ion{O}{3}: the name of an ion."""
    mode = walker.mode._replace(reason="identifier", math=False)
    walker.queue([Part(what, mode, "", end) for end in (" ", "") if (what := frame.group()) is not None])


def footnote(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\footnote and its like: the text stands elsewhere on the page."""
    walker.skipped(frame.option(), name)
    text = frame.argument()
    if text is not None:
        place = "footnote" if name != "marginpar" else "margin"
        mode = walker.mode._replace(place=place, math=False)
        walker.queue([Part(text, mode, BREAK, BREAK)])


def heading(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\section*[short]{title} and its sisters."""
    starred = frame.skip("*")
    mode = walker.mode._replace(place="heading")
    option, title = frame.option(), frame.argument()
    if title is None:
        return
    note: list[int] = []
    parts = [Part(option, mode, BREAK, BREAK)] if option is not None else []
    if walker.mode.visible:
        span = Span(frame.tokens.source, frame.tokens.starts[i], frame.pos)
        walker.seen.headings.append((commands.HEADINGS[name], span, not starred, note))
    walker.queue([*parts, Part(title, mode, BREAK, BREAK, note)])


def begin(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\begin{name}."""
    base = name.rstrip("*")
    user = walker.environments.get(name)
    if user is not None and (base not in _OWN or (base in VERBATIM and not _is_block(frame, i))):
        args = user[0].arguments(frame)
        use = frame.use or Use(frame.tokens.source, frame.tokens.starts[i], frame.pos)
        walker.open(Group("env", walker.mode, name, args, use, _begun(walker, frame, i)))
        walker.body(user[0].body, args, use, frame, i)
        return
    if name == "document":
        walker.shift(walker.mode._replace(visible=True))
    walker.open(Group("env", walker.mode, name, (), None, _begun(walker, frame, i)))
    if name in MARKERS:
        disguised(walker, frame, name, i)
        return
    parts = take(walker, frame, _environment_pattern(name, base), name)
    if base in commands.CODE and walker.mode.visible:
        _record_code(walker, frame, name, i)
    mode = _environment_mode(walker.mode, base)
    if mode.math and not walker.mode.math:
        walker.formula.append(walker.at)
    walker.shift(mode)
    if base in commands.AXES:
        walker.axis = frame.tokens.source.text[frame.tokens.ends[i] : frame.pos]
    if not mode.math:
        walker.emit(BREAK, frame, frame.pos, frame.pos)
    if parts:
        walker.queue(parts)


def _record_code(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """Take note of the numbers of a program, as of those in a listing."""
    end = frame.tokens.text.find(f"\\end{{{name}}}", frame.pos, frame.limit)
    numbers = len(DIGITS.findall(frame.tokens.text[frame.pos : end])) if end > 0 else 0
    if numbers and not frame.use:
        walker.seen.listings.append(Listing(frame.tokens.span(i), name, numbers))


def _begun(walker: Walker, frame: Frame, i: int) -> Span | None:
    if None in walker.conditions:
        return None
    return Span(*frame.use) if frame.use else frame.tokens.span(i)


def _is_block(frame: Frame, i: int) -> bool:
    return BLOCK in frame.tokens.kinds[i + 1 : i + 20]


_OWN = commands.MATH_ENVIRONMENTS | commands.MATRICES | commands.TABLES | commands.DRAWINGS | commands.AXES | VERBATIM
_OWN |= {"document", "figure", "table", "thebibliography"}


def _environment_pattern(name: str, base: str) -> str:
    if base in VERBATIM:
        return (
            "km" if base in ("minted", "tcblisting", "filecontents", "VerbatimOut", "SaveVerbatim", "pyglist") else "k"
        )
    found = commands.ENVIRONMENTS.get(name)
    return commands.ENVIRONMENTS.get(base, "") if found is None else found


@lru_cache(maxsize=1024)
def _environment_mode(mode: Mode, base: str) -> Mode:
    if base in commands.MATH_ENVIRONMENTS:
        return mode._replace(math=True, matrix=False)
    if base in commands.MATRICES:
        return mode._replace(matrix=True)
    if base in commands.TABLES:
        return mode._replace(place="cell", matrix=mode.math, reason="" if mode.math else mode.reason)
    if base in commands.DRAWINGS or base in commands.AXES:
        return mode._replace(drawing=True, visible=False, place="drawing")
    if base == "thebibliography":
        return mode._replace(reason="bibliography")
    if base in ("algorithmic", "algorithm2e", "algorithmicx"):
        return mode._replace(place="algorithm")
    if base == "abstract":
        return mode._replace(place="abstract", visible=True)
    if base in commands.CODE:
        return mode._replace(reason="listing")
    if base == "CCSXML":
        return mode._replace(visible=False)
    return mode


def end(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\end{name}."""
    user = walker.environments.get(name)
    if user is not None and walker.kinds["env" + name]:
        group = next(group for group in reversed(walker.groups) if group.kind == "env" and group.name == name)
        if group.use is not None:
            pushed = walker.body(user[1].body, group.args, group.use, frame, i)
            if pushed is not None:
                pushed.after = lambda _: _close(walker, frame, name, i)
                return
    _close(walker, frame, name, i)


def _close(walker: Walker, frame: Frame, name: str, i: int) -> None:
    closed = walker.close_to("env" + name)
    if closed is None:
        if walker.mode.visible:
            start = frame.tokens.starts[i]
            walker.trouble(frame, start, frame.tokens.ends[i], f"\\end{{{name}}} ends what was never begun")
        return
    if name == "document" and walker.kinds["envdocument"]:  # of a file that stands alone, and was read by another
        frame.i, frame.pos = frame.stop, frame.limit
    elif name == "document":
        walker.stop()
    elif not walker.mode.math:
        walker.emit(BREAK, frame, frame.pos, frame.pos)


def symbol(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""A backslash and one character: spaces, accents, brackets of formulas, line ends."""
    start = frame.tokens.starts[i]
    if name in "([" and name:
        walker.math(name)
    elif name in ")]" and name:
        if walker.close_to("(" if name == ")" else "[") is None and walker.mode.visible:
            walker.trouble(frame, start, frame.pos, f"\\{name} ends a formula that was never begun")
    elif name == "\\":
        walker.emit(ROW, frame, start, frame.pos)
        if frame.tokens.source.text[frame.pos : frame.pos + 1] == "*":
            frame.pos += 1
        kind, _, pos = frame.peek()
        if kind == LEFT and pos == frame.pos:
            frame.option()
    elif name in walker.macros:
        walker.expand(walker.macros[name], frame, i)
    else:
        walker.emit(CHARACTERS.get(name, ""), frame, start, frame.pos)


def character(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\ldots, \textmu: a character."""
    walker.emit(SYMBOLS[name], frame, frame.tokens.starts[i], frame.pos)


def letter(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\alpha, in a formula among its letters."""
    printed = GREEK[name].translate(LETTERS) if walker.mode.math else GREEK[name]
    walker.emit(printed, frame, frame.tokens.starts[i], frame.pos)


def upright(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\text, \mathrm and others: words, also within a formula."""
    if not walker.mode.math or name not in UPRIGHT:
        return
    what = frame.argument()
    if what is not None:
        walker.show(what, walker.mode._replace(math=False))


def item(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\item[mark]."""
    walker.emit(BREAK, frame, frame.tokens.starts[i], frame.pos)
    parts = take(walker, frame, "<e", name)
    if parts:
        walker.queue(parts)
