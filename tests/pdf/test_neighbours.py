"""A bound number stands between the words, and before the unit, between which its sources print it."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from paperkit.build.proofread import audit

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]
HEAD = r"""\documentclass{article}
\usepackage{amsmath,booktabs,xspace,hyperref,paperkit}
\newcommand\upmu{\ensuremath{\mu}}\newcommand\us{\upmu s\xspace}
\begin{document}
"""
VALUE, LOSS = r"\pkval{t(n=1).v | .2f}{12.46}", r"\pkval{t(n=2).w | .1f}{$-5.2$}"
TOLD = r"\special{pdf:literal direct /Span <</ActualText(abc)>> BDC}"
ENDED = r"\special{pdf:literal direct EMC}"
CHANGES = {
    "two numbers exchanged": (
        "Time is VAL us here, and the loss is NEG of it.",
        "Time is NEG us here, and the loss is VAL of it.",
    ),
    "two rows exchanged": (
        r"\begin{tabular}{lrl}gemm & VAL & us\\attn & NEG & us\\\end{tabular}",
        r"\begin{tabular}{lrl}gemm & NEG & us\\attn & VAL & us\\\end{tabular}",
    ),
    "another unit": ("It takes VAL ms, then it ends.", "It takes VAL us, then it ends."),
    "a unit of nobody's table": ("It takes VAL quuxen, then it ends.", "It takes VAL quuxes, then it ends."),
    "a prefix of another case": ("It takes VAL mW, then it ends.", "It takes VAL MW, then it ends."),
    "a prefix less": (r"It takes VAL\,$\mu$s, then it ends.", r"It takes VAL\,s, then it ends."),
    "a unit more": ("It takes VAL, then it ends.", "It takes VAL ms, then it ends."),
    "a unit less": ("It takes VAL ms and then it ends.", "It takes VAL and then it ends."),
    "a per cent sign more, after a space": ("It is VAL of all.", r"It is VAL \% of all."),
    "a factor less": (r"It is VAL$\times$ faster.", "It is VAL faster."),
    "a currency": ("It costs VAL now for all.", r"It costs \$VAL now for all."),
    "a word that turns it round": ("It did take VAL for that.", "It did not take VAL for that."),
    "another comparison": ("It takes more than VAL of all.", "It takes less than VAL of all."),
    "another sign of comparison": ("It has $n > VAL$ of all.", "It has $n < VAL$ of all."),
    "the other verdict": ("It is VAL times faster than that.", "It is VAL times slower than that."),
    "a number that programs are told is a word": (
        "It takes VAL ms, or abc of it.",
        f"It takes VAL ms, or {TOLD}99.9{ENDED} of it.",
    ),
    "another subject": ("The latency of gemm is VAL us.", "The latency of conv is VAL us."),
}
"""What the sources say, and what the page shows."""
KEPT = (
    r"Of the first\footnote{of all} VAL\footnote{of VAL ms each} are meant.",
    r"\section{On VAL ms}\label{s} See section~\ref{s}, VAL and section~\ref{s}.",
    r"\textbf{\Large VAL} and \fbox{VAL}\kern 3pt VAL, f\"ur VAL caf\'e.% of VAL us",
    r"\parbox{31mm}{some words before it ends: VAL microseconds, VAL, measurements of performance VAL-fold}",
    r"It takes VAL\,\us{} or VAL\,\upmu s, VAL~\% and \MakeUppercase{It is VAL ms of all}.",
    r"\begin{tabular}{p{20mm}p{20mm}}some words of VAL ms in it & others, VAL of them in there, VAL\\\end{tabular}",
    r"$x=VAL$, $x>VAL$, $\frac{VAL}{VAL}$, $y^{VAL}$, \emph{some}what VAL, (VAL), `VAL', [VAL].",
)


def laid(lines: list[str]) -> str:
    text, found = HEAD, []
    for at, line in enumerate(lines):
        for word, value in (("VAL", VALUE), ("NEG", LOSS)):
            line = line.replace(word, value.replace("n=1", f"n={at + 1}").replace("n=2", f"n={at + 1}"))
        found.append(line + r"\par\bigskip")
    return text + "\n\n".join(found) + "\n\\end{document}\n"


def found_by_line(pdf: Path) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for each in audit(pdf).diagnostics:
        assert each.span is not None
        found[(each.span.line - HEAD.count("\n") - 1) // 2].append(f"{each.code} {each.message}")
    return dict(found)


@pytest.fixture(scope="module")
def changed(typeset) -> dict[int, list[str]]:
    pdf = typeset(laid([shown for _, shown in CHANGES.values()]))
    pdf.with_suffix(".tex").write_text(laid([said for said, _ in CHANGES.values()]))
    return found_by_line(pdf)


@pytest.mark.parametrize(("at", "name"), list(enumerate(CHANGES)))
def test_what_stands_beside_a_number_on_the_page_alone_is_found(
    changed: dict[int, list[str]], at: int, name: str
) -> None:
    if "programs" in name:
        assert any("99.9 in" in message for messages in changed.values() for message in messages)
    else:
        assert any(message.startswith("PK501") for message in changed.get(at, ())), name


def test_the_unit_that_was_changed_is_named(changed: dict[int, list[str]]) -> None:
    assert changed[2] == ["PK501 page 1 shows 12.46 us, but ms stands behind it in the sources"]


def test_the_words_of_the_sources_are_silent_however_they_are_set(typeset) -> None:
    assert found_by_line(typeset(laid([*KEPT, *(said for said, _ in CHANGES.values())]))) == {}
