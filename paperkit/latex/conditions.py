r"""Conditions: \iffalse and known switches hide text; of unknown ones both sides are read."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

import re

from paperkit.latex import tokens as token
from paperkit.latex.frames import NOTHING_NEXT, TEXT_NEXT, Frame
from paperkit.latex.marking import skipped
from paperkit.latex.tokens import MARKERS
from paperkit.latex.walk import Walker
from paperkit.latex.wordlist import words

_OPERAND = re.compile(r"[ \t\n]*[-+]?[\d.,]*\s*(?:true\s*)?(?:pt|cm|mm|in|em|ex|sp|bp|pc|dd)?[ \t\n]*")
_ENDS = re.compile(r"\\(if[A-Za-z@]*|fi|else)(?![A-Za-z@])")
_RELATION = re.compile(r"\s*[<>=]")
_NO_CONDITION = frozenset({"iff", "ifdefstring", "ifblank", "ifstrempty", "ifdefempty"})
_NO_CONDITION |= {
    "ifboolexpr",
    "ifbool",
    "ifdefequal",
    "ifpackageloaded",
    "ifnumcomp",
    "ifnumequal",
    "ifnumgreater",
    "ifnumless",
}
_NO_CONDITION |= {
    "ifcsdef",
    "ifcsundef",
    "ifundef",
    "ifcsstring",
    "ifdef",
    "ifcsempty",
    "ifentrytype",
    "ifthispageodd",
    "ifinlist",
}


LONGEST_SEARCH = 1_000_000
"""Tokens that may be looked through in vain, so that a file of a million \\iffalse costs no more than its length."""


def condition(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\ifsomething, or \sometrue of a switch."""
    if name in walker.switches:
        known = walker.switches[name]
        if not name.startswith("if"):
            stem = name[: -len("true")] if known else name[: -len("false")]
            walker.switches["if" + stem] = known
            return
        _enter(walker, frame, known != _unless(frame, i), i)
    elif name in _NO_CONDITION:
        walker.skipped(frame.group() if name != "iff" else None, name)
    elif name == "iftrue":
        _enter(walker, frame, not _unless(frame, i), i)
    elif name == "iffalse":
        _enter(walker, frame, _unless(frame, i), i)
    elif name in ("ifnum", "ifdim", "ifodd", "ifcase"):
        _operand(walker, frame, name)
        if name in ("ifnum", "ifdim"):
            _relation(frame)
            _operand(walker, frame, name)
        walker.conditions.append(None)
    elif name == "ifmmode" and (walker.mode.math or not walker.formula):
        _enter(walker, frame, walker.mode.math != _unless(frame, i), i)
    elif name in (
        "ifx",
        "if",
        "ifcat",
        "ifdefined",
        "ifcsname",
        "ifinner",
        "ifmmode",
        "ifvmode",
        "ifhmode",
        "ifeof",
        "ifhbox",
    ):
        for _ in range({"ifx": 2, "if": 2, "ifcat": 2, "ifdefined": 1}.get(name, 0)):
            frame.argument()
        walker.conditions.append(None)
    elif name.startswith("if@") or frame.peek()[0] != token.OPEN:
        walker.conditions.append(None)


def _unless(frame: Frame, i: int) -> bool:
    r"""Whether \unless turns the condition at token *i* round."""
    return i > 0 and frame.tokens.kinds[i - 1] == token.WORD and frame.tokens.names[i - 1] == "unless"


def _enter(walker: Walker, frame: Frame, known: bool, i: int) -> None:
    if known or jump(walker, frame, i, "else"):
        walker.conditions.append(known)


