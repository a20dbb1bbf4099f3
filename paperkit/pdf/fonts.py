"""The fonts of a file: which are not in it, so that another machine shows other letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paperkit.pdf.file import PdfFile
from paperkit.pdf.syntax import Ref

DEEPEST = 8
"""Graphics within graphics."""


def fonts_missing(file: PdfFile) -> tuple[str, ...]:
    """Names of the fonts that pages use and the file does not hold, each once."""
    found: dict[str, None] = {}
    seen: set[int] = set()
    for page in file.pages():
        for font in _fonts(file, file.dictionary(page.get("Resources")), seen, 0):
            if not _embedded(file, font):
                found[str(file.get(font.get("BaseFont", "")))] = None
    return tuple(found)


def _fonts(file: PdfFile, resources: dict[str, Any], seen: set[int], depth: int) -> Iterator[dict[str, Any]]:
    for one in file.dictionary(resources.get("Font")).values():
        if not _known(one, seen):
            yield file.dictionary(one)
    for one in file.dictionary(resources.get("XObject")).values():
        if not _known(one, seen) and depth < DEEPEST:
            yield from _fonts(file, file.dictionary(file.dictionary(one).get("Resources")), seen, depth + 1)


def _known(one: Any, seen: set[int]) -> bool:
    """Whether the object was looked at already; notes it."""
    if not isinstance(one, Ref):
        return False
    known = one.number in seen
    seen.add(one.number)
    return known


def _embedded(file: PdfFile, font: dict[str, Any]) -> bool:
    if font.get("Subtype") == "Type3":
        return True
    for below in file.array(font.get("DescendantFonts")):
        font = file.dictionary(below)
    return any(key in file.dictionary(font.get("FontDescriptor")) for key in ("FontFile", "FontFile2", "FontFile3"))
