r"""LaTeX that was written for another engine, as the one here takes it: in the copy that is compiled alone.

What names an engine changes nothing that a reader sees: the driver of a package (`\usepackage[pdftex]{hyperref}`), the
version of the PDF (`\pdfminorversion=4`), tables for copying text out of it (`\input{glyphtounicode}`).
"""

from __future__ import annotations

import re

from paperkit.latex.wordlist import words

_ENCODING = re.compile(
    r"(\\usepackage\s*\[)[^\]]*(\]\s*\{(?:inputenc|inputenx|selinput)\})|(\\inputencoding\s*\{)[^{}]*(\})"
)
_OPTIONS = re.compile(
    r"(\\(?:usepackage|documentclass|RequirePackage)\s*\[|\\PassOptionsTo(?:Package|Class)\s*\{)([^\]{}]*)([\]}])"
)
DRIVERS = words("pdftex dvips ps2pdf pdfmark dvipdfm luatex vtex")
"""Options of packages that name another engine, or a program behind it."""
_SETTING = re.compile(
    r"(?<!\\ifnum)(?<!\\ifnum )(?<!\\ifcase)(?<!\\the)\\pdf(?:output|(?:option)?(?:pdf)?(?:minor|major)version"
    r"|compresslevel|objcompresslevel|gentounicode|suppresswarningpagegroup|imageresolution|inclusioncopyfonts|draftmode)"
    r"(?![A-Za-z])\s*=?\s*\d+"
)
_GLYPHS = re.compile(r"\\input\s*(?:\{\s*glyphtounicode(?:\.tex)?\s*\}|glyphtounicode(?:\.tex)?(?=\s|$))")
_INFORMATION = re.compile(r"\\pdfinfo(?![A-Za-z])")
INFORMATION = r"\providecommand\pdfinfo[1]{}"
"""What a document that writes into the PDF's record by hand needs before its first line."""


def for_engine(text: str) -> str:
    r"""*text* in UTF-8, without what only another engine understands; the same number of lines.

    >>> for_engine(r"\usepackage[pdftex,colorlinks]{hyperref}\pdfoutput=1")
    '\\usepackage[colorlinks]{hyperref}\\relax'
    """
    text = _OPTIONS.sub(_without_drivers, as_utf8(text))
    return _GLYPHS.sub(r"\\relax", _SETTING.sub(r"\\relax", text))


def before(text: str) -> str:
    """What has to stand before the main file *text*."""
    return INFORMATION if _INFORMATION.search(text) else ""


def as_utf8(text: str) -> str:
    r"""LaTeX that declares the encoding which it is written in now: the engine reads UTF-8 alone.

    >>> as_utf8(r"\usepackage[latin1]{inputenc}")
    '\\usepackage[utf8]{inputenc}'
    """
    return _ENCODING.sub(lambda found: f"{found[1] or found[3]}utf8{found[2] or found[4]}", text)


def _without_drivers(found: re.Match[str]) -> str:
    options = found[2].split(",")
    kept = [option for option in options if option.strip() not in DRIVERS]
    if len(kept) == len(options):
        return found[0]
    lines = "\n" * (found[2].count("\n") - ",".join(kept).count("\n"))
    return f"{found[1]}{','.join(kept)}{lines}{found[3]}"
