"""Nothing passes in disguise: markers by another name, numbers composed or hidden, what was never ended."""

import pytest

from paperkit.latex.document import Document
from paperkit.latex.scan import scan
from paperkit.source import SourceFile


def seen(tex: str) -> Document:
    return scan(SourceFile("m.tex", tex))


def claims(tex: str) -> list[str]:
    return [numeral.text for numeral in seen(tex).numerals if numeral.ungrounded]


@pytest.mark.parametrize(
    "tex",
    [
        r"\csname pkval\endcsname{a | d}{5}",
        r"\csname pk\string val\endcsname{a | d}{5}",
        r"\def\n{pkval}\csname\n\endcsname{a | d}{5}",
        r"\makeatletter\@nameuse{pkval}{a | d}{5}",
        r"\csuse{pkval}{a | d}{5}",
        r"\begin{pkval}{a | d}{5}\end{pkval}",
        r"\let\v\pkval \csname v\endcsname{a | d}{5}",
    ],
)
def test_a_marker_reached_by_another_name_is_trouble_and_binds_nothing(tex: str) -> None:
    document = seen(tex)
    assert document.markers == ()
    assert [trouble.hint[:6] for trouble in document.troubles if "another name" in trouble.message] == ["write "]
    assert [numeral.text for numeral in document.numerals if numeral.ungrounded] == ["5"]


@pytest.mark.parametrize(
    "tex",
    [
        r"\expandafter\pkval\expandafter{a | d}{5}",
        r"\protect\pkval{a | d}{5}",
        r"\let\x=\pkval \let\y\x \y{a | d}{5}",
        r"\newcommand{\x}{\pkval}\x{a | d}{5}",
        r"\edef\x{\noexpand\pkval{a | d}{5}}\x",
    ],
)
def test_a_marker_that_tex_would_find_there_too_is_a_marker(tex: str) -> None:
    document = seen(tex)
    assert [marker.texts for marker in document.markers] == [("a | d", "5")]
    assert [numeral.reason for numeral in document.numerals] == ["bound"]


def test_a_command_by_its_name_does_what_it_does() -> None:
    assert claims(r"\csname textbf\endcsname{4}\,ms \csname phantom\endcsname{5} \def\a{6}\csname a\endcsname") == [
        "4",
        r"\csname a\endcsname",
    ]


@pytest.mark.parametrize(
    "tex",
    [
        r"\renewcommand{\phantom}[1]{#1}\phantom{5}\,ms",
        r"\let\phantom\mbox \phantom{5}\,ms",
        r"\renewcommand{\cite}[1]{#1}\cite{5}\,ms",
        r"\def\label#1{#1}\label{5}\,ms",
        r"\renewcommand{\url}[1]{#1}\url{5}\,ms",
    ],
)
def test_a_command_that_a_text_makes_print_hides_nothing(tex: str) -> None:
    assert claims(tex) == ["5"]


def test_a_new_meaning_of_iffalse_is_trouble() -> None:
    assert seen(r"\let\iffalse\iftrue").troubles


def test_a_number_right_beside_a_marker_is_one_of_its_own() -> None:
    for tex in (r"17 \pkval{a | d}{105} rows", r"17\pkval{a | d}{105} rows", r"17\,\pkval{a | d}{105}"):
        assert [(numeral.text, numeral.reason) for numeral in seen(tex).numerals] == [
            ("17", "digits"),
            ("105", "bound"),
        ]
    assert claims(r"\pkval{a | d}{4}.2\,ms") == ["2"]


@pytest.mark.parametrize("tex", [r"\pkval{a | d}{4}M rows", r"$-\pkval{a | d}{4}$", r"\pkval{a | d}{4} million"])
def test_a_number_that_goes_on_outside_its_marker_is_trouble(tex: str) -> None:
    assert ["goes on outside" in trouble.message for trouble in seen(tex).troubles] == [True]


def test_what_was_never_ended_is_named_with_its_place() -> None:
    document = seen("One.\n\\begin{itemize}\n\\item 5\\,ms\n\n\\section{Next}")
    assert [(trouble.span.text, trouble.span.line) for trouble in document.troubles] == [(r"\begin{itemize}", 2)]
    assert [trouble.span.column for trouble in seen(r"\begin{a}\begin{b}\end{a} {\bf x").troubles] == [10, 27]
    assert seen(r"\newcommand\be{\begin{equation}}x \be").troubles[0].span.text == r"\be"


def test_an_environment_begun_in_both_branches_of_a_condition_is_no_trouble() -> None:
    assert seen(r"\ifx\a\b\begin{a}\else\begin{a}[x]\fi x\end{a}").troubles == ()


@pytest.mark.parametrize(
    "tex",
    [
        r"\directlua{tex.print(12)}",
        r"\the\count7",
        r"\pgfmathsetmacro{\x}{sin(4)}It took \x\ ms",
        r"\newcount\c \multiply\c by 3 \the\c",
        r"\fpeval{exp(2)}",
    ],
)
def test_a_result_that_tex_computes_and_nobody_knows_is_trouble(tex: str) -> None:
    assert ["computes" in trouble.message for trouble in seen(tex).troubles] == [True]


def test_a_result_of_the_preamble_is_seen_where_it_is_printed() -> None:
    tex = r"\pgfmathsetmacro{\x}{sin(4)}\begin{document}%s\end{document}"
    assert seen(tex % "").troubles == ()
    assert len(seen(tex % r"\x").troubles) == 1


@pytest.mark.parametrize(
    "tex",
    [
        r"\catcode`\%=12 It took 5\,s % 6",
        r"\lccode`x=`5 \lowercase{x}\,ms",
        r"\catcode37=12 It took 5\,s % 6",
        r'\catcode"25=12 It took 5\,s % 6',
        r"\catcode`\^^25=12 It took 5\,s % 6",
        r"\makeatletter\@makeother\% It took 5\,s % 6",
        r"\let\do\@makeother\dospecials % 6",
        r"\catcode`|=0 |def|a{83}|a",
        r"\catcode`\9=9 5\,s",
        r'\mathcode`4="7139 $4$',
        r"\lccode`x=56 \lowercase{x}\,ms",
        r"\catcode`\!=13 \def!{5}",
        r"\toks0={5\,ms}\the\toks0",
    ],
)
def test_what_changes_the_meaning_of_characters_is_trouble(tex: str) -> None:
    assert len(seen(tex).troubles) == 1


def test_the_category_of_a_harmless_character_may_change() -> None:
    tex = r"\catcode`\@=11 \catcode`|=13 \lccode`a=`b \catcode`\ =9 \catcode`\^^M=5 \catcode`^^M=13 \catcode`\_=12"
    assert seen(tex + r"\uccode`\~=32 \newcommand\plain{\let\do\@makeother\dospecials}").troubles == ()


def test_an_end_of_a_condition_in_verbatim_text_that_is_stepped_over_is_trouble() -> None:
    assert len(seen(r"\iffalse\verb|\fi|83 us\fi").troubles) == 1
    assert seen(r"\iffalse\verb|x|83 us\fi \verb|\fi|").troubles == ()
    assert seen("\\iffalse\\begin{verbatim}\n\\ifx\\a\\b 1\\else 2\\fi\n\\end{verbatim}\\fi").troubles == ()
