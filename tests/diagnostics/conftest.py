"""A small paper in a git repository."""

import subprocess
from pathlib import Path

import pytest


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    main = tmp_path / "main.tex"
    main.write_text("\\documentclass{article}\\begin{document}\nIt takes 12.4 ms.\n\\end{document}\n")
    return main
