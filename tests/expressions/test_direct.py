"""One cell by its key is read by a short way, which must say what the walker says, or leave it to the walker."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkit.expressions.direct import direct
from paperkit.expressions.evaluate import ExpressionError, Scope, by_tree, evaluate_marker
from paperkit.expressions.relation import anatomy_of
from paperkit.expressions.syntax import parse, split, split_marker

SHORT = [
    'gemm(m=512, mode="async", buffers=1).latency_cycles',
    'gemm(m=512.0,mode = "async", buffers=1).latency_cycles | ,d',
    'fixed(m=1024, mode="async").latency_cycles | .1f floor',
    " free(n=1).p99 | .2f ",
    "gemm(m=7, buffers=1).latency_cycles | ,d",
    "gemm(m=512).latency_cycles",
    "free(n=3).p99",
    "free(n=3).word",
    "free(n=1).gone",
    "nothing(n=1).p99",
    "topology(n=1).pe",
    "gemm(m=512).meta",
    "free(n=1).p99 | .2q",
    'published(ref="kwon2023", quantity="mean_batch").value | .1f',
    'gemm(stdev=1, mode="async").latency_cycles',
]
LONG = [
    "gemm(m=07).latency_cycles",
    "gemm(m=1e3).latency_cycles",
    "gemm(m=1, m=1).latency_cycles",
    "gemm(m=512).latency_cycles * 2",
    "class(m=512).latency_cycles",
    "gemm(m=512).is",
    "max(m=512).latency_cycles",
    'gemm(mode="a|b").latency_cycles | d',
    "gemm(m=512,).latency_cycles",
    "gemm(m=512).latency_cycles | d | d",
    "gemm().latency_cycles",
    r"gemm(m=512).latency\_cycles",
    "gemm(m=5_12).latency_cycles",
    'gemm(mode="“").latency_cycles',
]


def outcome(text: str, scope: Scope, tree: bool) -> object:
    try:
        return (by_tree if tree else evaluate_marker)(text, scope)
    except ExpressionError as error:
        return error.message, error.hint, error.start, error.end, error.reason


@pytest.mark.parametrize("text", [*SHORT, *LONG])
def test_both_ways_come_to_the_same(text: str, scope: Scope) -> None:
    assert outcome(text, scope, tree=False) == outcome(text, scope, tree=True)


@pytest.mark.parametrize("text", [one for one in SHORT if "meta" not in one])
def test_one_cell_by_its_key_takes_the_short_way(text: str, scope: Scope) -> None:
    found = direct(text)
    assert found is not None
    expression, form = split_marker(text)
    assert (found.expression, found.format) == (expression, form)
    assert anatomy_of(text, scope).columns == (found.column,)


@pytest.mark.parametrize("text", LONG)
def test_all_else_is_left_to_the_walker(text: str) -> None:
    assert direct(text) is None


PIECES = [
    "gemm",
    "in",
    "(",
    ")",
    "m",
    "=",
    "512",
    "0",
    "07",
    "1.5",
    "1.",
    ", ",
    ",",
    " ",
    ".",
    "x",
    '"',
    "a|b",
    "|",
    "d",
    "_",
]


@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join))
def test_what_it_takes_is_an_expression_that_can_be_read(text: str) -> None:
    for whole in (text, f"gemm(m={text}).x", f"gemm({text}).x | d", f"t(m=1).{text}"):
        found = direct(whole)
        if found is not None:
            expression, form = split(whole)
            parse(expression)
            assert (found.expression, found.format) == (expression.text, form and form.text)


def test_every_shape_is_held_by_its_own_digits() -> None:
    for first, second in product(("1", "12.5"), ("2", "0")):
        assert parse(split(f"t(a={first}).x / {second}")[0]) is not None
    with pytest.raises(ExpressionError, match=r"stands twice|cannot be read"):
        parse(split("t(m1=1, m1=2).x")[0])
    parse(split("t(m1=1, m2=2).x")[0])
    with pytest.raises(ExpressionError):
        parse(split(f"t(a=1{'0' * 120}).x / 2")[0])
