"""Markers: where they stand, what they hold, and the places and spellings that are trouble."""

from paperkit.latex.document import Document
from paperkit.latex.scan import scan
from paperkit.source import SourceFile


def seen(tex: str) -> Document:
    return scan(SourceFile("m.tex", tex))


def test_a_marker_binds_the_number_that_it_prints() -> None:
    document = seen(r"It took \pkval{t(n=8).ms | .1f}{3.4}~ms, not 5\,ms.")
    (marker,) = document.markers
    assert [span.text for span in marker.arguments] == ["t(n=8).ms | .1f", "3.4"]
    assert marker.span.text == r"\pkval{t(n=8).ms | .1f}{3.4}"
    assert [(numeral.text, numeral.reason) for numeral in document.numerals] == [("3.4", "bound"), ("5", "digits")]


def test_arguments_hold_line_breaks_escapes_and_quoted_braces_verbatim() -> None:
    expression = 't["util \\%"](m=4,\n  mode="x{y}\\{").l | .1f \\%'
    (marker,) = seen(r"\pkval{" + expression + r"}{3.4\,\%}").markers
    assert marker.texts[0] == expression
    assert marker.printed_plain.split() == ["3.4", "%"]


def test_numbers_of_the_expression_are_nothing() -> None:
    assert [numeral.text for numeral in seen(r"\pkval{gemm(m=4096).x * 2 | d}{7}").numerals] == ["7"]


def test_two_numbers_of_a_range_are_bound_by_one_marker() -> None:
    document = seen(r"\pkval{lo, hi | .1f}{19.2--31.4\%}")
    assert [(numeral.text, numeral.unit, numeral.marker) for numeral in document.numerals] == [
        ("19.2", "%", 0),
        ("31.4", "%", 0),
    ]


def test_words_in_a_claim_are_bound() -> None:
    document = seen(r"It is \pkclaim{speedup(a, b)}{twice as fast}.")
    assert [(numeral.text, numeral.reason) for numeral in document.numerals] == [("twice", "bound")]


def test_a_waived_numeral_says_so_and_its_reason_is_no_numeral() -> None:
    document = seen(r"\pkfree{a name of 1998}{12}")
    assert [(numeral.text, numeral.reason, numeral.ungrounded) for numeral in document.numerals] == [
        ("12", "waived", False)
    ]


def test_projected_text_is_noted_on_the_markers_within() -> None:
    first, second, third = seen(r"\pkprojected{about \pkval{a | d}{3}} \pkval{b | d}{4}").markers
    assert (first.macro, second.projected, third.projected) == ("pkprojected", True, False)


def test_a_marker_in_a_macro_is_recorded_once_and_bound_at_each_use() -> None:
    document = seen(r"\newcommand\speedx{\pkval{s | .1f}{3.4}}First \speedx, then \speedx{} again.")
    (marker,) = document.markers
    assert marker.use is not None
    assert marker.use.text == r"\speedx"
    assert [(numeral.text, numeral.span.column, numeral.reason) for numeral in document.numerals] == [
        (r"\speedx", 47, "bound"),
        (r"\speedx", 61, "bound"),
    ]


def test_parameters_of_a_macro_reach_the_expression() -> None:
    document = seen(r"\newcommand\at[2]{\pkval{t(n=#1).x | d}{#2}}\at{8}{12} and \at{16}{24}")
    assert [marker.texts for marker in document.markers] == [("t(n=8).x | d", "12"), ("t(n=16).x | d", "24")]
    assert [numeral.text for numeral in document.numerals if numeral.ungrounded] == []


def test_an_alias_of_the_marker_is_the_marker() -> None:
    assert len(seen(r"\let\v\pkval \v{a | d}{3}").markers) == 1


def test_places_where_no_marker_can_stand_are_named() -> None:
    document = seen(
        r"\num{\pkval{a|d}{1}} \qty{\pkval{a|d}{2}}{\ms} \vspace{\pkval{a|d}{3}pt}"
        r"\ifdim\pkval{a|d}{4}pt<3pt x\fi \numlist{1;\pkval{a|d}{5}}"
        r"\begin{axis}\addplot coordinates {(1,\pkval{a|d}{6})};\end{axis}"
    )
    assert [marker.inside for marker in document.markers] == ["num", "qty", "vspace", "ifdim", "numlist", "addplot"]


