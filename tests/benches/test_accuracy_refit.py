"""Constants fitted again, another way, on the half that each fold may see; written times from written constants."""

import numpy as np
import pytest

from tests.benches import refit
from tests.benches.fitted import CONSTANTS, FOUND, SUMMARY, TABLES, kb, summary
from tests.benches.loaded import BENCHES

WRITTEN = 0.05
"""Points of a mean error that constants may lose by being written with one decimal."""


def constants(data, model, fold):
    key = (data, model, fold)
    return {row["constant"]: float(row["value"]) for row in CONSTANTS
            if (row["data"], row["model"], row["fold"]) == key}  # fmt: skip


@pytest.mark.parametrize("fold", ["even", "odd"])
@pytest.mark.parametrize("model", sorted({row["model"] for row in CONSTANTS if row["data"] == "gemm"}))
def test_each_fold_of_the_gemms_is_fitted_on_its_own_half_alone(model, fold):
    samples, used = refit.gemm_samples(fold), constants("gemm", model, fold)
    error = refit.roof_error(samples, used["compute_efficiency"], used["memory_efficiency"], used["overhead"])
    assert error <= refit.least_roof_error(samples, model.split("+")[1:]) + WRITTEN
    assert error == pytest.approx(float(summary("gemm", model, "fit", fold)["mape_pct"]), abs=0.06)


@pytest.mark.parametrize("fold", ["even", "odd"])
@pytest.mark.parametrize(("model", "lines"), [("alpha-beta", 1), ("two alpha-beta", 2)])
def test_each_fold_of_the_all_reduces_is_fitted_on_its_own_half_alone(model, lines, fold):
    samples = refit.message_samples(fold)
    error = refit.line_error(samples, constants("allreduce", model, fold))
    assert error <= refit.least_line_error(samples, lines) + WRITTEN
    assert error == pytest.approx(float(summary("allreduce", model, "fit", fold)["mape_pct"]), abs=0.06)


@pytest.mark.parametrize("fold", ["even", "odd"])
def test_the_layers_own_fit_is_of_its_half_alone(fold):
    samples = np.array([
        (each.work.flops / refit.PEAK, each.work.traffic_bytes / refit.RATE, each.launches, float(each.measured_us))
        for each in FOUND.products[refit.FOLDS.index(fold) :: 2]
    ])  # fmt: skip
    used = constants("gpt3_layer", "roofline+compute+memory+overhead", fold)
    error = refit.roof_error(samples, used["compute_efficiency"], used["memory_efficiency"], used["overhead"])
    assert error <= refit.least_roof_error(samples, kb.fitting.TERMS) + WRITTEN


def test_constants_of_all_points_are_no_fit_of_a_half():
    """What the harness's own fits give on both halves together."""
    samples = refit.gemm_samples("odd")
    assert refit.roof_error(samples, 89.6, 94.2, 31.2) > refit.least_roof_error(samples, kb.fitting.TERMS) + WRITTEN
    both = {"alpha_1": 2.18, "rate_1": 12.6, "alpha_2": 8.95, "rate_2": 223.4}
    for fold in ("even", "odd"):
        halves = refit.message_samples(fold)
        assert refit.line_error(halves, both) > refit.least_line_error(halves, 2) + WRITTEN


def test_each_written_time_is_that_of_the_even_constants():
    full = constants("gemm", "roofline+compute+memory+overhead", "even")
    for table in ("accuracy_gemm.csv", "accuracy_layer.csv"):
        points = FOUND.gemms if table == "accuracy_gemm.csv" else FOUND.layer
        for row, point in zip(TABLES[table], points, strict=True):
            compute, memory = point.work.flops / refit.PEAK, point.work.traffic_bytes / refit.RATE
            roof = max(100 * compute / full["compute_efficiency"], 100 * memory / full["memory_efficiency"])
            assert float(row["roofline_us"]) == pytest.approx(max(compute, memory), rel=1e-4)
            assert float(row["model_us"]) == pytest.approx(roof + point.launches * full["overhead"], rel=1e-4)
            assert row["bound"] == ("compute" if compute >= memory else "memory")


@pytest.mark.parametrize(("model", "column"), [("alpha-beta", "one_us"), ("two alpha-beta", "two_us")])
def test_each_written_time_of_an_all_reduce_is_that_of_the_even_constants(model, column):
    used = constants("allreduce", model, "even")
    for row in TABLES["accuracy_allreduce.csv"]:
        lines = {number: 6 * used[f"alpha_{number}"] + 1.5 * row["bytes"] / used[f"rate_{number}"] / 1e3
                 for number in (1, 2) if f"rate_{number}" in used}  # fmt: skip
        assert float(row[column]) == pytest.approx(min(lines.values()), rel=1e-4)
        assert len(lines) == 1 or row["protocol"] == min(lines, key=lines.__getitem__)


@pytest.mark.parametrize("table", ["accuracy_gemm.csv", "accuracy_allreduce.csv"])
def test_the_even_points_are_those_of_the_fit(table):
    assert [row["split"] for row in TABLES[table]] == ["fit", "test"] * (len(TABLES[table]) // 2)


def test_a_point_is_in_range_where_its_bound_is_among_those_of_the_even_gemms():
    bounds = [max(sample[0], sample[1]) for sample in refit.gemm_samples("even")]
    rows = TABLES["accuracy_layer.csv"]
    inside = [min(bounds) <= float(row["roofline_us"]) <= max(bounds) for row in rows]
    assert [row["in_range"] for row in rows] == inside
    assert not all(inside)


def test_the_committed_tables_are_what_the_harness_gives():
    tables = {**TABLES, "accuracy_summary.csv": SUMMARY, "accuracy_constants.csv": CONSTANTS}
    assert tables.keys() == kb.bench.KEYS.keys()
    for name, rows in tables.items():
        written = (BENCHES / "accuracy" / "artifacts" / name).read_text(encoding="utf-8")
        assert kb.tables.as_csv(kb.bench.KEYS[name], rows) == written, name
