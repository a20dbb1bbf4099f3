"""TikZ and pgfplots: only the text of nodes prints, and of plots the values typed into them."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

import re

from paperkit.latex.alphabet import BREAK, CELL
from paperkit.latex.document import Named
from paperkit.latex.expansion import expanded
from paperkit.latex.frames import Frame, Range
from paperkit.latex.options import printed_options
from paperkit.latex.seen import Group, Part
from paperkit.latex.tokens import LEFT, OPEN, RIGHT
from paperkit.latex.walk import Walker
from paperkit.source import Span

_WORDS = re.compile(r"[;]|\b(node|coordinates|table|file|matrix|label|edge label)\b")
_POINT = re.compile(r"\(([^()]*)\)(?:\s*\+-\s*\(([^()]*)\))?|(\\\\|\n|;)")
_DRAWN = re.compile(r"\s*(?:\[[^\]\n]{0,200}\]\s*)?(?:at\s*)?\([^()\n]{0,80}\)[^\n;]{0,200}[\n;]")
_FIELD = re.compile(r"[^,\s][^,]*")


def draw(walker: Walker, frame: Frame, start: int, end: int) -> None:
    """Text of a drawing: says what the next group in braces is; behind the end of one in a line the text goes on."""
    last = ""
    for match in _WORDS.finditer(frame.tokens.source.text, start, end):
        last = match[1] or ";"
        if last == ";" and walker.close_to("tikz") is not None:
            walker.pending = ""
            walker.text(frame, match.end(), end)
            return
    if last == ";":
        walker.pending = ""
    elif last and (last != "file" or walker.pending == "expression"):
        walker.pending = "node" if last in ("matrix", "label", "edge label") else last


def options(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """Options in a drawing: labels print, the rest does not."""
    if walker.kinds["envforest"]:
        tree(walker, frame)
        return
    option = frame.between(i, frame.tokens.partners[i])
    parts = printed_options(walker, option, None)
    walker.skipped(option, "tikz options", parts)
    if parts:
        walker.queue(parts)


def tree(walker: Walker, frame: Frame) -> None:
    """`[text, options [text]]` in a forest: the text of a node is all up to a comma or a bracket."""
    tokens, text = frame.tokens, frame.tokens.source.text
    begin, i, at = frame.rest(), frame.i, frame.pos
    while True:
        limit = tokens.starts[i] if i < frame.stop else frame.limit
        end = text.find(",", at, limit)
        if end >= 0 or i >= frame.stop or tokens.kinds[i] in (LEFT, RIGHT):
            break
        if tokens.kinds[i] == OPEN and i < tokens.partners[i] < frame.stop:
            i = tokens.partners[i]
        at = tokens.ends[i]
        i += 1
    frame.i, frame.pos = i, end if end >= 0 else limit
    mode = walker.mode._replace(visible=True, place="drawing")
    walker.queue([Part(begin._replace(stop=i, limit=frame.pos), mode, BREAK, BREAK)])


def part_of_node(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\nodepart{two}: another text of the node begins."""
    frame.argument()
    walker.emit(BREAK, frame, frame.tokens.starts[i], frame.pos)


