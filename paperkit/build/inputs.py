"""Everything that a build of a report may read, and what of it is output."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from paperkit.build.load import Loaded
from paperkit.build.rendering import LEDGER
from paperkit.build.snapshot import Watched, take
from paperkit.checks.artifact_files import provenance_of


def inputs_of(loaded: Loaded, outside: tuple[str, ...] = ()) -> dict[str, str]:
    """Digest of each file that the build reads, by path as shown; of *outside* size and time."""
    return take(loaded.project, watched(loaded, outside), skipped(loaded))


def skipped(loaded: Loaded) -> tuple[str, ...]:
    """Outputs, whose digests are compared on their own."""
    tex = (path.relative_to(loaded.folder).as_posix() for path in (loaded.folder / "tex").rglob("*"))
    return tuple(f"{loaded.shown}/{name}" for name in ("main.tex", "main.pdf", LEDGER, *tex))


_PATTERN = re.compile(r"""\bfiles\(\s*["']([^"']+)["']\s*\)""")


def _patterns(loaded: Loaded) -> set[str]:
    """Patterns of files that the report counts, as its texts write them."""
    texts = [loaded.report.source.text] if loaded.report is not None else []
    texts += [path.read_text("utf-8", "replace") for path in (loaded.folder / "sections").glob("*.j2")]
    return {pattern for text in texts for pattern in _PATTERN.findall(text)}


def watched(loaded: Loaded, outside: tuple[str, ...]) -> Watched:
    """Where a change means another build."""
    store, documents = loaded.scope.store, loaded.scope.documents.values()
    files = {loaded.project.shown(path) for name in store.specs for path in store.files(name)}
    files |= {document.source.path for document in documents}
    files |= {counted.path for pattern in _patterns(loaded) for counted in store.tracked(pattern)}
    harnesses = set[str]()
    for name in store.specs:
        provenance = provenance_of(store, name) or {}
        harnesses |= {found} if isinstance(found := provenance.get("harness"), str) else set()
        read = (provenance.get("code"), provenance.get("inputs"))
        files |= {path for part in read if isinstance(part, dict) for path in part}
    around = {PurePosixPath(name).parent.as_posix() for name in files}
    folders = {loaded.shown, "templates", *harnesses, *around} - {".", ""}
    return Watched(tuple(sorted(folders)), tuple(sorted(files)), outside)
