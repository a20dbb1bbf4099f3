"""The skill `paperkit` and the command `/paper`: what they hold, and how they come into a project.

A file that somebody edited is never overwritten. What was installed last is remembered by digest in a manifest beside
the skill: a file that still has that digest is ours to replace, any other is the user's and stays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from paperkit import digest
from paperkit.agent import agents_md
from paperkit.agent.shipped import SHIPPED
from paperkit.errors import PaperkitError
from paperkit.process.atomic import write_atomic
from paperkit.starting.placed import Placed, State

NAME = "paperkit"
MANIFEST = PurePosixPath(".agents/skills/paperkit/manifest.json")
HOMES = (PurePosixPath(".agents/skills"), PurePosixPath(".claude/skills"))
"""Folders in which coding agents look for a project's skills; the first is the one that most of them share."""
COMMANDS = PurePosixPath(".claude/commands")


def skill_files() -> dict[str, str]:
    """Text of each file of the skill, by its path in the skill's folder."""
    return dict(_texts(SHIPPED / "skills" / NAME))


def command_files() -> dict[str, str]:
    """Text of each slash command, by its file name."""
    return dict(_texts(SHIPPED / "commands"))


def shipped_files() -> dict[str, str]:
    """Every file that belongs into a project, by its path relative to the root."""
    skill = {str(home / NAME / name): text for home in HOMES for name, text in skill_files().items()}
    return skill | {str(COMMANDS / name): text for name, text in command_files().items()}


def install_skill(root: Path) -> tuple[Placed, ...]:
    """Put skill, command and the paragraph of AGENTS.md into the project at *root*; a second call changes nothing.

    Raises PaperkitError (status 2) where *root* is no folder or a file cannot be written.
    """
    if not root.is_dir():
        raise PaperkitError(f"{root} is not a folder", "name the root of a project")
    shipped = shipped_files()
    remembered = read_manifest(root)
    try:
        placed = [_place(root, path, text, remembered.get(path)) for path, text in shipped.items()]
        placed.append(agents_md.place_block(root, remembered.get(agents_md.FILE)))
        _write_changed(root / MANIFEST, _manifest_text(shipped | {agents_md.FILE: agents_md.block()}))
    except OSError as error:
        raise PaperkitError(
            f"{error.filename}: cannot be written: {error.strerror}", "check the path and the permissions"
        ) from None
    return tuple(placed)


def read_manifest(root: Path) -> Mapping[str, str]:
    """Digest of each file as it was last installed; empty where nothing readable says so."""
    try:
        files = json.loads((root / MANIFEST).read_text("utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return files if isinstance(files, dict) else {}


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*.md")):
        yield path.relative_to(folder).as_posix(), path.read_text("utf-8")


def _judge(path: Path, text: str, remembered: str | None) -> State:
    """What has to become of the file at *path*, for which *text* is shipped and *remembered* was installed last."""
    shipped = digest.of_bytes(text.encode())
    if not path.exists():
        return State.WRITTEN
    there = digest.of_file(path)
    if there == shipped:
        return State.UNCHANGED
    if there == remembered:
        return State.UPDATED
    return State.EDITED if remembered == shipped else State.OFFERED


def _place(root: Path, path: str, text: str, remembered: str | None) -> Placed:
    state = _judge(root / path, text, remembered)
    if state in (State.WRITTEN, State.UPDATED):
        _write_changed(root / path, text)
    elif state is State.OFFERED:
        _write_changed(root / f"{path}.new", text)
    return Placed(path, state)


def _manifest_text(shipped: Mapping[str, str]) -> str:
    files = {path: digest.of_bytes(text.encode()) for path, text in sorted(shipped.items())}
    note = "digests of the files as installed; `paperkit skill install` keeps a file that differs"
    return json.dumps({"note": note, "files": files}, indent=2) + "\n"


def _write_changed(path: Path, text: str) -> None:
    if path.is_file() and path.read_bytes() == text.encode():
        return
    write_atomic(path, text)
