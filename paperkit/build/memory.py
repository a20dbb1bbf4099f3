"""A clean verdict of `check`, remembered with all that it depends on, so that it is not worked out again.

docs/decisions/0015 says why that is sound, and what it is not good for.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_path
from typing import TYPE_CHECKING, Any

from paperkit import digest
from paperkit.build.snapshot import own_digest
from paperkit.diagnostics.diagnostic import Counts, counts_of
from paperkit.errors import PaperkitError
from paperkit.process.atomic import write_quickly
from paperkit.process.reads import Reads, observed
from paperkit.project import Project, find_project, git_states, history

if TYPE_CHECKING:
    from paperkit.checks.run import Checked

PACKAGE = Path(__file__).parent.parent
LIBRARIES = ("jinja2", "markupsafe", "yaml")
"""Packages of others that a check runs."""
PATIENCE = 100
"""So many milliseconds the clock of a file system may take to move on."""


@dataclass(frozen=True, slots=True)
class Memory:
    """One check that found nothing at all."""

    asked: tuple[str, str]
    """The report's folder and the baseline, as paths."""
    tool: str
    seen: dict[str, str]
    """Each file that was read and each folder that was looked into, with what was in it."""
    history: str
    """What git has committed and staged."""
    states: dict[str, str]
    """What git says of each file of the evidence."""
    counts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Begun:
    """How things were when a check began: a moment of the file system's clock, and what git had."""

    moment: int
    history: str


@dataclass(slots=True)
class Attempt:
    """A check under way; *checked* is what came of it."""

    checked: Checked | None = None


def recall(folder: Path, baseline: Path | None) -> Counts | None:
    """What a former check of the report in *folder* counted; None unless it found nothing and all is as it was then."""
    try:
        project = find_project(folder)
        data = json.loads(_place(project, folder).read_text("utf-8"))
        memory = Memory(**{**data, "asked": tuple(data["asked"])})
        same = (
            memory.asked == _asked(folder, baseline)
            and memory.tool == _tool()
            and all(_state(project.root / name) == was for name, was in memory.seen.items())
            and memory.history == history(project)
            and memory.states == _states(project, memory.states)
        )
        return counts_of(memory.counts) if same else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, PaperkitError):
        return None


@contextmanager
def remembering(folder: Path, baseline: Path | None) -> Iterator[Attempt]:
    """Within the block the report in *folder* is checked; the verdict is kept where it is clean, and none otherwise.

    What cannot be kept, on a disk that takes nothing, is not.
    """
    attempt = Attempt()
    project = find_project(folder)
    begun = _begun(project)
    with observed() as reads:
        yield attempt
    checked = attempt.checked
    if begun is None or checked is None or checked.diagnostics:
        return
    with suppress(OSError):
        paths = _depended_on(project, folder, reads)
        seen = {project.shown(path): _state(path) for path in sorted(paths)}
        states = {file.path: str(file.state) for file in checked.evidence.files}
        memory = Memory(_asked(folder, baseline), _tool(), seen, begun.history, states, asdict(checked.counts))
        if all(_before(path, begun.moment) for path in paths):
            write_quickly(_place(project, folder), json.dumps(asdict(memory), indent=1).encode())


def _place(project: Project, folder: Path) -> Path:
    name = project.shown(folder)
    return project.state / "checks" / f"{'report' if name == '.' else name.replace('/', '-')}.json"


def _asked(folder: Path, baseline: Path | None) -> tuple[str, str]:
    return os.path.abspath(folder), os.path.abspath(baseline) if baseline is not None else ""


def _tool() -> str:
    """Digest of all code that a check runs: paperkit's to the byte, of others where and how new they are."""
    others = [[name, *_stamp(name)] for name in LIBRARIES]
    return digest.of_data([own_digest(), sys.version, others])


def _stamp(library: str) -> tuple[str, int, int]:
    spec = find_spec(library)
    if spec is None or spec.origin is None:
        return "", 0, 0
    status = Path(spec.origin).stat()
    return spec.origin, status.st_size, status.st_mtime_ns


def _states(project: Project, names: Iterable[str]) -> dict[str, str]:
    return {project.shown(path): str(state) for path, state in
            git_states(project, [project.root / name for name in names]).items()}  # fmt: skip


def _depended_on(project: Project, folder: Path, reads: Reads) -> set[Path]:
    """Every file that was read, and every folder in which another name could have led elsewhere.

    These are the folders that were listed, those that hold a file that was read, all on the way there from the project,
    and the places where templates and sections are looked for. Interpreter, libraries and paperkit itself are told by
    their versions.
    """
    code = (*(get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")), str(PACKAGE))
    own = tuple(each for each in (*code, str(project.state)) if not project.root.is_relative_to(each))
    paths = {Path(name) for name in (*reads.files, *reads.folders) if not _within(name, own)}
    places = [each for place in (folder.absolute(), project.root / "templates") for each in _folders(place)]
    above = {each for path in (*paths, *places) for each in path.parents if each.is_relative_to(project.root)}
    return paths | above | set(places) | {path.parent for path in paths}


def _within(name: str, folders: tuple[str, ...]) -> bool:
    return any(name == folder or name.startswith(folder + os.sep) for folder in folders)


def _folders(top: Path) -> Iterator[Path]:
    return (Path(name) for name, _, _ in os.walk(top))


def _state(path: Path) -> str:
    """What is there: the digest of a file's bytes, or of a folder's names with what each of them is."""
    if path.is_dir():
        with os.scandir(path) as entries:
            return digest.of_bytes(repr(sorted(map(_entry, entries))).encode())
    return digest.of_file(path) if path.is_file() else "missing"


def _entry(entry: os.DirEntry[str]) -> tuple[str, ...]:
    """Name and kind; paperkit's own folder counts as nothing."""
    if entry.name == ".paperkit":
        return ()
    if entry.is_symlink():
        return entry.name, "link", os.readlink(entry.path)  # noqa: PTH115 - as text
    return entry.name, "folder" if entry.is_dir() else "file"


def _begun(project: Project) -> Begun | None:
    """The moment is after every change until now, and not after any from now on.

    None where nothing can be written, the clock stands still for longer than anybody waits, or nothing is committed.
    """
    with suppress(OSError, PaperkitError), tempfile.TemporaryFile(dir=project.keep_state()) as stream:
        before = os.fstat(stream.fileno()).st_ctime_ns
        for _ in range(PATIENCE):
            time.sleep(0.001)
            os.utime(stream.fileno())
            now = os.fstat(stream.fileno()).st_ctime_ns
            if now > before:
                return Begun(now, history(project))
    return None


def _before(path: Path, moment: int) -> bool:
    """Whether what is at *path* was last changed before *moment*, so that the check has seen it as it is."""
    return not path.exists() or path.stat().st_ctime_ns < moment
