"""Numbers that a figure draws as lines: no record of a figure names them."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from paperkit.pdf.figures import Drawn, unrecorded, unsaid
from paperkit.pdf.file import PdfFile
from paperkit.pdf.reading import read_sheets
from paperkit.pdf.sheets import Sheet

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]

TEXT = (
    r"\documentclass{article}\usepackage{paperkit,graphicx}\begin{document}"
    r"\includegraphics{one.pdf} and \includegraphics[scale=.8]{two.pdf}\end{document}"
)
NUMBER = "27.4"


def figure(said: str, traced: str = "") -> bytes:
    """A plot with marks, waves and steps, which says one text and draws another as lines."""
    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.figure import Figure
    from matplotlib.patches import PathPatch
    from matplotlib.textpath import TextPath

    drawing = Figure(figsize=(3, 2))
    FigureCanvasPdf(drawing)
    axes = drawing.add_axes((0.1, 0.1, 0.8, 0.8), xlim=(0, 90), ylim=(0, 60), xticks=[], yticks=[])
    axes.plot(range(0, 90, 3), [(7 * n) % 11 + 10 for n in range(30)], marker="o")
    axes.plot(range(0, 90, 9), [(5 * n) % 7 + 30 for n in range(10)], drawstyle="steps", marker="$\\clubsuit$")
    axes.text(40, 50, said)
    if traced:
        axes.add_patch(PathPatch(TextPath((10, 45), traced, size=9), transform=axes.transData))
    stream = io.BytesIO()
    drawing.savefig(stream, format="pdf", metadata={"CreationDate": None})
    return stream.getvalue()


ONE, TWO = figure("first 5"), figure("second 8", NUMBER)


@pytest.fixture(scope="module")
def sheet(typeset: Callable[..., Path]) -> Sheet:
    (found,) = read_sheets(PdfFile(typeset(TEXT, {"one.pdf": ONE, "two.pdf": TWO}).read_bytes()))
    return found


def test_lines_that_a_script_draws_as_a_number_are_named_with_its_figure(sheet: Sheet) -> None:
    drawn = [Drawn("one", ONE, ("first 5",)), Drawn("two", TWO, ("second 8",))]
    (found,) = unsaid([sheet], drawn)
    assert (found.name, found.sheet) == ("two", 1)
    assert found.digits.endswith(" in lines")
    assert set(found.digits.removesuffix(" in lines")) <= set(NUMBER) | {" "}
    assert list(unrecorded([sheet], {"one": ("first 5",), "two": ("second 8",)})) == [found]


def test_a_figure_that_no_script_drew_is_what_it_is(sheet: Sheet) -> None:
    assert list(unsaid([sheet], [Drawn("one", ONE, ("first 5",)), Drawn("two", TWO, None)])) == []
    assert list(unrecorded([sheet], {"one": ("first 5",), "two": ("second 8",)}, frozenset({"two"}))) == []


def test_marks_waves_and_steps_are_no_numbers(typeset: Callable[..., Path]) -> None:
    (plain,) = read_sheets(PdfFile(typeset(TEXT, {"one.pdf": ONE, "two.pdf": figure("second 8")}).read_bytes()))
    assert plain.outlines == ()
