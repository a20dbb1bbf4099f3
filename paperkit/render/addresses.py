"""Addresses of a project's files where others can read them: where a row of the appendix leads out to."""

from __future__ import annotations

from urllib.parse import quote

from paperkit.latex.escape import escape_latex
from paperkit.render.safe import Latex

FORGES = (("gitlab.", "/-/blob/HEAD/{path}#L{line}"), ("", "/blob/HEAD/{path}#L{line}"))
"""What follows the address of a repository, by what its host's name begins with."""


def address_of(repository: str, path: str, line: int) -> str:
    """Where a line of a file can be read; empty without a repository.

    >>> address_of("https://github.com/ada/engine", "data/t.csv", 9)
    'https://github.com/ada/engine/blob/HEAD/data/t.csv#L9'
    >>> address_of("https://gitlab.com/ada/engine/", "a b.csv", 1)
    'https://gitlab.com/ada/engine/-/blob/HEAD/a%20b.csv#L1'
    >>> address_of("https://git.example.org/show?file={path}&line={line}", "t.csv", 2)
    'https://git.example.org/show?file=t.csv&line=2'
    """
    if not repository:
        return ""
    host = repository.partition("://")[2]
    rest = next(rest for begin, rest in FORGES if host.startswith(begin))
    form = repository if "{path}" in repository else repository.rstrip("/").removesuffix(".git") + rest
    return form.replace("{path}", quote(path)).replace("{line}", str(line))


def leading(shown: Latex, address: str) -> Latex:
    """*shown* as a link to *address*, as it is where there is none."""
    return Latex(rf"\href{{{escape_latex(address)}}}{{{shown}}}") if address else shown
