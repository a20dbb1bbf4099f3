"""A small real project to build and to spoil."""

from __future__ import annotations

import subprocess
from pathlib import Path

from paperkit import digest
from paperkit.config.toc import body_digest

BENCH_YAML = """\
schema: paperkit/bench/1
name: latency
title: Latency against load
command: [python, bench.py, --out, "{out}"]
code: [bench.py]
seed: 1
timeout_s: 60
memory_mb: 2000
expected_runtime_s: 1
outputs:
  - path: latency.csv
    kind: model
    key: [n]
    description: Latency of each load
    columns:
      n: {type: integer, description: Load}
      p99_us: {type: number, unit: us, description: Tail latency}
      moved_bytes: {type: integer, unit: bytes, description: Traffic}
      busy_cycles: {type: integer, unit: cycles, description: Engine busy}
"""

BENCH_PY = """\
import argparse
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("--out", type=Path)
out = parser.parse_args().out
rows = [(4, "3.01", 4096, 700), (8, "12.46", 8192, 1400), (16, "51.5", 16384, 2800)]
text = "n,p99_us,moved_bytes,busy_cycles\\n" + "".join(",".join(map(str, row)) + "\\n" for row in rows)
(out / "latency.csv").write_text(text)
"""

REPORT = """\
title: How late it gets
authors: [{name: Ada Lovelace, affiliation: Analytical Engines}]
date: 2026-06-30
artifacts:
  lat: benches/latency/artifacts/latency.csv
quantities:
  growth: lat(n=16).p99_us / lat(n=4).p99_us
"""

TOC = """\
---
state: agreed
by: Ada Lovelace
date: 2026-06-01
digest: DIGEST
---

## Results {#results}

- purpose: say how late it gets
- figures: tail
- tables: load
- claims:
  - the tail grows faster than the load (`growth`)
"""

TOC = TOC.replace("DIGEST", body_digest(TOC.split("---\n")[2]))

SECTION = r"""\section{Results}
The tail stays at \pkval{lat(n=8).p99_us | .1f us}{} at the middle load; it grows
by a factor of \pkval{growth | .1f}{} from the lowest load to the highest (Figure~\ref{fig:tail}, Table~\ref{tab:load}).
\begin{figure}
\includegraphics[width=\linewidth]{tex/figures/tail}
\caption{Tail latency against load, up to \pkval{lat(n=16).p99_us | .1f}{}~us.}
\label{fig:tail}
\end{figure}
\begin{table}
\caption{Every load.}\label{tab:load}
\begin{tabular}{rr}
\toprule
load & tail \\
\midrule
\BLOCK{for n in column("lat.n")}
\pkval{lat(n=\VAR{n}).n | d}{} & \pkval{lat(n=\VAR{n}).p99_us | .2f}{} \\
\BLOCK{endfor}
\bottomrule
\end{tabular}
\end{table}
"""

FIGURE = '''"""Tail latency against load."""

import matplotlib.pyplot as plt


def figure(evidence):
    """One line."""
    drawn, axes = plt.subplots(figsize=(3.3, 2))
    axes.plot(evidence.column("lat.n"), evidence.column("lat.p99_us"), marker="o")
    axes.annotate(evidence.text("lat(n=16).p99_us | .1f"), (0.5, 0.5), xycoords="axes fraction")
    axes.set_xlabel("load")
    axes.set_ylabel("tail in us")
    return drawn
'''


class Mini:
    """A copy of the project for one test."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.report = root / "reports" / "tail"
        self.section = self.report / "sections" / "results.tex.j2"
        self.csv = root / "benches/latency/artifacts/latency.csv"

    def git(self, *arguments: str) -> None:
        identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        subprocess.run(["git", *identity, *arguments], cwd=self.root, check=True, capture_output=True)

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "change")

    def edit(self, path: Path, old: str, new: str) -> None:
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def outputs(self) -> dict[str, str]:
        """Digest of every file of the report and of the artifacts."""
        folders = (self.report, self.csv.parent)
        found = (path for folder in folders for path in folder.rglob("*") if path.is_file())
        return {path.relative_to(self.root).as_posix(): digest.of_file(path) for path in found}


def write(root: Path) -> None:
    files = {
        "benches/latency/bench.yaml": BENCH_YAML,
        "benches/latency/bench.py": BENCH_PY,
        "reports/tail/report.yaml": REPORT,
        "reports/tail/toc.md": TOC,
        "reports/tail/sections/results.tex.j2": SECTION,
        "reports/tail/figures/tail.py": FIGURE,
        ".gitignore": ".paperkit/\n__pycache__/\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
