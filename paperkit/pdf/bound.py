"""The bound numbers as they are printed: every link to evidence with the characters that it lies over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from paperkit.frozen import frozen
from paperkit.pdf.accounts import beside
from paperkit.pdf.links import Link, Rect
from paperkit.pdf.neighbours import NEAR, REACH, Around, Beside, Elsewhere, beside_on, elsewhere, fits
from paperkit.pdf.normal import BROKEN, comparable, signs, splits_number
from paperkit.pdf.sheets import Sheet
from paperkit.pdf.touching import missing_on, sign_on, suffix_on

MOST_LINES = 8
"""Lines over which the words of one claim may run."""
_BESIDE = re.compile(r"[([“‘\"']*\0[)\]”’\"'.,;:]*")


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
    signs: frozenset[str] | None = None
    """What sign the sources print right before it; None where that is not known."""
    suffixes: frozenset[str] | None = None
    """What the sources print right behind it that would make another number of it; None where that is not known."""
    around: tuple[Around, ...] | None = None
    """What stands around it at each of these places; None where that is not known."""


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
    missing: str = ""
    """What the sources print right behind it, and the page does not."""
    stray: Beside | None = None
    """What stands beside it where the sources print something else, its unit or its words."""

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


Keyed = Sequence[tuple[Sheet, Link]]


def read_bound(sheets: Sequence[Sheet], wanted: Mapping[str, Wanted]) -> tuple[Bound, ...]:
    """Every bound number, in the order of the pages; links of one number that lie on following lines are one.

    Between its lines there may be other links: a float at the head of a column, the feet and heads of two pages.
    """
    keyed = [(sheet, link) for sheet in sheets for link in sheet.links if link.key]
    places: dict[str, list[int]] = {}
    for at, (_, link) in enumerate(keyed):
        places.setdefault(link.key, []).append(at)
    others = elsewhere({key: one.around for key, one in wanted.items() if one.around is not None})
    found = {
        taken[0]: _bound(key, [keyed[at] for at in taken], wanted.get(key), others)
        for key, there in places.items()
        for taken in _taken(keyed, there, wanted.get(key))
    }
    return tuple(found[at] for at in sorted(found))


def _taken(keyed: Keyed, places: Sequence[int], wanted: Wanted | None) -> Iterator[Sequence[int]]:
    """The places in *keyed* of one key, those of one number together: as many as it takes to print it."""
    done: set[int] = set()
    for start, first in enumerate(places):
        if first not in done:
            near = [at for at in places[start : start + 2 * MOST_LINES] if at not in done]
            taken = _lines(keyed, near, wanted) if wanted is not None else [first]
            done.update(taken)
            yield taken


def _lines(keyed: Keyed, places: Sequence[int], wanted: Wanted) -> Sequence[int]:
    """The first of *places* and those that make one number with it."""
    run = _run(keyed, places[:MOST_LINES], wanted)
    return run if len(run) > 1 or len(places) == 1 else _scattered(keyed, places, wanted)


def _run(keyed: Keyed, places: Sequence[int], wanted: Wanted) -> Sequence[int]:
    text = ""
    for count, at in enumerate(places, 1):
        if count > 1 and at != places[count - 2] + 1 and not _goes_on(keyed[places[count - 2]], keyed[at]):
            break
        text += _raw(*keyed[at])
        if matches(comparable(text), wanted.variants):
            return places[:count]
    return places[:1]


def _scattered(keyed: Keyed, places: Sequence[int], wanted: Wanted) -> Sequence[int]:
    """As `_run`, where the same number stands once more between its lines, such as in a note at the foot."""
    taken, text = list(places[:1]), _raw(*keyed[places[0]])
    if matches(comparable(text), wanted.variants):
        return taken
    for at in places[1:]:
        longer = comparable(text + _raw(*keyed[at]))
        if any(one.startswith(longer) for one in wanted.variants) and _goes_on(keyed[taken[-1]], keyed[at]):
            taken.append(at)
            text += _raw(*keyed[at])
            if longer in wanted.variants:
                return taken
    return places[:1]


def _goes_on(above: tuple[Sheet, Link], below: tuple[Sheet, Link]) -> bool:
    """Whether the one link stands at the end of its line, and the other at the head of its own."""
    (sheet, upper), (other, lower) = above, below
    last, first = max(sheet.inside(upper.rect), default=-1), min(other.inside(lower.rect), default=-1)
    return min(last, first) >= 0 and _apart(sheet, last, 1) and _apart(other, first, -1)


def _apart(sheet: Sheet, at: int, step: int) -> bool:
    """Whether the next character to one side of that at *at* stands in another line, or in the margin."""
    beside = at + step
    while 0 <= beside < len(sheet.text) and sheet.text[beside] in " \u00a0":
        beside += step
    if not 0 <= beside < len(sheet.text) or {sheet.text[at], sheet.text[beside]} & {"\r", "\n", *BROKEN}:
        return True
    one, other = sheet.boxes[at].tolist(), sheet.boxes[beside].tolist()
    near = max(one[0], other[0]) - min(one[2], other[2]) < max(one[3] - one[1], other[3] - other[1])
    return not (near and one[1] < other[3] and other[1] < one[3])


def _raw(sheet: Sheet, link: Link) -> str:
    """The characters of a link; in narrow lines its box reaches up to the commas of the line above, which are none."""
    return "".join(sheet.text[at] for at in _own(sheet, link))


def _own(sheet: Sheet, link: Link) -> Sequence[int]:
    """The indices of these characters."""
    inside = sheet.inside(link.rect)
    marks = [at for at in inside if sheet.text[at] in ",;"]
    if not marks:
        return inside
    top = max((float(sheet.boxes[at][3]) for at in inside if sheet.text[at].isalnum()), default=float("inf"))
    above = {at for at in marks if float(sheet.boxes[at][1]) > top}
    return [at for at in inside if at not in above]


def _bound(key: str, links: Iterable[tuple[Sheet, Link]], wanted: Wanted | None, others: Elsewhere) -> Bound:
    links = tuple(links)
    pieces = [_raw(sheet, link) for sheet, link in links]
    sheet, last = links[-1]
    more, due = suffix_on(sheet, last.rect), wanted.suffixes if wanted is not None else None
    shown = [(on, at) for on, link in links for at in on.inside(link.rect)] + [(sheet, at) for at in more.places]
    faults = {(on.text[at], on.faults[at]): None for on, at in shown if at in on.faults}
    text = comparable("".join(pieces))
    broken = len(pieces) > 1 and splits_number([comparable(piece) for piece in pieces])
    well = not faults and not broken and wanted is not None and text in wanted.variants
    missing = "" if more.text else missing_on(sheet, last.rect, due)
    if more.text and due is not None and more.text not in due:
        text, well = text + more.text, False
    sign = sign_on(links[0][0], links[0][1].rect)
    if sign and wanted is not None and wanted.signs is not None and sign not in wanted.signs:
        text, well = sign + text, False
    # of what is well nobody asks for its place
    before, after = ("", "") if well and not missing else (_neighbours(*links[0])[0], _neighbours(*links[-1])[1])
    rects = tuple(link.rect for _, link in links)
    known = wanted is not None and wanted.around is not None and not faults  # of what is hidden another check speaks
    stray = _stray(key, links, wanted.around or (), others) if wanted is not None and known else None
    return Bound(key, links[0][0].number, rects, text, wanted, tuple(faults), broken, before, after, missing, stray)


def _stray(key: str, links: Keyed, uses: Sequence[Around], others: Elsewhere) -> Beside | None:
    """What stands beside a number that the sources do not print there; None where all is as they say."""
    (sheet, upper), (other, lower) = links[0], links[-1]
    begin, end = _own(sheet, upper), _own(other, lower)
    if not begin or not end:
        return None
    first, after = min(begin), max(end) + 1
    near = sheet.text[max(0, first - REACH) : first] + other.text[after : after + REACH]
    if "\0" in near or "\ufffd" in near:
        return None  # a character has no glyph, of which another check speaks
    here = beside_on(sheet, first, other, after - 1)
    owner = others.get((here.before, here.after)) if min(map(len, here.line)) >= NEAR else None
    well = fits(here, uses) and owner in (key, "", None)
    return None if well else here


def _neighbours(sheet: Sheet, link: Link) -> tuple[str, str]:
    inside = sheet.inside(link.rect)
    return beside(sheet.text, min(inside), max(inside) + 1) if inside else ("", "")
