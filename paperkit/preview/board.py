"""What a watching process tells the page: the last pages that TeX gave, and what became of them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.process.atomic import write_quickly

PAGES, STATE = "pages.pdf", "state.json"


@dataclass(frozen=True, slots=True)
class Problem:
    """A diagnostic as the page shows it."""

    code: str
    name: str
    severity: str
    message: str
    place: str
    """file:line:column."""
    help: str


@dataclass(frozen=True, slots=True)
class State:
    """Where a report stands. *state*: "building", "checking" (TeX is done, the checks are not), "well", "wrong"."""

    report: str
    state: str
    line: str = ""
    """One line of what there is to say."""
    problems: tuple[Problem, ...] = ()


class Board:
    """The folder in which it is told."""

    def __init__(self, folder: Path, report: str) -> None:
        self.folder, self.report = folder, report

    def begin(self, pdf: Path) -> None:
        """The pages of the last build, where there is one, until there are new ones."""
        (self.folder / PAGES).unlink(missing_ok=True)
        if pdf.is_file():
            write_quickly(self.folder / PAGES, pdf.read_bytes())
        self.tell("building", "")

    def show(self, pdf: bytes) -> None:
        """Pages as they come from TeX, which nobody has checked yet."""
        write_quickly(self.folder / PAGES, pdf)
        self.tell("checking", "the pages are not checked yet")

    def tell(self, state: str, line: str, found: tuple[Diagnostic, ...] = ()) -> None:
        """How it goes."""
        told = State(self.report, state, line, tuple(map(_problem, found)))
        write_quickly(self.folder / STATE, json.dumps(asdict(told)).encode())


def _problem(found: Diagnostic) -> Problem:
    place = "" if found.span is None else f"{found.span.row}:{found.span.column}"
    return Problem(found.code, found.name, found.severity.value, found.message, place, found.hint)
