"""A number of a former report, read from its ledger."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from paperkit.artifacts.store import ArtifactSpec, Store
from paperkit.config.yaml import load_yaml
from paperkit.expressions.error import ExpressionError
from paperkit.expressions.evaluate import Scope, evaluate_marker
from paperkit.figures.answers import changed
from paperkit.project import Project
from paperkit.values.quantity import Kind


def marker(expression: str, exact: str, unit: str = "cycle", **more: object) -> dict[str, object]:
    values = [{"exact": exact, "unit": unit, **more}]
    return {"macro": "pkval", "expression": expression, "format": ",d", "kinds": ["model"], "values": values}


LEDGER = {
    "version": 1,
    "markers": [
        marker("gain", "5150/301", ""),
        marker('t(n=8, mode="x").cycles', "1000", uncertainty="4"),
        {**marker("later", "7"), "kinds": ["projection"]},
        {**marker("pair", "1"), "values": [{"exact": "1", "unit": ""}, {"exact": "2", "unit": ""}]},
    ],
    "artifacts": [],
}


@pytest.fixture
def scope(tmp_path: Path) -> Scope:
    (tmp_path / "ledger.json").write_text(json.dumps(LEDGER, indent=1))
    (tmp_path / "now.yaml").write_text('gain: {value: 18, unit: "", status: assumed, source: us}\nlater: 7\n')
    specs = {
        "former": ArtifactSpec("former", tmp_path / "ledger.json"),
        "now": ArtifactSpec("now", tmp_path / "now.yaml"),
    }
    return Scope(Store(Project(tmp_path), specs, load_yaml), {"gain": "now.gain", "later": "now.later", "new": "1"}, {})


def test_a_value_has_the_unit_the_uncertainty_and_the_kinds_that_it_had(scope: Scope) -> None:
    found = evaluate_marker("former('t(n=8,mode=\"x\").cycles') | ,d", scope)
    (value,) = found.values
    assert (value.amount, value.unit.symbol, value.uncertainty, value.kinds) == (1000, "cycle", 4, {Kind.MODEL})
    assert found.grounded
    assert [(cell.artifact, cell.text) for cell in value.cells] == [("former", "1000")]


def test_it_takes_part_in_expressions_exactly(scope: Scope) -> None:
    (value,) = evaluate_marker('change(former("gain"), now.gain)', scope).values
    assert value.amount == Fraction(18 * 301 - 5150, 5150)
    assert evaluate_marker('former("later")', scope).values[0].kinds == {Kind.PROJECTION}


@pytest.mark.parametrize("name", ["gian", "pair"])
def test_what_the_former_report_did_not_print_is_refused(scope: Scope, name: str) -> None:
    with pytest.raises(ExpressionError, match=f"former has no number {name}"):
        evaluate_marker(f'former("{name}")', scope)


def test_the_quantities_that_changed_are_those_of_both_with_other_values(scope: Scope) -> None:
    assert changed(scope, "former") == [{"name": "gain", "format": ",d"}]


def test_what_is_no_ledger_has_no_changes(scope: Scope) -> None:
    with pytest.raises(ExpressionError, match="artifact 'now' is no ledger"):
        changed(scope, "now")
    with pytest.raises(ExpressionError, match="no artifact is called 'fomer'"):
        changed(scope, "fomer")
