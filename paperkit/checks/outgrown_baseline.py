r"""outgrown-baseline: numbers stand in the baseline that are no longer in the text without evidence.

Why: they were bound, changed or deleted. While they stay in the baseline, as many typed numbers could come back unseen.
Instead: run `paperkit check TARGET --write-baseline`, which takes out what is gone and puts nothing in, and commit it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from paperkit import digest
from paperkit.checks.base import Check, Evidence
from paperkit.config.baseline import Known, pair
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.latex.comments import without_comments
from paperkit.project import quoted
from paperkit.source import Span

CHECK = Check("PK309", "outgrown-baseline", since="0.2", doc=__doc__, severity=Severity.WARNING)
SIDE = 1000
"""Characters to a side in which its words are looked for."""
WORDS = 4
NUMBERS = frozenset({"PK101", "PK117"})
LONGEST = 60
"""Characters of a literal; what is longer is a listing."""
_ARGUMENT = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_MARKER = re.compile(rf"\\pk(?:val|claim|free|quote)\s*{_ARGUMENT}\s*({_ARGUMENT})")


def find(evidence: Evidence, gone: Iterable[Known]) -> Iterator[Diagnostic]:
    """One diagnostic for all entries that are *gone*."""
    gone = tuple(gone)
    if evidence.baseline is None or not gone:
        return
    shown = ", ".join(dict.fromkeys(each.number for each in gone[:8])) + (", ..." if len(gone) > 8 else "")
    many = len(gone) != 1
    noun = ("entries" if many else "entry") if any(each.code not in NUMBERS for each in gone) else "number" + "s" * many
    fact = f"{len(gone)} {noun} of the baseline {'are' if many else 'is'} gone ({shown})"
    target = evidence.documents[0].sources[0].path if evidence.documents else "TARGET"
    if evidence.report is not None:
        target = evidence.project.shown(evidence.report.folder)
    hint = f"run `paperkit check {quoted(target)} --write-baseline`, and commit the smaller baseline"
    yield CHECK.at(evidence.baseline.source.whole(), fact, hint)


def hold(
    found: tuple[Diagnostic, ...], codes: frozenset[str], evidence: Evidence
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...], tuple[Known, ...]]:
    """(what of *found* remains, what the baseline knows, its entries that are gone); *codes* may stand in it."""
    if evidence.baseline is None:
        return found, (), ()
    typed = [each for each in found if each.code in codes]
    pairs, gone = pair(evidence.baseline.entries, map(known_of, typed))
    known = {id(typed[at]) for at in pairs}
    left = tuple(each for each in found if id(each) not in known)
    entries = evidence.baseline.entries
    return left, tuple(typed[at] for at in sorted(pairs)), tuple(entries[at] for at in sorted(gone))


def known_of(found: Diagnostic) -> Known:
    """What a baseline keeps of a number."""
    span = found.span
    if span is None:
        return Known(found.code, "", found.message, "", "")
    text = span.source.text
    before = _words(text[max(0, span.start - SIDE) : span.start].rpartition(r"\begin{document}")[2])
    behind = _words(text[span.end : span.end + SIDE].partition(r"\end{document}")[0])
    return Known(found.code, span.path, _number(span), " ".join(before[-WORDS:]), " ".join(behind[:WORDS]))


def _number(span: Span) -> str:
    """The literal; of a whole listing what tells it from another."""
    text = " ".join(span.text.split())
    return text if len(text) <= LONGEST else f"listing {digest.of_bytes(text.encode())[7:19]}"


def _words(text: str) -> list[str]:
    """The words as they are printed: a number that is bound beside this one changes none."""
    return without_comments(_MARKER.sub(lambda found: found[1][1:-1], text)).replace("~", " ").split()
