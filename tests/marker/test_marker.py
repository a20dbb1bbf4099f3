"""The marker macro under the real engine: in every place that documents put numbers, with the packages they load."""

import os
import re
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from paperkit.errors import PaperkitError
from paperkit.tectonic.bundle import find_bundle
from paperkit.tectonic.compile import compile_tex
from paperkit.tectonic.install import find_engine

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]
HERE = Path(__file__).parent
STYLE = HERE.parent.parent / "templates" / "paperkit.sty"
LANGUAGES = {"ngerman": "texlive-lang-german", "french": "texlive-lang-french"}
"""Debian packages that a trial needs beyond the usual ones."""
TRIALS = sorted(path.name for path in HERE.glob("*.tex"))


def engine_and_bundle(packages=()):
    """The real ones, from the user's cache or got now. Without them: skipped, in CI a failure."""
    try:
        engine = find_engine()
        return engine, find_bundle(engine, packages)
    except PaperkitError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(error.message)


@pytest.fixture(scope="session")
def typeset(tmp_path_factory):
    """Compile a text beside paperkit.sty; gives the pages as (text, links), and what the engine said."""

    def run(text):
        languages = {name: package for name, package in LANGUAGES.items() if name in text}
        folder = tmp_path_factory.mktemp("trial")
        (folder / "paperkit.sty").write_text(STYLE.read_text())
        (folder / "main.tex").write_text(text)
        found = engine_and_bundle(tuple(LANGUAGES.values()) if languages else ())
        done = compile_tex(*found, folder, "main.tex", 1_700_000_000)
        assert done.pdf is not None, done.stderr
        return pages(done.pdf), done.stderr

    return run


def pages(raw):
    """(text, number of link annotations) of each page."""
    document = pypdfium2.PdfDocument(raw)
    try:
        found = []
        for page in document:
            text = page.get_textpage()
            links = sum(
                pdfium.FPDFAnnot_GetSubtype(pdfium.FPDFPage_GetAnnot(page, at)) == pdfium.FPDF_ANNOT_LINK
                for at in range(pdfium.FPDFPage_GetAnnotCount(page))
            )
            found.append((text.get_text_range(), links))
            text.close()
            page.close()
        return found
    finally:
        document.close()


def document(body, preamble=""):
    return (
        f"\\documentclass{{article}}\\usepackage{{paperkit}}{preamble}\\begin{{document}}\n{body}\n\\end{{document}}\n"
    )


@pytest.mark.parametrize("name", TRIALS)
def test_a_trial_compiles_without_a_word_about_annotations(typeset, name):
    found, said = typeset((HERE / name).read_text())
    assert not re.search(r"annotation|special|already defined", said, re.IGNORECASE), said
    assert sum(links for _, links in found) > 0


def test_running_heads_and_contents_carry_no_number_links(typeset):
    found, _ = typeset((HERE / "languages.tex").read_text())
    # contents: its own three lines; second page: eight numbers and a footnote mark; fourth: two numbers
    assert [links for _, links in found] == [3, 9, 0, 2, 0]
    assert "GEWINN 1.68FACH" in found[1][0] and "GAIN DE 12,34 MS" in found[3][0]


def test_an_unfilled_marker_prints_question_marks_and_a_filled_one_its_number(typeset):
    ((text, links),), _ = typeset(document(r"A \pkval{g | d}{} b \pkval{g | d}{12} c \pkclaim{g > 1}{}."))
    assert "A ?? b 12 c ??." in text
    assert links == 3


def test_sisters_print_their_text(typeset):
    ((text, links),), _ = typeset(
        document(r"\pkclaim{g > 1}{twice as fast}, \pkprojected{about \pkval{g | d}{7}}, \pkfree{a name}{42}.")
    )
    assert "twiceasfast,⋄about7⋄,42." in "".join(text.split())
    assert links == 2


def test_an_s_column_sees_the_digits(typeset):
    preamble = r"\usepackage{siunitx}"
    body = r"\begin{tabular}{S[table-format=3.2]}1.5\\\pkval{g | .2f}{12.34}\\\pkval{h | .1f}{836.4}\\\end{tabular}"
    ((text, links),), _ = typeset(document(body, preamble))
    assert "12.34" in text and "836.4" in text and links == 2


def test_pages_of_a_number_are_found_again(typeset):
    body = (
        r"\pkval{g | d}{12}\newpage x\newpage \pkval{g | d}{12} \pkval{h | d}{5}\newpage "
        r"[\pkanchor{g | d}g: \pkpages{g | d}] [\pkanchor{h | d}h: \pkpages{h | d}] [no: \pkpages{n | d}]"
    )
    found, _ = typeset(document(body, r"\usepackage{hyperref}\pkrecordpages"))
    assert "[g: 1, 3] [h: 3] [no: –]" in found[3][0]
    assert found[3][1] == 3


def test_pages_are_right_also_where_siunitx_typesets_a_cell_twice(typeset):
    body = r"\begin{tabular}{S[table-format=2.1]}\pkval{g | .1f}{12.5}\\\end{tabular}\newpage p. \pkpages{g | .1f}."
    found, _ = typeset(document(body, r"\usepackage{siunitx}\pkrecordpages"))
    assert "p. 1." in found[1][0]


def test_a_draft_notice_stands_on_every_page(typeset):
    found, _ = typeset(document(r"a\newpage b", r"\pkdraftnotice{DRAFT: not for the record}"))
    assert all("DRAFT: not for the record" in text for text, _ in found)
