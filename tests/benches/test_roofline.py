"""Rooflines: what follows from shapes, what others printed, and a planted mutant for each invariant."""

from dataclasses import replace
from fractions import Fraction

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.benches.loaded import BENCHES, load

kb = load("roofline")
DEVICES, MODELS = kb.devices.load_devices(), kb.devices.load_models()
TABLES = kb.bench.compute()
OPERATIONS, STEPS = TABLES["roofline_ops.csv"], TABLES["roofline_step.csv"]
MEASURED, BOOK = TABLES["roofline_measured.csv"], TABLES["roofline_book.csv"]
hold = kb.hold


def planted(rows, index, **changes):
    """The rows, with one changed."""
    return [*rows[:index], {**rows[index], **{k: f(rows[index][k]) for k, f in changes.items()}}, *rows[index + 1 :]]


def test_true_tables_break_nothing():
    assert list(kb.bench.violations(TABLES)) == []


@pytest.mark.parametrize(
    ("change", "index"),
    [
        ({"traffic_bytes": lambda size: size // 2}, 7),
        ({"bound_us": lambda time: time / 2}, 11),
        ({"attainable_tflops": lambda rate: rate * 2}, 3),
        ({"ai_flop_per_byte": lambda intensity: intensity * 2}, 0),
        ({"bound": lambda bound: "memory" if bound == "compute" else "compute"}, 5),
    ],
)
def test_i1_a_row_that_does_not_follow_from_work_and_traffic_is_caught(change, index):
    found = list(hold.roof(planted(OPERATIONS, index, **change), DEVICES))
    assert found
    assert all(sentence.startswith("I1 roofline: ") for sentence in found)


def test_i1_a_published_time_under_its_bound_is_caught():
    row = MEASURED[0]
    faster = planted(MEASURED, 0, measured_us=lambda time: row["bound_us"] / 2)
    assert any("beat the bound" in sentence for sentence in hold.measured(faster))
    assert any("12 are due" in sentence for sentence in hold.measured(MEASURED[1:]))


def test_i3_a_lost_multiplication_and_a_lost_weight_are_caught():
    index = next(i for i, row in enumerate(OPERATIONS) if row["op"] == "w1_proj")
    assert list(hold.conservation(planted(OPERATIONS, index, flops=lambda work: work // 2), MODELS))
    thin = {**MODELS, "llama3_8b": replace(MODELS["llama3_8b"], layers=30)}
    assert any("llama3_8b has" in sentence for sentence in hold.conservation([], thin))
    assert list(hold.steps_conserved(planted(STEPS, 0, weight_bytes=lambda size: size // 2), MODELS))
    assert list(hold.steps_conserved(planted(STEPS, 0, kv_bytes=lambda size: size + 1), MODELS))


def test_i5_a_larger_batch_that_is_quicker_is_caught():
    index = next(i for i, row in enumerate(STEPS) if row["batch"] == 64)
    assert list(hold.ordered([], planted(STEPS, index, step_ms=lambda time: time / 100)))
    index = next(i for i, row in enumerate(OPERATIONS) if row["batch"] == 8 and row["op"] == "q_k_v")
    assert list(hold.ordered(planted(OPERATIONS, index, ai_flop_per_byte=lambda ai: ai / 100), []))


def test_i6_a_closed_form_that_disagrees_with_counting_is_caught(monkeypatch):
    monkeypatch.setattr(hold, "fused_intensity", lambda model, queries, context: Fraction(queries))
    assert any("by counting" in sentence for sentence in hold.closed_forms(MODELS, DEVICES))


def test_i6_a_step_that_is_one_digit_off_the_book_is_caught():
    off = planted(BOOK, 2, step_from_rounded_ms=lambda time: time + kb.tables.places(Fraction(1, 100), 2))
    assert list(hold.book(off))
    assert list(hold.book(planted(BOOK, 0, error_pct=lambda error: error + 5)))
    assert list(hold.book([]))


def test_i7_a_roof_that_adds_both_times_is_caught(monkeypatch):
    monkeypatch.setattr(
        kb.operations.Operation, "bound_us", lambda work, device: work.compute_us(device) + work.memory_us(device)
    )
    assert any("when memory is free" in sentence for sentence in hold.degenerate(MODELS, DEVICES["a100_80"]))


def test_i9_another_computation_with_other_bytes_is_caught():
    first = kb.tables.digests(TABLES, kb.bench.KEYS)
    other = kb.tables.digests({**TABLES, "roofline_book.csv": BOOK[1:]}, kb.bench.KEYS)
    assert list(kb.program.determinism(first, first)) == []
    assert list(kb.program.determinism(first, other))


def test_i10_a_model_that_answers_everything_is_caught():
    assert list(hold.refusal(kb.operations.layer, MODELS["llama3_8b"])) == []
    assert len(list(hold.refusal(lambda *_: (), MODELS["llama3_8b"]))) == len(hold.REFUSED)


@pytest.mark.parametrize(
    ("key", "ridge"), [("a100_40", "200.6"), ("a100_80", "153.0"), ("h100_sxm", "295.3"), ("h200_sxm", "206.1")]
)
def test_ridges_of_the_vendors_figures(key, ridge):
    assert str(kb.tables.places(DEVICES[key].ridge, 1)) == ridge


def test_shares_of_the_roof_on_published_times():
    shares = {(row["phase"], row["op"]): str(row["share_of_roof_pct"]) for row in MEASURED}
    assert shares["prefill", "q_mul_k"] == "47.2"
    assert shares["prefill", "w1_proj"] == "90.8"
    assert shares["decode", "q_k_v"] == "52.5"
    assert {row["bound"] for row in MEASURED if row["phase"] == "decode"} == {"memory"}


def test_bytes_of_a_token_as_others_count_them():
    kib = {key: Fraction(model.kv_token_bytes, 1024) for key, model in MODELS.items()}
    assert (kib["llama2_13b"], kib["llama3_8b"], kib["llama3_70b"]) == (800, 128, 320)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    model=st.sampled_from(sorted(MODELS)),
    batch=st.integers(1, 64),
    queries=st.integers(1, 4096),
    context=st.integers(1, 65536),
)
def test_fusing_never_adds_traffic_and_the_closed_form_holds(model, batch, queries, context):
    works = {each.name: each for each in kb.operations.attention(MODELS[model], batch, queries, context)}
    fused, apart = works["attention_fused"], (works["q_mul_k"], works["a_mul_v"])
    assert fused.flops == sum(work.flops for work in apart)
    assert fused.traffic_bytes < sum(work.traffic_bytes for work in apart)
    assert fused.intensity == kb.operations.fused_intensity(MODELS[model], queries, context)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda tree: tree["a100_80"]["peak"].pop("source"), "needs value, status and source"),
        (lambda tree: tree["a100_80"]["peak"].update(status="guessed"), "status 'guessed'"),
        (lambda tree: tree["a100_80"]["peak"].update(unit="GFLOP/s"), "given in 'GFLOP/s'"),
        (lambda tree: tree["a100_80"]["peak"].update(value="0"), "above 0"),
        (lambda tree: tree["a100_80"].update(cores={}), "not known \\['cores'\\]"),
        (lambda tree: tree["a100_80"].pop("capacity"), "missing \\['capacity'\\]"),
        (lambda tree: tree.update(schema="kb/devices/0"), "schema is not"),
    ],
)
def test_a_wrong_table_of_machines_is_refused_by_name(tmp_path, change, message):
    tree = yaml.load((BENCHES / "roofline" / "devices.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    change(tree)
    path = tmp_path / "devices.yaml"
    path.write_text(yaml.safe_dump(tree), encoding="utf-8")
    with pytest.raises(kb.devices.ConfigurationError, match=message):
        kb.devices.load_devices(path)


def test_heads_that_do_not_divide_are_refused(tmp_path):
    text = (BENCHES / "roofline" / "models.yaml").read_text(encoding="utf-8")
    path = tmp_path / "models.yaml"
    path.write_text(text.replace("kv_heads: {value: 8,", "kv_heads: {value: 5,"), encoding="utf-8")
    with pytest.raises(kb.devices.ConfigurationError, match="heads do not divide"):
        kb.devices.load_models(path)


def test_a_context_under_the_ridge_has_no_crossing():
    with pytest.raises(kb.operations.OutOfRangeError, match="not above the ridge"):
        kb.operations.queries_at_ridge(MODELS["llama3_8b"], DEVICES["a100_80"], 128)


def test_a_broken_invariant_ends_in_status_1_and_writes_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(kb.hold, "LEAST_PUBLISHED", 13)
    assert kb.bench.HARNESS.main(["--out", str(tmp_path / "out")]) == 1
    assert not (tmp_path / "out").exists()
    assert "13 are due" in capsys.readouterr().err


@pytest.mark.parametrize("action", ["check", "validate"])
def test_check_and_validate_hold(action):
    assert kb.bench.HARNESS.main([action]) == 0


def test_run_without_a_folder_is_a_usage_error(capsys):
    with pytest.raises(SystemExit, match="2"):
        kb.bench.HARNESS.main(["run"])
    assert "--out DIR" in capsys.readouterr().err
