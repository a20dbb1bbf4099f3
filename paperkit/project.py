"""The project: the git repository that holds the evidence, and what git says of its files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from paperkit.errors import PaperkitError
from paperkit.process.capture import capture

LITERAL = ("--literal-pathspecs",)
"""File names are names and no patterns."""


def near_path(path: Path, known: Iterable[str] = (), endings: tuple[str, ...] = ()) -> str:
    """`did you mean 'x'?`: the path nearest to one that is not there, of *known* ones and of those in its folder."""
    from paperkit.diagnostics.nearest import nearest

    folder = next((each for each in path.parents if each.is_dir()), path)
    beside = (each for each in sorted(folder.iterdir()) if not endings or each.is_dir() or each.suffix in endings)
    shown = [str(each) for each in beside if not each.name.startswith(".")]
    return nearest(str(path), (*known, *shown))


class GitState(StrEnum):
    """What git says of one file."""

    COMMITTED = "committed"
    """Tracked, and unchanged since HEAD."""
    CHANGED = "changed"
    """Tracked, but the working tree or the index differs from HEAD (or the file is not in HEAD yet)."""
    UNTRACKED = "untracked"
    MISSING = "missing"
    """Not on disk."""


@dataclass(frozen=True, slots=True)
class Project:
    """The root folder of the git repository."""

    root: Path

    def shown(self, path: Path) -> str:
        """*path* as messages show it: relative to the root where it lies inside."""
        full = Path(os.path.abspath(path))
        return full.relative_to(self.root).as_posix() if full.is_relative_to(self.root) else str(full)

    @property
    def state(self) -> Path:
        """Folder for what paperkit keeps between runs; `keep_state` makes it."""
        return self.root / ".paperkit"

    def keep_state(self) -> Path:
        """The folder *state*, made where it is missing, and ignored by git whatever the project says."""
        ignore = self.state / ".gitignore"
        if not ignore.exists():
            self.state.mkdir(exist_ok=True)
            ignore.write_text("*\n", "utf-8")
        return self.state


def find_project(start: Path) -> Project:
    """The project that holds *start*. Raises PaperkitError (status 2) where there is no git repository."""
    folder = Path(os.path.abspath(start))
    for candidate in (folder, *folder.parents):
        if (candidate / ".git").exists():
            return Project(candidate)
    raise PaperkitError(
        f"{start}: no git repository here or above, so no evidence can be committed",
        "run `git init`, add the artifacts and commit them",
    )


def git_states(project: Project, paths: Iterable[Path]) -> dict[Path, GitState]:
    """The state of each file in *paths*, from three git calls whatever their number.

    A file is committed when it is tracked and neither the index nor the working tree differs from HEAD.
    Bits that hide a change from git (assume-unchanged, skip-worktree) make a file CHANGED.
    """
    wanted = {path: project.shown(path) for path in paths}
    if not wanted:
        return {}
    names = sorted(set(wanted.values()))
    head = _tree(project, names)
    objects = _hash(project, [name for name in names if (project.root / name).is_file() and name in head])
    index = _index(project, names)

    def state(name: str) -> GitState:
        if not (project.root / name).is_file():
            return GitState.MISSING
        if name not in head:
            return GitState.CHANGED if name in index else GitState.UNTRACKED
        return GitState.COMMITTED if objects[name] == head[name] == index.get(name) else GitState.CHANGED

    return {path: state(name) for path, name in wanted.items()}


def tracked_files(project: Project, folder: Path) -> tuple[str, ...]:
    """Every file under *folder* that git tracks, relative to it, in the order of their names. One git call.

    Evidence that was taken out of a PDF lies in no repository, only in a folder that looks like one: there every file.
    """
    mark = project.root / ".git"
    if mark.is_dir() and not (mark / "HEAD").exists():
        every = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
        return tuple(sorted(name for name in every if not name.startswith(".git/")))
    done = capture(["git", *LITERAL, "ls-files", "-z", "--", "."], folder)
    if done.status != 0:
        said = " ".join(done.stderr.split())
        raise PaperkitError(f"git cannot list {project.shown(folder)}: {said[:300]}", "mend what git says")
    return tuple(sorted(name for name in done.stdout.decode("utf-8", "replace").split("\0") if name))


def committed_bytes(project: Project, path: Path) -> bytes | None:
    """What HEAD has of a file; None where it has nothing."""
    done = capture(["git", "cat-file", "blob", f"HEAD:{project.shown(path)}"], project.root)
    return done.stdout if done.status == 0 else None


def staged_bytes(project: Project, paths: Iterable[Path]) -> dict[Path, bytes | None]:
    """What the index has of each file that is in it; None where that is what lies on disk."""
    wanted = {project.shown(path): path for path in paths}
    index = _index(project, sorted(wanted)) if wanted else {}
    objects = _hash(project, [name for name in sorted(index) if name in wanted and (project.root / name).is_file()])
    return {
        wanted[name]: None if found == index[name] else _blob(project, index[name]) for name, found in objects.items()
    }


def _blob(project: Project, name: str) -> bytes:
    return capture(["git", "cat-file", "blob", name], project.root).stdout


def _index(project: Project, names: list[str]) -> dict[str, str]:
    """Object of each file in the index, by name."""
    done = capture(["git", *LITERAL, "ls-files", "-s", "-z", "--", *names], project.root)
    if done.status != 0:
        said = " ".join(done.stderr.split())
        raise PaperkitError(f"git cannot read this repository: {said[:300]}", "mend what git says, then try again")
    rows = (line.split("\t", 1) for line in done.stdout.decode("utf-8", "replace").split("\0") if line)
    return {name: meta.split()[1] for meta, name in rows}


def _lines(project: Project, argv: list[str]) -> list[str]:
    return [line for line in capture(argv, project.root).stdout.decode("utf-8", "replace").split("\0") if line]


def _tree(project: Project, names: list[str]) -> dict[str, str]:
    """Object of each file in HEAD, by name; empty before the first commit."""
    rows = (
        line.split("\t", 1) for line in _lines(project, ["git", *LITERAL, "ls-tree", "-r", "-z", "HEAD", "--", *names])
    )
    return {name: meta.split()[2] for meta, name in rows if meta.split()[1] == "blob"}


def _hash(project: Project, names: list[str]) -> dict[str, str]:
    """Object that each file on disk would be, with the filters that git itself applies."""
    if not names:
        return {}
    done = capture(["git", "hash-object", "--stdin-paths"], project.root, stdin="\n".join(names).encode() + b"\n")
    return dict(zip(names, done.stdout.decode().split(), strict=True))


def former_versions(project: Project, path: Path) -> Iterator[bytes]:
    """What the commits behind HEAD have of a file, the newest first; each commit that touched it once."""
    shown = project.shown(path)
    done = capture(["git", *LITERAL, "log", "--format=%H", "--", shown], project.root)
    for commit in done.stdout.decode().split() if done.status == 0 else ():
        held = capture(["git", "cat-file", "blob", f"{commit}:{shown}"], project.root)
        if held.status == 0:
            yield held.stdout


def bytes_at(project: Project, revision: str, name: str) -> bytes | None:
    """What the commit *revision* has of the file *name* (relative to the root); None where it has nothing.

    Raises PaperkitError (status 2) where there is no such commit.
    """
    commit = capture(
        ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"], project.root
    )
    if commit.status != 0:
        raise PaperkitError(f"{revision} is no commit, no folder and no PDF", "`git log --oneline` lists the commits")
    done = capture(["git", "cat-file", "blob", f"{commit.stdout.decode().strip()}:{name}"], project.root)
    return done.stdout if done.status == 0 else None
