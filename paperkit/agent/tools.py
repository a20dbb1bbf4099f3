"""What machines ask, as plain functions: where a report stands, and what to do next."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from paperkit.agent.stock import Stock, take_stock
from paperkit.agent.verdict import Verdict, judged
from paperkit.artifacts.descriptor import DESCRIPTOR
from paperkit.bench.spec import BenchSpec
from paperkit.build.load import load
from paperkit.build.record import read_record, reasons_to_build
from paperkit.build.rendering import LEDGER
from paperkit.build.run import environment, request
from paperkit.build.snapshot import Change
from paperkit.config.report import REPORT_FILE, find_reports
from paperkit.config.toc import TOC_FILE, Contract
from paperkit.config.toc_body import Promise
from paperkit.contract.material import harnesses
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.errors import PaperkitError
from paperkit.latex.comments import without_comments
from paperkit.ledger import read_markers
from paperkit.project import GitState, Project, find_project, git_states

SHOWN = 20
"""As many entries of a list as are handed out; of the rest only the number."""


@dataclass(frozen=True, slots=True)
class Section:
    """A promised section. *missing* are the names of its claims that its text does not use yet."""

    key: str
    file: str
    state: str
    """`absent` (no file), `empty` (no text) or `written`."""
    missing: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """Whether there is something left to write."""
        return self.state != "written" or bool(self.missing)


@dataclass(frozen=True, slots=True)
class Next:
    """What to do first: in words, and the command where there is one."""

    what: str
    command: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a report stands. Paths are relative to the project's root."""

    report: str
    contract: str
    """`missing`, `draft` or `agreed`; `none` for a paper that is LaTeX itself, which needs none."""
    agreed: str
    """By whom and when; empty for a draft."""
    problems: tuple[str, ...]
    """What is wrong with report.yaml and toc.md: `file:line:column: fact`."""
    sections: tuple[Section, ...]
    artifacts: tuple[Stock, ...]
    """The artifacts that need something: not committed, or stale."""
    artifacts_total: int
    begun: bool
    """Whether the project has a harness, or the report an artifact."""
    unrun: tuple[str, ...]
    """Harnesses that have not written all that they declare."""
    build: str
    """`none`, or what git says of main.pdf: `committed`, `changed`, `untracked`."""
    numbers: dict[str, int]
    """Numbers of the ledger by their kinds, such as `model` or `measured and given`; empty without one."""
    verdict: Verdict
    """What `paperkit check` says of the files as they lie."""
    outdated: tuple[str, ...]
    """Why the build on this machine has to run again; empty too where none has run here and main.pdf is committed.

    An output that is as committed is not held against the build here: another one wrote it.
    """
    changed: tuple[str, ...]
    """Files of the report that differ from what is committed, outputs included."""
    next: Next


def status(folder: Path) -> Standing:
    """Where the report in *folder* stands; looks at files and git, and checks in memory.

    Raises PaperkitError (status 2) where there is no git repository or no report.yaml in *folder*.
    """
    folder = folder.absolute()
    project = find_project(folder)
    if not (folder / REPORT_FILE).is_file():
        raise PaperkitError(f"{project.shown(folder)}: no {REPORT_FILE}", _reports_hint(project))
    loaded = load(folder)
    contract = loaded.contract
    sections = tuple(_section(folder, project, promise) for promise in contract.promises) if contract else ()
    artifacts = take_stock(loaded.report.artifacts.values(), project) if loaded.report else ()
    benches = harnesses(loaded)
    states = git_states(project, _own_files(folder))
    output = folder / request(folder).pdf
    standing = Standing(
        report=project.shown(folder),
        contract=contract.state if contract is not None else "none" if loaded.own is not None else "missing",
        agreed=_agreed(contract),
        problems=tuple(_line(found) for found in loaded.problems),
        sections=sections,
        artifacts=tuple(one for one in artifacts if one.needs),
        artifacts_total=sum(not one.path.endswith(DESCRIPTOR) for one in artifacts),
        begun=bool(benches or artifacts),
        unrun=tuple(name for name, one in benches.items() if not _has_run(one)),
        build=str(states[output]) if output in states else "none",
        numbers=_numbers(folder),
        verdict=judged(loaded),
        outdated=_outdated(folder) if output in states else (),
        changed=tuple(sorted(project.shown(path) for path, state in states.items() if state is not GitState.COMMITTED)),
        next=Next(""),
    )
    return replace(standing, next=next(_steps(standing)))


def as_data(standing: Standing) -> dict[str, Any]:
    """Plain data for JSON: every list cut to SHOWN entries, with the number of all under `counts`."""
    data = asdict(standing)
    own, counts = _cut(data)
    verdict, within = _cut(data["verdict"])
    return {"version": 1, **own, "verdict": verdict, "counts": counts | within}


def _cut(data: dict[str, Any]) -> tuple[dict[str, Any], dict[str, int]]:
    """*data* with its lists cut to SHOWN entries, and how many each had."""
    lists = {name: value for name, value in data.items() if isinstance(value, tuple)}
    cut = {name: list(value[:SHOWN]) for name, value in lists.items()}
    return data | cut, {name: len(value) for name, value in lists.items()}


