"""Pages as they were read before: what a page shows is read again only where something of it has changed.

A key stands for all that a page's look depends on: what it draws with its fonts and graphics, what lies over it, the
settings of its document, and the code that reads it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import accumulate, pairwise
from typing import Any

from paperkit.pdf.sheets import Sheet, each_apart

UNIT, BOX = 2, 16
"""Bytes of what pdfium counts as a character, which may be half of one, and of its four coordinates."""


def kept_text(sheets: Iterable[tuple[str, Sheet]]) -> bytes:
    """*sheets* with their keys: a line of JSON, and behind it each page's characters and their boxes."""
    found = dict(sheets)
    heads = [
        {
            "key": key,
            "characters": len(sheet.text),
            "box": sheet.box,
            "faults": list(sheet.faults.items()),
            "graphics": sheet.graphics,
            "outlines": sheet.outlines,
        }
        for key, sheet in found.items()
    ]
    return json.dumps(heads).encode() + b"\n" + b"".join(map(_page, found.values()))


def _page(sheet: Sheet) -> bytes:
    import numpy as np

    codes = np.frombuffer(sheet.text.encode("utf-32-le", "surrogatepass"), "<u4")
    return codes.astype("<u2").tobytes() + sheet.boxes.tobytes()


def read_kept(raw: bytes) -> dict[str, Sheet]:
    """Each sheet of `kept_text` by its key; its links and number are its document's. None where *raw* is no such text.

    >>> read_kept(b"")
    {}
    """
    head, _, pages = raw.partition(b"\n")
    try:
        heads = json.loads(head)
        ends = list(accumulate(((UNIT + BOX) * one["characters"] for one in heads), initial=0))
        if ends[-1] != len(pages):
            return {}
        parts = (pages[start:end] for start, end in pairwise(ends))
        return {one["key"]: _sheet(one, part) for one, part in zip(heads, parts, strict=True)}
    except (ValueError, KeyError, TypeError):
        return {}


def _sheet(one: Mapping[str, Any], page: bytes) -> Sheet:
    import numpy as np

    end = UNIT * one["characters"]
    text = each_apart(page[:end])
    boxes = np.frombuffer(page[end:], np.float32).reshape(-1, 4)
    graphics = tuple(map(_rect, one["graphics"]))
    outlines = tuple((str(digits), _rect(box)) for digits, box in one["outlines"])
    return Sheet(0, _rect(one["box"]), text, boxes, faults=dict(one["faults"]), graphics=graphics, outlines=outlines)


def _rect(found: Iterable[float]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = found
    return (x0, y0, x1, y1)
