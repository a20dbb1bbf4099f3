r"""unsourced-given: a printed number rests on a declared value of which nobody has said yet where it comes from.

Why: `source: TODO` is a draft; it grounds nothing, and a reader could not look the number up.
Instead: write the source into given.yaml: a data sheet with its table, the command line, the paper and its page. Drafts
that no number uses are let be: `paperkit adopt` writes them for a person to go through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paperkit.artifacts.store import Tree
from paperkit.artifacts.tree import TreeNode
from paperkit.checks.base import Check, Evidence
from paperkit.config.given import is_draft
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.values.quantity import Kind

CHECK = Check("PK208", "unsourced-given", since="0.2", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each draft that a marker uses, at the source that is to be written."""
    said: set[str] = set()
    for each in evidence.judged:
        for cell in each.entry.cells:
            artifact = evidence.store.artifact(cell.artifact) if cell.artifact in evidence.store.specs else None
            if not isinstance(artifact, Tree) or artifact.kind is not Kind.GIVEN:
                continue
            name, draft = _draft(artifact.root, cell.column)
            if draft is not None and name not in said:
                said.add(name)
                found = CHECK.at(draft.span, f"{cell.artifact}.{name} has no source yet", "say where it comes from")
                yield found.label(each.entry.span, "used here")


def _draft(root: TreeNode, column: str) -> tuple[str, TreeNode | None]:
    """(key, the source that is a draft) of the declared value that *column* is part of."""
    name = next((key for key in root.keys if column == key or column.startswith((f"{key}.", f"{key}["))), column)
    node = root.get(name)
    items: Mapping[str, TreeNode] = (
        dict(zip(node.keys, node.items, strict=True)) if node is not None and node.keys else {}
    )
    source = items.get("source")
    return name, source if source is not None and is_draft(source.text) else None
