"""The report of this repository: what is committed is what a build gives, whatever was kept from former builds."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from paperkit import digest
from paperkit.build.run import build, request

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("clone") / "paperkit"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(root)], check=True)
    return root


def test_a_fresh_clone_gives_the_committed_latex_figures_and_ledger(clone: Path) -> None:
    report = clone / "reports" / "1H"
    assert build(request(report)).status == 0
    done = subprocess.run(
        ["git", "status", "--porcelain", "--", "reports/1H/tex", "reports/1H/main.tex"],
        cwd=clone,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == ""


def test_edits_that_are_taken_back_give_the_bytes_of_the_fresh_build(clone: Path) -> None:
    report = clone / "reports" / "1H"
    fresh = digest.of_file(report / "main.pdf")
    template = report / "sections" / "introduction.tex.j2"
    text = template.read_text()
    for edited in (text.replace("matrix product", "matrix multiplication", 1), text + "\nA line more.\n", text):
        template.write_text(edited)
        assert build(request(report)).status == 0
    assert digest.of_file(report / "main.pdf") == fresh
