"""The files that are attached to a PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paperkit.errors import PaperkitError
from paperkit.pdf.file import PdfFile
from paperkit.pdf.links import text_of
from paperkit.pdf.syntax import Name, PdfError, Ref
from paperkit.pdf.writer import packed, text_string, update

MOST_NODES = 10_000
_OF_NAME = frozenset({"Type", "F", "UF", "EF", "AFRelationship"})
_OF_FILE = frozenset({"Type", "Params", "Length", "Filter", "DecodeParms"})
_OF_PARAMS = frozenset({"Size"})
"""What `attach` says of a file; a viewer shows the rest beside its name: a description, a date, other files."""


def read_attachments(path: Path) -> dict[str, bytes]:
    """Each attached file by its name. Raises PaperkitError (status 2) where *path* is no PDF that can be read."""
    try:
        return attached(PdfFile(path.read_bytes()))
    except (PdfError, OSError) as error:
        raise PaperkitError(f"{path.name}: {error}", "name a PDF that `paperkit build` made") from None


def attached(file: PdfFile) -> dict[str, bytes]:
    """Each attached file of *file* by its name. Raises PdfError."""
    found: dict[str, bytes] = {}
    left: list[Any] = [file.dictionary(file.catalog.get("Names")).get("EmbeddedFiles")]
    seen = 0
    while left:
        node, seen = file.dictionary(left.pop()), seen + 1
        names = file.array(node.get("Names"))
        for name, one in zip(names[::2], names[1::2], strict=False):
            title, streams = text_of(file.get(name)), file.dictionary(file.dictionary(one).get("EF"))
            if title in found:
                raise PdfError(f"two attachments are called {title}")
            if streams:
                found[title] = _held(file, title, file.dictionary(one), streams)
        left += file.array(node.get("Kids")) if seen < MOST_NODES else []
    return dict(sorted(found.items()))


def _held(file: PdfFile, title: str, one: dict[str, Any], streams: dict[str, Any]) -> bytes:
    """What an attachment holds; whichever of its names and streams a reader takes must be the same."""
    names = {text_of(file.get(one[key])) for key in ("F", "UF") if key in one}
    if names - {title} or any(streams[key] != next(iter(streams.values())) for key in streams):
        raise PdfError(f"the attachment {title} is another one under another name")
    return file.unpacked(next(iter(streams.values())))


def loose(file: PdfFile) -> int:
    """How many files hang on the document itself and are no attachments by name."""
    named = {one for one in _leaves(file) if isinstance(one, Ref)}
    return sum(not isinstance(one, Ref) or one not in named for one in file.array(file.catalog.get("AF")))


def said_beside(file: PdfFile) -> Iterator[tuple[str, str]]:
    """(name of an attachment, entry) for each entry that `attach` does not write."""
    for one in _leaves(file):
        entries = file.dictionary(one)
        held = file.dictionary(next(iter(file.dictionary(entries.get("EF")).values()), None))
        params = file.dictionary(held.get("Params"))
        others = [*(entries.keys() - _OF_NAME), *(held.keys() - _OF_FILE), *(params.keys() - _OF_PARAMS)]
        yield from ((text_of(file.get(entries.get("F"))), entry) for entry in sorted(others))


def _leaves(file: PdfFile) -> list[Any]:
    left, found, seen = [file.dictionary(file.catalog.get("Names")).get("EmbeddedFiles")], [], 0
    while left and seen < MOST_NODES:
        node, seen = file.dictionary(left.pop()), seen + 1
        found += file.array(node.get("Names"))[1::2]
        left += file.array(node.get("Kids"))
    return found


def attach(file: PdfFile, files: Mapping[str, bytes], marks: Mapping[str, Any]) -> bytes:
    """*file* with *files* attached and *marks* in its catalog, behind its end. Raises PdfError."""
    number, objects, named = file.size, dict[int, Any](), list[Any]()
    for name, content in sorted(files.items()):
        title = text_string(name)
        objects[number] = packed({"Type": Name("EmbeddedFile"), "Params": {"Size": len(content)}}, content)
        held = {"F": Ref(number), "UF": Ref(number)}
        objects[number + 1] = {
            "Type": Name("Filespec"),
            "F": title,
            "UF": title,
            "EF": held,
            "AFRelationship": Name("Data"),
        }
        named += [title, Ref(number + 1)]
        number += 2
    pairs = sorted(zip(named[::2], named[1::2], strict=True))
    objects[number] = {"Names": [part for pair in pairs for part in pair]}
    names = {**file.dictionary(file.catalog.get("Names")), "EmbeddedFiles": Ref(number)}
    catalog = {**file.catalog, "Names": names, "AF": [one for _, one in pairs], **marks}
    return update(file.raw, file, {**objects, file.trailer["Root"].number: catalog})
