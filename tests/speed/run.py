"""Benchmarks, outside the tests: seconds, peak memory and rate on inputs that somebody has.

    python -m tests.speed.run                all of them, each in a process of its own
    python -m tests.speed.run latex-1mb      one
    python -m tests.speed.run --json         for programs
    python -m tests.speed.run --small        a hundredth of each, to see that they run

A figure is the best of three, in seconds of one core, children counted in; what several processes share also has the
seconds that pass on a clock. Where `pylatexenc` is installed, its
walker reads the same LaTeX in the same run, and the ratio is printed; it expands no macros. Nothing here fails because
of a slow machine: `linear` compares two sizes of the same input, and that alone is a verdict.
"""

from __future__ import annotations

import argparse
import compileall
import contextlib
import io
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.speed import inputs

ROOT = Path(__file__).parent.parent.parent
TIMES = 3


def scanned(text: str) -> None:
    from paperkit.latex.scan import scan
    from paperkit.source import SourceFile

    scan(SourceFile("big.tex", text))


def latex(megabytes: float, dense: bool = False) -> tuple[Callable[[], None], float]:
    text = inputs.paper(int(megabytes * 1_000_000), dense)
    return lambda: scanned(text), len(text) / 1e6


def text_alone(text: str) -> tuple[Callable[[], None], float]:
    return lambda: scanned(text), len(text) / 1e6


def checked(main: Path) -> None:
    from paperkit.cli.main import run, seldom

    seldom()
    with contextlib.redirect_stdout(io.StringIO()):
        run(["check", str(main)])


def core_seconds() -> float:
    """What this process and its children have taken of a core so far."""
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def million_rows(share: float) -> tuple[Callable[[], None], float]:
    main, size = inputs.wide_project(Path(tempfile.mkdtemp()), rows=int(1_000_000 * share), used=10)
    return lambda: checked(main), size / 1e6


def many_markers(share: float) -> tuple[Callable[[], None], float]:
    main, size = inputs.marked_project(Path(tempfile.mkdtemp()), markers=int(100_000 * share))
    return lambda: checked(main), size / 1e6


def suggested(share: float) -> tuple[Callable[[], None], float]:
    main, size = inputs.unbound_project(Path(tempfile.mkdtemp()), rows=int(100_000 * share))

    def call() -> None:
        from paperkit.suggest.find import place_of, search
        from paperkit.suggest.suggest import suggest

        found = search(place_of(str(main)))
        assert all(answer.suggestions for answer in suggest((one.literal for one in found.found), found.scope))

    return call, size / 1e6


def fresh_check(remembered: bool) -> tuple[Callable[[], None], float]:
    """A check of reports/1H in a process of its own: worked out, or told again where it is clean."""
    compileall.compile_dir(ROOT / "paperkit", quiet=1)  # as an installed package is
    command = [sys.executable, "-m", "paperkit", "check", "reports/1H"]

    def call() -> None:
        if not remembered:
            shutil.rmtree(ROOT / ".paperkit" / "checks", ignore_errors=True)
        subprocess.run(command, cwd=ROOT, check=False, capture_output=True)

    return call, 0.0


def built(share: float) -> Path:
    """The PDF of a report of 200 pages with 5,000 bound numbers, built before anything is timed."""
    report = inputs.long_report(Path(tempfile.mkdtemp()), markers=int(5000 * share))
    subprocess.run([sys.executable, "-m", "paperkit", "build", str(report)], cwd=ROOT, check=True, capture_output=True)
    return report / "main.pdf"


def command(name: str, share: float) -> tuple[Callable[[], None], float]:
    pdf = built(share)

    def call() -> None:
        from paperkit.cli.main import run, seldom

        seldom()
        with contextlib.redirect_stdout(io.StringIO()):
            assert run([name, str(pdf)]) == 0

    return call, pdf.stat().st_size / 1e6


