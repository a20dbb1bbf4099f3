"""Checks that need a report: its contract, its configuration, severities and declarations."""

from __future__ import annotations

import pytest

from paperkit.build.load import load
from paperkit.checks.run import strictly
from tests.checks.corpus import write
from tests.checks.laid import MAIN, Laid, only, page, rewrite


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
        (
            "a factor",
            r"\pkclaim{gemm(m=64).cycles < gemm(m=256).cycles}{cheaper}, a factor",
            "'cheaper' is claimed, but",
        ),
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


def test_a_claim_that_compares_the_cells_of_a_promised_quantity_is_promised(laid: Laid) -> None:
    page(laid, "a factor", r"\pkclaim{gemm(m=64).cycles < gemm(m=128).cycles}{cheaper}, a factor")
    assert laid.found() == []


def test_a_promised_source_is_met_by_any_name_of_its_file(laid: Laid) -> None:
    both = "  gemm: gemm.csv\n  small: {file: gemm.csv, where: {m: 64}}\n"
    rewrite(laid, "reports/r/report.yaml", "  gemm: gemm.csv\n", both)
    rewrite(laid, "reports/r/toc.md", "sources: gemm", "sources: small")
    assert "PK301" not in [code for code, _ in laid.found()], laid.found()
    rewrite(laid, "reports/r/report.yaml", "file: gemm.csv, where: {m: 64}", "file: planned.csv")
    assert ("PK301", "source small is promised, but section 'gemm' does not use it") in laid.found()


def test_a_draft_contract_holds_for_sections_alone(laid: Laid) -> None:
    rewrite(laid, "reports/r/toc.md", "agreed", "draft")
    rewrite(laid, "reports/r/toc.md", "figures: sweep", "figures: other")
    assert laid.found() == []


def test_a_misspelt_key_is_said_at_its_line(laid: Laid) -> None:
    rewrite(laid, "reports/r/report.yaml", "limits:", "limit:")
    assert only(laid) == ("PK302", "reports/r/report.yaml:8:1", "unknown key 'limit' in reports/r/report.yaml")


def test_more_waivers_than_the_limit_are_said(laid: Laid) -> None:
    page(laid, "a factor", r"\pkfree{age}{12} \pkfree{age}{13}, a factor")
    assert only(laid) == ("PK304", "reports/r/report.yaml:8:1", "2 numbers are waived, but the limit is 1")


def test_declarations_that_nothing_uses_are_said(laid: Laid) -> None:
    rewrite(laid, "reports/r/report.yaml", "  gemm: gemm.csv", "  gemm: gemm.csv\n  spare: planned.csv")
    rewrite(laid, "reports/r/report.yaml", "quantities:", "quantities:\n  loss: gemm(m=64).cycles\n  half: gain / 2")
    write(laid.root, {"reports/r/given.yaml": "batch: {value: 4, unit: request, source: us}\n"})
    found = [each for each in laid.check().diagnostics if each.code == "PK305"]
    assert [(each.message, each.span and each.span.line) for each in found] == [
        ("given value batch is never used", 1),
        ("artifact spare is never used", 6),
        ("2 quantities are never used: loss, half", 8),
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


SEVERITY = "severity:\n  - {{check: {check}, level: {level}{path}}}\nlimits:"


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        (("PK125", "error", ""), ["error"]),
        (("unbound-listing", "error", ", path: reports/r/tex"), ["error"]),
        (("unbound-listing", "error", ", path: 'reports/*/tex/gemm.tex'"), ["error"]),
        (("unbound-listing", "error", ", path: other"), ["warning"]),
        (("PK305", "error", ""), ["warning"]),
    ],
)
def test_severity_is_set_by_check_and_path(laid: Laid, rule: tuple[str, str, str], found: list[str]) -> None:
    page(laid, "a factor", "\n\\begin{verbatim}\n12 ms\n\\end{verbatim}\na factor")
    check, level, path = rule
    rewrite(laid, "reports/r/report.yaml", "limits:", SEVERITY.format(check=check, level=level, path=path))
    assert [str(each.severity) for each in laid.check().diagnostics if each.code == "PK125"] == found


def test_what_a_report_rests_on_cannot_be_lowered(laid: Laid) -> None:
    page(laid, "a factor", "17 cycles more, a factor")
    rewrite(laid, "reports/r/report.yaml", "limits:", SEVERITY.format(check="PK101", level="warning", path=""))
    found = {each.code: str(each.severity) for each in laid.check().diagnostics}
    assert found == {"PK101": "error", "PK302": "error"}


def test_a_check_that_only_warns_can_be_off_and_is_counted(laid: Laid) -> None:
    page(laid, "a factor", "\n\\begin{verbatim}\n12 ms\n\\end{verbatim}\na factor")
    assert [code for code, _ in laid.found()] == ["PK125"]
    rewrite(laid, "reports/r/report.yaml", "limits:", SEVERITY.format(check="PK125", level="off", path=""))
    checked = laid.check()
    assert (checked.diagnostics, checked.counts.off, checked.counts.listed) == ((), 1, 1)
    (found,) = strictly(checked).diagnostics
    assert (found.code, found.message) == ("PK302", "PK125 is off, and hides 1 finding")


def test_a_check_that_is_off_and_finds_nothing_is_silent_under_strict(laid: Laid) -> None:
    rewrite(laid, "reports/r/report.yaml", "limits:", SEVERITY.format(check="PK125", level="off", path=""))
    assert strictly(laid.check()).diagnostics == ()


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


@pytest.mark.parametrize(
    ("name", "place"),
    [("report.yaml", "report.yaml:9:1"), ("toc.md", "toc.md:11:1"), ("given.yaml", "given.yaml:2:1")],
)
def test_a_file_that_is_not_utf8_is_said_at_the_byte(laid: Laid, name: str, place: str) -> None:
    file = laid.root / "reports/r" / name
    before = file.read_bytes() if file.exists() else b"batch: {value: 4, source: us}\n"
    file.write_bytes(before + b"\xff\n")
    (found,) = (each for each in load(laid.root / "reports/r").problems if "UTF-8" in each.message)
    assert (found.code, found.span and found.span.place) == ("PK302", f"reports/r/{place}")


def test_a_figure_that_no_page_shows_is_said(laid: Laid) -> None:
    script = "def figure(evidence):\n    return evidence.rows('gemm')\n"
    write(laid.root, {f"reports/r/figures/{name}.py": script for name in ("sweep", "spare", "_shared")})
    found = [each for each in laid.check().diagnostics if each.code == "PK305"]
    assert [(each.message, each.span and each.span.path) for each in found] == [
        ("figure spare is never used", "reports/r/figures/spare.py")
    ]


def test_a_declared_value_is_judged_once(laid: Laid) -> None:
    write(laid.root, {"reports/r/given.yaml": "batch: {value: 4}\n"})
    page(laid, "a factor", r"with \pkval{given.batch | d}{4} requests, a factor")
    said = [words for _, words in laid.found() if "source" in words]
    assert said == ["batch has no key 'source'"]
