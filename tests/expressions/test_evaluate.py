"""What expressions are worth, and what is said of those that are worth nothing."""
# ruff: noqa: E501  (one case a line)

import time
from fractions import Fraction

import pytest

from paperkit.expressions.evaluate import ExpressionError, Scope, evaluate_marker
from paperkit.values.numeral import print_values
from paperkit.values.rounding import root

ROW = 'gemm(m=512, mode="async", buffers=1)'
A, B = 'fixed(m=1024, mode="async")', 'fixed(m=1024, mode="composite")'

HOLDS = [
    (f"{ROW}.latency_cycles", "1200", "cycle"),
    ('gemm(m=512.0,\n mode="async", buffers=1).latency\\_cycles | ,d', "1200", "cycle"),
    (f'{ROW}["latency_cycles"]', "1200", "cycle"),
    ('odd["Batch size": 8]["p99 (ms)"]', "3.01", "ms"),
    ("odd[“Batch size”: 8][“p99 (ms)”] | .2f", "3.01", "ms"),
    ('odd["wörter": "a", "Batch size": 8].share', "40", "%"),
    ('odd["wo\u0308rter": "a"].share', "40", "%"),
    (f"{A}.latency_cycles - {B}.latency_cycles", "100.5", "cycle"),
    (f"speedup({A}.latency_cycles, {B}.latency_cycles)", "1.05025", ""),
    (f"change({A}.latency_cycles, {B}.latency_cycles)", Fraction(2000) / Fraction("2100.5") - 1, ""),
    ("gain | .2f", "1.05025", ""),
    (f"{ROW}.traffic_bytes / {ROW}.latency_cycles", Fraction(4096, 1200), "B/cycle"),
    (f'to({ROW}.latency_cycles / topology.clock, "us")', "0.8", "us"),
    (f"{ROW}.latency_cycles * 10**3 / 1000", "1200", "cycle"),
    (f"{ROW}.latency_cycles ** 2", "1440000", "cycle^2"),
    (f"-{ROW}.latency_cycles", "-1200", "cycle"),
    ('min(fixed.where(mode="async").latency_cycles)', "1000", "cycle"),
    (
        'max(fixed.where(mode="async").latency_cycles, gemm(m=512, mode="async", buffers=1).latency_cycles)',
        "2100.5",
        "cycle",
    ),
    ('sum(fixed.where(mode="async").latency_cycles)', "3100.5", "cycle"),
    ('mean(fixed.where(mode="async").latency_cycles)', "1550.25", "cycle"),
    ("median(odd.share)", "42", "%"),
    ("geomean(topology.sizes)", root(Fraction(512 * 1024)), "unknown"),
    ("stdev(odd.share)", Fraction("2.8284271247461900976033774484193961571393437507538"), "%"),
    ('quantile(odd["p99 (ms)"], 0.5)', "3.755", "ms"),
    ("count(gemm)", "6", ""),
    ('count(fixed.where(mode="async"))', "2", ""),
    ("count(odd.share >= odd.share)", "2", ""),
    ("first(odd).share", "40", "%"),
    ('last(odd["p99 (ms)"])', "4.50", "ms"),
    ("argmin(gemm.latency_cycles).m", "4096", "element"),
    ("argmax(gemm.latency_cycles, gemm.m)", "1024", "element"),
    ("points(first(odd).share, last(odd).share)", "4", "point"),
    ("last(odd).share - first(odd).share", "4", "point"),
    (f"percent({ROW}.stdev / {ROW}.latency_cycles)", "0.25", "%"),
    ("percent(topology.links[0].width)", "6400", "%"),
    ("points(topology.pe.mac.cols, topology.links[0].width)", "3200", "point"),
    (f"round_sig({A}.latency_cycles, 2)", "2100", "cycle"),
    (f"floor({A}.latency_cycles)", "2100", "cycle"),
    (f"ceil({A}.latency_cycles)", "2101", "cycle"),
    (f"abs({B}.latency_cycles - {A}.latency_cycles)", "100.5", "cycle"),
    (
        "max(fixed.where(mode='async', m=512).latency_cycles / fixed.where(mode='composite', m=512).latency_cycles)",
        "1",
        "",
    ),
    ("topology.pe.mac.rows", "128", "element"),
    ("topology.pe.mac.cols", "32", "unknown"),
    ('topology["pe"]["mac"].rows', "128", "element"),
    ("topology.sizes[1]", "1024", "unknown"),
    ("topology.links.right.width", "32", "unknown"),
    ("topology.links[0].width", "64", "unknown"),
    ("fixed(m=topology.sizes[0], mode=topology.pe.modes[1]).latency_cycles", "1000", "cycle"),
    ("fixed(m=1024/2, mode='async').latency_cycles", "1000", "cycle"),
    ('adr("0007#latency").number("32 KiB")', "32", "KiB"),
    ('adr("7#latency").number("12.5 us")', "12.5", "us"),
    ('adr("ADR-0007").number("99.9\\%")', "99.9", "%"),
    ('adr("0007#latency").number("32,768")', "32768", ""),
    ('spec("2#latency").number("32 KiB")', "32", "KiB"),
    ('document("SPEC-2#latency").number("32 KiB")', "32", "KiB"),
    ("given.batch", "8", "request"),
    ('given("ratio")', "1.5", ""),
    ('published(ref="kwon2023", quantity="mean_batch")', "30.42", "request"),
    ('published(ref="kwon2023", quantity="share").value', "96.3", "%"),
    ("gemm.meta.host.cores", "16", "unknown"),
    ("free(n=1).p99", "2.50", "unknown"),
    ("free(n=2).p99 / free(n=1).p99", "2", ""),
]