def _operand(walker: Walker, frame: Frame, name: str) -> None:
    kind, i, pos = frame.peek()
    tokens = frame.tokens
    if kind == token.WORD:
        frame.i, frame.pos = i + 1, tokens.ends[i]
        if tokens.names[i] in MARKERS:
            frame.group()
            frame.group()
            skipped(walker, Frame(tokens, i, frame.i, pos, frame.pos, frame.args, frame.use), name, i)
            _number(frame)
        elif tokens.names[i] in ("value", "dimexpr", "numexpr"):
            frame.group()
    elif kind == TEXT_NEXT:
        _number(frame)


def _number(frame: Frame) -> None:
    kind, i, pos = frame.peek()
    limit = frame.tokens.starts[i] if i < frame.stop else frame.limit
    match = _OPERAND.match(frame.tokens.source.text, pos, limit) if kind == TEXT_NEXT else None
    if match is not None and match.end() > pos:
        frame.i, frame.pos = i, match.end()


def _relation(frame: Frame) -> None:
    for mark in "<>=":
        if frame.skip(mark):
            return


def jump(walker: Walker, frame: Frame, i: int, until: str) -> bool:
    r"""Step behind the \fi, or if *until* is `else` the \else, that belongs here; True when it was an \else."""
    depth = 0
    tokens = frame.tokens
    if walker.fruitless > LONGEST_SEARCH:
        return False
    for j in range(frame.i, frame.stop):
        if tokens.kinds[j] in (token.INLINE, token.BLOCK) and _ends(tokens.text[tokens.starts[j] : tokens.ends[j]]):
            said = "\\fi or \\else stands in verbatim text that is stepped over, where TeX takes it for one"
            walker.trouble(frame, tokens.starts[j], tokens.ends[j], said, "take the verbatim text out")
        if tokens.kinds[j] != token.WORD:
            continue
        name = tokens.names[j]
        if name == "fi" or (name == "else" and depth == 0 and until == "else"):
            if depth == 0:
                frame.i, frame.pos = j + 1, tokens.ends[j]
                return name == "else"
            depth -= 1
        elif name.startswith("if") and name not in _NO_CONDITION and (name in walker.switches or name in _PRIMITIVES):
            depth += 1
    walker.fruitless += frame.stop - frame.i
    walker.trouble(
        frame, tokens.starts[i], tokens.ends[i], f"\\{tokens.names[i]} has no \\fi in reach", "close it with \\fi"
    )
    return False


def _ends(text: str) -> bool:
    """Whether verbatim text ends a condition that it did not begin, or goes over to the other side of one."""
    depth = 0
    for match in _ENDS.finditer(text):
        if depth == 0 and match[1] in ("fi", "else"):
            return True
        depth += (match[1] not in ("fi", "else")) - (match[1] == "fi")
    return False


_PRIMITIVES = words("""
    iftrue iffalse ifnum ifdim ifodd ifcase ifx if ifcat ifdefined ifcsname ifinner ifmmode ifvmode ifhmode ifeof
    ifhbox ifvbox ifvoid ifpdf ifxetex ifluatex ifPDFTeX ifXeTeX ifLuaTeX if@twocolumn if@twoside if@filesw
    """)


def otherwise(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\else: the side that is known not to be taken is stepped over."""
    if walker.conditions and walker.conditions[-1] is True:
        walker.conditions.pop()
        jump(walker, frame, i, "fi")


def fi(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\fi."""
    if walker.conditions:
        walker.conditions.pop()


def newif(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\newif\ifname: a switch, off until \nametrue."""
    kind, j, _ = frame.peek()
    if kind not in (token.WORD, NOTHING_NEXT):
        return
    if kind == token.WORD:
        frame.i, frame.pos = j + 1, frame.tokens.ends[j]
        stem = frame.tokens.names[j].removeprefix("if")
        walker.switches |= {"if" + stem: False, stem + "true": True, stem + "false": False}


CONDITIONS = {"\\if": condition, "else": otherwise, "fi": fi, "or": fi, "newif": newif}
CONDITIONS |= dict.fromkeys(_PRIMITIVES | _NO_CONDITION, condition)
del CONDITIONS["or"]
