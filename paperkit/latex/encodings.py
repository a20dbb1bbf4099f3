r"""LaTeX files in other encodings than UTF-8: by their byte order mark, or as they declare (`[latin1]{inputenc}`)."""

from __future__ import annotations

import re
from pathlib import Path

from paperkit.errors import PaperkitError
from paperkit.latex.wordlist import pairs
from paperkit.source import SourceFile, decode_source

CODECS = pairs("""
    latin1 latin-1 latin2 iso8859-2 latin3 iso8859-3 latin4 iso8859-4 latin5 iso8859-9 latin9 iso8859-15
    latin10 iso8859-16 ansinew cp1252 cp1250 cp1250 cp1251 cp1251 cp1252 cp1252 cp1257 cp1257 cp437 cp437 cp850 cp850
    cp852 cp852 cp858 cp858 cp865 cp865 cp866 cp866 koi8-r koi8-r koi8-u koi8-u koi8-ru koi8-u applemac mac-roman
    macce mac-latin2 iso-8859-1 latin-1 iso-8859-2 iso8859-2 iso-8859-15 iso8859-15 windows-1252 cp1252
    windows-1250 cp1250 windows-1251 cp1251 gbk gbk gb2312 gb2312 big5 big5 shift_jis shift_jis euc-jp euc-jp
    euc-kr euc-kr isolatin latin-1 macosroman mac-roman
    """)
"""What documents call an encoding, and what Python calls it."""
_DECLARED = re.compile(
    rb"^[^%\n\r]*\\(?:usepackage\s*\[([\w, =-]*)\]\s*\{(?:inputenc|selinput|inputenx)\}|inputencoding\s*\{([\w-]+)\})"
    rb"|%\s*!\s*T[Ee]X\s+encoding\s*=\s*([\w-]+)|-\*-.*?coding:\s*([\w-]+)",
    re.MULTILINE,
)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def declared_encoding(raw: bytes) -> str:
    r"""Python's name of the encoding that the LaTeX text *raw* declares; empty for none, or one that is not known.

    >>> declared_encoding(rb"\usepackage[latin1]{inputenc}"), declared_encoding(rb"% \usepackage[latin1]{inputenc}")
    ('latin-1', '')
    """
    for match in _DECLARED.finditer(raw):
        for name in next(filter(None, match.groups()), b"").decode("ascii").lower().split(","):
            if name.strip() in CODECS:
                return CODECS[name.strip()]
    return ""


def decode_tex(raw: bytes, shown: str, fallback: str = "") -> SourceFile:
    r"""The LaTeX text *raw*: UTF-8, else what it declares, else *fallback* (what its main file declares).

    CRLF and a lone CR end a line, as they do for TeX. Raises PaperkitError where no encoding fits.
    """
    if raw.startswith(_UTF_16):
        return _source(shown, raw, "utf-16")
    try:
        source = decode_source(raw, shown)
    except PaperkitError as error:
        encoding = declared_encoding(raw) or fallback
        if not encoding:
            hint = r"save the file as UTF-8, or declare its encoding: \usepackage[latin1]{inputenc}"
            raise PaperkitError(error.message, hint) from None
        return _source(shown, raw, encoding)
    return SourceFile(shown, source.text.replace("\r", "\n")) if "\r" in source.text else source


def _source(shown: str, raw: bytes, encoding: str) -> SourceFile:
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = f"{shown}:{line}: not {encoding} (byte 0x{raw[error.start]:02x}), which it declares"
        raise PaperkitError(message, "save the file as UTF-8") from None
    return SourceFile(shown, text.replace("\r\n", "\n").replace("\r", "\n"))


def read_tex(path: Path, shown: str = "", fallback: str = "") -> SourceFile:
    """As decode_tex, from a file; raises PaperkitError also when it cannot be read."""
    shown = shown or str(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise PaperkitError(
            f"{shown}: cannot be read: {error.strerror}", "check the path and the permissions"
        ) from None
    return decode_tex(raw, shown, fallback)


def encoding_of(path: Path) -> str:
    """What the file declares; empty where it cannot be read or declares none."""
    try:
        return declared_encoding(path.read_bytes())
    except OSError:
        return ""
