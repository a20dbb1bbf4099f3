"""`paperkit init`: what a repository needs before its first report, and nothing that is there already."""

from __future__ import annotations

from pathlib import Path

from paperkit import __version__
from paperkit.config.report import find_reports
from paperkit.project import Project
from paperkit.starting.placed import Placed
from paperkit.starting.scaffold import add_lines, place, scaffold

WORKFLOW = ".github/workflows/paperkit.yml"
HOOKS = ".pre-commit-config.yaml"


def init(project: Project, github: bool = False, hooks: bool = False) -> tuple[Placed, ...]:
    """Put the skeleton into *project*, with a workflow for *github* and *hooks* for pre-commit where they are wanted.

    A second call writes nothing. Raises PaperkitError (status 2) where a file cannot be written.
    """
    lines = [add_lines(project.root, f".{name}", scaffold(name, project)) for name in ("gitignore", "gitattributes")]
    files = {f"{name}/README.md": scaffold(f"{name}.md", project) for name in ("benches", "templates")}
    if github:
        files[WORKFLOW] = scaffold("github.yml", project, {"version": __version__})
    if hooks:
        files[HOOKS] = scaffold("pre-commit.yaml", project)
    return (*lines, *place(project.root, files))


def first_report(project: Project) -> str:
    """The folder of a report that is there already, as shown; empty where there is none."""
    found = find_reports(project)
    return project.shown(found[0]) if found else ""


def unplaced(placed: tuple[Placed, ...], project: Project) -> str:
    """What has to be merged by hand: the hook, where the project has hooks of its own already."""
    kept = {one.path for one in placed if one.state == "kept"}
    own = project.root / HOOKS
    return scaffold("pre-commit.yaml", project) if HOOKS in kept and "id: paperkit" not in _text(own) else ""


def _text(path: Path) -> str:
    return path.read_text("utf-8", "replace")
