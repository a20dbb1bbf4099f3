"""Real PDFs to read back: a small LaTeX project of its own, typeset by the real engine."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from paperkit.errors import PaperkitError
from paperkit.tectonic.bundle import Bundle, find_bundle
from paperkit.tectonic.compile import compile_tex
from paperkit.tectonic.install import Engine, find_engine

STYLE = Path(__file__).parents[2] / "templates" / "paperkit.sty"
ROWS = 60


@pytest.fixture(scope="session")
def tools() -> tuple[Engine, Bundle]:
    """The real engine with its bundle; without both the test is skipped, in CI it fails."""
    try:
        engine = find_engine()
        return engine, find_bundle(engine)
    except PaperkitError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(error.message)


@pytest.fixture(scope="session")
def typeset(tools: tuple[Engine, Bundle], tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Lay out a project with an artifact `t` (t(n=K).v is 12.46 in each row, t(n=K).w is -5.2), typeset main.tex.

    Gives the PDF; *more* are files beside it.
    """

    def run(text: str, more: dict[str, bytes] | None = None) -> Path:
        folder = tmp_path_factory.mktemp("project")
        rows = "".join(f"{n},12.46,-5.2\n" for n in range(1, ROWS))
        files = {"t.csv": f"n,v,w\n{rows}".encode(), "paperkit.sty": STYLE.read_bytes(), "main.tex": text.encode()}
        for name, raw in {**files, **(more or {})}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(raw)
        subprocess.run(["git", "init", "-q", str(folder)], check=True)
        done = compile_tex(*tools, folder, "main.tex", 1_700_000_000)
        assert done.pdf is not None, done.stderr
        (folder / "main.pdf").write_bytes(done.pdf)
        return folder / "main.pdf"

    return run
