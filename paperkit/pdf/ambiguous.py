"""What readers of PDF take differently: each mends broken files in its own way, and some count before they look.

A file is clear where the objects that its cross references have are also the last ones of their numbers, so that a
reader that looks for objects by itself finds the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from paperkit.pdf.file import PdfFile
from paperkit.pdf.syntax import Ref, Stream, read_object

_SPACE = rb"[\0\t\n\f\r ]"
_HEAD = re.compile(rb"(?<![0-9])(\d{1,10})" + _SPACE + rb"+\d{1,5}" + _SPACE + rb"+obj(?![A-Za-z0-9])")
_TRAILER = re.compile(rb"trailer(?:" + _SPACE + rb"|%[^\r\n]*[\r\n])*<<")
_BEGINNING = 1024
"""Bytes in which a file says that its first page comes first."""


def ambiguities(file: PdfFile) -> Iterator[str]:
    """A sentence for each thing of *file* that readers differ in. Raises PdfError."""
    if not isinstance(file.trailer.get("Size"), int) or file.trailer["Size"] < file.size:
        yield f"it says that it has {file.trailer.get('Size')} objects, and has {file.size}"
    yield from _hinted(file)
    yield from _miscounted(file, file.catalog.get("Pages"))
    yield from _standing_again(file)
    yield from _held_again(file)
    if len(_TRAILER.findall(file.raw)) != sum(not one for one in file.sections.values()):
        yield "it has a trailer that no cross references belong to"


def _hinted(file: PdfFile) -> Iterator[str]:
    """Cross references behind a first object that says where the first page is; some readers begin with these."""
    head = _HEAD.search(file.raw, 0, _BEGINNING)
    if head is None or b"Linearized" not in file.raw[:_BEGINNING]:
        return
    found, end = read_object(file.raw, head.end())
    if not isinstance(found, dict) or found.get("L") != len(file.raw):
        return
    behind = re.compile(rb"\s*endobj\s*").match(file.raw, end)
    if behind is None or behind.end() != file.start:
        yield "it has cross references at its beginning and others at its end"


def _miscounted(file: PdfFile, root: Any) -> Iterator[str]:
    """Nodes of the tree of pages that say another number of pages than they have, or that they are one."""
    counts: dict[int, int] = {}
    order, left = list[Ref](), [root]
    while left:
        one = left.pop()
        if isinstance(one, Ref):
            order.append(one)
            left += file.array(file.dictionary(one).get("Kids"))
    for one in reversed(order):
        node = file.dictionary(one)
        kids = [kid.number for kid in file.array(node.get("Kids")) if isinstance(kid, Ref)]
        counts[one.number] = sum(counts[kid] for kid in kids) if "Kids" in node else 1
        if "Kids" in node and node.get("Count") != counts[one.number]:
            yield f"a part of its tree of pages says that it has {node.get('Count')}, and has {counts[one.number]}"
        if "Kids" in node and node.get("Type") != "Pages":
            yield "a part of its tree of pages calls itself a page"


def _standing_again(file: PdfFile) -> Iterator[str]:
    """Objects that stand in the file behind those that its cross references have."""
    last = {int(found[1]): found.start() for found in _HEAD.finditer(file.raw)}
    for number, at in last.items():
        place, index = file.places.get(number, (-1, 0))
        if index:
            well = file.places.get(place, (-1, 0))[0] > at
        else:
            well = at in file.sections or (0 <= place <= at and not file.raw[place:at].strip())
        if not well:
            yield f"object {number} stands at byte {at}, where its cross references do not have it"


def _held_again(file: PdfFile) -> Iterator[str]:
    """Objects that a stream holds behind those that the cross references have; cross references that none lead to."""
    for number, (place, index) in file.places.items():
        one = file.get(Ref(number)) if place >= 0 and not index else None
        kind = file.get(one.entries.get("Type")) if isinstance(one, Stream) else None
        if kind == "XRef" and not any(not file.raw[place:at].strip() for at in file.sections if at >= place):
            yield f"no cross references lead to those of object {number}"
        elif kind == "ObjStm":
            for held in file.held(number):
                begin, inside = file.places.get(held, (-1, 0))
                if (file.places.get(begin, (-1, 0))[0] if inside else begin) < place:
                    yield f"object {held} stands in a stream at byte {place}, where its cross references do not have it"
