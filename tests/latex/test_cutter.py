"""The tokenizer cuts chunk by chunk; where the chunks end must not be seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkit.latex import cutter
from paperkit.latex import tokens as token
from paperkit.latex.cutter import tokenize
from paperkit.latex.tokens import Tokens
from paperkit.latex.verbatims import Verbatims
from paperkit.source import SourceFile

PIECES = [
    "\\textbf",
    "\\alpha ",
    "{",
    "}",
    "$",
    "$$",
    "%c\n",
    "% x\n\n",
    "%\n  ",
    "#1",
    "\\\\",
    "&",
    "^",
    "[",
    "]",
    "a",
    " ",
]
PIECES += ["\n", "\n\n", "|", "\\verb|x%{|", "\\verb|", "\\url{a%b}", "\\url{", "\\begin{verbatim}", "\\end{verbatim}"]
PIECES += ["\\begin{lstlisting}[caption={a}]", "\\end{lstlisting}", "\\begin{equation}", "\\begin", "\\end ", "{x}"]
PIECES += ["\\pkval{a%b|d}{1}", "\\pkval{", "\\expandafter", "\ue010", "\\begin      {verbatim}"]


def cut(text: str, characters: str = "") -> Tokens:
    return tokenize(SourceFile("a.tex", text), Verbatims(characters=characters))


def arrays(tokens: Tokens) -> list[list[object]]:
    fields = (tokens.kinds, tokens.starts, tokens.ends, tokens.names, tokens.partners)
    return [list(each) for each in (*fields, tokens.markers, tokens.comments, sorted(tokens.unclosed))]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.sampled_from(["", "|"]), st.integers(1, 40))
def test_chunks_of_any_size_give_the_same_tokens(text: str, characters: str, size: int) -> None:
    whole = arrays(cut(text, characters))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cutter, "FIRST_CHUNK", size)
        patched.setattr(cutter, "LONGEST_CHUNK", size)
        assert arrays(cut(text, characters)) == whole


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_tokens_stand_in_order_and_partners_are_mutual(text: str) -> None:
    tokens = cut(text)
    assert all(end <= start for end, start in zip(tokens.ends, tokens.starts[1:], strict=False))
    for at, (kind, partner) in enumerate(zip(tokens.kinds, tokens.partners, strict=True)):
        if kind in (token.OPEN, token.CLOSE) and partner >= 0:
            assert tokens.partners[partner] == at


def test_a_comment_longer_than_a_chunk_is_one_token() -> None:
    tokens = cut("a %" + "b" * 300_000 + "\n\\c")
    assert [tokens.kinds[at] for at in range(len(tokens))] == [token.COMMENT, token.WORD]


def test_an_environment_in_pieces_is_one_token_wherever_a_chunk_ends() -> None:
    for before in range(480, 520):
        tokens = cut("a" * before + "\\begin    {verbatim}{%\\end{verbatim}}")
        assert [*tokens.kinds] == [token.BEGIN, token.BLOCK, token.END, token.CLOSE], before
