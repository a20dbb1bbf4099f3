"""What commands are given: reports, files, harnesses and codes, completed in a shell and, misspelt, answered."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from paperkit.errors import PaperkitError

PACKAGE = Path(__file__).parent.parent
_CHECK = re.compile(r'^CHECK = Check\(\s*"(PK\d+)",\s*"([a-z-]+)"', re.MULTILINE)
TABLES = (".csv", ".tsv", ".jsonl", ".ndjson", ".dat", ".txt", ".asc", ".out")


def project_root() -> Path | None:
    """The root of the repository here."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), None)


def reports() -> tuple[str, ...]:
    """Folders of the reports of the project, as they are named from here."""
    return _named("*/*/report.yaml", "*/report.yaml", "report.yaml")


def benches() -> tuple[str, ...]:
    """Names of the project's harnesses."""
    root = project_root()
    return tuple(sorted(path.parent.name for path in root.glob("benches/*/bench.yaml"))) if root is not None else ()


def artifacts() -> tuple[str, ...]:
    """Tables beside harnesses, as they are named from here."""
    root = project_root()
    found = root.glob("benches/*/artifacts/*") if root is not None else ()
    return tuple(sorted(os.path.relpath(path) for path in found if path.suffix.lower() in TABLES))


def codes() -> tuple[tuple[str, str], ...]:
    """(code, name) of every check, read as text: a shell waits, and the checks are many."""
    texts = (path.read_text("utf-8") for path in (PACKAGE / "checks").glob("*.py"))
    return tuple(sorted((found[1], found[2]) for text in texts for found in _CHECK.finditer(text)))


def _named(*patterns: str) -> tuple[str, ...]:
    root = project_root()
    found = {path.parent for pattern in patterns for path in root.glob(pattern)} if root is not None else set()
    return tuple(sorted(os.path.relpath(path) for path in found))


class Given(click.Path):
    """A path that has to be there; *kind* is what it is of: report, target, file."""

    def __init__(self, kind: str, endings: tuple[str, ...] = ()) -> None:
        super().__init__(path_type=Path)
        self.kind, self.endings = kind, endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path. Raises PaperkitError where it is not there, with the nearest that is."""
        path = super().convert(value, param, ctx)
        if isinstance(path, Path) and not (path.is_dir() if self.kind == "report" else path.exists()):
            raise self._missing(path)
        return path

    def _missing(self, path: Path) -> PaperkitError:
        from paperkit.project import near_path

        known = () if self.kind == "file" else reports()
        here = f"reports here: {', '.join(known)}" if known else _HINTS[self.kind]
        if self.kind == "report" and path.is_file():
            return PaperkitError(f"{path} is a file, and a report is a folder", here)
        what = {"report": "no such report", "target": "no such file or report"}.get(self.kind, "no such file")
        return PaperkitError(f"{path}: {what}", near_path(path, known, self.endings) or here)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        """Reports by name, and files."""
        files = [CompletionItem(incomplete, type="dir" if self.kind == "report" else "file")]
        known = () if self.kind == "file" else reports()
        return [*files, *_starting(known, incomplete)]


_HINTS = {
    "report": "begin one: `paperkit new reports/NAME`",
    "target": "name the main .tex file, or the folder of a report",
    "file": "check the path",
}


class Word(click.types.StringParamType):
    """A word of a list that is completed: harnesses, or codes with their names."""

    def __init__(self, name: str) -> None:
        self.name = name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        """Those that begin so."""
        if self.name == "bench":
            return list(_starting(benches(), incomplete))
        known = [pair for code, name in codes() for pair in ((code, name), (name, code))]
        begun = incomplete.lower()
        return [CompletionItem(word, help=other) for word, other in known if word.lower().startswith(begun)]


class Table(click.Path):
    """A table file, completed from the artifacts and from the folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        """Artifacts, and files."""
        return [CompletionItem(incomplete, type="file"), *_starting(artifacts(), incomplete)]


class Place(click.types.StringParamType):
    """FILE:LINE; the file is completed."""

    name = "place"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        """Files."""
        return [CompletionItem(incomplete, type="file")]


def _starting(known: Iterable[str], incomplete: str) -> Iterator[CompletionItem]:
    return (CompletionItem(each) for each in known if each.startswith(incomplete))


REPORT, TARGET, FILE, BENCH, CODE, TABLE, PLACE = (
    Given("report"),
    Given("target", (".tex", ".ltx")),
    Given("file", (".tex", ".ltx", ".j2")),
    Word("bench"),
    Word("code"),
    Table(),
    Place(),
)
