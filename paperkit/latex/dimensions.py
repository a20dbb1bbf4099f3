r"""TeX's own syntax of lengths and whole numbers: what follows \kern, \hskip, \raise, \penalty, \parskip= ... ."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

import re

from paperkit.latex import tokens as token
from paperkit.latex.alphabet import LENGTH, OPAQUE
from paperkit.latex.frames import TEXT_NEXT, Frame
from paperkit.latex.macros import defined_name
from paperkit.latex.walk import Walker
from paperkit.latex.wordlist import words

_UNIT = r"(?:true[ \t\n]*)?(?:pt|mm|cm|in|ex|em|bp|pc|dd|cc|sp|mu|nd|nc|px|fil{1,3})"
_FACTOR = r"[-+ \t\n]*(?:\d+(?:[.,]\d*)?|[.,]\d+)"
_LENGTH = re.compile(rf"(?P<factor>{_FACTOR})[ \t\n]*(?P<unit>{_UNIT})?[ \t]?|[-+ \t\n]+")
_WHOLE = re.compile(r"[-+ \t\n]*(?:\d+|'[0-7]+|\"[0-9A-Fa-f]+|`.)[ \t]?|[-+ \t\n]+", re.DOTALL)
_CHARACTER = re.compile(r"(\d{1,7})|'([0-7]{1,7})|\"([0-9A-Fa-f]{1,6})|`\\?(.)", re.DOTALL)
_CODED = re.compile(r"`\\?\^\^(?:([0-9a-f]{2})|.)")
"""A character by its code, `^^25, or one that controls, `\\^^M."""
_STRETCH = re.compile(r"[ \t\n]*(?:plus|minus)(?![a-z])")
_RULE = re.compile(r"[ \t\n]*(?:width|height|depth|to|spread|at|scaled)(?![a-z])")

LENGTHS = words("""
    kern hskip vskip mkern mskip raise lower moveleft moveright
    """)
"""Take a length right behind them."""
LENGTH_PARAMETERS = words("""
    parindent parskip hsize vsize baselineskip lineskip lineskiplimit topskip leftskip rightskip parfillskip hangindent
    hoffset voffset tabcolsep arraycolsep arrayrulewidth textwidth textheight columnsep columnseprule columnwidth
    linewidth oddsidemargin evensidemargin topmargin headheight headsep footskip footnotesep marginparwidth
    marginparsep abovedisplayskip belowdisplayskip abovedisplayshortskip belowdisplayshortskip fboxsep fboxrule
    itemsep topsep parsep partopsep leftmargin rightmargin labelsep labelwidth itemindent listparindent
    abovecaptionskip belowcaptionskip floatsep textfloatsep intextsep dblfloatsep dbltextfloatsep paperwidth
    paperheight pdfpagewidth pdfpageheight pagewidth pageheight mathsurround nulldelimiterspace emergencystretch
    overfullrule splittopskip maxdepth hfuzz vfuzz tabskip spaceskip xspaceskip thinmuskip medmuskip thickmuskip
    jot bibsep bibindent smallskipamount medskipamount bigskipamount aboverulesep belowrulesep cmidrulewidth
    heavyrulewidth lightrulewidth unitlength scriptspace predisplaysize LTpre LTpost algomargin
    """)
"""May be set by writing a length behind them."""
WHOLE_PARAMETERS = words("""
    looseness penalty hyphenpenalty exhyphenpenalty tolerance pretolerance clubpenalty widowpenalty brokenpenalty
    displaywidowpenalty interlinepenalty predisplaypenalty postdisplaypenalty binoppenalty relpenalty linepenalty
    adjdemerits doublehyphendemerits finalhyphendemerits hbadness vbadness hangafter day month year mag fam
    magnification endlinechar newlinechar escapechar defaulthyphenchar lefthyphenmin righthyphenmin uchyph language
    pdfoutput pdfminorversion pdfcompresslevel pdfobjcompresslevel pdfsuppresswarningpagegroup pdfadjustspacing
    pdfprotrudechars pdfgentounicode pdfinclusionerrorlevel pdfpagebox tracingall tracingonline errorcontextlines
    interfootnotelinepenalty interdisplaylinepenalty maxdeadcycles showboxdepth showboxbreadth box copy unhbox unvbox
    unhcopy unvcopy setbox synctex globaldefs allowbreakpenalty delimiterfactor
    """)
"""May be set by, or want, a whole number behind them."""
_HIDING = ("0", "9", "14")
"""Categories of characters that begin a command, are passed over, or begin a comment."""
_MAKING = ("lccode", "uccode", "mathcode")
CODES = words("catcode lccode uccode sfcode mathcode delcode")
REGISTERS = words("dimen skip muskip toks wd ht dp")


def length(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\kern-0.1em, \hskip 1em plus 1fil, \raise\x, \kern\dimexpr 1pt+2pt\relax."""
    take_length(frame)
    while take_text(frame, _STRETCH):
        take_length(frame)


