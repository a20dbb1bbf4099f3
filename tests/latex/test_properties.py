"""The scan never fails, never hangs, and its cost follows the length of what it reads."""

import time
from itertools import pairwise
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperkit.latex.scan import scan
from paperkit.source import SourceFile

WORDS = r"""\ { } [ ] $ $$ % & # #1 ##1 ^ _ ~ \\ \, \% \( \) \[ \] \begin{a} \end{a} \begin{verbatim} \end{verbatim}
    \verb| \begin{tabular}{ll} \end{tabular} \begin{axis} \end{axis} \begin{tikzpicture} \end{tikzpicture} \addplot
    coordinates \newcommand{\x}[1]{#1\x} \x \def\y#1;{#1} \y \let\z\x \z \iffalse \iftrue \else \fi \newif\ifq \qtrue
    \ifq \ifnum \pkval{a|d}{3} \pkval{ \pkclaim \pkfree{r}{4} \pkprojected{ \num{1e5} \qty{3}{\ms} \SIrange{1}{2}{\s}
    \frac12 \frac{1}{2} \footnote{ \section{ \caption[ \cite{a} \ref{b} \input{c} \node \tikz \draw ; (1,2) \text{
    \item[ \overline{33} 1 2.5 1,000 10^{6} 1.2(3) - -- − + ± × 3x 4ms 5\,GB H100 v1.2 twice half two three-fold orders
    of magnitude a third 2024 Figure in 0xFF 12:30 é µ ½ \ue016 | \csname \endcsname \makeatletter \ensuremath{
    \url{a%b} \lstinline!x! \csname pkval\endcsname \foreach \foreach\u/\v in {1/2,3,...,9}{\u\v;} \edef\x{\x\x\y}
    \apptocmd{\x}{\x2}{}{} \number \the \numexpr 1+2\relax \inteval{2*(3+4)} \setcounter{c}{7} \arabic{c} \thec
    \count0=5 \advance\count0 \kern-1pt \hskip \char53 \catcode`\%=12 \raise \expandafter \endinput \put(1,2){
    \IfBooleanTF{#1}
    \lstinputlisting[caption={ \csvreader{a}{ \read1 to \x \py{ \special{ \ExplSyntaxOn ^^34 ^^^^0034 ④ ⁴² Ⅳ
    \draw (0,0)
    \begin{filecontents}{a.tex} \end{filecontents} \begin{luacode} \end{luacode} \Line(1,2)(3,4){5} $U[1,2]$ 7B
    64B 0-RTT OFED 5.4-1 2.5d2018-1 million \write18{ \pgfplotstableread{ \DTLloaddb{a}{b} \StrLen one five
    of them fewer (4,7) 1) 2) 5' *01:03
    \newlabel{a}{{4}}
    \pgfmathsetmacro{\w}{3*4} \w \let\q=5 \q ⁶ ５ \AtEndDocument{ \usepackage{mine} \begin{pkval}"""
MORE = ["\n", "\n\n", " ", "\\begin{lstlisting}[caption={", "\\item", "\\usepackage[ngerman]{babel}"]
PIECES = st.sampled_from([*WORDS.split(), *MORE])
SOUP = st.lists(PIECES, max_size=60).map("".join) | st.lists(PIECES, max_size=60).map(" ".join) | st.text(max_size=200)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SOUP, SOUP)
def test_no_input_makes_the_scan_fail(tex: str, other: str) -> None:
    document = scan(SourceFile("a.tex", tex), lambda name: SourceFile(f"{name}.tex", other))
    for numeral in document.numerals:
        assert 0 <= numeral.span.start <= numeral.span.end <= len(numeral.span.source.text)
        assert numeral.value.is_finite()


@settings(max_examples=100, deadline=None)
@given(st.lists(st.decimals(min_value=0, max_value=10**6, places=2, allow_nan=False), min_size=1, max_size=20))
def test_numbers_with_a_unit_are_read_as_they_are_and_where_they_stand(numbers: list) -> None:
    tex = "; ".join(f"{number}\\,ms" for number in numbers)
    numerals = scan(SourceFile("a.tex", tex)).numerals
    assert [numeral.value for numeral in numerals] == numbers
    assert all(numeral.text == tex[numeral.span.start : numeral.span.end] == str(numeral.value) for numeral in numerals)


