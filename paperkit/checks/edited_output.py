r"""edited-output: an output of the build is neither what the sources give nor what the last build wrote.

Why: in a report these files are output only; a change by hand is lost with the next build, and no template says it.
Instead: make the change in sections/*.tex.j2, then `paperkit build`; to drop it, delete the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from paperkit.checks.base import Check, Evidence, origin
from paperkit.checks.ledgered import entries_of
from paperkit.checks.outputs import Differing, differing
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.ledger import markers_of, read_markers
from paperkit.source import SourceFile

CHECK = Check("PK303", "edited-output", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each file that was edited, at the first character that differs; and for each put there."""
    for output in differing(evidence):
        if not output.written:
            yield _edited(output, evidence)
    for path in evidence.lying:
        if path.endswith(".tex") and path not in evidence.rendered and path not in evidence.written:
            span = SourceFile(path, "").whole()
            yield CHECK.at(span, f"{path} is given by no template", f"write a template for it, or delete {path}")
        elif path.endswith("/main.pdf") and evidence.written.get(path, evidence.lying[path]) != evidence.lying[path]:
            span = SourceFile(path, "").whole()
            yield CHECK.at(span, f"{path} is not what the last build wrote", f"delete {path}, and build")
    yield from _ledger(evidence)


def _ledger(evidence: Evidence) -> Iterator[Diagnostic]:
    """The ledger on disk says of each marker what the evidence says, unless the build is outdated."""
    ledger, hint = evidence.ledger, "delete it, and build"
    if ledger is None:
        return
    said = read_markers(ledger.text)
    if said is None:
        yield CHECK.at(ledger.whole(), f"{ledger.path} is no ledger", hint)
        return
    outdated = evidence.outdated or any(output.written for output in differing(evidence))
    if outdated or any(each.error is not None for each in evidence.judged):
        return
    due = markers_of(entries_of(evidence))
    own = evidence.report is not None and evidence.report.main is not None
    if own and _expressions(said) != _expressions(due):
        return  # its author has bound more since: it is only outdated
    moved = (marker for marker, other in zip_longest(said, due) if marker is not None and marker != other)
    wrong = next((marker for marker in moved if marker not in due), None)
    if wrong is not None or len(said) != len(due):
        what = f"what it says of {wrong['expression']}" if wrong is not None else "the number of its markers"
        yield CHECK.at(ledger.whole(), f"{ledger.path}: {what} is not what the evidence says", hint)


def _expressions(markers: Iterable[Mapping[str, Any]]) -> list[str]:
    return sorted(str(each["expression"]) for each in markers)


def _edited(output: Differing, evidence: Evidence) -> Diagnostic:
    disk, text = output.disk, output.rendered
    same = next((n for n, (a, b) in enumerate(zip(disk.text, text, strict=False)) if a != b), -1)
    at = same if same >= 0 else min(len(disk.text), len(text))
    rendered = SourceFile(output.path, text)
    template, line = origin(evidence.origins, rendered.span(min(at, len(text)), min(at, len(text))))
    hint = f"make the change in {template}, then delete {output.path}"
    note = f"{template}:{line} gives another text here"
    if template == output.path:
        hint, note = f"delete {output.path}, and build", "paperkit writes another text here"
    span = disk.span(min(at, len(disk.text)), min(at + 1, len(disk.text)))
    return CHECK.at(span, f"{output.path} is not what its template gives", hint, note)
