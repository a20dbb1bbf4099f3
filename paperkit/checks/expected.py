"""What must be on the pages of a PDF, from the evidence that the checks have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from paperkit.checks.base import Evidence
from paperkit.checks.printed import linked
from paperkit.latex.alphabet import SUB, SUB_END, SUPER, SUPER_END, shown
from paperkit.latex.document import Marker
from paperkit.pdf.accounts import Said, said
from paperkit.pdf.bound import Use, Wanted
from paperkit.pdf.figures import Drawn
from paperkit.pdf.neighbours import Around, around
from paperkit.pdf.normal import letters, variants
from paperkit.pdf.proof import Expected
from paperkit.pdf.touching import REACH, sign_of, suffix_of

TYPED = 200
"""Characters in which typed words are looked for."""
_MADE = re.compile(r"(?:[\s~{}$]|\\[,;:! /])*\\([A-Za-z]+)")
_KNOWN = frozenset({"mu", "times", "textdegree", "degree", "si", "unit", "mathrm", "text", "textrm", "mbox", "xspace"})
"""Macros behind a number that print what the scanner says."""
_PLAIN = dict.fromkeys(map(ord, (SUB, SUB_END, SUPER, SUPER_END)), "")


def expected_of(evidence: Evidence, figures: Iterable[Drawn] = ()) -> Expected:
    """Everything that a proof is held against."""
    return Expected(_wanted(evidence), _said(evidence), tuple(figures))


def _wanted(evidence: Evidence) -> dict[str, Wanted]:
    """Each key with what its markers print; generated pages have anchors and no markers."""
    markers: dict[str, list[Marker]] = {}
    for key, marker in linked(evidence):
        markers.setdefault(key, []).append(marker)
    return {key: _one(key, found) for key, found in markers.items()}


def _one(key: str, markers: list[Marker]) -> Wanted:
    texts = frozenset[str]().union(*(variants(marker.texts[1], marker.printed_plain) for marker in markers))
    uses = tuple(Use(letters(m.before), letters(m.printed_plain), letters(m.after)) for m in markers)
    if any(marker.inside or marker.use for marker in markers):  # beside another macro, or in one that is used again
        return Wanted(key, texts, uses)
    signs = frozenset(sign_of(marker.before) for marker in markers)
    suffixes = frozenset(suffix_of(marker.after[:REACH]) for marker in markers)
    return Wanted(key, texts, uses, signs, suffixes, tuple(map(_around, markers)))


def _around(marker: Marker) -> Around:
    """What the sources print around a number; a macro right behind it may print what the scanner does not know."""
    text, start, end = marker.span.source.text, marker.span.start, marker.span.end
    behind = text[end : end + TYPED]
    found = around(marker.before, marker.after, (text[max(0, start - TYPED) : start], behind))
    made = _MADE.match(behind)
    return found if made is None or made[1] in _KNOWN else found._replace(unit=None)


def _said(evidence: Evidence) -> Said:
    texts = [shown(document.text.translate(_PLAIN)) for document in evidence.documents]
    cited = [path.read_text("utf-8", "replace") for path in bibliographies(evidence) if path.is_file()]
    return said([*texts, *_titles(evidence)], "\n".join(cited))


def _titles(evidence: Evidence) -> Iterator[str]:
    """What stands before the text and is printed with it: of a report its title, else the preamble as it is."""
    for document in evidence.documents:
        yield document.source.text.partition("\\begin{document}")[0]
    if evidence.report is not None:
        yield "\n".join((evidence.report.title, evidence.report.subtitle))


def bibliographies(evidence: Evidence) -> Iterator[Path]:
    """The files of the bibliographies that the documents name, whether they are there or not."""
    for document in evidence.documents:
        folder = (evidence.project.root / document.source.path).parent
        yield from (folder / f"{each.name.removesuffix('.bib')}.bib" for each in document.bibliographies)
