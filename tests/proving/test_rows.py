"""Links lead to the rows of their numbers, and a manifest names its report: also where a seal fits what was changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paperkit import digest
from paperkit.pdf.attachments import attach, attached
from paperkit.pdf.file import PdfFile
from paperkit.pdf.links import links_of
from paperkit.pdf.sheets import texts_of
from paperkit.pdf.syntax import Name, Ref
from paperkit.pdf.writer import update
from paperkit.proving.manifest import seal, shown_digests
from paperkit.proving.sealing import pages_text, unstamped
from paperkit.proving.verify import verify
from tests.proving.conftest import Sealed, annotation

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]


def again(raw: bytes, **more: str) -> bytes:
    """A changed PDF with a seal that fits it; *more* goes into the manifest."""
    file = PdfFile(raw)
    files = attached(file)
    files["pages.json"] = pages_text(zip(texts_of(raw), links_of(file), strict=True))
    shown = shown_digests(file)
    manifest = json.loads(files["manifest.json"])
    manifest |= {"contents": shown.contents, "links": shown.links, "rest": dict(shown.rest), **more}
    manifest["files"] = {name: digest.of_bytes(one) for name, one in files.items() if name != "manifest.json"}
    files["manifest.json"] = json.dumps(manifest).encode()
    return attach(file, files, seal(files["manifest.json"]))


def lead(goal: Callable[[PdfFile], Any]) -> Callable[[PdfFile], dict[int, Any]]:
    """The first link to evidence with another place to lead to."""

    def objects(file: PdfFile) -> dict[int, Any]:
        number, found = annotation(file)
        return {number: {**found, "A": goal(file)}}

    return objects


def other(file: PdfFile) -> dict[str, Any]:
    """The row of another number."""
    (first, *_), keys = annotation(file)[1]["A"]["D"], {link.key for page in links_of(file) for link in page} - {""}
    assert first
    name = max(keys - {annotation(file)[1]["PK"].decode()})
    return {"S": Name("GoTo"), "D": name.encode()}


def swapped(file: PdfFile) -> dict[int, Any]:
    """The places of two rows, one for the other."""
    left = [file.dictionary(file.catalog["Names"])["Dests"]]
    while left:
        one = left.pop()
        node = file.dictionary(one)
        rows = [at for at, name in enumerate(file.array(node.get("Names"))[::2]) if name.startswith(b"pk.")]
        if len(rows) > 1:
            names = list(node["Names"])
            first, last = 2 * rows[0] + 1, 2 * rows[-1] + 1
            names[first], names[last] = names[last], names[first]
            return {one.number: {**node, "Names": names}}
        left += file.array(node.get("Kids"))
    raise AssertionError


def lost(file: PdfFile) -> dict[int, Any]:
    """The file without its last page, on which the rows are."""
    root = file.catalog["Pages"]
    pages = [Ref(number) for number, _ in file.numbered_pages()]
    return {root.number: {**file.dictionary(root), "Kids": pages[:-1], "Count": len(pages) - 1}}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lead(other), "not to the row of its number"),
        (lead(lambda _: {"S": Name("URI"), "URI": b"https://example.org"}), "leads to https://example.org, not to"),
        (lead(lambda file: {"S": Name("GoTo"), "D": [Ref(next(file.numbered_pages())[0]), Name("Fit")]}), "no place"),
        (swapped, "leads to the row of another number"),
        (lost, "leads nowhere"),
    ],
)
def test_a_link_that_leads_elsewhere_is_refused_also_where_the_seal_fits_it(
    sealed: Sealed, tmp_path: Path, change: Callable[[PdfFile], dict[int, Any]], words: str
) -> None:
    raw = update(unstamped(sealed.raw)[0], sealed.file, change(sealed.file))
    refusals = verify(sealed.written(again(raw), tmp_path)).refusals
    assert any(words in one.message for one in refusals), refusals


def test_a_seal_made_anew_of_the_same_file_is_one(sealed: Sealed, tmp_path: Path) -> None:
    verdict = verify(sealed.written(again(unstamped(sealed.raw)[0]), tmp_path))
    assert verdict.verified, (verdict.refusals, verdict.diagnostics)


def test_a_manifest_that_gives_the_report_another_date_is_refused(sealed: Sealed, tmp_path: Path) -> None:
    refusals = verify(sealed.written(again(unstamped(sealed.raw)[0], date="2031-01-01"), tmp_path)).refusals
    assert [one.reason for one in refusals] == ["manifest-changed"]
