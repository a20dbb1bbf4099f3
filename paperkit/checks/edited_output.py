r"""edited-output: a file in tex/, or main.tex, is not what the templates give.

Why: in a report these files are output only; a change by hand is lost with the next build, and no template says it.
Instead: make the change in sections/*.tex.j2, then `paperkit build`; to drop it, delete the file. A file that the last
build wrote and whose template has changed since is only outdated: a warning, and the next build writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from paperkit.checks.base import Check, Evidence, origin
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.digest import of_bytes
from paperkit.source import SourceFile, Span

CHECK = Check("PK303", "edited-output", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each output on disk that differs from its render, at the first line that differs."""
    for path, text in evidence.rendered.items():
        disk = evidence.disk.get(path)
        if disk is None or disk.text == text:
            continue
        line = _first_difference(disk.text, text)
        span = disk.line_span(min(line, len(disk.line_starts)))
        template = origin(evidence.origins, _line_of(SourceFile(path, text), line))
        where = f"{template[0]}:{template[1]}"
        if evidence.written.get(path) == of_bytes(disk.text.encode()):
            found = CHECK.at(span, f"{path} is older than its template", "run `paperkit build`", f"from {where}")
            yield replace(found, severity=Severity.WARNING)
        else:
            hint = f"make the change in {template[0]}, then delete {path}" if where != span.place else f"delete {path}"
            yield CHECK.at(span, f"{path} is not what its template gives", hint, f"from {where}")
    for path in evidence.lying:
        if path.endswith(".tex") and path not in evidence.rendered and path not in evidence.written:
            span = SourceFile(path, "").whole()
            yield CHECK.at(span, f"{path} is given by no template", f"write a template for it, or delete {path}")


def _first_difference(one: str, other: str) -> int:
    left, right = one.split("\n"), other.split("\n")
    same = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    return same + 1


def _line_of(source: SourceFile, line: int) -> Span:
    return source.line_span(min(line, len(source.line_starts)))
