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
from paperkit.project import led_to, quoted

CHECK = Check("PK201", "uncommitted-artifact", since="0.1", doc=__doc__)
OUTSIDE = " lies outside the project"
WORDS = {
    "untracked": ("is not committed", "`git add {}` and commit it"),
    "ignored": ("is not committed, and .gitignore names it", "`git add -f {}` and commit it"),
    "added": ("is added, but not committed yet", "commit it: `git commit {}`"),
    "foreign": ("lies in a repository of its own, such as a submodule", "commit a copy to this repository"),
    "missing": ("does not exist", "run the harness that writes it, or correct the path"),
}


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each file of an artifact that git does not hold."""
    outside = tuple(each for each in reading_problems(evidence, CHECK) if each.message.endswith(OUTSIDE))
    said = {file.path: file for file in artifact_files(evidence) if str(file.state) in WORDS}
    for found in outside:
        said.pop(found.message.removesuffix(OUTSIDE), None)
    for file in said.values():
        message, hint = WORDS[str(file.state)]
        path = PurePosixPath(file.path)
        made = str(file.state) == "missing" and path.parent.name == "artifacts" and path.parts[0] == "benches"
        hint = f"run `paperkit bench run {path.parent.parent.name}`, or correct the path" if made else hint
        yield CHECK.at(file.span, f"{file.path} {message}", hint.format(quoted(led_to(evidence.project, file.path))))
    begun = tuple(f"{path} " for path in said)
    yield from (found for found in reading_problems(evidence, CHECK) if not found.message.startswith(begun))
