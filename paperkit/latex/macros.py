r"""User macros: \newcommand, \def, \NewDocumentCommand and kin, as ranges of tokens, read where they are used."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from paperkit.latex import tokens as token
from paperkit.latex.alphabet import BREAK
from paperkit.latex.commands import ENVIRONMENTS
from paperkit.latex.expansion import bound, expanded, frozen
from paperkit.latex.frames import Frame, Range
from paperkit.latex.meanings import TOLD, kept, known, redefined
from paperkit.latex.seen import Part
from paperkit.latex.tokens import MARKERS
from paperkit.latex.wordlist import words

if TYPE_CHECKING:
    from paperkit.latex.walk import Walker

_XPARSE = re.compile(r"[+!]?(?:([mstoObvdDrRgGeEl])((?:\{[^{}]*\}|[^\s{}+!])?)|>\{[^{}]*\})")
_INSIDE = frozenset({"pk@unlesslink", "pk@name", "pk@record", "pk@guarded"})
"""What the markers' own macros are made of."""
_SECOND = frozenset("OdDrRtgGeE")


@dataclass(frozen=True, slots=True)
class Macro:
    """A user's macro: *signature* has a letter for each argument (m, o, s, as xparse; `u` is up to *until*)."""

    body: Range
    signature: str = ""
    defaults: tuple[Range | None, ...] = ()
    until: tuple[str, ...] = ()
    """What stands behind each argument in a \\def with delimiters."""

    def arguments(self, frame: Frame) -> tuple[Range | None, ...]:
        """Take the arguments from *frame*."""
        found: list[Range | None] = []
        for index, letter in enumerate(self.signature):
            default = self.defaults[index] if index < len(self.defaults) else None
            if letter in "oO":
                found.append(frame.option() or default)
            elif letter == "s":
                i, pos = frame.i, frame.pos
                starred = Range(frame.tokens, i, i, pos, pos, (), frame.use)
                found.append(starred if frame.skip("*") else None)
            elif letter == "t":
                found.append(None)
            elif letter == "d":
                found.append(frame.round() or default)
            elif letter == "g":
                found.append(frame.group() or default)
            elif letter == "u":
                found.append(_delimited(frame, self.until[index]))
            else:
                found.append(frame.argument())
        return tuple(found)


def _delimited(frame: Frame, until: str) -> Range | None:
    text = frame.tokens.source.text
    end = text.find(until, frame.pos, min(frame.limit, frame.pos + 2000))
    if end < 0:
        return frame.argument()
    begin, pos = frame.i, frame.pos
    starts = frame.tokens.starts
    while frame.i < frame.stop and starts[frame.i] < end:
        frame.i += 1
    stop = frame.i
    while frame.i < frame.stop and starts[frame.i] < end + len(until):
        frame.i += 1
    frame.pos = max(end + len(until), frame.tokens.ends[frame.i - 1] if frame.i > begin else 0)
    return Range(frame.tokens, begin, stop, pos, end, frame.args, frame.use)


def defined_name(walker: Walker, frame: Frame) -> str | None:
    r"""The name that is being defined: `\name` or `{\name}`; a marker macro there is a redefinition."""
    kind, i, pos = frame.peek()
    tokens = frame.tokens
    if kind in (token.OPEN, token.PARAMETER):
        inner = frame.argument()
        if inner is not None and kind == token.PARAMETER:
            inner = inner.argument(inner.i)
        if inner is None or Frame(*inner).peek()[0] not in (token.WORD, token.SYMBOL, token.PARAMETER, token.OPEN):
            return None
        return defined_name(walker, Frame(*inner))
    if kind in (token.WORD, token.SYMBOL):
        frame.i, frame.pos = i + 1, tokens.ends[i]
    elif kind == -1 and tokens.source.text[pos] == "~":
        frame.i, frame.pos = i, pos + 1
        return "~"
    elif kind == -1 and not walker.foreign:
        walker.trouble(frame, pos, pos + 1, "a character is given a meaning, which is not followed")
    if kind not in (token.WORD, token.SYMBOL):
        return None
    name = tokens.names[i]
    if name == "csname":
        name = csname_of(walker, frame, i)
    if name in MARKERS or name in _INSIDE:
        redefined(walker, frame, i, name)
    return name


