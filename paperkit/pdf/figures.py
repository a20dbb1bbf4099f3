"""The figures as they are printed: their digits are those that their records name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from paperkit.pdf.accounts import RUN
from paperkit.pdf.links import Rect
from paperkit.pdf.normal import paired
from paperkit.pdf.sheets import Sheet


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure of the report: its PDF, and the texts that its record says are in it."""

    name: str
    pdf: bytes
    texts: tuple[str, ...] | None
    """None where there is no record."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """Digits of a figure that its record does not name; *sheet* is 0 for the figure's own file."""

    name: str
    sheet: int
    digits: str


def unsaid(sheets: Sequence[Sheet], figures: Iterable[Drawn]) -> Iterator[Unsaid]:
    """What figures show and their records do not, and what stands over a figure on the page and is not of it."""
    shown: dict[str, Drawn] = {}
    for figure in figures:
        text = text_in(figure.pdf)
        shown[digits(text)] = figure
        if figure.texts is not None:
            found = beyond(text, figure.texts)
            if found:
                yield Unsaid(figure.name, 0, " ".join(found))
    for sheet in sheets:
        bound = sheet.bound() if sheet.graphics else set()
        for rect in sheet.graphics:
            text = "".join(sheet.text[at] for at in sheet.inside(rect) if at not in bound)
            own = shown.get(digits(text))
            if digits(text) and own is None:
                yield _unlike(sheet, rect, text, shown)
            elif own is None or own.texts is not None:
                yield from _traced(sheet, rect, own.name if own is not None else "")


def _traced(sheet: Sheet, rect: Rect, name: str) -> Iterator[Unsaid]:
    """Digits that a figure draws as lines: no record names them."""
    found = " ".join(text for text, _ in sheet.drawn_outlines(rect))
    if found:
        yield Unsaid(name or f"at {rect[0]:.0f}, {rect[1]:.0f} pt", sheet.number, f"{found} in lines")


def unrecorded(
    sheets: Sequence[Sheet], records: Mapping[str, Sequence[str]], free: frozenset[str] = frozenset()
) -> Iterator[Unsaid]:
    """What graphics on the pages show and no record of a figure names; where the figures' own files are not there.

    *free* are the figures that no script drew: their records are what they show, and lines in them are not held.
    """
    for sheet in sheets:
        bound = sheet.bound() if sheet.graphics else set()
        for rect in sheet.graphics:
            text = "".join(sheet.text[at] for at in sheet.inside(rect) if at not in bound)
            over = {name: beyond(text, texts) for name, texts in records.items()} if digits(text) else {}
            if digits(text) and not any(found == () for found in over.values()):
                name = min(over, key=lambda one: len(over[one]), default=f"at {rect[0]:.0f}, {rect[1]:.0f} pt")
                yield Unsaid(name, sheet.number, " ".join(over.get(name, ())) or digits(text)[:20])
                continue
            fitting = {name for name, found in over.items() if found == ()} if over else set(records) & free
            if not fitting & free:
                yield from _traced(sheet, rect, min(fitting, default=""))


def _unlike(sheet: Sheet, rect: Rect, text: str, shown: Mapping[str, Drawn]) -> Unsaid:
    """The figure that is most like what is printed, and what of it differs."""
    own: Counter[str] = Counter(digits(text))

    def unlike(known: str) -> int:
        other: Counter[str] = Counter(known)
        return (own - other).total() + (other - own).total()

    best = min(shown, key=unlike, default="")
    more = [run for run in RUN.findall(text) if run not in set(RUN.findall(text_in(shown[best].pdf)))] if shown else []
    name = shown[best].name if shown else f"at {rect[0]:.0f}, {rect[1]:.0f} pt"
    return Unsaid(name, sheet.number, " ".join(more) or digits(text)[:20])


def text_in(pdf: bytes) -> str:
    """The text of a figure's file, page by page."""
    from paperkit.pdf.sheets import texts_of

    return "\n".join(texts_of(pdf))


def digits(text: str) -> str:
    """Only the digits, in the order in which they were drawn."""
    return "".join(one for one in paired(text) if one.isdigit())


def beyond(text: str, known: Iterable[str]) -> tuple[str, ...]:
    """Numbers of *text* that are in none of the *known* texts; each known digit accounts for one.

    >>> beyond("0\\r\\n50\\r\\n12.5 ms\\r\\n7", ("0", "50", "12.5 ms"))
    ('7',)
    """
    left = Counter(run for one in known for run in RUN.findall(_plain(one)))
    found = []
    for run in RUN.findall(paired(text)):
        if left[run]:
            left[run] -= 1
        else:
            found.append(run)
    pieces = Counter(digits("".join(left.elements())))  # a formula is drawn in pieces, which the record has as one
    rest = []
    for run in found:
        need = Counter(digits(run))
        if need - pieces:
            rest.append(run)
        else:
            pieces -= need
    return tuple(rest)


def _plain(text: str) -> str:
    r"""A text of matplotlib without the marks of its formulas: `$\mathdefault{10^{3}}$` is 103 where it is drawn."""
    return text.replace("{", "").replace("}", "").replace("^", "").replace("_", "") if "$" in text else text
