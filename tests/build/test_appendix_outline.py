"""A check reads the appendix that paperkit wrote for its labels alone; what a person wrote of it, it reads whole."""

from __future__ import annotations

from dataclasses import replace

from paperkit.build.load import load
from paperkit.build.prepare import check_report, prepare
from paperkit.project import package_templates
from tests.build.project import Mini

APPENDIX = "reports/tail/tex/evidence.tex"


def codes(mini: Mini) -> list[tuple[str, str]]:
    return [(each.code, each.message) for each in check_report(mini.report).diagnostics]


def test_the_verdict_is_that_of_the_whole_appendix(built: Mini) -> None:
    short, whole = check_report(built.report), prepare(load(built.report)).checked
    assert (short.diagnostics, short.counts) == (whole.diagnostics, whole.counts)
    assert [replace(each, marker=None) for each in short.evidence.judged] == [
        replace(each, marker=None) for each in whole.evidence.judged
    ]
    assert [label.span.place for label in short.evidence.documents[0].labels] == [
        label.span.place for label in whole.evidence.documents[0].labels
    ]
    assert len(short.evidence.documents[0].numerals) < len(whole.evidence.documents[0].numerals)


def test_a_digit_changed_in_it_is_told(built: Mini) -> None:
    page = built.report / "tex/evidence.tex"
    assert "12.46" in page.read_text()
    built.edit(page, "12.46", "12.47")
    assert ("PK303", f"{APPENDIX} is not what its template gives") in codes(built)


def test_an_appendix_of_the_project_s_own_is_read_whole(mini: Mini) -> None:
    own = mini.root / "templates/evidence.tex.j2"
    own.parent.mkdir(exist_ok=True)
    text = (package_templates() / "evidence.tex.j2").read_text()
    own.write_text(text.replace("Each number", r"See \cref{sec:nowhere}. Each number", 1))
    assert "PK403" not in [code for code, _ in codes(mini)]
    assert any("sec:nowhere" in message for _, message in codes(mini))
