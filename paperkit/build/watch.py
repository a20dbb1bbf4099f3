"""Builds that follow the files: one after each change of what a report is made from."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from paperkit.build.inputs import skipped, watched
from paperkit.build.load import load
from paperkit.build.resident import Resident
from paperkit.build.run import Built, Request, build
from paperkit.build.snapshot import files_below
from paperkit.errors import PaperkitError
from paperkit.process.atomic import alone
from paperkit.process.capture import capture

PAUSE = 0.02
"""Seconds between two looks at the files; a change counts once they stand still for that long."""
GIT = ("HEAD", "index", "logs/HEAD")
"""What changes in a repository when something is committed, staged or checked out."""

Told = Callable[[Built | PaperkitError, float], None]
"""Takes how a build ended, or what kept it from beginning, and the seconds that it took."""
Stamps = dict[str, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Places:
    """Folders of which every file is looked at, single *files*, and *outputs*, which are not."""

    folders: tuple[Path, ...]
    files: tuple[Path, ...]
    outputs: frozenset[str]


def watch(
    wanted: Request, begin: Callable[[], None], told: Told, resident: Resident, builds: int | None = None
) -> None:
    """Build now, and again after each change, *builds* times or for ever.

    *begin* is called before each build. Raises PaperkitError (status 2) where somebody watches the report already.
    """
    wanted.project.keep_state()
    with alone(wanted.work / "watch") as only:
        if not only:
            raise PaperkitError(f"{wanted.shown} is watched already", "use that one, or end it")
        try:
            _follow(wanted, begin, told, resident, builds)
        finally:
            resident.close()


def _follow(wanted: Request, begin: Callable[[], None], told: Told, resident: Resident, builds: int | None) -> None:
    git, places, done = _git_folder(wanted), _places(wanted), 0
    while True:
        seen = _stamps(places, git)
        begin()
        started = time.monotonic()
        try:
            ended: Built | PaperkitError = build(wanted, resident=resident)
        except PaperkitError as error:
            ended = error
        told(ended, time.monotonic() - started)
        done += 1
        if done == builds:
            return
        former, places = places, _places(wanted)
        if places != former:  # what is read from now on counts from now on
            now = _stamps(places, git)
            seen = {name: seen.get(name, stamp) for name, stamp in now.items()}
        _wait(places, git, seen)


def _wait(places: Places, git: Path, seen: Stamps) -> None:
    """Until the files are other ones than *seen*, and stand still."""
    last, now = seen, seen
    while now == seen or now != last:
        time.sleep(PAUSE)
        last, now = now, _stamps(places, git)


def _git_folder(wanted: Request) -> Path:
    """Where git keeps what it knows of this working tree."""
    said = capture(["git", "rev-parse", "--absolute-git-dir"], wanted.project.root).stdout
    return Path(said.decode("utf-8", "surrogateescape").strip())


def _places(wanted: Request) -> Places:
    """Everything that a build may read, as far as that can be told now."""
    root = wanted.project.root
    try:
        loaded = load(wanted.folder)
    except PaperkitError:
        return Places((wanted.folder, root / "templates"), (), frozenset())
    found, outputs = watched(loaded, ()), skipped(loaded)
    folders, files = (tuple(root / name for name in names) for names in (found.folders, found.files))
    return Places(folders, files, frozenset(str(root / name) for name in outputs))


def _stamps(places: Places, git: Path) -> Stamps:
    """Number, size and time of each file."""
    paths = (
        *places.files,
        *(git / name for name in GIT),
        *(path for each in places.folders for path in files_below(each)),
    )
    found = {}
    for path in paths:
        name = str(path)
        if name not in places.outputs:
            with contextlib.suppress(OSError):
                status = path.stat()
                found[name] = (status.st_ino, status.st_size, status.st_mtime_ns)
    return found
