"""A small report in a project of its own."""

from pathlib import Path

import pytest

from paperkit.build.load import load
from paperkit.render.sections import render_report

TABLE = "mode,m,latency_cycles\nasync,512,1000\nasync,1024,2100.5\ncomposite,512,1004\ncomposite,1024,2104.5\n"
REPORT = """\
title: "50% of a year's work"
authors: [{name: A. & B., affiliation: Dept}]
date: 2026-06-30
artifacts: {gemm: data/gemm.csv}
quantities: {gain: 'gemm(mode="async", m=512).latency_cycles / gemm(mode="composite", m=512).latency_cycles'}
"""
TOC = "---\nstate: draft\n---\n\n## Second {#second}\n\n## First {#first}\n"


class Small:
    """The report, written file by file."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "reports" / "r"
        (root / ".git").mkdir()
        self.write(root / "data" / "gemm.csv", TABLE)
        self.write(self.folder / "report.yaml", REPORT)
        self.write(self.folder / "toc.md", TOC)

    @staticmethod
    def write(path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def section(self, key: str, text: str) -> None:
        self.write(self.folder / "sections" / f"{key}.tex.j2", text)

    def figure(self, name: str, text: str) -> None:
        self.write(self.folder / "figures" / f"{name}.py", text)

    def load(self):
        return load(self.folder)

    def render(self, draft: bool = False):
        loaded = self.load()
        return render_report(loaded.report, loaded.contract, loaded.scope, loaded.project, draft)


@pytest.fixture
def small(tmp_path):
    return Small(tmp_path)
