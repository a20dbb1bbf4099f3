"""The manifest of a sealed PDF: digests of all that it shows and holds, and the tools that made it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib import metadata
from typing import Any

from paperkit import __version__, digest
from paperkit.pdf.canon import Canon
from paperkit.pdf.file import PdfFile
from paperkit.pdf.syntax import PdfError

MANIFEST, LEDGER, PAGES, FIGURES = "manifest.json", "ledger.json", "pages.json", "figures.json"
"""Names of the attachments that are no files of the project."""
EVIDENCE = "evidence/"
"""Before the path of a file of the project."""
SEAL = "PaperKit"
"""Entry of the catalog that holds the digest of the manifest."""
VERSION = 1


@dataclass(frozen=True, slots=True)
class Part:
    """An artifact of which only the lines that numbers need are attached."""

    whole: str
    """Digest of the whole file."""
    lines: tuple[int, ...]
    """Lines (from 1) of the whole that are attached, in order."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What was sealed."""

    report: str
    """The report's folder in its project, or its main LaTeX file."""
    main: str
    """Path of the main LaTeX file."""
    title: str
    date: str
    tools: Mapping[str, str]
    """Versions and digests of whatever the bytes depend on: paperkit, engine, bundle, matplotlib, zlib."""
    typeset: Mapping[str, Any]
    """`bytes` and `digest` of what TeX wrote: the beginning of the file."""
    files: Mapping[str, str]
    """Digest of each attached file but this one."""
    generated: tuple[str, ...] = ()
    """LaTeX that the build writes alone, from the markers of the other pages."""
    parts: Mapping[str, Part] = field(default_factory=dict)
    """Artifacts that are attached in part, by the name of the attachment."""
    contents: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    rest: Mapping[str, str] = field(default_factory=dict)
    """Digests of what each page draws, of what lies over it, and of the document's other parts; see pdf.canon."""
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Digests:
    """The digests of all that a PDF shows, as Manifest has them."""

    contents: tuple[str, ...]
    links: tuple[str, ...]
    rest: Mapping[str, str]


def shown_digests(file: PdfFile) -> Digests:
    """The digests of all that a PDF shows. Raises PdfError."""
    canon = Canon(file)
    return Digests(canon.contents(), canon.links(), canon.rest())


def manifest_text(manifest: Manifest) -> bytes:
    """*manifest* as JSON."""
    return (json.dumps(asdict(manifest), indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()


def read_manifest(raw: bytes) -> Manifest:
    """The manifest in *raw*. Raises PdfError where it is none that this version can read."""
    try:
        found = json.loads(raw)
        if found["version"] != VERSION:
            raise PdfError(f"its manifest is of version {found['version']}, and {VERSION} is what is read here")
        parts = {name: Part(one["whole"], tuple(one["lines"])) for name, one in found.pop("parts").items()}
        lists: dict[str, Any] = {name: tuple(found.pop(name)) for name in ("generated", "contents", "links")}
        return Manifest(**found, **lists, parts=parts)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PdfError("its manifest cannot be read") from None


def seal(raw: bytes) -> dict[str, Any]:
    """The entry of the catalog for a manifest's bytes."""
    return {SEAL: {"Seal": digest.of_bytes(raw).encode(), "Version": VERSION}}


def made_with(engine: Mapping[str, str], bundle: Mapping[str, str]) -> dict[str, str]:
    """Versions and digests of the tools."""
    return {
        "paperkit": __version__,
        "matplotlib": metadata.version("matplotlib"),
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
        **{f"engine {key}": value for key, value in engine.items()},
        **{f"bundle {key}": value for key, value in bundle.items()},
    }
