"""Digits are known by their looks: a font may draw a seven and call it a one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import matplotlib as mpl
import pytest

from paperkit.build.proofread import audit
from paperkit.pdf.file import PdfFile
from paperkit.pdf.fonts import twofold
from paperkit.pdf.glyphs import DIGITS
from paperkit.pdf.reading import read_sheets
from paperkit.pdf.shapes import Look, look_at, looks_like
from paperkit.pdf.sheets import char_boxes, char_text, opened, page_of
from tests.pdf.test_pages import plain_pdf

NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
WHOLE = (0.0, 0.0, 576.0, 576.0)


def liar(code: str, drawn: str) -> bytes:
    """A font that draws *drawn* where the text says *code*; any other digit is as it should be."""
    return (
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[%d/%s]>>/ToUnicode 6 0 R>>"
        % (ord(code), NAMES[int(drawn)].encode())
    )


ASKEW = b"0.8 0.6 -0.6 0.8 50 20"
HALF = b"0.7071 0.7071 -0.7071 0.7071 50 20"
LEANING = b"1 0 0.5 1 20 20"


ALL = b"1 beginbfrange <20> <7e> <0020> endbfrange"


def page(
    code: str,
    drawn: str,
    turn: bytes = b"1 0 0 1 20 20",
    more_of_it: bytes = b"",
    key: bytes = b"pk.x",
    codes: bytes = ALL,
) -> bytes:
    """A page that says 12.46 as a bound number."""
    raw = plain_pdf(b"BT /F1 12 Tf %s Tm (12.46) Tj ET %s" % (turn, more_of_it), liar(code, drawn))
    mapping = b"1 begincodespacerange <00> <ff> endcodespacerange " + codes
    stream = b"<</Length %d>>\nstream\n%s\nendstream" % (len(mapping), mapping)
    link = b"/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 200 100]/PK(%s)>>]" % key
    return more(raw.replace(b"/Contents 4 0 R", link + b"/Contents 4 0 R"), stream)


def more(raw: bytes, one: bytes) -> bytes:
    """The page of `plain_pdf` with a sixth object, its references written anew."""
    body = raw[: raw.index(b"xref\n")] + b"6 0 obj\n%s\nendobj\n" % one
    places = [body.index(b"\n%d 0 obj" % number) + 1 for number in range(1, 7)]
    table = b"xref\n0 7\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % at for at in places)
    return body + table + b"trailer\n<</Size 7/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % len(body)


def faults(raw: bytes) -> dict[str, str]:
    (sheet,) = read_sheets(PdfFile(raw))
    assert sheet.text.strip() == "12.46"
    return {sheet.text[at]: fault for at, fault in sheet.faults.items()}


def test_an_honest_font_is_silent() -> None:
    assert faults(page("4", "4")) == {}
    assert faults(page("4", "4", b"0 1 -1 0 50 20")) == {}


@pytest.mark.parametrize(("code", "drawn"), [("1", "7"), ("4", "9"), ("6", "8"), ("2", "3"), ("6", "0")])
def test_a_font_with_other_digits_is_found_upright_and_on_its_side(code: str, drawn: str) -> None:
    assert faults(page(code, drawn)) == {code: "unlike"}
    assert faults(page(code, drawn, b"0 1 -1 0 50 20")) == {code: "unlike"}


def test_of_the_fonts_that_come_with_matplotlib_all_are_honest_and_nearly_every_lie_is_found(tmp_path: Path) -> None:
    looks = list(_looks(tmp_path / "fonts.pdf"))
    assert len(looks) > 150
    assert [digit for digit, look in looks if not looks_like(digit, look, 11)] == []
    lies = [(other, look) for digit, look in looks for other, known in permutations("0123456789", 2) if known == digit]
    found = sum(not looks_like(other, look, 11) for other, look in lies)
    assert found / len(lies) > 0.97


@pytest.mark.parametrize(
    ("codes", "names"),
    [
        (ALL, set()),
        (ALL + b" 1 beginbfchar <90> <0036> endbfchar", {"Helvetica"}),
        (ALL + b" 1 beginbfrange <90> <92> [<0061> <0036> <0062>] endbfrange", {"Helvetica"}),
        (ALL + b" 1 beginbfrange <90> <92> <0035> endbfrange", {"Helvetica"}),
        (ALL + b" 2 beginbfchar <90> <0061> <91> <00360037> endbfchar", set()),
    ],
)
def test_a_font_in_which_two_codes_stand_for_a_digit_is_known_by_name(codes: bytes, names: set[str]) -> None:
    assert twofold(PdfFile(page("4", "4", codes=codes)), DIGITS) == names


def test_of_two_fonts_with_one_name_each_digit_is_looked_at() -> None:
    """The second is the first but for a six that is drawn as a zero, which is as wide and high."""
    raw = page("6", "6", more_of_it=b"BT /F2 12 Tf 56 20 Td (6) Tj ET")
    sixth = raw[raw.index(b"<<", raw.index(b"6 0 obj")) : raw.rindex(b"\nendobj")]
    body = raw[: raw.index(b"6 0 obj")].replace(b"/F1 5 0 R", b"/F1 5 0 R/F2 " + liar("6", "0"))
    (sheet,) = read_sheets(PdfFile(more(body + b"xref\n", sixth)))
    assert sheet.text.split() == ["12.46", "6"]
    assert sheet.faults == {sheet.text.rindex("6"): "unlike"}


@pytest.mark.parametrize("turn", [ASKEW, HALF, LEANING])
def test_what_stands_askew_is_looked_at_upright(turn: bytes) -> None:
    assert faults(page("4", "4", turn)) == {}
    assert faults(page("2", "5", turn)) == {"2": "unlike"}


def test_digits_of_no_number_are_looked_at_and_what_is_drawn_through_them_is_left_out() -> None:
    stroke = b"20 22 m 50 30 l 2 w S"
    assert "unlike" not in faults(page("4", "4", key=b"", more_of_it=stroke)).values()
    assert faults(page("1", "4", key=b"", more_of_it=stroke))["1"] == "unlike"


def test_the_audit_names_a_digit_of_no_number_at_its_page(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "other.pdf").write_bytes(page("1", "7", key=b""))
    found = [each.message for each in audit(tmp_path / "other.pdf").diagnostics if each.code == "PK504"]
    assert found == ["1 in '12.46' on page 1 is drawn like another digit or sign, or like none"]


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_a_font_file_beside_the_sources_that_draws_other_digits_is_found(typeset, tmp_path: Path) -> None:
    """Its table of characters is as it should be, so the text that programs read is, too."""
    from fontTools.ttLib import TTFont

    font = TTFont(Path(mpl.get_data_path(), "fonts", "ttf", "DejaVuSerif.ttf"))
    for one, other in (("six", "nine"), ("period", "comma")):
        font["glyf"][one], font["glyf"][other] = font["glyf"][other], font["glyf"][one]
    font.save(tmp_path / "liar.ttf")
    text = (
        r'\documentclass{article}\usepackage{paperkit}\font\x="[liar.ttf]" at 10pt\begin{document}'
        "\n"
        r"One \pkval{t(n=1).v | .2f}{12.46}."
        "\n\n"
        r"{\x Two \pkval{t(n=2).v | .2f}{12.46}, and of 1969.}\end{document}"
    )
    found = audit(typeset(text, {"liar.ttf": (tmp_path / "liar.ttf").read_bytes()})).diagnostics
    assert [(each.code, each.span.line if each.span.path.endswith(".tex") else 0) for each in found] == [
        ("PK504", 0), ("PK504", 0), ("PK504", 0), ("PK504", 4),
    ]  # fmt: skip
    assert found[-1].message == ".6 of 12.46 on page 1 is drawn like another digit or sign, or like none"


SAID = "-+\u00b1\u00d7.,%\u2030\u2212"


def signs(drawn: str, path: Path, fonts: str = "DejaVu") -> list[tuple[str, bool]]:
    """For each sign of *drawn* in each of the text fonts of matplotlib, whether it looks like that of `SAID` there."""
    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties

    files = sorted(Path(mpl.get_data_path(), "fonts", "ttf").glob(f"{fonts}S*.ttf"))
    figure = Figure(figsize=(8, 8))
    FigureCanvasPdf(figure)
    for at, file in enumerate(one for one in files if "Display" not in one.stem):
        figure.text(0.1, 0.05 + at / 20, " ".join(drawn), fontproperties=FontProperties(fname=file), size=11)
    figure.savefig(path, metadata={"CreationDate": None})
    found = []
    with opened(path.read_bytes()) as document, page_of(document, 0) as (handle, words):
        drawn_ones = [(tuple(box), one) for box, one in zip(char_boxes(words).tolist(), char_text(words), strict=True)
                      if one in drawn]  # fmt: skip
        for at, (box, _) in enumerate(drawn_ones):
            said, look = SAID[at % len(SAID)], look_at(handle, WHOLE, box)
            assert look is not None
            found.append((said, looks_like(said, look, 11)))
    return found


def test_the_signs_of_text_fonts_are_themselves(tmp_path: Path) -> None:
    looks = signs(SAID, tmp_path / "signs.pdf")
    assert len(looks) >= 9 * 8
    assert [sign for sign, well in looks if not well] == []


@pytest.mark.parametrize("drawn", ["+-\u00d7+,.\u2030%+", "\u00d7\u00d7+-%%.,.", ",.,.-+,.\u00d7", "1122334,0"])
def test_a_sign_that_is_drawn_for_another_one_is_found(drawn: str, tmp_path: Path) -> None:
    assert [sign for sign, well in signs(drawn, tmp_path / "signs.pdf") if well] == []


def _looks(path: Path) -> Iterator[tuple[str, Look]]:
    """(digit, look) of the text fonts that come with matplotlib."""
    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties

    fonts = sorted(Path(mpl.get_data_path(), "fonts", "ttf").glob("*.ttf"))
    figure = Figure(figsize=(8, 8))
    FigureCanvasPdf(figure)
    text = [
        font
        for font in fonts
        if "Display" not in font.stem and font.stem.startswith(("DejaVuS", "STIXGeneral", "cmr", "cmb", "cmss", "cmtt"))
    ]
    for at, font in enumerate(text):
        figure.text(0.1, 0.02 + at / len(text), "0123456789", fontproperties=FontProperties(fname=font), size=11)
    figure.savefig(path, metadata={"CreationDate": None})
    with opened(path.read_bytes()) as document, page_of(document, 0) as (handle, words):
        for box, one in zip(char_boxes(words).tolist(), char_text(words), strict=True):
            if one.isdigit() and WHOLE[0] < box[0] and box[3] < WHOLE[3]:
                look = look_at(handle, WHOLE, tuple(box))
                assert look is not None
                yield one, look
