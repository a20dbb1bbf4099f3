"""Scaffolds: texts that come with paperkit, with a few words put in, written where nothing stands yet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from paperkit.errors import PaperkitError
from paperkit.process.atomic import commit_files
from paperkit.project import Project, package_templates
from paperkit.starting.placed import Placed, State

FOLDER = "scaffold"


def scaffold(name: str, project: Project, words: Mapping[str, str] | None = None) -> str:
    """The scaffold *name* with each `@word@` put in; the project's own `templates/scaffold/` goes before paperkit's."""
    folders = (project.root / "templates", package_templates())
    path = next(path for folder in folders if (path := folder / FOLDER / name).is_file())
    known = words or {}
    return re.sub(r"@([a-z]+)@", lambda found: known.get(found[1], found[0]), path.read_text("utf-8"))


def place(root: Path, files: Mapping[str, str | bytes]) -> tuple[Placed, ...]:
    """Write each of *files* (by path below *root*) that is not there yet: all of them, or none.

    Raises PaperkitError (status 2) where one cannot be written.
    """
    new = {name: text for name, text in files.items() if not (root / name).exists()}
    _commit({root / name: text for name, text in new.items()})
    return tuple(Placed(name, State.WRITTEN if name in new else State.KEPT) for name in files)


def add_lines(root: Path, name: str, text: str) -> Placed:
    """The lines of *text* that the file *name* lacks, put at its end."""
    path = root / name
    former = path.read_text("utf-8") if path.is_file() else ""
    missing = tuple(line for line in text.splitlines() if line not in former.splitlines())
    if not missing:
        return Placed(name, State.KEPT)
    gap = "\n" if former and not former.endswith("\n") else ""
    _commit({path: former + gap + "".join(f"{line}\n" for line in missing)})
    return Placed(name, State.ADDED if former else State.WRITTEN, missing)


def _commit(files: Mapping[Path, str | bytes]) -> None:
    try:
        commit_files(files)
    except OSError as error:
        hint = "check the path and the permissions; nothing was written"
        raise PaperkitError(f"{error.filename}: cannot be written: {error.strerror}", hint) from None
