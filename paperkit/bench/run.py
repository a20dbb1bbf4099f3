"""Run a harness as a stranger; take what it wrote only when all of it is well."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperkit.artifacts.descriptor import DESCRIPTOR
from paperkit.bench.collect import collect
from paperkit.bench.describe import described, former_files
from paperkit.bench.failure import refuse_ending, refuse_outputs
from paperkit.bench.origin import provenance, versions_used
from paperkit.bench.spec import BenchSpec
from paperkit.bench.stage import copy_files, declared_files
from paperkit.errors import PaperkitError, Status
from paperkit.process.atomic import lock
from paperkit.process.confine import Confinement, Isolation, Outcome, python_reads, run_confined
from paperkit.process.place import finish_move, place_files
from paperkit.project import Project

LARGEST_FILE = 1_000_000_000
"""Bytes of one file that a harness may write; evidence that is committed is far smaller."""

OnLine = Callable[[str], None] | None


@dataclass(frozen=True, slots=True)
class Work:
    """Where one harness runs: a copy of what it declares, the folder that takes its outputs, its temporary files."""

    state: Path
    run: Path

    @property
    def tree(self) -> Path:
        """Copy of the project that holds the declared files alone."""
        return self.run / "project"

    @property
    def out(self) -> Path:
        """What the command gets as {out}."""
        return self.run / "out"

    @property
    def scratch(self) -> Path:
        """HOME and TMPDIR."""
        return self.run / "tmp"

    @property
    def log(self) -> Path:
        """What the last run printed."""
        return self.state / "log.txt"

    @property
    def refused(self) -> Path:
        """The outputs of the last run that did not fit."""
        return self.state / "refused"


@dataclass(frozen=True, slots=True)
class Produced:
    """What a run gave that ended well: files by name, provenance, wall-clock seconds, peak memory in bytes."""

    files: Mapping[str, bytes]
    provenance: Mapping[str, Any]
    seconds: float
    peak_rss_bytes: int
    isolation: Isolation


@dataclass(frozen=True, slots=True)
class Run:
    """A run whose outputs are in place. *changed*: names of the files that are not what they were."""

    name: str
    files: tuple[str, ...]
    changed: tuple[str, ...]
    seconds: float
    peak_rss_bytes: int
    isolation: Isolation


def run_bench(spec: BenchSpec, project: Project, on_line: OnLine = None) -> Run:
    """Run the harness and put its outputs and their descriptor into place, all or none.

    *on_line* gets each line that it prints. Raises PaperkitError (status 4), former artifacts untouched.
    """
    with workplace(spec, project, on_line) as work:
        produced = produce(spec, project, work, on_line)
        files = {**produced.files, DESCRIPTOR: described(spec, produced.files, produced.provenance).encode()}
        gone = tuple(name for name in former_files(spec.artifacts) if name not in files)
        changed = place_files(spec.artifacts, files, gone)
    return Run(spec.name, tuple(files), changed, produced.seconds, produced.peak_rss_bytes, produced.isolation)


@contextmanager
def workplace(spec: BenchSpec, project: Project, on_line: OnLine = None) -> Iterator[Work]:
    """The harness's own folder under .paperkit/, locked; finishes what a killed run left. Gone afterwards: the run.

    Raises PaperkitError (status 4) when it cannot be written, as on a full disk.
    """
    state = project.state / "bench" / spec.name
    work = Work(state, state / "run")
    try:
        project.keep_state()
        state.mkdir(parents=True, exist_ok=True)
        with lock(state / "lock", on_wait=lambda: on_line and on_line("waits for another run of it")):
            yield from _prepared(spec, work)
    except OSError as error:
        raise PaperkitError(
            f"{spec.name}: {error.filename or state}: {error.strerror}",
            "make room or set the permissions, then run again; the former artifacts are untouched",
            Status.BENCH,
        ) from None


def _prepared(spec: BenchSpec, work: Work) -> Iterator[Work]:
    if spec.artifacts.is_dir():
        finish_move(spec.artifacts)
    try:
        shutil.rmtree(work.run, ignore_errors=True)
        for folder in (work.tree, work.out, work.scratch):
            folder.mkdir(parents=True)
        yield work
    finally:
        shutil.rmtree(work.run, ignore_errors=True)


def produce(spec: BenchSpec, project: Project, work: Work, on_line: OnLine = None) -> Produced:
    """Run the harness and judge what it wrote; nothing outside *work* changes. Raises PaperkitError (status 4)."""
    files = declared_files(spec, spec.code, project)
    code = copy_files(files, work.tree)
    inputs = copy_files(declared_files(spec, spec.inputs, project), work.tree)
    outcome = start(spec, project, work, on_line)
    work.log.write_text(_log(spec, outcome), "utf-8")
    refuse_ending(spec, outcome, project.shown(work.log), str(work.tree))
    outputs, problems = collect(spec, work.out)
    if problems:
        shutil.rmtree(work.refused, ignore_errors=True)
        work.out.rename(work.refused)
        refuse_outputs(spec, problems, project.shown(work.refused))
    reached = {"filesystem": str(outcome.isolation.filesystem), "network": str(outcome.isolation.network)}
    origin = provenance(spec, project, code, inputs, versions_used(files.values()), reached)
    return Produced(outputs, origin, outcome.seconds, outcome.peak_rss_bytes, outcome.isolation)


def start(spec: BenchSpec, project: Project, work: Work, on_line: OnLine) -> Outcome:
    """Run the command, confined: it reads the copy and Python, writes {out} and its temporary folder."""
    folder = work.tree / spec.folder.relative_to(project.root)
    folder.mkdir(parents=True, exist_ok=True)
    confinement = Confinement(
        reads=(work.tree, *python_reads()),
        writes=(work.out, work.scratch),
        network=False,
        memory_bytes=spec.memory_mb * 1_000_000,
        file_bytes=LARGEST_FILE,
    )
    return run_confined(
        argv(spec, work.out), folder, environment(spec, folder, work.scratch), confinement, spec.timeout_s, on_line
    )


def argv(spec: BenchSpec, out: Path) -> tuple[str, ...]:
    """The command with its placeholders filled; `python` is the interpreter that runs paperkit."""
    values = {"out": str(out), "seed": str(spec.seed), **dict(spec.parameters)}
    words = []
    for word in spec.command:
        for name, value in values.items():
            word = word.replace(f"{{{name}}}", value)
        words.append(word)
    return (sys.executable if words[0] in {"python", "python3"} else words[0], *words[1:])


def environment(spec: BenchSpec, folder: Path, scratch: Path) -> dict[str, str]:
    """All of the environment that a harness gets: nothing of the caller's."""
    threads = ("OMP", "OPENBLAS", "MKL", "NUMEXPR")
    return {
        "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        "PYTHONPATH": ":".join(str((folder / each).resolve()) for each in spec.pythonpath),
        **{f"{library}_NUM_THREADS": "1" for library in threads},
    }


def _log(spec: BenchSpec, outcome: Outcome) -> str:
    head = f"$ {' '.join(spec.command)}\nstatus {outcome.status}, {outcome.seconds:.3f} s\n"
    return f"{head}\n--- stdout\n{outcome.stdout}\n--- stderr\n{outcome.stderr}\n"
