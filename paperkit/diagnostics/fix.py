"""Fixes applied: the texts of files with their spans replaced."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from paperkit.diagnostics.diagnostic import Diagnostic, Fix, Safety
from paperkit.source import SourceFile


@dataclass(frozen=True, slots=True)
class Fixed:
    """One file with its new text, and the fixes that made it, in order."""

    source: SourceFile
    text: str
    fixes: tuple[Fix, ...]


def apply_fixes(found: Iterable[Diagnostic], safety: Safety = Safety.SAFE) -> tuple[Fixed, ...]:
    """Each file with all fixes of *safety* applied, once each; of two that overlap the first wins."""
    files: dict[str, list[Fix]] = {}
    for diagnostic in found:
        fix = diagnostic.fix
        if fix is not None and fix.safety is safety:
            files.setdefault(fix.span.path, []).append(fix)
    return tuple(_fixed(fixes) for _, fixes in sorted(files.items()))


def _fixed(fixes: list[Fix]) -> Fixed:
    source = fixes[0].span.source
    parts: list[str] = []
    kept: list[Fix] = []
    done = 0
    for fix in sorted(fixes, key=lambda each: (each.span.start, each.span.end)):
        if fix.span.start < done or (kept and fix.span == kept[-1].span):
            continue
        parts += [source.text[done : fix.span.start], fix.text]
        kept.append(fix)
        done = fix.span.end
    return Fixed(source, "".join((*parts, source.text[done:])), tuple(kept))
