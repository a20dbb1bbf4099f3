"""A report that is built after each change, by TeX that waits before the page edited last: the same bytes as ever."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from paperkit.build.resident import Resident
from paperkit.build.run import Built, build, request
from paperkit.build.watch import watch
from paperkit.config.toc import body_digest
from paperkit.errors import PaperkitError, Status
from paperkit.process.atomic import alone
from tests.build.project import Mini

pytestmark = pytest.mark.tectonic

FIRST = r"""\section{Before}
It begins at \pkval{lat(n=4).p99_us | .1f us}{}.
"""


@pytest.fixture
def two(built: Mini) -> Mini:
    """The project with a section before the other one in the contract's order, and a style of its own."""
    (built.report / "sections" / "aaa.tex.j2").write_text(FIRST)
    toc = built.report / "toc.md"
    head, body = toc.read_text().split("digest: ")[0], toc.read_text().partition("\n\n")[2]
    body = f"\n## Before {{#aaa}}\n\n- purpose: say where it begins\n\n{body}"
    toc.write_text(f"{head}digest: {body_digest(body)}\n---\n{body}")
    (built.report / "local.sty").write_text(r"\newcommand\unused{}")
    built.commit()
    return built


@pytest.fixture
def resident() -> Iterator[Resident]:
    kept = Resident()
    yield kept
    kept.close()


def plain(mini: Mini, tmp_path: Path) -> bytes:
    """What the same files give in another place that knows nothing."""
    other = tmp_path / "other" / "project"
    shutil.copytree(mini.root, other, symlinks=True, ignore=shutil.ignore_patterns(".paperkit"))
    assert build(request(other / "reports/tail")).status is Status.WELL
    return (other / "reports/tail/main.pdf").read_bytes()


def rebuilt(mini: Mini, resident: Resident) -> Built:
    return build(request(mini.report), resident=resident)


def waiting(resident: Resident) -> set[str]:
    """Pages that TeX stands before."""
    begun = resident._begun
    return set() if begun is None or begun._gates is None else set(begun._gates.shut)


def test_an_edit_is_set_by_the_waiting_tex_and_gives_the_same_bytes(
    two: Mini, tmp_path: Path, resident: Resident
) -> None:
    assert rebuilt(two, resident).status is Status.WELL
    assert waiting(resident) == {"tex/aaa.tex", "tex/results.tex", "tex/evidence.tex"}
    two.edit(two.section, "it grows", "it surely grows")
    begun = resident._begun
    ended = rebuilt(two, resident)
    assert ended.status is Status.WELL
    assert begun is not None
    assert begun.pages.keys() >= {"tex/results.tex", "tex/evidence.tex"}  # it got the pages, and not a new one
    assert (two.report / "main.pdf").read_bytes() == plain(two, tmp_path)
    assert waiting(resident) == {"tex/results.tex", "tex/evidence.tex"}


def test_a_change_of_what_tex_has_read_already_begins_anew(two: Mini, tmp_path: Path, resident: Resident) -> None:
    rebuilt(two, resident)
    two.edit(two.section, "it grows", "it surely grows")
    rebuilt(two, resident)
    assert "tex/aaa.tex" not in waiting(resident)
    two.edit(two.report / "sections/aaa.tex.j2", "It begins", "It now begins")
    assert rebuilt(two, resident).status is Status.WELL
    assert (two.report / "main.pdf").read_bytes() == plain(two, tmp_path)
    assert "tex/aaa.tex" in waiting(resident)


@pytest.mark.parametrize("name", ["local.sty", "report.yaml"])
def test_a_change_beside_the_pages_begins_anew(two: Mini, tmp_path: Path, resident: Resident, name: str) -> None:
    rebuilt(two, resident)
    old, new = {"local.sty": ("unused", "useless"), "report.yaml": ("How late", "How very late")}[name]
    two.edit(two.report / name, old, new)
    assert rebuilt(two, resident).status is Status.WELL
    assert (two.report / "main.pdf").read_bytes() == plain(two, tmp_path)