CASES: dict[str, Callable[[float], tuple[Callable[[], None], float]]] = {
    "latex-1mb": lambda share: latex(1 * share),
    "latex-10mb": lambda share: latex(10 * share),
    "dense-1mb": lambda share: latex(1 * share, dense=True),
    "line-80kb": lambda share: text_alone(inputs.long_line(int(20_000 * share))),
    "formula-80kb": lambda share: text_alone(inputs.long_formula(int(20_000 * share))),
    "artifact-1m-rows": million_rows,
    "markers-10k": lambda share: many_markers(share / 10),
    "markers-100k": many_markers,
    "suggest-1m-cells": suggested,
    "check-1H-cold": lambda _: fresh_check(remembered=False),
    "check-1H-again": lambda _: fresh_check(remembered=True),
    "audit-5k-markers": lambda share: command("audit", share),
    "verify-5k-markers": lambda share: command("verify", share),
}
"""Each gives what is timed, and how many megabytes it reads."""
TEXTS: dict[str, Callable[[float], str]] = {
    "latex-1mb": lambda share: inputs.paper(int(1_000_000 * share)),
    "dense-1mb": lambda share: inputs.paper(int(1_000_000 * share), dense=True),
    "line-80kb": lambda share: inputs.long_line(int(20_000 * share)),
    "formula-80kb": lambda share: inputs.long_formula(int(20_000 * share)),
}
"""What another reader of LaTeX can be asked to read, too."""
SHARED = frozenset({"audit-5k-markers", "verify-5k-markers", "check-1H-cold"})
"""What several processes do together."""


def measure(name: str, share: float) -> dict[str, float | str]:
    """One case in this process."""
    call, size = CASES[name](share)
    seconds, clock = [], []
    for _ in range(TIMES):
        start, begun = core_seconds(), time.perf_counter()
        call()
        seconds.append(core_seconds() - start)
        clock.append(time.perf_counter() - begun)
    who = resource.RUSAGE_CHILDREN if name.startswith("check-1H") else resource.RUSAGE_SELF
    found: dict[str, float | str] = {
        "case": name,
        "seconds": round(min(seconds), 3),
        "clock": round(min(clock), 3),
        "megabytes": round(size, 2),
        "peak_mb": round(resource.getrusage(who).ru_maxrss / 1024, 1),
    }
    ratio = _against_pylatexenc(name, share, min(seconds)) if name in TEXTS else None
    return found if ratio is None else {**found, "pylatexenc_takes": round(ratio, 2)}


def _against_pylatexenc(name: str, share: float, ours: float) -> float | None:
    """How many times as long another walker takes; None where it is not installed."""
    try:
        from pylatexenc.latexwalker import LatexWalker  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return None
    text = TEXTS[name](share)
    start = core_seconds()
    LatexWalker(text).get_latex_nodes()
    return (core_seconds() - start) / ours


def apart(name: str, share: float) -> dict[str, float | str]:
    """One case in a process of its own, so that its peak of memory is its own."""
    command = [sys.executable, "-m", "tests.speed.run", "--inside", name, "--share", str(share)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def shown(row: dict[str, float | str]) -> str:
    seconds, size = float(row["seconds"]), float(row["megabytes"])
    rate = f"{size / seconds:8.2f} MB/s" if size and seconds else " " * 13
    clock = f"  {row['clock']:.3f} s on the clock" if row["case"] in SHARED else ""
    ratio = f"  pylatexenc takes {row['pylatexenc_takes']} times as long" if "pylatexenc_takes" in row else ""
    return f"{row['case']:18} {seconds:8.3f} s {rate} {row['peak_mb']:8} MB peak{clock}{ratio}"


def linear(rows: list[dict[str, float | str]], what: str, small: str, large: str) -> str:
    """Whether ten times as much takes about ten times the seconds."""
    seconds = {str(row["case"]): float(row["seconds"]) for row in rows}
    times = seconds[large] / seconds[small]
    return f"ten times as much {what} takes {times:.1f} times as long: {'linear' if times < 15 else 'NOT linear'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(CASES))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--small", action="store_true", help="a hundredth of each")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    parser.add_argument("--share", type=float, default=1.0, help=argparse.SUPPRESS)
    said = parser.parse_args()
    if said.inside:
        print(json.dumps(measure(said.inside, said.share)))
        return
    rows = []
    for name in said.cases or CASES:
        rows.append(apart(name, 0.01 if said.small else said.share))
        if not said.json:
            print(shown(rows[-1]), flush=True)
    if said.json:
        print(json.dumps({"version": 1, "cases": rows}, indent=2))
    elif not said.cases and not said.small:
        print(linear(rows, "LaTeX", "latex-1mb", "latex-10mb"))
        print(linear(rows, "text of markers", "markers-10k", "markers-100k"))


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
