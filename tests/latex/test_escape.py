"""escape_latex prints the characters that it is given."""

from hypothesis import given
from hypothesis import strategies as st

from paperkit.latex.escape import escape_latex
from paperkit.latex.scan import scan
from paperkit.source import SourceFile

PRINTABLE = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), max_size=60)


@given(PRINTABLE, PRINTABLE)
def test_different_texts_escape_to_different_latex(one: str, other: str) -> None:
    assert (escape_latex(one) == escape_latex(other)) == (one == other)


@given(PRINTABLE)
def test_nothing_that_is_escaped_can_act(text: str) -> None:
    document = scan(SourceFile("a.tex", escape_latex(text)))
    assert document.troubles == ()
    assert document.markers == ()


def test_each_special_character_has_its_escape() -> None:
    assert escape_latex("a_b & 50% #1 $x ~^ \\ {}") == (
        r"a\_b \& 50\% \#1 \$x \textasciitilde{}\textasciicircum{} \textbackslash{} \{\}"
    )
    assert escape_latex("--") == "-{}-{}"
