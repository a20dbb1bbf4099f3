"""`paperkit eval`: an expression, what it is worth, and where that comes from."""

from __future__ import annotations

import json

import pytest

from paperkit.cli.main import run
from paperkit.errors import PaperkitError
from paperkit.expressions.evaluate import Scope
from paperkit.expressions.show import evaluated


def test_value_kind_print_and_cells_are_shown(scope: Scope) -> None:
    lines = str(evaluated('gemm(m=1024, mode="async", buffers=2).latency_cycles | ,.1f', scope)).splitlines()
    assert lines[0] == "2100.5 ± 3 cycle  (model)" or lines[0].startswith("2100.5")
    assert lines[1] == "prints 2,100.5"
    assert lines[2].endswith("latency_cycles = 2100.5")


def test_a_comparison_says_whether_it_holds(scope: Scope) -> None:
    found = evaluated("max(gemm.latency_cycles) > min(gemm.latency_cycles)", scope)
    assert "holds" in str(found)
    assert found.as_data()["holds"] is True


def test_what_cannot_be_evaluated_has_its_hint(scope: Scope) -> None:
    with pytest.raises(PaperkitError, match="nothing is called gem") as found:
        evaluated("gem(m=1)", scope)
    assert "gemm" in found.value.hint


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["eval", "reports/1H", "1 + 1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["grounded"] is False
