"""What one pass of TeX over a report is made of, and what a preamble in a format of its own could save.

    python -m tests.speed.passes reports/1H          after a build; children's seconds of one core, least of four

`fonts` is what cannot be dumped (XeTeX refuses OpenType fonts in a format), `packages` is what can. Where latexmk and
xelatex are on PATH and find the report's fonts, the report is edited and they bring it up to date, too.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from paperkit.project import find_project
from paperkit.tectonic.bundle import find_bundle
from paperkit.tectonic.engine import command_line, confined
from paperkit.tectonic.install import find_engine

TIMES = 4
EPOCH = 1_767_225_600
FONTS = re.compile(r"^.*(?:fontspec|unicode-math|\\set(?:main|math|sans|mono)font).*$", re.MULTILINE)
END = "\\begin{document}x\\end{document}\n"


def spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def lay_out(folder: Path) -> None:
    """Beside main.tex its preamble alone, the same without fonts, and no preamble at all."""
    preamble = (folder / "main.tex").read_text().partition("\\begin{document}")[0]
    style = FONTS.sub("%", (folder / "paperkit-house.sty").read_text())
    (folder / "fontless.sty").write_text(style.replace("{paperkit-house}", "{fontless}"))
    (folder / "preamble.tex").write_text(preamble + END)
    (folder / "fontless.tex").write_text(preamble.replace("{paperkit-house}", "{fontless}") + END)
    (folder / "empty.tex").write_text("\\documentclass{article}" + END)


def one_pass(folder: Path, name: str) -> float:
    engine, bundle = find_engine(), find_bundle(find_engine())
    before = spent()
    command = [*command_line(engine, bundle), "--keep-intermediates", "-r", "0", name]
    done = confined(command, engine, bundle, folder, EPOCH, 600)
    assert done.status == 0, done.stderr
    return spent() - before


def edited(folder: Path, number: int) -> float:
    """What latexmk takes after a line more in the last page."""
    page = max((folder / "tex").glob("*.tex"))
    page.write_text(page.read_text() + f"\nOne word more{'.' * number}\n")
    before = spent()
    command = ["latexmk", "-xelatex", "-interaction=nonstopmode", "main.tex"]
    subprocess.run(command, cwd=folder, capture_output=True, check=True)
    return spent() - before


def main(report: Path) -> None:
    project = find_project(report)
    stage = project.state / "builds" / project.shown(report.absolute()).replace("/", "-") / "stage"
    with tempfile.TemporaryDirectory() as name:
        ours, theirs = Path(name) / "ours", Path(name) / "theirs"
        shutil.copytree(stage, ours)
        shutil.copytree(stage, theirs)
        lay_out(ours)
        files = ("main", "preamble", "fontless", "empty")
        least = {file: min(one_pass(ours, f"{file}.tex") for _ in range(TIMES)) for file in files}
        print(f"one pass {least['main']:.2f} s: engine {least['empty']:.2f}, "
              f"packages {least['fontless'] - least['empty']:.2f}, fonts {least['preamble'] - least['fontless']:.2f}, "
              f"text {least['main'] - least['preamble']:.2f}")  # fmt: skip
        if shutil.which("latexmk"):
            edited(theirs, 0)
            print(f"latexmk after an edit {min(edited(theirs, number) for number in range(1, TIMES + 1)):.2f} s")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
