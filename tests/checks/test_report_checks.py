"""Checks that need a report: contract, configuration, outputs, limits, staleness, and the author's places."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from paperkit.artifacts.store import Store
from paperkit.checks.base import Evidence
from paperkit.checks.gather import gather_report
from paperkit.checks.ledgered import ledger_of
from paperkit.checks.run import Checked, run_checks
from paperkit.config.documents import load_documents
from paperkit.config.fields import Text
from paperkit.config.report import load_report
from paperkit.config.toc import load_contract
from paperkit.config.yaml import load_yaml
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.digest import of_bytes
from paperkit.expressions.evaluate import Scope
from paperkit.project import Project
from paperkit.source import SourceFile
from paperkit.tectonic.log import TexError
from tests.checks.corpus import CORPUS, Case, _blocks, git, lay_out, write

REPORT = """\
title: Commands
authors: [Ada]
date: 2026-06-30
artifacts:
  gemm: gemm.csv
quantities:
  gain: gemm(m=128).cycles / gemm(m=64).cycles
limits: {given: 1, waived: 1}
"""
TOC = """\
---
state: agreed
by: Ada
date: 2026-06-30
---
## GEMM {#gemm}
- sources: gemm
- figures: sweep
- tables: cells
- claims: It costs more (`gain`)
"""
PAGE = r"""\section{GEMM}
It takes \pkval{gemm(m=64).cycles | ,d}{1{,}000}~cycles, a factor of \pkval{gain | .2f}{2.46}.
\begin{figure}\includegraphics{figures/sweep}\caption{A sweep}\label{fig:sweep}\end{figure}
\begin{table}\caption{Cells}\label{tab:cells}\end{table}
"""
MAIN = "\\documentclass{article}\\usepackage{paperkit}\n\\begin{document}\n\\input{tex/gemm}\n\\end{document}\n"
Change = Callable[[dict[str, str]], None]


@dataclass
class Laid:
    """A report in a repository, with what render would give for it."""

    root: Path
    pages: dict[str, str]
    options: dict[str, object] = field(default_factory=dict)
    signs: bool = True
    """Whether the contract was agreed to as it lies there."""

    def gather(self) -> Evidence:
        project = Project(self.root)
        report, problems = load_report(self.root / "reports/r", project)
        contract, more = load_contract(self.root / "reports/r", project)
        assert report is not None
        if contract is not None and contract.digest is None and self.signs:
            contract = replace(contract, digest=Text(contract.body_digest, contract.source.whole()))
        quantities = {name: quantity.expression for name, quantity in report.quantities.items()}
        documents, _ = load_documents(report, project)
        scope = Scope(Store(project, report.artifacts, load_yaml), quantities, documents)
        options = {"problems": (*problems, *more), **self.options}
        return gather_report(project, report, contract, scope, self.pages, **options)  # type: ignore[arg-type]

    def check(self) -> Checked:
        return run_checks(self.gather())

    def found(self) -> list[tuple[str, str]]:
        return [(each.code, each.message) for each in self.check().diagnostics]


@pytest.fixture
def laid(tmp_path: Path) -> Laid:
    shared = {name: text for _, name, _, text in _blocks(CORPUS / "evidence.md")[0].blocks}
    pages = {"reports/r/main.tex": MAIN, "reports/r/tex/gemm.tex": PAGE}
    files = {**shared, "reports/r/report.yaml": REPORT, "reports/r/toc.md": TOC, **pages}
    lay_out(Case("", CORPUS, 0, files), tmp_path)
    return Laid(tmp_path, pages, {"figures": {"sweep": ("gemm",)}})


def only(laid: Laid) -> tuple[str, str, str]:
    found = laid.check().diagnostics
    assert len(found) == 1, [(each.code, each.message) for each in found]
    assert found[0].span is not None
    return found[0].code, found[0].span.place, found[0].message


def rewrite(laid: Laid, name: str, old: str, new: str) -> None:
    text = (laid.root / name).read_text()
    assert old in text
    write(laid.root, {name: text.replace(old, new)})


def page(laid: Laid, old: str, new: str) -> None:
    """Change the page as rendered and on disk alike."""
    name = "reports/r/tex/gemm.tex"
    rewrite(laid, name, old, new)
    laid.pages[name] = (laid.root / name).read_text()


def test_a_report_that_keeps_its_contract_is_silent(laid: Laid) -> None:
    checked = laid.check()
    assert checked.diagnostics == ()
    assert (checked.counts.bound, checked.counts.ungrounded) == (2, 0)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (r"\section{GEMM}", r"\section{GEMV}", "the section is titled 'GEMV', but 'GEMM' is promised"),
        (r"\includegraphics{figures/sweep}", "", "figure sweep is promised, but section 'gemm' does not use it"),
        ("figures/sweep}", "figures/other}", "figure other is used, but section 'gemm' does not promise it"),
        (r"\label{tab:cells}", "", "table cells is promised, but section 'gemm' does not use it"),
        (r"\label{fig:sweep}", r"\label{tab:more}", "table more is used, but section 'gemm' does not promise it"),
        (r"\pkval{gain | .2f}{2.46}", r"some size", "the claim rests on gain, but no marker of section 'gemm' uses it"),
        ("a factor", r"\pkclaim{gemm(m=64).cycles < gemm(m=128).cycles}{cheap}, a factor", "'cheap' is claimed, but"),
    ],
)
def test_a_page_that_drifts_from_its_contract_is_said(laid: Laid, old: str, new: str, message: str) -> None:
    page(laid, old, new)
    assert any(code == "PK301" and message in words for code, words in laid.found()), laid.found()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("## GEMM {#gemm}", "## More {#more}\n## GEMM {#gemm}", "section 'more' is promised, but not written"),
        ("{#gemm}", "{#gemv}", "section 'gemm' is written, but not promised"),
        ("sources: gemm", "sources: gemm, adr:0007", "source adr:0007 does not exist"),
        ("(`gain`)", "", "the claim names no quantity, so it cannot be checked"),
    ],
)
def test_a_contract_that_drifts_from_its_report_is_said(laid: Laid, old: str, new: str, message: str) -> None:
    rewrite(laid, "reports/r/toc.md", old, new)
    assert any(code == "PK301" and message in words for code, words in laid.found()), laid.found()


def test_a_draft_contract_holds_for_sections_alone(laid: Laid) -> None:
    rewrite(laid, "reports/r/toc.md", "agreed", "draft")
    rewrite(laid, "reports/r/toc.md", "figures: sweep", "figures: other")
    assert laid.found() == []


def test_a_misspelt_key_is_said_at_its_line(laid: Laid) -> None:
    rewrite(laid, "reports/r/report.yaml", "limits:", "limit:")
    assert only(laid) == ("PK302", "reports/r/report.yaml:8:1", "unknown key 'limit' in reports/r/report.yaml")


def test_an_output_edited_by_hand_is_said_at_its_line(laid: Laid) -> None:
    rewrite(laid, "reports/r/tex/gemm.tex", "{2.46}", "{2.47}")
    code, place, message = only(laid)
    assert (code, message) == ("PK303", "reports/r/tex/gemm.tex is not what its template gives")
    line = (laid.root / "reports/r/tex/gemm.tex").read_text().splitlines()[1]
    assert place == f"reports/r/tex/gemm.tex:2:{line.index('2.47') + 4}"


def test_an_output_that_is_only_older_than_its_template_warns(laid: Laid) -> None:
    name = "reports/r/tex/gemm.tex"
    laid.options["written"] = {name: of_bytes((laid.root / name).read_bytes())}
    laid.pages[name] += "More.\n"
    checked = laid.check()
    assert [(each.code, str(each.severity)) for each in checked.diagnostics] == [("PK307", "warning")]
    assert checked.clean


def test_an_output_that_is_not_there_yet_is_no_edit(laid: Laid) -> None:
    (laid.root / "reports/r/tex/gemm.tex").unlink()
    assert laid.found() == []


def test_more_waivers_than_the_limit_are_said(laid: Laid) -> None:
    page(laid, "a factor", r"\pkfree{age}{12} \pkfree{age}{13}, a factor")
    assert only(laid) == ("PK304", "reports/r/report.yaml:8:1", "2 numbers are waived, but the limit is 1")


def test_an_error_of_the_engine_is_said_at_the_line_of_its_file(laid: Laid) -> None:
    laid.options["tex_errors"] = (TexError("tex/gemm.tex", 2, "Undefined control sequence", "error"),)
    assert only(laid) == ("PK401", "reports/r/tex/gemm.tex:2:1", "Undefined control sequence")


def test_a_generated_page_may_hold_typed_numbers_and_no_other(laid: Laid) -> None:
    name = "reports/r/tex/evidence.tex"
    laid.pages[name] = "\\section{Evidence}\nThere are 12 rows.\n"
    laid.pages["reports/r/main.tex"] = MAIN.replace("{tex/gemm}", "{tex/gemm}\\input{tex/evidence}")
    write(laid.root, {name: laid.pages[name], "reports/r/main.tex": laid.pages["reports/r/main.tex"]})
    laid.options["generated"] = (name,)
    assert laid.found() == []
    laid.options["generated"] = ()
    assert ("PK101", "12 rows is bound to no evidence") in laid.found()


def test_a_page_that_main_does_not_read_is_checked_all_the_same(laid: Laid) -> None:
    laid.pages["reports/r/tex/stray.tex"] = "It takes 17 cycles.\n"
    assert ("PK101", "17 cycles is bound to no evidence") in laid.found()


def test_a_draft_only_warns_of_typed_numbers_and_uncommitted_artifacts(laid: Laid) -> None:
    page(laid, "a factor", "17 cycles more, a factor")
    write(laid.root, {"gemm.csv": (laid.root / "gemm.csv").read_text() + "512,20000,32768,0.2\n"})
    laid.options["draft"] = True
    checked = laid.check()
    assert {(each.code, str(each.severity)) for each in checked.diagnostics} == {
        ("PK101", "warning"),
        ("PK202", "warning"),
    }


def test_a_diagnostic_stands_at_the_template_and_points_at_the_rendered_line(laid: Laid) -> None:
    text = "\n\\VAR{title}\n  It takes \\pkval{gemm(m=\\VAR{m}).cycles | ,d}{1{,}001}~cycles, 17 in all.\n"
    template = SourceFile("reports/r/sections/gemm.tex.j2", text)
    page(laid, "It takes", "It takes \\pkval{gemm(m=64).cycles | ,d}{1{,}001}~cycles, 17 in all. It takes")
    laid.options["origins"] = {"reports/r/tex/gemm.tex": ((template, 2), (template, 3), None, None)}
    found = {each.code: each for each in laid.check().diagnostics}
    wrong, typed = found["PK103"], found["PK101"]
    assert wrong.span is not None
    assert typed.span is not None
    assert (wrong.span.path, wrong.span.text) == (template.path, "1{,}001")
    assert wrong.fix is not None
    assert wrong.fix.span.path == template.path
    assert (typed.span.path, typed.span.text) == (template.path, "17")


def test_an_artifact_deleted_is_said_where_the_report_names_it(laid: Laid) -> None:
    (laid.root / "gemm.csv").unlink()
    assert ("PK201", "gemm.csv does not exist") in laid.found()


def test_an_artifact_older_than_its_harness_is_said(laid: Laid) -> None:
    text = (laid.root / "datapackage.json").read_text()
    stale = '"paperkit:kind": "model", "paperkit:provenance": {"harness": "benches/gone"},'
    write(laid.root, {"datapackage.json": text.replace('"paperkit:kind": "model",', stale)})
    assert any(code == "PK203" for code, _ in laid.found()), laid.found()


def test_what_rendering_found_is_passed_on_whatever_its_code(laid: Laid) -> None:
    span = SourceFile("reports/r/sections/gemm.tex.j2", "x").whole()
    codes = ("PK101", "PK302", "PK403", "PK404", "PK499")
    laid.options["problems"] = tuple(Diagnostic(code, "x", f"what {code} says", span) for code in codes)
    assert laid.found() == [(code, f"what {code} says") for code in codes]


def test_the_ledger_names_markers_cells_and_files(laid: Laid) -> None:
    evidence = laid.gather()
    text = ledger_of(evidence, {"reports/r/main.tex": "sha256:1"})
    data = json.loads(text)
    assert text == ledger_of(laid.gather(), {"reports/r/main.tex": "sha256:1"})
    assert [(each["expression"], each["printed"]) for each in data["markers"]] == [
        ("gemm(m=64).cycles", "1{,}000"),
        ("gain", "2.46"),
    ]
    assert [(each["lines"], each["column"]) for each in data["markers"][1]["cells"]] == [("2-3", "cycles")]
    assert [(each["path"], each["kind"], each["git"]) for each in data["artifacts"]] == [
        ("datapackage.json", "descriptor", "committed"),
        ("gemm.csv", "model", "committed"),
    ]
    assert str(laid.root) not in text


def test_the_numbers_of_a_generated_page_are_no_numbers_checked(laid: Laid) -> None:
    laid.options["generated"] = ("reports/r/tex/gemm.tex",)
    assert "PK111" in {code for code, _ in laid.found()}


def test_a_figure_that_no_script_draws_is_said(laid: Laid) -> None:
    laid.options["figures"] = {}
    assert only(laid)[::2] == ("PK207", "figure sweep is drawn by no script of the report")


def test_a_figure_that_is_not_the_one_that_was_drawn_is_said(laid: Laid) -> None:
    drawn = "reports/r/tex/figures/sweep.pdf"
    write(laid.root, {drawn: "drawn"})
    laid.options["written"] = {drawn: of_bytes(b"drawn")}
    assert laid.found() == []
    write(laid.root, {drawn: "painted"})
    assert only(laid)[::2] == ("PK207", f"{drawn} is not what the last build drew")


def test_a_figure_that_is_older_than_its_artifact_warns(laid: Laid) -> None:
    drawn = "reports/r/tex/figures/sweep.pdf"
    ledger = json.loads(ledger_of(laid.gather(), {drawn: of_bytes(b"drawn")}))
    for each in ledger["artifacts"]:
        each["digest"] = "sha256:0"
    write(laid.root, {drawn: "drawn", "reports/r/ledger.json": json.dumps(ledger)})
    laid.options["written"] = {drawn: of_bytes(b"drawn")}
    checked = laid.check()
    assert [(each.code, each.message) for each in checked.diagnostics] == [
        ("PK207", f"{drawn} was drawn from an older gemm.csv")
    ]
    assert checked.clean


def test_files_in_tex_that_nothing_gives_are_said(laid: Laid) -> None:
    write(laid.root, {"reports/r/tex/left.tex": "Over.", "reports/r/tex/figures/left.png": "picture"})
    assert laid.found() == [
        ("PK207", "reports/r/tex/figures/left.png is drawn by no script of the report"),
        ("PK303", "reports/r/tex/left.tex is given by no template"),
    ]


def test_declarations_that_nothing_uses_are_said(laid: Laid) -> None:
    rewrite(laid, "reports/r/report.yaml", "  gemm: gemm.csv", "  gemm: gemm.csv\n  spare: planned.csv")
    rewrite(laid, "reports/r/report.yaml", "quantities:", "quantities:\n  loss: gemm(m=64).cycles\n  half: gain / 2")
    write(laid.root, {"reports/r/given.yaml": "batch: {value: 4, unit: request, source: us}\n"})
    found = [each for each in laid.check().diagnostics if each.code == "PK305"]
    assert [(each.message, each.span and each.span.line) for each in found] == [
        ("given value batch is never used", 1),
        ("artifact spare is never used", 6),
        ("quantity loss is never used", 8),
        ("quantity half is never used", 9),
    ]


def test_what_only_a_figure_or_a_used_quantity_uses_is_used(laid: Laid) -> None:
    rewrite(laid, "reports/r/report.yaml", "  gemm: gemm.csv", "  gemm: gemm.csv\n  spare: planned.csv")
    rewrite(laid, "reports/r/report.yaml", "gain: gemm(m=128)", "least: gemm(m=64).cycles\n  gain: gemm(m=128)")
    rewrite(laid, "reports/r/report.yaml", "/ gemm(m=64).cycles", "/ least")
    write(laid.root, {"reports/r/figures/sweep.py": "def figure(evidence):\n    evidence.rows('spare')\n"})
    assert [words for code, words in laid.found() if code == "PK305"] == []


def test_sections_in_another_order_than_promised_are_said(laid: Laid) -> None:
    rewrite(laid, "reports/r/toc.md", "## GEMM {#gemm}", "## More {#more}\n## GEMM {#gemm}")
    for name, text in (
        ("tex/more.tex", "\\section{More}\n"),
        ("main.tex", MAIN.replace("}\n\\end", "}\\input{tex/more}\n\\end")),
    ):
        write(laid.root, {f"reports/r/{name}": text})
        laid.pages[f"reports/r/{name}"] = text
    assert only(laid)[::2] == ("PK306", "section 'gemm' stands where 'more' is promised")


def test_a_number_typed_into_the_title_is_said_in_report_yaml(laid: Laid) -> None:
    rewrite(laid, "reports/r/report.yaml", "title: Commands", "title: Commands are 17% faster")
    text = MAIN.replace("\\begin{doc", "\\title{Commands are 17\\% faster}\n\\begin{doc").replace(
        "t}\n\\input", "t}\\maketitle\n\\input"
    )
    write(laid.root, {"reports/r/main.tex": text})
    laid.pages["reports/r/main.tex"] = text
    assert only(laid) == ("PK101", "reports/r/report.yaml:1:21", "17 % is bound to no evidence")


def test_a_document_that_is_superseded_may_not_be_named_without_a_word(laid: Laid) -> None:
    rewrite(laid, "reports/r/report.yaml", "limits:", "sources: [adr/*.md]\nlimits:")
    write(laid.root, {"adr/0003.md": "# ADR-0003: Once\n\nStatus: superseded by ADR-0007\n"})
    git(laid.root, "add", "-A")
    git(laid.root, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--no-gpg-sign", "-m", "document")
    rewrite(laid, "reports/r/toc.md", "sources: gemm", "sources: gemm, adr:0003")
    page(laid, "It takes", "As ADR-0003 says, it takes")
    assert ("PK206", "document 0003 is superseded by 0007, not accepted") in laid.found()
    page(laid, "As ADR-0003 says", "Unlike ADR-0003, which is superseded")
    assert laid.found() == []


SEVERITY = "severity:\n  - {{check: {check}, level: {level}{path}}}\nlimits:"


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        (("PK101", "warning", ""), ["warning"]),
        (("ungrounded-number", "warning", ", path: reports/r/tex"), ["warning"]),
        (("ungrounded-number", "warning", ", path: 'reports/*/tex/gemm.tex'"), ["warning"]),
        (("ungrounded-number", "warning", ", path: other"), ["error"]),
        (("PK103", "warning", ""), ["error"]),
    ],
)
def test_severity_is_set_by_check_and_path(laid: Laid, rule: tuple[str, str, str], found: list[str]) -> None:
    page(laid, "a factor", "17 cycles more, a factor")
    check, level, path = rule
    rewrite(laid, "reports/r/report.yaml", "limits:", SEVERITY.format(check=check, level=level, path=path))
    assert [str(each.severity) for each in laid.check().diagnostics if each.code == "PK101"] == found


def test_a_check_that_only_warns_can_be_off_and_is_counted(laid: Laid) -> None:
    page(laid, "a factor", "\n\\begin{verbatim}\n12 ms\n\\end{verbatim}\na factor")
    assert [code for code, _ in laid.found()] == ["PK125"]
    rewrite(laid, "reports/r/report.yaml", "limits:", SEVERITY.format(check="PK125", level="off", path=""))
    checked = laid.check()
    assert (checked.diagnostics, checked.counts.off, checked.counts.listed) == ((), 1, 1)


@pytest.mark.parametrize(
    ("check", "level", "message"),
    [
        ("PK101", "off", "PK101 ungrounded-number is an error and cannot be off"),
        ("PK999", "error", "no check is called 'PK999'"),
        ("PK101", "loud", "level is 'loud', but takes error, warning, off"),
    ],
)
def test_a_rule_that_fits_no_check_is_said(laid: Laid, check: str, level: str, message: str) -> None:
    rewrite(laid, "reports/r/report.yaml", "limits:", SEVERITY.format(check=check, level=level, path=""))
    assert only(laid)[::2] == ("PK302", message)


def test_each_use_of_the_vocabulary_is_counted(laid: Laid) -> None:
    rewrite(laid, "reports/r/report.yaml", "limits:", "vocabulary: [Zorn 7, Zorn 9]\nlimits:")
    page(laid, "a factor", "on a Zorn 7 and again a Zorn 7, a factor")
    checked = laid.check()
    assert checked.diagnostics == ()
    assert checked.counts.named == (("Zorn 7", 2),)


def test_a_vocabulary_names_things_and_no_numbers(laid: Laid) -> None:
    rewrite(laid, "reports/r/report.yaml", "limits:", "vocabulary: ['2048']\nlimits:")
    assert only(laid)[::2] == ("PK302", "'2048' is a number and no name; it would hide every 2048")


def test_a_marker_that_came_to_another_value_is_said(laid: Laid) -> None:
    laid.pages["reports/r/tex/gemm.tex"] = PAGE.replace("gemm(m=64).cycles", "gemm(m=1000).cycles")
    write(laid.root, {"gemm.csv": (laid.root / "gemm.csv").read_text() + "1000,1000,1,1\n"})
    message = "1{,}000 stands where it stood, but is gemm(m=1000).cycles; it was gemm(m=64).cycles"
    assert ("PK126", message) in laid.found()


def test_a_quantity_that_came_to_another_value_is_said(laid: Laid) -> None:
    write(laid.root, {"reports/r/ledger.json": ledger_of(laid.gather())})
    rewrite(laid, "reports/r/report.yaml", "/ gemm(m=64).cycles", "/ min(gemm.cycles)")
    message = "2.46 stands where it stood, but is gemm(m=128).cycles / min(gemm.cycles); it was gemm(m=128).cycles"
    assert any(code == "PK126" and words.startswith(message) for code, words in laid.found())


def test_a_value_with_a_name_of_its_own_is_no_other(laid: Laid) -> None:
    write(laid.root, {"reports/r/ledger.json": ledger_of(laid.gather())})
    laid.pages["reports/r/tex/gemm.tex"] = PAGE.replace("gain |", "speedup(gemm(m=128).cycles, gemm(m=64).cycles) |")
    assert "PK126" not in [code for code, _ in laid.found()]
