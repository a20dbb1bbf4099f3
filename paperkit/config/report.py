"""report.yaml: what a report is called, who wrote it, and by which names its evidence is known."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from paperkit.artifacts.store import ArtifactSpec
from paperkit.config.baseline import BASELINE_FILE
from paperkit.config.fields import Field, Record, Shape, Text, problem, read_file, read_text
from paperkit.config.given import GIVEN_FILE, load_given
from paperkit.config.settings import NO_SETTINGS, SEVERITY, Settings, read_settings
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.errors import PaperkitError
from paperkit.project import Project
from paperkit.source import SourceFile, Span
from paperkit.values.quantity import Kind

REPORT_FILE = "report.yaml"
_NAME = r"[A-Za-z][A-Za-z0-9_]*"

_AUTHOR = (
    Field("name", Shape.TEXT, "As it is printed.", "Ada Lovelace", required=True),
    Field("affiliation", Shape.TEXT, "Printed under the name.", "Analytical Engines"),
)
_ARTIFACT = (
    Field(
        "file",
        Shape.TEXT,
        "Path from the project's root (from the report's folder when it begins with `./` or `../`).",
        "benches/gemm_composite/artifacts/gemm.csv",
        required=True,
    ),
    Field("where", Shape.NAMED_TEXTS, "Columns of the key that are fixed, each with its value.", "{buffers: 2}"),
)
_LIMITS = (
    Field("given", Shape.COUNT, "How many printed numbers may rest on declared values.", "10"),
    Field("waived", Shape.COUNT, "How many numbers may be waived.", "3"),
)

FIELDS = (
    Field("title", Shape.TEXT, "The report's title.", "What a composite command is worth", required=True),
    Field("subtitle", Shape.TEXT, "A line under the title.", "KernBench, first half of 2026"),
    Field(
        "repository",
        Shape.TEXT,
        "Where the project's files can be read: rows of the appendix lead to file and line. Addresses of GitHub and "
        "GitLab are known; in another one stand `{path}` and `{line}`.",
        "https://github.com/ada/engine",
    ),
    Field("authors", Shape.RECORDS, "Who wrote it, in order.", "[{name: Ada}]", True, _AUTHOR, short="name"),
    Field("date", Shape.DATE, "The date in the PDF; no clock is ever read.", "2026-06-30", required=True),
    Field(
        "artifacts",
        Shape.NAMED_RECORDS,
        "Names by which expressions know the artifacts; a bare path stands for `file`.",
        "{gemm: benches/gemm_composite/artifacts/gemm.csv}",
        fields=_ARTIFACT,
        short="file",
        names=_NAME,
    ),
    Field(
        "quantities",
        Shape.NAMED_TEXTS,
        "Expressions that are used more than once, by name.",
        "{gain: 'speedup(gemm(m=64).cycles, gemm(m=128).cycles)'}",
        names=_NAME,
    ),
    Field("sources", Shape.TEXTS, "ADR and SPEC documents: globs from the project's root.", "[docs/adr/*.md]"),
    Field("vocabulary", Shape.TEXTS, "Words with digits that are names and no claims, as they are written.", "[H800]"),
    Field(
        "severity",
        Shape.RECORDS,
        "How bad a finding is, by check and path; of two rules for one finding the later holds.",
        "[{check: ratio-without-base, level: error}]",
        fields=SEVERITY,
    ),
    Field("limits", Shape.RECORD, "What the check counts and bounds.", "{given: 10}", fields=_LIMITS),
    Field(
        "main",
        Shape.TEXT,
        "Main file of a paper that is LaTeX itself and has no sections/; from the report's folder.",
        "main.tex",
    ),
    Field(
        "baseline",
        Shape.TEXT,
        "Baseline file, from the report's folder: numbers without evidence that are let pass while a paper is bound.",
        BASELINE_FILE,
    ),
    Field(
        "packages",
        Shape.TEXTS,
        "Debian packages whose TeX files the report needs besides the usual.",
        "[texlive-science]",
    ),
)


@dataclass(frozen=True, slots=True)
class Author:
    """One author."""

    name: str
    affiliation: str = ""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A named expression; *span* is where the expression stands."""

    name: str
    expression: str
    span: Span


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what is counted; None is unbounded."""

    given: int | None = None
    waived: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """The frozen record of a report.yaml. Paths are absolute, *date* is ISO."""

    folder: Path
    name: str
    source: SourceFile
    title: str
    date: str
    authors: tuple[Author, ...] = ()
    subtitle: str = ""
    repository: str = ""
    """Where the project's files can be read; empty where nobody says."""
    artifacts: Mapping[str, ArtifactSpec] = field(default_factory=dict)
    quantities: Mapping[str, Quantity] = field(default_factory=dict)
    sources: tuple[Text, ...] = ()
    settings: Settings = NO_SETTINGS
    limits: Limits = Limits()
    packages: tuple[str, ...] = ()
    main: Path | None = None
    """Main file of a paper that is LaTeX itself; None where the report has sections."""
    baseline: Path | None = None
    """File of numbers without evidence that are let pass."""
    spans: Mapping[str, Span] = field(default_factory=dict)
    """Where each top key stands."""

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Words with digits that are names."""
        return self.settings.words


def find_reports(project: Project) -> tuple[Path, ...]:
    """Folders of the reports of a project, by name; scaffolds under templates/ are none."""
    found = (path.parent for path in sorted(project.root.glob(f"*/*/{REPORT_FILE}")))
    return tuple(folder for folder in found if folder.parent.name != "templates")


def load_report(folder: Path, project: Project) -> tuple[Report | None, tuple[Diagnostic, ...]]:
    """The report in *folder*; None where report.yaml is missing or holds nothing that can be used."""
    path = folder / REPORT_FILE
    if not path.is_file():
        raise PaperkitError(f"{project.shown(folder)}: no {REPORT_FILE}", "name the folder of a report, or a .tex file")
    source, unread = read_text(path, project)
    record, problems = (None, unread) if unread else read_file(source, FIELDS)
    if record is None:
        return None, problems
    artifacts, wrong = _artifacts(folder, project, record)
    settings, unfit = read_settings(record)
    main, baseline, strange = _files(folder, project, record)
    limits = next(iter(record.records.get("limits", ())), None)
    report = Report(
        folder=folder,
        name=folder.name,
        source=source,
        title=record.text("title"),
        subtitle=record.text("subtitle"),
        repository=record.text("repository"),
        date=record.text("date"),
        authors=tuple(Author(a.text("name"), a.text("affiliation")) for a in record.records.get("authors", ())),
        artifacts=artifacts,
        quantities={n.value: Quantity(n.value, t.value, t.span) for n, t in record.named.get("quantities", ())},
        sources=record.several.get("sources", ()),
        settings=settings,
        limits=Limits() if limits is None else Limits(_count(limits, "given"), _count(limits, "waived")),
        packages=tuple(text.value for text in record.several.get("packages", ())),
        main=main,
        baseline=baseline,
        spans=record.keys,
    )
    _, unsound = load_given(folder, project)
    return report, (*problems, *wrong, *unfit, *strange, *unsound, *_clashes(report))


def _count(record: Record, name: str) -> int | None:
    return int(record.text(name)) if name in record.single else None


def _artifacts(
    folder: Path, project: Project, record: Record
) -> tuple[dict[str, ArtifactSpec], tuple[Diagnostic, ...]]:
    specs: dict[str, ArtifactSpec] = {}
    problems: list[Diagnostic] = []
    for name, entry in record.named_records.get("artifacts", ()):
        file = entry.single.get("file")
        if file is None:
            continue
        path = _path(folder, project, file.value)
        if path is None:
            problems.append(problem(file.span, f"{file.value} lies outside the project", "commit it to the project"))
            continue
        where = tuple((key.value, text.value) for key, text in entry.named.get("where", ()))
        specs[name.value] = ArtifactSpec(name.value, path, where, file.span)
    given = folder / GIVEN_FILE
    if given.is_file():
        specs.setdefault("given", ArtifactSpec("given", given, (), None, Kind.GIVEN))
    return specs, tuple(problems)


def _files(folder: Path, project: Project, record: Record) -> tuple[Path | None, Path | None, tuple[Diagnostic, ...]]:
    """The main file and the baseline, where they are named."""
    found: dict[str, Path] = {}
    problems: list[Diagnostic] = []
    for name, hint in (
        ("main", "name the main .tex file"),
        ("baseline", "write it: `paperkit check --write-baseline`"),
    ):
        text = record.single.get(name)
        path = _path(folder, project, f"./{text.value}") if text is not None else None
        if path is not None and path.is_file():
            found[name] = path
        elif text is not None:
            problems.append(problem(text.span, f"{name} {text.value}: there is no such file in the project", hint))
    return found.get("main"), found.get("baseline"), tuple(problems)


def _path(folder: Path, project: Project, file: str) -> Path | None:
    base = folder if file.startswith(("./", "../")) else project.root
    path = Path(os.path.normpath(base / file))
    return path if path.resolve().is_relative_to(project.root.resolve()) else None


def _clashes(report: Report) -> list[Diagnostic]:
    """A name that is an artifact's and a quantity's."""
    return [
        problem(quantity.span, f"{name!r} is the name of an artifact and of a quantity", "give one another name")
        for name, quantity in report.quantities.items()
        if name in report.artifacts
    ]
