"""`paperkit export arxiv`: the sources of a built report as others compile them: flat, plain, with the .bbl."""

from __future__ import annotations

import gzip
import io
import tarfile
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from paperkit.build.load import Loaded, load
from paperkit.build.own_stage import lay_out_own
from paperkit.build.prepare import check_own
from paperkit.build.run import Built, Say, build, request
from paperkit.build.stage import fresh, gather, write
from paperkit.build.typeset import Tools, get_tools
from paperkit.config.report import Report
from paperkit.errors import PaperkitError, Status
from paperkit.export.flatten import flatten
from paperkit.export.resolve import pages_of
from paperkit.process.atomic import write_atomic
from paperkit.tectonic.compile import Compiled, compile_tex

BIBTEX = (".bib", ".bst", ".aux")
BUNDLED = (".tar.gz", ".tgz")


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written: *files* by name; none where the build behind it failed."""

    built: Built
    out: Path
    files: tuple[str, ...] = ()
    pages: str = ""


def export_arxiv(folder: Path, out: Path, say: Say = lambda _: None) -> Exported:
    """Build the report in *folder*, and write its sources without markers to *out*: a folder, or a .tar.gz.

    What is written was compiled once. Raises PaperkitError where *out* is there already, or where the plain sources do
    not compile.
    """
    _refuse(out)
    wanted = request(folder)
    built = build(wanted, say)
    if built.status is not Status.WELL:
        return Exported(built, out)
    loaded = load(wanted.folder)
    report = loaded.report
    assert report is not None  # noqa: S101  (what was built has a report)
    tools = get_tools(report, say)
    with tempfile.TemporaryDirectory(prefix="export-", dir=wanted.project.keep_state()) as name:
        stage, plain = Path(name) / "stage", Path(name) / "plain"
        main = _stage(loaded, report, stage)
        say("compile")
        first = _compiled(tools, report, stage, main)
        files = flatten(_read(stage, main, first), main, pages_of(_beside(stage, main, ".aux")))
        say("compile the plain sources")
        _write(fresh(plain), files)
        second = _compiled(tools, report, plain, Path(main).name)
    _put(out, files, _epoch(report))
    return Exported(built, out, tuple(files), _pages(second))


def _refuse(out: Path) -> None:
    if out.is_dir() and any(out.iterdir()):
        raise PaperkitError(f"{out} is not empty", "name a folder that is not there yet, or a .tar.gz")
    if out.is_file() and not out.name.endswith(BUNDLED):
        raise PaperkitError(f"{out} is a file", "name a folder that is not there yet, or a .tar.gz")


def _stage(loaded: Loaded, report: Report, stage: Path) -> str:
    """The sources as they are compiled, laid into *stage*; gives the main file's name there."""
    if report.main is not None:
        return lay_out_own(check_own(loaded, report).evidence, report.main, stage).main
    texts = (path.relative_to(report.folder).as_posix() for path in (report.folder / "tex").rglob("*.tex"))
    pages = {name: (report.folder / name).read_text("utf-8") for name in ("main.tex", *texts)}
    figures = {
        path.relative_to(report.folder).as_posix(): path.read_bytes()
        for path in sorted((report.folder / "tex").rglob("*"))
        if path.is_file() and path.suffix != ".tex"
    }
    write(fresh(stage), gather(report.folder, figures) | {name: text.encode() for name, text in pages.items()})
    return "main.tex"


def _epoch(report: Report) -> int:
    return int(datetime.fromisoformat(report.date).replace(tzinfo=UTC).timestamp())


def _compiled(tools: Tools, report: Report, folder: Path, main: str) -> Compiled:
    done = compile_tex(tools.engine, tools.bundle, folder, main, _epoch(report))
    if done.pdf is None:
        said = next((line for line in done.log.splitlines() if line.startswith("! ")), "TeX ended without a PDF")
        hint = "a number that a macro of the paper takes apart has to stand as plain text there"
        raise PaperkitError(f"the plain sources do not compile: {said.removeprefix('! ')}", hint, Status.TEX)
    return done


def _read(stage: Path, main: str, compiled: Compiled) -> dict[str, bytes]:
    """The files that TeX read, and the bibliography that BibTeX made; what BibTeX read is not needed any more."""
    read = (name for name in compiled.reads if not name.endswith(BIBTEX))
    names = {name for name in read if (stage / name).is_file()}
    bibliography = Path(main).with_suffix(".bbl").as_posix()
    names |= {main} | ({bibliography} if (stage / bibliography).is_file() else set())
    return {name: (stage / name).read_bytes() for name in sorted(names)}


def _beside(stage: Path, main: str, ending: str) -> str:
    path = (stage / main).with_suffix(ending)
    return path.read_text("utf-8", "replace") if path.is_file() else ""


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, raw in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(raw)


def _put(out: Path, files: Mapping[str, bytes], epoch: int) -> None:
    """The files where the user wants them: the same bytes for the same sources."""
    try:
        if out.name.endswith(BUNDLED):
            write_atomic(out, tarball(files, epoch))
        else:
            _write(out, files)
    except OSError as error:
        raise PaperkitError(f"{out}: cannot be written: {error.strerror}", "check the path and permissions") from None


def tarball(files: Mapping[str, bytes], epoch: int) -> bytes:
    """A compressed archive of *files*, the same for the same content: no clock, no user, names in order."""
    inside = io.BytesIO()
    with tarfile.open(fileobj=inside, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, raw in sorted(files.items()):
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.mode = len(raw), epoch, 0o644
            archive.addfile(member, io.BytesIO(raw))
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0) as stream:
        stream.write(inside.getvalue())
    return packed.getvalue()


def _pages(compiled: Compiled) -> str:
    from paperkit.build.typeset import page_count

    return page_count(compiled)
