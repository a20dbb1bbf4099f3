"""A plain LaTeX project checked: `paperkit check main.tex`, artifacts known by the stems of their files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from paperkit.artifacts.store import DOCUMENTS, TABLES, TREES, UNREAD, ArtifactSpec, Store
from paperkit.checks.base import Evidence
from paperkit.checks.contract import first_uses
from paperkit.checks.gather import gather_tree
from paperkit.checks.redefined_marker import CHECK as REDEFINED
from paperkit.checks.run import Checked, run_checks
from paperkit.config.baseline import load_baseline
from paperkit.config.fields import problem
from paperkit.config.given import GIVEN_FILE, load_given
from paperkit.config.report import REPORT_FILE
from paperkit.config.yaml import load_yaml
from paperkit.diagnostics.diagnostic import Diagnostic, Severity
from paperkit.errors import PaperkitError
from paperkit.expressions.evaluate import Scope
from paperkit.latex.comments import without_comments
from paperkit.project import Project, find_project, package_templates
from paperkit.source import SourceFile
from paperkit.values.quantity import Kind

SUFFIXES = TABLES | TREES | DOCUMENTS
STYLE = "paperkit.sty"
_MACRO = re.compile(r"^\\newcommand\\(pk\w+)\[(\d)\]\{(.*)\}$", re.MULTILINE)
SKIPPED = frozenset({"datapackage.json"})


def check_tree(main: Path, artifacts: Path | None = None, baseline: Path | None = None) -> Checked:
    """Check *main* and all that it reads; *artifacts* is searched for evidence, else the folder of *main*.

    What *baseline* knows is let pass. Raises PaperkitError where there is no such file, folder or git repository.
    """
    if not main.is_file():
        raise PaperkitError(f"{main}: no such file", "name the main .tex file, or the folder of a report")
    if artifacts is not None and not artifacts.is_dir():
        raise PaperkitError(f"{artifacts}: no such folder", "name the folder that holds the artifacts")
    if (main.parent / REPORT_FILE).is_file():
        fact = f"{main.name} belongs to the report in {main.parent}"
        raise PaperkitError(fact, f"run `paperkit check {main.parent}`, which judges its templates")
    if main.suffix.lower() not in (".tex", ".ltx"):
        raise PaperkitError(f"{main} is no LaTeX file", "name the main .tex file, or the folder of a report")
    project = find_project(main.parent)
    evidence = gather_tree(main, project, tree_scope(main, artifacts, project))
    twins = tuple(_twins(evidence, artifacts or main.parent))
    known = None if baseline is None else load_baseline(baseline, project.shown(baseline))
    others = (*twins, *_given(evidence), *_style(evidence, main.parent / STYLE))
    return run_checks(replace(evidence, problems=(*evidence.problems, *others), baseline=known))


def _style(evidence: Evidence, path: Path) -> Iterator[Diagnostic]:
    """A package beside the main file that has the name of paperkit's, and does other things."""
    if not path.is_file() or not any(document.markers for document in evidence.documents):
        return
    ours = (package_templates() / STYLE).read_text(encoding="utf-8")
    theirs = SourceFile(evidence.project.shown(path.absolute()), path.read_bytes().decode("utf-8", "replace"))
    if _code(theirs.text) == _code(ours):
        return
    at = theirs.span(0, len(theirs.text.split("\n", 1)[0]))
    hint = f"copy paperkit's own: {package_templates() / STYLE}"
    if _prints(theirs.text):
        yield replace(REDEFINED.at(at, f"{STYLE} is that of another paperkit", hint), severity=Severity.WARNING)
    else:
        yield REDEFINED.at(at, f"{STYLE} is not paperkit's, so that markers may print something else", hint)


def _code(text: str) -> str:
    """What TeX reads of a package: no comments, no spaces at ends of lines."""
    return "\n".join(filter(None, (line.strip() for line in without_comments(text).split("\n"))))


def _prints(text: str) -> bool:
    """Whether each marker's macro is defined once, and prints its last argument and nothing else."""
    code = _code(text)
    found = {match[1]: match for match in _MACRO.finditer(code)}
    return all(
        name in found
        and len(re.findall(rf"(?:def|let|ommand)\s*\{{?\\{name}(?![A-Za-z])", code)) == 1
        and re.sub(r"\\pk[a-z]+(?:\{#\d\})?", "", found[name][3]) == f"#{found[name][2]}"
        for name in ("pkval", "pkclaim", "pkprojected", "pkfree", "pkquote")
    )


def _given(evidence: Evidence) -> Iterator[Diagnostic]:
    """What is wrong with the declared values that markers use."""
    specs = evidence.store.specs
    for name in evidence.store.read:
        if specs[name].path.name == GIVEN_FILE:
            yield from load_given(specs[name].path.parent, evidence.project)[1]


def _twins(evidence: Evidence, folder: Path) -> Iterator[Diagnostic]:
    """A name that a marker uses and two files bear: which one is meant is for the author to say."""
    found = {name: paths for name, paths in files_by_name(folder).items() if len(paths) > 1}
    used = first_uses(evidence.judged) if found else {}
    for name, paths in found.items():
        if name in used:
            both = " and ".join(evidence.project.shown(path.absolute()) for path in paths[:2])
            hint = "name the folder of the evidence with --artifacts, or give one file another name"
            yield problem(used[name], f"{name} is the name of {both}", hint)


def tree_scope(main: Path, artifacts: Path | None, project: Project) -> Scope:
    """What the markers of a plain LaTeX project may name."""
    folder = artifacts or main.parent
    return Scope(Store(project, tree_specs(folder), load_yaml, folder.absolute()), {}, {})


def tree_specs(folder: Path) -> dict[str, ArtifactSpec]:
    """Every artifact under *folder* by the stem of its file (`latency-p99.csv` is latency_p99); the upper of two."""
    return {
        name: ArtifactSpec(name, paths[0].absolute(), kind=Kind.GIVEN if paths[0].name == GIVEN_FILE else None)
        for name, paths in files_by_name(folder).items()
    }


def files_by_name(folder: Path) -> dict[str, list[Path]]:
    """Files that may be evidence by the names that expressions know them by, the upper ones first."""
    found: dict[str, list[Path]] = {}
    paths = [path for path in folder.rglob("*") if path.name not in SKIPPED and not _hidden(path, folder)]
    ordered = sorted(paths, key=lambda each: (len(each.parts), each.as_posix()))
    for path in ordered:
        if path.suffix.lower() in SUFFIXES:
            found.setdefault(_name(path.stem), []).append(path)
    for path in ordered:
        if path.suffix.lower() in UNREAD:
            found.setdefault(_name(path.name.partition(".")[0]), [path])
    return found


def _hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _name(stem: str) -> str:
    """The stem of a file as an expression writes it."""
    name = re.sub(r"\W", "_", stem)
    return f"_{name}" if name[:1].isdigit() else name