def csname_of(walker: Walker, frame: Frame, i: int) -> str:
    r"""The name between the \csname at token *i* and its \endcsname, and step over them; empty without one."""
    tokens = frame.tokens
    end = i + 1
    while end < frame.stop and tokens.names[end] != "endcsname" and end < i + 20:
        end += 1
    if end >= frame.stop:
        return ""
    what = Range(tokens, i + 1, end, tokens.ends[i], tokens.starts[end], frame.args, frame.use)
    frame.i, frame.pos = end + 1, tokens.ends[end]
    return " ".join(expanded(walker, what).split())


def newcommand(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\newcommand*{\name}[count][default]{body}."""
    frame.skip("*")
    defined = defined_name(walker, frame)
    count, default = frame.option(), None
    number = int(count.text) if count and count.text.strip().isdecimal() and len(count.text) < 3 else 0
    if count is not None:
        default = frame.option()
    body = frame.argument()
    if defined is None or body is None or number > 9:
        return
    signature = "o" + "m" * (number - 1) if default is not None and number else "m" * number
    if name.startswith("provide") and (defined in walker.macros or defined in walker.specials):
        return
    meaning(walker, frame, defined, Macro(body, signature, (default,)))


def meaning(walker: Walker, frame: Frame, name: str, macro: Macro, everywhere: bool = False) -> None:
    """Define *name*, unless it is a command whose meaning the scanner must keep."""
    if walker.foreign and (known(walker, name) or "@" in macro.body.text):
        return
    if name not in MARKERS and not kept(walker, frame, name):
        body = bound(walker, macro.body, frame)
        walker.define(name, replace(macro, body=body), everywhere)
        if name in TOLD and not walker.foreign and any(map(str.isdigit, body.text)):
            mode = walker.mode._replace(visible=True, place="heading", math=False)
            walker.queue([Part(body, mode, BREAK, BREAK)])


def is_global(frame: Frame, i: int) -> bool:
    r"""Whether \global stands before the definition at token *i*."""
    names, j = frame.tokens.names, i - 1
    while j >= 0 and names[j] in ("long", "outer", "protected", "expandafter"):
        j -= 1
    return j >= 0 and names[j] == "global"


def definition(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\def\name#1;#2{body}."""
    defined = defined_name(walker, frame)
    tokens = frame.tokens
    begin = frame.pos
    while frame.i < frame.stop and tokens.kinds[frame.i] != token.OPEN:
        frame.i += 1
    if frame.i >= frame.stop:
        frame.i, frame.pos = frame.stop, frame.limit
        return
    frame.pos = tokens.starts[frame.i]
    parameters = tokens.source.text[begin : frame.pos]
    body = frame.group()
    if defined is None or body is None:
        return
    delimiters = re.split(r"#[0-9]", parameters)
    if len(delimiters) > 10 or (delimiters[0].strip() and len(delimiters) > 1):
        return
    until = tuple(delimiters[1:])
    signature = "".join("u" if part.strip() else "m" for part in until)
    if "edef" in name or "xdef" in name:
        body = frozen(walker, body, frame, tokens.starts[i])
    meaning(
        walker,
        frame,
        defined,
        Macro(body, signature, (), until),
        "gdef" in name or "xdef" in name or is_global(frame, i),
    )


def document_command(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\NewDocumentCommand{\name}{spec}{body}."""
    frame.skip("*")
    defined = defined_name(walker, frame)
    spec, body = frame.argument(), frame.argument()
    if defined is None or spec is None or body is None:
        return
    signature, defaults = xparse(spec)
    if name.startswith("Provide") and (defined in walker.macros or defined in walker.specials):
        return
    meaning(walker, frame, defined, Macro(body, signature, defaults))


def xparse(spec: Range) -> tuple[str, tuple[Range | None, ...]]:
    """(signature, defaults) of the argument specification of xparse."""
    signature, defaults = "", []
    for match in _XPARSE.finditer(spec.text):
        letter = match[1]
        if letter is None:
            continue
        signature += {
            "O": "o",
            "r": "m",
            "R": "m",
            "D": "d",
            "G": "g",
            "b": "m",
            "v": "m",
            "l": "m",
            "E": "t",
            "e": "t",
        }.get(letter, letter)
        default = None
        if letter in _SECOND and match[2].startswith("{"):
            pos = spec.pos + match.start(2) + 1
            default = Range(spec.tokens, spec.i, spec.i, pos, spec.pos + match.end(2) - 1, (), spec.use)
        defaults.append(default)
        if len(signature) == 9:
            break
    return signature, tuple(defaults)


def operator(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\DeclareMathOperator{\name}{letters}: part of a formula, whatever its letters."""
    frame.skip("*")
    defined = defined_name(walker, frame)
    letters = frame.argument()
    if defined is not None and letters is not None and any(map(str.isdigit, letters.text)):
        meaning(walker, frame, defined, Macro(letters))
    elif defined is not None:
        walker.macros.pop(defined, None)


def environment(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\newenvironment{name}[count][default]{begin}{end}, \NewDocumentEnvironment{name}{spec}{begin}{end}."""
    frame.skip("*")
    named = frame.argument()
    if "Document" in name:
        spec = frame.argument()
        signature, defaults = xparse(spec) if spec else ("", ())
    else:
        count, default = frame.option(), None
        if count is not None:
            default = frame.option()
        number = int(count.text) if count and count.text.strip() in tuple("0123456789") else 0
        signature = "o" + "m" * (number - 1) if default is not None and number else "m" * number
        defaults = (default,)
    begin, end = frame.argument(), frame.argument()
    called = named.flat() if named is not None else ""
    if walker.foreign and ("@" in called or called.rstrip("*") in {*ENVIRONMENTS, ""}):
        return
    if called not in ("", "document") and begin is not None and end is not None:
        begin, end = bound(walker, begin, frame), bound(walker, end, frame)
        walker.environments[called] = (Macro(begin, signature, defaults), Macro(end, signature, defaults))


def named_definition(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\@namedef{name}{body}, \csdef{name}{body}."""
    kind, j, _ = frame.peek()
    named = frame.group()
    body = frame.group()
    if named is None or kind != token.OPEN:
        return
    defined = named.flat().strip()
    if defined in MARKERS:
        redefined(walker, frame, j + 1 if j + 1 < len(frame.tokens) else j, defined)
    elif body is not None:
        meaning(walker, frame, defined, Macro(body))


_XPARSE_VERBS = ("New", "Renew", "Provide", "Declare")
DEFINERS: dict[str, Callable[[Walker, Frame, str, int], None]] = {
    **dict.fromkeys(
        words("newcommand renewcommand providecommand DeclareRobustCommand newrobustcmd renewrobustcmd"), newcommand
    ),
    **dict.fromkeys(words("providerobustcmd newcommandx renewcommandx CheckCommand newcommandtwoopt"), newcommand),
    **dict.fromkeys(words("def gdef edef xdef protected@edef protected@xdef"), definition),
    **dict.fromkeys((verb + "DocumentCommand" for verb in _XPARSE_VERBS), document_command),
    **dict.fromkeys((verb + "ExpandableDocumentCommand" for verb in _XPARSE_VERBS), document_command),
    **dict.fromkeys(words("DeclareMathOperator DeclarePairedDelimiter DeclarePairedDelimiterX"), operator),
    **dict.fromkeys(words("newenvironment renewenvironment provideenvironment newenvironmentx"), environment),
    **dict.fromkeys((verb + "DocumentEnvironment" for verb in _XPARSE_VERBS), environment),
    **dict.fromkeys(words("@namedef csdef csgdef csedef csxdef"), named_definition),
}
"""Commands that define macros."""
