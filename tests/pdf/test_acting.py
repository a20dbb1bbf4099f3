"""What acts in a PDF is refused, wherever it hangs; what leads somewhere is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from paperkit.build.proofread import audit
from paperkit.pdf.acting import Act, acts_of
from paperkit.pdf.file import PdfFile
from tests.pdf.test_pages import plain_pdf

TEXT = r"\documentclass{article}\usepackage{paperkit}%s\begin{document}%s\section{One}a\end{document}"
CATALOG, PAGE = b"<</Type/Catalog/Pages 2 0 R", b"<</Type/Page/Parent 2 0 R"
SCRIPT = b"<</S/JavaScript/JS(app.alert(1))>>"


def acts(at: bytes, entries: bytes) -> tuple[Act, ...]:
    raw = plain_pdf(b"BT ET")
    return acts_of(PdfFile(_moved(raw.replace(at, at + entries))))


def _moved(raw: bytes) -> bytes:
    """*raw* with its cross references where its objects stand now."""
    head, _, _ = raw.partition(b"xref\n")
    places = [head.index(b"\n%d 0 obj" % number) + 1 for number in range(1, 6)]
    table = b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % at for at in places)
    return head + table + b"trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % len(head)


@pytest.mark.parametrize(
    ("at", "entries", "found"),
    [
        (CATALOG, b"/OpenAction" + SCRIPT, Act(0, "JavaScript")),
        (CATALOG, b"/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next[" + SCRIPT + b"]>>", Act(0, "JavaScript")),
        (CATALOG, b"/AA<</WC" + SCRIPT + b">>", Act(0, "JavaScript")),
        (CATALOG, b"/Names<</JavaScript<</Names[(a)" + SCRIPT + b"]>>>>", Act(0, "JavaScript")),
        (CATALOG, b"/AcroForm<</XFA(x)>>", Act(0, "XFA")),
        (CATALOG, b"/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]>>>>", Act(0, "OCProperties")),
        (CATALOG, b"/OCProperties<</OCGs[5 0 R]/D<</BaseState/OFF>>>>", Act(0, "OCProperties")),
        (CATALOG, b"/OCProperties<</OCGs[5 0 R]/D<<>>/Configs[<</AS[<</Event/Print>>]>>]>>", Act(0, "OCProperties")),
        (CATALOG, b"/Outlines<</First<</Title(a)/A<</S/Launch/F(calc)>>>>>>", Act(0, "Launch")),
        (PAGE, b"/AA<</O" + SCRIPT + b">>", Act(1, "JavaScript")),
        (PAGE, b"/Annots[<</Subtype/RichMedia>>]", Act(1, "RichMedia")),
        (PAGE, b"/Annots[<</Subtype/Link/A<</S/SubmitForm/F(x)>>>>]", Act(1, "SubmitForm")),
        (PAGE, b"/Annots[<</Subtype/Link/A<</S/URI/URI(JavaScript:x)>>>>]", Act(1, "JavaScript")),
        (PAGE, b"/Annots[<</Subtype/Link/A<</S/SetOCGState/State[]>>>>]", Act(1, "SetOCGState")),
    ],
)
def test_what_acts_is_found_where_it_hangs(at: bytes, entries: bytes, found: Act) -> None:
    assert acts(at, entries) == (found,)


@pytest.mark.parametrize(
    ("at", "entries"),
    [
        (CATALOG, b"/OpenAction[3 0 R/Fit]"),
        (CATALOG, b"/OCProperties<</OCGs[5 0 R]/D<</ON[5 0 R]/Order[5 0 R]>>>>"),
        (CATALOG, b"/OpenAction<</S/GoTo/D[3 0 R/Fit]>>/PageMode/UseOutlines"),
        (PAGE, b"/Annots[<</Subtype/Link/A<</S/URI/URI(https://example.org)>>>>]"),
        (PAGE, b"/Annots[<</Subtype/Link/A<</S/Named/N/NextPage>>>><</Subtype/Link/A<</S/GoToR/F(b.pdf)/D[0/Fit]>>>>]"),
    ],
)
def test_what_leads_somewhere_is_let_pass(at: bytes, entries: bytes) -> None:
    assert acts(at, entries) == ()


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_a_script_that_the_sources_put_in_is_refused_at_its_line(typeset: Callable[..., Path]) -> None:
    script = "\n\\special{pdf:docview << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>}"
    (found,) = [each for each in audit(typeset(TEXT % ("", script))).diagnostics if each.code == "PK511"]
    assert found.span is not None
    assert (found.span.path, found.span.line) == ("main.tex", 2)
    plain = r"\usepackage{hyperref}\hypersetup{pdfstartview=FitH,pdfpagemode=UseOutlines}"
    assert audit(typeset(TEXT % (plain, r"\href{https://example.org}{there}"))).diagnostics == ()
