"""Papers in the ways in which people write them: classes, parts in other files, encodings, macros of their own."""

from __future__ import annotations

CSV = "load,p99_ms\n1,2.40\n8,12.46\n64,96.50\n"
BODY = r"""We use 64 clients on 8 nodes with 128\,GB of memory each. At a load of 8 the tail is 12.46\,ms, at
the highest 96.5\,ms; that is 7.7$\times$ as much, or twice what others report."""


def document(kind: str, preamble: str, body: str) -> str:
    return f"\\documentclass{kind}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


STYLES: dict[str, dict[str, str | bytes]] = {
    "article": {
        "main.tex": document(
            "[11pt]{article}",
            r"\usepackage{graphicx,booktabs}\title{A Tail of Two Loads}"
            r"\author{Ada Lovelace\thanks{Engines} \and Charles Babbage}\date{May 2026}",
            r"\maketitle \section{Setup} "
            + BODY
            + r"""
\begin{table}\begin{tabular}{rr}\toprule load & tail (ms)\\\midrule 1 & 2.40\\ 8 & 12.46\\\bottomrule\end{tabular}
\caption{Every load.}\label{t}\end{table} See Table~\ref{t}.""",
        ),
        "data/latency.csv": CSV,
    },
    "two columns with own macros": {
        "paper.tex": document(
            "[twocolumn,10pt]{article}",
            r"\newcommand{\sys}{Folio}\newcommand{\tail}{12.46}\newcommand{\ms}[1]{#1\,ms}\usepackage{mystyle}"
            r"\title{\sys: Less Tail}\author{A. One \\ Somewhere \and B. Two \\ Elsewhere}",
            r"\maketitle \sys{} has a tail of \ms{\tail}. \important{It uses 16 threads.} " + BODY,
        ),
        "mystyle.sty": "\\ProvidesPackage{mystyle}\n\\newcommand{\\important}[1]{\\textbf{#1}}\n",
        "results.tsv": CSV.replace(",", "\t"),
    },
    "KOMA, chapters in files": {
        "thesis.tex": document(
            "[parskip=half]{scrreprt}",
            r"\subject{Thesis}\title{Loads}\author{Ada Lovelace}\usepackage{hyperref}",
            r"\maketitle\tableofcontents\include{chapters/intro}\include{chapters/results}",
        ),
        "chapters/intro.tex": "\\chapter{Introduction}\\label{i}\n" + BODY,
        "chapters/results.tex": "\\chapter{Results}\nIn Chapter~\\ref{i} it is 12.46\\,ms.\n\\input{chapters/more}",
        "chapters/more.tex": "More: 3 runs.\n",
        "chapters/data/runs.jsonl": '{"load": 8, "p99_ms": 12.46}\n{"load": 1, "p99_ms": 2.4}\n',
    },
    "subfiles": {
        "main.tex": document("{article}", r"\usepackage{subfiles}", r"\section{One}\subfile{parts/one}"),
        "parts/one.tex": "\\documentclass[../main]{subfiles}\n\\begin{document}\n" + BODY + "\n\\end{document}\n",
        "parts/data.json": '{"clients": 64, "nodes": 8}',
    },
    "latin-1": {
        "artikel.tex": document(
            "{article}",
            r"\usepackage[latin1]{inputenc}\usepackage[T1]{fontenc}\title{Lasten}\author{J\"urgen Groß}",
            r"\maketitle Größe: 64 Kunden; für 8 Knoten dauert es 12.46\,ms. \input{anhang}",
        ).encode("latin-1"),
        "anhang.tex": "Übrigens: 96.5\\,ms für 64.\n".encode("latin-1"),
        "messung.dat": "# load p99_ms\n1 2.40\n8 12.46\n64 96.50\n",
    },
    "revtex-like": {
        "ms.tex": document(
            "{article}",
            r"\usepackage{amsmath,siunitx}\newcommand{\affiliation}[1]{}\newcommand{\email}[1]{}"
            r"\title{Tails}\author{Ada B. Lovelace}\affiliation{Somewhere}\email{ada@example.org}",
            r"\maketitle\begin{abstract}The tail is \qty{12.46}{\ms}.\end{abstract} With $n=64$ clients, "
            r"\begin{equation}t = \num{96.5}\,\mathrm{ms}.\end{equation} " + BODY + r"\cite{a}"
            r"\begin{thebibliography}{9}\bibitem{a} A. Author, J. Tails \textbf{12}, 3 (2019).\end{thebibliography}",
        ),
        "supplement.tex": document("{article}", "", "A supplement with 3 numbers."),
        "config.yaml": "clients: 64\nnodes: 8\n",
    },
    "BibTeX, and files beside the folder": {
        "paper/main.tex": document(
            "{article}",
            r"\usepackage[numbers]{natbib}",
            r"\input{../shared/setup} As in \citet{lovelace}. "
            + BODY
            + r"\bibliographystyle{plainnat}\bibliography{refs}",
        ),
        "paper/refs.bib": "@article{lovelace, author={Ada Lovelace}, title={Notes}, journal={Memoirs}, year={1843}}\n",
        "shared/setup.tex": "Both papers use 32 cores.\n",
        "results/latency.csv": CSV,
    },
    "memoir, text before and behind": {
        "src/book.tex": "% a comment with 99 numbers\n"
        + document(
            "[a5paper]{memoir}", r"\title{Book}\author{Ada}", r"\frontmatter\maketitle\mainmatter\chapter{One}" + BODY
        )
        + "This is not printed: 77.\n",
        "measurements/all.csv": CSV,
    },
}
MAINS = {
    "article": "main.tex",
    "two columns with own macros": "paper.tex",
    "KOMA, chapters in files": "thesis.tex",
    "subfiles": "main.tex",
    "latin-1": "artikel.tex",
    "revtex-like": "ms.tex",
    "BibTeX, and files beside the folder": "paper/main.tex",
    "memoir, text before and behind": "src/book.tex",
}