@pytest.mark.parametrize(("text", "amount", "unit"), HOLDS)
def test_an_expression_has_its_value(text: str, amount: str | Fraction, unit: str, scope: Scope) -> None:
    found = evaluate_marker(text, scope)
    (value,) = found.values
    assert value.amount == Fraction(amount) or abs(value.amount / Fraction(amount) - 1) < Fraction(1, 10**45)
    assert value.unit.symbol == unit
    assert value.cells


PREDICATES = [
    (f"{B}.latency_cycles < {A}.latency_cycles", True),
    (f"{A}.latency_cycles < {B}.latency_cycles", False),
    (f"0 < {B}.latency_cycles <= {A}.latency_cycles", True),
    (f"{B}.latency_cycles < {A}.latency_cycles and not {A}.latency_cycles < 0", True),
    (
        "all(fixed.where(mode='composite', m=512).latency_cycles <= fixed.where(mode='async', m=512).latency_cycles)",
        True,
    ),
    ("any(gemm.latency_cycles == 0)", False),
    ('argmin(gemm.latency_cycles).mode == "composite"', True),
    (
        'gemm(m=512, mode="async", buffers=2).latency_cycles >= gemm(m=512, mode="composite", buffers=2).latency_cycles',
        True,
    ),
    (f"{ROW}.latency_cycles - {ROW}.stdev < {ROW}.latency_cycles", False),
]


@pytest.mark.parametrize(("text", "holds"), PREDICATES)
def test_a_comparison_is_a_predicate(text: str, holds: bool, scope: Scope) -> None:
    found = evaluate_marker(text, scope)
    assert (found.predicate, found.values) == (holds, ())
    assert found.cells


def test_a_difference_within_the_uncertainty_is_not_shown(scope: Scope) -> None:
    # 1000 ± 3 against 1000.5 would be less as plain numbers
    text = (
        'gemm(m=512, mode="composite", buffers=2).latency_cycles < gemm(m=512, mode="async", buffers=2).latency_cycles'
    )
    assert evaluate_marker(text, scope).predicate is False


def test_two_values_are_a_range(scope: Scope) -> None:
    found = evaluate_marker('min(odd["p99 (ms)"]), max(odd["p99 (ms)"]) | .1f', scope)
    assert print_values(found.values, found.format) == r"3.0\mbox{--}4.5"


