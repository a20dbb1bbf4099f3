"""Numbers that are drawn as lines: a reader reads them, and no program that reads text does."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from paperkit.build.proofread import audit
from paperkit.pdf.file import PdfFile
from paperkit.pdf.reading import read_sheets
from tests.pdf.test_pages import plain_pdf

FRAMES = (
    b"20 20 8 10 re S 40 20 m 45 20 l 47 22 l 47 28 l 45 30 l 40 30 l 38 28 l 38 22 l h S "
    b"60 25 m 60 28 65 28 65 25 c 65 22 60 22 60 25 c h S 80 20 m 90 20 l 1 w S "
    b"100 20 m 103 26 106 26 109 20 c 112 14 115 14 118 20 c 121 26 124 26 127 20 c 130 14 133 14 136 20 c "
    b"139 26 142 26 145 20 c 148 14 151 14 154 20 c S"
)
"""A frame, one with round corners, a circle, a rule, a wave."""


def path(text: str, family: str, size: float) -> str:
    """PDF's operators for the outlines of *text*."""
    operators: list[str] = []
    here = np.zeros(2)
    for points, code in TextPath((0, 0), text, size=size, prop=FontProperties(family=family)).iter_segments():
        if code == 3:  # a curve of second degree, as TrueType has them
            middle, end = points[:2], points[2:]
            points = np.concatenate([here + 2 / 3 * (middle - here), end + 2 / 3 * (middle - end), end])
        operators.append(
            " ".join(f"{one:.3f}" for one in points if code != 79) + {1: " m", 2: " l", 79: " h"}.get(code, " c")
        )
        here = points[-2:]
    return " ".join(operators) + " f"


@pytest.mark.parametrize("family", ["DejaVu Serif", "DejaVu Sans", "STIXGeneral", "cmr10"])
@pytest.mark.parametrize("text", ["27.4", "38", "7"])
def test_a_number_in_outlines_is_seen_and_nothing_else_is_read(family: str, text: str) -> None:
    content = f"1 0 0 1 20 20 cm {path(text, family, 10)}".encode()
    (sheet,) = read_sheets(PdfFile(plain_pdf(content)))
    digits = [digit for found, _ in sheet.outlines for digit in found]
    left = iter(text)
    assert digits
    assert all(digit in left for digit in digits)


def test_frames_circles_rules_waves_and_letters_are_no_digits() -> None:
    letters = f" q 1 0 0 1 20 60 cm {path('MENU', 'DejaVu Sans', 10)} Q".encode()
    (sheet,) = read_sheets(PdfFile(plain_pdf(FRAMES + letters)))
    assert sheet.outlines == ()


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_the_audit_names_a_number_that_latex_draws(typeset) -> None:
    drawn = rf"\special{{pdf:content {path('7.31', 'cmr10', 10)}}}\hspace{{2em}}"
    text = r"\documentclass{article}\usepackage{paperkit}\begin{document}%s \pkval{t(n=1).v | .2f}{12.46}\end{document}"
    assert [each.code for each in audit(typeset(text % "It takes")).diagnostics] == []
    found = audit(typeset(text % f"It takes {drawn} or")).diagnostics
    assert [each.code for each in found] == ["PK506"]
    assert found[0].message.startswith("page 1: 731 in 'lines drawn at ")


def strokes(*lines: str) -> str:
    """Lines in TikZ between points on a grid of one by two, as high as a digit of the text."""
    drawn = "".join(rf"\draw {line};" for line in lines)
    return rf"\tikz[x=.33em,y=.33em,line width=.06em]{{{drawn}}}"


RULES = (("0", "0", ".38", ".05"), ("0", ".33", ".38", ".05"), ("0", ".66", ".38", ".05"), ("0", "0", ".05", ".33"),
         (".33", ".33", ".05", ".38"))  # fmt: skip
"""A two of five rules: where each begins, how wide and high it is, in ems."""
RULED = "".join(rf"\rlap{{\hspace{{{x}em}}\rule[{y}em]{{{wide}em}}{{{high}em}}}}" for x, y, wide, high in RULES)
SEVEN = strokes("(0,2)--(1,2)", "(1,2)--(.4,0)")
FOUR = strokes("(.75,2)--(0,.6)", "(0,.6)--(1,.6)", "(.75,2)--(.75,0)")
FIVE = strokes("(1,2)--(0,2)", "(0,2)--(0,1)", "(0,1)--(1,1)", "(1,1)--(1,0)", "(1,0)--(0,0)")


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_digits_of_several_strokes_and_numbers_of_noughts_and_ones_are_read_beside_text(typeset) -> None:
    lines = {
        "7": SEVEN, "4": FOUR, "5": FIVE, "2": RULED + r"\hspace{.5em}",
        "10": rf"\special{{pdf:content {path('10', 'cmr10', 10)}}}\hspace{{1.2em}}",
        "0": rf"\special{{pdf:content {path('0', 'cmr10', 10)}}}\hspace{{.7em}}",
    }  # fmt: skip
    body = "\n\n".join(f"It takes {one} of it." for one in lines.values())
    text = r"\documentclass{article}\usepackage{tikz,paperkit}\begin{document}\pkval{t(n=1).v | .2f}{12.46}"
    (sheet,) = read_sheets(PdfFile(typeset(f"{text}\n\n{body}\n\\end{{document}}").read_bytes()))
    found = sorted(sheet.outlines, key=lambda one: -one[1][1])
    assert [digits for digits, _ in found] == list(lines)


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_frames_arrows_marks_and_roots_beside_text_are_no_digits(typeset) -> None:
    shapes = (
        r"\fbox{a}", r"\fbox{\rule{0pt}{1ex}\hspace{.5ex}}", r"\rule{.5pt}{1.5ex}", r"\tikz\draw (0,0) circle (.9ex);",
        r"\tikz\draw[->] (0,0)--(.4,.2);", r"\tikz\draw[rounded corners=1pt] (0,0) rectangle (.25,.25);",
        r"\tikz\draw (0,.1)--(.1,0)--(.3,.3);", r"\tikz\draw (0,0)--(.2,.2)(0,.2)--(.2,0);", r"$\sqrt{x}$",
        r"\underline{b}", r"\tikz\fill (0,0) circle (.6ex);", r"\tikz\draw (0,0)--(.1,.3)--(.2,0)--cycle;",
        r"\tikz\draw (.1,0)--(.1,.3)(0,.3)--(.2,.3);", r"\tikz\draw[dashed] (0,0)--(1,0);", r"$\overline{x}$",
        r"\begin{tabular}{|c|c|}\hline a & b\\\hline\end{tabular}",
    )  # fmt: skip
    body = "\n\n".join(f"It takes {one} of it." for one in shapes)
    text = r"\documentclass{article}\usepackage{tikz,paperkit}\begin{document}\pkval{t(n=1).v | .2f}{12.46}"
    (sheet,) = read_sheets(PdfFile(typeset(f"{text}\n\n{body}\n\\end{{document}}").read_bytes()))
    assert sheet.outlines == ()
