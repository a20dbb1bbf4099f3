r"""changed-artifact: evidence on disk is not what is committed.

Why: the number is read from a file that no reader has; an edited cell is no measurement.
Instead: see `git diff HEAD`; restore the file, or run its harness and commit what it writes. What a person declares
(given.yaml) and what is now as its descriptor says are committed: to restore them would lose what is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from paperkit.artifacts.descriptor import DESCRIPTOR
from paperkit.artifacts.store import Store
from paperkit.artifacts.table import Table
from paperkit.checks.artifact_files import artifact_files
from paperkit.checks.base import ArtifactFile, Check, Evidence
from paperkit.config.given import GIVEN_FILE
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.project import GitState, led_to, quoted

CHECK = Check("PK202", "changed-artifact", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each file of an artifact that differs from HEAD; a new descriptor goes with its file."""
    changed = [file for file in artifact_files(evidence) if file.state is GitState.CHANGED]
    edited = {problem.span.path for problem in evidence.store.problems() if problem.digest and problem.span}
    together = {PurePosixPath(file.path).parent for file in changed if PurePosixPath(file.path).name == DESCRIPTOR}
    beside = {PurePosixPath(file.path).parent for file in changed if PurePosixPath(file.path).name != DESCRIPTOR}
    unread = tuple(problem.message for problem in evidence.store.problems() if problem.code == "PK201")
    for file in changed:
        if any(message.startswith(f"{file.path} ") for message in unread):
            continue
        path = PurePosixPath(file.path)
        if path.name == DESCRIPTOR and path.parent in beside:
            continue
        yield _at(file, _hint(file, evidence, file.path not in edited and path.parent in together))


def _hint(file: ArtifactFile, evidence: Evidence, described: bool) -> str:
    """To commit what is right as it lies there, else to restore it."""
    path = PurePosixPath(file.path)
    if path.name == GIVEN_FILE:
        return f"read `git diff HEAD -- {quoted(file.path)}`, then commit it: `git add {quoted(file.path)}`"
    if described or _as_described(file, evidence.store):
        return f"commit it: `git add {quoted(str(path.parent))}`"
    return f"restore it: `git checkout HEAD -- {quoted(led_to(evidence.project, file.path))}`"


def _as_described(file: ArtifactFile, store: Store) -> bool:
    """Whether a table is byte for byte what its descriptor knows."""
    table = store.artifact(file.name) if file.name in store.specs else None
    if not isinstance(table, Table) or table.resource is None or not table.resource.hash:
        return False
    return table.source.path == file.path and not any(each.digest for each in store.problems_of(file.name))


def _at(file: ArtifactFile, hint: str) -> Diagnostic:
    message = f"{file.path} differs from what is committed"
    if file.change is None:
        return CHECK.at(file.span, message, hint)
    span, was = file.change
    return CHECK.at(span, message, hint, f"committed: {was}").label(file.span, "named here")
