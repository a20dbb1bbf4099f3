"""The bound numbers as they are printed: every link to evidence with the characters that it lies over."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from paperkit.frozen import frozen
from paperkit.pdf.accounts import beside
from paperkit.pdf.links import Link, Rect
from paperkit.pdf.normal import comparable, letters, signs, splits_number
from paperkit.pdf.sheets import Sheet

MOST_LINES = 8
"""Lines over which the words of one claim may run."""
_BESIDE = re.compile(r"[([“‘\"']*\0[)\]”’\"'.,;:]*")
_LETTER = re.compile(r"[kMGT](?![A-Za-z])")
_SUFFIX = re.compile(r"[%‰]|[×x]10[-+]?\d+|[eE][-+]?\d+")
_SUFFIXES = frozenset("%‰kMGT×x·eE")
"""With which of them it begins on a page."""
REACH = 12
"""Characters in which it is looked for."""
BESIDE = 8
"""Letters and digits beside a number by which its place is found."""


class Use(NamedTuple):
    """One place of the sources that prints a number: letters and digits before it, of it, and behind it."""

    before: str
    printed: str
    after: str


@frozen
class Wanted:
    """One expression whose numbers must be printed: *variants* are the texts that may stand for it."""

    key: str
    variants: frozenset[str]
    uses: tuple[Use, ...]
    """Each place of the sources that prints it."""
    suffixes: frozenset[str] | None = None
    """What the sources print right behind it that would make another number of it; None where that is not known."""


@frozen
class Bound:
    """One bound number on the pages. *text* is comparable; *wanted* is None where no marker has this key."""

    key: str
    sheet: int
    rects: tuple[Rect, ...]
    text: str
    wanted: Wanted | None
    faults: tuple[tuple[str, str], ...] = ()
    """(character, what is wrong with it)."""
    broken: bool = False
    """Whether the number itself runs over the end of a line."""
    before: str = ""
    after: str = ""
    """Letters and digits beside it on the page."""

    @property
    def right(self) -> bool:
        """Whether the characters are those that the marker prints."""
        return self.wanted is not None and matches(self.text, self.wanted.variants)


def matches(text: str, expected: frozenset[str]) -> bool:
    """Whether *text* is one of *expected*; a unit or word that the page sets otherwise does not matter, a sign does.

    A link's box may hold the bracket or full stop beside the number, too.

    >>> [matches(text, frozenset({"12.46"})) for text in ("12.46", "(12.46).", "12.4", "-12.46", "12.46%", "112.46")]
    [True, True, False, False, False, False]
    """
    if text in expected:
        return True
    if signs(text) and any(signs(text) == signs(one) and len(text) == len(one) for one in expected):
        return True
    return any(one in text and _BESIDE.fullmatch(text.replace(one, "\0", 1)) for one in expected)


def read_bound(sheets: Sequence[Sheet], wanted: Mapping[str, Wanted]) -> tuple[Bound, ...]:
    """Every bound number, in the order of the pages; links of one number that lie on following lines are one."""
    keyed = [(sheet, link) for sheet in sheets for link in sheet.links if link.key]
    found, at = [], 0
    while at < len(keyed):
        key = keyed[at][1].key
        taken = _taken(keyed, at, wanted.get(key))
        found.append(_bound(key, keyed[at : at + taken], wanted.get(key)))
        at += taken
    return tuple(found)


def _taken(keyed: Sequence[tuple[Sheet, Link]], at: int, wanted: Wanted | None) -> int:
    """How many links from *at* on are one number: as many as it takes to print it."""
    if wanted is None:
        return 1
    text, key = "", keyed[at][1].key
    for count, (sheet, link) in enumerate(keyed[at : at + MOST_LINES], 1):
        if link.key != key:
            break
        text += _raw(sheet, link)
        if matches(comparable(text), wanted.variants):
            return count
    return 1


def _raw(sheet: Sheet, link: Link) -> str:
    """The characters of a link; in narrow lines its box reaches up to the commas of the line above, which are none."""
    inside = sheet.inside(link.rect)
    marks = [at for at in inside if sheet.text[at] in ",;"]
    if not marks:
        return "".join(sheet.text[at] for at in inside)
    top = max((float(sheet.boxes[at][3]) for at in inside if sheet.text[at].isalnum()), default=float("inf"))
    above = {at for at in marks if float(sheet.boxes[at][1]) > top}
    return "".join(sheet.text[at] for at in inside if at not in above)


def _bound(key: str, links: Iterable[tuple[Sheet, Link]], wanted: Wanted | None) -> Bound:
    links = tuple(links)
    pieces = [_raw(sheet, link) for sheet, link in links]
    faults = {(s.text[at], s.faults[at]): None for s, link in links for at in s.inside(link.rect) if at in s.faults}
    text = comparable("".join(pieces))
    broken = len(pieces) > 1 and splits_number([comparable(piece) for piece in pieces])
    well = (
        not faults and not broken and wanted is not None and text in wanted.variants
    )  # then nobody asks for its place
    more = suffix_on(*links[-1])
    if more and wanted is not None and wanted.suffixes is not None and more not in wanted.suffixes:
        text, well = text + more, False
    before, after = ("", "") if well else (_neighbours(*links[0])[0], _neighbours(*links[-1])[1])
    rects = tuple(link.rect for _, link in links)
    return Bound(key, links[0][0].number, rects, text, wanted, tuple(faults), broken, before, after)


def suffix_of(text: str) -> str:
    """What of a text that stands right behind a number would make another number of it.

    >>> [suffix_of(text) for text in ("k of", "kB", " % of", "× 10^(−3) m", "e6", "ms", ", then")]
    ['k', '', '%', '×10-3', 'e6', '', '']
    """
    found = _LETTER.match(text.lstrip()) or _SUFFIX.match(comparable(text))
    return found[0] if found is not None else ""


def suffix_on(sheet: Sheet, link: Link) -> str:
    """As `suffix_of`, of what touches the number of a link on its page."""
    inside = sheet.inside(link.rect)
    last = max(inside, default=-1)
    if last < 0 or sheet.text[last + 1 : last + 2] not in _SUFFIXES or not _touches(sheet, last):
        return ""
    return suffix_of(sheet.text[last + 1 : last + 1 + REACH].split("\r\n")[0])


def _touches(sheet: Sheet, at: int) -> bool:
    """Whether the character behind *at* stands beside it, with less than a space between them."""
    one, other = sheet.boxes[at], sheet.boxes[at + 1]
    high = float(max(one[3] - one[1], other[3] - other[1]))
    return bool(one[1] < other[3] and other[1] < one[3] and -0.2 * high < other[0] - one[2] < 0.25 * high)


def _neighbours(sheet: Sheet, link: Link) -> tuple[str, str]:
    inside = sheet.inside(link.rect)
    return beside(sheet.text, min(inside), max(inside) + 1) if inside else ("", "")


class Unprinted(NamedTuple):
    """What has fewer links than the sources have uses, and stands nowhere as text either."""

    wanted: Wanted
    printed: int
    """How many of its uses are printed."""
    missing: int
    """The first use (from 0) that stands on no page with its neighbours."""


def unprinted(found: Iterable[Bound], wanted: Mapping[str, Wanted], sheets: Iterable[Sheet]) -> Iterator[Unprinted]:
    """Each expression that is printed less often than the sources say.

    A number in a link of the author's is no link to its evidence; it is printed where its neighbours stand beside it.
    """
    counts = Counter(one.key for one in found)
    short = [each for each in wanted.values() if counts[each.key] < len(each.uses)]
    stream = letters("".join(sheet.text for sheet in sheets)) if short else ""
    for each in short:
        stands = [_stands(use, stream) for use in each.uses]
        if not all(stands):
            yield Unprinted(each, sum(stands), stands.index(False))


def _stands(use: Use, stream: str) -> bool:
    before, after = use.before[-BESIDE:], use.after[:BESIDE]
    return (len(before) == BESIDE and before + use.printed in stream) or (
        len(after) == BESIDE and use.printed + after in stream
    )
