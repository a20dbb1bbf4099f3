"""The benchmarks run, whatever they take; how to run them in full stands in run.py."""

import pytest

from tests.speed import inputs
from tests.speed.run import CASES

SHARE = 0.001


@pytest.mark.parametrize("name", [name for name in CASES if not name.startswith("check-1H")])
def test_each_case_runs_on_a_small_share(name: str) -> None:
    call, size = CASES[name](SHARE)
    call()
    assert size > 0


def test_inputs_are_alike_each_time() -> None:
    assert inputs.paper(20_000) == inputs.paper(20_000)
    assert inputs.long_line(20_000).count(" ") == 20_000
    assert len(inputs.long_line(20_000)) == 80_000
