r"""Markers resolved: what they print stays, as it stood."""

import re

import pytest

from paperkit.export.flatten import flatten
from paperkit.export.resolve import MARK, detokenized, pages_of, resolve
from paperkit.project import package_templates


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r"\pkval{a.b | .1f}{12.5}~ms", "12.5~ms"),
        (r"\pkval{a(n={1}).b | d}{12}", "12"),
        (r"\pkclaim{speedup(a, b)}{twice as \emph{fast}}.", r"twice as \emph{fast}."),
        (r"\pkfree{a \{ reason}{12}", "12"),
        (r"\pkprojected{up to \pkval{a | d}{7}}", r"\pkprojectedmark{}up to 7\pkprojectedmark{}"),
        (r"\pkquote{adr:1\#a}{we use 8 nodes}", "we use 8 nodes"),
        (r"\pkval{a | d}%" + "\n  {12} ms", "12 ms"),
        (r"\item\pkval{a | words}{four}", r"\item four"),
        (r"\item\pkval{a | d}{4}", r"\item4"),
        (r"\pkval{a | d}{4\percent} of", r"4\percent{} of"),
        (r"\pkval{a | d}{4\percent}.", r"4\percent."),
        (r"\newcommand\x[1]{\pkval{a(n=#1).b | d}{12}}", r"\newcommand\x[1]{12}"),
        (r"\pkanchor{a | d}12 & \pkpages{a | d} \\", r"12 & \textendash{} \\"),
        ("\\usepackage{paperkit}\n\\usepackage{a}\n", "\\usepackage{a}\n"),
        ("\\usepackage{a,paperkit, b}\n", "\\usepackage{a,b}\n"),
        ("\\usepackage{paperkit-house}\n\\pkrecordpages\nx", "\\usepackage{paperkit-house}\nx"),
    ],
)
def test_a_marker_is_what_it_prints(text: str, plain: str) -> None:
    assert resolve(text, {}) == plain


KEPT = "\\begin{verbatim}\n% kept \\pkval{a}{1}\n\\end{verbatim}"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a % secret\nb", "a %\nb"),
        ("% secret\nb", "b"),
        ("a\n  % secret\n\nb", "a\n\nb"),
        (r"50\% of it", r"50\% of it"),
        ("\\\\% secret\n", "\\\\%\n"),
        (KEPT, KEPT),
        (r"\verb|% kept \pkval{a}{1}| % secret", r"\verb|% kept \pkval{a}{1}| %"),
        ("% \\begin{verbatim}\nx % secret\n\\end{verbatim}", "x %\n\\end{verbatim}"),
        ("\\begin{comment}\nsecret\n\\end{comment}x", "x"),
    ],
)
def test_no_comment_leaks(text: str, plain: str) -> None:
    assert resolve(text, {}) == plain


def test_pages_are_those_that_the_build_wrote() -> None:
    digest = "F0DF3B5D1B9F5E0B3F0C0A8B4D8E7F11"
    aux = f"\\pkonpage{{pk.{digest}}}{{1}}\n\\pkonpage{{pk.{digest}}}{{3}}\n\\pkonpage{{pk.{digest}}}{{1}}\n"
    assert pages_of(aux) == {digest: "1, 3"}


@pytest.mark.parametrize(("text", "said"), [("a\\_b\n  c", "a\\_b c"), ("\\foo  x#1", "\\foo x##1"), (r"\%", r"\%")])
def test_detokenized_is_what_tex_makes_of_it(text: str, said: str) -> None:
    assert detokenized(text) == said


def flat(files: dict[str, str], main: str = "main.tex") -> dict[str, str]:
    done = flatten({name: text.encode() for name, text in files.items()}, main, {})
    return {name: raw.decode() for name, raw in done.items()}


def test_files_lie_beside_the_main_one() -> None:
    done = flat({
        "main.tex": "\\input{tex/a}\\include{tex/b.tex}\\input tex/c \\includegraphics[page]{figs/x}\\bibliography{r}",
        "tex/a.tex": "A", "tex/b.tex": "B", "tex/c.tex": "C", "figs/x.pdf": "PDF", "main.bbl": "L",
    })  # fmt: skip
    assert set(done) == {"main.tex", "a.tex", "b.tex", "c.tex", "x.pdf", "main.bbl"}
    assert done["main.tex"] == ("\\input{a}\\include{b.tex}\\input{c} \\includegraphics[page]{x}\\input{main.bbl}")


def test_two_files_of_a_name_stay_two() -> None:
    done = flat({"main.tex": "\\input{a/x}\\input{b/x}", "a/x.tex": "A", "b/x.tex": "B"})
    assert {done["x.tex"], done["b-x.tex"]} == {"A", "B"}
    assert done["main.tex"] == "\\input{x}\\input{b-x}"


def test_a_path_from_a_deeper_main_file() -> None:
    files = {"shared/s.tex": "S", "paper/sec/one.tex": "1"}
    done = flat({"paper/main.tex": "\\input{../shared/s}\\import{sec/}{one}", **files}, "paper/main.tex")
    assert done == {"main.tex": "\\input{s}\\input{one}", "s.tex": "S", "one.tex": "1"}


def test_graphics_are_found_along_their_path() -> None:
    done = flat({"main.tex": "\\graphicspath{{figs/}}\\includegraphics{x}", "figs/x.png": "P"})
    assert set(done) == {"main.tex", "x.png"}


def test_a_file_that_a_macro_names_keeps_its_folder() -> None:
    done = flat({"main.tex": "\\def\\d{figs}\\includegraphics{\\d/x}", "figs/x.png": "P"})
    assert set(done) == {"main.tex", "figs/x.png"}


def test_the_mark_of_a_projection_comes_along_where_one_is_shown() -> None:
    style = (package_templates() / "paperkit.sty").read_text()
    assert MARK in style
    shown = flat({"main.tex": "\\usepackage{paperkit}\n\\pkprojected{7}"})["main.tex"]
    assert shown == f"{MARK}\n\\pkprojectedmark{{}}7\\pkprojectedmark{{}}"
    assert flat({"main.tex": "\\usepackage{paperkit}\n7"})["main.tex"] == "7"


def test_every_macro_of_the_package_is_resolved() -> None:
    style = (package_templates() / "paperkit.sty").read_text()
    used = set(re.findall(r"^% \\(pk\w+)\{", style, re.MULTILINE))
    text = "".join(rf"\{name}{{a}}{{b}}" for name in sorted(used))
    assert re.findall(r"\\pk\w+", resolve(text, {}).replace(r"\pkprojectedmark", "")) == []


def test_the_package_of_paperkit_stays_behind() -> None:
    assert set(flat({"main.tex": "\\usepackage{paperkit}x", "paperkit.sty": "P", "paperkit-house.sty": "H"})) == {
        "main.tex",
        "paperkit-house.sty",
    }


def test_a_file_in_another_encoding_keeps_its_bytes() -> None:
    raw = "% von J\xfcrgen\n\\def\\a{J\xfcrgen}\n".encode("latin-1")
    files = flatten({"main.tex": b"\\input{alt/a.tex}", "alt/a.tex": raw}, "main.tex", {})
    assert "\\def\\a{J\xfcrgen}".encode("latin-1") in files["a.tex"]
