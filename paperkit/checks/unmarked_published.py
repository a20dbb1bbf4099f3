r"""unmarked-published: a value that others published stands without the mark that the document gives to such values.

Why: where a dagger says what others published, a number without one reads as the report's own.
Instead: put `\markpublished{}` behind the number, before the next one. Looked at are numbers of published artifacts in
running text, captions and footnotes of a document that uses the mark; a table says it in its head or caption, and a
constant of a configuration that is published says it where the constants are listed.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.artifacts.store import Store
from paperkit.artifacts.table import Table
from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.passages import passages
from paperkit.checks.words import show_cells
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.values.quantity import Kind

CHECK = Check("PK133", "unmarked-published", since="0.2", doc=__doc__, severity=Severity.WARNING, waivable=True)
MARK = r"\markpublished"


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each published value without its mark."""
    sources = {source.path: source for document in evidence.documents for source in document.sources}
    if not any(MARK in source.text for path, source in sources.items() if path not in evidence.generated):
        return
    for text, judged in passages(evidence):
        base = text.find(judged[0].entry.span.text)
        starts = [base + each.entry.span.start - judged[0].entry.span.start for each in judged]
        for each, start, following in zip(judged, starts, (*starts[1:], len(text)), strict=True):
            end = start + len(each.entry.span.text)
            if _published(each, evidence.store) and each.marker.place != "cell" and MARK not in text[end:following]:
                message = f"{each.entry.printed} is published by others, and has not the mark of such values"
                hint = rf"put {MARK}{{}} behind it"
                yield show_cells(CHECK.at(each.entry.printed_span, message, hint), each.entry.cells)


def _published(each: Judged, store: Store) -> bool:
    if each.entry.macro != "pkval" or Kind.PUBLISHED not in each.entry.kinds or each.anatomy.outer == "count":
        return False
    read = {cell.artifact for cell in each.entry.cells} & store.specs.keys()
    artifacts = (store.artifact(name) for name in sorted(read))
    return any(isinstance(one, Table) and one.kind is Kind.PUBLISHED for one in artifacts)