def test_places_where_a_marker_can_stand_are_not_called_wrong() -> None:
    document = seen(
        r"\section[S \pkval{a|d}{1}]{T \pkval{a|d}{2}}\caption{\pkval{a|d}{3}}\footnote{\pkval{a|d}{4}}"
        r"$10^{\pkval{a|d}{5}}$ \begin{tcolorbox}[title={\pkval{a|d}{6}}]\end{tcolorbox}"
        r"\begin{tikzpicture}\node at (0,0) {\pkval{a|d}{7}};\end{tikzpicture}"
        "\\begin{lstlisting}[caption={\\pkval{a|d}{8}}]\nx\n\\end{lstlisting}"
        r"\begin{axis}[xlabel={\pkval{a|d}{9}}]\end{axis}\SI{5}{\ms}"
    )
    assert [marker.inside for marker in document.markers] == [""] * 9
    assert [marker.printed_plain for marker in document.markers] == list("123456789")


def test_a_fraction_of_two_markers_is_two_bound_numbers() -> None:
    document = seen(r"$\frac{\pkval{a | d}{1}}{\pkval{b | d}{2}}$")
    assert [(numeral.text, numeral.marker) for numeral in document.numerals] == [("1", 0), ("2", 1)]


def test_a_bare_percent_sign_in_an_expression_is_trouble_and_hides_nothing() -> None:
    document = seen('\\pkval{t["x %"].v | .1f}{3.4} and 5\\,ms\nmore')
    (trouble,) = document.troubles
    assert trouble.span.column == 13
    assert [numeral.text for numeral in document.numerals] == ["3.4", "5"]


def test_an_escaped_percent_sign_is_no_trouble() -> None:
    assert seen(r'\pkval{t["x \%"].v | .1f}{3.4}').troubles == ()


def test_a_marker_without_its_second_argument_is_trouble() -> None:
    (trouble,) = seen(r"\pkval{a | d} and more").troubles
    assert "pkval" in trouble.message


def test_markers_in_comments_verbatim_and_unused_macros_are_none() -> None:
    tex = "% \\pkval{a}{1}\n\\verb|\\pkval{a}{2}| \\newcommand\\u{\\pkval{a}{3}}"
    tex += "\\begin{verbatim}\n\\pkval{a}{4}\n\\end{verbatim}"
    assert seen(tex).markers == ()


def test_redefinitions_of_the_marker_macros_are_seen() -> None:
    tex = (
        r"\def\pkval#1#2{#2}\let\pkclaim\relax\renewcommand{\pkopen}[1]{}\newcommand\pkclose{}"
        r"\RenewDocumentCommand\pkfree{mm}{#2}\expandafter\def\csname pkval\endcsname{}\@namedef{pkprojected}{}"
    )
    names = [redefinition.name for redefinition in seen(tex).redefinitions]
    assert names == ["pkval", "pkclaim", "pkopen", "pkclose", "pkfree", "pkval", "pkprojected"]


def test_a_redefined_marker_is_still_read_as_a_marker() -> None:
    assert len(seen(r"\renewcommand{\pkval}[2]{#1}\pkval{a | d}{3}").markers) == 1


def test_words_around_a_marker_are_kept() -> None:
    (marker,) = seen(r"It takes more than \pkval{a | d}{3}~times as long.").markers
    assert marker.before.endswith("more than ")
    assert marker.after.startswith("~times")


def test_an_allow_comment_covers_its_own_or_the_next_line() -> None:
    tex = (
        "12 cores % paperkit: allow PK101 -- from the data sheet\n"
        "% paperkit: allow ungrounded-number -- known\n% more\n13 cores\n"
        "% paperkit: allow PK101\n14 cores"
    )
    first, second, third = seen(tex).allows
    assert (first.code, first.reason, first.covers) == ("PK101", "from the data sheet", (1, 1))
    assert (second.code, second.covers) == ("ungrounded-number", (2, 4))
    assert (third.reason, third.covers) == ("", (5, 6))
