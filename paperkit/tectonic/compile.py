"""One TeX run: a staged folder goes in, a PDF and a log come out, and nothing outside is read or written."""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from paperkit.process.confine import Isolation, Outcome
from paperkit.tectonic.bundle import Bundle
from paperkit.tectonic.cache import Progress, silent
from paperkit.tectonic.engine import command_line, confined, make_format
from paperkit.tectonic.install import Engine
from paperkit.tectonic.log import TexError, outside_error, read_log, refused

AUXILIARY = (".aux", ".toc", ".out", ".lof", ".lot", ".lol", ".loa", ".bbl", ".brf", ".nav", ".snm", ".bcf", ".thm")
RULES = ".paperkit-rules"
"""File in the folder where the engine lists what it read and wrote."""
PASSES = 4
"""Single passes over kept auxiliary files before the engine decides for itself."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What one TeX run gave."""

    pdf: bytes | None
    """None when the run failed, or touched what is outside."""
    log: str
    """The engine's .log file; empty when there is none."""
    stderr: str
    """What the engine said itself."""
    bibliography: str
    """BibTeX's .blg file; empty when it did not run."""
    status: int
    """The engine's exit status."""
    seconds: float
    passes: int
    """How often TeX ran over the document."""
    timed_out: bool
    reads: tuple[str, ...]
    """Files of the folder that the last run read."""
    outside: tuple[str, ...]
    """Files outside that it read or wrote, or tried to; then there is no PDF."""
    isolation: Isolation


def compile_tex(
    engine: Engine,
    bundle: Bundle,
    folder: Path,
    main: str,
    epoch: int,
    keep: Path | None = None,
    fast: bool = False,
    timeout: float = 300,
    progress: Progress = silent,
    on_line: Callable[[str], None] | None = None,
    stop: int | None = None,
    show: Callable[[bytes], None] = lambda _: None,
) -> Compiled:
    """Typeset *folder*/*main*, a copy of the document that the engine may write to and reads nothing beside.

    *epoch* is the date of the document in seconds since 1970. *keep* is a folder where the auxiliary files stay
    between runs, so that an edit costs one pass; they are taken over only from a run that went well. *fast* makes one
    pass whatever the references say; *stop* is as for `run_confined`. *show* takes the PDF of each pass; only
    the last has all references right. The same files, engine and bundle give the same
    bytes.
    Raises PaperkitError (status 5) when the bundle can be read neither here nor over the network.
    """
    make_format(engine, bundle, progress)
    run = _Run(engine, bundle, folder, main, epoch, timeout, on_line, stop, show)
    laid_out = _lay_out(keep, run)
    done = run.settle(fast, laid_out)
    pdf, (reads, touched) = run.beside(".pdf"), run.touched()
    outside = tuple(dict.fromkeys((*touched, *refused(done.stderr))))
    well = done.status == 0 and pdf.is_file() and not outside
    if well and keep is not None:
        _take_over(run, keep)
    return Compiled(
        pdf=pdf.read_bytes() if well else None,
        log=run.text(".log"),
        stderr=done.stderr,
        bibliography=run.text(".blg"),
        status=done.status,
        seconds=sum(outcome.seconds for outcome in run.outcomes),
        passes=sum(map(_passes, run.outcomes)),
        timed_out=done.timed_out,
        reads=reads,
        outside=outside,
        isolation=done.isolation,
    )


def complaints(compiled: Compiled, sources: Mapping[str, str]) -> tuple[TexError, ...]:
    """What the run complained about, with places in *sources* (name in the staged folder, text)."""
    found = read_log(compiled.log, compiled.stderr, sources, compiled.bibliography)
    known = {error.path for error in found}
    outside = (outside_error(path, sources) for path in compiled.outside if path not in known)
    late = (TexError("", 0, "TeX did not end in time", "error", "look for a loop in a macro"),)
    return (*found, *outside, *(late if compiled.timed_out else ()))


