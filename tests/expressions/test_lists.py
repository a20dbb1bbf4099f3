"""Lists of mappings in configuration and results as rows; committed files that are counted."""

import subprocess
from pathlib import Path

import pytest

from paperkit.checks.tree import tree_scope
from paperkit.expressions.evaluate import ExpressionError, Scope, evaluate_marker
from paperkit.project import Project

RUNS = """{"machine": {"cores": 32},
 "runs": [{"model": "small", "seed": 1, "score": {"acc": 91.5}},
          {"model": "small", "seed": 2, "score": {"acc": 92.5}},
          {"model": "large", "seed": 1, "score": {"acc": 95.25}}]}
"""


@pytest.fixture
def scope(tmp_path: Path) -> Scope:
    (tmp_path / "data" / "seeds").mkdir(parents=True)
    (tmp_path / "data" / "results.json").write_text(RUNS)
    (tmp_path / "data" / "log.jsonl").write_text(
        '{"step": 1, "eval": {"f1": 0.5}}\n{"step": 2, "eval": {"f1": 0.75}}\n'
    )
    (tmp_path / "data" / "steps.yaml").write_text("- {at: 10, loss: 0.5}\n- {at: 20, loss: 0.25}\n")
    (tmp_path / "data" / "zones.yaml").write_text("mill: {docks: 20, area: 3}\nstation: {docks: 40, area: 7}\n")
    (tmp_path / "data" / "8-cores.csv").write_text("n,x\n1,2\n")
    for number in range(3):
        (tmp_path / "data" / "seeds" / f"s{number}.dat").write_text("1 2\n")
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    subprocess.run(["git", "-C", str(tmp_path), "add", "data"], check=True)
    (tmp_path / "data" / "seeds" / "s9.dat").write_text("1 2\n")
    return tree_scope(tmp_path / "main.tex", None, Project(tmp_path))


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ('results.runs(model="large")["score.acc"]', "95.25"),
        ('results.runs(model="small", seed=2)["score.acc"]', "92.5"),
        ("results.runs[1].score.acc", "92.5"),
        ('mean(results.runs.where(model="small")["score.acc"])', "92"),
        ('results.runs["model": "large", "seed": 1]["score.acc"]', "95.25"),
        ("count(results.runs)", "3"),
        ("results.machine.cores", "32"),
        ("max(steps.loss)", "0.5"),
        ("count(zones)", "2"),
        ("mean(zones.docks)", "30"),
        ('zones(key="mill").docks', "20"),
        ("zones.mill.docks", "20"),
        ("argmax(zones.docks).area", "7"),
        ("steps(at=20).loss", "0.25"),
        ("argmin(steps.loss).at", "20"),
        ('log(step=2)["eval.f1"]', "0.75"),
        ("_8_cores(n=1).x", "2"),
        ('count(files("data/seeds/*.dat"))', "3"),
        ('count(files("**/*.dat"))', "3"),
    ],
)
def test_rows_of_lists_are_found_by_their_keys(scope: Scope, text: str, amount: str) -> None:
    found = evaluate_marker(text, scope)
    assert [str(value.amount) for value in found.values] == [str(found.values[0].amount)]
    assert float(found.values[0].amount) == float(amount)
    assert found.grounded


def test_a_row_of_a_list_and_its_element_are_the_same_cell(scope: Scope) -> None:
    one = evaluate_marker('results.runs(model="large")["score.acc"]', scope)
    other = evaluate_marker("results.runs[2].score.acc", scope)
    assert one.cells == other.cells
    assert one.cells[0].span is not None
    assert one.cells[0].span.place == "data/results.json:4:58"


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ('results.runs(model="small")["score.acc"]', '2 rows of results match model="small"'),
        ('results.runs(model="tiny")["score.acc"]', 'no row of results has model="tiny"'),
        ('count(files("nowhere/*"))', "no committed file is called nowhere/*"),
        ('files("data/seeds/*.dat")', "the expression gives the text"),
        ("count(files(results.machine.cores))", "files takes one text in quotes"),
    ],
)
def test_what_is_not_there_is_said(scope: Scope, text: str, fact: str) -> None:
    with pytest.raises(ExpressionError, match=r".") as caught:
        evaluate_marker(text, scope)
    assert caught.value.message.startswith(fact)
