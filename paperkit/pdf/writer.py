"""Objects written behind a PDF's end, as an incremental update: what stands stays as it is, byte for byte."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from paperkit.pdf.file import PdfFile
from paperkit.pdf.syntax import Name, Ref, Stream

TOGETHER = 200
"""Objects in one stream of objects."""
_SPECIAL = re.compile(rb"[()\\\r\n]")
_ESCAPED = {b"\r": b"\\r", b"\n": b"\\n"}
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_.+-]*")


def text_string(text: str) -> bytes:
    """*text* as PDF has it: Latin-1 where that is enough, else UTF-16 with its mark."""
    return text.encode("ascii") if text.isascii() else b"\xfe\xff" + text.encode("utf-16-be")


def written(one: Any) -> bytes:
    """An object as bytes of a file. Streams are written by `update` alone."""
    if isinstance(one, Ref):
        return b"%d %d R" % one
    if isinstance(one, Name):
        return b"/" + b"".join(_letter(byte) for byte in one.encode("utf-8", "surrogateescape"))
    if isinstance(one, bytes):
        return b"(" + _SPECIAL.sub(lambda found: _ESCAPED.get(found[0], b"\\" + found[0]), one) + b")"
    if isinstance(one, dict):
        return b"<<" + b"".join(written(Name(key)) + _spaced(value) for key, value in one.items()) + b">>"
    if isinstance(one, (list, tuple)):
        return b"[" + b" ".join(map(written, one)) + b"]"
    if isinstance(one, bool) or one is None:
        return {True: b"true", False: b"false", None: b"null"}[one]
    return (f"{one:.6f}".rstrip("0").rstrip(".") if isinstance(one, float) else str(one)).encode()


def _letter(byte: int) -> bytes:
    one = chr(byte)
    return one.encode("latin-1") if _PLAIN_NAME.fullmatch(one) else b"#%02X" % byte


def _spaced(value: Any) -> bytes:
    raw = written(value)
    return raw if raw[:1] in b"/(<[" else b" " + raw


def packed(entries: Mapping[str, Any], raw: bytes) -> Stream:
    """A stream of *raw*, packed; the same bytes give the same stream, as far as zlib is the same."""
    small = zlib.compress(raw, 9)
    return Stream({**entries, "Filter": Name("FlateDecode"), "Length": len(small)}, small)


def update(raw: bytes, file: PdfFile, objects: Mapping[int, Any]) -> bytes:
    """*raw*, whose objects *file* has, with *objects* by their numbers in place of or beside those that it has."""
    body = bytearray(raw if raw.endswith(b"\n") else raw + b"\n")
    rows: dict[int, tuple[int, int, int]] = {}
    streams = {number: one for number, one in sorted(objects.items()) if isinstance(one, Stream)}
    plain = [(number, one) for number, one in sorted(objects.items()) if number not in streams]
    free = max(file.size, *objects) if objects else file.size
    for at in range(0, len(plain), TOGETHER):
        free += 1
        part = plain[at : at + TOGETHER]
        rows |= {number: (2, free, index) for index, (number, _) in enumerate(part)}
        streams[free] = _together(part)
    for number, one in streams.items():
        rows[number] = (1, len(body), 0)
        body += _object(number, one)
    return bytes(body + _references(len(body), free + 1, rows, file))


def _together(part: Iterable[tuple[int, Any]]) -> Stream:
    heads, bodies = [], bytearray()
    for number, one in part:
        heads.append(f"{number} {len(bodies)}")
        bodies += written(one) + b"\n"
    head = (" ".join(heads) + "\n").encode()
    return packed({"Type": Name("ObjStm"), "N": len(heads), "First": len(head)}, head + bytes(bodies))


def _object(number: int, one: Stream) -> bytes:
    return b"%d 0 obj\n%s\nstream\n%s\nendstream\nendobj\n" % (number, written(one.entries), one.raw)


def _references(at: int, number: int, rows: dict[int, tuple[int, int, int]], file: PdfFile) -> bytes:
    """The stream of cross references, which stands at *at* and is object *number* itself."""
    rows = dict(sorted([*rows.items(), (number, (1, at, 0))]))
    data = b"".join(
        b"%c%s%s" % (kind, second.to_bytes(4, "big"), third.to_bytes(2, "big")) for kind, second, third in rows.values()
    )
    index: list[int] = []
    for one in rows:
        if index and index[-2] + index[-1] == one:
            index[-1] += 1
        else:
            index += [one, 1]
    kept: dict[str, Any] = {key: file.trailer[key] for key in ("Root", "Info", "ID") if key in file.trailer}
    entries: dict[str, Any] = {"Type": Name("XRef"), "Size": number + 1, "Index": index, "W": [1, 4, 2]}
    entries |= {"Prev": file.start, **kept}
    return _object(number, packed(entries, data)) + b"startxref\n%d\n%%%%EOF\n" % at
