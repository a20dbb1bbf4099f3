"""The fonts of a file: which are not in it, so that another machine shows other letters, and which have two looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from paperkit.pdf.file import PdfFile
from paperkit.pdf.syntax import Ref, Stream

DEEPEST = 8
"""Graphics within graphics."""
MOST_CODES = 1 << 16
_BLOCK = re.compile(rb"beginbfchar(?P<chars>.*?)endbfchar|beginbfrange(?P<ranges>.*?)endbfrange", re.DOTALL)
_PAIR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
_RANGE = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]+)>|\[([^\]]*)\])")
_HEX = re.compile(rb"<([0-9A-Fa-f]+)>")


def fonts_missing(file: PdfFile) -> tuple[str, ...]:
    """Names of the fonts that pages use and the file does not hold, each once."""
    missing = (font for font in fonts_of(file) if not _embedded(file, font))
    return tuple(dict.fromkeys(str(file.get(font.get("BaseFont", ""))) for font in missing))


def fonts_of(file: PdfFile) -> Iterator[dict[str, Any]]:
    """Each font that pages and their graphics use."""
    seen: set[int] = set()
    for page in file.pages():
        yield from _fonts(file, file.dictionary(page.get("Resources")), seen, 0)


def twofold(file: PdfFile, characters: frozenset[str]) -> frozenset[str]:
    """Names of fonts in which one of *characters* may have two looks: two codes are for it, or two fonts have the name.

    What such a font draws is not known once it has been looked at.
    """
    found: set[str] = set()
    names: set[str] = set()
    for font in fonts_of(file):
        name = str(file.get(font.get("BaseFont", "")))
        if name in names or _doubled(file, font, characters):
            found.add(name)
        names.add(name)
    return frozenset(found)


def _doubled(file: PdfFile, font: dict[str, Any], characters: frozenset[str]) -> bool:
    """Whether two codes of a font stand for one character; so where nobody can tell."""
    mapping = file.get(font.get("ToUnicode"))
    if not isinstance(mapping, Stream):
        return False
    codes: dict[str, set[int]] = {}
    for code, text in mapped(file.unpacked(mapping)):
        if text in characters:
            codes.setdefault(text, set()).add(code)
    return any(len(each) > 1 for each in codes.values())


def mapped(raw: bytes) -> Iterator[tuple[int, str]]:
    """Codes and what they stand for, in a mapping of codes to text."""
    for part in _BLOCK.finditer(raw):
        if part["chars"] is not None:
            for code, text in _PAIR.findall(part["chars"]):
                yield int(code, 16), _text(text)
            continue
        for first, last, start, listed in _RANGE.findall(part["ranges"]):
            codes = range(int(first, 16), min(int(last, 16), int(first, 16) + MOST_CODES) + 1)
            if start:
                begin = int(start[-4:], 16)
                yield from ((code, chr(begin + code - codes[0])) for code in codes if begin + code - codes[0] < 1 << 16)
            else:
                yield from zip(codes, map(_text, _HEX.findall(listed)), strict=False)


def _text(digits: bytes) -> str:
    raw = bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())
    return raw.decode("utf-16-be", "replace") if len(raw) > 1 else raw.decode("latin-1")


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
