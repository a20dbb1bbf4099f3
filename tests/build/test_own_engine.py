r"""A paper that was written for pdfTeX, as it is compiled here: what names the engine goes, and nothing else."""

from __future__ import annotations

import pytest

from paperkit.build.own_engine import INFORMATION, before, for_engine


@pytest.mark.parametrize(
    ("written", "laid"),
    [
        (r"\usepackage[pdftex]{graphicx}", r"\usepackage[]{graphicx}"),
        (r"\usepackage[dvips,final]{graphicx}", r"\usepackage[final]{graphicx}"),
        (r"\documentclass[a4paper,pdftex]{article}", r"\documentclass[a4paper]{article}"),
        (r"\PassOptionsToPackage{pdftex}{xcolor}", r"\PassOptionsToPackage{}{xcolor}"),
        (r"\pdfoutput=1", r"\relax"),
        (r"\pdfminorversion 4 ", r"\relax "),
        (r"\input{glyphtounicode}", r"\relax"),
        ("\\input glyphtounicode\n", "\\relax\n"),
        (r"\usepackage[latin1]{inputenc}", r"\usepackage[utf8]{inputenc}"),
    ],
)
def test_what_names_another_engine_goes(written: str, laid: str) -> None:
    assert for_engine(written) == laid


@pytest.mark.parametrize(
    "text",
    [
        r"\usepackage[colorlinks]{hyperref}",
        r"\usepackage{pdftexcmds}",
        r"\ifnum\pdfoutput=1 a\fi",
        r"\the\pdfoutput",
        r"\pdfoutputting 4",
        r"\input{glyphs}",
        "the driver dvips, and pdftex",
    ],
)
def test_all_else_stays(text: str) -> None:
    assert for_engine(text) == text


def test_lines_stay_lines() -> None:
    text = "\\usepackage[%\n  colorlinks,\n  pdftex\n]{hyperref}\n"
    assert for_engine(text).count("\n") == text.count("\n")


def test_a_record_written_by_hand_gets_its_macro() -> None:
    assert before(r"\pdfinfo{/Title (A)}") == INFORMATION
    assert before(r"\pdfinformation") == ""
