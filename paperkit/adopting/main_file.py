"""The main file of a LaTeX project: the one that begins a document and that no other reads."""

from __future__ import annotations

import os
import re
from pathlib import Path

from paperkit.errors import PaperkitError
from paperkit.latex.comments import without_comments
from paperkit.latex.encodings import read_tex

_CLASS = re.compile(r"\\documentclass\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
_PARTS = frozenset({"subfiles", "standalone"})
"""Classes of files that are read by another one."""
_READ = re.compile(r"\\(?:input|include|subfile|subfileinclude)\s*\{([^{}]+)\}")
USUAL = ("main", "paper", "article", "report", "thesis", "manuscript", "ms", "root")
DEEPEST = 4
MOST = 2000


def find_main(target: Path) -> Path:
    """The main file that is meant by *target*: itself, or the one in that folder.

    Raises PaperkitError where there is none, or where several could be meant.
    """
    if target.is_file():
        if target.suffix.lower() not in (".tex", ".ltx"):
            raise PaperkitError(f"{target} is no LaTeX file", "name the main .tex file, or its folder")
        if not _class_of(target):
            around = (target.absolute().parent, *target.absolute().parents[1:3])
            begins = [path for folder in around for path in _candidates(folder) if _is_read(target, path)]
            hint = (
                f"{os.path.relpath(begins[0])} reads it: name that one"
                if begins
                else r"a main file has \documentclass and \begin{document}"
            )
            raise PaperkitError(f"{target} begins no document", hint)
        return target
    if not target.is_dir():
        near = sorted(path.name for path in target.parent.glob("*.tex")) if target.parent.is_dir() else []
        from paperkit.diagnostics.nearest import nearest

        hint = nearest(target.name, near) or (f"there are: {', '.join(near[:8])}" if near else "check the path")
        raise PaperkitError(f"{target}: no such file", hint)
    found = _candidates(target)
    if not found:
        raise PaperkitError(f"{target}: no main file here", r"it has \documentclass and \begin{document}; name it")
    return _chosen(found, target)


def _candidates(folder: Path) -> list[Path]:
    """Files that begin a document, the upper ones first."""
    every = (path for path in folder.rglob("*.tex") if len(path.relative_to(folder).parts) <= DEEPEST)
    seen = [path for path in every if not any(part.startswith(".") for part in path.relative_to(folder).parts)][:MOST]
    return sorted((path for path in seen if _class_of(path)), key=lambda path: (len(path.parts), path.name))


def _chosen(found: list[Path], folder: Path) -> Path:
    free = [path for path in found if not any(_is_read(path, other) for other in found if other != path)] or found
    top = [path for path in free if len(path.parts) == len(free[0].parts)]
    named = [path for path in top if path.stem.lower() in (*USUAL, folder.resolve().name.lower())]
    if len(top) == 1 or len(named) == 1:
        return top[0] if len(top) == 1 else named[0]
    names = ", ".join(str(path) for path in (named or top)[:6])
    raise PaperkitError(f"{folder}: {len(top)} files begin a document", f"name the one that is meant: {names}")


def _class_of(path: Path) -> str:
    """Class of the document that a file begins; empty where it begins none, or is part of another."""
    text = without_comments(_text(path))
    found = _CLASS.search(text)
    whole = found is not None and r"\begin{document}" in text
    return found[1] if found is not None and whole and found[1].strip() not in _PARTS else ""


def _is_read(path: Path, other: Path) -> bool:
    """Whether *other* reads *path*."""
    named = _READ.findall(without_comments(_text(other)))
    return any((other.parent / name).with_suffix(".tex").resolve() == path.resolve() for name in named)


def _text(path: Path) -> str:
    try:
        return read_tex(path).text
    except PaperkitError:
        return path.read_bytes().decode("utf-8", "replace")
