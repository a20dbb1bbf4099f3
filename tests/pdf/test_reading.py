"""A long file is read by several processes, and what is read is the same."""

from __future__ import annotations

import pytest

from paperkit.build.proofread import audit
from paperkit.pdf.file import PdfFile
from paperkit.pdf.kept import kept_text
from paperkit.pdf.reading import MANY, read_sheets, reading
from paperkit.pdf.sheets import Sheet

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]
VALUE = r"\pkval{t(n=1).v | .2f}{12.46}"


def kept(sheets: tuple[Sheet, ...]) -> bytes:
    return kept_text((str(sheet.number), sheet) for sheet in sheets)


def test_pages_links_and_faults_are_those_of_one_process(typeset) -> None:
    pages = [f"Page {VALUE} and \\textcolor{{white}}{{{VALUE}}} of {at}.\\clearpage" for at in range(MANY + 5)]
    pdf = typeset("\n".join((r"\documentclass{article}\usepackage{paperkit,xcolor}\begin{document}", *pages,
                             r"\end{document}")))  # fmt: skip
    file = PdfFile(pdf.read_bytes())
    with reading(file) as read:
        shared = read()
    alone = read_sheets(PdfFile(pdf.read_bytes()))
    assert kept(shared) == kept(alone)
    assert [sheet.links for sheet in shared] == [sheet.links for sheet in alone]
    assert all(sheet.faults for sheet in shared)
    assert len(audit(pdf).diagnostics) == MANY + 5
