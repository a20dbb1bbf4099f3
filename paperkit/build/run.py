"""A build: figures, render, check, compile, ledger; each step runs for a named reason or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from paperkit.build.record import read_record, reasons_to_build
from paperkit.build.snapshot import Reason
from paperkit.diagnostics.diagnostic import Counts, Diagnostic, counts_of
from paperkit.errors import PaperkitError, Status
from paperkit.process.atomic import lock
from paperkit.project import Project, find_project

if TYPE_CHECKING:
    from paperkit.build.resident import Resident

Say = Callable[[str], None]
"""Takes one line about what goes on."""
SETTINGS = ("PAPERKIT_TECTONIC", "PAPERKIT_BUNDLE", "XDG_CACHE_HOME")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a build: whether it ran, and why or why not."""

    name: str
    ran: bool
    reasons: tuple[Reason, ...] = ()
    passes: int = 0
    """How often TeX ran, for the step that runs it."""


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
    report: str = ""
    """The report's folder as messages show it."""
    former: bool = True
    """Whether there is a PDF of an earlier build."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be built."""

    project: Project
    folder: Path
    draft: bool = False
    own: str = ""
    """The PDF beside the main file, from *folder*, where the report is LaTeX itself."""

    @property
    def shown(self) -> str:
        """The report's folder as messages show it."""
        return self.project.shown(self.folder)

    @property
    def work(self) -> Path:
        """Where this build keeps its record, its stage and its auxiliary files."""
        return self.project.state / "builds" / (self.name + ("-draft" if self.draft else ""))

    @property
    def into(self) -> Path:
        """The folder that gets the result: a draft never lies where it could be committed as the report."""
        return self.project.state / "drafts" if self.draft else self.folder

    @property
    def pdf(self) -> str:
        """Name of the result there."""
        return self.name + ".pdf" if self.draft else self.own or "main.pdf"

    @property
    def name(self) -> str:
        """The report's folder as the name of a file."""
        return self.shown.replace("/", "-") if self.shown != "." else "report"

    def result(self, name: str = "") -> str:
        """Path of an output (the PDF, when not named) as shown."""
        return self.project.shown(self.into / (name or self.pdf))


def request(folder: Path, draft: bool = False) -> Request:
    """The request to build the report in *folder*. Raises PaperkitError where there is none."""
    folder = Path(os.path.abspath(folder))
    if folder.is_file():
        from paperkit.build.load import report_of

        own = report_of(folder)
        if own is not None:
            return request(own, draft)
        fact = f"{folder.name} is a file, and what is built is the folder of a report"
        hint = f"make it one: `paperkit adopt {folder.name}`; until then `paperkit check` judges it"
        raise PaperkitError(fact, hint)
    if not (folder / "report.yaml").is_file():
        from paperkit.build.load import load

        load(folder)
    return Request(find_project(folder), folder, draft, _own_pdf(folder))


def own_pdf(folder: Path) -> str:
    """The PDF of the report in *folder*, relative to it; that of the usual name where there is no report."""
    return (_own_pdf(folder) if (folder / "report.yaml").is_file() else "") or "main.pdf"


def _own_pdf(folder: Path) -> str:
    """The PDF of a report that is LaTeX itself, relative to *folder*; empty for one of sections."""
    if not re.search(rb"^main\s*:", (folder / "report.yaml").read_bytes(), re.MULTILINE):
        return ""
    from paperkit.build.load import load

    own = load(folder).own
    main = own.main if own is not None else None
    return "" if main is None else os.path.relpath(main.with_suffix(".pdf"), folder)


def build(wanted: Request, say: Say = lambda _: None, resident: Resident | None = None) -> Built:
    """Build the report; what stands stays as it is unless everything went well. *resident* is kept between builds.

    Raises PaperkitError (2: no report, or a full disk; 3: TeX died without a log; 5: no engine, no bundle).
    """
    waiting = f"waiting for another build of {wanted.shown}"
    try:
        wanted.project.keep_state()
        with lock(wanted.work / "lock", lambda: say(waiting)):
            record = read_record(wanted.work / "record.json")
            reasons = reasons_to_build(wanted.project, record, environment())
            if not reasons and record is not None and (resident is None or resident.loaded is not None):
                return Built(wanted.result(), counts=counts_of(record.counts), summary=record.summary)
            from paperkit.build.make import make

            return make(wanted, record, reasons, say, resident)
    except OSError as error:
        where = wanted.project.shown(Path(error.filename)) if isinstance(error.filename, str) else wanted.shown
        hint = "make room or set the permissions, then build again; former outputs are untouched"
        raise PaperkitError(f"{where}: {error.strerror or error}", hint) from None


def environment() -> dict[str, str]:
    """Settings from outside that decide which engine and bundle are used."""
    return {name: os.environ[name] for name in SETTINGS if name in os.environ}
