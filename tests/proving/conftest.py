"""A report's PDF as a build sealed it, and ways to change it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paperkit.pdf.file import PdfFile
from paperkit.pdf.syntax import Ref
from paperkit.pdf.writer import update
from tests.build.conftest import original, original_built

__all__ = ["original", "original_built"]


class Sealed:
    """The PDF of the small project."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.path = root / "reports" / "tail" / "main.pdf"
        self.raw = self.path.read_bytes()

    @property
    def file(self) -> PdfFile:
        return PdfFile(self.raw)

    def changed(self, change: Callable[[PdfFile], dict[int, Any]], into: Path) -> Path:
        """The PDF with the objects that *change* gives in place of its own."""
        return self.written(update(self.raw, self.file, change(self.file)), into)

    def written(self, raw: bytes, into: Path) -> Path:
        path = into / "changed.pdf"
        path.write_bytes(raw)
        return path


@pytest.fixture(scope="session")
def sealed(original_built: Path) -> Sealed:
    return Sealed(original_built)


def annotation(file: PdfFile, entry: str = "PK", page: int = 0) -> tuple[int, dict[str, Any]]:
    """Number and content of the first annotation of a page that has the entry."""
    for one in file.array(file.pages()[page].get("Annots")):
        assert isinstance(one, Ref)
        if entry in file.dictionary(one):
            return one.number, file.dictionary(one)
    raise AssertionError(entry)
