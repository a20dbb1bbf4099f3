r"""edited-output: a file in tex/, or main.tex, is neither what the templates give nor what the last build wrote.

Why: in a report these files are output only; a change by hand is lost with the next build, and no template says it.
Instead: make the change in sections/*.tex.j2, then `paperkit build`; to drop it, delete the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence, origin
from paperkit.checks.outputs import Differing, differing
from paperkit.diagnostics.diagnostic import Diagnostic
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
