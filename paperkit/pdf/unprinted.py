"""Numbers that have fewer links on the pages than uses in the sources: not printed, or printed without their link."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from paperkit.pdf.bound import Bound, Use, Wanted
from paperkit.pdf.normal import letters
from paperkit.pdf.sheets import Sheet

BESIDE = 8
"""Letters and digits beside a number by which its place is found."""


class Unprinted(NamedTuple):
    """An expression with fewer links than uses, of which one stands nowhere, or in no link at all."""

    wanted: Wanted
    printed: int
    """How many of its uses are printed, or have a link."""
    missing: int
    """The first use (from 0) that stands on no page with its neighbours, or without a link."""
    bare: int = 0
    """The page (from 1) on which it stands without a link; 0 where it stands on none."""


def unprinted(found: Iterable[Bound], wanted: Mapping[str, Wanted], sheets: Iterable[Sheet]) -> Iterator[Unprinted]:
    """Each expression that is printed less often than the sources say, or has no link where others have theirs.

    A number in a link of the author's is no link to its evidence; it is printed where its neighbours stand beside it,
    and all of it can be seen. What stands so in no link at all has lost its own: links do not nest, and that is the
    only reason for which a number has none. Of an engine that makes no links at all nothing is said.
    """
    counts = Counter(one.key for one in found)
    short = [each for each in wanted.values() if counts[each.key] < len(each.uses)]
    if not short:
        return
    stream = _Stream(sheets)
    for each in short:
        pages = [stream.bare(use) if counts else _there(stream.text, use) for use in each.uses]
        missing = [at for at, page in enumerate(pages) if page is None]
        bare = [at for at, page in enumerate(pages) if page]
        if missing or bare:
            first = (missing or bare)[0]
            yield Unprinted(each, len(pages) - len(missing or bare), first, pages[first] or 0)


def _there(text: str, use: Use) -> int | None:
    return 0 if _places(text, use) else None


class _Stream:
    """The letters and digits of all pages that can be seen, one after the other."""

    def __init__(self, sheets: Iterable[Sheet]) -> None:
        self.sheets = tuple(sheets)
        texts = [letters(_seen(sheet)) for sheet in self.sheets]
        self.text = "".join(texts)
        self.starts = [0, *accumulate(map(len, texts))]
        self.known: dict[int, Sequence[int]] = {}

    def bare(self, use: Use) -> int | None:
        """The page (from 1) on which a use stands in no link; 0 where it stands in one, None where on none."""
        found = None
        for start, end in _places(self.text, use):
            at = bisect_right(self.starts, start) - 1
            if self._linked(at, start - self.starts[at], end - self.starts[at]):
                return 0
            found = found or at + 1
        return found

    def _linked(self, at: int, start: int, end: int) -> bool:
        """Whether letters of a page, counted on it, lie in a link."""
        sheet = self.sheets[at]
        if at not in self.known:
            self.known[at] = tuple(_indices(sheet))
        known = self.known[at]
        if len(known) != self.starts[at + 1] - self.starts[at]:  # characters that are one together
            return True
        inside = set(known[start:end])
        return any(not inside.isdisjoint(sheet.inside(link.rect)) for link in sheet.links)


def _indices(sheet: Sheet) -> Iterator[int]:
    """For each letter and digit of a page that can be seen the index of its character."""
    half = ""
    for at, one in enumerate(sheet.text):
        if at in sheet.faults:
            continue
        if "\ud800" <= one < "\udc00":
            half = one
            continue
        yield from (at for _ in letters(half + one))
        half = ""


def _seen(sheet: Sheet) -> str:
    """The text of a page without what nobody can see of it."""
    return "".join(one for at, one in enumerate(sheet.text) if at not in sheet.faults) if sheet.faults else sheet.text


def _places(stream: str, use: Use) -> Sequence[tuple[int, int]]:
    """Begin and end of a number in *stream* between the letters of *use*; failing that, beside those of one side."""
    before, after = use.before[-BESIDE:], use.after[:BESIDE]
    for sides in ([(before, after)], [(before, ""), ("", after)]):
        sides = [one for one in sides if len(one[0] + one[1]) >= BESIDE]
        found = [place for left, right in sides for place in _found(stream, left, use.printed, right)]
        if found:
            return found
    return []


def _found(stream: str, left: str, printed: str, right: str) -> Iterator[tuple[int, int]]:
    text = left + printed + right
    at = stream.find(text)
    while at >= 0:
        yield at + len(left), at + len(left + printed)
        at = stream.find(text, at + 1)
