"""Links that run over the end of a column, where heads, floats and notes with links of their own come in between."""

import re

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from paperkit.latex.keys import key_of
from paperkit.pdf.bound import Wanted, read_bound
from paperkit.pdf.file import PdfFile
from paperkit.pdf.normal import comparable
from paperkit.pdf.reading import read_sheets
from paperkit.tectonic.compile import compile_tex
from tests.marker.test_marker import STYLE, engine_and_bundle

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]

SMALL = r"\usepackage[paperheight=9cm,paperwidth=15cm,margin=2cm,headsep=3mm,footskip=7mm]{geometry}"
HEADS = (
    r"\usepackage{fancyhdr}\pagestyle{fancy}\fancyhead[L]{\href{https://example.org/head}{a head} of \autoref{sec:one}}"
    r"\fancyfoot[C]{\hyperlink{page.1}{\thepage}}"
)
START = r"\usepackage{hyperref}\usepackage{paperkit}\emergencystretch=4em\hfuzz=\maxdimen\vbadness=10000"
TEXT = r"""the queue of a kernel waits for \pkclaim{c@ > 1}{every one of the tiles that are read before} while the words
of \href{https://example.org/@\#place}{an address that runs over many lines} stand beside \cite{b,a} and
\autoref{sec:one}, \url{https://example.org/a/path/with/many/parts/@}, and \(\pkval{v@ | d}{a + b = 4@}\) is as
\pkval{w@ | d}{2@ GB a second}"""
NOTE = r"\footnote{a note with \pkval{n@ | d}{3@} and \autoref{sec:one}, \pkclaim{k@ > 1}{as long as notes are at all}}"
FLOAT = r"""
\begin{figure}[PLACE]\rule{9mm}{3mm}
\caption{with \pkval{f@ | d}{5@} of \cite{a} and \pkclaim{g@ > 1}{a few words}}\end{figure}
"""
MARGIN = r"\marginpar{\tiny\pkval{m@ | d}{6@} \cite{a}}"
BOOKS = r"\begin{thebibliography}{9}\bibitem{a}A\bibitem{b}B\end{thebibliography}"


def running(pieces, count):
    """Text of *count* sentences; behind each comes the next of *pieces*. Every @ is the sentence's own number."""
    sentences = (f"{TEXT}{pieces[at % len(pieces)]}. ".replace("@", str(at)) for at in range(count))
    return "".join(f"{one}\n\n" if at % 4 == 3 else f"{one} " for at, one in enumerate(sentences))


def within(name, options=""):
    return lambda text: f"\\begin{{{name}}}{options}\n{text}\n\\end{{{name}}}\n"


def before_a_table(text):
    rows = r"a & \pkval{r | d}{7} \cite{a}\\" * 30
    return text + r"\begin{longtable}{lr}\pkval{h | d}{8}&head\\\endhead " + rows + r"\end{longtable}"


def balanced(text):
    return text + r"\newpage\balance " + running(("",), 3)


PLAIN, TWO = r"\documentclass{article}", r"\documentclass[twocolumn]{article}"
TOP, HERE = FLOAT.replace("PLACE", "t"), FLOAT.replace("PLACE", "h")
DOCUMENTS = {
    "one column with heads and feet": (PLAIN, HEADS, ("", NOTE), str),
    "two columns with floats": (TWO, HEADS, ("", TOP, NOTE), str),
    "floats that stand here": (PLAIN, "", (HERE, "", ""), str),
    "notes in the margin": (PLAIN, r"\setlength\marginparwidth{1cm}", ("", MARGIN), str),
    "longtable": (PLAIN, r"\usepackage{longtable}", ("",), before_a_table),
    "multicol": (PLAIN, HEADS + r"\usepackage{multicol}", ("", NOTE), within("multicols", "{2}")),
    "balance": (
        TWO,
        HEADS + r"\usepackage{balance}",
        ("",),
        lambda text: text + r"\newpage\balance " + running(("",), 3),
    ),
    "framed": (PLAIN, HEADS + r"\usepackage{framed}", ("",), within("framed")),
    "mdframed": (PLAIN, HEADS + r"\usepackage{mdframed}", ("",), within("mdframed")),
    "tcolorbox": (PLAIN, HEADS + r"\usepackage[breakable]{tcolorbox}", ("",), within("tcolorbox", "[breakable]")),
    "koma": (r"\documentclass[twocolumn]{scrartcl}", "", (TOP, NOTE), str),
}


def document(name):
    start, preamble, pieces, layout = DOCUMENTS[name]
    body = layout(running(pieces, 24))
    head = f"{start}{SMALL}{preamble}{START}\\begin{{document}}\\section{{One}}\\label{{sec:one}}\n"
    return f"{head}{body}\n{BOOKS}\\end{{document}}\n"