def test_the_pages_are_shown_before_they_are_checked(two: Mini) -> None:
    shown: list[bytes] = []
    resident = Resident(shown.append)
    rebuilt(two, resident)
    del shown[:]
    two.edit(two.section, "it grows", "it is 7.3 times as large and grows")
    ended = rebuilt(two, resident)
    resident.close()
    assert ended.status is Status.DIAGNOSTICS
    assert [raw[:5] for raw in shown] in ([b"%PDF-"], [])  # the checks may have been faster


def test_what_is_taken_back_is_shown_no_more(two: Mini) -> None:
    shown: list[bytes] = []
    resident = Resident(shown.append)
    rebuilt(two, resident)
    good = two.section.read_text()
    two.section.write_text(good + "It is 7.3 times as large.\n")
    assert rebuilt(two, resident).status is Status.DIAGNOSTICS
    shown.append(b"the pages of that")
    two.section.write_text(good)
    assert rebuilt(two, resident).status is Status.WELL
    resident.close()
    assert shown[-1] == (two.report / "main.pdf").read_bytes()


class Writer:
    """Somebody who does one thing after each build that is told."""

    def __init__(self, *acts: Callable[[], object]) -> None:
        self.acts, self.ends = list(acts), list[Built | PaperkitError]()

    def told(self, ended: Built | PaperkitError, _: float) -> None:
        self.ends.append(ended)
        if self.acts:
            act = self.acts.pop(0)
            threading.Timer(0.3, act).start()


def states(writer: Writer) -> list[Status]:
    return [ended.status for ended in writer.ends]


def test_each_change_is_built_and_a_wrong_one_leaves_what_stood(two: Mini) -> None:
    good = two.section.read_text()
    kept: list[bytes] = []

    def spoil() -> None:
        kept.append((two.report / "main.pdf").read_bytes())
        two.section.write_text(good + "It is 7.3 times as large.\n")

    def mend() -> None:
        kept.append((two.report / "main.pdf").read_bytes())
        two.section.write_text(good + "It is large.\n")

    writer = Writer(spoil, mend)
    watch(request(two.report), lambda: None, writer.told, Resident(), builds=3)
    assert states(writer) == [Status.WELL, Status.DIAGNOSTICS, Status.WELL]
    assert kept[0] == kept[1] != (two.report / "main.pdf").read_bytes()


def test_a_report_that_cannot_be_read_is_told_and_watched_on(two: Mini) -> None:
    config = two.report / "report.yaml"
    text = config.read_text()
    writer = Writer(config.unlink, lambda: config.write_text(text))
    watch(request(two.report), lambda: None, writer.told, Resident(), builds=3)
    assert isinstance(writer.ends[1], PaperkitError)
    assert states(writer)[::2] == [Status.WELL, Status.WELL]


def test_a_report_is_watched_by_one(two: Mini) -> None:
    wanted = request(two.report)
    with alone(wanted.work / "watch") as only:
        assert only
        with pytest.raises(PaperkitError, match="is watched already"):
            watch(wanted, lambda: None, lambda *_: None, Resident(), builds=1)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_command_ends_and_leaves_nothing_running(two: Mini, number: signal.Signals) -> None:
    line = [sys.executable, "-m", "paperkit", "watch", str(two.report)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
        assert program.stdout is not None
        assert "http://127.0.0.1:" in program.stdout.readline()
        assert "main.pdf: built in" in program.stdout.readline()
        ahead = two.root / ".paperkit/builds/reports-tail/ahead"
        assert soon(lambda: at_work(ahead))
        program.send_signal(number)
        assert program.wait(20) == (0 if number is signal.SIGINT else -number)
    assert soon(lambda: not at_work(ahead))


def soon(holds: Callable[[], bool]) -> bool:
    """Whether it holds within some seconds."""
    deadline = time.monotonic() + 10
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.05)
    return holds()


def at_work(folder: Path) -> bool:
    """Whether a program has *folder* for its working folder."""
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and (entry / "cwd").readlink() == folder:
                return True
    return False
