"""The files that are attached to a PDF."""

from __future__ import annotations

from pathlib import Path

from paperkit.errors import PaperkitError


def read_attachments(path: Path) -> dict[str, bytes]:
    """Each attached file by its name. Raises PaperkitError (status 2) where *path* is no PDF that can be read."""
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        with PdfDocument(path) as document:
            count = document.count_attachments()
            held = [document.get_attachment(at) for at in range(count)]
            return {one.get_name(): bytes(one.get_data()) for one in held}
    except (PdfiumError, OSError) as error:
        raise PaperkitError(f"{path.name}: {error}", "name a PDF that `paperkit build` made") from None
