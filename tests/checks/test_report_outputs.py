"""Checks that need a report: outputs, figures, artifacts, the ledger, and the author's places."""

from __future__ import annotations

import json

import pytest

from paperkit.checks.ledgered import ledger_of
from paperkit.checks.tree import check_tree
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.diagnostics.text import as_text
from paperkit.digest import of_bytes
from paperkit.source import SourceFile
from paperkit.tectonic.log import TexError
from tests.checks.corpus import git, write
from tests.checks.laid import MAIN, PAGE, Laid, only, page, rewrite


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


def test_an_outdated_output_is_said_where_its_author_wrote_the_first_line_that_differs(laid: Laid) -> None:
    name = "reports/r/tex/gemm.tex"
    laid.options["written"] = {name: of_bytes((laid.root / name).read_bytes())}
    first, second, *rest = laid.pages[name].split("\n")
    laid.pages[name] = "\n".join((first, f"{second} More.", *rest))
    template = SourceFile("reports/r/sections/gemm.tex.j2", f"A macro.\n{laid.pages[name]}")
    laid.options["origins"] = {name: tuple((template, line) for line in range(2, len(rest) + 4))}
    code, place, _ = only(laid)
    assert (code, place) == ("PK307", "reports/r/sections/gemm.tex.j2:3:1")


def test_an_output_that_is_not_there_yet_is_no_edit(laid: Laid) -> None:
    (laid.root / "reports/r/tex/gemm.tex").unlink()
    assert laid.found() == []


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
    hints = {each.hint for each in laid.check().diagnostics if each.code == "PK203"}
    assert hints == {"benches/gone/bench.yaml is gone: put the harness back, or take out what it wrote"}
    write(laid.root, {"benches/gone/bench.yaml": "no: harness\n"})
    hints = {each.hint for each in laid.check().diagnostics if each.code == "PK203"}
    assert hints == {"run `paperkit bench run gone` and commit its artifacts"}


def test_what_rendering_found_is_passed_on_whatever_its_code(laid: Laid) -> None:
    span = SourceFile("reports/r/sections/gemm.tex.j2", "x").whole()
    codes = ("PK101", "PK302", "PK403", "PK404", "PK499")
    laid.options["problems"] = tuple(Diagnostic(code, "x", f"what {code} says", span) for code in codes)
    assert laid.found() == [(code, f"what {code} says") for code in codes]


@pytest.mark.parametrize(
    "included",
    [
        r"\includegraphics{other/sweep}", r"\includegraphics{figures/sweep.png}", r"\includepdf{figures/mine.pdf}",
        r"\pgfimage{figures/mine}", r"\includegraphics{../r2/tex/figures/sweep}",
    ],
)  # fmt: skip
def test_a_figure_s_name_in_another_place_is_not_the_figure(laid: Laid, included: str) -> None:
    page(laid, r"\includegraphics{figures/sweep}", included)
    assert "PK207" in [each.code for each in laid.check().diagnostics]


@pytest.mark.parametrize("path", ["sweep", "figures/sweep.pdf", "tex/figures/sweep", "./figures/sweep"])
def test_a_figure_is_included_from_where_the_build_lays_it(laid: Laid, path: str) -> None:
    page(laid, "{figures/sweep}", f"{{{path}}}")
    assert laid.found() == []


SCRIPT = """\
def figure(evidence):
    sizes, cycles = evidence.column("gemm.m"), evidence.column("gemm.cycle")
    least = evidence.text("gemm(m=65).cycles | ,d")
    return evidence.rows("gemms"), evidence.text(f"gemm(m={sizes[0]}).cycles | ,d"), least, cycles
"""


def _asks(laid: Laid) -> list[tuple[str, str]]:
    return [(each.span.place, each.message) for each in laid.check().diagnostics if each.code == "PK404" and each.span]


def test_what_a_figure_asks_for_in_vain_is_said_before_it_is_drawn(laid: Laid) -> None:
    write(laid.root, {"reports/r/figures/sweep.py": SCRIPT})
    assert _asks(laid) == [
        ("reports/r/figures/sweep.py:2:64", "the figure asks for gemm.cycle: gemm has no column cycle"),
        ("reports/r/figures/sweep.py:3:27", "the figure asks for gemm(m=65).cycles | ,d: no row of gemm has m=65"),
        ("reports/r/figures/sweep.py:4:26", "the figure asks for gemms: no artifact is called 'gemms'"),
    ]


def test_what_a_figure_asks_for_is_not_evaluated_where_it_has_an_answer_or_drawing_failed_already(laid: Laid) -> None:
    sound = SCRIPT.replace('gemm.cycle"', 'gemm.cycles"').replace("m=65", "m=64").replace("gemms", "gemm")
    write(laid.root, {"reports/r/figures/sweep.py": sound, "reports/r/figures/_shared.py": SCRIPT})
    assert _asks(laid) == []
    write(laid.root, {"reports/r/figures/sweep.py": SCRIPT})
    drawn = Diagnostic("PK404", "x", "it has no column", SourceFile("reports/r/figures/sweep.py", SCRIPT).whole())
    laid.options["problems"] = (drawn,)
    assert [message for _, message in _asks(laid)] == ["it has no column"]


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
    assert checked.diagnostics[0].hint == "run `paperkit build reports/r`"
    assert checked.clean


def test_files_in_tex_that_nothing_gives_are_said(laid: Laid) -> None:
    write(laid.root, {"reports/r/tex/left.tex": "Over.", "reports/r/tex/figures/left.png": "picture"})
    assert laid.found() == [
        ("PK207", "reports/r/tex/figures/left.png is drawn by no script of the report"),
        ("PK303", "reports/r/tex/left.tex is given by no template"),
    ]


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


def test_an_artifact_that_is_a_link_out_of_the_project_is_not_read_and_not_shown(laid: Laid) -> None:
    secret = laid.root.parent / "secret.csv"
    secret.write_text("m,cycles\n64,hidden\n")
    (laid.root / "gemm.csv").unlink()
    (laid.root / "gemm.csv").symlink_to(secret)
    marker = r"\pkval{gemm(m=64).cycles | d}{1}"
    write(laid.root, {"x.tex": rf"\documentclass{{article}}\begin{{document}}{marker}\end{{document}}"})
    found = check_tree(laid.root / "x.tex").diagnostics
    facts = {(each.code, each.message) for each in found}
    assert ("PK201", "gemm.csv lies outside the project") in facts
    assert not any(code == "PK202" for code, _ in facts)
    assert "hidden" not in as_text(found)
