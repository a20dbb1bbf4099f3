r"""Options of siunitx and declared units: a number in a marker that they change is trouble, any other is not."""

import pytest

from paperkit.latex.document import Document
from paperkit.latex.scan import scan
from paperkit.source import SourceFile

VALUE, QUANTITY = r"\pkval{t | .1f}{\num{41.5}}", r"\pkval{t | .1f us}{\qty{41.5}{\us}}"
CHANGED = [
    r"\sisetup{round-mode=places,round-precision=0}" + VALUE,
    r"\usepackage[round-mode=figures]{siunitx}\begin{document}" + VALUE + r"\end{document}",
    r"\sisetup{round-mode=places}\sisetup{round-precision=3}" + VALUE,
    r"\sisetup{round-mode=none}\pkval{t | .1f}{\num[round-mode=places,round-precision=0]{41.5}}",
    r"\pkval{t | .1f}{\num[output-decimal-marker={}]{41.5}}",
    r"\pkval{t | .1f}{\num[minimum-decimal-digits=3]{41.5}}",
    r"\pkval{t | .1f}{\num[drop-exponent]{41.5e3}}",
]
AS_WRITTEN = [
    r"\sisetup{round-mode=places,round-precision=1}" + VALUE,
    r"\sisetup{round-mode=places,round-precision=0}41.5",
    r"{\sisetup{round-mode=figures}}" + VALUE,
    r"\sisetup{round-mode=figures}\sisetup{round-mode=none}" + VALUE,
    r"\sisetup{per-mode=symbol,group-digits=true,output-decimal-marker={.},minimum-decimal-digits=1}" + VALUE,
    r"\DeclareSIUnit\us{\micro\second}\DeclareSIUnit{\request}{req}" + QUANTITY,
]


def seen(tex: str) -> Document:
    return scan(SourceFile("m.tex", tex))


@pytest.mark.parametrize("tex", CHANGED)
def test_a_number_in_a_marker_that_siunitx_changes_is_trouble(tex: str) -> None:
    assert ["siunitx changes" in trouble.message for trouble in seen(tex).troubles] == [True]


@pytest.mark.parametrize("tex", AS_WRITTEN)
def test_options_that_change_no_number_in_a_marker_are_no_trouble(tex: str) -> None:
    assert seen(tex).troubles == ()


def test_a_unit_that_is_declared_anew_is_read_as_it_prints() -> None:
    document = seen(r"\DeclareSIUnit\us{ms}" + QUANTITY + r" and \qty{7}{\us}")
    assert [trouble.message for trouble in document.troubles] == [
        "a unit is declared anew, so that µs is printed as ms"
    ]
    assert document.numerals[-1].unit == "ms"
