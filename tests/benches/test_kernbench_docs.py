"""What docs/kernbench.md shows is run, and what it names is there."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.benches.loaded import BENCHES

ROOT = BENCHES.parent
PAGE = (ROOT / "docs" / "kernbench.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)(?: (\w+)=(\S+))?\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
EXAMPLES = [text for language, _, name, text in BLOCKS if language == "python" and not name]
FILES = {name: text for _, kind, name, text in BLOCKS if kind == "file"}


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_each_example_runs(number):
    exec(compile(EXAMPLES[number], f"docs/kernbench.md, example {number}", "exec"), {})


def test_there_are_examples_of_a_kernel_and_of_another_machine():
    assert len(EXAMPLES) == 2
    assert "def double" in EXAMPLES[0]
    assert "with_values" in EXAMPLES[1]


@pytest.fixture
def project(tmp_path):
    """A project with KernBench and the harness of the page."""
    folder = tmp_path / "benches" / "memory_latency"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name in ("program.py", "tables.py"):
        shutil.copy(BENCHES / name, tmp_path / "benches" / name)
    shutil.copytree(BENCHES / "kernbench", tmp_path / "benches" / "kernbench")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "start"], check=True)
    return tmp_path


def commands(where):
    (block,) = (text for language, kind, name, text in BLOCKS if language == "sh" and (kind, name) == where)
    return block.splitlines()


def test_the_harness_of_the_page_runs_and_paperkit_takes_it(project):
    folder = project / "benches" / "memory_latency"
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    for line in commands(("in", "harness")):
        program, *words = line.replace("/tmp/out", str(project / "out")).split()
        paperkit = program == "paperkit"
        start = [sys.executable, "-m", "paperkit"] if paperkit else [sys.executable]
        environment = {**clean, "PYTHONPATH": str(ROOT)} if paperkit else clean
        done = subprocess.run(
            [*start, *words],
            cwd=project if paperkit else folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    assert (project / "out" / "latency.csv").read_bytes() == (folder / "artifacts" / "latency.csv").read_bytes()


def test_the_trace_of_the_page_is_a_chrome_trace():
    (line,) = commands(("", ""))
    words = line.split(" > ")[0].split()[2:]
    done = subprocess.run(
        [sys.executable, *words], env={**os.environ, "PYTHONPATH": str(BENCHES)}, capture_output=True, check=True
    )
    events = json.loads(done.stdout)["traceEvents"]
    assert {each["cat"] for each in events if each["ph"] == "X"} >= {"PE_DMA_IN", "PE_MAC", "PE_VEC", "PE_SEQ"}


def test_a_trace_of_nothing_known_is_a_usage_error():
    environment = {**os.environ, "PYTHONPATH": str(BENCHES)}
    done = subprocess.run(
        [sys.executable, "-m", "kernbench.show", "gpu"], env=environment, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"gemm" in done.stderr


def test_every_file_and_harness_that_it_names_is_there_and_none_is_left_out():
    rows = re.findall(r"^\| (`[^|]*`(?:, `[^|]*`)*) \|", PAGE, re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    files = {name for name in named if "." in name}
    assert all((BENCHES / "kernbench" / name).is_file() for name in files)
    harnesses = {name for name in named if "." not in name}
    assert harnesses == {path.parent.name for path in BENCHES.glob("*/bench.yaml")} | {"published"}


def test_the_engines_that_it_names_are_those_of_the_platform():
    from kernbench.command import ENGINES

    names = re.findall(r"^\| (PE_[^|]*) \|", PAGE, re.MULTILINE)
    written = " ".join(names).replace(", _N, _S, _W", ", PE_IPCQ_N, PE_IPCQ_S, PE_IPCQ_W").replace(",", "").split()
    assert sorted(written) == sorted(ENGINES)


def test_the_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (Path(ROOT / "docs") / target).exists(), target


def test_the_declaration_of_the_page_is_yaml():
    assert yaml.safe_load(FILES["bench.yaml"])["name"] == "memory_latency"
