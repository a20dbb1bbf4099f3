r"""misquoted-document: the words in \pkquote do not stand in the section of the document that they are quoted from.

Why: a quotation is evidence. One word more or less, and the document never said it.
Instead: copy the sentence as it stands; `paperkit sources show REPORT NAME` lists the sections. What is left out is
written as `[...]`. A document that is superseded, or only proposed, cannot be quoted as if it held.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.diagnostics.nearest import nearest
from paperkit.expressions.syntax import clean
from paperkit.latex.document import Marker
from paperkit.sources import Section, SourceDocument, find_document

CHECK = Check("PK131", "misquoted-document", since="0.2", doc=__doc__)
_SAME = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "~": " "})
_OMITTED = re.compile(r"\[\s*(?:\.\.\.|…)\s*\]")


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each quotation that is none."""
    markers, documents = _quotations(evidence)
    for marker in markers:
        yield from _quotation(marker, documents)


def quoted_documents(evidence: Evidence) -> tuple[SourceDocument, ...]:
    """The documents that the text quotes from, as far as they are there."""
    markers, documents = _quotations(evidence)
    found = (_named(marker, documents)[0] for marker in markers)
    return tuple({document.id: document for document in found if document is not None}.values())


def _quotations(evidence: Evidence) -> tuple[list[Marker], dict[str, SourceDocument]]:
    """Every whole quotation, and the documents that it may be of; these are read only where something is quoted."""
    every = (one for document in evidence.documents for one in document.markers)
    markers = [one for one in every if one.macro == "pkquote" and len(one.arguments) == 2]
    return markers, _documents(evidence) if markers else {}


def _named(marker: Marker, documents: Mapping[str, SourceDocument]) -> tuple[SourceDocument | None, str, str]:
    """(document, its name, section) that a quotation names."""
    name, _, slug = clean(marker.texts[0]).text.strip().partition("#")
    found = documents.get(name.casefold()) or documents.get(name) or find_document(tuple(documents.values()), name)
    return found, name, slug


def _documents(evidence: Evidence) -> dict[str, SourceDocument]:
    """The documents of a report by key, and those that are artifacts of a plain project by name."""
    store = evidence.store
    named = {name: store.artifact(name) for name, spec in store.specs.items() if spec.path.suffix == ".md"}
    return {name: one for name, one in named.items() if isinstance(one, SourceDocument)} | dict(evidence.sources)


def _quotation(marker: Marker, documents: Mapping[str, SourceDocument]) -> Iterator[Diagnostic]:
    document, name, slug = _named(marker, documents)
    place = marker.use or marker.arguments[0]
    if document is None:
        hint = nearest(name, documents) or "name the documents under `sources` in report.yaml"
        yield CHECK.at(place, f"no document is called {name}", hint)
        return
    section = document.section(slug) if slug else None
    if slug and section is None:
        hint = nearest(slug, [each.slug for each in document.sections]) or "name the heading as its anchor does"
        found = CHECK.at(place, f"document {document.id} has no section {slug}", hint)
        yield found.label(document.span, "this document")
    elif not document.accepted:
        fact = f"document {document.id} is {document.status or 'of no status'}, not accepted"
        yield CHECK.at(place, fact, "quote the document that holds").label(document.span, "this document")
    elif not _stands(marker.printed_plain, _text(document, section)):
        where = f"section {slug} of document {document.id}" if slug else f"document {document.id}"
        found = CHECK.at(
            marker.use or marker.arguments[1], f"these words do not stand in {where}", "copy them as they are"
        )
        yield found.label(section.span if section else document.span, "quoted from here")


def _text(document: SourceDocument, section: Section | None) -> str:
    return section.text if section else document.source.text[document.span.start :]


def _stands(quoted: str, text: str) -> bool:
    """Whether the parts of *quoted* stand in *text*, word for word and in that order."""
    there, at = _plain(text), 0
    parts = [_plain(part) for part in _OMITTED.split(quoted)]
    if not any(parts):
        return False
    for part in filter(None, parts):
        found = re.compile(rf"(?<!\w){re.escape(part)}(?!\w)").search(there, at)
        if found is None:
            return False
        at = found.end()
    return True


def _plain(text: str) -> str:
    """What a reader sees of Markdown, or of LaTeX that was printed already: no marks, single spaces."""
    bare = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    bare = re.sub(r"[*`]+|(?<!\w)_+|_+(?!\w)", "", bare)
    bare = re.sub(r"^[ \t]*(?:[-+>]|\d+[.)]|#{1,6})[ \t]+", "", bare, flags=re.MULTILINE)
    return " ".join(unicodedata.normalize("NFKC", bare).translate(_SAME).split())
