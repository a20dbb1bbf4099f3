"""The files that are attached to a PDF."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paperkit.errors import PaperkitError
from paperkit.pdf.file import PdfFile
from paperkit.pdf.links import text_of
from paperkit.pdf.syntax import Name, PdfError, Ref
from paperkit.pdf.writer import packed, text_string, update


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
            streams = file.dictionary(file.dictionary(one).get("EF"))
            if streams:
                found[text_of(file.get(name))] = file.unpacked(streams.get("UF", streams.get("F")))
        left += file.array(node.get("Kids")) if seen < 10_000 else []
    return dict(sorted(found.items()))


def attach(raw: bytes, files: Mapping[str, bytes], marks: Mapping[str, Any]) -> bytes:
    """*raw* with *files* attached and *marks* in its catalog, behind its end. Raises PdfError."""
    file = PdfFile(raw)
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
    return update(raw, file, {**objects, file.trailer["Root"].number: catalog})
