"""The regular suite, and that no harness which serves a report is in it."""

import os
import subprocess
import sys

import yaml
from kernbench import suite
from kernbench.topology import load_topology

from tests.benches.loaded import BENCHES, load

TOPOLOGY = load_topology()
HARNESSES = {
    path.parent.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(BENCHES.glob("*/bench.yaml"))
}
REPORT_ONLY = {name for name, spec in HARNESSES.items() if spec.get("report_only", True)}


def test_every_milestone_is_a_function_of_the_suite_itself():
    assert list(suite.REGISTRY) == sorted(suite.REGISTRY)
    assert all(milestone.__module__ == "kernbench.suite" for milestone in suite.REGISTRY.values())


def test_the_registry_picks_up_no_harness_that_serves_a_report():
    assert {"accuracy", "allreduce_ipcq", "gemm_composite", "gqa_fused", "roofline", "sensitivity"} <= REPORT_ONLY
    assert not REPORT_ONLY & set(suite.REGISTRY)
    assert HARNESSES.keys() - REPORT_ONLY == {"kernbench_suite"}


def test_running_the_suite_imports_no_module_of_such_a_harness():
    code = (
        "import sys; from kernbench import suite; from kernbench.topology import load_topology;"
        "list(suite.barrier(load_topology()));"
        "print('\\n'.join(m.__file__ for m in list(sys.modules.values()) if getattr(m, '__file__', None)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(BENCHES)}, capture_output=True, check=True
    )
    loaded = done.stdout.decode().splitlines()
    assert any("suite.py" in path for path in loaded)
    assert not [path for path in loaded for name in REPORT_ONLY if path.startswith(str(BENCHES / name) + os.sep)]


def test_a_new_folder_under_benches_does_not_change_the_registry(tmp_path):
    (tmp_path / "kernbench").symlink_to(BENCHES / "kernbench")
    (tmp_path / "intruder").mkdir()
    (tmp_path / "intruder" / "bench.py").write_text("raise SystemExit('picked up')\n", encoding="utf-8")
    code = "from kernbench import suite; print(sorted(suite.REGISTRY))"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == str(sorted(suite.REGISTRY))


def test_the_committed_table_is_what_the_suite_gives():
    kb = load("kernbench_suite")
    tables = kb.bench.simulate()
    assert list(kb.bench.violations(tables)) == []
    text = kb.tables.as_csv(kb.bench.KEYS["milestones.csv"], tables["milestones.csv"])
    assert (BENCHES / "kernbench_suite" / "artifacts" / "milestones.csv").read_text(encoding="utf-8") == text


def test_a_second_implementation_that_is_off_and_a_beaten_bound_are_reported():
    good = suite.Reached("case", 10, 10, 5)
    assert list(suite.violations(iter([("a", good)]))) == []
    assert list(suite.violations(iter([("a", suite.Reached("case", 10, 11, 5))])))
    assert list(suite.violations(iter([("a", suite.Reached("case", 10, 10, 11))])))
    assert list(suite.violations(iter([("a", suite.Reached("case", 10, 10, 5, exact=True))])))


def test_a_barrier_that_nobody_waits_at_is_caught(monkeypatch):
    monkeypatch.setattr(suite.Cluster, "barrier", lambda self, ranks: None)
    found = [("barrier", each) for each in suite.barrier(TOPOLOGY)]
    assert len(list(suite.violations(iter(found)))) >= 4
