"""How long an edit takes to be seen, and to be checked and sealed, while `paperkit watch` runs.

    python -m tests.speed.edits reports/1H         seconds on the clock, least of some edits in a clone of HEAD

Where latexmk and xelatex are on PATH and find the report's fonts, they bring the same pages up to date in turn.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from paperkit.project import find_project

TIMES = 6
REST = 4.0
"""Seconds between two edits: somebody types."""


def seen(path: Path) -> int:
    """Another number for each file that takes the place of *path*."""
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return 0


def until(changed: Callable[[], bool], since: float) -> float:
    """Seconds from *since* until something *changed*."""
    while not changed():
        assert time.monotonic() - since < 60, "nothing came of the edit"
        time.sleep(0.002)
    return time.monotonic() - since


def edited(section: Path, text: str, number: int, pages: Path, pdf: Path) -> tuple[float, float]:
    """Seconds until the pages are shown, and until the PDF is sealed, after one word more."""
    shown, sealed = seen(pages), seen(pdf)
    section.write_text(text.replace(" the ", " the" + " very" * (number % 2 + 1) + " ", 1))
    begun = time.monotonic()
    first = until(lambda: seen(pages) != shown, begun)
    return first, until(lambda: seen(pdf) != sealed, begun)


def latexmk(folder: Path, number: int) -> float:
    """Seconds that latexmk takes after a word more in the last section's page."""
    page = folder / "tex" / "conclusion.tex"
    page.write_text(page.read_text().replace(" the ", " the" + " very" * (number % 2 + 1) + " ", 1))
    begun = time.monotonic()
    command = ["latexmk", "-xelatex", "-interaction=nonstopmode", "main.tex"]
    subprocess.run(command, cwd=folder, capture_output=True, check=True)
    return time.monotonic() - begun


def main(report: Path) -> None:
    project = find_project(report)
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "clone"
        subprocess.run(["git", "clone", "-q", str(project.root), str(root)], check=True)
        folder = root / project.shown(report.absolute())
        work = root / ".paperkit" / "builds" / project.shown(report.absolute()).replace("/", "-")
        section = folder / "sections" / "discussion.tex.j2"
        text, pdf, pages = section.read_text(), folder / "main.pdf", work / "preview" / "pages.pdf"
        line = [sys.executable, "-P", "-m", "paperkit", "watch", str(folder)]
        with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            while "built in" not in program.stdout.readline():
                pass
            edited(section, text, 0, pages, pdf)  # from now on TeX waits before this section
            times, others = [], []
            theirs = Path(name) / "theirs"
            shutil.copytree(work / "stage", theirs)
            for number in range(TIMES):
                time.sleep(REST)
                times.append(edited(section, text, number + 1, pages, pdf))
                if shutil.which("latexmk"):
                    others.append(latexmk(theirs, number))
            program.terminate()
        shown, sealed = (min(each) for each in zip(*times, strict=True))
        print(f"seen after {shown:.2f} s, sealed after {sealed:.2f} s")
        if others:
            print(f"latexmk {min(others[1:]):.2f} s")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
