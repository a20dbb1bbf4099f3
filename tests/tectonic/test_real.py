"""The real engine with its bundle: the same bytes, one pass for an edit, and nothing outside."""

import os
from pathlib import Path

import pytest

from paperkit.process.confine import probe_isolation
from paperkit.tectonic.compile import compile_tex, complaints

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(900)]
needs_walls = pytest.mark.skipif(probe_isolation().filesystem == "none", reason="no file isolation on this machine")

REPORT = r"""\documentclass[11pt]{article}
\usepackage{fontspec,unicode-math}
\setmainfont{texgyrepagella}[Extension=.otf, UprightFont=*-regular, BoldFont=*-bold, ItalicFont=*-italic]
\setmathfont{texgyrepagella-math.otf}
\usepackage{booktabs,siunitx,microtype,xcolor,tikz,natbib,hyperref,cleveref}
\begin{document}
\tableofcontents
\section{First}\label{sec:first}
FILLER
\section{Second}\label{sec:second}
See \cref{sec:first} on page~\pageref{sec:first} and \citet{a}: \qty{3.4}{\milli\second}, \(\int_0^1 x\,dx\).
\begin{tabular}{lS[table-format=2.1]}\toprule name & {value} \\ \midrule a & 12.5 \\ \bottomrule\end{tabular}
\tikz\draw (0,0) -- (1,1);
\bibliographystyle{plainnat}\bibliography{refs}
\end{document}
"""
BIB = "@article{a, title={T}, author={Ann Author}, journal={J}, year={2020}}\n"


@pytest.fixture
def typeset(real, tmp_path):
    """Compile files in a fresh folder below `outside`; None for *keep*: a fresh build."""
    (tmp_path / "outside").mkdir()

    def run(text, keep=None, **options):
        folder = tmp_path / "outside" / f"staged-{os.urandom(4).hex()}"
        folder.mkdir()
        (folder / "main.tex").write_text(text)
        (folder / "refs.bib").write_text(BIB)
        return compile_tex(*real, folder, "main.tex", 1_700_000_000, keep, **options)

    return run


def document(body, preamble=""):
    return f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\nHello.\n{body}\n\\end{{document}}\n"


def test_an_edit_costs_one_pass_and_gives_the_bytes_of_a_fresh_build(typeset, tmp_path):
    keep = tmp_path / "keep"
    short, edited = (REPORT.replace("FILLER", word) for word in ("Some words. " * 40, "Other words. " * 40))
    long = REPORT.replace("FILLER", "Some words. " * 1500)
    first = typeset(short, keep)
    assert first.passes >= 2, first.stderr
    edit = typeset(edited, keep)
    assert edit.passes == 1
    assert edit.pdf == typeset(edited).pdf
    moved = typeset(long, keep)
    assert moved.passes > 1
    assert moved.pdf == typeset(long).pdf


def test_kept_files_that_are_broken_do_no_harm(typeset, tmp_path):
    keep = tmp_path / "keep"
    text = document("\\section{A}\\label{a} See \\ref{a}.")
    whole = typeset(text, keep)
    (keep / "main.aux").write_text("\\relax\n\\nosuchcommand{\n")
    assert typeset(text, keep).pdf == whole.pdf


def test_fonts_of_the_machine_are_not_used(typeset):
    text = document("x", "\\usepackage{fontspec}\\setmainfont{DejaVu Sans}\n")
    done = typeset(text)
    assert done.pdf is None
    assert complaints(done, {"main.tex": text})[0].message == "there is no font DejaVu Sans"


@needs_walls
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("\\input{/etc/passwd}", "outside"),
        ("\\input{../secret}", "outside"),
        ("\\newread\\r\\openin\\r=/etc/passwd", "outside"),
        ("\\newwrite\\w\\immediate\\openout\\w=../made.tex \\immediate\\write\\w{x}", "outside"),
        ("\\newwrite\\w\\immediate\\openout\\w=ABSOLUTE/made.tex \\immediate\\write\\w{x}", "outside"),
        ("\\immediate\\write18{touch ABSOLUTE/made.tex}", "shell-escape"),
        ("\\special{pdf:fstream @x (/etc/passwd)}", "outside"),
    ],
)
def test_what_reaches_outside_fails_with_its_line_and_changes_nothing(typeset, tmp_path, body, kind):
    outside = tmp_path / "outside"
    (outside / "secret.tex").write_text("secret")
    text = document(body.replace("ABSOLUTE", str(outside)))
    done = typeset(text)
    found = complaints(done, {"main.tex": text})
    assert [(error.kind, error.file, error.line) for error in found if error.kind == kind] == [(kind, "main.tex", 4)]
    assert done.pdf is None or kind == "shell-escape"
    assert b"secret" not in (done.pdf or b"")
    assert sorted(path.name for path in outside.iterdir() if not path.name.startswith("staged")) == ["secret.tex"]


def test_a_picture_outside_is_no_picture(typeset, tmp_path):
    (tmp_path / "outside" / "a.png").write_bytes(b"x")
    text = document("\\includegraphics{../a.png}", "\\usepackage{graphicx}\n")
    done = typeset(text)
    assert done.pdf is None
    assert any(error.fatal for error in complaints(done, {"main.tex": text}))


def test_a_loop_is_stopped(typeset):
    done = typeset(document("\\def\\x{\\x}\\x"), timeout=3)
    assert (done.pdf, done.timed_out) == (None, True)


def test_the_run_needs_nothing_of_the_users_environment(typeset, monkeypatch):
    text = document("\\today")
    first = typeset(text)
    for name, value in (("TZ", "Pacific/Kiritimati"), ("TEXINPUTS", "/nowhere"), ("HOME", "/nowhere"), ("LANG", "C")):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    assert typeset(text).pdf == first.pdf


def test_the_bundle_has_what_reports_use(typeset):
    used = "tabularx,longtable,pgfplots,caption,subcaption,fancyhdr,tcolorbox,listings,enumitem,tabularray,multirow"
    fonts = ("LinLibertine_R.otf", "LinBiolinum_R.otf", "STIXMath-Regular.otf", "Inconsolata.otf")
    loads = "".join(
        f'\\font\\x="[{name}]" at 10pt \\x a' for name in (*fonts, "texgyretermes-math.otf", "lmroman10-regular.otf")
    )
    done = typeset(document(loads, f"\\usepackage{{{used}}}\\pgfplotsset{{compat=1.18}}\n"))
    assert done.pdf, done.stderr


def test_paths_of_this_machine_are_not_in_the_pdf(typeset, tmp_path):
    done = typeset(document("x"))
    assert str(tmp_path).encode() not in done.pdf
    assert str(Path.home()).encode() not in done.pdf
