"""Two expressions mean the same where they name the same value, however they are written."""

import pytest

from paperkit.expressions.evaluate import Scope
from paperkit.expressions.meaning import meaning_of, renamed, shape_of

A, B = 'fixed(m=1024, mode="async").latency_cycles', 'fixed(m=1024, mode="composite").latency_cycles'
ALIKE = [
    (f"{A} | ,d", f"{A.replace('(', '( ')}"),
    (A, 'gemm(m=1024, mode="async", buffers=2).latency_cycles'),
    ("gain", f"speedup({A}, {B})"),
    (f"speedup({A}, {B})", f"{A} / {B}"),
    (f"{A} + {B}", f"{B} + {A}"),
    (f"-({A} - {B})", f"{B} - {A}"),
    ('gemm(m=512, mode="async", buffers=1).m', 'gemm(m=512, mode="async", buffers=2).m'),
    ('max(gemm.where(m=1024).m) | d', 'gemm(m=1024, mode="async", buffers=2).m | ,d'),
]  # fmt: skip
OTHERS = [
    (A, B),
    (f"{A} - {B}", f"{B} - {A}"),
    (f"{A} / {B}", f"{B} / {A}"),
    ("min(gemm.latency_cycles)", "max(gemm.latency_cycles)"),
    ('gemm(m=512, mode="async", buffers=2).latency_cycles', 'gemm(m=512, mode="composite", buffers=2).latency_cycles'),
    ('gemm(m=512, mode="async", buffers=1).traffic_bytes', 'gemm(m=512, mode="async", buffers=2).traffic_bytes'),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_what_names_one_value_means_the_same(scope: Scope, one: str, other: str) -> None:
    assert meaning_of(one, scope) == meaning_of(other, scope) is not None


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_what_names_another_value_does_not(scope: Scope, one: str, other: str) -> None:
    assert meaning_of(one, scope) != meaning_of(other, scope)


def test_the_shape_leaves_rows_out(scope: Scope) -> None:
    assert shape_of(A, scope) == shape_of(B, scope) is not None
    assert shape_of(A, scope) != shape_of(A.replace("latency_cycles", "traffic_bytes"), scope)
    assert shape_of(A, scope) != shape_of(f"{A} / {B}", scope)


def test_what_cannot_be_evaluated_has_no_meaning(scope: Scope) -> None:
    assert meaning_of("nothing.here", scope) is None
    assert shape_of("1 +", scope) is None


def test_another_name_for_the_same_thing_is_a_renaming() -> None:
    assert renamed("old(m=1).t / old(m=2).t", "new(m=1).t / new(m=2).t | .1f")
    assert not renamed("old(m=1).t / old(m=2).t", "new(m=1).t / other(m=2).t")
    assert not renamed("a.t / b.t", "a.t / a.t")
    assert not renamed("old(m=1).t", "new(m=2).t")
