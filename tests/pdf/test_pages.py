"""What is found on pages and figures alone: question marks, fonts, figures with more than their record says."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from paperkit.build.proofread import audit
from paperkit.checks.expected import expected_of
from paperkit.checks.tree import check_tree
from paperkit.errors import PaperkitError
from paperkit.pdf.figures import Drawn, beyond
from paperkit.pdf.file import PdfFile
from paperkit.pdf.proof import read_proof
from paperkit.pdf.reading import read_sheets

pytestmark = [pytest.mark.timeout(600)]


def codes(pdf: Path) -> dict[str, str]:
    return {each.code: each.message for each in audit(pdf).diagnostics}


def picture(*texts: str) -> bytes:
    """A drawing with these texts."""
    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.figure import Figure

    figure = Figure(figsize=(2, 1))
    FigureCanvasPdf(figure)
    for at, text in enumerate(texts):
        figure.text(0.1, 0.1 + 0.3 * at, text)
    stream = io.BytesIO()
    figure.savefig(stream, format="pdf", metadata={"CreationDate": None})
    return stream.getvalue()


def plain_pdf(content: bytes, font: bytes = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>") -> bytes:
    """A page as other tools write it: plain cross references, a font that the file does not hold."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>",
        b"<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(content), content),
        font,
    ]
    raw, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(raw))
        raw += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % at for at in places)
    return raw + table + b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(raw))


TEXT = r"\documentclass{article}\usepackage{paperkit,graphicx}\begin{document}%s\end{document}"


@pytest.mark.tectonic
def test_question_marks_and_characters_without_a_glyph_are_found(typeset) -> None:
    pdf = typeset(TEXT % r"See \ref{nowhere}, and 漢 of \pkval{t(n=1).v | .2f}{12.46}.")
    assert set(codes(pdf)) == {"PK508", "PK509"}


@pytest.mark.tectonic
def test_a_figure_that_is_as_its_record_says_is_silent_and_anything_over_it_is_found(typeset) -> None:
    own = picture("latency 12.5", "40", "80")
    bound = r"\pkval{t(n=1).v | .2f}{12.46} "
    clean = typeset(TEXT % (bound + r"\includegraphics{one.pdf}"), {"one.pdf": own})
    assert codes(clean) == {}
    evidence = check_tree(clean.with_suffix(".tex")).evidence

    def unsaid(*texts: str) -> list[str]:
        expected = expected_of(evidence, (Drawn("one", own, texts),))
        file = PdfFile(clean.read_bytes())
        return [one.digits for one in read_proof(file, "main.pdf", expected, lambda: read_sheets(file)).unsaid]

    assert unsaid("latency 12.5", "40", "80") == []
    assert unsaid("latency 12.5", "40") == ["80"]
    over = typeset(TEXT % (bound + r"\includegraphics{one.pdf}\llap{7\hspace{2cm}}"), {"one.pdf": own})
    assert set(codes(over)) == {"PK507"}


@pytest.mark.tectonic
@pytest.mark.parametrize(
    "words", [r"\textcolor{white}{not} so", r"not so\tikz[overlay]{\fill[white] (-2em,-.1) rectangle (0,.3);}"]
)
def test_words_that_nobody_can_see_are_found_and_those_on_a_ground_are_silent(typeset, words: str) -> None:
    text = TEXT.replace("graphicx}", "graphicx,tikz}") % (r"It is \pkval{t(n=1).v | .2f}{12.46}, which is %s in all.")
    assert codes(typeset(text % r"\colorbox{black}{\textcolor{white}{not so}}")) == {}
    assert "does not stand out" in codes(typeset(text % words))["PK504"]


def test_each_known_digit_accounts_for_one() -> None:
    assert beyond("50\r\n10\r\n6 and 50", ("50", r"$\mathdefault{10^{6}}$")) == ("50",)


def test_a_pdf_of_another_tool_is_read_without_sources(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    pdf = tmp_path / "other.pdf"
    pdf.write_bytes(plain_pdf(b"BT /F1 12 Tf 20 50 Td (see ?? in 7) Tj ET"))
    assert set(codes(pdf)) == {"PK508", "PK509"}


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"no pdf at all", "does not begin as a PDF does"),
        (plain_pdf(b"BT ET")[:200], "its end is missing"),
        (plain_pdf(b"BT ET").replace(b"/Root", b"/Encrypt<<>>/Root"), "encrypted"),
        (plain_pdf(b"BT ET").replace(b"0000000009", b"0000000019"), "no object at byte 19"),
    ],
)
def test_a_broken_or_encrypted_pdf_is_a_clear_error(tmp_path: Path, raw: bytes, words: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "other.pdf").write_bytes(raw)
    with pytest.raises(PaperkitError, match=words) as caught:
        audit(tmp_path / "other.pdf")
    assert caught.value.status == 1


@pytest.mark.tectonic
def test_of_one_number_in_many_places_the_one_that_is_hidden_is_named(typeset) -> None:
    value = r"\pkval{t(n=1).v | .2f}{12.46}"
    text = "\n".join(
        (r"\documentclass{article}\usepackage{paperkit,xcolor}\begin{document}", f"The first is {value} in all.", "",
         f"Then comes {value} again.", "", rf"At last \textcolor{{white}}{{{value}}} hides.", r"\end{document}")
    )  # fmt: skip
    (found,) = audit(typeset(text)).diagnostics
    assert (found.code, found.span.line) == ("PK504", 6)
