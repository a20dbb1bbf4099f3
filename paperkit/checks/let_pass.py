"""What a report lets pass without evidence: waived numbers with their reasons, and names with numbers in them."""

from __future__ import annotations

from typing import Any

from paperkit.checks.base import Evidence
from paperkit.checks.relocate import author_place
from paperkit.checks.vocabulary import is_named
from paperkit.latex.let_pass import Waiver, waivers


def waived(evidence: Evidence) -> list[dict[str, Any]]:
    """Each waiver once: its text, its reason, the check that it silences, and its place in the author's file."""
    found: dict[tuple[str, int, int, str], dict[str, Any]] = {}
    for document in evidence.documents:
        for one in waivers(document):
            if one.span.path not in evidence.generated:
                record = _record(one, evidence)
                found.setdefault((record["file"], record["line"], record["column"], record["text"]), record)
    return [found[key] for key in sorted(found)]


def _record(one: Waiver, evidence: Evidence) -> dict[str, Any]:
    place = author_place(one.span, evidence.origins)
    at = {"file": place.path, "line": place.line, "column": place.column}
    return {"text": one.text, "reason": one.reason, "check": one.check, **at}


def named(evidence: Evidence) -> list[dict[str, Any]]:
    """Each word of the vocabulary with the numerals that it takes for names, and where it is declared."""
    spans = {n.span for document in evidence.documents for n in document.numerals
             if n.marker is None and n.span.path not in evidence.generated}  # fmt: skip
    left = set(spans)
    found = []
    for word in evidence.settings.vocabulary:
        mine = {span for span in left if is_named(span, (word.value,))}
        left -= mine
        place = {"file": word.span.path, "line": word.span.line}
        found.append({"word": word.value, "uses": len(mine), **place})
    return found
