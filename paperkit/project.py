"""The project: the git repository that holds the evidence, and what git says of its files."""

from __future__ import annotations

import hashlib
import os
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from paperkit.errors import PaperkitError
from paperkit.process.capture import Completed, capture

LITERAL = ("--literal-pathspecs",)
"""File names are names and no patterns."""


def package_templates() -> Path:
    """The templates that come with paperkit: inside the wheel, or at the top of its repository."""
    package = Path(__file__).resolve().parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


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
    """In HEAD, but the working tree or the index has it otherwise."""
    ADDED = "added"
    """In the index, but not in HEAD yet."""
    UNTRACKED = "untracked"
    IGNORED = "ignored"
    """Untracked, and .gitignore keeps `git add` from it."""
    FOREIGN = "foreign"
    """In a repository inside this one (a submodule, most often), or in none."""
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
    """The state of each file in *paths*, from three git calls whatever their number, and one more for untracked ones.

    A file is committed when it is tracked and neither the index nor the working tree differs from HEAD.
    Bits that hide a change from git (assume-unchanged, skip-worktree) make a file CHANGED. A link is as committed as
    the least committed of itself, the links on its way and the file that it leads to.
    """
    ways = {path: _way(project, path) for path in paths}
    if not ways:
        return {}
    names = sorted({name for way in ways.values() for name in way})
    head = _tree(project, names)
    objects = _objects(project, [name for name in names if name in head], head)
    index = _index(project, names)
    ignored = _ignored(project, [name for name in names if name not in head and name not in index])

    def state(name: str) -> GitState:
        if name.startswith("/") or _inner(project, name):
            return GitState.FOREIGN
        if name not in head:
            known = GitState.IGNORED if name in ignored else GitState.UNTRACKED
            return GitState.ADDED if name in index else known
        return GitState.COMMITTED if objects.get(name) == head[name] == index.get(name) else GitState.CHANGED

    order = list(GitState)
    return {
        path: max(map(state, way), key=order.index) if path.is_file() else GitState.MISSING
        for path, way in ways.items()
    }


def _way(project: Project, path: Path) -> tuple[str, ...]:
    """What a reader needs of *path*: the file that it leads to, and each link on the way there, as shown."""
    name, links = Path(os.path.abspath(path)), list[str]()
    for _ in range(40):  # as many links as Linux follows
        inside = name.relative_to(project.root).parts if name.is_relative_to(project.root) else ()
        steps = (project.root.joinpath(*inside[: n + 1]) for n in range(len(inside)))
        link = next((step for step in steps if step.is_symlink()), None)
        if link is None:
            break
        links.append(project.shown(link))
        name = Path(os.path.abspath(link.parent / link.readlink() / name.relative_to(link)))
    return (*links, project.shown(name))


def _inner(project: Project, name: str) -> bool:
    """Whether a file lies in a repository of its own below the root."""
    folders = (project.root / folder for folder in Path(name).parents if folder != Path())
    return any((folder / ".git").exists() for folder in folders)


def _objects(project: Project, names: list[str], head: dict[str, str]) -> dict[str, str]:
    """Object that each file or link on disk would be."""
    links = [name for name in names if (project.root / name).is_symlink()]
    files = [name for name in names if name not in links and (project.root / name).is_file()]
    return {**_hash(project, files), **{name: _link(project.root / name, len(head[name])) for name in links}}


def _link(path: Path, width: int) -> str:
    """The object of a link: the blob of where it leads, *width* hexadecimal digits long."""
    target = os.fsencode(os.readlink(path))  # noqa: PTH115 - its bytes as they are
    blob = b"blob %d\0%s" % (len(target), target)
    return hashlib.new("sha1" if width == 40 else "sha256", blob, usedforsecurity=False).hexdigest()


def _ignored(project: Project, names: list[str]) -> frozenset[str]:
    """Those that .gitignore keeps out; git is asked only where one is untracked."""
    if not names:
        return frozenset()
    inside = "".join(f"{name}\0" for name in names if not name.startswith("/"))
    done = capture(
        ["git", "check-ignore", "-z", "--stdin"], project.root, stdin=inside.encode("utf-8", "surrogateescape")
    )
    return frozenset(done.stdout.decode("utf-8", "surrogateescape").split("\0"))


def led_to(project: Project, name: str) -> str:
    """The file that *name* leads to, as shown; *name* itself where it is no link."""
    return _way(project, project.root / name)[-1]


def quoted(path: str | Path) -> str:
    """*path* as a shell takes it."""
    return shlex.quote(str(path))


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
        raise PaperkitError(f"git cannot list {project.shown(folder)}: {_said(done)}", "mend what git says")
    return tuple(sorted(name for name in done.stdout.decode("utf-8", "replace").split("\0") if name))


def history(project: Project) -> str:
    """Digest of what git has: the commits behind HEAD, as far as a shallow clone has them, and what is staged.

    Raises PaperkitError where there is no commit yet. Two git calls.
    """
    head = capture(["git", "rev-parse", "HEAD", "--git-path", "shallow"], project.root)
    index = capture(["git", "ls-files", "-s", "-z"], project.root)
    if head.status != 0 or index.status != 0:
        raise PaperkitError(f"git cannot read this repository: {_said(head)}", "commit something")
    shallow = project.root / os.fsdecode(head.stdout.splitlines()[1])
    end = shallow.read_bytes() if shallow.is_file() else b""
    return hashlib.sha256(b"\0\0".join((head.stdout, end, index.stdout))).hexdigest()


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
    names = _inside(names)
    done = capture(["git", *LITERAL, "ls-files", "-s", "-z", "--", *names], project.root)
    if done.status != 0:
        raise PaperkitError(f"git cannot read this repository: {_said(done)}", "mend what git says, then try again")
    rows = (line.split("\t", 1) for line in done.stdout.decode("utf-8", "replace").split("\0") if line)
    return {name: meta.split()[1] for meta, name in rows}


def _said(done: Completed) -> str:
    """What git wrote of why it failed, in one line."""
    return " ".join(done.stderr.split())[:300] or f"it ended with status {done.status} and said nothing"


def _lines(project: Project, argv: list[str]) -> list[str]:
    return [line for line in capture(argv, project.root).stdout.decode("utf-8", "replace").split("\0") if line]


def _tree(project: Project, names: list[str]) -> dict[str, str]:
    """Object of each file in HEAD, by name; empty before the first commit."""
    asked = ["git", *LITERAL, "ls-tree", "-r", "-z", "HEAD", "--", *_inside(names)]
    rows = (line.split("\t", 1) for line in _lines(project, asked))
    return {name: meta.split()[2] for meta, name in rows if meta.split()[1] == "blob"}


def _inside(names: list[str]) -> list[str]:
    """Names below the root: git refuses any other. A lone dot-git stands for none, which would mean all."""
    return [name for name in names if not name.startswith("/")] or [".git"]


def _hash(project: Project, names: list[str]) -> dict[str, str]:
    """Object that each file on disk would be, with the filters that git itself applies."""
    if not names:
        return {}
    listed = "".join(f"{_line(name)}\n" for name in names).encode("utf-8", "surrogateescape")
    done = capture(["git", "hash-object", "--stdin-paths"], project.root, stdin=listed)
    if done.status != 0:
        raise PaperkitError(f"git cannot read this repository: {_said(done)}", "mend what git says, then try again")
    return dict(zip(names, done.stdout.decode().split(), strict=True))


def _line(name: str) -> str:
    """A file name on a line of its own: git takes off quotes, and knows a line break by its number."""
    if not set('"\\\n') & set(name):
        return name
    plain = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{plain}"'


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