def test_asis_shows_the_digits_of_the_cell(scope: Scope) -> None:
    found = evaluate_marker("min(gemm.latency_cycles) | asis", scope)
    assert print_values(found.values, found.format) == "0.10"


def test_kinds_and_cells_are_carried(scope: Scope) -> None:
    found = evaluate_marker(f"future(n=1).t * {ROW}.m", scope)
    (value,) = found.values
    assert {str(kind) for kind in value.kinds} == {"projection", "model"}
    assert [(c.artifact, c.row, c.column) for c in found.cells] == [("future", 2, "t"), ("gemm", 2, "m")]
    assert found.names == ("future", "gemm")


REFUSED = [
    ("gem(m=1).x", "unresolved", "gem", "nothing is called gem", "gemm"),
    (f"{ROW}.latency", "unresolved", f"{ROW}.latency", "gemm has no column latency", "latency_cycles"),
    ('gemm(m=512, mod="async").latency_cycles', "unresolved", 'gemm(m=512, mod="async")', "gemm has no column mod", "mode"),
    ('gemm(m=500, mode="async", buffers=1).m', "unresolved", 'gemm(m=500, mode="async", buffers=1)', "no row of gemm has m=500", "m=512 with"),
    ('gemm(m=512, mode="asinc", buffers=1).m', "unresolved", 'gemm(m=512, mode="asinc", buffers=1)', "no row of gemm has", 'mode="async"'),
    ('gemm(m=512, mode="async").latency_cycles', "unresolved", 'gemm(m=512, mode="async")', "2 rows of gemm match", "buffers (1, 2)"),
    ("fixed(m=512, mode='async', buffers=1).m", "unresolved", "fixed(m=512, mode='async', buffers=1)", "fixed is fixed to buffers=2", "second name"),
    (f"{ROW}.latency_cycles + {ROW}.traffic_bytes", "unit", f"{ROW}.latency_cycles + {ROW}.traffic_bytes", "adds B and cycle", ""),
    (f'to({ROW}.latency_cycles, "us")', "unit", f'to({ROW}.latency_cycles, "us")', "cycle is not convertible to us", ""),
    ("100 - first(odd).share", "unit", "100 - first(odd).share", "subtracts % and a bare number", ""),
    ('to(free(n=1).p99, "us")', "unit", 'to(free(n=1).p99, "us")', "not known", ""),
    ("free(n=3).p99", "cell", "free(n=3).p99", "'nan' is no number", ""),
    ('published(ref="x", quantity="cell").value', "cell", 'published(ref="x", quantity="cell").value', "decimal comma", ""),
    ("topology.bad", "cell", "topology.bad", "thousands marks", ""),
    ("topology.pe.max", "unresolved", "topology.pe.max", "topology has no pe.max", "mac"),
    ("topology.sizes[2]", "unresolved", "topology.sizes[2]", "no element 2", ""),
    ('adr("0009").number("1")', "unresolved", 'adr("0009")', "no document is called 0009", "0007"),
    ('adr("0007#latenzy").number("1")', "unresolved", 'adr("0007#latenzy")', "has no section latenzy", "latency"),
    ('adr("0007#latency").number("2 KiB")', "unresolved", 'adr("0007#latency").number("2 KiB")', "does not stand in", "32 KiB"),
    ('adr("0008#latency").number("32 KiB")', "document", 'adr("0008#latency").number("32 KiB")', "is proposed, not accepted", ""),
    ("circle", "unresolved", "circle", "circle -> other -> circle", ""),
    ("1 + broken", "unresolved", "broken", "quantity broken: no row of gemm has m=7", "m=512"),
    ("formatted", "syntax", "formatted", "has a format", ""),
    ("speedup(given.ratio, topology.sizes[0])", "kind", "speedup(given.ratio, topology.sizes[0])", "declared value", ""),
    ("gone(n=1).x", "artifact", "gone", "artifact gone cannot be read", "harness"),
    ("gemm", "unresolved", "gemm", "gives the table gemm, no number", "gemm(mode=..., m=..., buffers=...).column"),
    (ROW, "unresolved", ROW, "a row of gemm", "name a column"),
    (f"{ROW}.mode", "unresolved", f"{ROW}.mode", "gives the text 'async'", ""),
    ("gemm.latency_cycles / odd.share", "unresolved", "gemm.latency_cycles / odd.share", "6 rows against 2", ""),
    (
        "fixed.where(mode='async').m / gemm.where(mode='composite', buffers=2).m", "unresolved",
        "fixed.where(mode='async').m / gemm.where(mode='composite', buffers=2).m", "2 rows against 3", "",
    ),
    ("mean(gemm.where(m=7).latency_cycles)", "unresolved", "mean(gemm.where(m=7).latency_cycles)", "no rows are selected", ""),
    (f"{ROW}.latency_cycles / 0", "limit", f"{ROW}.latency_cycles / 0", "divides by zero", ""),
    ("9**9**9", "limit", "9**9**9", "a power of 387420489", ""),
    ("2**64**64", "limit", "2**64**64", "a power of about", ""),
    ("((9**64)**64)**64", "limit", "(9**64)**64", "bits", ""),
    ("1e999999", "limit", "1e999999", "beyond", ""),
    ("9" * 200, "limit", "9" * 200, "a number of 200 digits", ""),
    ("0x10", "syntax", "0x10", "no decimal number", ""),
    ("3j", "syntax", "3j", "no decimal number", ""),
    ("gemm.__class__", "unresolved", "gemm.__class__", "__class__ is no column", ""),
    ("().__class__", "unresolved", "().__class__", "__class__ is no column", ""),
    ("__import__('os')", "unresolved", "__import__", "nothing is called", ""),
    ("[1, 2]", "syntax", "[1, 2]", "a list in [ ] may not", ""),
    ("(lambda: 1)()", "syntax", "lambda: 1", "lambda may not", ""),
    ("1 if 1 else 2", "syntax", "1 if 1 else 2", "if ... else may not", ""),
    ("f'{1}'", "syntax", "f'{1}'", "an f-string may not", ""),
    ("gemm(m=1, m=2).x", "syntax", "m=2", "the key m stands twice", ""),
    ("7 // 2", "syntax", "7 // 2", "// may not", ""),
    ("0&0", "syntax", "0&0", "& may not", ""),
    ("gemm(**gemm).x", "syntax", "**gemm", "** may not", ""),
    ("min()", "syntax", "min()", "min has 0 arguments", "min(x, ...)"),
    ("min", "unresolved", "min", "min is a function", ""),
    ("gemm(512).m", "syntax", "gemm(512)", "keys with names", "gemm(mode=..., m=..., buffers=...)"),
    ("", "syntax", "", "the expression is empty", ""),
    ("gemm(", "syntax", "(", "brackets do not fit", ""),
    (f"{ROW}.m | .2q", "syntax", ".2q", "'.2q' is no format", ".2f"),
    (f"{ROW}.m |", "syntax", "", "the format is empty", ".2f"),
    ("(" * 31 + "1" + ")" * 31, "limit", "(", "deeper than 30", ""),
    ("-" * 500 + "1", "limit", None, "", ""),
    ("1" + "+1" * 200, "limit", None, "", ""),
    ("1 " * 3000, "limit", None, "characters", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "reason", "part", "message", "hint"), REFUSED, ids=[row[0][:40] for row in REFUSED])