@pytest.fixture(scope="module")
def typeset(tmp_path_factory):
    """Compile a text beside a style file; gives the PDF, and what the engine said."""

    def run(text, style=None):
        folder = tmp_path_factory.mktemp("columns")
        (folder / "paperkit.sty").write_text(style or STYLE.read_text())
        (folder / "main.tex").write_text(text)
        done = compile_tex(*engine_and_bundle(), folder, "main.tex", 1_700_000_000)
        assert done.pdf is not None, done.stderr
        return done.pdf, done.stderr

    return run


def wanted_of(text):
    """What the markers of *text* print, by key."""
    found = {}
    for marker in re.finditer(r"\\pk(?:claim|val)\{([^{}]*)\}\{([^{}]*)\}", text):
        found.setdefault(key_of(marker[1]), set()).add(comparable(marker[2]))
    return {key: Wanted(key, frozenset(texts), ()) for key, texts in found.items()}


def glyphs(raw):
    """Each character of each page with its place in points, to a fiftieth."""
    document = pypdfium2.PdfDocument(raw)
    try:
        pages = []
        for page in document:
            text = page.get_textpage()
            characters = range(text.count_chars())
            places = [(pdfium.FPDFText_GetUnicode(text, at), text.get_charbox(at)) for at in characters]
            pages.append([(code, round(box[0], 1), round(box[1], 1)) for code, box in places if code > ord(" ")])
            text.close()
            page.close()
        return pages
    finally:
        document.close()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_is_whole_and_nothing_is_said_about_annotations(typeset, name):
    text = document(name)
    raw, said = typeset(text)
    assert not re.search(r"annotation|special", said, re.IGNORECASE), said
    sheets = read_sheets(PdfFile(raw))
    wanted = wanted_of(text)
    found = read_bound(sheets, wanted)
    assert {one.key for one in found} == set(wanted)
    assert [(one.sheet, one.text) for one in found if not one.right] == []


def test_some_of_those_links_do_run_over_the_end_of_a_page(typeset):
    text = document("two columns with floats")
    raw, _ = typeset(text)
    sheets = read_sheets(PdfFile(raw))
    pages = {}
    for sheet in sheets:
        for link in sheet.links:
            pages.setdefault(link.key, set()).add(sheet.number)
    assert any(len(on) == 2 for key, on in pages.items() if key)


@pytest.mark.parametrize("name", ["one column with heads and feet", "two columns with floats", "balance"])
def test_nothing_on_the_pages_is_moved_by_it(typeset, name):
    text = document(name)
    bare = r"\def\pk@begin#1{\special{#1}}\def\pk@end{\special{pdf:eann}}\endinput"
    style = STYLE.read_text()
    raw, said = typeset(text, style.removesuffix("\\endinput\n") + bare)
    assert "annotation when one is pending" in said
    assert glyphs(typeset(text)[0]) == glyphs(raw)


def test_what_a_claim_says_has_no_links_within_and_its_note_has_them(typeset):
    start = r"\documentclass{article}\usepackage{hyperref}\usepackage{paperkit}\begin{document}\section{S}\label{s}"
    claim = r"\pkclaim{a > 1}{twice \ref{s} as \pkval{b | d}{12} fast\footnote{of \pkval{c | d}{13} and \ref{s}}} here"
    raw, said = typeset(start + claim + r" and \pkval{d | d}{14} \ref{s}\end{document}")
    assert "annotation" not in said
    (sheet,) = read_sheets(PdfFile(raw))
    over = ["".join(sheet.text[at] for at in sheet.inside(link.rect)).split() for link in sheet.links]
    assert ["".join(words) for words in over] == ["twice1as12fast1", "14", "1", "13", "1"]


HALVES = {
    "another link at the ends of lines": (r"\\\pkval{other | d}{7}\\", [True]),
    "another link within a line": (r" and \pkval{other | d}{7} and ", [False, False]),
    "the same claim in lines of its own": (r"\\\pkclaim{k > 1}{more than three times}\\", [True, True]),
}


@pytest.mark.parametrize("name", HALVES)
def test_lines_of_one_claim_are_read_as_one_with_other_links_between_them(typeset, name):
    between, expected = HALVES[name]
    start = r"\documentclass{article}\usepackage{paperkit}\parindent=0pt\begin{document}"
    first, second = r"\pkopen{k > 1}more than\pkclose{x}", r"\pkopen{k > 1}three times\pkclose{x}"
    raw, _ = typeset(f"{start}{first}{between}{second}\\end{{document}}")
    key = key_of("k > 1")
    found = read_bound(read_sheets(PdfFile(raw)), {key: Wanted(key, frozenset({"morethanthreetimes"}), ())})
    assert [one.right for one in found if one.key == key] == expected
