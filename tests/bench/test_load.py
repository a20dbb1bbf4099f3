"""bench.yaml: what is read, and what is said of what does not fit."""

from decimal import Decimal

import pytest

from .conftest import YAML, Bench


def test_a_whole_bench_yaml_is_read(bench: Bench) -> None:
    spec = bench.load()
    assert (spec.name, spec.seed, spec.timeout_s, spec.memory_mb) == ("tiny", 7, 20.0, 500)
    assert spec.outputs[0].key == ("m",)
    assert spec.outputs[0].columns[0].minimum == Decimal(0)
    assert not spec.measured
    assert spec.kinds == ("model",)


@pytest.mark.parametrize(
    ("old", "new", "fact", "hint"),
    [
        ("timeout_s: 20", "timeouts: 20", "unknown key 'timeouts'", "did you mean 'timeout_s'?"),
        ("kind: model", "kind: modell", "kind is 'modell'", "did you mean 'model'?"),
        ("type: integer", "type: int", "type is 'int'", ""),
        ("key: [m]", "key: [n]", "key 'n' is no column", "columns: m, square"),
        ("key: [m]", "key: []", "tiny.csv has no key", ""),
        ("name: tiny", "name: tine", "name is 'tine', but takes tiny", "the folder is tiny"),
        ("bench/1", "bench/2", "schema is 'paperkit/bench/2'", ""),
        ("seed: 7", "seed: x", "seed is 'x'", ""),
        ("timeout_s: 20", "timeout_s: soon", "timeout_s is 'soon', but takes a number", ""),
        ("timeout_s: 20", "timeout_s: 0", "timeout_s is 0, but has to be above 0", ""),
        ('"*.py"', '"*.pyx"', "code '*.pyx' matches no file", ""),
        ('"*.py"', '"/etc/passwd"', "code '/etc/passwd' is not relative", ""),
        ("tiny.csv", "../tiny.csv", "path '../tiny.csv' is no name of an output", "without a folder"),
        ("tiny.csv", "datapackage.json", "path 'datapackage.json' is no name of an output", ""),
        ('"{out}"]', "x]", "the command does not name {out}", ""),
        ('"{out}"]', '"{out}", "{sed}"]', "{sed} in the command is no parameter", "did you mean 'seed'?"),
        ("unit: cycles", "unit: cycels", "no unit is called 'cycels'; nearest: cycles", "leave it out"),
        ("min: 0", "min: zero", "min is 'zero', but takes a number", ""),
        ("description: its square", "uncertainty: sd, description: x", "uncertainty 'sd' is no column", ""),
        ("type: integer, description", "type: string, description", "a column of type string takes no min", ""),
        ("    kind: model\n", "", "has no key 'kind'", ""),
        ("seed: 7", "seed: 7\npythonpath: [../nowhere]", "pythonpath '../nowhere' is no folder", ""),
        ("    key: [m]", "    rows: {mim: 3}\n    key: [m]", "unknown key 'mim' in rows", "did you mean 'min'?"),
    ],
)
def test_what_does_not_fit_is_a_diagnostic_with_its_line(
    bench: Bench, old: str, new: str, fact: str, hint: str
) -> None:
    from paperkit.bench.load import load_bench

    assert old in YAML
    bench.write(yaml=YAML.replace(old, new, 1))
    spec, problems = load_bench(bench.folder, bench.project)
    assert spec is None
    found = [problem for problem in problems if fact in problem.message]
    assert found, [problem.message for problem in problems]
    assert hint in found[0].hint
    assert found[0].code == "PK302"
    assert found[0].span is not None
    assert found[0].span.path == "benches/tiny/bench.yaml"


def test_no_yaml_at_all_is_a_diagnostic(bench: Bench) -> None:
    bench.write(yaml="a: [")
    assert bench.facts()


def test_two_outputs_of_one_name_are_refused(bench: Bench) -> None:
    output = YAML[YAML.index("  - path") :]
    bench.write(yaml=YAML + output)
    assert bench.facts() == ["tiny.csv is declared twice"]


def test_a_file_outside_the_project_is_refused_also_behind_a_link(bench: Bench) -> None:
    outside = bench.project.root.parent / "outside.py"
    outside.write_text("")
    (bench.folder / "link.py").symlink_to(outside)
    assert bench.facts() == ["code '*.py' names benches/tiny/link.py, which lies outside the project"]
