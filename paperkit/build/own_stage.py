"""The folder that is compiled for a paper that is LaTeX itself: its files as they are, and paperkit's package."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from paperkit import digest
from paperkit.build.own_engine import as_utf8, before, for_engine
from paperkit.build.stage import READ, fresh, write
from paperkit.checks.base import Evidence
from paperkit.latex.encodings import declared_encoding
from paperkit.process.capture import capture
from paperkit.project import Project, package_templates
from paperkit.render.pages import MARKER_STYLE
from paperkit.source import SourceFile
from paperkit.tectonic.compile import AUXILIARY

LARGEST = 64_000_000
"""Bytes of a file that LaTeX may want; what is larger is data."""
DRAFT = r"\RequirePackage{paperkit}\pkdraftnotice{DRAFT: numbers may be typed, and evidence uncommitted}"


@dataclass(frozen=True, slots=True)
class OwnStage:
    """What was laid out. *main* is the main file's name in *folder*; *digests* those of each file by name there."""

    folder: Path
    main: str
    digests: dict[str, str]
    texts: dict[str, str]
    """Texts of the files that the scan read, by their name in the stage and in the main file's folder."""
    read: tuple[str, ...]
    """Files of the project that were laid out, relative to its root."""


def lay_out_own(evidence: Evidence, main: Path, folder: Path, draft: bool = False) -> OwnStage:
    """Fill *folder* with what LaTeX may read for *main*: all below its folder, or below the project where it climbs."""
    project = evidence.project
    sources = evidence.documents[0].sources
    base = project.root if any("../" in source.text for source in sources) else main.parent
    files = {path.relative_to(base).as_posix(): path.read_bytes() for path in _files(base, main, project)}
    texts = dict(_texts(sources, base, project))
    files |= {name: new for name, text in texts.items() if (new := _laid(text, files.get(name, b""))) is not None}
    name = main.relative_to(base).as_posix()
    files[name] = before(sources[0].text).encode() + files[name]
    read = tuple(project.shown(base / each) for each in files)
    if draft:
        files[name] = DRAFT.encode() + files[name]
    files[(Path(name).parent / MARKER_STYLE).as_posix()] = (package_templates() / MARKER_STYLE).read_bytes()
    write(fresh(folder), files)
    beside = main.parent.relative_to(base).as_posix()
    near = {each.removeprefix(f"{beside}/"): text for each, text in texts.items()}
    return OwnStage(
        folder, name, {each: digest.of_bytes(raw) for each, raw in sorted(files.items())}, texts | near, read
    )


def _files(base: Path, main: Path, project: Project) -> Iterator[Path]:
    """What git knows below *base*, and what else there is of the kinds that LaTeX reads; no outputs of TeX."""
    known = capture(["git", "ls-files", "-z", "-co", "--exclude-standard", "--", str(base)], project.root).stdout
    tracked = {project.root / name for name in known.decode("utf-8", "surrogateescape").split("\0") if name}
    lying = (path for path in base.rglob("*") if path.suffix.lower() in READ)
    outputs = {main.with_suffix(".pdf"), *(main.with_suffix(ending) for ending in AUXILIARY)}
    for path in sorted({*tracked, *lying} - outputs):
        hidden = any(part.startswith(".") for part in path.relative_to(base).parts)
        if not hidden and path.is_file() and path.stat().st_size <= LARGEST and _inside(path, base):
            yield path


def _inside(path: Path, base: Path) -> bool:
    return path.resolve().is_relative_to(base.resolve())


def _texts(sources: Iterable[SourceFile], base: Path, project: Project) -> Iterator[tuple[str, str]]:
    for source in sources:
        path = project.root / source.path
        if path.is_relative_to(base):
            yield path.relative_to(base).as_posix(), source.text


def _laid(text: str, raw: bytes) -> bytes | None:
    """A file's content for the engine; None where it may stay as it is."""
    new = for_engine(text)
    return new.encode() if _is_foreign(raw) or new != as_utf8(text) else None


def _is_foreign(raw: bytes) -> bool:
    """Whether a file is in another encoding than the engine's, or says that it is."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return bool(declared_encoding(raw))