def test_an_expression_without_value_says_why(
    text: str, reason: str, part: str | None, message: str, hint: str, scope: Scope
) -> None:
    start = time.process_time()
    with pytest.raises(ExpressionError) as caught:
        evaluate_marker(text, scope)
    assert time.process_time() - start < 1
    error = caught.value
    assert error.reason == reason
    assert message in error.message
    assert hint in error.hint
    assert part is None or text[error.start : error.end] == part


def test_places_are_those_of_the_text_as_given(scope: Scope) -> None:
    text = "odd[“Batch size”: 8].share\n + gemm(m=5).latency\\_cycels | .1\\%"
    with pytest.raises(ExpressionError) as caught:
        evaluate_marker(text, scope)
    assert text[caught.value.start : caught.value.end] == "gemm(m=5)"


UNGROUNDED = [
    "7.31 | .2f",
    f"{ROW}.buffers * 0 + 7.31",
    f"{ROW}.latency_cycles / {ROW}.latency_cycles",
    f"{ROW}.latency_cycles - {ROW}.latency_cycles",
    f"{ROW}.latency_cycles ** 0",
    f"min({ROW}.m, {ROW}.m) / {ROW}.m",
    f"{ROW}.latency_cycles == {ROW}.latency_cycles",
    f"{ROW}.m, 5",
    "count(odd.share >= odd.share) * 0",
    "max(0 * gemm.m)",
]


