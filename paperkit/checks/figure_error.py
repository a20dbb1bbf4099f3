r"""figure-error: a figure's script could not be drawn, or asks for what the evidence does not have.

Why: a figure that is not drawn from the present evidence shows another one, or none.
Instead: see the message of the script. A script is `figures/NAME.py` with a function `figure(evidence)`; it runs
confined, reads evidence by expressions alone, and writes no file. `check` runs no script: it evaluates what a script
asks for in so many words, where it was not drawn as it stands by the last build.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from paperkit import digest
from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.expressions.error import ExpressionError
from paperkit.expressions.evaluate import evaluate_marker
from paperkit.expressions.scope import Scope
from paperkit.figures.answers import table_of
from paperkit.figures.queries import Script, asking
from paperkit.ledger import FigureRecord, read_figures
from paperkit.source import SourceFile, Span

CHECK = Check("PK404", "figure-error", since="0.1", doc=__doc__)
EVALUATED = ("text", "column")
"""What is asked for by an expression; rows and frames are asked for by the name of a table."""


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each question of a script that has no answer; what drawing found is in evidence.problems."""
    if evidence.report is None or evidence.report.main is not None:
        return
    records = read_figures(evidence.ledger.text) if evidence.ledger is not None else {}
    broken = {each.span.path for each in evidence.problems if each.code == CHECK.code and each.span is not None}
    named = {name: quantity.expression for name, quantity in evidence.report.quantities.items()}
    scope = Scope(evidence.store, named, evidence.sources)
    for source in evidence.scripts:
        name = PurePosixPath(source.path).stem
        if not (name.startswith("_") or source.path in broken or _drawn(source, name, records, evidence)):
            yield from _unanswered(source, name, scope)


def _drawn(source: SourceFile, name: str, records: Mapping[str, FigureRecord], evidence: Evidence) -> bool:
    """Whether the last build drew it from the present script and artifacts."""
    record = records.get(name)
    same = record is not None and record.script == digest.of_bytes(source.text.encode())
    return same and not any(each in evidence.outdated for each in evidence.figures.get(name, ()))


def _unanswered(source: SourceFile, name: str, scope: Scope) -> Iterator[Diagnostic]:
    tree = Script(name, Path(source.path), source).tree
    for call in asking(tree) if isinstance(tree, ast.Module) else ():
        asked = call.args[0]
        if not isinstance(asked, ast.Constant) or not isinstance(asked.value, str):
            continue
        try:
            if call.func.attr in EVALUATED:  # type: ignore[attr-defined]
                evaluate_marker(asked.value, scope)
            else:
                table_of(scope, asked.value)
        except ExpressionError as error:
            message = f"the figure asks for {asked.value}: {error.message}"
            yield CHECK.at(_span(source, asked), message, error.hint)


def _span(source: SourceFile, asked: ast.Constant) -> Span:
    line = source.line_span(asked.lineno)
    start = line.start + len(line.text.encode()[: asked.col_offset].decode("utf-8", "replace"))
    end = start + (asked.end_col_offset or asked.col_offset) - asked.col_offset
    return source.span(start, end if asked.end_lineno == asked.lineno else line.end)
