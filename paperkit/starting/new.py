"""`paperkit new`: a report or a harness that runs as it is, to be changed."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from pathlib import Path

from paperkit.bench.load import FILE
from paperkit.config.report import REPORT_FILE
from paperkit.errors import PaperkitError
from paperkit.latex.escape import escape_latex
from paperkit.latex.scan import scan
from paperkit.process.capture import capture
from paperkit.project import Project
from paperkit.source import SourceFile
from paperkit.starting.carry import carried
from paperkit.starting.drafted import remember
from paperkit.starting.placed import Placed, State
from paperkit.starting.scaffold import place, scaffold

EXAMPLE = "example"


def new_bench(name: str, project: Project) -> tuple[Placed, ...]:
    """A harness under benches/*name*. Raises PaperkitError (status 2) where there is one, or the name cannot be one."""
    if not FILE.fullmatch(f"{name}.csv"):
        raise PaperkitError(
            f"{name!r} is no name of a harness", "letters, digits, `_` and `-`: paperkit new bench gemm"
        )
    folder = project.root / "benches" / name
    if (folder / "bench.yaml").exists():
        raise PaperkitError(f"{project.shown(folder)} is there already", f"run it: `paperkit bench run {name}`")
    return place(project.root, _bench(name, project))


def new_report(folder: Path, project: Project, source: Path | None = None) -> tuple[Placed, ...]:
    """A report in *folder*: with an example and its harness, or with the structure of the report in *source*.

    Raises PaperkitError (status 2) where there is a report already, *folder* is no place for one, or *source* has none.
    """
    folder = Path(os.path.abspath(folder))
    shown = _fit(folder, project)
    today = datetime.now(UTC).date().isoformat()
    files = carried(source, project, today) if source is not None else _example(folder, project, today)
    placed = place(project.root, {_below(name, shown): text for name, text in files.items()})
    if source is None and any(one.path == f"{shown}/toc.md" and one.state is State.WRITTEN for one in placed):
        remember(folder / "toc.md", project)
    return placed


def author(project: Project) -> str:
    """Who works here, as git knows it."""
    known = capture(["git", "config", "user.name"], project.root).stdout.decode("utf-8", "replace").strip()
    return known.replace('"', "'") or "Name of the author"


def _fit(folder: Path, project: Project) -> str:
    """The folder as shown, where a report can be made in it."""
    if not folder.is_relative_to(project.root):
        raise PaperkitError(f"{folder} lies outside the project", f"name a folder below {project.root}")
    shown = project.shown(folder)
    if len(Path(shown).parts) != 2:
        name = re.sub(r"\W+", "-", folder.name)
        fact = f"{shown} is no place for a report, which is a folder in a folder of reports"
        raise PaperkitError(fact, f"run `paperkit new reports/{name}`; a harness is `paperkit new bench {name}`")
    if (folder / REPORT_FILE).exists():
        raise PaperkitError(f"{shown} is a report already", f"run `paperkit status {shown}`")
    if folder.exists() and not folder.is_dir():
        raise PaperkitError(f"{shown} is a file", "name a folder that is not there yet")
    return shown


def _below(name: str, shown: str) -> str:
    return name if name.startswith("benches/") else f"{shown}/{name}"


def _example(folder: Path, project: Project, date: str) -> dict[str, str | bytes]:
    """The files of a report with one harness, by name in the report's folder (`benches/...` in the project's)."""
    name = EXAMPLE if _is_free(EXAMPLE, project) else f"{EXAMPLE}_{re.sub(r'[^A-Za-z0-9]+', '_', folder.name)}"
    title = "A report" if _states_a_number(folder.name) else f"Report {folder.name}"
    words = {"date": date, "author": author(project), "name": name, "artifact": name, "title": title}
    section = f"sections/{EXAMPLE}.tex.j2"
    names = {REPORT_FILE: REPORT_FILE, "toc.md": "toc.md", section: "section.tex"}
    return {**_bench(name, project), **{file: scaffold(of, project, words) for file, of in names.items()}}


def _states_a_number(title: str) -> bool:
    return any(numeral.ungrounded for numeral in scan(SourceFile("", escape_latex(title))).numerals)


def _is_free(name: str, project: Project) -> bool:
    """Whether the harness *name* is not there, or is the example as it was written."""
    there = {path: project.root / path for path in _bench(name, project)}
    return all(
        not path.exists() or path.read_text("utf-8") == _bench(name, project)[key] for key, path in there.items()
    )


def _bench(name: str, project: Project) -> dict[str, str]:
    words = {"name": name, "title": name.replace("_", " ").replace("-", " ").capitalize()}
    return {f"benches/{name}/{file}": scaffold(file, project, words) for file in ("bench.py", "bench.yaml")}


def next_steps(target: str, placed: tuple[Placed, ...]) -> tuple[str, ...]:
    """The commands that come next, in order."""
    new = [one.path for one in placed if one.state is State.WRITTEN]
    runs = [f"paperkit bench run {Path(path).parts[1]}" for path in new if path.endswith("/bench.yaml")]
    if target.startswith("benches/"):
        return (*runs, f"git add {target}")
    message = f"{target} begins"
    return (*runs, f'git add . && git commit -m "{message}"', f"paperkit check {target}", f"paperkit build {target}")
