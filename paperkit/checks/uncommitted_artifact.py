r"""uncommitted-artifact: evidence is not in the repository, or not on disk.

Why: a reader who clones the repository cannot see what the number rests on.
Instead: run the harness if the file is missing, then `git add` and commit it. `--draft` takes fresh artifacts and says
so on every page.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from paperkit.checks.artifact_files import artifact_files, reading_problems
from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK201", "uncommitted-artifact", since="0.1", doc=__doc__)
WORDS = {"untracked": ("is not committed", "git add {} and commit it"),
         "missing": ("does not exist", "run the harness that writes it, or correct the path")}  # fmt: skip


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each file of an artifact that git does not hold."""
    for file in artifact_files(evidence):
        if str(file.state) in WORDS:
            message, hint = WORDS[str(file.state)]
            path = PurePosixPath(file.path)
            made = str(file.state) == "missing" and path.parent.name == "artifacts" and path.parts[0] == "benches"
            hint = f"run `paperkit bench run {path.parent.parent.name}`, or correct the path" if made else hint
            yield CHECK.at(file.span, f"{file.path} {message}", hint.format(file.path))
    said = tuple(f"{file.path} " for file in artifact_files(evidence) if str(file.state) in WORDS)
    yield from (found for found in reading_problems(evidence, CHECK) if not found.message.startswith(said))
