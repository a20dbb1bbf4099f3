"""What else a scan records: headings, names, inputs, troubles."""

import pytest

from paperkit.latex.document import Document
from paperkit.latex.scan import scan
from paperkit.source import SourceFile


def seen(tex: str, **files: str) -> Document:
    sources = {name: SourceFile(f"{name}.tex", text) for name, text in files.items()}
    return scan(SourceFile("main.tex", tex), lambda name: sources.get(name.removesuffix(".tex")))


def test_headings_have_level_and_title() -> None:
    document = seen(r"\chapter{A}\section[short]{Long \emph{title}}\subsection*{On $n$ cores\label{x}}")
    assert [(heading.level, heading.title, heading.numbered) for heading in document.headings] == [
        (0, "A", True),
        (1, "Long title", True),
        (2, "On n cores", False),
    ]


def test_names_are_recorded_with_their_places() -> None:
    document = seen(
        r"\label{a}\ref{b}\cref{c,d}\cite[p.~3]{e, f}\includegraphics[width=3cm]{g.pdf}"
        r"\bibliography{h}\bibitem{i}\hyperref[j]{text}"
    )
    assert [name.name for name in document.labels] == ["a"]
    assert [name.name for name in document.references] == ["b", "c", "d", "j"]
    assert [(name.name, name.span.text) for name in document.citations] == [("e", "e"), ("f", "f")]
    assert [name.name for name in document.graphics] == ["g.pdf"]
    assert [name.name for name in document.bibliographies] == ["h"]
    assert [name.name for name in document.entries] == ["i"]


def test_inputs_are_read_where_they_stand_with_their_own_places() -> None:
    document = seen("1 core\n\\input{a}3 cores", a="2 cores\n")
    assert [(numeral.span.path, numeral.text) for numeral in document.numerals] == [
        ("main.tex", "1"),
        ("a.tex", "2"),
        ("main.tex", "3"),
    ]
    assert [source.path for source in document.sources] == ["main.tex", "a.tex"]


def test_a_macro_of_another_file_is_known_and_the_place_is_its_use() -> None:
    document = seen(r"\input{macros}We see \speed{} there.", macros=r"\newcommand{\speed}{3.4}")
    assert [(numeral.text, numeral.span.path) for numeral in document.numerals] == [(r"\speed", "main.tex")]


@pytest.mark.parametrize(
    "tex",
    [
        r"\def\f{part}\input\f",
        r"\def\f{part}\input{\f.tex}",
        r"\@@input part ",
        r"\includestandalone[width=3cm]{part}",
        r"\loadglsentries[main]{part}",
    ],
)
def test_an_input_is_read_however_it_is_named(tex: str) -> None:
    files = dict.fromkeys(("part", "part.tex"), SourceFile("part.tex", "It takes 83 us."))
    assert [numeral.text for numeral in scan(SourceFile("m.tex", tex), files.get).numerals] == ["83"]


def test_a_picture_that_stands_alone_is_no_input() -> None:
    document = scan(SourceFile("m.tex", r"\includestandalone{plot}"), lambda _: None)
    assert ([one.name for one in document.graphics], document.inputs) == (["plot"], ())


def test_an_input_by_a_name_that_tex_makes_is_kept_as_missing() -> None:
    document = scan(SourceFile("m.tex", r"\expandafter\input\csname f\endcsname"), lambda _: None)
    assert [one.name for one in document.inputs] == [r"\csname"]


def test_an_input_that_leads_back_to_itself_ends() -> None:
    document = seen(r"\input{a}", a=r"\input{a} 3 cores")
    assert [numeral.text for numeral in document.numerals] == ["3"]
    assert any("leads back" in trouble.message for trouble in document.troubles)


def test_of_the_preamble_only_the_title_prints() -> None:
    tex = r"\documentclass{article}12 \title{On 4 cores}\begin{document}5\,ms\end{document}6\,ms"
    assert [numeral.text for numeral in seen(tex).numerals if numeral.ungrounded] == ["4", "5"]


@pytest.mark.parametrize("command", ["subtitle", "pksubtitle", "icmltitle", "shorttitle[3]"])
def test_what_a_class_calls_its_title_prints_too(command: str) -> None:
    tex = rf"\documentclass{{x}}\{command}{{On 4 cores}}\skiptitle{{7}}\begin{{document}}\end{{document}}"
    assert [numeral.text for numeral in seen(tex).numerals if numeral.ungrounded][-1:] == ["4"]


def test_a_missing_brace_does_not_hide_the_rest() -> None:
    document = seen("\\vspace{2pt\n\nIt took 5\\,ms.\n\nAnd {\\bf 6\\,ms.\n\n7\\,ms")
    assert [numeral.text for numeral in document.numerals if numeral.ungrounded][-3:] == ["5", "6", "7"]
    assert document.troubles


def test_a_formula_left_open_ends_with_its_paragraph() -> None:
    document = seen("a $x = 3 text\n\nIt took 5\\,ms.")
    assert "5" in [numeral.text for numeral in document.numerals if numeral.ungrounded]
    assert any("formula" in trouble.message for trouble in document.troubles)


