"""What a new report takes over from a former one: its structure, and none of its sentences or numbers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from paperkit.artifacts.store import Store
from paperkit.artifacts.table import Table
from paperkit.config.given import GIVEN_FILE
from paperkit.config.report import REPORT_FILE, Report, find_reports, load_report
from paperkit.config.toc import TOC_FILE, Contract, load_contract
from paperkit.config.yaml import load_yaml
from paperkit.diagnostics.nearest import nearest
from paperkit.errors import PaperkitError
from paperkit.latex.escape import escape_latex
from paperkit.latex.scan import scan
from paperkit.project import Project
from paperkit.render.sections import section_keys
from paperkit.source import SourceFile

_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_HEADING = re.compile(rf"\\(?:sub)*section\*?(?:\[[^\]]*\])?{_GROUP}[ \t]*(?:\\label\{{[^}}]*\}})?")
_PRINTED = re.compile(rf"(\\pk(?:val|claim){_GROUP}){_GROUP}")
_FIGURE = re.compile(r"\\begin\{(figure\*?)\}(.*?)\\end\{\1\}", re.DOTALL)
_GRAPHIC = re.compile(r"\\includegraphics\s*(?:\[[^\]]*\])?\{[^{}]*figures/([^{}/.]+)(?:\.\w+)?\}")
_LABEL = re.compile(r"\\label\{[^}]*\}")
_KEY = re.compile(r"^[A-Za-z_]+(?=\s*:)", re.MULTILINE)


def carried(source: Path, project: Project, date: str) -> dict[str, str | bytes]:
    """Files of a report of *date* with the structure of the one in *source*, by name in its folder.

    Artifacts, quantities, declared values and the scripts of figures come along as they are; toc.md
    as a draft; of the sections the headings and the places of figures. Raises PaperkitError (status 2) where *source*
    holds no report of sections.
    """
    report, contract = _read(source.absolute(), project)
    shown = project.shown(report.folder)
    scripts = {f"figures/{path.name}": path.read_text("utf-8") for path in sorted((source / "figures").glob("*.py"))}
    captions = {Path(name).stem: _caption(Path(name).stem, text) for name, text in scripts.items()}
    keys = section_keys(report, contract)
    opening = _opening(report, project)
    first = next((key for key in keys if key != "abstract"), "")
    sections = {
        f"sections/{key}.tex.j2": _section(report.folder, key, captions, shown, opening if key == first else "")
        for key in keys
    }
    given, bibliography = report.folder / GIVEN_FILE, report.folder / "references.bib"
    more: dict[str, str | bytes] = {}
    if given.is_file():
        more[GIVEN_FILE] = f"# From {shown}: see that each value still holds.\n{given.read_text('utf-8')}"
    if bibliography.is_file():
        more[bibliography.name] = bibliography.read_bytes()
    return {
        REPORT_FILE: _configuration(report, date, project),
        TOC_FILE: _contract(report.folder, contract, keys, shown),
        **sections,
        **scripts,
        **more,
    }


def _read(source: Path, project: Project) -> tuple[Report, Contract | None]:
    if not (source / REPORT_FILE).is_file():
        known = [project.shown(path) for path in find_reports(project)]
        hint = nearest(project.shown(source), known) or f"reports here: {', '.join(known) or 'none'}"
        raise PaperkitError(f"{project.shown(source)}: no {REPORT_FILE}", hint)
    report, problems = load_report(source, project)
    if report is None:
        raise PaperkitError(f"{problems[0].message}", f"run `paperkit check {project.shown(source)}`")
    return report, load_contract(source, project)[0]


def _configuration(report: Report, date: str, project: Project) -> str:
    """report.yaml with today's date, without the subtitle, which says what the former report was about."""
    text = report.source.text
    spans = [spec.span for spec in report.artifacts.values() if spec.span is not None]
    for span in sorted(spans, key=lambda each: each.start, reverse=True):
        if span.text.strip("\"'").startswith("."):
            path = next(spec.path for spec in report.artifacts.values() if spec.span == span)
            text = text[: span.start] + project.shown(path) + text[span.end :]
    marks = [found.start() for found in _KEY.finditer(text)] + [len(text)]
    blocks = [text[: marks[0]], *(text[a:b] for a, b in pairwise(marks))]
    kept = (block for block in blocks if not block.startswith("subtitle"))
    return "".join(f"date: {date}\n" if re.match(r"date\s*:", block) else block for block in kept)


