"""Tables that are attached with the rows alone that numbers were read from: as sealed, and all that are named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from paperkit.proving.manifest import EVIDENCE, Manifest, Part
from paperkit.proving.tampering import Refusal

_LINES = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")


def ill_trimmed(ledger: Mapping[str, Any], files: Mapping[str, bytes], manifest: Manifest) -> Iterator[Refusal]:
    """Each such table that has more or fewer lines than were sealed, or not all that the numbers rest on."""
    for name, part in manifest.parts.items():
        if name not in files:
            continue
        count = len(files[name].decode("utf-8", "replace").splitlines())
        if count != len(part.lines) or sorted(set(part.lines)) != list(part.lines):
            yield Refusal(
                "attachment-changed", f"{name} has {count} lines, and {len(part.lines)} in their order were sealed"
            )
        missing = min(_needed(ledger, name.removeprefix(EVIDENCE), part), default=None)
        if missing is not None:
            yield Refusal("attachment-changed", f"{name} lacks line {missing} of the whole, which a number rests on")


def _needed(ledger: Mapping[str, Any], path: str, part: Part) -> Iterator[int]:
    """Lines of the whole that the ledger names and the part lacks."""
    there = set(part.lines)
    cells = (cell for marker in ledger["markers"] for cell in marker.get("cells", ()) if cell.get("file") == path)
    for lines in {str(cell.get("lines")) for cell in cells}:
        found = _LINES.fullmatch(lines)
        first, last = (int(found[1]), int(found[2] or found[1])) if found is not None else (0, 0)
        yield from (line for line in _run(first, last) if line not in there)


def _run(first: int, last: int) -> range:
    """The lines from *first* to *last*; of a ledger that names a million, the first million."""
    return range(first, min(last, first + 1_000_000) + 1)
