"""The draft of a contract for a report that is there: gathered, worked out, written where no contract lies."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from paperkit.build.load import Loaded, load
from paperkit.config.toc import TOC_FILE
from paperkit.contract.material import Material, documents, harnesses, materials
from paperkit.contract.narrow import Stuff, narrow
from paperkit.contract.propose import Proposed, as_text, propose
from paperkit.errors import PaperkitError, Status
from paperkit.process.atomic import write_atomic
from paperkit.project import find_project, package_templates
from paperkit.starting.drafted import remember, untouched


@dataclass(frozen=True, slots=True)
class Draft:
    """A proposed contract. *unlisted* are the artifacts that it uses and report.yaml does not name yet."""

    report: str
    path: Path
    shown: str
    exists: bool
    """Whether a toc.md lies there that somebody wrote; one that was drafted here and left alone is none."""
    sections: tuple[Proposed, ...]
    unlisted: tuple[Material, ...]
    text: str

    @property
    def questions(self) -> int:
        """How many questions a person has to answer."""
        return sum(len(section.questions) for section in self.sections)

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "report": self.report,
            "path": self.shown,
            "sections": [asdict(section) for section in self.sections],
            "report_yaml": {one.name: one.path for one in self.unlisted},
            "text": self.text,
        }


def draft(folder: Path, pages: Decimal, about: Iterable[str] = ()) -> Draft:
    """A contract for the report in *folder*, *pages* long, *about* harnesses, artifacts and documents, or about all.

    Raises PaperkitError (status 1) without material.
    """
    loaded = load(folder)
    stuff = narrow(Stuff(documents(loaded), harnesses(loaded), materials(loaded)), about)
    found, there = stuff.materials, stuff.documents
    if not found and not there:
        raise PaperkitError(
            f"{loaded.shown}: there is no document, harness or artifact to propose from",
            "name artifacts and sources in report.yaml, or make a harness with `paperkit new bench NAME`",
            Status.DIAGNOSTICS,
        )
    sections = with_written(propose(there, stuff.harnesses, found, _archetypes(loaded), pages), folder)
    title = loaded.report.title if loaded.report and loaded.report.title else loaded.folder.name
    path = loaded.folder / TOC_FILE
    unlisted = tuple(one for one in found if not one.listed)
    exists = path.is_file() and not untouched(path, loaded.project)
    return Draft(loaded.shown, path, loaded.project.shown(path), exists, sections, unlisted, as_text(sections, title))


def with_written(sections: tuple[Proposed, ...], folder: Path) -> tuple[Proposed, ...]:
    """*sections* with those that are written already: under their own keys, where the title is the same."""
    for path in sorted((folder / "sections").glob("*.tex.j2")):
        key, title = path.name.removesuffix(".tex.j2"), _title(path)
        if not title or any(one.key == key for one in sections):
            continue
        same = next((one for one in sections if one.title.casefold() == title.casefold()), None)
        new = replace(same, key=key) if same else Proposed(key, title, "as it is written", pages=Decimal(1))
        at = sections.index(same) if same else next(n for n, one in enumerate(sections) if one.key == "discussion")
        sections = (*sections[:at], new, *sections[at + (same is not None) :])
    return sections


def _title(path: Path) -> str:
    found = re.search(r"\\section\*?\{([^{}]+)\}", path.read_text("utf-8", "replace"))
    return " ".join(found[1].split()) if found else ""


def write_draft(made: Draft) -> str:
    """Write toc.md; the path as shown. Raises PaperkitError (status 1) where somebody's is there already."""
    if made.exists and made.path.read_text("utf-8", "replace").strip():
        raise PaperkitError(
            f"{made.shown} is there already, and is not overwritten",
            f"look at another draft with `paperkit toc propose {made.report} --print`, and edit the file",
            Status.DIAGNOSTICS,
        )
    write_atomic(made.path, made.text)
    remember(made.path, find_project(made.path.parent))
    return made.shown


def _archetypes(loaded: Loaded) -> tuple[str, ...]:
    """Names of the section templates: the project's, and those that come with paperkit."""
    folders = (loaded.project.root / "templates" / "archetypes", package_templates() / "archetypes")
    return tuple(sorted({path.name.removesuffix(".tex.j2") for each in folders for path in each.glob("*.tex.j2")}))
