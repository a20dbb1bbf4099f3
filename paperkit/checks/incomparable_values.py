r"""incomparable-values: two values are compared that were not made under the same conditions.

Why: a ratio of times from two machines, or over two data sets, says as much about these as about the thing compared.
Instead: run both sides under the same conditions, or say what differs in the sentence and waive it with that reason.
Conditions are what the descriptors say: the host of a measurement (`paperkit:provenance`), and `paperkit:machine`,
`paperkit:dataset` and `paperkit:configuration` of an artifact; `"paperkit:within": ["device"]` names columns whose
cells must be the same on both sides. Two rows of one table that differ both in what is compared and in a column called
machine, dataset, configuration or the like are said where the text around does not name both conditions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Any

from paperkit.artifacts.table import Table
from paperkit.checks.base import Check, Evidence, Judged
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.values.number_text import NUMBER
from paperkit.values.quantity import Cell, Value

CHECK = Check("PK122", "incomparable-values", since="0.2", doc=__doc__, waivable=True)
CONDITIONS = ("machine", "dataset", "configuration")
COLUMNS = frozenset(
    {"machine", "host", "device", "gpu", "cpu", "hardware", "platform", "cluster", "dataset", "corpus", "benchmark",
     "config", "configuration"}
)  # fmt: skip
"""Columns that hold a condition, by their names."""
HOST = ("processor", "cores", "architecture")
"""What makes two hosts two machines; a kernel update does not."""


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each comparison whose sides differ in a condition."""
    conditions = _Conditions(evidence)
    for each in evidence.judged:
        relation = each.anatomy.relation
        if relation is None or relation.kind == "count" or each.entry.span.path in evidence.generated:
            continue
        for old, new in relation.pairs:
            apart = conditions.apart(old, new) or conditions.unsaid(old, new, _around(each))
            if apart is not None:
                name, left, right, one, other = apart
                message = f"{each.entry.printed} compares values of {name} {left} and {name} {right}"
                hint = "compare values made under the same conditions, or waive it and say what differs"
                found = CHECK.at(each.entry.printed_span, message, hint)
                yield found.label(one.span, left).label(other.span, right)
                break


def _around(each: Judged) -> str:
    """What a reader sees near a marker."""
    return " ".join((each.marker.before, each.marker.printed_plain, each.marker.after)).casefold()


class _Conditions:
    """The conditions of cells, as their artifacts' descriptors tell them."""

    def __init__(self, evidence: Evidence) -> None:
        self.store = evidence.store
        self.known: dict[str, Mapping[str, str]] = {}

    def apart(self, old: Value, new: Value) -> tuple[str, str, str, Cell, Cell] | None:
        """(condition, here, there, a cell here, a cell there) of the first one that differs."""
        if not old.cells or not new.cells:
            return None
        one, other = old.cells[0], new.cells[0]
        left, right = self.of(one), self.of(other)
        for name in left:
            if name in right and left[name] != right[name]:
                return name, left[name], right[name], one, other
        return None

    def unsaid(self, old: Value, new: Value, around: str) -> tuple[str, str, str, Cell, Cell] | None:
        """As apart, for two rows of one table whose text does not say that the condition differs, too."""
        if not old.cells or not new.cells or old.cells[0].artifact != new.cells[0].artifact:
            return None
        one, other = old.cells[0], new.cells[0]
        artifact = self.store.artifact(one.artifact) if one.artifact in self.store.specs else None
        if not isinstance(artifact, Table):
            return None
        names = artifact.key or tuple(column.name for column in artifact.columns)
        left, right = _row(artifact, one, [*names]), _row(artifact, other, [*names])
        texts = [name for name in left if name in right and not NUMBER.fullmatch(left[name])]
        differ = [name for name in texts if left[name] != right[name]]
        for name in differ:
            said = left[name].casefold() in around and right[name].casefold() in around
            if name.casefold() in COLUMNS and len(differ) > 1 and not said:
                return name, left[name], right[name], one, other
        return None

    def of(self, cell: Cell) -> Mapping[str, str]:
        """Conditions by name."""
        artifact = self.store.artifact(cell.artifact) if cell.artifact in self.store.specs else None
        if not isinstance(artifact, Table):
            return {}
        if cell.artifact not in self.known:
            self.known[cell.artifact] = _stated(artifact.meta)
        within = artifact.meta.get("within")
        return {**self.known[cell.artifact], **_row(artifact, cell, within if isinstance(within, list) else [])}


def _stated(meta: Mapping[str, Any]) -> dict[str, str]:
    found = {name: str(meta[name]) for name in CONDITIONS if isinstance(meta.get(name), str | int)}
    provenance = meta.get("provenance")
    host = provenance.get("host") if isinstance(provenance, Mapping) else None
    if isinstance(host, Mapping) and "machine" not in found:
        found["machine"] = ", ".join(str(host[name]) for name in HOST if name in host)
    return found


def _row(table: Table, cell: Cell, columns: list[Any]) -> dict[str, str]:
    """The cells of these columns in the row of *cell*."""
    lines = table.records.lines
    at = bisect_left(lines, cell.row)
    if at >= len(lines) or lines[at] != cell.row:
        return {}
    return {name: table.text(at, table.positions[name]) for name in columns if name in table.positions}