def node(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\node, \matrix: the next group is text."""
    alone(walker, frame, name, i)
    walker.pending = "node"


def put(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\put(1,2){text} of picture, \multiput(0,0)(1,1){5}{text}, \rput[b]{90}(1,2){text} of pstricks."""
    frame.skip("*")
    walker.skipped(frame.option(), name)
    if name != "put" and frame.peek()[0] == OPEN:
        frame.group()
    while frame.round() is not None:
        pass
    if name == "multiput":
        frame.argument()
    walker.pending = "node"


def addplot(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\addplot[options] coordinates {...}, table {...} or {formula}."""
    frame.skip("+")
    option = frame.option()
    walker.pending = "expression"
    if option is not None:
        parts = printed_options(walker, option, None)
        walker.skipped(option, name, parts)
        if parts:
            walker.queue(parts)


def _group(frame: Frame, i: int) -> Range | None:
    """The group that token *i* has just opened, without stepping over it."""
    partner = frame.tokens.partners[i]
    if not i < partner < frame.stop:
        return None
    tokens = frame.tokens
    return Range(tokens, i + 1, partner, tokens.ends[i], tokens.starts[partner], frame.args, frame.use)


def _leave(walker: Walker, frame: Frame, what: Range) -> None:
    """Step to the brace that closes *what*."""
    frame.i, frame.pos = what.stop, what.limit


def coordinates(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """`coordinates {(1,0.5) (2,0.6)}`: the values are typed claims, the positions are not."""
    what = _group(frame, i)
    if what is None:
        return
    walker.skipped(what, "addplot")
    sideways = "xbar" in walker.axis
    text = what.tokens.source.text
    for match in _POINT.finditer(text, what.pos, what.limit):
        for number in (1, 2):
            if match[number] is None:
                continue
            fields = list(_FIELD.finditer(text, *match.span(number)))
            for index, found in enumerate(fields):
                value = index == (0 if sideways else len(fields) - 1)
                _typed(walker, frame, found.start(), found.end(), "" if value else "tick")
    _leave(walker, frame, what)


def _typed(walker: Walker, frame: Frame, start: int, end: int, reason: str) -> None:
    outer = walker.mode
    walker.shift(outer._replace(visible=True, place="plot", reason=reason, number=True, math=False))
    walker.text(frame, start, end)
    walker.emit(CELL, frame, end, end)
    walker.shift(outer)


def table(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """`table {file}` or `table {inline rows}`: in rows the first column is positions, the others are values."""
    what = _group(frame, i)
    if what is None:
        return
    walker.skipped(what, "addplot")
    text = what.text.strip()
    if "\n" not in text and "\\\\" not in text and " " not in text:
        span = Span(what.tokens.source, what.pos, what.limit)
        walker.seen.graphics.append(Named(text, span, "addplot table"))
        walker.specials["\\plotted"](walker, frame, expanded(walker, what).strip(), i)
    else:
        for row in re.finditer(r"[^\n\\]+", what.text):
            for index, found in enumerate(re.finditer(r"[^\s,;&]+", row[0])):
                start = what.pos + row.start() + found.start()
                _typed(walker, frame, start, start + len(found[0]), "" if index else "tick")
    _leave(walker, frame, what)


def expression(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """`{x^2}`: a formula that is drawn, not printed."""
    what = _group(frame, i)
    if what is not None:
        walker.skipped(what, "addplot")
        _leave(walker, frame, what)


def tikz(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\tikz[options] ...; or \tikz{...}: a drawing in a line."""
    option = frame.option()
    mode = walker.mode._replace(drawing=True, visible=False, place="drawing")
    group = frame.group()
    if group is not None:
        walker.push(group, mode)
    elif walker.mode.visible:
        walker.open(Group("tikz", walker.mode))
        walker.shift(mode)
    if option is not None:
        walker.queue(printed_options(walker, option, mode))


def alone(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\draw (0,0) -- (1,2); outside of the drawings that are known: a drawing up to its semicolon."""
    source = frame.tokens.source.text
    if walker.mode.visible and not walker.mode.drawing and _DRAWN.match(source, frame.pos):
        walker.open(Group("tikz", walker.mode))
        walker.shift(walker.mode._replace(drawing=True, visible=False, place="drawing"))


DRAWING = {
    **dict.fromkeys(("draw", "fill", "filldraw"), alone),
    "node": node,
    "matrix": node,
    "pgftext": node,
    **dict.fromkeys(("put", "multiput", "rput", "uput"), put),
    "addplot": addplot,
    "addplot3": addplot,
    "tikz": tikz,
    "nodepart": part_of_node,
    "\\options": options,
    "\\coordinates": coordinates,
    "\\table": table,
    "\\file": table,
    "\\expression": expression,
    "\\node": node,
}
