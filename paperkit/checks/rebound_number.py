r"""rebound-number: a number is printed as before, in the same words, and comes from another value.

Why: 128 rows of a tile and 128 columns print the same today. Who takes one for the other sees no wrong number until the
evidence changes, and a marker that is bound to whatever prints the right digits proves nothing. What a reader sees does
not show it, so what was accepted before does: the pages of the report's last build, or main.tex as git has it staged.
Instead: bind the value that the words speak of. Another way to write the same value is none: a name of its own, or the
sides of a sum exchanged. Where the new value is the right one, accept it: delete the page under tex/ and build, or
`git add` the file; the change of ledger.json or of the file shows it to who reviews.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.tables import closing
from paperkit.checks.words import show_cells
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.expressions.error import ExpressionError
from paperkit.expressions.meaning import meaning_of, renamed
from paperkit.expressions.scope import Scope
from paperkit.expressions.syntax import split_marker
from paperkit.ledger import read_quantities

CHECK = Check("PK126", "rebound-number", since="0.2", doc=__doc__, waivable=True)
AROUND = 100
"""So much of what is printed before and behind a marker must be as it was for it to stand where it stood."""
_MARKER = re.compile(r"\\pk(?:val|claim)[ \t\n]*\{")
_GAP = re.compile(r"[ \t\n]*\{")
_SPACE = re.compile(r"\s+")
_UNSEEN = re.compile(r"(?<!\\)%[^\n]*|\\[A-Za-z]+\*?|[\s{}~\\]+")
_Place = tuple[str, str, str]
_Written = tuple[int, str]
"""Where a marker begins in its file, and its first argument."""


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each marker that stands where one stood, prints what it printed, and names another value."""
    judged = {(each.marker.span.path, each.marker.span.start): each for each in evidence.judged}
    sources = {source.path: source for document in evidence.documents for source in document.sources}
    named = evidence.report.quantities if evidence.report is not None else {}
    now = {name: quantity.expression for name, quantity in named.items()}
    before = read_quantities(evidence.ledger.text) if evidence.ledger is not None else None
    then = Scope(evidence.store, now if before is None else before, evidence.sources)
    scope = Scope(evidence.store, now, evidence.sources)
    for path, former in evidence.former.items():
        source = sources.get(path)
        if source is None or path in evidence.generated or (source.text == former.text and before in (None, now)):
            continue
        for was, (start, text) in _standing(former.text, source.text):
            each = judged.get((path, start))
            if each is not None and each.error is None and not _same(was, text, then, scope):
                yield _rebound(each, _named(was, then), _named(text, scope), evidence)


def _rebound(each: Judged, was: str, now: str, evidence: Evidence) -> Diagnostic:
    entry = each.entry
    what = f"{entry.printed} stands where it stood, but is {now}; it was {was}"
    page = f"delete {entry.span.path} and build" if evidence.report is not None else f"`git add {entry.span.path}`"
    found = CHECK.at(each.expression_span, what, f"bind the value that the words speak of; to accept it, {page}")
    return show_cells(found, entry.cells)


def _standing(former: str, text: str) -> Iterator[tuple[str, _Written]]:
    """(former first argument, marker now) of each marker that stands where one stood."""
    before, after = _places(former), _places(text)
    for place, found in after.items():
        known = before.get(place, [])
        if len(known) == len(found):
            yield from zip((was for _, was in known), found, strict=True)


def _places(text: str) -> dict[_Place, list[_Written]]:
    """The markers of a file by what is printed before them, in them and behind."""
    parts: list[str] = []
    markers: list[tuple[_Written, int, int]] = []
    done = length = 0
    for start, first, begin, end in _markers(text):
        between, inside = _seen(text[done:start]), _seen(text[begin:end])
        parts += [between, inside]
        length += len(between)
        markers.append(((start, first), length, length + len(inside)))
        length += len(inside)
        done = end + 1
    printed = "".join((*parts, _seen(text[done:])))
    places: dict[_Place, list[_Written]] = {}
    for written, begin, end in markers:
        around = (printed[max(0, begin - AROUND) : begin], printed[begin:end], printed[end : end + AROUND])
        places.setdefault(around, []).append(written)
    return places


def _seen(text: str) -> str:
    """Nearly what a reader sees of it: without comments, commands, braces and spaces."""
    return _UNSEEN.sub("", text)


def _markers(text: str) -> Iterator[tuple[int, str, int, int]]:
    """(start, first argument, begin and end of the printed one) of each marker that is written out."""
    at = 0
    while (found := _MARKER.search(text, at)) is not None:
        middle = closing(text, found.end())
        gap = _GAP.match(text, middle + 1)
        if gap is None:
            at = found.end()
            continue
        end = closing(text, gap.end())
        yield found.start(), text[found.end() : middle], gap.end(), end
        at = end


def _same(was: str, text: str, then: Scope, scope: Scope) -> bool:
    """Whether two first arguments name one value; formats are left out."""
    if _SPACE.sub(" ", _expression(was)) == _SPACE.sub(" ", _expression(text)) and then.quantities == scope.quantities:
        return True
    before, after = meaning_of(was, then), meaning_of(text, scope)
    return before == after if before is not None else renamed(was, text)


def _named(text: str, scope: Scope) -> str:
    """An expression; that of a quantity where it is only its name."""
    expression = _expression(text)
    return scope.quantities.get(expression, expression)


def _expression(text: str) -> str:
    try:
        return split_marker(text)[0].strip()
    except ExpressionError:
        return text.strip()
