"""What lies over a page: links to evidence, links of the document, and whatever else a viewer shows there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from paperkit.frozen import frozen
from paperkit.pdf.file import PdfFile
from paperkit.pdf.syntax import Name, Ref, Stream

KEY = "PK"
"""Entry of an annotation that holds the key of the number that it is laid over."""
WIDEST = 2.0
"""Points of a link's frame that leave what is in it to be read."""
DEEPEST = 8
"""Looks within looks."""
_TEXT = re.compile(rb"(?<![A-Za-z/])T[jJ](?![A-Za-z])|\)\s*['\"]")
Rect = tuple[float, float, float, float]
"""Left, bottom, right, top in points."""


@frozen
class Target:
    """Where a link leads: a page (from 0) and the place on it, points from its lower left corner."""

    page: int
    x: float | None
    y: float | None


@frozen
class Link:
    """One annotation of a page. *key* is that of a bound number, empty for what binds none."""

    rect: Rect
    subtype: str
    key: str = ""
    tip: str = ""
    name: str = ""
    """The named destination that it leads to, where it has one."""
    target: Target | None = None
    address: str = ""
    """The URI that it leads to."""
    shows: bool = False
    """Whether a viewer draws something there: what is no link, or has a wide frame or a look of its own."""
    writes: bool = False
    """Whether its own look has text, which no page has."""


def links_of(file: PdfFile) -> tuple[tuple[Link, ...], ...]:
    """All annotations, page by page, in the order in which they were made."""
    return tuple(map(linker(file), file.pages()))


def linker(file: PdfFile) -> Callable[[dict[str, Any]], tuple[Link, ...]]:
    """A function from the dictionary of a page of *file* to its annotations."""
    numbers = {number: at for at, (number, _) in enumerate(file.numbered_pages())}
    named = destinations(file)

    def links_on(page: dict[str, Any]) -> tuple[Link, ...]:
        return tuple(_link(file, file.dictionary(one), numbers, named) for one in file.array(page.get("Annots")))

    return links_on


def destinations(file: PdfFile) -> dict[str, Any]:
    """Every named destination as it stands in the file."""
    found: dict[str, Any] = {}
    left = [file.dictionary(file.catalog.get("Names")).get("Dests")]
    seen = 0
    while left:
        node = file.dictionary(left.pop())
        seen += 1
        names = file.array(node.get("Names"))
        for name, value in zip(names[::2], names[1::2], strict=False):
            found[text_of(file.get(name))] = value
        if seen < 100_000:
            left += file.array(node.get("Kids"))
    old = file.dictionary(file.catalog.get("Dests"))
    return {**old, **found}


def text_of(one: Any) -> str:
    """A text string: UTF-16 with its mark, UTF-8 with its mark, else Latin-1."""
    if isinstance(one, Name):
        return str(one)
    if not isinstance(one, bytes):
        return ""
    if one.startswith(b"\xfe\xff"):
        return one[2:].decode("utf-16-be", "replace")
    if one.startswith(b"\xef\xbb\xbf"):
        return one[3:].decode("utf-8", "replace")
    return one.decode("latin-1")


def pointer(file: PdfFile) -> Callable[[dict[str, Any]], tuple[str, Target | None]]:
    """A function from the dictionary of a link or bookmark to the name of the place that it leads to, and the place."""
    numbers = {number: at for at, (number, _) in enumerate(file.numbered_pages())}
    named = destinations(file)
    return lambda entries: _goal(file, entries, numbers, named)


def _goal(
    file: PdfFile, entries: dict[str, Any], numbers: dict[int, int], named: dict[str, Any]
) -> tuple[str, Target | None]:
    action = file.dictionary(entries.get("A"))
    goal = file.get(entries.get("Dest", action.get("D") if action.get("S") == "GoTo" else None))
    name = text_of(goal)
    return name, _target(file, named.get(name) if name else goal, numbers)


def _link(file: PdfFile, entries: dict[str, Any], numbers: dict[int, int], named: dict[str, Any]) -> Link:
    action = file.dictionary(entries.get("A"))
    name, target = _goal(file, entries, numbers, named)
    return Link(
        rect=_rect(file.array(entries.get("Rect"))),
        subtype=str(entries.get("Subtype", "")),
        key=text_of(file.get(entries.get(KEY))),
        tip=text_of(file.get(entries.get("Contents"))),
        name=name,
        target=target,
        address=text_of(file.get(action.get("URI"))),
        shows=_shows(file, entries),
        writes="AP" in entries and _writes(file, entries["AP"], 0),
    )


def _shows(file: PdfFile, entries: dict[str, Any]) -> bool:
    if entries.get("Subtype") not in ("Link", "Popup") or "AP" in entries:
        return True
    frame = [*file.array(entries.get("Border"))[2:3], file.dictionary(entries.get("BS")).get("W", 0)]
    return any(isinstance(one, (int, float)) and one > WIDEST for one in frame)


def _writes(file: PdfFile, look: Any, depth: int) -> bool:
    """Whether one of the looks of an annotation, or a graphic in one, has text."""
    one = file.get(look)
    if isinstance(one, Stream):
        parts = file.dictionary(file.dictionary(one.entries.get("Resources")).get("XObject")).values()
        own = one.entries.get("Subtype") != "Image" and _TEXT.search(file.unpacked(one)) is not None
    else:
        parts, own = file.dictionary(one).values(), False
    return own or (depth < DEEPEST and any(_writes(file, part, depth + 1) for part in parts))


def _rect(found: list[Any]) -> Rect:
    numbers = [float(one) for one in found if isinstance(one, (int, float))]
    if len(numbers) != 4:
        return (0.0, 0.0, 0.0, 0.0)
    x0, y0, x1, y1 = numbers
    return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _target(file: PdfFile, goal: Any, numbers: dict[int, int]) -> Target | None:
    place = file.get(goal)
    parts = file.array(place.get("D") if isinstance(place, dict) else place)
    if not parts or not isinstance(parts[0], Ref) or parts[0].number not in numbers:
        return None
    x, y = parts[2:4] if len(parts) >= 4 and parts[1] == "XYZ" else (None, None)
    return Target(numbers[parts[0].number], _coordinate(x), _coordinate(y))


def _coordinate(one: Any) -> float | None:
    return float(one) if isinstance(one, (int, float)) else None
