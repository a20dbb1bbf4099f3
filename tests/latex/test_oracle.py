"""The tokenizer held against another one, pylatexenc's, where both have a word for the same thing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkit.latex import tokens as token
from paperkit.latex.cutter import tokenize
from paperkit.latex.tokens import Tokens
from paperkit.latex.verbatims import Verbatims
from paperkit.source import SourceFile
from tests.speed import inputs

latexwalker = pytest.importorskip("pylatexenc.latexwalker")

Found = tuple[str, int, str]
"""What, where, and its name."""
MATH = {"(", ")", "[", "]"}
KINDS = {token.OPEN: "{", token.CLOSE: "}", token.BEGIN: "begin", token.END: "end", token.MATH: "math"}
THEIRS = {"brace_open": "{", "brace_close": "}", "begin_environment": "begin", "end_environment": "end"}
THEIRS |= {"mathmode_inline": "math", "mathmode_display": "math", "macro": "macro", "comment": "comment"}

SNIPPETS = [
    r"\section{A}\label{x} $a_{1}$ \[ x^2 \] \textbf{b {c}} \% \\ $$y$$ \begin{equation*} z \end{equation*}",
    "a % one\n  % two\n\nb%\n\n% three",
    r"\newcommand{\gain}[2]{#1 times on \textbf{#2} runs}\gain{3}{4} \alpha\beta1 \\[2pt] \{\} \, \;",
    r"{a{b{c}d}e}\emph{}{} \item[x]{y} \frac12 \frac{1}{2} \(z\) é{ü}",
    r"\begin {table*} \begin{tabular}{lr} a & b \\ \hline \end{tabular} \end {table*}",
]


def ours(tokens: Tokens) -> Iterator[Found]:
    for kind, start, name in zip(tokens.kinds, tokens.starts, tokens.names, strict=True):
        if kind in (token.OPEN, token.CLOSE):
            yield KINDS[kind], start, ""
        elif kind in KINDS:
            yield KINDS[kind], start, name
        elif kind == token.SYMBOL and name in MATH:
            yield "math", start, "\\" + name
        elif kind in (token.WORD, token.SYMBOL):
            yield "macro", start, name
        elif kind == token.COMMENT and name.startswith("%"):
            yield "comment", start, name[1:].partition("\n")[0]
        elif kind == token.COMMENT:
            yield "macro", start, name


def theirs(text: str) -> Iterator[Found]:
    walker, at = latexwalker.LatexWalker(text, tolerant_parsing=True), 0
    while True:
        try:
            found = walker.get_token(at)
        except latexwalker.LatexWalkerEndOfStream:
            return
        at = found.pos + found.len
        if found.tok in THEIRS:
            yield THEIRS[found.tok], found.pos, "" if found.tok.startswith("brace") else found.arg


def groups(nodes: object) -> Iterator[tuple[int, int]]:
    """Where the groups in braces stand, in *nodes* of pylatexenc and in all below."""
    for node in nodes or ():  # type: ignore[attr-defined]
        if node is None:
            continue
        if node.isNodeType(latexwalker.LatexGroupNode) and node.delimiters[0] == "{":
            yield node.pos, node.pos + node.len
        inner = getattr(node, "nodeargd", None)
        yield from groups(getattr(inner, "argnlist", None))
        yield from groups(getattr(node, "nodelist", None))


def cut(text: str) -> Tokens:
    return tokenize(SourceFile("a.tex", text), Verbatims(frozenset(), ""))


def pairs(tokens: Tokens) -> set[tuple[int, int]]:
    both = zip(range(len(tokens)), tokens.kinds, tokens.partners, strict=True)
    return {(tokens.starts[at], tokens.ends[to]) for at, kind, to in both if kind == token.OPEN and to >= 0}


@pytest.mark.parametrize("text", [*SNIPPETS, inputs.paper(6_000)])
def test_commands_braces_formulas_and_comments_stand_where_they_do_for_another_reader(text: str) -> None:
    assert list(ours(cut(text))) == list(theirs(text))


def papers() -> dict[str, str]:
    """Texts without what only we read verbatim."""
    texts = {path.name: path.read_text() for path in (Path(__file__).parent / "labelled").glob("*.tex")}
    verbatim = ("\\verb", "verbatim", "lstlisting", "\\url", "\\href", "minted")
    return {name: text for name, text in sorted(texts.items()) if not any(word in text for word in verbatim)}


@pytest.mark.parametrize("name", papers())
def test_and_in_whole_papers(name: str) -> None:
    text = papers()[name]
    assert list(ours(cut(text))) == list(theirs(text))


PIECES = ["\\textbf", "\\alpha ", "\\beta", "{", "}", "$", "$$", "\\[", "\\]", "\\(", "\\)", "%c\n", "% x\n\n", "%\n  "]
PIECES += [
    "a",
    " ",
    "\n",
    "\n\n",
    "#1",
    "\\%",
    "\\\\",
    "\\{",
    "\\}",
    "&",
    "^",
    "_",
    "~",
    "--",
    "[",
    "]",
    "1.5",
    "é",
    "'",
]
PIECES += ["1.5", "é", "'", "\\begin{equation}", "\\end{equation}", "\\begin{a b}", "\\ ", "\\\n"]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_and_in_whatever_is_put_together(text: str) -> None:
    assert list(ours(cut(text))) == list(theirs(text))


BALANCED = st.recursive(
    st.sampled_from(["a", " ", "12 ", "\\alpha ", "\\%", "$x^2$", "% c\n", "\\textbf{b}", "\\foo{c}{d}"]),
    lambda inner: st.lists(inner, max_size=4).map(lambda parts: "{" + "".join(parts) + "}"),
    max_leaves=20,
)


@given(st.lists(BALANCED, max_size=6).map("".join))
def test_groups_end_where_they_do_for_another_reader(text: str) -> None:
    nodes, _, _ = latexwalker.LatexWalker(text).get_latex_nodes()
    assert pairs(cut(text)) == set(groups(nodes))