def _steps(standing: Standing) -> Iterator[Next]:
    """What there is to do, the first thing first."""
    where = standing.report
    yield from _contract_steps(standing)
    for one in standing.artifacts:
        if one.stale or one.state == GitState.MISSING:
            yield Next(f"{one.path} is {'stale' if one.stale else 'missing'}", _bench(one))
    for section in standing.sections:
        if section.state != "written":
            yield Next(f"write {section.file}: the contract promises it")
        elif section.missing:
            yield Next(f"{section.file} does not use {', '.join(section.missing)}, which the contract promises")
    for one in standing.artifacts:
        yield Next(f"{one.path} is {one.state}; commit it", f"git add {one.path}")
    verdict = standing.verdict
    if verdict.errors:
        found = f"{_counted(verdict.errors, 'error')} to mend, the first: {verdict.findings[0]}"
        yield Next(found, f"paperkit check {where}")
    if standing.build == "none" or standing.outdated:
        yield Next("check, build, look at the pages", f"paperkit build {where}")
    if standing.changed:
        yield Next("commit the report and what the build wrote", f"git add {where}")
    if verdict.warnings:
        some = f"{_counted(verdict.warnings, 'warning')} remain{'s' * (verdict.warnings == 1)}"
        yield Next(f"{some}: read them, and mend or leave them knowingly", f"paperkit check {where}")
    yield Next("nothing is open; check again after the next change", f"paperkit check {where}")


def _contract_steps(standing: Standing) -> Iterator[Next]:
    """What there is to do before anything is written: evidence to promise, then a contract over it."""
    where = standing.report
    if standing.contract == "missing" and not standing.begun:
        what = (
            "there is no evidence yet: make a harness, or name artifacts in report.yaml; the contract comes from them"
        )
        yield Next(what, "paperkit new bench NAME")
    if standing.contract == "missing" and standing.unrun:
        name = standing.unrun[0]
        yield Next(f"the harness {name} has written nothing yet: run it before a contract is drafted", _run(name))
    if standing.contract == "missing":
        yield Next(f"propose {where}/{TOC_FILE}, and let a person agree to it", f"paperkit toc propose {where}")
    if standing.problems:
        yield Next(f"mend the configuration: {standing.problems[0]}", f"paperkit check {where}")
    if standing.contract == "draft":
        told = f"negotiate {where}/{TOC_FILE}; when a person agrees, record it"
        yield Next(told, f"paperkit toc agree {where} --by NAME")
    if standing.verdict.amended:
        told = f"{where}/{TOC_FILE} is not what was agreed to: show the person the change, or take it back"
        yield Next(told, f"paperkit toc show {where}")


def _run(harness: str) -> str:
    return f"paperkit bench run {harness}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _bench(one: Stock) -> str:
    return _run(one.harness) if one.harness else "paperkit bench list"


def _has_run(spec: BenchSpec) -> bool:
    return all((spec.artifacts / output.path).is_file() for output in spec.outputs)


def _section(folder: Path, project: Project, promise: Promise) -> Section:
    path = folder / "sections" / f"{promise.key}.tex.j2"
    if not path.is_file():
        return Section(promise.key, project.shown(path), "absent")
    text = without_comments(path.read_text("utf-8", "replace"))
    prose = re.sub(r"\\(?:section|subsection|label)\*?\{[^}]*\}|\\BLOCK\{[^}]*\}", "", text)
    names = {name for claim in promise.claims for name in re.findall(r"`([^`]+)`", claim.value)}
    missing = tuple(sorted(name for name in names if not re.search(rf"\b{re.escape(name)}\b", text)))
    return Section(promise.key, project.shown(path), "written" if prose.strip() else "empty", missing)


def _numbers(folder: Path) -> dict[str, int]:
    """Numbers of ledger.json by their kinds, the most frequent first."""
    try:
        text = (folder / LEDGER).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return {}
    kinds = Counter(" and ".join(each["kinds"]) or "no kind" for each in read_markers(text) or ())
    return dict(kinds.most_common())


def _outdated(folder: Path) -> tuple[str, ...]:
    wanted = request(folder)
    record = read_record(wanted.work / "record.json")
    reasons = reasons_to_build(wanted.project, record, environment()) if record else ()
    outputs = [wanted.project.root / each.subject for each in reasons if each.change is Change.OUTPUT]
    committed = {path for path, state in git_states(wanted.project, outputs).items() if state is GitState.COMMITTED}
    return tuple(str(each) for each in reasons if wanted.project.root / each.subject not in committed)


def _own_files(folder: Path) -> list[Path]:
    hidden = ("__pycache__", ".git", ".paperkit")
    every = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return [path for path in every if not any(part in hidden for part in path.relative_to(folder).parts)]


def _agreed(contract: Contract | None) -> str:
    if contract is None or not contract.agreed:
        return ""
    return ", ".join(word for word in (contract.by, contract.date) if word)


def _line(found: Diagnostic) -> str:
    return f"{found.span.place}: {found.message}" if found.span else found.message


def _reports_hint(project: Project) -> str:
    names = [project.shown(path) for path in find_reports(project)[:SHOWN]]
    return f"name one of {', '.join(names)}" if names else "name the folder of a report"
