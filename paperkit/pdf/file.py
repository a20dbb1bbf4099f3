"""A PDF file: its cross references, its objects, its pages; only what a reader of ours needs, and nothing of pdfium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from paperkit.pdf.packing import inflate, predicted
from paperkit.pdf.syntax import PdfError, Ref, Stream, Word, read_object

MOST_SECTIONS = 1000
TAIL = 4096
"""Bytes in which the end of a file is looked for."""
MOST_PAGES = 20_000
INHERITED = ("Resources", "MediaBox", "CropBox", "Rotate")


class PdfFile:
    """One file, read from its bytes. Raises PdfError where it is none, or broken.

    *former* is the file of which *raw* is an update: what it has read already, and stands where it stood, is not read
    again.
    """

    def __init__(self, raw: bytes, former: PdfFile | None = None) -> None:
        if not raw.startswith(b"%PDF-"):
            raise PdfError("it does not begin as a PDF does")
        self.raw = raw
        self.trailer: dict[str, Any] = {}
        self.places: dict[int, tuple[int, int]] = {}
        """Object number -> (offset, 0), or (number of the stream that holds it, index + 1)."""
        self.known: dict[int, Any] = {}
        self._packed: dict[int, tuple[list[int], bytes]] = {}
        self.sections: dict[int, bool] = {}
        """Offset of each part of the cross references -> whether it is a stream."""
        self.end = 0
        """Offset behind the last mark of an end."""
        self.start = self._last_section()
        self._read_sections()
        if not isinstance(self.trailer.get("Root"), Ref):
            raise PdfError("it names no catalog")
        if former is not None and raw.startswith(former.raw):
            standing = ((number, one) for number, one in former.known.items() if self._stands(number, one, former))
            self.known.update(standing)

    @property
    def encrypted(self) -> bool:
        """Whether it is encrypted: then its strings and streams say nothing."""
        return "Encrypt" in self.trailer

    @property
    def catalog(self) -> dict[str, Any]:
        """The root of all objects."""
        return self.dictionary(self.trailer["Root"])

    @property
    def size(self) -> int:
        """One more than the highest object number."""
        return max(self.places, default=0) + 1

    def get(self, one: Any) -> Any:
        """*one*, or the object that it refers to; None where there is none."""
        for _ in range(20):
            if not isinstance(one, Ref):
                return one
            if one.generation:  # nothing that we read has any, and readers differ in what they make of one
                raise PdfError(f"object {one.number} is of generation {one.generation}, which is not read here")
            if one.number not in self.known:
                self.known[one.number] = self._load(one.number)
            one = self.known[one.number]
        raise PdfError("references lead in a circle")

    def dictionary(self, one: Any) -> dict[str, Any]:
        """As get; the dictionary of a stream, and an empty one for what is none."""
        found = self.get(one)
        if isinstance(found, Stream):
            return found.entries
        return found if isinstance(found, dict) else {}

    def array(self, one: Any) -> list[Any]:
        """As get; an empty array for what is none."""
        found = self.get(one)
        return found if isinstance(found, list) else []

    def unpacked(self, one: Any) -> bytes:
        """The bytes of a stream without its filters. Raises PdfError for a filter that is not read here."""
        stream = self.get(one)
        if not isinstance(stream, Stream):
            raise PdfError("a stream is missing")
        raw = stream.raw
        filters, parameters = self._filters(stream)
        for name, options in zip(filters, parameters, strict=True):
            if name not in ("FlateDecode", "Fl"):
                raise PdfError(f"a stream is packed with {name}")
            raw = predicted(inflate(raw), options)
        return raw

    def plain(self, stream: Stream) -> tuple[bytes, tuple[str, ...]]:
        """The bytes of a stream unpacked as far as they can be, and the filters that are left."""
        filters, _ = self._filters(stream)
        if filters and all(name in ("FlateDecode", "Fl") for name in filters):
            return self.unpacked(stream), ()
        return stream.raw, tuple(filters)

    def _filters(self, stream: Stream) -> tuple[list[str], list[dict[str, Any]]]:
        if "F" in stream.entries:
            raise PdfError("a stream lies in another file")
        found = self.get(stream.entries.get("Filter"))
        filters = [str(self.get(one)) for one in found] if isinstance(found, list) else [str(found)] if found else []
        options = self.get(stream.entries.get("DecodeParms"))
        listed = options if isinstance(options, list) else [options] * len(filters)
        if len(listed) != len(filters) or len(filters) > 4:
            raise PdfError("a stream's filters and their options differ in number")
        return filters, [self.dictionary(one) for one in listed]

    def _stands(self, number: int, one: Any, former: PdfFile) -> bool:
        """Whether an object is what it was in *former*; a stream is read again, its length may be another object."""
        place = self.places.get(number)
        if isinstance(one, Stream) or place is None or place != former.places.get(number):
            return False
        return not place[1] or self.places.get(place[0]) == former.places.get(place[0])

    def pages(self) -> tuple[dict[str, Any], ...]:
        """The dictionary of each page, with what it inherits. Raises PdfError."""
        return tuple(page for _, page in self.numbered_pages())

    def numbered_pages(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """(object number, dictionary) of each page, in order."""
        left: list[tuple[Any, dict[str, Any]]] = [(self.catalog.get("Pages"), {})]
        seen: set[int] = set()
        while left:
            node, above = left.pop()
            if isinstance(node, Ref):
                if node.number in seen or len(seen) > MOST_PAGES:
                    raise PdfError("the tree of pages leads in a circle")
                seen.add(node.number)
            found = self.dictionary(node)
            inherited = {**above, **{key: found[key] for key in INHERITED if key in found}}
            if "Kids" in found:
                left += [(kid, inherited) for kid in reversed(self.array(found["Kids"]))]
            elif found:
                if self.get(found.get("Type")) != "Page":
                    raise PdfError("something stands among its pages that is none")
                yield (node.number if isinstance(node, Ref) else 0), {**inherited, **found}

    def _last_section(self) -> int:
        """Where the last cross references begin. The last word `startxref` counts, as for every reader."""
        begin = max(0, len(self.raw) - TAIL)
        found = re.compile(rb"startxref\s+(\d{1,12})\s+%%EOF").match(self.raw, self.raw.rfind(b"startxref", begin))
        if found is None:
            raise PdfError("its end is missing")
        self.end = found.end()
        return int(found[1])

    def _read_sections(self) -> None:
        at = self.start
        while at not in self.sections:
            if len(self.sections) >= MOST_SECTIONS or not 0 < at < len(self.raw):
                raise PdfError("its cross references lead nowhere")
            self.sections[at] = not self.raw.startswith(b"xref", at)
            places: dict[int, tuple[int, int]] = {}
            entries = self._stream_section(at, places) if self.sections[at] else self._table(at, places)
            for number, place in places.items():
                self.places.setdefault(number, place)
            for key, value in entries.items():
                self.trailer.setdefault(key, value)
            before = entries.get("Prev")
            if "XRefStm" in entries:
                raise PdfError("it has cross references of two kinds, of which each reader takes its own")
            if not isinstance(before, int):
                return
            at = before

    def _table(self, at: int, places: dict[int, tuple[int, int]]) -> dict[str, Any]:
        at += 4
        while True:
            head = re.compile(rb"\s*(\d{1,10}) (\d{1,10})\s*").match(self.raw, at)
            if head is None:
                break
            at = head.end()
            for number in range(int(head[1]), int(head[1]) + int(head[2])):
                row = self.raw[at : at + 20]
                if not re.fullmatch(rb"\d{10} (?:\d{5} f|00000 n)[ \r\n]{2}", row):
                    raise PdfError(f"its cross references are broken at byte {at}")
                _placed(places, number, (int(row[:10]), 0) if row[17:18] == b"n" else (-1, 0))
                at += 20
        word, at = read_object(self.raw, at)
        entries, _ = read_object(self.raw, at)
        if word != b"trailer" or not isinstance(entries, dict):
            raise PdfError("its trailer is missing")
        return entries

    def _stream_section(self, at: int, places: dict[int, tuple[int, int]]) -> dict[str, Any]:
        stream = self._object_at(at)
        if not isinstance(stream, Stream) or stream.entries.get("Type") != "XRef":
            raise PdfError(f"no cross references at byte {at}")
        entries, rows = stream.entries, self.unpacked(stream)
        widths = entries.get("W")
        if not isinstance(widths, list) or len(widths) != 3 or not all(type(w) is int and 0 <= w <= 8 for w in widths):
            raise PdfError("its cross references have no widths")
        step = sum(widths)
        ranges = entries.get("Index") or [0, entries.get("Size", 0)]
        numbers = (
            n for first, count in zip(ranges[::2], ranges[1::2], strict=False) for n in range(first, first + count)
        )
        for number, offset in zip(numbers, range(0, len(rows) - step + 1, step) if step else (), strict=False):
            kind, second, third = _row(rows, offset, widths)
            _placed(places, number, (second, 0) if kind == 1 else (second, third + 1) if kind == 2 else (-1, 0))
        return entries

    def _load(self, number: int) -> Any:
        offset, index = self.places.get(number, (-1, 0))
        if offset < 0:
            return None
        if not index:
            return self._object_at(offset, number)
        heads, body = self._pack(offset)
        if 2 * index > len(heads) or heads[2 * index - 2] != number:
            raise PdfError(f"object {number} is not where it should be")
        return read_object(body, heads[2 * index - 1])[0]

    def _pack(self, number: int) -> tuple[list[int], bytes]:
        """(numbers and offsets, bytes from the first object on) of a stream that holds objects."""
        if number not in self._packed:
            if self.places.get(number, (-1, 1))[1]:
                raise PdfError(f"object {number} holds no objects")
            stream = self._object_at(self.places[number][0], number)
            if not isinstance(stream, Stream) or stream.entries.get("Type") != "ObjStm":
                raise PdfError(f"object {number} holds no objects")
            raw, first, count = self.unpacked(stream), stream.entries.get("First"), stream.entries.get("N")
            if type(first) is not int or type(count) is not int:
                raise PdfError(f"object {number} holds no objects")
            try:
                heads = [int(text) for text in raw[:first].split()[: 2 * count]]
            except ValueError:
                raise PdfError(f"object {number} holds no objects") from None
            if len(set(heads[::2])) != len(heads[::2]):
                raise PdfError(f"object {number} holds an object twice, of which each reader takes its own")
            self._packed[number] = heads, raw[first:]
        return self._packed[number]

    def held(self, number: int) -> list[int]:
        """Numbers of the objects that a stream of objects holds. Raises PdfError."""
        return self._pack(number)[0][::2]

    def _object_at(self, at: int, number: int | None = None) -> Any:
        head = re.compile(rb"\s*(\d{1,10})\s+(\d{1,5})\s+obj").match(self.raw, at)
        if head is None or (number is not None and (int(head[1]) != number or int(head[2]))):
            raise PdfError(f"no object at byte {at}")
        found, end = read_object(self.raw, head.end())
        if isinstance(found, Word):
            raise PdfError(f"no object at byte {at}")
        begin = re.compile(rb"\s*stream(\r\n|\n|\r)").match(self.raw, end)
        if begin is None or not isinstance(found, dict):
            return found
        length = self.get(found.get("Length")) if isinstance(found.get("Length"), Ref) else found.get("Length")
        stop = begin.end() + length if type(length) is int and length >= 0 else -1
        if stop < 0 or not re.compile(rb"\s*endstream").match(self.raw, stop):
            raise PdfError(f"a stream at byte {at} does not end where it says")
        return Stream(found, self.raw[begin.end() : stop])


def _placed(places: dict[int, tuple[int, int]], number: int, place: tuple[int, int]) -> None:
    if number in places:
        raise PdfError(f"its cross references have object {number} twice, of which each reader takes its own")
    places[number] = place


def _row(rows: bytes, at: int, widths: list[int]) -> tuple[int, int, int]:
    parts = []
    for width in widths:
        parts.append(int.from_bytes(rows[at : at + width], "big"))
        at += width
    return parts[0] if widths[0] else 1, parts[1], parts[2]
