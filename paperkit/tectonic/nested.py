r"""Links that the PDF stage could not set: it knows one at a time, and begins none before the last has ended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from paperkit.latex.keys import PREFIX, key_of

_WARNED = re.compile(
    r"^warning: (.*annotation.*)\n((?:warning: (?:Interpreting|>>).*\n?)*)", re.MULTILINE | re.IGNORECASE
)
_PAGE = re.compile(r'at page="(\d+)"')
_KEY = re.compile(rf"\(({re.escape(PREFIX)}[0-9A-F]{{32}})\)")
_MARKER = re.compile(r"\\pk(?:val|claim)\s*\{")
_BEGUN = "begin an annotation"
_ENDED = "end an annotation"
HINT = (
    "one link stands within another, or runs over the end of a column that a package divides by itself:"
    " keep its words together with \\mbox there, or take \\ref* in place of \\ref"
)
LOAD = "\\usepackage{paperkit} behind hyperref: it closes a link where a column ends, and begins it again in the next"
_LOADED = re.compile(r"\\(?:usepackage|RequirePackage)\s*(?:\[[^\]]*\])?\s*\{[^{}]*\bpaperkit\b|\\pk(?:val|claim)\b")


def nested_links(stderr: str, files: Mapping[str, str]) -> Iterator[tuple[str, int, str, bool]]:
    """(file, line, message, ours) for each link that the PDF stage complains about in *stderr*; the file is empty where
    the marker of the link is in none of *files*, or it has none.

    A document that does without paperkit.sty has links of others alone (*ours* is false): they are one complaint.
    """
    found = [(one[1].rstrip("!."), one[2]) for one in _WARNED.finditer(stderr)]
    if any(_BEGUN in text for text, _ in found):  # what ends without having begun is one of those
        found = [(text, more) for text, more in found if _BEGUN in text]
    pages = dict.fromkeys(page[1] for _, more in found if (page := _PAGE.search(more)))
    if pages and not any(map(_LOADED.search, files.values())):
        yield "", 0, f"page {', '.join(pages)}: {_said(found[0][0])}, and is lost", False
        return
    for text, more in found:
        page, key = _PAGE.search(more), _KEY.search(more)
        file, line = _place(key[1], files) if key else ("", 0)
        yield file, line, f"page {page[1]}: {_said(text)}" if page else _said(text), True


def _said(text: str) -> str:
    if _BEGUN in text:
        return "a link begins before another one has ended"
    return "a link ends that has not begun" if _ENDED in text else text[:1].lower() + text[1:]


def _place(key: str, files: Mapping[str, str]) -> tuple[str, int]:
    """The first marker in *files* whose links bear *key*."""
    for name, text in files.items():
        for found in _MARKER.finditer(text):
            if key_of(_argument(text, found.end())) == key:
                return name, text.count("\n", 0, found.start()) + 1
    return "", 0


def _argument(text: str, start: int) -> str:
    """What stands from *start* up to the brace that closes it."""
    depth = 1
    for found in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, start):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return text[start : found.start()]
    return text[start:]