@dataclass(slots=True)
class _Run:
    """One document on its way through the engine."""

    engine: Engine
    bundle: Bundle
    folder: Path
    main: str
    epoch: int
    timeout: float
    on_line: Callable[[str], None] | None
    stop: int | None
    show: Callable[[bytes], None]
    outcomes: list[Outcome] = field(default_factory=list)

    def beside(self, ending: str) -> Path:
        """The file of the document with another ending."""
        return (self.folder / self.main).with_suffix(ending)

    def text(self, ending: str) -> str:
        """A report of the engine or of BibTeX; empty when there is none."""
        try:
            return self.beside(ending).read_text("utf-8", "replace")
        except OSError:
            return ""

    def auxiliary(self) -> dict[str, bytes]:
        """Content of the auxiliary files, by name in the folder."""
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in auxiliary_files(self.folder)}

    def touched(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Files of the document that the last run read, and those outside that it read or wrote."""
        try:
            rules = (self.folder / RULES).read_text("utf-8", "replace")
        except OSError:
            return (), ()
        targets, _, sources = rules.replace("\\\n", " ").partition(" : ")
        reads, writes = sources.split(), targets.split()
        outside = [name for name in (*reads, *writes) if posixpath.normpath(name).startswith(("/", ".."))]
        inside = {posixpath.normpath(name) for name in reads if name not in outside and not name.endswith(AUXILIARY)}
        return tuple(sorted(inside)), tuple(dict.fromkeys(outside))

    def settle(self, fast: bool, laid_out: list[Path]) -> Outcome:
        """Run until the auxiliary files stand still: one pass where those that were kept still fit.

        The last run is always a single pass in a process of its own: the engine breaks lines otherwise in the last of
        several passes, and the same document must give the same bytes whatever was kept. A failed run over kept files
        is done again without them, for they may be what is wrong.
        """
        if laid_out or fast:
            done = self._single(fast)
            if done is not None and (done.status == 0 or done.timed_out):
                return done
            if done is not None:
                for path in laid_out:
                    path.unlink(missing_ok=True)
        whole = self._once()
        return whole if whole.status != 0 or whole.timed_out else self._single(fast) or whole

    def _single(self, fast: bool) -> Outcome | None:
        """Single passes until the auxiliary files stand still (one when *fast*); None where they never do."""
        for _ in range(PASSES):
            before = self.auxiliary()
            done = self._once("-r", "0")
            if done.status != 0 or done.timed_out or fast or self.auxiliary() == before:
                return done
        return None

    def _once(self, *more: str) -> Outcome:
        for path in (self.beside(".pdf"), self.folder / RULES):
            path.unlink(missing_ok=True)
        options = ["--keep-intermediates", "--keep-logs", "--makefile-rules", RULES]
        command = [*command_line(self.engine, self.bundle), *options, *more, self.main]
        outcome = confined(
            command, self.engine, self.bundle, self.folder, self.epoch, self.timeout, self.on_line, stop=self.stop
        )
        self.outcomes.append(outcome)
        if outcome.status == 0 and self.beside(".pdf").is_file():
            self.show(self.beside(".pdf").read_bytes())
        return outcome


def auxiliary_files(folder: Path) -> tuple[Path, ...]:
    """Files below *folder* that TeX writes in one pass and reads in the next, sorted."""
    return tuple(sorted(path for path in folder.rglob("*") if path.suffix in AUXILIARY and path.is_file()))


def _lay_out(keep: Path | None, run: _Run) -> list[Path]:
    """Put the kept auxiliary files beside the document, where it brings none of its own; which were put."""
    placed = []
    for source in auxiliary_files(keep) if keep else ():
        target = run.folder / source.relative_to(keep or source)
        if target.parent.is_dir() and not target.exists():
            shutil.copyfile(source, target)
            placed.append(target)
    return placed


def _take_over(run: _Run, keep: Path) -> None:
    """Keep the auxiliary files of a run that went well, and only those."""
    now = {keep / name: content for name, content in run.auxiliary().items()}
    for path in auxiliary_files(keep):
        if path not in now:
            path.unlink(missing_ok=True)
    for path, content in now.items():  # a cache: what is cut short here costs a pass, and is noticed
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _passes(outcome: Outcome) -> int:
    return len(re.findall(r"^note: (?:Running|Rerunning) TeX", outcome.stdout + outcome.stderr, re.MULTILINE))