def _contract(folder: Path, contract: Contract | None, keys: tuple[str, ...], shown: str) -> str:
    """toc.md as a draft: what the former report promised, for a person to change."""
    note = (
        f"<!-- From {shown}, as a draft: nobody has agreed to it yet. Claims are guesses until they are measured. -->\n"
    )
    if contract is None:
        titles = "".join(f"\n## {_title(folder, key)} {{#{key}}}\n\n- purpose: (to be said)\n" for key in keys)
        return f"---\nstate: draft\n---\n\n{note}{titles}"
    body = re.sub(r"\A---\n.*?^---\n", "", contract.source.text, count=1, flags=re.DOTALL | re.MULTILINE)
    return f"---\nstate: draft\n---\n\n{note}\n{body.lstrip()}"


def _title(folder: Path, key: str) -> str:
    text = (folder / f"sections/{key}.tex.j2").read_text("utf-8")
    heading = scan(SourceFile(key, text)).headings
    return heading[0].title if heading else key.replace("-", " ").capitalize()


def _section(folder: Path, key: str, captions: Mapping[str, str], shown: str, opening: str) -> str:
    """The headings and figures of a section, in their order."""
    text = (folder / f"sections/{key}.tex.j2").read_text("utf-8")
    note = f"%# From {shown}: headings and figures alone; its sentences and numbers are to be written anew.\n"
    if r"\begin{abstract}" in text:
        return f"\\begin{{abstract}}\n{note}\\end{{abstract}}\n"
    return _first_line(text) + note + opening + "".join(_pieces(text, captions))


def _first_line(text: str) -> str:
    found = _HEADING.search(text)
    return _plain(found[0]) + "\n" if found else ""


def _pieces(text: str, captions: Mapping[str, str]) -> Iterator[str]:
    first = _HEADING.search(text)
    found = [*_HEADING.finditer(text, first.end() if first else 0), *_FIGURE.finditer(text)]
    for each in sorted(found, key=lambda one: one.start()):
        if each.re is _HEADING:
            yield f"\n{_plain(each[0])}\n"
        else:
            yield from _figure(each, captions)


def _plain(heading: str) -> str:
    """A heading whose markers are unfilled."""
    return _PRINTED.sub(r"\1{}", heading)


def _figure(found: re.Match[str], captions: Mapping[str, str]) -> Iterator[str]:
    """A figure that a script draws; what was said of it is not."""
    graphic, label = _GRAPHIC.search(found[2]), _LABEL.search(found[2])
    if graphic is not None and graphic[1] in captions:
        inside = f"\\centering\n{graphic[0]}\n\\caption{{{captions[graphic[1]]}}}\n{label[0] if label else ''}\n"
        yield f"\n\\begin{{{found[1]}}}\n{inside}\\end{{{found[1]}}}\n"


def _caption(name: str, script: str) -> str:
    """What the script says that it draws, where that states no number."""
    try:
        said = (ast.get_docstring(ast.parse(script)) or "").partition("\n")[0]
    except SyntaxError:
        said = ""
    text = escape_latex(said)
    silent = text and not any(numeral.ungrounded for numeral in scan(SourceFile(name, text)).numerals)
    return text if silent else escape_latex(name.replace("_", " ").capitalize()) + "."


def _opening(report: Report, project: Project) -> str:
    """A first sentence with a number that is always the present one: how many rows a table has."""
    store = Store(project, report.artifacts, load_yaml)
    for name in report.artifacts:
        table = store.artifact(name)
        column = (
            next((each.name for each in table.columns if each.name.isidentifier()), "")
            if isinstance(table, Table)
            else ""
        )
        if column:
            return f"The table \\texttt{{{escape_latex(name)}}} has \\pkval{{count({name}.{column}) | d}}{{}} rows.\n"
    return ""
