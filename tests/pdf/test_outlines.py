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
