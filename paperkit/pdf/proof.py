"""A PDF read back as a whole: what was found on its pages, held against what the sources print."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from paperkit.pdf.accounts import Said, Stray, strays
from paperkit.pdf.acting import Act, acts_listed
from paperkit.pdf.aside import strays_aside
from paperkit.pdf.bound import Bound, Wanted, read_bound
from paperkit.pdf.figures import Drawn, Unsaid, unrecorded, unsaid
from paperkit.pdf.file import PdfFile
from paperkit.pdf.fonts import fonts_missing
from paperkit.pdf.labels import page_labels
from paperkit.pdf.letters import Odd, odd_letters
from paperkit.pdf.normal import BROKEN
from paperkit.pdf.sheets import Sheet
from paperkit.pdf.syntax import PdfError
from paperkit.pdf.unprinted import Unprinted, unprinted

_NOTHING = re.compile(r"\?\?+")
_BREAKS = dict.fromkeys(map(ord, BROKEN), "")
_UNKNOWN = re.compile("[\0\ufffd]")


@dataclass(frozen=True, slots=True)
class Expected:
    """What the sources say must be on the pages."""

    wanted: Mapping[str, Wanted]
    said: Said
    figures: tuple[Drawn, ...] = ()
    records: Mapping[str, tuple[str, ...]] | None = None
    """Texts of each figure, where only their records are there and not the figures."""
    free: frozenset[str] = frozenset()
    """Names of the figures among them that no script drew."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something on a page that is no text: question marks, a character without a glyph."""

    sheet: int
    text: str
    around: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What was read off a PDF. *path* is as messages show it."""

    path: str
    sheets: tuple[Sheet, ...]
    bound: tuple[Bound, ...] = ()
    unprinted: tuple[Unprinted, ...] = ()
    strays: tuple[Stray, ...] = ()
    unsaid: tuple[Unsaid, ...] = ()
    questions: tuple[Mark, ...] = ()
    unknown: tuple[Mark, ...] = ()
    """Characters that have no glyph in their font."""
    unlike: tuple[Mark, ...] = ()
    """Digits of no bound number that are drawn like other ones."""
    pale: tuple[Mark, ...] = ()
    """The first words of each page that nobody can see, apart from bound numbers."""
    letters: tuple[Odd, ...] = ()
    """Fonts whose letters are drawn like other ones."""
    fonts: tuple[str, ...] = ()
    """Fonts that the file does not hold."""
    acts: tuple[Act, ...] = ()
    """What in it does more than lead to a place."""


def read_proof(
    file: PdfFile,
    path: str,
    expected: Expected | None,
    read: Callable[[], tuple[Sheet, ...]],
    letters: Callable[[PdfFile], tuple[Odd, ...]] = odd_letters,
) -> Proof:
    """Read a PDF; without *expected* only what needs no sources. Raises PdfError where it cannot be read.

    *read* gives its pages, *letters* the fonts whose letters are other ones.
    """
    if file.encrypted:
        raise PdfError("it is encrypted")
    odd = letters(file)
    sheets = read()
    plain = Proof(
        path,
        sheets,
        questions=tuple(_marks(sheets, _NOTHING)),
        unknown=(*_marks(sheets, _UNKNOWN), *_blanks(sheets)),
        unlike=tuple(_unlike(sheets)),
        pale=tuple(_pale(sheets)),
        letters=odd,
        fonts=fonts_missing(file),
        acts=acts_listed(file, (sheet.acts for sheet in sheets)),
    )
    if expected is None:
        return plain
    return _held(plain, expected, page_labels(file, len(sheets)), tuple(strays_aside(file, sheets)))


def _held(proof: Proof, expected: Expected, labels: tuple[str, ...], aside: tuple[Stray, ...]) -> Proof:
    sheets = proof.sheets
    bound = read_bound(sheets, expected.wanted)
    return Proof(
        proof.path,
        sheets,
        bound,
        tuple(unprinted(bound, expected.wanted, sheets)),
        (*strays(sheets, expected.said, labels), *aside),
        tuple(_unsaid(sheets, expected)),
        proof.questions,
        proof.unknown,
        proof.unlike,
        proof.pale,
        proof.letters,
        proof.fonts,
        proof.acts,
    )


def _unsaid(sheets: tuple[Sheet, ...], expected: Expected) -> Iterator[Unsaid]:
    if expected.records is None:
        return unsaid(sheets, expected.figures)
    return unrecorded(sheets, expected.records, expected.free)


def _marks(sheets: Iterable[Sheet], pattern: re.Pattern[str]) -> Iterator[Mark]:
    for sheet in sheets:
        for found in pattern.finditer(sheet.text):
            yield Mark(sheet.number, found[0], _around(sheet, found.start(), found.end()))


def _blanks(sheets: Iterable[Sheet]) -> Iterator[Mark]:
    """The first letter or digit of each page that draws nothing."""
    for sheet in sheets:
        yield from (Mark(sheet.number, sheet.text[at], _around(sheet, at, at + 1)) for at in sheet.blanks()[:1])


def _unlike(sheets: Iterable[Sheet]) -> Iterator[Mark]:
    for sheet in sheets:
        odd = [at for at, fault in sorted(sheet.faults.items()) if fault == "unlike"]
        bound = sheet.bound() if odd else set()
        for at in odd:
            if at not in bound:
                yield Mark(sheet.number, sheet.text[at], _around(sheet, at, at + 1))


def _pale(sheets: Iterable[Sheet]) -> Iterator[Mark]:
    for sheet in sheets:
        found = [at for at, fault in sorted(sheet.faults.items()) if fault == "blank"]
        bound = sheet.bound() if found else set()
        left = [at for at in found if at not in bound]
        if left:
            end = next((at for at, one in zip(left, [*left[1:], -1], strict=True) if one - at > 2), left[-1])
            yield Mark(sheet.number, sheet.text[left[0] : end + 1], _around(sheet, left[0], end + 1))


def _around(sheet: Sheet, start: int, end: int) -> str:
    around = sheet.text[max(0, start - 25) : end + 25].translate(_BREAKS)
    return " ".join(around.split())
