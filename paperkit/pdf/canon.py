"""Digests of what a PDF says, whatever bytes say it: another program may write the file anew and change nothing.

Left out is what a digital signature adds: a form of signature fields that show nothing, and their annotations.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from paperkit.pdf.bookmarks import bookmarks
from paperkit.pdf.file import PdfFile
from paperkit.pdf.fonts import fonts_of
from paperkit.pdf.syntax import Name, PdfError, Ref, Stream

_OF_PACKING = frozenset({"Length", "Filter", "DecodeParms", "F", "DP"})
_OF_TREE = frozenset({"Parent", "Type", "Annots", "Contents"})
_OWN = frozenset({"Pages", "Names", "AF", "Outlines", "Type", "Dests", "PaperKit", "Version"})
PANEL = "PageMode"
PANELS: tuple[Mapping[str, Any], ...] = (
    {},
    *({PANEL: Name(one)} for one in ("UseNone", "UseOutlines", "UseThumbs", "UseOC", "UseAttachments")),
)
"""What may stand beside the pages when the file is opened; some programs choose it anew, and nothing else."""
_OF_SIGNATURES = frozenset({"Extensions", "DSS", "Perms"})
_OF_FORM = frozenset({"Fields", "SigFlags"})
_OF_FIELD = frozenset({"Type", "Subtype", "FT", "T", "V", "Rect", "F", "P", "Ff", "Lock", "SV", "AP", "Kids"})
"""What a field of a signature may have; an action is not among it."""
_OF_OUTLINE = frozenset({"First", "Last", "Next", "Prev", "Parent"})


class Canon:
    """The digests of one file."""

    def __init__(self, file: PdfFile) -> None:
        self.file = file
        self.pages = tuple(file.numbered_pages())
        self._page = {number: at for at, (number, _) in enumerate(self.pages) if number}
        self._known: dict[int, bytes] = {}
        self._open: set[int] = set()

    def contents(self) -> tuple[str, ...]:
        """For each page what it draws: its content, fonts, graphics, boxes."""
        return tuple(self._shown(self._content(page)) for _, page in self.pages)

    def links(self) -> tuple[str, ...]:
        """For each page what lies over it: links with their targets, tips and keys."""
        return tuple(self._shown([one for one in self.file.array(page.get("Annots")) if not self._signs(one)])
                     for _, page in self.pages)  # fmt: skip

    def fonts(self) -> str:
        """Of all fonts."""
        return self._shown(list(fonts_of(self.file)))

    def rest(self, panel: Mapping[str, Any] | None = None) -> dict[str, str]:
        """What is about the document as a whole, by name: `destinations`, `bookmarks`, `settings`, `information`.

        With *panel*, one of `PANELS`, as if that were shown beside the pages when the file is opened.
        """
        catalog = self.file.catalog
        names = self.file.dictionary(catalog.get("Names"))
        form = self.file.dictionary(catalog.get("AcroForm"))
        signed = (
            bool(form)
            and form.keys() <= _OF_FORM
            and all(self._signs(one) for one in self.file.array(form.get("Fields")))
        )
        left = _OWN | _OF_SIGNATURES | ({"AcroForm"} if signed else set())
        settings = {key: value for key, value in catalog.items() if key not in left}
        if panel is not None:
            settings = {**{key: one for key, one in settings.items() if key != PANEL}, **panel}
        others = {key: value for key, value in names.items() if key not in ("Dests", "EmbeddedFiles")}
        return {
            "destinations": self._shown([sorted(self._named(names.get("Dests"))), catalog.get("Dests")]),
            "bookmarks": self._shown(list(self._bookmarks())),
            "settings": self._shown([settings, others]),
            "information": self._shown(self.file.trailer.get("Info")),
        }

    def _bookmarks(self) -> Iterator[Any]:
        """Depth and content of each bookmark, in order."""
        for depth, node in bookmarks(self.file):
            yield [depth, {key: value for key, value in node.items() if key not in _OF_OUTLINE}]

    def _content(self, page: dict[str, Any]) -> Any:
        found = self.file.get(page.get("Contents"))
        streams = [one for one in (found if isinstance(found, list) else [found]) if one is not None]
        drawn = b"\n".join(self.file.unpacked(one) for one in streams)
        return [drawn, {key: value for key, value in page.items() if key not in _OF_TREE}]

    def _named(self, root: Any) -> Iterator[tuple[bytes, str]]:
        """(name, digest of the place) of each named destination, however the tree is cut."""
        left = [root]
        while left:
            node = self.file.dictionary(left.pop())
            names = self.file.array(node.get("Names"))
            for name, place in zip(names[::2], names[1::2], strict=False):
                yield bytes(self.file.get(name) or b""), self._shown(place)
            left += self.file.array(node.get("Kids"))

    def _signs(self, one: Any) -> bool:
        """Whether it is a signature field that shows nothing."""
        field = self.file.dictionary(one)
        if field.get("FT") != "Sig" or not field.keys() <= _OF_FIELD or self.file.get(field.get("Kids")):
            return False
        if self.file.get(field.get("Subtype", "Widget")) != "Widget":
            return False
        rect = [self.file.get(number) for number in self.file.array(field.get("Rect"))]
        if not all(isinstance(number, (int, float)) for number in rect):
            return False
        return "Rect" not in field or (len(rect) == 4 and rect[:2] == rect[2:])

    def _shown(self, one: Any) -> str:
        try:
            return "sha256:" + self._digest(one).hex()
        except RecursionError:
            raise PdfError("its objects refer to each other too deeply") from None

    def _digest(self, one: Any) -> bytes:
        """SHA-256 of an object with all that it refers to; pages count as their numbers."""
        kind = type(one)
        if kind is Name:
            return _word(b"n", one)
        if kind is float or kind is int:
            return _word(b"v", f"{one:.4f}".rstrip("0").rstrip("."))
        if kind is Ref:
            return self._referred(one.number)
        if kind is dict:
            return _hashed(b"d", *[_key(key) + self._digest(one[key]) for key in sorted(one)])
        if kind is list or kind is tuple:
            return _hashed(b"a", *map(self._digest, one))
        if kind is Stream:
            raw, filters = self.file.plain(one)
            entries = {key: value for key, value in one.entries.items() if key not in _OF_PACKING}
            kept = {key: one.entries[key] for key in ("DecodeParms", "DP") if filters and key in one.entries}
            return _hashed(b"s", self._digest({**entries, **kept}), "/".join(filters).encode(), _hashed(raw))
        if isinstance(one, bytes):
            return _hashed(b"t", one)
        return _hashed(b"u", one.encode()) if kind is str else _word(b"v", str(one))

    def _referred(self, number: int) -> bytes:
        if number in self._page:
            return _hashed(b"p", str(self._page[number]).encode())
        if number in self._open:
            return b"loop"
        if number not in self._known:
            self._open.add(number)
            self._known[number] = self._digest(self.file.get(Ref(number)))
            self._open.discard(number)
        return self._known[number]


@lru_cache(4096)
def _key(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape") + b"\0"


def _hashed(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join([len(part).to_bytes(8, "big") + part for part in parts])).digest()


@lru_cache(4096)
def _word(kind: bytes, text: str) -> bytes:
    """The digest of a name or number; the same ones stand in a file thousands of times."""
    return _hashed(kind, text.encode("utf-8", "surrogateescape"))
