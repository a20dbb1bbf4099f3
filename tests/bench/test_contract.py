"""What a harness hands over, the reader of artifacts reads without complaint."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkit.artifacts.read_table import read_table
from paperkit.artifacts.store import ArtifactSpec, Store
from paperkit.bench.check import State, standing
from paperkit.bench.collect import judge
from paperkit.bench.describe import described
from paperkit.bench.load import load_bench
from paperkit.bench.run import run_bench
from paperkit.bench.spec import BenchSpec, Column, Output, find_benches
from paperkit.config.yaml import load_yaml
from paperkit.project import Project

from .conftest import Bench

ROOT = Path(__file__).parents[2]
TYPES = ("string", "integer", "number", "boolean")
CELLS = st.one_of(
    st.text(max_size=6),
    st.integers().map(str),
    st.decimals(allow_nan=True, allow_infinity=True).map(str),
    st.sampled_from(["true", "false", "1,000", "1e5", "-0", "0.10", "nan", "", " ", '"', "a\nb", "a,b", "#", "=1"]),
)


def quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if set(cell) & set('",\n\r') else cell


@given(st.lists(st.sampled_from(TYPES), min_size=1, max_size=3), st.data())
def test_what_is_taken_is_read(types: list[str], data: st.DataObject) -> None:
    columns = tuple(Column(f"c{at}", each, "", "", key=at == 0) for at, each in enumerate(types))
    output = Output("t.csv", "model", "", columns)
    rows = data.draw(st.lists(st.lists(CELLS, min_size=len(types), max_size=len(types)), max_size=3))
    raw = "".join(",".join(map(quoted, row)) + "\n" for row in [[c.name for c in columns], *rows]).encode(
        "utf-8", "surrogatepass"
    )
    if judge(output, raw):
        return
    spec = BenchSpec(Path("x"), "x", "", (), (), (output,))
    assert problems_of(spec, raw) == []


def problems_of(spec: BenchSpec, raw: bytes) -> list[str]:
    import tempfile

    from paperkit.artifacts.descriptor import read_descriptor

    name = spec.outputs[0].path
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "datapackage.json").write_text(described(spec, {name: raw}, {"harness": "x"}))
        resource = read_descriptor(Path(folder)).resource(name)
    return [problem.message for problem in read_table("t", raw, name, resource).problems]


def stored(project: Project, spec: BenchSpec) -> list[str]:
    named = {
        output.path: ArtifactSpec(f"a{at}", spec.artifacts / output.path) for at, output in enumerate(spec.outputs)
    }
    store = Store(project, {each.name: each for each in named.values()}, load_yaml)
    for each in named.values():
        store.artifact(each.name)
    return [problem.message for problem in store.problems(every=True)]


def test_the_store_reads_what_a_run_left(bench: Bench) -> None:
    run_bench(bench.load(), bench.project)
    found = stored(bench.project, bench.load())
    assert [fact for fact in found if "tracked" not in fact and "commit" not in fact] == []


@pytest.mark.parametrize("folder", find_benches(ROOT), ids=lambda folder: folder.name)
def test_the_artifacts_of_this_project_are_fresh_and_read_without_complaint(folder: Path) -> None:
    project = Project(ROOT)
    spec, problems = load_bench(folder, project)
    assert spec is not None, problems
    assert standing(spec, project).state is State.FRESH, standing(spec, project).reasons
    assert stored(project, spec) == []
