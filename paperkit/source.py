"""Text with places: a file's text, and spans of it that know their line and column."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from paperkit.errors import PaperkitError

_LINE_END = re.compile("\n")


@dataclass(frozen=True)
class SourceFile:
    """One text file. *path* is what messages show (relative to the project), *text* its whole content.

    Offsets are indices into *text*; lines and columns are 1-based, a column counts characters.
    """

    path: str
    text: str

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        r"""Offset of the first character of each line; only "\n" ends a line."""
        return (0, *(found.end() for found in _LINE_END.finditer(self.text)))

    def place(self, offset: int) -> tuple[int, int]:
        r"""(line, column) of *offset*, both 1-based.

        >>> SourceFile("a.tex", "ab\ncd").place(4)
        (2, 2)
        """
        if not offset:
            return 1, 1
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Text of the 1-based line *number*, without its end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r")

    def span(self, start: int, end: int) -> Span:
        """The span of the half-open range [start, end)."""
        return Span(self, start, end)

    def line_span(self, number: int) -> Span:
        """The span of a whole line."""
        start = self.line_starts[number - 1]
        return Span(self, start, start + len(self.line(number)))

    def whole(self) -> Span:
        """An empty span at the file's beginning: for what is wrong with the file as such."""
        return Span(self, 0, 0)


class Span(NamedTuple):
    """The half-open range [start, end) of a source file; line and column are worked out when they are asked for."""

    source: SourceFile
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters in the span."""
        return self.source.text[self.start : self.end]

    @property
    def path(self) -> str:
        """Path of the file, as shown."""
        return self.source.path

    @property
    def line(self) -> int:
        """1-based line of the first character."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """1-based column of the first character."""
        return self.source.place(self.start)[1]

    @property
    def row(self) -> str:
        """`path:line`."""
        return f"{self.path}:{self.line}"

    @property
    def place(self) -> str:
        """`path:line:column`."""
        line, column = self.source.place(self.start)
        return f"{self.path}:{line}:{column}"


class NotText(PaperkitError):  # noqa: N818  (a problem of the user's file, not of the tool)
    """A file is not UTF-8; *span* is the first character that is not, *fact* says it without the place."""

    def __init__(self, span: Span, byte: int) -> None:
        self.span = span
        self.fact = f"not UTF-8 (byte 0x{byte:02x})"
        super().__init__(f"{span.place}: {self.fact}", "save the file as UTF-8")


def read_source(path: Path, shown: str | None = None) -> SourceFile:
    """Read a UTF-8 text file (a byte order mark is dropped, CRLF becomes LF); *shown* is the path for messages.

    Raises PaperkitError when the file cannot be read, NotText with the place when it is not UTF-8.
    """
    shown = shown or str(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise PaperkitError(
            f"{shown}: cannot be read: {error.strerror}", "check the path and the permissions"
        ) from None
    return decode_source(raw, shown)


def decode_source(raw: bytes, shown: str) -> SourceFile:
    """As read_source, from bytes."""
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode().replace("\r\n", "\n")
        source = SourceFile(shown, raw.decode("utf-8", "replace").replace("\r\n", "\n"))
        raise NotText(source.span(len(before), len(before) + 1), raw[error.start]) from None
    return SourceFile(shown, text.replace("\r\n", "\n"))
