r"""unused-declaration: an artifact, a quantity, a given value or a figure is declared and never used.

Why: what nothing uses is not checked either, goes stale unseen, and suggests evidence that the report does not rest on.
Instead: use it, or delete the line. Uses are markers, figures, tables and other quantities, also in templates. Not held
to it are drafts in given.yaml, and the artifacts of a paper that is bound bit by bit (`main` in report.yaml).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from paperkit.artifacts.store import Tree
from paperkit.checks.base import Check, Evidence
from paperkit.config.given import is_draft
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.source import Span
from paperkit.values.quantity import Kind

CHECK = Check("PK305", "unused-declaration", since="0.2", doc=__doc__, severity=Severity.WARNING)
PLURALS = {"quantity": "quantities", "artifact": "artifacts", "given value": "given values", "figure": "figures"}


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each sort of thing in report.yaml, given.yaml and figures/ of which something is not used.

    None where a template failed: what it would have used is not known.
    """
    if any(each.code == "PK403" for each in evidence.problems):
        return
    found: dict[str, list[tuple[str, Span]]] = {}
    for what, name, span in _found(evidence):
        found.setdefault(what, []).append((name, span))
    for what, every in found.items():
        yield _unused(what, every)


def _found(evidence: Evidence) -> Iterator[tuple[str, str, Span]]:
    """(what, name, place) of all that nothing uses."""
    report = evidence.report
    if report is None and "given" not in evidence.store.read:
        return  # a plain project, whose markers do not use the file at all
    used = _words(evidence)
    if report is None:
        yield from _given(evidence, used)
        return
    quantities = {name: quantity.expression for name, quantity in report.quantities.items()}
    while True:
        below = {word for name in used & quantities.keys() for word in re.findall(r"\w+", quantities[name])}
        if below <= used:
            break
        used |= below
    for name, quantity in report.quantities.items():
        if name not in used:
            yield "quantity", name, quantity.span
    for name, spec in report.artifacts.items() if report.main is None else ():
        if name not in used and spec.span is not None:
            yield "artifact", name, spec.span
    yield from _figures(evidence) if report.main is None else ()
    yield from _given(evidence, used)


def _given(evidence: Evidence, used: set[str]) -> Iterator[tuple[str, str, Span]]:
    """Declared values that nothing uses."""
    given = evidence.store.artifact("given") if "given" in evidence.store.specs else None
    if isinstance(given, Tree) and given.kind is Kind.GIVEN:
        for name, node in zip(given.root.keys, given.root.items, strict=True):
            if name not in used and not is_draft(node.text_of("source") or ""):
                yield "given value", name, node.span


def _figures(evidence: Evidence) -> Iterator[tuple[str, str, Span]]:
    """Scripts whose figure no page shows; one whose name begins with an underscore is none."""
    shown = {PurePosixPath(graphic.name).stem for document in evidence.documents for graphic in document.graphics}
    for script in evidence.scripts:
        name = PurePosixPath(script.path).stem
        if name not in shown and not name.startswith("_"):
            yield "figure", name, script.line_span(1)


def _unused(what: str, every: list[tuple[str, Span]]) -> Diagnostic:
    """One diagnostic for all of a sort, at the first."""
    (name, span), *rest = every
    first = span.source.line_span(span.line) if "\n" in span.text else span
    if not rest:
        return CHECK.at(first, f"{what} {name} is never used", "use it, or delete it")
    names = ", ".join(each for each, _ in every)
    return CHECK.at(first, f"{len(every)} {PLURALS[what]} are never used: {names}", "use them, or delete them")


def _words(evidence: Evidence) -> set[str]:
    """Every word of the expressions, the templates and the scripts of figures."""
    texts = {each.entry.expression for each in evidence.judged if each.entry.span.path not in evidence.generated}
    templates = {row[0].path: row[0].text for rows in evidence.origins.values() for row in rows if row is not None}
    scripts = (script.text for script in evidence.scripts)
    return {word for text in (*texts, *templates.values(), *scripts) for word in re.findall(r"\w+", text)}
