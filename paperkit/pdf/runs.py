"""The runs of text of a page: which characters one object draws, in which font, how large and how turned."""

from __future__ import annotations

import ctypes
import hashlib
import math
from collections.abc import Collection, Sequence
from functools import cache
from itertools import repeat
from typing import Any, NamedTuple

ASKEW = 0.02
"""Part of a quarter turn that still counts as none."""
STRETCHED = 3.0
"""Height of text to its width, or the other way round, from which on nobody reads it."""
LEAN = 0.25
"""How far letters may lean, to their height, before their boxes are wider than they are."""


class Run(NamedTuple):
    """A run of text of one font. *quarters* is None where it stands askew."""

    odd: str
    font: bytes
    """A digest of its program and name."""
    name: str
    size: float
    """As the file has it; a matrix makes it larger or smaller."""
    across: float
    up: float
    """Size in points along the line and up from it."""
    quarters: int | None
    """By how many quarters it is turned to the left."""
    straight: bool
    """Whether the boxes of its characters are those of their shapes, and no larger."""
    plain: bool
    """Whether it is filled and nothing else: not stroked, clipped or let shine through, which may change its shapes."""


class Runs:
    """The runs of one page, each looked at once."""

    def __init__(self, text: Any, page: int, told: Collection[int] = frozenset()) -> None:
        """*text* is pdfium's handle; *page* tells fonts apart that have no program; *told* is of `page_of`."""
        self.text, self.page, self.told = text, page, told
        self.handle = ctypes.cast(text, ctypes.c_void_p)
        self.known: dict[int | None, Run] = {}
        self.fonts: dict[int, tuple[bytes, str]] = {}

    def of(self, places: Sequence[int]) -> list[Run]:
        """The run of each character, by its index."""
        addresses = self.addresses(places)
        for at, address in zip(places, addresses, strict=True):
            if address not in self.known:
                self.known[address] = self._read(at, address or 0)
        return [self.known[address] for address in addresses]

    def addresses(self, places: Sequence[int]) -> list[int | None]:
        """Of the object that draws each character; pdfium gives the same one for each of a run."""
        return list(map(_text_object(), repeat(self.handle), places))

    def askew(self, one: int, other: int) -> bool:
        """Whether two characters are of one run whose boxes are larger than its shapes and meet where these do not."""
        first, second = self.addresses((one, other))
        return first == second and not self.of((one,))[0].straight

    def _read(self, at: int, address: int) -> Run:
        import pypdfium2.raw as pdfium

        own = ctypes.cast(address, pdfium.FPDF_PAGEOBJECT)
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(self.text, at, matrix)
        odd = "turned" if _turned(matrix) else "replaced" if address in self.told else ""
        size, quarters = pdfium.FPDFText_GetFontSize(self.text, at), _quarters(matrix)
        right, rise = math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)
        odd = odd or ("stretched" if max(right, rise) > STRETCHED * min(right, rise) else "")
        lean = abs(matrix.a * matrix.c + matrix.b * matrix.d) / max(right * rise, 1e-9)
        font, name = self._font(pdfium.FPDFTextObj_GetFont(own))
        straight = quarters is not None and lean < LEAN
        return Run(odd, font, name, size, size * right, size * rise, quarters, straight, _plain(own))

    def _font(self, font: Any) -> tuple[bytes, str]:
        """A digest of the font's program and name, by which it is known on other pages; and the name."""
        import pypdfium2.raw as pdfium

        address = ctypes.cast(font, ctypes.c_void_p).value or 0
        if address not in self.fonts:
            size = ctypes.c_size_t()
            pdfium.FPDFFont_GetFontData(font, None, 0, ctypes.byref(size))
            data = ctypes.create_string_buffer(size.value + 1)
            well = pdfium.FPDFFont_GetFontData(font, ctypes.cast(data, _bytes()), size.value, ctypes.byref(size))
            known = data.raw if well and size.value else f"{self.page} {address}".encode()
            name = _name(font)
            self.fonts[address] = hashlib.sha256(known + name.encode()).digest(), name
        return self.fonts[address]


def _name(font: Any) -> str:
    """What the file calls a font."""
    import pypdfium2.raw as pdfium

    size = pdfium.FPDFFont_GetBaseFontName(font, None, 0)
    name = ctypes.create_string_buffer(size + 1)
    pdfium.FPDFFont_GetBaseFontName(font, name, size)
    return name.value.decode("utf-8", "surrogateescape")


@cache
def _text_object() -> Any:
    """Pdfium's function from a page's text and a character to what draws it, with addresses as numbers."""
    import pypdfium2.raw as pdfium

    kind = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    return kind(ctypes.cast(pdfium.FPDFText_GetTextObject, ctypes.c_void_p).value or 0)


def _bytes() -> Any:
    return ctypes.POINTER(ctypes.c_uint8)


def _turned(matrix: Any) -> bool:
    """Whether text is mirrored or stands on its head; what is turned by a quarter can be read."""
    mirrored = matrix.a * matrix.d - matrix.b * matrix.c < 0
    return bool(mirrored or (matrix.d < 0 and abs(matrix.d) > abs(matrix.b)))


def _quarters(matrix: Any) -> int | None:
    """By how many quarters text is turned to the left; None where it stands askew."""
    turned = math.degrees(math.atan2(matrix.b, matrix.a)) / 90
    return round(turned) if abs(turned - round(turned)) < ASKEW else None


def _plain(own: Any) -> bool:
    """Whether a run of text is filled, and neither clipped nor transparent."""
    import pypdfium2.raw as pdfium

    filled = pdfium.FPDFTextObj_GetTextRenderMode(own) == pdfium.FPDF_TEXTRENDERMODE_FILL
    clip = pdfium.FPDFPageObj_GetClipPath(own)
    clipped = bool(clip) and pdfium.FPDFClipPath_CountPaths(clip) > 0
    return bool(filled and not clipped and not pdfium.FPDFPageObj_HasTransparency(own))
