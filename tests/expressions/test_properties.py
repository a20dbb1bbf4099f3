"""What holds of every text: an evaluation ends soon, in a value or in an ExpressionError."""
# ruff: noqa: E501  (lists of words)

import contextlib
import time

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from paperkit.expressions.evaluate import ExpressionError, Scope, evaluate_marker
from paperkit.expressions.syntax import clean, split_marker
from paperkit.values.numeral import PrintError, agrees, print_values

WORDS = [
    *("+", "-", "*", "/", "**", "(", ")", "[", "]", ",", ".", "|", ":", "=", "==", "<", ">", "<=", "!=", "and", "or", "not", "0", "1", "2", "7.31", "1e9", "1e400", "9**9**9", "100", "-1", "512", "0.5"),
    "gemm", "fixed", "odd", "free", "topology", "given", "published", "gone", "gain", "circle", "broken", "typed",
    "latency_cycles", "m", "mode", "buffers", "share", "'async'", '"p99 (ms)"', '"Batch size"', "'us'", "'latency'",
    "min", "max", "sum", "mean", "count", "geomean", "stdev", "quantile", "argmin", "first", "speedup", "change", "percent",
    "points", "round_sig", "floor", "to", "all", "any", "abs", "adr", "number", "where", "meta", "pe", "mac", "rows", "sizes",
    'gemm(m=512, mode="async", buffers=1).latency_cycles', 'fixed.where(mode="async").latency_cycles', "odd.share",
    "gemm.where(m=512)", 'adr("0007#latency")', "topology.sizes", "argmin(gemm.latency_cycles)", "first(odd)",
    ".2f", ".1%", "\\%", "\\_", "lambda", "__class__", "f''", "{", "}", "é", "\n", "\\", "#", "²", "½", "\u0308", "\0",
]  # fmt: skip
ATOMS = st.sampled_from(
    [
        'gemm(m=512, mode="async", buffers=1).latency_cycles',
        'gemm(m=512, mode="async", buffers=1).traffic_bytes',
        "fixed.where(mode='async').latency_cycles",
        "fixed.where(mode='composite').stdev",
        "odd.share",
        "first(odd).share",
        'odd["p99 (ms)"]',
        "topology.clock",
        "topology.sizes",
        "topology.pe.modes",
        "given.batch",
        "gain",
        "gemm",
        "first(gemm)",
        "free.p99",
        "published",
        'adr("0007#latency").number("32 KiB")',
        "gemm.meta.host.cpu",
        "'text'",
        *("0", "1", "2", "7.31", "100"),
    ]
)
GRAMMAR = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds("({}) {} ({})".format, inner, st.sampled_from(("+", "-", "*", "/", "**", "<", "<=", "==", "!=")), inner),
        st.builds("{}({})".format, st.sampled_from(("min", "max", "sum", "mean", "median", "geomean", "count", "stdev", "first", "last", "argmin", "argmax", "all", "any", "percent", "floor", "ceil", "abs")), inner),
        st.builds("{}({}, {})".format, st.sampled_from(("speedup", "change", "points", "quantile", "round_sig", "to", "argmin", "max", "min")), inner, inner),
        st.builds("-({})".format, inner),
        st.builds("not ({})".format, inner),
        st.builds("({}).{}".format, inner, st.sampled_from(["m", "share", "latency_cycles", "meta", "value"])),
        st.builds("({})[{}]".format, inner, st.sampled_from(["0", "1", "'m'", "'m': 512"])),
        st.builds("gemm(m={}, mode='async', buffers=1).m".format, inner),
    ),
    max_leaves=8,
)  # fmt: skip


def failure(text: str, scope: Scope) -> ExpressionError | None:
    try:
        evaluate_marker(text, scope)
    except ExpressionError as error:
        return error
    return None


def judged(text: str, scope: Scope) -> None:
    start = time.process_time()
    error = failure(text, scope)
    if error is not None:
        assert error.message
        assert 0 <= error.start <= error.end <= len(text)
    else:
        found = evaluate_marker(text, scope)
        for begin, end, _ in found.constants:
            assert 0 <= begin < end <= len(text)
        if found.predicate is None:
            with contextlib.suppress(PrintError):
                printed = print_values(found.values, found.format)
                assert agrees(printed, found.values, found.format).ok
    assert time.process_time() - start < 2


fixed = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@fixed
@given(text=st.text())
@example(text="x²")
@example(text="1 | ½")
@example(text="\ud800")
@example(text="a" * 5000)
@example(text="é" * 100 + "+")
def test_any_text_ends_in_a_value_or_an_expression_error(text: str, scope: Scope) -> None:
    judged(text, scope)


@fixed
@given(text=st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_any_words_end_in_a_value_or_an_expression_error(text: str, scope: Scope) -> None:
    judged(text, scope)


@fixed
@given(
    text=GRAMMAR, form=st.sampled_from(["", " | .2f", " | ,d", " | .2e", " | .1%", " | asis", " | .1f us", " | words"])
)
def test_any_expression_ends_in_a_value_or_an_expression_error(text: str, form: str, scope: Scope) -> None:
    judged(text + form, scope)


@given(st.text(max_size=200))
def test_cleaned_text_knows_where_it_came_from(text: str) -> None:
    cleaned = clean(text)
    assert len(cleaned.offsets) == len(cleaned.text) + 1
    assert list(cleaned.offsets) == sorted(cleaned.offsets)
    assert all(0 <= at < len(text) for at in cleaned.offsets[:-1]) and cleaned.offsets[-1] == len(text)


@given(st.text(alphabet="ab|\"'()[] ", max_size=30))
def test_splitting_twice_is_splitting_once(text: str) -> None:
    expression, _ = split_marker(text)
    assert split_marker(expression)[0] == split_marker(split_marker(expression)[0])[0] or "|" in expression
