"""What lies beside a document: its bibliographies, outputs of former builds, scripts of its figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from os.path import isfile  # which says no where a name is too long
from pathlib import Path

from paperkit import digest
from paperkit.errors import PaperkitError
from paperkit.expressions.scope import Scope
from paperkit.latex.document import Document
from paperkit.ledger import read_artifacts
from paperkit.project import Project
from paperkit.source import SourceFile, read_source

LEDGER = "ledger.json"
_ENTRY = re.compile(r"^\s*@(?!comment|string|preamble)\w+\s*[{(]\s*([^\s,{}()]+)\s*,", re.IGNORECASE | re.MULTILINE)
_CROSS = re.compile(r"\bids\s*=\s*[{\"]([^}\"]+)[}\"]", re.IGNORECASE)

_SORTED = re.compile(
    r"\\bibitem\s*(?:\[(?:[^\[\]{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\])?\s*\{\s*([^\s{}]+)\s*\}|\\entry\s*\{([^{}]+)\}"
)


def entry_keys(document: Document, folder: Path, project: Project) -> frozenset[str] | None:
    """Keys of the bibliographies that *document* names; where one is not in the project, those of its .bbl, or None."""
    names = [each.name for each in document.bibliographies]
    keys: set[str] = set()
    for name in names:
        path = folder / (name if name.endswith(".bib") else f"{name}.bib")
        if not isfile(path) or not path.resolve().is_relative_to(project.root.resolve()):  # noqa: PTH113
            return _sorted_keys(folder / f"{Path(document.source.path).stem}.bbl", project)
        text = path.read_bytes().decode("utf-8", "replace")
        keys |= set(_ENTRY.findall(text))
        keys |= {key.strip() for ids in _CROSS.findall(text) for key in ids.split(",")}
    return frozenset(keys)


def _sorted_keys(path: Path, project: Project) -> frozenset[str] | None:
    """Keys that BibTeX or Biber left in a .bbl; None where there is none in the project."""
    if not path.is_file() or not path.resolve().is_relative_to(project.root.resolve()):
        return None
    return frozenset(
        key for pair in _SORTED.findall(path.read_bytes().decode("utf-8", "replace")) for key in pair if key
    )


def found_in(places: Iterable[Path], project: Project) -> dict[str, str]:
    """Digest of each file among *places* or below them, by path as shown."""
    files = (path for place in places for path in ([place] if place.is_file() else sorted(place.rglob("*"))))
    named = (path for path in files if path.is_file() and not path.name.startswith("."))
    return {project.shown(path): digest.of_file(path) for path in named}


def ledger_in(folder: Path, project: Project) -> SourceFile | None:
    """The ledger that the last build left in a report's folder; None where there is none."""
    path = folder / LEDGER
    return SourceFile(project.shown(path), path.read_bytes().decode("utf-8", "replace")) if path.is_file() else None


def changed_since(ledger: SourceFile | None, scope: Scope, project: Project) -> dict[str, str]:
    """Files of artifacts that differ from what a ledger was made from, by the artifact's name."""
    if ledger is None:
        return {}
    known = read_artifacts(ledger.text)
    found: dict[str, str] = {}
    digests: dict[Path, str] = {}
    for name, spec in scope.store.specs.items():
        shown = project.shown(spec.path)
        if shown in known and spec.path.is_file():
            now = digests.setdefault(spec.path, digest.of_file(spec.path))
            if now != known[shown]:
                found[name] = shown
    return found


def texts_in(folder: Path, pattern: str, project: Project) -> Iterator[SourceFile]:
    """The texts of files in a folder; what is no text is left out."""
    for path in sorted(folder.glob(pattern)):
        try:
            yield read_source(path, project.shown(path))
        except PaperkitError:
            continue
