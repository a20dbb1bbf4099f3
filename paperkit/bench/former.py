"""What former commits had of descriptors: all of them in two calls of git."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from paperkit.process.capture import capture
from paperkit.project import LITERAL, Project

VERSIONS = 20
"""So many former commits of a file are looked at."""


def former_versions(
    project: Project, paths: Iterable[Path], most: int | None = VERSIONS
) -> dict[Path, tuple[bytes, ...]]:
    """What the commits behind HEAD have of each file, the newest first, *most* of them; each commit once."""
    named = {project.shown(path): path for path in paths}
    found: dict[Path, tuple[bytes, ...]] = dict.fromkeys(named.values(), ())
    wanted = list(_commits(project, named, most))
    asked = "".join(f"{commit}:{name}\n" for commit, name in wanted)
    held = capture(["git", "cat-file", "--batch"], project.root, stdin=asked.encode()) if wanted else None
    if held is not None and held.status == 0:
        for (_, name), blob in zip(wanted, _blobs(held.stdout), strict=False):
            found[named[name]] += (blob,) if blob is not None else ()
    return found


def _commits(project: Project, named: dict[str, Path], most: int | None) -> Iterator[tuple[str, str]]:
    """(commit, file) of each commit that touched one of *named*, the newest first."""
    if not named:
        return
    log = ["git", "-c", "core.quotepath=off", *LITERAL, "log", "--format=%x00%H", "--name-only", "--", *named]
    done = capture(log, project.root)
    seen = dict.fromkeys(named, 0)
    for part in done.stdout.decode("utf-8", "replace").split("\0")[1:] if done.status == 0 else ():
        commit, *names = part.split("\n")
        for name in names:
            if name in seen and (most is None or seen[name] < most):
                seen[name] += 1
                yield commit, name


def _blobs(text: bytes) -> Iterator[bytes | None]:
    """The contents in an answer of `git cat-file --batch`, in order; None for what is missing."""
    at = 0
    while at < len(text):
        end = text.index(b"\n", at)
        words = text[at:end].split()
        if len(words) == 3 and words[1] == b"blob":
            size = int(words[2])
            yield text[end + 1 : end + 1 + size]
            at = end + 1 + size + 1
        else:
            yield None
            at = end + 1
