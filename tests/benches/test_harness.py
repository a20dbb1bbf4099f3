"""The harness as a program: anybody can run it, and nothing but its CSVs comes out."""

import ast
import os
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import bench
import fill
import grid
import pytest
import yaml
from kernbench.recurrence import gemm_cycles
from kernbench.tiling import Tiling
from kernbench.topology import load_topology

from tests.benches.loaded import printed_under_hash_seeds

BENCHES = Path(__file__).parents[2] / "benches"
HARNESS = BENCHES / "gemm_composite"
TOPOLOGY = load_topology()


@pytest.fixture
def narrow(monkeypatch):
    """A grid of one shape, with all tables."""
    monkeypatch.setattr(grid, "SQUARE", (256,))
    monkeypatch.setattr(grid, "SKINNY", ())
    monkeypatch.setattr(grid, "TILES", ((64, 64, 256), (128, 128, 512)))
    monkeypatch.setattr(grid, "BUFFERS", (1, 2))
    monkeypatch.setattr(fill, "CUBE", 256)
    monkeypatch.setattr(fill, "TILES", ((64, 64, 256), (128, 128, 256)))
    monkeypatch.setattr(fill, "BUFFERS", (1, 2))
    monkeypatch.setattr(grid, "NUMERICS", (Tiling(32, 32, 64, 16, 16, 32, 2),))


def test_columns_and_keys_are_those_that_bench_yaml_declares(narrow, tmp_path):
    assert bench.main(["--out", str(tmp_path)]) == 0
    declared = yaml.safe_load((HARNESS / "bench.yaml").read_text(encoding="utf-8"))["outputs"]
    assert sorted(each["path"] for each in declared) == sorted(path.name for path in tmp_path.iterdir())
    for each in declared:
        lines = (tmp_path / each["path"]).read_bytes().decode().split("\n")
        assert lines[0].split(",") == list(each["columns"])
        assert tuple(each["key"]) == bench.KEYS[each["path"]] == tuple(each["columns"])[: len(each["key"])]
        assert lines[-1] == ""
        assert not any("\r" in line for line in lines)


def test_a_broken_invariant_ends_in_status_1_and_writes_nothing(narrow, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(grid, "gemm_cycles", lambda *request: gemm_cycles(*request) + 1)
    assert bench.main(["run", "--out", str(tmp_path / "out")]) == 1
    assert not (tmp_path / "out").exists()
    assert "I6 agreement" in capsys.readouterr().err


def test_check_simulates_twice_and_finds_the_same(narrow):
    assert bench.main(["check"]) == 0


def test_validate_holds_the_array_against_the_equation_of_scale_sim(capsys):
    assert bench.main(["validate"]) == 0
    assert "tile_k=512  passes=4  ideal_cycles=2048  array_cycles=2112  scalesim_cycles=3192" in capsys.readouterr().out


def test_run_without_a_folder_is_a_usage_error(capsys):
    with pytest.raises(SystemExit, match="2"):
        bench.main(["run"])
    assert "--out DIR" in capsys.readouterr().err


def test_the_program_starts_from_anywhere_without_a_python_path(tmp_path):
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, str(HARNESS / "bench.py"), "--help"], cwd=tmp_path, env=clean, capture_output=True, check=True
    )
    assert b"validate" in done.stdout


def test_the_same_operands_and_tables_under_another_hash_seed(tmp_path):
    code = (
        "import bench, grid; from kernbench.topology import load_topology; t = load_topology();"
        "grid.NUMERICS = grid.NUMERICS[2:];"
        "rows = {'gemm_trace.csv': grid.trace_rows(t), 'gemm_numerics.csv': grid.numerics_rows(t, 5)};"
        "print(bench.digests(rows))"
    )
    assert len(printed_under_hash_seeds(code, HARNESS)) == 1


def test_no_program_under_benches_imports_paperkit():
    for path in BENCHES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.split(".")[0] == "paperkit" for name in names), path


def test_the_crossing_is_the_first_dispatch_cost_that_pays():
    tiling, gain = Tiling(256, 256, 256, 64, 64, 256, 2), Fraction(11, 10)
    first = grid.first_dispatch(tiling, TOPOLOGY, gain)
    ratio = [
        Fraction(gemm_cycles("async", tiling, TOPOLOGY, c), gemm_cycles("composite", tiling, TOPOLOGY, c))
        for c in (first - 1, first)
    ]
    assert ratio[0] < gain <= ratio[1]


@pytest.mark.parametrize(
    ("value", "text"),
    [(Decimal("3E+2"), "300"), (Decimal("0.50"), "0.50"), (7, "7"), ("a,b", '"a,b"'), (Decimal("1E-7"), "1E-7")],
)
def test_cells_are_plain_numbers(value, text):
    assert bench._cell(value) == text
