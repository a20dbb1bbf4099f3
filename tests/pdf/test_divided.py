"""Links in columns of paracol and around what `\\vadjust` puts between lines: right, or said to be divided."""

from __future__ import annotations

import pytest

from paperkit.build.proofread import audit
from paperkit.diagnostics.diagnostic import Diagnostic

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]
TEXT = r"\documentclass{article}\usepackage{paracol,paperkit}\begin{document}%s\end{document}"
VALUE = r"\pkval{t(n=KEY).v | .2f}{12.46}"


def found(typeset, body: str) -> list[Diagnostic]:
    for key in range(1, body.count("KEY") + 1):
        body = body.replace("KEY", str(key), 1)
    return list(audit(typeset(TEXT % body)).diagnostics)


def test_links_in_synchronised_columns_are_right(typeset) -> None:
    words = f"some words of {VALUE} in the left, and others, " * 3
    assert (
        found(typeset, rf"\begin{{paracol}}{{2}}{words}\switchcolumn {words}\switchcolumn* {words}\end{{paracol}}")
        == []
    )


def test_a_link_beside_what_stands_between_lines_is_right(typeset) -> None:
    assert (
        found(typeset, rf"Some words\vadjust{{\hrule}} of {VALUE} and of\vadjust{{\vskip 3pt}} {VALUE} in all.") == []
    )


def test_a_link_within_what_stands_between_lines_is_said_to_lie_over_other_words(typeset) -> None:
    (one,) = found(typeset, rf"A paragraph \vadjust{{\hbox{{with {VALUE} in it}}}} of {VALUE} in all.")
    assert (one.code, "has the link of 12.46 over" in one.message) == ("PK501", True)
    assert r"\vadjust" in (one.hint or "")
