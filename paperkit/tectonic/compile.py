"""One TeX run: a staged folder goes in, a PDF and a log come out, and nothing outside is read or written."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from paperkit import digest
from paperkit.errors import PaperkitError, Status
from paperkit.process.atomic import commit_files, lock, write_atomic
from paperkit.process.confine import Confinement, Isolation, Outcome, run_confined
from paperkit.tectonic.bundle import Bundle
from paperkit.tectonic.cache import Progress, cache_root, read_record, silent, write_record
from paperkit.tectonic.install import BUILDS, Engine

AUXILIARY = (".aux", ".toc", ".out", ".lof", ".lot", ".lol", ".loa", ".bbl", ".brf", ".nav", ".snm", ".bcf", ".thm")
TRIAL = "\\documentclass{article}\\usepackage{fontspec}\\begin{document}x\\end{document}\n"
MEMORY = 4 << 30
"""Address space of the engine, in bytes."""
NO_FONTS = '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig/>\n'
"""Fonts come from the bundle alone: what is installed on a machine would change the pages."""
LIBRARIES = tuple(map(Path, ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/bin", "/bin", "/etc/ld.so.cache")))
NETWORK_FILES = tuple(map(Path, ("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ssl", "/usr/share")))
OUTPUT = 2 << 30
"""Largest file that it may write, in bytes."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What one TeX run gave."""

    pdf: bytes | None
    """None when the run failed."""
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
) -> Compiled:
    """Typeset *folder*/*main*, a copy of the document that the engine may write to and reads nothing beside.

    *epoch* is the date of the document in seconds since 1970. *keep* is a folder where the auxiliary files stay
    between runs, so that an edit costs one pass; they are taken over only from a run that went well. *fast* makes one
    pass whatever the references say. The same files, engine and bundle give the same bytes.
    Raises PaperkitError (status 5) when the bundle can be read neither here nor over the network.
    """
    make_format(engine, bundle, progress)
    run = _Run(engine, bundle, folder, main, epoch, timeout, on_line)
    kept = _lay_out(keep, run)
    done = run.settle(once=fast, kept=kept)
    pdf = run.beside(".pdf")
    well = done.status == 0 and pdf.is_file()
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
        isolation=done.isolation,
    )


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
        """Content of the auxiliary files, by ending."""
        paths = {ending: self.beside(ending) for ending in AUXILIARY}
        return {ending: path.read_bytes() for ending, path in paths.items() if path.is_file()}

    def settle(self, once: bool, kept: bool) -> Outcome:
        """Run until the auxiliary files stand still: one pass where those that were kept still fit.

        A failed run over kept files is done again without them, for they may be what is wrong.
        """
        if kept or once:
            before = self.auxiliary()
            done = self._once("-r", "0")
            if done.timed_out or (done.status == 0 and (once or self.auxiliary() == before)):
                return done
            if done.status != 0:
                for ending in AUXILIARY:
                    self.beside(ending).unlink(missing_ok=True)
        return self._once()

    def _once(self, *more: str) -> Outcome:
        self.beside(".pdf").unlink(missing_ok=True)
        command = [*_command(self.engine, self.bundle), "--keep-intermediates", "--keep-logs", *more, self.main]
        outcome = _confined(command, self.engine, self.bundle, self.folder, self.epoch, self.timeout, self.on_line)
        self.outcomes.append(outcome)
        return outcome


def engine_cache() -> Path:
    """Where the engine keeps its formats, and what it read over the network."""
    return cache_root() / "tectonic"


def make_format(engine: Engine, bundle: Bundle, progress: Progress = silent) -> None:
    """See that the engine's cache holds the LaTeX format of *bundle*: it is made once, so that runs only read there.

    Raises PaperkitError (status 5) when it cannot be made: the TeX files are damaged or out of reach.
    """
    key = digest.of_data({"engine": engine.digest, "bundle": bundle.digest}).removeprefix("sha256:")[:16]
    record = engine_cache() / f"format-{key}.json"
    if _format_there(record):
        return
    with lock(engine_cache() / "lock", lambda: progress("waiting for another paperkit that makes the LaTeX format")):
        if not _format_there(record):
            progress("making the LaTeX format (once for each bundle)")
            write_record(record, {"format": _try_out(engine, bundle)})


