"""Pages of a PDF as pictures for a screen."""

from __future__ import annotations

import io

LOSSLESS = "PNG"
LIGHTLY = 1
"""How hard a picture is packed: it goes to a browser on the same machine."""


class Pages:
    """The pages of one PDF. Not for several threads at once: pdfium is not.

    Raises pypdfium2.PdfiumError where *raw* is no PDF.
    """

    def __init__(self, raw: bytes) -> None:
        import pypdfium2

        self._document = pypdfium2.PdfDocument(raw)

    @property
    def sizes(self) -> list[tuple[float, float]]:
        """Width and height of each page in points."""
        return [self._document.get_page_size(number) for number in range(len(self._document))]

    def png(self, number: int, scale: float) -> bytes:
        """Page *number*, from 0, with *scale* pixels to a point. Raises IndexError where there is no such page."""
        if not 0 <= number < len(self._document):
            raise IndexError(number)
        stream = io.BytesIO()
        picture = self._document[number].render(scale=scale).to_pil()
        picture.save(stream, LOSSLESS, compress_level=LIGHTLY)
        return stream.getvalue()
