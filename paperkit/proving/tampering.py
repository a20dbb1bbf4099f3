"""What was changed in a sealed PDF, said as exactly as the file allows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from paperkit.pdf.canon import PANELS, Canon
from paperkit.pdf.file import PdfFile
from paperkit.pdf.links import links_of
from paperkit.pdf.sheets import texts_of
from paperkit.proving.manifest import PAGES, Manifest, shown_digests
from paperkit.proving.sealing import says

AROUND = 3
"""Words shown on each side of a change."""
REST = {
    "destinations": "places that links lead to are not those that were sealed",
    "bookmarks": "the bookmarks are not those that were sealed",
    "settings": "what the file does when it is opened is not what was sealed",
    "information": "title, author or date of the file are not those that were sealed",
}


class Refusal(NamedTuple):
    """Why a PDF is not verified: a word for programs, a sentence for people."""

    reason: str
    message: str


def tampered(file: PdfFile, files: Mapping[str, bytes], manifest: Manifest) -> Iterator[Refusal]:
    """Each page, link and other part that is not as it was sealed. Raises PdfError."""
    shown = shown_digests(file)
    was, now = len(manifest.contents), len(shown.contents)
    if was != now:
        yield Refusal("pages-changed", f"{was} pages were sealed, and {now} are there")
    changed = [n for n, (a, b) in enumerate(zip(manifest.contents, shown.contents, strict=False)) if a != b]
    moved = [n for n, (a, b) in enumerate(zip(manifest.links, shown.links, strict=False)) if a != b]
    pages = _pages(files) if changed or moved else ()
    texts = texts_of(file.raw) if changed else ()
    for at in changed:
        yield Refusal("page-changed", f"page {at + 1}{_words(pages, at, texts[at])}")
    links = links_of(file) if moved else ()
    for at in moved:
        yield Refusal("link-changed", f"page {at + 1}{_links(pages, at, [says(link) for link in links[at]])}")
    for name, sentence in REST.items():
        if manifest.rest.get(name) != shown.rest[name] and not (name == "settings" and _panel(file, manifest)):
            yield Refusal(f"{name}-changed", sentence)


def _panel(file: PdfFile, manifest: Manifest) -> bool:
    """Whether only the panel beside the pages is another one than was sealed."""
    canon, sealed = Canon(file), manifest.rest.get("settings")
    return any(canon.rest(panel)["settings"] == sealed for panel in PANELS)


def _pages(files: Mapping[str, bytes]) -> Sequence[Mapping[str, Any]]:
    """The lines and links that were sealed; none where they cannot be read."""
    try:
        found = json.loads(files[PAGES])
        return [{"lines": list(map(str, one["lines"])), "links": list(map(str, one["links"]))} for one in found]
    except (KeyError, ValueError, TypeError):
        return ()


def _words(pages: Sequence[Mapping[str, Any]], at: int, text: str) -> str:
    """What stands on a page in place of what."""
    if at >= len(pages):
        return " is not as it was sealed"
    was, now = " ".join(pages[at]["lines"]).split(), text.split()
    for tag, start, end, first, last in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if tag != "equal":
            before = " ".join(was[max(0, start - AROUND) : end + AROUND])
            after = " ".join(now[max(0, first - AROUND) : last + AROUND])
            return f": {after!r} stands where {before!r} was sealed"
    return " is drawn otherwise than it was sealed; its text is the same"


def _links(pages: Sequence[Mapping[str, Any]], at: int, now: list[str]) -> str:
    """Which link is another one."""
    was = pages[at]["links"] if at < len(pages) else []
    gone, new = [one for one in was if one not in now], [one for one in now if one not in was]
    if gone and new:
        return f": a link that said {gone[0]!r} says {new[0]!r}"
    if gone or new:
        return f": a link {'is missing' if gone else 'was added'}: {(gone or new)[0]!r}"
    return ": a link is not as it was sealed"
