"""Waivers, applied in one place: an allow comment takes away the diagnostics that it names on its lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from paperkit.checks.base import Check
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.latex.document import Allow, Document


def apply_waivers(
    found: Iterable[Diagnostic], documents: Iterable[Document], checks: Iterable[Check]
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...], frozenset[Allow]]:
    """(what remains, what is waived, the allow comments that waived something)."""
    names = {word: check.code for check in checks if check.waivable for word in (check.code, check.name)}
    lines: dict[tuple[str, int, str], list[Allow]] = defaultdict(list)
    for document in documents:
        for allow in document.allows:
            code = names.get(allow.code)
            if code is not None:
                for line in range(allow.covers[0], allow.covers[1] + 1):
                    lines[allow.span.path, line, code].append(allow)
    kept: list[Diagnostic] = []
    waived: list[Diagnostic] = []
    used: set[Allow] = set()
    for each in found:
        allows = lines.get((each.span.path, each.span.line, each.code), []) if each.span else []
        (waived if allows else kept).append(each)
        used.update(allows)
    return tuple(kept), tuple(waived), frozenset(used)
