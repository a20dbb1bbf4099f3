"""Copies of the process take part in a check, and what it says is the same."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import pytest

from paperkit.build.load import load
from paperkit.build.prepare import check_report
from paperkit.build.rendering import render
from paperkit.checks.base import Evidence
from paperkit.checks.gather import gather_report
from paperkit.checks.run import MANY, copies_for, run_checks
from paperkit.cli.main import run
from paperkit.render.sections import LONG
from tests.build.project import Mini
from tests.build.test_memory import memory

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a process is copied on Linux alone")


def gathered(mini: Mini, copies: int) -> Evidence:
    loaded = load(mini.report)
    assert loaded.report is not None
    rendered, problems = render(loaded)
    assert rendered is not None
    return gather_report(
        loaded.project,
        loaded.report,
        loaded.contract,
        loaded.scope,
        rendered.texts,
        origins=rendered.origins,
        generated=rendered.generated,
        figures=rendered.figures,
        problems=problems,
        copies=copies,
    )


def spoil(mini: Mini) -> None:
    """Something wrong with evidence, harness, contract, text and expressions, so that many checks speak."""
    mini.edit(mini.csv, "12.46", "12.64")
    mini.edit(mini.root / "benches/latency/bench.py", '"3.01"', '"3.10"')
    mini.edit(mini.report / "report.yaml", "quantities:", "quantities:\n  idle: lat(n=4).n * 0 + 7.31")
    text = mini.section.read_text()
    mini.section.write_text(
        text
        + r"""Of 17 runs the tail is more than \pkval{lat(n=8).p99_us | .0f}{}~us, \pkval{idle | .2f}{}~us idle,
\pkval{lat(n=9).p99_us | .1f}{}~us at load nine, \pkclaim{lat(n=4).p99_us / lat(n=8).p99_us}{twice} as late (\ref{no}).
\pkval{growth * 1.5 | .1f}{}
"""
    )


@pytest.fixture
def many(mini: Mini) -> Mini:
    """So many numbers that copies of the process take part in a check."""
    texts = (rf"\pkval{{lat(n=8).p99_us{' ' * at} | .1f us}}{{}}" for at in range(MANY))
    mini.section.write_text(mini.section.read_text() + "\n".join(texts) + "\n")
    return mini


@pytest.fixture
def long(mini: Mini) -> Mini:
    """So much text that copies of the process take part in rendering it; in one section there is a mistake."""
    prose = "A sentence of some length, in which nothing is told.\n" * (LONG // 100)
    parts = {
        "first": "",
        "second": r"\VAR{nothing_of_that_name}",
        "third": r"""\BLOCK{for one in column('count(files("benches/latency/*.py"))')}\VAR{one|length}\BLOCK{endfor}""",
        "fourth": r"\BLOCK{for n in column('lat.n')}\pkval{lat(n=\VAR{n}).p99_us | .2f}{} \BLOCK{endfor}",
    }
    for name, part in parts.items():
        (mini.report / f"sections/{name}.tex.j2").write_text(f"\\section{{{name}}}\n{prose}{part}\n{prose}")
    return mini


@contextmanager
def one_processor() -> Iterator[None]:
    here = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(here)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, here)


@pytest.mark.parametrize("copies", [1, 3])
def test_copies_find_the_same_in_the_same_order(mini: Mini, copies: int) -> None:
    spoil(mini)
    alone, shared = run_checks(gathered(mini, 0)), run_checks(gathered(mini, 0), copies)
    assert len({each.code for each in alone.diagnostics}) > 8
    assert (shared.diagnostics, shared.counts, shared.waived) == (alone.diagnostics, alone.counts, alone.waived)


def test_copies_see_the_same_grounds(mini: Mini) -> None:
    spoil(mini)
    alone, shared = gathered(mini, 0), gathered(mini, 1)
    assert [each.grounded for each in shared.judged] == [each.grounded for each in alone.judged]
    assert [each.constants for each in shared.judged] == [each.constants for each in alone.judged]
    assert {each.grounded for each in alone.judged} == {True, False}
    assert any(each.constants for each in alone.judged)


@pytest.mark.parametrize("copies", [1, 3])
def test_copies_render_the_same(long: Mini, copies: int) -> None:
    alone, shared = load(long.report), load(long.report)
    assert render(shared, copies=copies) == render(alone)
    assert list(shared.scope.store.counted) == list(alone.scope.store.counted) != []
    assert [each.code for each in render(shared, copies=copies)[1]] == ["PK403"]


def test_a_long_check_with_copies_is_that_of_one_process(long: Mini) -> None:
    shared = check_report(long.report)
    with one_processor():
        alone = check_report(long.report)
    assert (shared.diagnostics, shared.counts) == (alone.diagnostics, alone.counts)
    assert shared.diagnostics


def test_a_check_with_copies_is_that_of_one_process(many: Mini) -> None:
    spoil(many)
    shared = check_report(many.report)
    with one_processor():
        alone = check_report(many.report)
    assert (shared.diagnostics, shared.counts) == (alone.diagnostics, alone.counts)


def test_no_copy_is_left(many: Mini) -> None:
    check_report(many.report)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_what_copies_read_is_remembered(many: Mini) -> None:
    """The memory of a verdict names what was read by whichever process."""
    from paperkit.build.run import build, request

    assert build(request(many.report)).status == 0
    many.commit()
    kept = []
    for alone in (True, False):
        memory(many).unlink(missing_ok=True)
        with one_processor() if alone else nullcontext():
            assert run(["check", str(many.report)]) == 0
        kept.append(memory(many).read_text())
    assert "benches/latency/bench.yaml" in kept[0]
    assert kept[0] == kept[1]


def test_few_numbers_are_checked_by_one_process() -> None:
    assert copies_for(MANY - 1) == 0


def test_one_processor_is_not_shared() -> None:
    with one_processor():
        assert copies_for(MANY) == 0
