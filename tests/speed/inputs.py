"""Large inputs, made alike each time: LaTeX with macros, tables, mathematics and numbers; projects with much data."""

from __future__ import annotations

import subprocess
from pathlib import Path

HEAD = r"""\documentclass{article}
\usepackage{siunitx,booktabs,amsmath}
\newcommand{\system}{KernBench}
\newcommand{\gain}[2]{#1 times on \textbf{#2} runs}
\newcommand{\both}[2]{\gain{#1}{#2} of \system}
\begin{document}
"""
PART = r"""\section{Part %(n)d}\label{sec:p%(n)d}
The tail of \system{} stays at %(n)d.5~ms while \both{%(n)d.25}{12} holds (see \cref{sec:p%(n)d} and~\cite{a%(n)d}).
With \SI{%(n)d}{GB} of data and \num{1.2e3} requests, throughput rises by 12.5\,\%%, from $x_{%(n)d} = 3.1$ to $10^{4}$.
%% a comment with 99 numbers 1 2 3
\begin{equation} y = \frac{a_1 + %(n)d}{2 b^3} \label{eq:e%(n)d} \end{equation}
\begin{tabular}{lrr}
\toprule size & old & new \\ \midrule
%(n)d & 14{,}954 & 1.68 \\ 64 & 7{,}312 & \textit{0.93} \\ \bottomrule
\end{tabular}
\begin{itemize} \item twice as fast, \item more than three workers, \item version 2.1 of 2024. \end{itemize}

"""
PROSE = r"""\paragraph{What it means} The \emph{composite} command spares a kernel the waiting that \system{} shows
between a transfer and the product that needs it~\cite{a%(n)d,b%(n)d}; how much that is depends on the order of the
tiles, on the depth of the queue and, as \cref{sec:p%(n)d} said, on what the host does meanwhile. We kept the
schedule of the baseline as it was, so that whatever differs comes from the command alone, and let both run until
their latencies settled. Where they did not, the runs were left out and the table says so. A reader who wants to
follow this finds the harness beside the artifact; its parameters stand in a file of their own, and a change of any
of them makes the rows stale.

Our model is coarse on purpose. It knows a cost $c_i$ for each kind of request, a rate $r$ for each link, and queues
that fill up; it knows nothing of \textsc{dram} refresh, of voltage, or of the order in which banks answer. That
suffices to rank designs, as earlier work found for machines of this size~\citep{d%(n)d}, and it fails where two of
them are close. In such cases we say that they cannot be told apart\footnote{Both the ranking and the threshold are
in the artifact.}, rather than print a difference that the next revision of the model may turn round. What remains
are statements about direction and about order: which of two schedules waits longer, whether the gap grows with the
depth of the product, and where the advantage of the smaller tile ends. These hold for all sizes of the grid that we
ran, \ie also for those that no figure shows, and an independent count by \citet{e%(n)d} agrees with them wherever
it covers the same ground.

"""
"""What stands between results: prose with citations, references and formulas, and hardly a number."""


def paper(length: int, dense: bool = False) -> str:
    """LaTeX of so many characters, ten numerals in a thousand as where papers tell of results; *dense*: forty."""
    parts = [HEAD]
    size = number = 0
    part = PART if dense else PART + PROSE
    while size < length:
        number += 1
        parts.append(part % {"n": number})
        size += len(parts[-1])
    return "".join((*parts, "\\end{document}\n"))


def long_line(numbers: int) -> str:
    """One line with so many numbers, four characters each."""
    return "".join(f"{100 + at % 900} " for at in range(numbers))


def long_formula(numbers: int) -> str:
    """One formula with so many values of one variable, four characters each."""
    return "$x = " + "".join(f"{10 + at % 90}, " for at in range(numbers)) + "9$"


def _project(folder: Path, table: str, tex: str) -> tuple[Path, int]:
    (folder / "runs.csv").write_text(table)
    main = folder / "main.tex"
    main.write_text(tex)
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-q", "-m", "inputs"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return main, len(table) + len(tex)


def _table(rows: int) -> str:
    lines = [f"{n},{'old' if n % 2 else 'new'},{n * 7 % 9973}.{n % 90 + 10}" for n in range(rows)]
    return "\n".join(("run,mode,latency_ms", *lines)) + "\n"


def _document(body: str) -> str:
    return "\\documentclass{article}\\usepackage{paperkit}\\begin{document}\n" + body + "\\end{document}\n"


def _marker(run: int) -> str:
    return rf"\pkval{{runs(run={run}).latency_ms | .2f}}{{{run * 7 % 9973}.{run % 90 + 10}}}"


def wide_project(folder: Path, rows: int, used: int) -> tuple[Path, int]:
    """A table of so many rows of which so many cells are used; gives the main file and the size of all."""
    body = "".join(f"Run {_marker(at * rows // used)} is as it is.\n" for at in range(used))
    return _project(folder, _table(rows), _document(body))


def marked_project(folder: Path, markers: int) -> tuple[Path, int]:
    """So many markers, each with another expression, over a table of as many rows."""
    body = "".join(f"A run takes {_marker(at)}~ms.{chr(10) if at % 5 else chr(10) * 2}" for at in range(markers))
    return _project(folder, _table(markers), _document(body))


def unbound_project(folder: Path, rows: int) -> tuple[Path, int]:
    """Ten columns of so many rows, and some numbers that no marker binds yet."""
    head = ",".join(("run", *(f"m{column}_ms" for column in range(9))))
    lines = (
        ",".join((str(n), *(f"{(n * 31 + 7 * c) % 9973}.{(n + c) % 90 + 10}" for c in range(9)))) for n in range(rows)
    )
    run = rows // 3
    body = f"In run {run} the first takes {run * 31 % 9973}.{run % 90 + 10}~ms. The runs are {rows} in all.\n"
    return _project(folder, "\n".join((head, *lines)) + "\n", _document(body))


REPORT = """title: Many runs
authors: [Ada Lovelace]
date: 2026-06-30
main: main.tex
artifacts: {runs: runs.csv}
"""
FILLER = (
    "What it does while it waits is told at length here, in as many words as it takes to fill a line or two of a page. "
)
A_PAGE = 25
"""Bound numbers on each."""


def long_report(folder: Path, markers: int) -> Path:
    """A report of which each page has 25 bound numbers; gives its folder, with everything committed."""
    body = []
    for at in range(markers):
        last = "\\clearpage" if at % A_PAGE == A_PAGE - 1 else "\n" if at % 5 == 4 else ""
        body.append(f"A run takes {_marker(at)}~ms at last. {FILLER}{last}\n")
    (folder / "report.yaml").write_text(REPORT)
    return _project(folder, _table(markers), _document("".join(body)))[0].parent
