"""What in a PDF acts, by itself or at a touch: scripts, programs, forms that are sent, films, switched layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from paperkit.pdf.bookmarks import bookmarks
from paperkit.pdf.file import PdfFile
from paperkit.pdf.links import text_of

LEADING = frozenset({"GoTo", "GoToR", "URI", "Named", "Thread"})
"""Actions that lead to a place, or turn a page, and change nothing."""
PLAYED = frozenset({"RichMedia", "Screen", "Movie", "Sound", "3D"})
"""Annotations that play something."""
LAYERS = "OCProperties"
"""Layers that are not shown to everybody."""
MOST = 100_000


class Act(NamedTuple):
    """One of them: the page that it lies on (from 1; 0 for the document as a whole), and PDF's word for it."""

    sheet: int
    name: str


def acts_of(file: PdfFile) -> tuple[Act, ...]:
    """Each of a file, once a page and word, in order."""
    on_pages = (acts_on(file, page) for page in file.pages())
    return acts_listed(file, on_pages)


def acts_listed(file: PdfFile, on_pages: Iterable[Iterable[str]]) -> tuple[Act, ...]:
    """As `acts_of`, where what acts on each page is known."""
    found = [Act(0, name) for name in _of_document(file)]
    found += [Act(number, name) for number, names in enumerate(on_pages, 1) for name in names]
    return tuple(dict.fromkeys(found))


def acts_on(file: PdfFile, page: dict[str, Any]) -> tuple[str, ...]:
    """What acts on a page, by the dictionary of the page."""
    found = list(_triggered(file, page.get("AA")))
    for one in file.array(page.get("Annots")):
        found += _of_annotation(file, file.dictionary(one))
    return tuple(dict.fromkeys(found))


def _of_document(file: PdfFile) -> Iterator[str]:
    catalog = file.catalog
    yield from _acting(file, catalog.get("OpenAction"))
    yield from _triggered(file, catalog.get("AA"))
    if file.dictionary(file.dictionary(catalog.get("Names")).get("JavaScript")):
        yield "JavaScript"
    form = file.dictionary(catalog.get("AcroForm"))
    if file.get(form.get("XFA")) is not None:
        yield "XFA"
    if _switched(file, file.dictionary(catalog.get("OCProperties"))):
        yield LAYERS
    for depth, node in bookmarks(file):
        if depth:
            yield from _acting(file, node.get("A"))


def _switched(file: PdfFile, layers: dict[str, Any]) -> bool:
    """Whether some layer is not shown, or is on paper and not on a screen."""
    settings = [layers.get("D"), *file.array(layers.get("Configs"))]
    found = [file.dictionary(one) for one in settings]
    return any(
        file.array(one.get("OFF")) or file.array(one.get("AS")) or file.get(one.get("BaseState", "ON")) != "ON"
        for one in found
    )


def _of_annotation(file: PdfFile, entries: dict[str, Any]) -> Iterator[str]:
    subtype = str(file.get(entries.get("Subtype")))
    if subtype in PLAYED:
        yield subtype
    yield from _acting(file, entries.get("A"))
    yield from _acting(file, entries.get("PA"))
    yield from _triggered(file, entries.get("AA"))


def _triggered(file: PdfFile, triggers: Any) -> Iterator[str]:
    for one in file.dictionary(triggers).values():
        yield from _acting(file, one)


def _acting(file: PdfFile, action: Any) -> Iterator[str]:
    """The words of an action, and of those that follow it, that do more than lead somewhere."""
    left, seen = [action], 0
    while left and seen < MOST:
        one, seen = file.get(left.pop()), seen + 1
        if not isinstance(one, dict):
            continue  # a place, which an OpenAction may be
        name = str(file.get(one.get("S")))
        if name not in LEADING:
            yield name
        elif text_of(file.get(one.get("URI"))).strip().casefold().startswith("javascript:"):
            yield "JavaScript"
        following = file.get(one.get("Next"))
        left += following if isinstance(following, list) else [following]
