"""Letters are known by their looks: a font may draw `slower` and call it `faster`, or `us` and call it `ms`."""

from __future__ import annotations

import random
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest

from paperkit.build.proofread import audit
from paperkit.pdf.file import PdfFile
from paperkit.pdf.letters import LETTERS, _drawn, _others, _own, _set, odd_letters
from paperkit.pdf.sheets import opened
from tests.pdf.test_pages import plain_pdf
from tests.pdf.test_shapes import ALL, more

FAMILIES = ("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "STIXGeneral", "cmr10", "cmss10", "cmtt10", "cmb10")
MOST_LIES = 2000


def page(code: str, drawn: str, mapped: bytes = b"/ToUnicode 6 0 R") -> PdfFile:
    """A page with a font that draws *drawn* where the text says *code*."""
    encoding = b"/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[%d/%s]>>" % (
        ord(code),
        drawn.encode(),
    )
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica" + encoding + mapped + b">>"
    mapping = b"1 begincodespacerange <00> <ff> endcodespacerange " + ALL
    stream = b"<</Length %d>>\nstream\n%s\nendstream" % (len(mapping), mapping)
    return PdfFile(more(plain_pdf(b"BT /F1 12 Tf 20 20 Td (one) Tj ET", font), stream))


def test_an_honest_font_is_silent_with_and_without_a_mapping() -> None:
    assert odd_letters(page("f", "f")) == ()
    assert odd_letters(page("\x80", "s", b"")) == ()


def test_letters_that_a_font_has_not_are_no_other_ones() -> None:
    """It draws the same box for each of them."""
    ink = np.ones((20, 14))
    ink[3:-3, 3:-3] = 0
    drawn = [(letter, ink) for letter in "kxyz"]
    assert list(_own(drawn)) == []
    assert list(_own(drawn[:2])) == drawn[:2]


@pytest.mark.parametrize(("code", "drawn"), [("f", "s"), ("a", "l"), ("m", "u"), ("u", "m"), ("n", "k"), ("S", "T")])
def test_a_font_that_draws_another_letter_is_found(code: str, drawn: str) -> None:
    assert odd_letters(page(code, drawn)) == (("Helvetica", code),)


def test_letters_that_faces_draw_alike_and_capitals_for_small_ones_are_let_pass() -> None:
    assert odd_letters(page("v", "u")) == ()
    assert odd_letters(page("j", "l")) == ()
    assert odd_letters(page("k", "K")) == ()


def test_of_the_fonts_that_come_with_matplotlib_all_are_honest_and_most_lies_are_found(tmp_path: Path) -> None:
    file = _families(tmp_path / "fonts.pdf")
    assert odd_letters(file) == ()
    sheets, raw = _set(file)
    with opened(raw) as document:
        drawn = [one for at, sheet in enumerate(sheets) for one in _drawn(document, at, sheet.high)]
    assert len(drawn) > 50 * len(FAMILIES)
    chosen = random.Random(7)
    lies = [(chosen.choice(LETTERS), letter, ink) for letter, ink in chosen.choices(drawn, k=MOST_LIES)]
    found = _others([(said, ink) for said, letter, ink in lies if said.lower() != letter.lower()])
    assert sum(found) / len(found) > 0.75


def _families(path: Path) -> PdfFile:
    """A page with all letters in many fonts."""
    from matplotlib.figure import Figure

    with mpl.rc_context({"pdf.fonttype": 42, "pdf.compression": 6}):
        figure = Figure()
        for at, family in enumerate(FAMILIES):
            figure.text(0.02, 0.05 + at / 10, LETTERS, family=family, size=6)
        figure.savefig(path)
    return PdfFile(path.read_bytes())


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_the_audit_names_a_font_beside_the_sources_that_draws_other_letters(typeset, tmp_path: Path) -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(Path(mpl.get_data_path(), "fonts", "ttf", "DejaVuSerif.ttf"))
    for one, other in (("f", "s"), ("m", "u")):
        font["glyf"][one], font["glyf"][other] = font["glyf"][other], font["glyf"][one]
    font.save(tmp_path / "liar.ttf")
    text = (
        r'\documentclass{article}\usepackage{paperkit}\font\x="[liar.ttf]" at 10pt\begin{document}'
        r"It takes \pkval{t(n=1).v | .2f}{12.46} {\x ms, which is faster, \pkval{t(n=2).v | .2f}{12.46}.}\end{document}"
    )
    (found,) = audit(typeset(text, {"liar.ttf": (tmp_path / "liar.ttf").read_bytes()})).diagnostics
    assert found.code == "PK504"
    assert found.message.endswith("draws f, m, s like other letters")
