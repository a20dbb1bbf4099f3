"""What a name of the contract stands for: an artifact's file under any of its names, and the cells of a quantity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from paperkit.checks.base import Evidence, Judged
from paperkit.checks.contract import names_in
from paperkit.expressions.evaluate import ExpressionError, Scope, evaluate_marker
from paperkit.source import Span
from paperkit.values.quantity import Cell

_Places = frozenset[tuple[object, str, int]]


def with_aliases(used: Mapping[str, Span], evidence: Evidence) -> dict[str, Span]:
    """*used* with the other names of the same files: an artifact may be named twice, once with a `where`."""
    specs = evidence.store.specs
    files = {specs[name].path: span for name, span in used.items() if name in specs}
    others = {name: files[spec.path] for name, spec in specs.items() if spec.path in files}
    return {**others, **used}


class Promised:
    """Whether markers rest on names that a claim of the contract names."""

    def __init__(self, evidence: Evidence) -> None:
        report = evidence.report
        quantities = report.quantities if report is not None else {}
        self.quantities = {name: quantity.expression for name, quantity in quantities.items()}
        self.specs = evidence.store.specs
        self.scope = Scope(evidence.store, self.quantities, evidence.sources)
        self.files = {name: spec.path for name, spec in self.specs.items()}
        self.cells: dict[str, _Places] = {}
        self.read: dict[str, _Places] = {}
        """Cells by the text of the markers that read them."""

    def rests(self, each: Judged, name: str) -> bool:
        """Whether the marker names *name*, another name of the same file, or reads just the cells of that quantity."""
        names = names_in(each.entry.expression)
        if name in names:
            return True
        if name in self.specs:
            return any(one in self.specs and self.specs[one].path == self.specs[name].path for one in names)
        if name not in self.cells:
            self.cells[name] = self._cells_of(name)
        text = each.marker.texts[0]
        if text not in self.read:
            self.read[text] = self._places(each.entry.cells)
        return bool(self.read[text]) and self.read[text] == self.cells[name]

    def _cells_of(self, name: str) -> _Places:
        try:
            return self._places(evaluate_marker(name, self.scope, ground=False).cells)
        except ExpressionError:
            return frozenset()

    def _places(self, cells: Iterable[Cell]) -> _Places:
        named = self.files.get
        return frozenset((named(cell.artifact, cell.artifact), cell.column, cell.row) for cell in cells)
