"""Text that is LaTeX already, and the way in for all other text: escaping."""

from __future__ import annotations

import re
from typing import Any, Self

from markupsafe import Markup

from paperkit.latex.escape import escape_latex


class Latex(Markup):
    r"""LaTeX: printed as it is; plain text that is joined to it is escaped first.

    >>> Latex(r"\emph{a}") + " & b"
    Latex('\\emph{a} \\& b')
    """

    @classmethod
    def escape(cls, s: Any, /) -> Self:
        """*s* as LaTeX on one line (it may stand in a comment); what is LaTeX already stays."""
        return cls(s) if isinstance(s, Markup) else cls(_HYPHEN.sub("-", escape_latex(" ".join(str(s).split("\n")))))


_HYPHEN = re.compile(r"(?<!-\{\})-\{\}(?!-)")
"""One alone: no ligature can arise, and it may stand in an expression."""


def finalize(value: Any) -> Any:
    """What a template prints for *value*: LaTeX as it is, nothing for None, all else escaped."""
    return Latex("") if value is None else Latex.escape(value)