@pytest.mark.parametrize("text", UNGROUNDED)
def test_what_does_not_move_with_its_cells_is_not_grounded(text: str, scope: Scope) -> None:
    assert not evaluate_marker(text, scope).grounded


@pytest.mark.parametrize(
    "text", [row[0] for row in HOLDS if not row[0].startswith(("max(fixed.where(mode='async', m=512", "count(odd"))]
)
def test_what_rests_on_evidence_is_grounded(text: str, scope: Scope) -> None:
    assert evaluate_marker(text, scope).grounded


@pytest.mark.parametrize(
    "text", [f"{B}.latency_cycles < {A}.latency_cycles", 'argmin(gemm.latency_cycles).mode == "composite"']
)
def test_a_predicate_that_may_fail_is_grounded(text: str, scope: Scope) -> None:
    assert evaluate_marker(text, scope).grounded


CONSTANTS = [
    ("gemm(m=512, mode='async', buffers=1).m", []),
    (f"{ROW}.m * 1000 / 1024 + 0 * {ROW}.m", []),
    (f"{ROW}.m * 10**6 / 2**30", []),
    (f"{ROW}.m ** 2 + {ROW}.m ** 3 / {ROW}.m", []),
    ("quantile(odd.share, 0.99)", []),
    (f"round_sig({ROW}.m, 3)", []),
    (f"{ROW}.m * 7.31", ["7.31"]),
    (f"{ROW}.m / 3 + 44 * {ROW}.m", ["3", "44"]),
    ("min(odd.share / 3)", ["3"]),
    (f"{ROW}.buffers > 1_5", ["1_5"]),
    ("typed", ["7.31 in quantity typed"]),
    (f"{ROW}.m ** 7", ["7"]),
    (f"{ROW}.m * 2 * 2 * 2", ["2", "2"]),
    (f"100 * {ROW}.m / -100", ["100"]),
    (f"{ROW}.m * 8 / 10**9 / 60 / 60 + 2 * {ROW}.m", []),
    ("max(count(gemm.m), 1000)", ["1000"]),
    ("mean(count(gemm.m), 100)", ["100"]),
    ("change(100, count(gemm.m))", ["100"]),
    ("quantile(odd.share, 0.3861)", ["0.3861"]),
    ("quantile(odd.share, 38 / 100)", ["38"]),
    ("quantile(odd.share, 0.35)", []),
    ("topology.sizes[1]", []),
]


@pytest.mark.parametrize(("text", "texts"), CONSTANTS)
def test_only_numbers_of_the_short_list_may_stand_bare(text: str, texts: list[str], scope: Scope) -> None:
    found = evaluate_marker(text, scope).constants
    assert [one for _, _, one in found] == texts
    assert all(one in ("7.31 in quantity typed", text[start:end]) for start, end, one in found)


def test_twenty_thousand_cells_take_linear_time(scope: Scope, tmp_path) -> None:
    from paperkit.artifacts.store import ArtifactSpec, Store
    from paperkit.project import Project

    path = tmp_path / "long.csv"
    path.write_text("n,t\n" + "".join(f"{n},{n}.5\n" for n in range(20_000)))
    wide = Scope(Store(Project(tmp_path), {"long": ArtifactSpec("long", path)}))
    start = time.process_time()
    found = evaluate_marker("sum(long.t) / count(long) | .1f", wide)
    assert (found.values[0].amount, found.grounded) == (Fraction(10000), True)
    assert time.process_time() - start < 10