def length_parameter(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\parskip=3pt plus 1pt, \baselineskip 12pt."""
    if frame.skip("=") or _next_length(frame):
        length(walker, frame, name, i)
    else:
        walker.emit(LENGTH, frame, frame.tokens.starts[i], frame.pos)


def whole_parameter(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\looseness=-1, \penalty10000, \setbox0=."""
    frame.skip("=")
    take_whole(frame)
    if name == "setbox":
        frame.skip("=")


def of_font(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\hyphenchar\font=45, \fontdimen2\tt=3pt: what belongs to a font."""
    if name == "fontdimen":
        take_whole(frame)
    kind, at, _ = frame.peek()
    if kind == token.WORD:
        frame.i, frame.pos = at + 1, frame.tokens.ends[at]
        frame.skip("=")
        (take_length if name == "fontdimen" else take_whole)(frame)


def code(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\catcode`\%=12."""
    tokens, begin = frame.tokens, frame.peek()[2]
    take_whole(frame)
    target = _character(tokens.source.text[begin : frame.pos])
    frame.skip("=")
    begin = frame.peek()[2]
    take_whole(frame)
    value = tokens.source.text[begin : frame.pos].strip()
    if name == "catcode":
        hides = target in ("%", "\\") or target.isdigit() or (value in _HIDING and not target.isspace())
        hides = hides or (value == "11" and target in "_:^$&#")
    else:
        hides = name in _MAKING and (target.isdigit() or _character(value).isdigit())
    if hides and not walker.foreign:
        what = f"\\{name} changes what {target} means, which is not followed"
        walker.trouble(frame, tokens.starts[i], frame.pos, what)


def _character(text: str) -> str:
    r"""The character that TeX knows by the number *text*: 37, "25, '45, `\%; *text* where it is none."""
    number, coded = _CHARACTER.fullmatch(text.strip()), _CODED.fullmatch(text.strip())
    if coded is not None or text.strip() == "`\\":
        return chr(int(coded[1], 16)) if coded is not None and coded[1] else " "
    if number is None:
        return text.strip().lstrip("`\\")
    plain, octal, hexadecimal, itself = number.groups()
    code = int(plain or octal or hexadecimal, 10 if plain else 8 if octal else 16) if itself is None else ord(itself)
    return chr(code) if code < 0x110000 else text


def made_other(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\@makeother\%, \dospecials: characters lose their meaning."""
    target = frame.argument() if name == "@makeother" else None
    told = target.text.lstrip("\\") in ("%", "") if target is not None else name == "dospecials"
    if told and walker.mode.visible and not walker.foreign:
        what = f"\\{name} changes what characters mean, which is not followed"
        walker.trouble(frame, frame.tokens.starts[i], frame.pos, what)


def register(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\dimen0=5pt, \toks2={...}."""
    take_whole(frame)
    if frame.skip("=") and name != "toks":
        length(walker, frame, name, i)


def rule(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\vrule width 1pt height 2pt; \hbox to 3pt{...}, whose group prints."""
    while take_text(frame, _RULE):
        take_length(frame)
    if walker.mode.math and name == "hbox":
        what = frame.group()
        if what is not None:
            walker.push(what, walker.mode._replace(math=False))


def character(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\char53, \char`5, \symbol{53}: one character, by its number."""
    start, begin = frame.tokens.starts[i], frame.peek()[2]
    if name != "symbol" or frame.group() is None:
        take_whole(frame)
    text = frame.tokens.source.text[begin : frame.pos].strip(" \t\n{}")
    shown = _character(text) if _CHARACTER.fullmatch(text) else OPAQUE
    walker.emit(shown if len(shown) == 1 and shown.isprintable() else OPAQUE, frame, start, frame.pos)


def font(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\font\x=cmr10 at 12pt."""
    if frame.peek()[0] != token.WORD:
        return
    defined_name(walker, frame)
    if frame.skip("="):
        take_text(frame, re.compile(r"[ \t]*[^\s\\{}]+"))
        rule(walker, frame, name, i)


def stream(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\write18{...}, \openout3=file."""
    start = frame.tokens.starts[i]
    shell = frame.tokens.source.text.startswith("18", frame.pos) and name == "write"
    take_whole(frame)
    if frame.skip("="):
        take_text(frame, re.compile(r"[ \t]*[^\s\\{}]+"))
    walker.skipped(frame.group(), name)
    if shell and walker.mode.visible:
        walker.trouble(frame, start, frame.pos, "a program is run here, and what it writes is not known")


def take_text(frame: Frame, pattern: re.Pattern[str]) -> bool:
    """Step over what *pattern* matches in the text that is next."""
    kind, i, pos = frame.peek()
    limit = frame.tokens.starts[i] if i < frame.stop else frame.limit
    match = pattern.match(frame.tokens.source.text, pos, limit) if kind == TEXT_NEXT else None
    if match is None or match.end() == pos:
        return False
    frame.i, frame.pos = i, match.end()
    return True


def _next_length(frame: Frame) -> bool:
    kind, i, pos = frame.peek()
    limit = frame.tokens.starts[i] if i < frame.stop else frame.limit
    match = _LENGTH.match(frame.tokens.source.text, pos, limit) if kind == TEXT_NEXT else None
    return match is not None and match["unit"] is not None


def take_length(frame: Frame) -> None:
    """Step over a length: a number with its unit, a register, or a factor and a register."""
    begin = frame.peek()[2]
    taken = frame.tokens.source.text[begin : frame.pos] if take_text(frame, _LENGTH) else ""
    if not taken.rstrip()[-1:].isalpha():
        _register(frame)


def take_whole(frame: Frame) -> None:
    """Step over a whole number."""
    begin = frame.pos
    if take_text(frame, _WHOLE) and frame.tokens.source.text[begin : frame.pos].strip("+- \t\n"):
        return
    coded = _CODED.match(frame.tokens.source.text, frame.pos, frame.limit)
    if coded is not None:
        while frame.i < frame.stop and frame.tokens.starts[frame.i] < coded.end():
            frame.i += 1
        frame.pos = coded.end()
        return
    if frame.tokens.source.text[frame.pos : frame.pos + 1] == "`":
        frame.skip("`")
        frame.argument()
        return
    _register(frame)


def _register(frame: Frame) -> None:
    kind, i, _ = frame.peek()
    tokens = frame.tokens
    if kind != token.WORD or tokens.starts[i] != frame.pos:
        return
    frame.i, frame.pos = i + 1, tokens.ends[i]
    name = tokens.names[i]
    if name in ("dimexpr", "glueexpr", "numexpr"):
        while frame.i < frame.stop:
            kind, j, _ = frame.peek()
            if kind not in (TEXT_NEXT, token.WORD):
                return
            frame.i, frame.pos = (j + 1, tokens.ends[j]) if kind == token.WORD else (j, _stop(frame, j))
            if kind == token.WORD and tokens.names[j] == "relax":
                return
    elif name in REGISTERS or name == "count":
        take_whole(frame)
    elif name in ("value", "widthof", "heightof", "real"):
        frame.group()


def _stop(frame: Frame, j: int) -> int:
    return frame.tokens.starts[j] if j < frame.stop else frame.limit


DIMENSIONS = {
    **dict.fromkeys(LENGTHS, length),
    **dict.fromkeys(LENGTH_PARAMETERS, length_parameter),
    **dict.fromkeys(WHOLE_PARAMETERS, whole_parameter),
    **dict.fromkeys(CODES, code),
    **dict.fromkeys(REGISTERS, register),
    **dict.fromkeys(words("hbox vbox vtop vcenter hrule vrule halign valign"), rule),
    **dict.fromkeys(words("write openout openin closeout closein"), stream),
    **dict.fromkeys(words("hyphenchar skewchar fontdimen"), of_font),
    "font": font,
    "char": character,
    "symbol": character,
    "@makeother": made_other,
    "dospecials": made_other,
}
