"""A build: figures, render, check, compile, ledger; each step runs for a named reason or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from paperkit.build.record import read_record, reasons_to_build
from paperkit.build.snapshot import Reason
from paperkit.diagnostics.diagnostic import Counts, Diagnostic
from paperkit.errors import Status
from paperkit.process.atomic import lock
from paperkit.project import Project, find_project

Say = Callable[[str], None]
"""Takes one line about what goes on."""
SETTINGS = ("PAPERKIT_TECTONIC", "PAPERKIT_BUNDLE", "XDG_CACHE_HOME")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a build: whether it ran, and why or why not."""

    name: str
    ran: bool
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Built:
    """How a build ended. *pdf* is relative to the project; without errors it is there."""

    pdf: str
    steps: tuple[Step, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    counts: Counts | None = None
    """None where nothing had to be looked at again."""
    summary: str = ""
    status: Status = Status.WELL


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be built."""

    project: Project
    folder: Path
    draft: bool = False

    @property
    def shown(self) -> str:
        """The report's folder as messages show it."""
        return self.project.shown(self.folder)

    @property
    def work(self) -> Path:
        """Where this build keeps its record, its stage and its auxiliary files."""
        name = self.shown.replace("/", "-") + ("-draft" if self.draft else "")
        return self.project.state / "builds" / name

    @property
    def pdf(self) -> str:
        """Name of the result in the report's folder."""
        return "draft.pdf" if self.draft else "main.pdf"


def request(folder: Path, draft: bool = False) -> Request:
    """The request to build the report in *folder*. Raises PaperkitError where there is none."""
    folder = Path(os.path.abspath(folder))
    if not (folder / "report.yaml").is_file():
        from paperkit.build.load import load

        load(folder)
    return Request(find_project(folder), folder, draft)


def build(wanted: Request, say: Say = lambda _: None) -> Built:
    """Build the report; what stands stays as it is unless everything went well.

    Raises PaperkitError (2: no report, or a full disk; 3: TeX died without a log; 5: no engine, no bundle).
    """
    waiting = f"waiting for another build of {wanted.shown}"
    with lock(wanted.work / "lock", lambda: say(waiting)):
        record = read_record(wanted.work / "record.json")
        reasons = reasons_to_build(wanted.project, record, environment())
        if not reasons and record is not None:
            return Built(f"{wanted.shown}/{wanted.pdf}", summary=record.summary)
        from paperkit.build.make import make

        return make(wanted, record, reasons, say)


def environment() -> dict[str, str]:
    """Settings from outside that decide which engine and bundle are used."""
    return {name: os.environ[name] for name in SETTINGS if name in os.environ}
