"""docs/benches.md shows the keys of bench.yaml as the reader has them, and an example that is read."""

import re
from pathlib import Path

import pytest

from paperkit.bench.load import load_bench
from paperkit.bench.schema import COLUMN, FIELDS, OUTPUT, ROWS
from paperkit.bench.stale import Change
from paperkit.config.fields import Field
from paperkit.project import Project

PAGE = (Path(__file__).parents[2] / "docs" / "benches.md").read_text()


def table(fields: tuple[Field, ...]) -> str:
    rows = ["| key | takes | what it says |", "|---|---|---|"]
    need = {True: ", required", False: ""}
    rows += [f"| `{each.name}` | {each.takes}{need[each.required]} | {each.doc} |" for each in fields]
    return "\n".join(rows)


@pytest.mark.parametrize("fields", [FIELDS, OUTPUT, ROWS, COLUMN])
def test_the_table_of_keys_is_the_readers(fields: tuple[Field, ...]) -> None:
    assert table(fields) in PAGE


def test_the_example_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "benches" / "latency"
    folder.mkdir(parents=True)
    (tmp_path / "benches" / "simulator").mkdir()
    for name in ("latency/bench.py", "simulator/machine.py", "simulator/topology.yaml"):
        (tmp_path / "benches" / name).touch()
    (folder / "bench.yaml").write_text(re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[1])
    spec, problems = load_bench(folder, Project(tmp_path))
    assert [problem.message for problem in problems] == []
    assert spec is not None


def test_the_reasons_shown_are_reasons() -> None:
    shown = re.findall(r"^    ([a-z ]+): benches/", PAGE, re.MULTILINE)
    assert len(shown) == 6
    assert {Change(each) for each in shown}
