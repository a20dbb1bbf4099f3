"""Letters are known by their looks: a font may draw `slower` and call it `faster`, or `us` and call it `ms`."""

from __future__ import annotations

import random
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest

from paperkit.build.proofread import audit
from paperkit.pdf.file import PdfFile
from paperkit.pdf.letters import odd_letters, odd_texts
from paperkit.pdf.specimens import LETTERS, Specimen, faces
from tests.pdf.test_pages import plain_pdf
from tests.pdf.test_shapes import ALL, more

FAMILIES = ("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "STIXGeneral", "cmr10", "cmss10", "cmtt10", "cmb10")
MOST_LIES = 300
Specimens = tuple[Specimen, ...]


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
    ink = np.full((20, 14), 255.0)
    ink[3:-3, 3:-3] = 0
    drawn = [Specimen(letter, ink, 0.0, 0.5) for letter in "kxyz"]
    assert odd_texts(drawn) == []
    assert odd_texts(drawn[:2]) == ["k", "x"]


@pytest.mark.parametrize(("code", "drawn"), [("f", "s"), ("a", "l"), ("m", "u"), ("u", "m"), ("n", "k"), ("S", "T")])
def test_a_font_that_draws_another_letter_is_found(code: str, drawn: str) -> None:
    assert odd_letters(page(code, drawn)) == (("Helvetica", code),)


def test_capitals_for_small_ones_and_bars_for_bars_are_let_pass() -> None:
    assert odd_letters(page("k", "K")) == ()
    assert odd_letters(page("l", "I")) == ()


def test_of_the_fonts_that_come_with_matplotlib_all_are_honest_and_most_lies_are_found(tmp_path: Path) -> None:
    file = _families(tmp_path / "fonts.pdf")
    assert odd_letters(file) == ()
    known = [face.specimens for face in faces(file)]
    assert len(known) == len(FAMILIES)
    chosen = random.Random(7)
    lies = [lie(chosen, chosen.choice(known)) for _ in range(MOST_LIES)]
    assert sum(bool(odd_texts(one)) for one in lies) / len(lies) > 0.97


PAIRS = ("il", "uv", "ao", "ad", "co", "hn", "hb", "nu", "ij", "pq", "bd", "vy", "ft")
"""Letters that are much alike."""


@pytest.mark.parametrize("pair", PAIRS)
def test_letters_that_are_alike_are_told_apart_in_nearly_every_font(pair: str, letters_of: list[Specimens]) -> None:
    for one, other in (pair, pair[::-1]):
        there = [face for face in letters_of if {one, other} <= {each.text for each in face}]
        found = sum(bool(odd_texts(renamed(face, {one: other, other: one}))) for face in there)
        assert found >= len(there) - 1, (one, other)


@pytest.fixture(scope="module")
def letters_of(tmp_path_factory: pytest.TempPathFactory) -> list[Specimens]:
    return [face.specimens for face in faces(_families(tmp_path_factory.mktemp("fonts") / "fonts.pdf"))]


def renamed(face: Specimens, names: dict[str, str]) -> Specimens:
    """*face* whose letters are called by other *names*."""
    return tuple(one._replace(text=names.get(one.text, one.text)) for one in face)


def lie(chosen: random.Random, face: Specimens) -> Specimens:
    """*face* with one letter that is drawn as another one."""
    said, drawn = chosen.sample([one for one in face if one.text in LETTERS], 2)
    if said.text.lower() == drawn.text.lower() or {said.text, drawn.text} <= set("Il"):
        return lie(chosen, face)
    return tuple(drawn._replace(text=said.text) if one is said else one for one in face)


@pytest.mark.parametrize(("code", "drawn"), [("B", "eight"), ("q", "nine"), (";", "five"), ("?", "two"), ('"', "four")])
def test_what_is_no_digit_and_is_drawn_like_one_is_found(code: str, drawn: str) -> None:
    assert odd_letters(page(code, drawn)) == (("Helvetica", code),)


def test_signs_that_are_like_digits_by_nature_are_silent() -> None:
    for code, name in (("?", "question"), ("&", "ampersand"), ("%", "percent"), ("S", "S"), ("Z", "Z")):
        assert odd_letters(page(code, name)) == ()


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
    assert found.message.endswith("draws f, m, s like other characters")