TEXTS = [
    path.read_text(encoding="utf-8")
    for path in sorted(Path(__file__).parent.glob("labelled/*.tex"))
    + sorted(Path(__file__).parent.glob("marked/*/*.tex"))
]


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(TEXTS), st.integers(0, 6000), st.integers(0, 6000))
def test_a_text_cut_anywhere_is_read(text: str, start: int, end: int) -> None:
    for piece in (text[start:], text[:end], text[:start] + text[end:]):
        for numeral in scan(SourceFile("a.tex", piece)).numerals:
            assert 0 <= numeral.span.start <= numeral.span.end <= len(piece)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(TEXTS), st.lists(st.tuples(st.integers(0, 6000), PIECES), min_size=1, max_size=8))
def test_a_text_with_things_thrown_into_it_is_read(text: str, thrown: list[tuple[int, str]]) -> None:
    for at, piece in thrown:
        text = text[:at] + piece + text[at:]
    document = scan(SourceFile("a.tex", text), lambda name: SourceFile(f"{name}.tex", text[:500]))
    assert all(numeral.value.is_finite() for numeral in document.numerals)


def test_a_number_of_fortran_before_a_hyphen_is_read() -> None:
    numerals = scan(SourceFile("a.tex", "The constant is 2.5d4-1 there, and OFED 5.4-1 here.")).numerals
    assert [numeral.value for numeral in numerals][:1] == [25_000]


def test_letters_of_a_formula_multiply_nothing() -> None:
    assert [numeral.value for numeral in scan(SourceFile("a.tex", r"\(68 million and 2 million")).numerals] == [68, 2]


def seconds(tex: str) -> float:
    started = time.process_time()
    scan(SourceFile("a.tex", tex))
    return time.process_time() - started


def test_hostile_repetition_costs_no_more_than_its_length() -> None:
    hostile = r"""\foo[ { } $ \iffalse \begin{a} \end{a} \begin{verbatim} \verb| \pkval{a x^ \text{ \footnote{ 1 1, 1.
        -1 $1^{ \a\def\a{\a\a} \frac \num{ [1 (1 \begin{axis}[a={ \caption[ \begin{lstlisting}[
        \newcommand\a{\a $a(1, \iffalse\footnote{ $\text{ %"""
    more = r"\csname a/\foreach \x in {/\foreach \x in {1,...,9}/\the\numexpr 1+/\count0=/\char/\catcode/\put("
    more += r"/[1, /one of /\edef\a{\a\a}/\apptocmd\a{\a}"
    more += r"/\begin{a}\fi/\only<1>{/\inteval{1+/10⁶/５/10 May /layers 1--2, /five new /"
    for piece in (
        *hostile.split(),
        "1 ",
        "a third ",
        "two and ",
        "%\n",
        "\\iffalse ",
        *more.split("/"),
        "17\\pkval{a}{2}",
        "\\number+",
        "\\number",
        "one in five ",
        "two of them ",
        "(4,7) ",
        "x (4). ",
        "1) a 2) ",
        "7B and ",
        "Ab 2.0 ",
        "^^34",
        "④ ms ",
        "\\Line(1,2)",
        "\\draw (0,0)",
        "\\read1 to ",
        "\\py{",
        "\\lstinputlisting{",
        "$U[1,2",
        "\\begin{luacode}",
        "\\begin{filecontents}{a}\n",
    ):
        assert seconds(piece * 4000) < 4, piece


def test_long_runs_of_numbers_cost_no_more_than_their_length() -> None:
    for piece in ("1,", "7B, ", "1.", "12-", "100 ", "\\pkval{a|d}{1}", "$1$", "1x", "(1,", "two-"):
        assert seconds(piece * 20_000) < 8, piece


def test_markers_in_markers_in_markers_stay_small() -> None:
    document = scan(SourceFile("a.tex", r"\pkval{a}{" * 5000 + "1" + "}" * 5000))
    assert sum(len(text) for marker in document.markers for text in marker.texts) < 20_000_000
    assert any("too deep" in trouble.message for trouble in document.troubles)


def test_macros_that_double_without_end_are_given_up() -> None:
    names = "abcdefghijklmnopqrstuvwxyz"
    tex = "".join(rf"\def\{a}{{\{b}\{b}}}" for a, b in pairwise(names)) + r"\def\z{1}\a"
    document = scan(SourceFile("a.tex", tex))
    assert any("without end" in trouble.message for trouble in document.troubles)


def test_macros_that_are_redefined_by_themselves_without_end_stay_small() -> None:
    for again in (r"\edef\x{\x\x}", r"\apptocmd{\x}{\x 1}{}{}", r"\xdef\x{\x\x\x}", r"\preto\x{\x}"):
        document = scan(SourceFile("a.tex", r"\def\x{1}" + again * 60 + r"\x"))
        assert len(document.text) < 2_000_000, again
