"""Tiny real harnesses in real git repositories."""

import subprocess
from pathlib import Path

import pytest

from paperkit.bench.load import load_bench
from paperkit.bench.spec import BenchSpec
from paperkit.project import Project

YAML = """\
schema: paperkit/bench/1
name: tiny
title: A tiny harness
command: [python, bench.py, --out, "{out}"]
code: ["*.py"]
seed: 7
timeout_s: 20
memory_mb: 500
expected_runtime_s: 1
outputs:
  - path: tiny.csv
    kind: model
    key: [m]
    description: squares
    columns:
      m: {type: integer, description: the number, min: 0}
      square: {type: number, unit: cycles, description: its square}
"""

PROGRAM = """\
import sys
from pathlib import Path
out = Path(sys.argv[sys.argv.index("--out") + 1])
rows = "".join(f"{m},{m * m}\\n" for m in range(4))
(out / "tiny.csv").write_text("m,square\\n" + rows)
"""


class Bench:
    """A repository with one harness, `tiny`."""

    def __init__(self, root: Path) -> None:
        self.project = Project(root)
        self.folder = root / "benches" / "tiny"
        self.artifacts = self.folder / "artifacts"

    def write(self, program: str = PROGRAM, yaml: str = YAML) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "bench.py").write_text(program)
        (self.folder / "bench.yaml").write_text(yaml)

    def load(self) -> BenchSpec:
        spec, problems = load_bench(self.folder, self.project)
        assert spec is not None, [problem.message for problem in problems]
        return spec

    def facts(self) -> list[str]:
        """Messages of what is wrong with bench.yaml."""
        return [problem.message for problem in load_bench(self.folder, self.project)[1]]

    def kept(self) -> dict[str, bytes]:
        """The artifacts as they are on disk, by name."""
        return {path.name: path.read_bytes() for path in sorted(self.artifacts.glob("*"))}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    root = tmp_path / "project"
    root.mkdir()
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    made = Bench(root)
    made.write()
    return made
