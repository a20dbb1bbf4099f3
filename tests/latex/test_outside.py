"""What a reader sees and the text does not hold is a claim, a listing or a trouble; never passed over in silence."""

import pytest

from paperkit.latex.scan import scan
from paperkit.source import SourceFile

FILES = {"results.txt": "took 42 ms, 3 runs\n", "data.csv": "n,ms\n1,4.5\n2,7\n"}


def load(name: str) -> SourceFile | None:
    return SourceFile(name, FILES[name]) if name in FILES else None


@pytest.mark.parametrize(
    ("tex", "numbers"),
    [
        (r"\verbatiminput{results.txt}", 2),
        (r"\lstinputlisting[language=C]{results.txt}", 2),
        (r"\VerbatimInput{results.txt}", 2),
        (r"\inputminted[linenos]{text}{results.txt}", 2),
        (r"\csvautotabular{data.csv}", 4),
        (r"\csvreader[tabular=l]{data.csv}{1=\a}{\a}", 4),
        (r"\DTLloaddb{a}{data.csv}", 4),
        (r"\pgfplotstabletypeset[col sep=comma]{data.csv}", 4),
        ("\\pgfplotstableread{\nn ms\n1 4\n}\\t", 2),
    ],
)
def test_a_file_that_is_shown_is_a_listing_with_its_numbers(tex: str, numbers: int) -> None:
    document = scan(SourceFile("a.tex", tex), load)
    assert [listing.numbers for listing in document.listings] == [numbers]
    assert document.troubles == ()


@pytest.mark.parametrize(
    "plot",
    [
        r"\addplot[red] table [x index=0] {data.csv};",
        r"\addplot+ file {data.csv};",
        r"\foreach \n in {data} {\addplot3 table {\n.csv};}",
    ],
)
def test_a_plot_of_a_file_is_a_listing_with_its_numbers(plot: str) -> None:
    tex = rf"\begin{{tikzpicture}}\begin{{axis}}{plot}\end{{axis}}\end{{tikzpicture}}"
    document = scan(SourceFile("a.tex", tex), load)
    assert [(listing.file, listing.numbers) for listing in document.listings] == [("data.csv", 4)]
    missing = scan(SourceFile("a.tex", tex))
    assert ([each.name for each in missing.inputs], missing.listings) == (["data.csv"], ())


def test_a_plot_of_a_formula_or_of_a_table_that_was_read_is_no_listing() -> None:
    tex = r"\begin{axis}\addplot {x^2};\addplot table {\data};\addplot coordinates {(1,2)};\end{axis}"
    document = scan(SourceFile("a.tex", tex), load)
    assert (document.listings, document.inputs) == ((), ())


def test_a_file_that_is_shown_and_missing_is_an_input_that_was_not_read() -> None:
    document = scan(SourceFile("a.tex", r"\lstinputlisting{gone.txt}"), load)
    assert [each.name for each in document.inputs] == ["gone.txt"]


def test_the_caption_of_a_file_that_is_shown_is_text() -> None:
    numerals = scan(SourceFile("a.tex", r"\lstinputlisting[caption={4 runs}]{results.txt}"), load).numerals
    assert [numeral.text for numeral in numerals if numeral.ungrounded] == ["4"]


@pytest.mark.parametrize(
    "tex",
    [
        r"\immediate\write18{python run.py}",
        r'\input{|"python run.py"}',
        r"\ShellEscape{python run.py}",
        r"\py{6*7} ms",
        r"\Sexpr{mean(x)} ms",
        "\\begin{luacode}\ntex.print(42)\n\\end{luacode}",
        "\\begin{pycode}\nprint(42)\n\\end{pycode}",
        r"\pdfuniformdeviate 100 ms",
        r"\StrLen{abcd} ms",
        r"\meaning\x",
        r"\CatchFileDef{\x}{data.csv}{}\x",
        r"\read1 to \x \x",
        r"\special{ps: (42) show}",
        r"\pdfliteral{BT (42) Tj ET}",
        r"\ExplSyntaxOn \int_eval:n{6*7} \ExplSyntaxOff",
        r"\newlabel{a}{{42}{1}}\ref{a} ms",
        r"\makeatletter\def\@currentlabel{42}\makeatother\label{a}\ref{a} ms",
    ],
)
def test_what_a_program_or_tex_itself_makes_is_told(tex: str) -> None:
    assert scan(SourceFile("a.tex", tex)).troubles


@pytest.mark.parametrize(
    ("tex", "value"),
    [
        ("^^34^^32 ms", 42),
        ("^^^^0034 ms", 4),
        ("④② ms", 42),
        ("⁴² ms", 42),
        ("Ⅳ ms", 4),
        ("㊷ ms", 42),
        ("4\u200b2 ms", 42),
        ("4\u00ad2 ms", 42),
        ("\\begin{filecontents}{a.tex}\n42 ms\n\\end{filecontents}\n\\input{a.tex}", 42),
    ],
)
def test_numbers_in_strange_characters_are_read(tex: str, value: int) -> None:
    numerals = [numeral for numeral in scan(SourceFile("a.tex", tex)).numerals if numeral.ungrounded]
    assert [numeral.value for numeral in numerals] == [value]


def test_signs_that_count_off_are_no_claims() -> None:
    document = scan(SourceFile("a.tex", "① first, ② then; H₂O, so it is.⁴ Henry Ⅷ"))
    assert [numeral for numeral in document.numerals if numeral.ungrounded] == []
