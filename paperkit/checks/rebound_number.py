r"""rebound-number: a number is printed as before, in the same words, and comes from another value, or from none.

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
from paperkit.checks.standing import Page, bare, read_page, standing
from paperkit.checks.words import show_cells
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.expressions.error import ExpressionError
from paperkit.expressions.meaning import meaning_of, renamed
from paperkit.expressions.scope import Scope
from paperkit.expressions.syntax import split_marker
from paperkit.ledger import read_quantities
from paperkit.source import SourceFile

CHECK = Check("PK126", "rebound-number", since="0.2", doc=__doc__, waivable=True)
_SPACE = re.compile(r"\s+")


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
        page, before_page = read_page(source.text), read_page(former.text)
        for was, there in standing(before_page, page):
            each = judged.get((path, there.start))
            if each is not None and each.error is None and not _same(was.expression, there.expression, then, scope):
                yield _rebound(each, _named(was.expression, then), _named(there.expression, scope), evidence)
        yield from _unbound(before_page, page, source, evidence)


def _unbound(former: Page, page: Page, source: SourceFile, evidence: Evidence) -> Iterator[Diagnostic]:
    """Numbers and words that stand as they did without their marker; what is said to have none already is left out."""
    waived = {
        (allow.path, line)
        for document in evidence.documents
        for allow in document.allows
        for line in range(allow.covers[0], allow.covers[1] + 1)
    }
    said = {
        numeral.span.start
        for document in evidence.documents
        for numeral in document.numerals
        if numeral.ungrounded and numeral.span.path == source.path and (source.path, numeral.span.line) not in waived
    }
    for was, begin, end in bare(former, page):
        if said.isdisjoint(range(begin, end)):
            span = source.span(begin, end)
            what = f"{' '.join(span.text.split())} stands where it stood, but is bound to nothing"
            found = f"{what}; it was {_expression(was.expression)}"
            yield CHECK.at(span, found, f"bind it again; to accept it, {_accept(source.path, evidence)}")


def _rebound(each: Judged, was: str, now: str, evidence: Evidence) -> Diagnostic:
    entry = each.entry
    what = f"{entry.printed} stands where it stood, but is {now}; it was {was}"
    hint = f"bind the value that the words speak of; to accept it, {_accept(entry.span.path, evidence)}"
    return show_cells(CHECK.at(each.expression_span, what, hint), entry.cells)


def _accept(path: str, evidence: Evidence) -> str:
    return f"delete {path} and build" if evidence.report is not None else f"`git add {path}`"


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
