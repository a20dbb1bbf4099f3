"""Program text as LaTeX that breaks where a reader expects it."""

from __future__ import annotations

from functools import lru_cache

from paperkit.latex.escape import escape_latex
from paperkit.render.safe import Latex

_BEFORE = "+-*/<>="
_BEHIND = "(_/=:["


@lru_cache(maxsize=4096)
def breakable(text: str) -> Latex:
    r"""Program text as LaTeX: it breaks at spaces, before operators and, where it must, elsewhere.

    >>> breakable("a_b(c).d - e")
    Latex('a\\_\\nolinebreak[3]b(\\nolinebreak[3]c)\\nolinebreak[2].d -{}~e')
    """
    return Latex("".join(map(_breakable, f" {text}", text, f"{text[1:]} ")))


def _breakable(before: str, one: str, behind: str) -> str:
    if one == " " and before in _BEFORE:
        return "~"
    if one == "." and before in ")]":
        return r"\nolinebreak[2]."
    return escape_latex(one) + (r"\nolinebreak[3]" if one in _BEHIND and behind not in " =" else "")