def test_an_iffalse_without_end_hides_nothing() -> None:
    document = seen(r"\iffalse 5\,ms")
    assert [numeral.text for numeral in document.numerals] == ["5"]
    assert document.troubles


def test_a_verbatim_environment_is_counted() -> None:
    (listing,) = seen("\\begin{verbatim}\n1 2 3.5\n\\end{verbatim}").listings
    assert (listing.name, listing.numbers) == ("verbatim", 3)


@pytest.mark.parametrize(
    ("tex", "numbers"),
    [
        (r"\verb|4.3x| faster", [1]),
        (r"\verb|37%| of it", [1]),
        (r"\lstinline!speedup: 4.3x, 12 ms!", [2]),
        (r"is \verb|4|~times faster", [1]),
        (r"is \verb|4.3| in all", [1]),
        (r"\verb|int64_t|, \verb|fp16|, \verb|-O3|, \verb|x = 12|, \verb|a[3]|", []),
        (r"\verb|sleep(5)|, \verb|--size 4MB|, \verb|v1.2.3|, \verb|\vspace{9mm}|, \verb|timeout=30s|, \verb|2x2|", []),
        (r"option \verb|4| of the driver", []),
    ],
)
def test_a_quantity_in_inline_verbatim_is_shown_like_a_listing_and_code_is_not(tex: str, numbers: list[int]) -> None:
    assert [listing.numbers for listing in seen(tex).listings] == numbers


def test_an_environment_that_holds_code_by_its_name_is_a_listing() -> None:
    document = seen(r"\begin{code}x = 42; y = 7\end{code} \begin{console}none\end{console} 5 ms")
    assert [(listing.name, listing.numbers) for listing in document.listings] == [("code", 2)]
    assert [numeral.text for numeral in document.numerals if numeral.ungrounded] == ["5"]


def test_own_verbatim_environments_and_short_verbs_are_known() -> None:
    tex = "\\lstnewenvironment{code}{}{}\\MakeShortVerb{\\|}\\begin{code}\nx = 12 % {\n\\end{code}|y = 13| 5\\,ms"
    assert [numeral.text for numeral in seen(tex).numerals if numeral.ungrounded] == ["5"]


def test_columns_are_one_based_and_count_characters() -> None:
    (numeral,) = seen("µ\n ü 5\\,ms").numerals
    assert (numeral.span.line, numeral.span.column, numeral.unit) == (2, 4, "ms")


def test_units_are_read() -> None:
    tex = r"3\,ms, 4 GB/s, 5\%, \qty{6}{\giga\byte\per\second}, 7$\times$, 8~threads, 2--9\,ms, 5\,$\mu$s"
    units = [numeral.unit for numeral in seen(tex).numerals]
    assert units == ["ms", "GB/s", "%", "GB/s", "×", "threads", "ms", "ms", "μs"]


def test_structure_is_listed_with_its_reason() -> None:
    reasons = {
        numeral.text: numeral.reason for numeral in seen("In 2024, H100 cards ran Python 3.12 (Figure 7).").numerals
    }
    assert reasons == {"2024": "year", "H100": "identifier", "3.12": "version", "7": "reference"}


def test_a_package_of_the_project_gives_its_macros_and_prints_nothing() -> None:
    files = {
        "mine.sty": r"\RequirePackage{more}\newcommand{\speed}{3.4}7\,ms\renewcommand{\section}[1]{#1}\endinput"
        r"\newcommand{\late}{9}",
        "more.sty": r"\newcommand{\other}{6\,s}\RequirePackage{mine}",
        "bad.sty": r"\def\pkval#1#2{7}",
    }
    tex = r"\usepackage{amsmath, mine}\usepackage{bad}\section{Speed}We saw \speed\ ms, \other, \late."
    document = scan(SourceFile("main.tex", tex), lambda name: SourceFile(name, files[name]) if name in files else None)
    assert [(numeral.text, str(numeral.value)) for numeral in document.numerals] == [
        (r"\speed", "3.4"),
        ("6", "6"),
    ]
    assert [heading.title for heading in document.headings] == ["Speed"]
    assert [(each.name, each.span.path) for each in document.redefinitions] == [("pkval", "bad.sty")]


def test_nothing_behind_endinput_is_read() -> None:
    assert [numeral.text for numeral in seen(r"\input{a}7\,ms", a=r"5\,ms\endinput 6\,ms").numerals] == ["5", "7"]


def test_text_behind_a_file_that_stands_alone_is_read() -> None:
    part = SourceFile("part.tex", r"\documentclass[main]{subfiles}\begin{document}It has 7 parts.\end{document} 9 no.")
    main = SourceFile(
        "main.tex", r"\documentclass{article}\begin{document}\subfile{part} And 8 more.\end{document} 9 no."
    )
    document = scan(main, {"part": part}.get)
    assert [numeral.text for numeral in document.numerals] == ["7", "8"]
    assert document.troubles == ()
