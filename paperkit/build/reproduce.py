"""A report built twice from what is committed, in places that differ in everything but the inputs, and compared."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import paperkit
from paperkit.build.rendering import LEDGER
from paperkit.build.run import Request, Say
from paperkit.errors import PaperkitError, Status
from paperkit.ledger import read_markers
from paperkit.pdf.attachments import attached
from paperkit.pdf.file import PdfFile
from paperkit.pdf.normal import letters
from paperkit.pdf.syntax import PdfError
from paperkit.process.capture import capture
from paperkit.project import bytes_at
from paperkit.proving.manifest import MANIFEST, PAGES, Manifest, read_manifest

SECONDS = 1800.0
"""Most time that one build may take."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where and how one of the two builds runs."""

    folder: str
    depth: int
    """Commits that its clone has; 0 is all of them."""
    environment: Mapping[str, str]


PLACES = (
    Place("a", 0, {"LC_ALL": "C.UTF-8", "TZ": "UTC", "USER": "ada", "LOGNAME": "ada", "COLUMNS": "80"}),
    Place(
        "another folder/and deeper",
        1,
        {"LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8", "TZ": "Pacific/Chatham", "USER": "ümit", "LOGNAME": "ümit",
         "COLUMNS": "200", "PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "1"},
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Difference:
    """A file that is not the same, and what of it."""

    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Reproduced:
    """What the comparison found. *unlike* is between the two builds, *stale* between them and what is committed."""

    files: int
    unlike: tuple[Difference, ...]
    stale: tuple[Difference, ...]
    held: str
    """How the committed PDF was held against its sources: `bytes`, `words`, or empty where none is committed."""


def reproduce(wanted: Request, say: Say = lambda _: None) -> Reproduced:
    """Build what HEAD has of the report in two clones and compare, also with what HEAD has of its outputs.

    Raises PaperkitError where a build fails, with what it said.
    """
    with tempfile.TemporaryDirectory(prefix="paperkit-twice-") as name:
        first, second = (_built(wanted, Path(name).resolve(), place, say) for place in PLACES)
    unlike = tuple(_unlike(first, second))
    pdf = wanted.pdf
    former = bytes_at(wanted.project, "HEAD", wanted.result(pdf))
    if former is None or pdf not in first:
        return Reproduced(len(first), unlike, (), "")
    held, stale = _against(former, first[pdf], bytes_at(wanted.project, "HEAD", wanted.result(LEDGER)), first)
    return Reproduced(len(first), unlike, tuple(Difference(pdf, what) for what in stale), held)


def _built(wanted: Request, root: Path, place: Place, say: Say) -> dict[str, bytes]:
    """The outputs of one build, by name in the report's folder."""
    clone = root / place.folder
    clone.parent.mkdir(parents=True, exist_ok=True)
    shallow = [f"--depth={place.depth}"] if place.depth else []
    source = wanted.project.root.as_uri()  # a shallow clone needs an address
    _run(["git", "clone", "-q", *shallow, source, str(clone)], root, dict(os.environ))
    report = clone / wanted.shown
    made = () if wanted.own else (report / "main.tex", *(report / "tex").rglob("*.tex"))
    for path in (report / wanted.pdf, report / LEDGER, *made, *(report / "tex").rglob("*.pdf")):
        path.unlink(missing_ok=True)
    said = ", ".join(f"{key}={value}" for key, value in place.environment.items())
    say(f"building {wanted.shown} in {place.folder!r} with {said}")
    _run([sys.executable, "-P", "-m", "paperkit", "build", str(report)], root, _environment(place))
    found = [path for path in sorted(report.rglob("*")) if path.is_file()]
    return {path.relative_to(report).as_posix(): path.read_bytes() for path in found}


def _environment(place: Place) -> dict[str, str]:
    """The environment of the place over that of the caller, with this very paperkit."""
    code = str(Path(paperkit.__file__).parent.parent)
    cache = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    return {**os.environ, **place.environment, "PYTHONPATH": code, "XDG_CACHE_HOME": cache}


def _run(argv: list[str], folder: Path, environment: Mapping[str, str]) -> None:
    done = capture(argv, folder, environment=dict(environment), timeout=SECONDS)
    if done.status != 0:
        said = (done.stderr + done.stdout.decode("utf-8", "replace")).strip().splitlines()
        raise PaperkitError(f"{' '.join(argv[-3:])}: {' '.join(said[-6:])}", "mend the build first", Status.DIAGNOSTICS)


def _unlike(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> Iterator[Difference]:
    for name in sorted({*one, *other}):
        if name not in one or name not in other:
            yield Difference(name, "only one of the builds has written it")
        elif one[name] != other[name]:
            yield Difference(name, _first(one[name], other[name]))


def _first(one: bytes, other: bytes) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"differs from byte {at} on"


def _against(former: bytes, now: bytes, ledger: bytes | None, built: Mapping[str, bytes]) -> tuple[str, list[str]]:
    """How the committed PDF was compared with the one built, and what of it is another."""
    try:
        was, files = _opened(former)
        new, made = _opened(now)
    except PdfError as error:
        return "bytes", [f"the committed one cannot be read: {error}"]
    if was.tools == new.tools:
        return "bytes", [] if former == now else [f"the committed one {_first(former, now)}"]
    same = _words(files[PAGES]) == _words(made[PAGES])
    found = [] if same else ["the words of the committed one are not those of its sources"]
    markers = read_markers((ledger or b"").decode("utf-8", "replace"))
    if markers != read_markers(built[LEDGER].decode()):
        found.append("the numbers of the committed ledger are not those of the evidence")
    return "words", found


def _words(pages: bytes) -> str:
    """Letters and digits of all pages: what is the same however lines and pages are broken."""
    return letters("".join(line for page in json.loads(pages) for line in page["lines"]))


def _opened(raw: bytes) -> tuple[Manifest, dict[str, bytes]]:
    files = attached(PdfFile(raw))
    return read_manifest(files.get(MANIFEST, b"")), files
