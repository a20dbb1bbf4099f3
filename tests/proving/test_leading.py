"""Links, addresses and bookmarks that somebody changed and sealed again, without the sources: the file alone tells."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paperkit.pdf.bookmarks import bookmarks
from paperkit.pdf.file import PdfFile
from paperkit.pdf.syntax import Name, Ref
from paperkit.pdf.tips import BACK
from paperkit.pdf.writer import text_string, update
from paperkit.proving.sealing import unstamped
from paperkit.proving.verify import Verdict, verify
from tests.proving.conftest import Sealed, annotation
from tests.proving.test_rows import again

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]
Change = Callable[[PdfFile], dict[int, Any]]


def on_pages(change: Callable[[PdfFile, list[Any]], list[Any]], first: bool) -> Change:
    """The annotations of the first page, or of all, as *change* gives them."""

    def objects(file: PdfFile) -> dict[int, Any]:
        pages = list(file.numbered_pages())[: 1 if first else None]
        return {number: {**page, "Annots": change(file, file.array(page.get("Annots")))} for number, page in pages}

    return objects


def without(key: Callable[[dict[str, Any]], bool]) -> Callable[[PdfFile, list[Any]], list[Any]]:
    return lambda file, found: [one for one in found if not key(file.dictionary(one))]


def one_less(file: PdfFile) -> dict[int, Any]:
    gone, _ = annotation(file)
    return on_pages(lambda _, found: [one for one in found if one != Ref(gone)], first=True)(file)


def one_twice(file: PdfFile) -> dict[int, Any]:
    _, found = annotation(file)
    return on_pages(lambda _, there: [*there, dict(found)], first=True)(file)


def address(file: PdfFile) -> dict[int, Any]:
    note = {"Type": Name("Annot"), "Subtype": Name("Link"), "Rect": [90, 90, 300, 600], "Border": [0, 0, 0],
            "A": {"S": Name("URI"), "URI": b"https://evil.example/x"}}  # fmt: skip
    return on_pages(lambda _, there: [*there, note], first=True)(file)


def way_back(file: PdfFile) -> dict[int, Any]:
    pages = list(file.numbered_pages())
    for at in range(len(pages)):
        try:
            number, found = annotation(file, BACK, at)
        except AssertionError:
            continue
        return {number: {**found, "A": {"S": Name("GoTo"), "D": [Ref(pages[-1][0]), Name("XYZ"), 9, 9, None]}}}
    raise AssertionError


def bookmark(**entries: Callable[[PdfFile], Any]) -> Change:
    def objects(file: PdfFile) -> dict[int, Any]:
        last = list(bookmarks(file))[-1][1]
        (number,) = (n for n in range(1, file.size) if file.get(Ref(n)) == last)
        gone = {key: one for key, one in last.items() if key not in ("A", "Dest")} if "Dest" in entries else last
        return {number: {**gone, **{key: value(file) for key, value in entries.items()}}}

    return objects


def resealed(sealed: Sealed, change: Change, into: Path) -> Verdict:
    raw = update(unstamped(sealed.raw)[0], sealed.file, change(sealed.file))
    return verify(sealed.written(again(raw), into))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (on_pages(without(lambda one: "PK" in one), first=False), "no number on the pages has a link"),
        (one_twice, "two links lie over one number"),
        (address, "a link leads to https://evil.example/x, which no source names"),
        (way_back, "leads not to its number on page"),
        (bookmark(Title=lambda _: text_string("We are by far the best")), "stands on no page and in no source"),
        (bookmark(Dest=lambda file: [Ref(next(file.numbered_pages())[0]), Name("Fit")]), "which has other words"),
        (lambda file: {number: {**page, "UserUnit": 9} for number, page in file.numbered_pages()}, "points are no"),
    ],
)
def test_what_leads_elsewhere_is_refused_though_the_seal_fits_it(
    sealed: Sealed, tmp_path: Path, change: Change, words: str
) -> None:
    refusals = resealed(sealed, change, tmp_path).refusals
    assert any(words in one.message for one in refusals), refusals


def test_a_link_that_is_taken_away_is_missed_at_its_number(sealed: Sealed, tmp_path: Path) -> None:
    (found,) = resealed(sealed, one_less, tmp_path).diagnostics
    assert (found.code, "stands on page 1 without a link" in found.message) == ("PK502", True)


def test_what_is_as_it_was_is_verified_with_a_new_seal(sealed: Sealed, tmp_path: Path) -> None:
    verdict = resealed(sealed, lambda file: {}, tmp_path)
    assert verdict.verified, (verdict.refusals, verdict.diagnostics)
