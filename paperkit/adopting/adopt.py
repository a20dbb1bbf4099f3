"""`paperkit adopt`: a paper brought in as it is, with report.yaml, drafts of values and a baseline beside it."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from paperkit.adopting.data import Found, find_data, near
from paperkit.adopting.entries import Entry, entry_text
from paperkit.adopting.facts import authors_of, date_of, title_of
from paperkit.adopting.kinds import Sort, by_sort, tells
from paperkit.adopting.main_file import find_main
from paperkit.adopting.naming import key_for
from paperkit.artifacts.store import ArtifactSpec, Store
from paperkit.artifacts.table import key_of
from paperkit.build.load import load
from paperkit.checks.base import Evidence
from paperkit.checks.gather import gather_tree
from paperkit.checks.outgrown_baseline import known_of
from paperkit.checks.run import Checked, run_checks
from paperkit.config.baseline import BASELINE_FILE, baseline_text
from paperkit.config.given import GIVEN_FILE
from paperkit.config.report import REPORT_FILE
from paperkit.config.yaml import load_yaml
from paperkit.errors import PaperkitError
from paperkit.expressions.evaluate import Scope
from paperkit.project import Project, find_project
from paperkit.starting.placed import Placed, State
from paperkit.starting.scaffold import place
from paperkit.suggest.find import Unbound, unbound_in
from paperkit.suggest.names import words_of
from paperkit.suggest.pool import Data, tables
from paperkit.suggest.suggest import Answer, suggest
from paperkit.values.unit import BARE

_DRAFTS = (
    "Drafts by `paperkit adopt`: set-up values that the paper states. Nothing rests on one before a marker uses it;",
    "then the check asks for its source. `paperkit given FILE:LINE --source TEXT` does both. Delete what is none.",
)


@dataclass(frozen=True, slots=True)
class Adopted:
    """What a paper holds, and what was written beside it."""

    project: Project
    main: Path
    checked: Checked
    data: Found
    sorts: dict[Sort, tuple[Unbound, ...]]
    answers: tuple[tuple[Unbound, Answer], ...]
    """The literals whose digits tell where they come from, with the expressions that may bind each."""
    drafts: tuple[Entry, ...]
    placed: tuple[Placed, ...]

    @property
    def shown(self) -> str:
        """The report's folder as shown."""
        return self.project.shown(self.main.parent)

    @property
    def structure(self) -> Counter[str]:
        """Numbers that are no claims, by why they are none."""
        every = (n for document in self.checked.evidence.documents for n in document.numerals)
        return Counter(n.reason for n in every if n.role == "structure" and n.reason not in ("bound", "waived"))


def adopt(target: Path, folders: Iterable[Path] = (), write: bool = True) -> Adopted:
    """Take in the paper whose main file is *target*, or is in that folder; data is looked for in *folders*.

    Writes what is not there yet beside the main file, and changes no file that is there. Raises PaperkitError (status
    2) where no main file is found, there is no git repository, or the folder holds a report of sections.
    """
    main = Path(os.path.abspath(find_main(target)))
    project = find_project(main.parent)
    _refuse_sections(main, project)
    found = find_data(project, main.parent, folders)
    checked = run_checks(_evidence(main, project, found.specs))
    unbound = unbound_in(checked.evidence)
    sorts = by_sort(unbound)
    telling = [one for one in unbound if tells(one)]
    answers = tuple(zip(telling, suggest((one.literal for one in telling), _scope(project, near(found))), strict=True))
    data = tables(_scope(project, near(found)).store)
    drafts = tuple(_drafts(one for one in sorts[Sort.SETUP] if not _in_key(one, data)))
    files = {
        REPORT_FILE: _report(main, checked.evidence, found, project),
        GIVEN_FILE: _given(drafts),
        BASELINE_FILE: baseline_text(known_of(each) for each in checked.held),
    }
    files = {name: text for name, text in files.items() if text}
    placed = place(main.parent, files) if write else tuple(_as_is(main.parent, files))
    return Adopted(project, main, checked, found, sorts, answers, drafts, placed)


def _refuse_sections(main: Path, project: Project) -> None:
    if (main.parent / REPORT_FILE).is_file():
        loaded = load(main.parent)
        if loaded.report is not None and loaded.report.main is None:
            shown = project.shown(main.parent)
            raise PaperkitError(f"{shown} is a report with sections already", f"run `paperkit status {shown}`")
        if loaded.own is not None and loaded.own.main != main:
            other = project.shown(loaded.own.main or main)
            raise PaperkitError(f"{project.shown(main.parent)} is the report of {other}", "a folder holds one report")


def _evidence(main: Path, project: Project, specs: dict[str, ArtifactSpec]) -> Evidence:
    """The evidence as the report will have it: its own configuration, where it is there already."""
    if (main.parent / REPORT_FILE).is_file():
        loaded = load(main.parent)
        if loaded.own is not None:
            from paperkit.build.prepare import baseline_of
            from paperkit.checks.own_main import gather_own

            evidence = gather_own(project, loaded.own, loaded.scope, loaded.problems)
            return replace(evidence, baseline=baseline_of(loaded.own, project))
    return gather_tree(main, project, _scope(project, specs))


def _scope(project: Project, specs: dict[str, ArtifactSpec]) -> Scope:
    return Scope(Store(project, specs, load_yaml), {}, {})


def _in_key(one: Unbound, data: Iterable[Data]) -> bool:
    """Whether the data has it as a part of a key, and the text says so or shows it in a table: it is bound to that."""
    literal, in_table = one.literal, one.literal.numeral.place == "cell"
    return any(
        (in_table or words_of(each.name(at)) == literal.before)
        and any(key_of(text) == Fraction(literal.value) for text in set(each.texts[at]))
        for each in data
        for at in each.key
    )


def _drafts(every: Iterable[Unbound]) -> Iterable[Entry]:
    """An entry for each set-up value, the same value under the same name once."""
    known: dict[str, Entry] = {}
    for one in every:
        literal = one.literal
        unit = "" if literal.unit is None or literal.unit == BARE else literal.unit.symbol
        value = format(literal.value, "f")
        natural = key_for(literal, one.use)
        if any(each.value == value and each.unit == unit and key.startswith(natural) for key, each in known.items()):
            continue
        key = key_for(literal, one.use, known)
        line = " ".join(one.span.source.line(one.span.line).split())
        known[key] = Entry(key, value, unit, note=f"{one.span.row}: {line[:70]}")
    return known.values()


def _given(drafts: tuple[Entry, ...]) -> str:
    if not drafts:
        return ""
    head = "".join(f"# {line}\n" for line in _DRAFTS)
    return head + "".join(map(entry_text, drafts))


def _report(main: Path, evidence: Evidence, found: Found, project: Project) -> str:
    source = evidence.documents[0].source
    lines = [
        "# Written by `paperkit adopt`; yours to change. The text stays as it is until you bind a number.",
        f"title: {_quoted(title_of(source))}",
        f"authors: [{', '.join(map(_quoted, authors_of(source)))}]",
        f"date: {date_of(main, project)}  # what \\today prints",
        f"main: {_quoted(main.name)}",
        f"baseline: {BASELINE_FILE}  # numbers that were typed before; this file only shrinks",
    ]
    if found.data:
        named = (f"  {each.name}: {_quoted(each.path)}" for each in found.data)
        lines += ["artifacts:  # delete what is no evidence", *named]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _as_is(folder: Path, files: dict[str, str]) -> Iterable[Placed]:
    return (Placed(name, State.KEPT if (folder / name).exists() else State.WRITTEN) for name in files)
