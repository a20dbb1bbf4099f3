"""Plain text as LaTeX that prints just that text."""

from __future__ import annotations

_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        "'": r"\textquotesingle{}",
        "`": r"\textasciigrave{}",
        "-": "-{}",
        "\u00a0": "~",
        "−": r"\textminus{}",
    }
)


def escape_latex(text: str) -> str:
    r"""*text* as LaTeX that prints the same characters: no command, no ligature, no comment can arise from it.

    Total, and different texts give different LaTeX. White space other than line breaks is kept as it is.

    >>> print(escape_latex("50% of a_b -- ~{x}"))
    50\% of a\_b -{}-{} \textasciitilde{}\{x\}
    """
    return text.translate(_ESCAPES)
