"""Ways to print a bound number rightly, wrongly, and not at all: each with the codes that the audit must give."""

from __future__ import annotations

from typing import NamedTuple

PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,siunitx,xcolor,graphicx,tikz,trimclip,hyperref,booktabs,accsupp}
\usepackage{paperkit}
\newcommand\own[1]{\textbf{#1}}
\begin{document}
"""
NOTE = r"\special{pdf:ann width 30pt height 10pt depth 3pt << /Type/Annot"


class Case(NamedTuple):
    """LaTeX of one paragraph, in which VAL is a marker that prints 12.46, NEG one that prints -5.2."""

    name: str
    latex: str
    codes: frozenset[str] = frozenset()


def case(name: str, latex: str, *codes: str) -> Case:
    return Case(name, latex, frozenset(codes))


SHAPES = (
    r"\itshape",
    r"\bfseries",
    r"\slshape",
    r"\ttfamily",
    r"\sffamily",
    r"\bfseries\itshape",
    r"\sffamily\bfseries",
)
STROKED = r"\special{{pdf:literal direct q 2 Tr {} w}}VAL\special{{pdf:literal direct Q}} here"
COVER = r"\tikz[overlay]{\fill[white] (-0.5,-0.1) rectangle (0,0.3);}"
RIGHT = (
    case("in text", "a value of VAL units"),
    case("in math", "so $x = VAL$ holds"),
    case("negative", "a change of NEG units"),
    case("in a fraction", r"$\frac{VAL}{2}$ of it"),
    case("bold, large and in a box", r"\textbf{\Large VAL} and \fbox{VAL}"),
    case("white on black", r"\colorbox{black}{\textcolor{white}{VAL}}"),
    case("grey that can be read", r"\textcolor{gray}{VAL}"),
    case("on a light ground", r"\colorbox{yellow!30}{VAL}"),
    case("oldstyle digits", r"\oldstylenums{VAL}"),
    case("on its side", r"\rotatebox{90}{VAL}"),
    case(
        "askew",
        r"\rotatebox{30}{VAL} \rotatebox{45}{NEG} \tikz{\node[xslant=.4]{VAL};\node[rotate=-37] at (2,0){NEG};}",
    ),
    case(
        "below the commas of a narrow line", r"\par{\fontsize{9}{9.3}\selectfont\noindent a{,}{,}{,}{,}{,}{,}\\VAL\par}"
    ),
    case("in a table", r"\begin{tabular}{lr}\toprule a & VAL \\ b & VAL \\\bottomrule\end{tabular}"),
    case("in an S column", r"\begin{tabular}{S[table-format=2.2]}VAL\\\end{tabular}"),
    case("in a link of the author's", r"see \href{https://example.org}{the whole of VAL here} for it"),
    case("in a footnote", r"Words\footnote{of VAL units}"),
    case("in a macro of the author's", r"\own{VAL}"),
    case(
        "in shapes of Computer Modern",
        "\\quad ".join(rf"{{{shape} \pkval{{t(n=KEY).v | d}}{{0123456789}}}}" for shape in SHAPES),
    ),
    case("underlined", r"\underline{VAL}"),
    case("between rules", r"\begin{tabular}{|r|r|}\hline VAL & VAL\\\hline\end{tabular} $\sqrt{VAL}$ \underline{NEG}"),
    case("beside a mark of an axis", r"\tikz{\draw (0,0)--(0.1,0) node[right]{VAL};\draw (2,.5)--(2,-.5);}"),
    case("with its suffix of the sources", r"grew by VAL\% or $VAL\times10^{3}$ units"),
    case(
        "with its per cent sign apart",
        r"VAL\,\%, VAL \%, (VAL\%) and \begin{tabular}{rl}VAL & \%\end{tabular}",
    ),
    case(
        "beside dashes and signs of the sources",
        r"from VAL--VAL, $VAL-VAL$, $x-VAL$, $x+VAL$, $x\pm VAL$, non-VAL, VAL -- VAL",
    ),
    case("in a macro that is used twice", r"\newcommand\twice{VAL}\twice{} of them and \twice\%"),
    case("before a word of one letter", r"VAL k of them, \begin{tabular}{rl}VAL & k\\VAL & M\end{tabular}"),
    case("in a picture", r"\tikz{\node[draw,fill=blue!10]{VAL};}"),
    case("narrow", r"\scalebox{.6}[1]{VAL} and \scalebox{1}[.6]{NEG}"),
    case("clipped where nothing is", r"\clipbox{-3pt}{VAL} and \tikz{\clip (-1,-1) rectangle (1,1);\node{NEG};}"),
    case("askew, clipped where nothing is", r"\tikz{\clip (-1,-1) rectangle (1,1);\node[rotate=30]{VAL};}"),
    case("with a thin pen around it", STROKED.format(".1")),
    case("on a ground of its height", r"{\setlength\fboxsep{0pt}\colorbox{yellow!30}{VAL}}"),
    case(
        "with thin spaces, as a fraction and with a power",
        r"\pkval{t(n=KEY).v | d}{1\,234\,567} $\pkval{t(n=KEY).v | d}{\frac{1}{2}}$ and "
        r"$\pkval{t(n=KEY).v | d}{1.2\times10^{13}}$, \rotatebox{90}{\pkval{t(n=KEY).v | d}{1\,234}}",
    ),
)
NOTCHED = (
    r"see \tikz[x=1pt,y=1pt,even odd rule]{\clip (-1,-4) rectangle (40,10) (18,1) rectangle (20,3.4);"
    r"\node[inner sep=0,anchor=south west]{VAL};} here"
)
"""A six without a piece of its bow is like a five."""
WRONG = (
    case("white", r"see \textcolor{white}{VAL} here", "PK504"),
    case("nearly white", r"see \textcolor{yellow!20}{VAL} here", "PK504"),
    case("swallowed", r"see \ifdefined\XeTeXversion none\else VAL\fi{} in vain", "PK502"),
    case("overprinted by a box of no width", r"see \rlap{VAL}99 here", "PK501", "PK504", "PK510"),
    case("overprinted by a negative kern", r"see VAL\kern-1em 99 here", "PK501", "PK504", "PK510"),
    case("clipped", r"see \clipbox{0pt 0pt 6pt 0pt}{VAL} here", "PK504"),
    case("clipped at the top", r"see \clipbox{0pt 0pt 0pt 4pt}{VAL} here", "PK504"),
    case("mirrored", r"see \reflectbox{VAL} here", "PK504"),
    case("upside down", r"see \scalebox{-1}{VAL} here", "PK504"),
    case("too small", r"see \scalebox{0.1}{VAL} here", "PK504"),
    case("covered", r"see VAL\tikz[overlay]{\fill[white] (-0.5,-0.1) rectangle (0,0.3);} here", "PK504"),
    case("covered and drawn again",
         r"see VAL\tikz[overlay]{\fill[white] (-1,-.1) rectangle (0,.3);\draw (-.1,0)--(-.1,.2)(-.3,0)--(-.3,.2);}",
         "PK504"),
    case("another text for programs",
         r"see \special{pdf:literal direct /Span <</ActualText(12.46)>> BDC}VAL\special{pdf:literal direct EMC} here",
         "PK504"),
    case("a bar for a minus", r"see \rule[.5ex]{.5em}{.4pt}VAL here", "PK504"),
    case("a bar for a one", r"see VAL\,\rule{.5pt}{1.4ex} here", "PK504"),
    case("a tail for a comma", r"see VAL\llap{\rule[-.4ex]{.1em}{.4ex}\hspace{1.05em}} here", "PK504"),
    case("a note over it",
         r"see NOTE/Subtype/Square/IC [1 1 1] >>}VAL here", "PK504"),
    case("a note with digits beside it",
         r"see VAL and NOTE/Subtype/FreeText/Contents (99.9) >>} here",
         "PK506"),
    case("a note that draws text beside it",
         r"see VAL and \special{pdf:bxobj @look width 30pt height 10pt depth 3pt}ninety\special{pdf:exobj}"
         r"NOTE/Subtype/Stamp/AP << /N @look >> >>} here",
         "PK506"),
    case("in a wide white frame",
         r"see \special{pdf:bann << /Type/Annot/Subtype/Link/Border [0 0 12]/C [1 1 1] >>}\special{pdf:eann}"
         r"NOTE/Subtype/Link/Border [0 0 12]/C [1 1 1] >>}VAL here",
         "PK504"),
    case("below the page", r"see \raisebox{-200cm}[0pt][0pt]{VAL} here", "PK505"),
    case("beyond the margin", r"see \rlap{\hspace*{17cm}VAL} here", "PK505"),
    case("made by TeX beside it", r"see VAL \the\baselineskip{} here", "PK506"),
    case("made by TeX alone", r"see \mdfivesum{a} here", "PK506"),
    case("a font with other signs for digits", r"see {\font\x=cmsy10 \x VAL} here", "PK501"),
    case("with a suffix made by TeX", r"see VAL\lowercase{K} here", "PK501"),
    case("a minus by its code", r'see $\mathchar"2200 VAL$ here', "PK501"),
    case("before a white per cent sign", r"grew by VAL\textcolor{white}{\%} here", "PK504"),
    case("before a per cent sign like dust", r"grew by VAL\scalebox{0.05}{\%} here", "PK504"),
    case("a script",
         r"see \special{pdf:bann << /Type/Annot/Subtype/Link/A <</S/JavaScript/JS (x)>> >>}VAL\special{pdf:eann}",
         "PK511"),
    case("a program that is started", r"see \href{run:calc}{VAL} here", "PK511"),
    case("white in a link", r"\href{https://example.org}{\textcolor{white}{VAL}} in the whitest", "PK502"),
    case("covered in a link", r"\href{https://example.org}{VAL" + COVER + r"} in the coverest", "PK502"),
    case("tiny in a link", r"\href{https://example.org}{\scalebox{.1}{VAL}} in the tiniest", "PK502"),
    case("in another order", r"see \pkval{t(n=KEY).v | .2f}{\rlap{\kern1.6em1}2.46} here", "PK504"),
    case("in another order on its side",
         r"see \rotatebox{90}{\pkval{t(n=KEY).v | .2f}{12.\rlap{\kern.5em4}6}} here", "PK504"),
    case("with a gap", r"see \pkval{t(n=KEY).v | .2f}{1\hspace{1em}2.46} here", "PK504"),
    case("flat", r"see \scalebox{1}[.1]{VAL} here", "PK504"),
    case("thin", r"see \scalebox{.1}[1]{VAL} here", "PK504"),
    case("struck out", r"see \rlap{\rule[.5ex]{2.5em}{.4pt}}VAL here", "PK504"),
    case("struck out by a bar", r"see \rlap{\rule[.3ex]{2.5em}{.6ex}}VAL here", "PK504"),
    case("with a thick pen around it", "see " + STROKED.format("2"), "PK504"),
    case("notched by a clip", NOTCHED, "PK504"),
    case("clipped where it stands askew",
         r"see \tikz{\clip (-.4,-.4) rectangle (.2,.6);\node[rotate=30]{VAL};}", "PK504"),
    case("clipped on its slope",
         r"see \tikz{\clip[rotate=30] (-.6,-.4) rectangle (.6,.03);\node[rotate=30]{VAL};}", "PK504"),
    case("raised into the line above",
         r"\par\noindent\makebox[12em][r]{Latency is}\hspace{2.9em}us.\\\makebox[12.3em][l]{Energy is}"
         r"\raisebox{\baselineskip}[0pt][0pt]{VAL}\hspace{2em}uJ.", "PK501"),
    case("moved within its line",
         r"\par\noindent\makebox[12em][l]{of the first}\rlap{\hspace{8.25em}VAL} the "
         r"\makebox[6em][r]{second is} \hspace{3em}, and",
         "PK501"),
    case("broken", r"\parbox{11mm}{\pkval{t(n=KEY).v | .2f}{1 000 000 000}}", "PK503", "PK504"),
)  # fmt: skip


def body(cases: tuple[Case, ...]) -> str:
    """A paragraph for each case, on a line of its own; each marker has its own row of the artifact."""
    lines, key = [], 0
    for each in cases:
        text = each.latex.replace("NOTE", NOTE)
        while any(word in text for word in ("VAL", "NEG", "KEY")):
            key += 1
            if "VAL" in text:
                text = text.replace("VAL", rf"\pkval{{t(n={key}).v | .2f}}{{12.46}}", 1)
            elif "NEG" in text:
                text = text.replace("NEG", rf"\pkval{{t(n={key}).w | .1f}}{{$-5.2$}}", 1)
            else:
                text = text.replace("KEY", str(key), 1)
        lines += [rf"Case of {each.name}: {text}.\par\bigskip", ""]
    return "\n".join(lines)
