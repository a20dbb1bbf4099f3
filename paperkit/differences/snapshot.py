"""The numbers of a report as they are now, were in a commit, lie in another folder, or stand in a PDF."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path, PurePosixPath
from typing import Any

from paperkit.errors import PaperkitError
from paperkit.project import Project, bytes_at, find_project

LEDGER = "ledger.json"
DESCRIPTOR = "datapackage.json"


@dataclass(frozen=True, slots=True)
class Amount:
    """One value of a marker; *spread* is the half-width of its interval, None where it has none."""

    exact: Fraction
    unit: str
    spread: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Number:
    """One marker at one place. *holds* is the verdict on its words or its comparison; None for a plain number."""

    macro: str
    expression: str
    format: str
    printed: str
    amounts: tuple[Amount, ...]
    holds: bool | None
    kinds: tuple[str, ...]
    files: tuple[str, ...]
    """Files of the artifacts that it was read from."""
    place: str
    """`file:line` of the author."""

    @property
    def page(self) -> str:
        """The file that it stands in, by its name."""
        return PurePosixPath(self.place.rpartition(":")[0]).name


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All numbers in reading order, and the provenance of each artifact by its path."""

    name: str
    numbers: tuple[Number, ...]
    provenance: Mapping[str, Mapping[str, Any]]


def from_revision(folder: Path, revision: str) -> Snapshot:
    """The report in *folder* as the commit *revision* has it. Raises PaperkitError where there is no such ledger."""
    project = find_project(folder)
    path = project.shown(folder / LEDGER)
    raw = bytes_at(project, revision, path)
    if raw is None:
        raise PaperkitError(
            f"{revision}: no {path} there", "name a commit that has the built report: `git log -- " + path + "`"
        )
    return _snapshot(revision, raw.decode("utf-8", "replace"), lambda name: bytes_at(project, revision, name))


def from_folder(folder: Path) -> Snapshot:
    """The report in *folder* as its last build left it. Raises PaperkitError where it was never built."""
    project = find_project(folder)
    path = folder / LEDGER
    if not path.is_file():
        raise PaperkitError(f"{project.shown(path)} is not there", f"run `paperkit build {project.shown(folder)}`")
    return _snapshot(project.shown(folder), path.read_text("utf-8"), _on_disk(project))


def from_now(folder: Path) -> Snapshot:
    """The report in *folder* as it would be built now: rendered in memory, evaluated from what lies on disk."""
    from paperkit.build.prepare import check_report
    from paperkit.checks.ledgered import ledger_of

    checked = check_report(folder)
    project = checked.evidence.project
    broken = {judged.entry.expression for judged in checked.evidence.judged if not judged.agrees}
    if not checked.evidence.judged:
        first = checked.diagnostics[0] if checked.diagnostics else None
        place = f"{first.span.place}: {first.message}" if first and first.span else "nothing is bound"
        raise PaperkitError(f"{project.shown(folder)}: {place}", f"run `paperkit check {project.shown(folder)}`")
    return _snapshot("now", ledger_of(checked.evidence), _on_disk(project), frozenset(broken))


def from_pdf(path: Path) -> Snapshot:
    """The report in a PDF, by the ledger that is attached to it. Raises PaperkitError where none is."""
    from paperkit.pdf.attachments import read_attachments

    held = read_attachments(path)
    ledger = next((raw for name, raw in held.items() if PurePosixPath(name).name == LEDGER), None)
    if ledger is None:
        raise PaperkitError(f"{path.name} carries no ledger", "name a PDF that `paperkit build` made")
    return _snapshot(path.name, ledger.decode("utf-8", "replace"), held.get)


def _on_disk(project: Project) -> Callable[[str], bytes | None]:
    def read(name: str) -> bytes | None:
        path = project.root / name
        return path.read_bytes() if path.is_file() else None

    return read


def _snapshot(
    name: str, ledger: str, read: Callable[[str], bytes | None], broken: frozenset[str] = frozenset()
) -> Snapshot:
    try:
        data = json.loads(ledger)
        numbers = [number for marker in data["markers"] for number in _numbers(marker, broken)]
        files = [str(each["path"]) for each in data["artifacts"]]
    except (ValueError, KeyError, TypeError, ZeroDivisionError) as error:
        raise PaperkitError(f"{name}: the ledger cannot be read: {error}", "build the report again") from None
    found = {path: _provenance(path, read) for path in files if PurePosixPath(path).name != DESCRIPTOR}
    return Snapshot(name, tuple(numbers), {path: known for path, known in found.items() if known is not None})


def _numbers(marker: Mapping[str, Any], broken: frozenset[str]) -> Iterator[Number]:
    amounts = tuple(
        Amount(Fraction(each["exact"]), each["unit"], Fraction(each["uncertainty"]) if "uncertainty" in each else None)
        for each in marker["values"]
    )
    claim = marker["macro"] == "pkclaim"
    holds = marker["holds"] if not claim else marker["holds"] is not False and marker["expression"] not in broken
    for place in marker["places"]:
        yield Number(
            marker["macro"],
            marker["expression"],
            marker["format"],
            marker["printed"],
            amounts,
            holds,
            tuple(marker["kinds"]),
            tuple(dict.fromkeys(cell["file"] for cell in marker["cells"] if cell["file"])),
            f"{place['file']}:{place['line']}",
        )


def _provenance(path: str, read: Callable[[str], bytes | None]) -> Mapping[str, Any] | None:
    """What the descriptor beside an artifact says of where it came from; None where there is none."""
    raw = read((PurePosixPath(path).parent / DESCRIPTOR).as_posix())
    try:
        resources = json.loads(raw or b"{}").get("resources", [])
        mine = [each for each in resources if each.get("path") == PurePosixPath(path).name]
        found = mine[0].get("paperkit:provenance") if mine else None
    except (ValueError, AttributeError):
        return None
    return found if isinstance(found, dict) else None