def _format_there(record: Path) -> bool:
    name = read_record(record).get("format")
    return bool(name) and (engine_cache() / "formats" / str(name)).is_file()


def _try_out(engine: Engine, bundle: Bundle) -> str:
    """Typeset a small document with write access to the cache; the name of the format that it left there."""
    formats = engine_cache() / "formats"
    formats.mkdir(parents=True, exist_ok=True)
    write_atomic(engine_cache() / "fonts.conf", NO_FONTS)
    with tempfile.TemporaryDirectory(prefix="trial-", dir=engine_cache()) as name:
        folder = Path(name)
        (folder / "trial.tex").write_text(TRIAL, "utf-8")
        done = _confined(
            [*_command(engine, bundle), "trial.tex"], engine, bundle, folder, 0, 300, None, (engine_cache(),)
        )
    made = sorted(formats.glob("*.fmt"), key=lambda path: path.stat().st_mtime_ns)
    if done.status == 0 and made:
        return made[-1].name
    reason = next(
        (line for line in done.stderr.splitlines() if line.startswith(("error", "caused by"))), "no reason given"
    )
    if bundle.path is None:
        raise PaperkitError(
            f"there are no TeX files: {bundle.why}; over the network: {reason}",
            "run paperkit once with network, on Debian or with a TeX Live, or name a bundle file in $PAPERKIT_BUNDLE",
            Status.TOOL,
        )
    raise PaperkitError(
        f"the engine cannot use the bundle {bundle.path}: {reason}", "remove it, so that it is made again", Status.TOOL
    )


def _command(engine: Engine, bundle: Bundle) -> list[str]:
    local = ["-b", str(bundle.path)] if bundle.path else []
    general = [str(engine.path), "-c", "default", "--color", "never", "-X", "compile"]
    return [*general, "--untrusted", "-Z", "deterministic-mode", *local]


def _confined(
    command: list[str],
    engine: Engine,
    bundle: Bundle,
    folder: Path,
    epoch: int,
    timeout: float,
    on_line: Callable[[str], None] | None = None,
    writes: tuple[Path, ...] = (),
) -> Outcome:
    """Run the engine in *folder* with nothing in sight but that, itself, the bundle and its cache."""
    online = bundle.path is None
    walls = Confinement(
        reads=(*_engine_reads(engine), engine_cache(), *((bundle.path,) if bundle.path else NETWORK_FILES)),
        writes=(folder, *writes, *((engine_cache(),) if online else ())),
        network=online,
        memory_bytes=MEMORY,
        file_bytes=OUTPUT,
    )
    return run_confined(command, folder, _environment(folder, epoch), walls, timeout, on_line)


def _engine_reads(engine: Engine) -> tuple[Path, ...]:
    """The program, and for one that is not upstream's static build also the system's libraries."""
    static = any(engine.digest == build.program for build in BUILDS.values())
    return (engine.path,) if static else (engine.path, engine.path.parent.parent / "lib", *LIBRARIES)


def _environment(home: Path, epoch: int) -> dict[str, str]:
    """All that the engine sees of the caller's environment: nothing of it."""
    return {
        "PATH": os.defpath,
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "SOURCE_DATE_EPOCH": str(epoch),
        "TECTONIC_CACHE_DIR": str(engine_cache()),
        "FONTCONFIG_FILE": str(engine_cache() / "fonts.conf"),
    }


def _lay_out(keep: Path | None, run: _Run) -> bool:
    """Put the kept auxiliary files beside the document; whether there were any."""
    found = False
    for ending in AUXILIARY:
        target = run.beside(ending)
        source = keep / target.name if keep else None
        if source and source.is_file() and not target.exists():
            shutil.copyfile(source, target)
            found = True
    return found


def _take_over(run: _Run, keep: Path) -> None:
    """Keep the auxiliary files of a run that went well, and only those."""
    now = run.auxiliary()
    for ending in AUXILIARY:
        path = keep / run.beside(ending).name
        if ending not in now:
            path.unlink(missing_ok=True)
    commit_files({keep / run.beside(ending).name: content for ending, content in now.items()})


def _passes(outcome: Outcome) -> int:
    return len(re.findall(r"^note: (?:Running|Rerunning) TeX", outcome.stdout + outcome.stderr, re.MULTILINE))
