r"""The baseline: what was there is let pass wherever the lines break; what is new or changed is not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from paperkit.checks.run import Checked
from paperkit.checks.tree import check_tree
from paperkit.cli.main import run
from paperkit.config.baseline import Known, pair
from paperkit.errors import Status
from tests.checks.corpus import git, write

BODY = r"""We ran 64 clients on 8 nodes. The tail is 12.5\,ms, and the mean is 3.1\,ms; twice as fast as before.
\begin{tabular}{lrr}
small & 12 & 15 \\
large & 120 & 150 \\
\end{tabular}
It needs 64 clients again."""


class Paper:
    def __init__(self, root: Path) -> None:
        self.main, self.file = root / "main.tex", root / "paperkit-baseline.json"
        self.text(BODY)
        git(root, "init", "-q")

    def text(self, body: str) -> None:
        write(
            self.main.parent,
            {"main.tex": f"\\documentclass{{article}}\\begin{{document}}\n{body}\n\\end{{document}}\n"},
        )

    def change(self, old: str, new: str) -> None:
        text = self.main.read_text()
        assert old in text
        self.main.write_text(text.replace(old, new, 1))

    def check(self) -> Checked:
        return check_tree(self.main, baseline=self.file)

    def new(self) -> list[str]:
        return [each.span.text for each in self.check().typed if each.span]

    def gone(self) -> bool:
        return any(each.code == "PK309" for each in self.check().diagnostics)

    def write_baseline(self) -> int:
        return run(["check", str(self.main), "--write-baseline"])


@pytest.fixture
def paper(tmp_path: Path) -> Paper:
    one = Paper(tmp_path)
    assert one.write_baseline() == Status.WELL
    return one


def test_what_was_there_passes(paper: Paper) -> None:
    checked = paper.check()
    assert checked.diagnostics == ()
    assert checked.counts.baseline == len(checked.known) == 10
    assert checked.counts.ungrounded == 0


def test_without_the_baseline_it_does_not(paper: Paper) -> None:
    assert len([each for each in check_tree(paper.main).diagnostics if each.code in ("PK101", "PK117")]) == 10


def moved_down(text: str) -> str:
    return text.replace("We ran", "A sentence without a number.\n\nAnother one.\n\nWe ran")


def reflowed(text: str) -> str:
    return re.sub(r"(?<=[a-z,.;]) (?=[a-z0-9])", "\n", text, count=9)


def commented(text: str) -> str:
    return text.replace("on 8 nodes", "on % of 99 in the room\n8 nodes").replace("We ran ", "We ran % 7\n")


def tied(text: str) -> str:
    return text.replace("64 clients", "64~clients")


@pytest.mark.parametrize("edit", [moved_down, reflowed, commented, tied])
def test_lines_may_move_and_break_elsewhere(paper: Paper, edit: Callable[[str], str]) -> None:
    before = paper.main.read_text()
    paper.main.write_text(edit(before))
    assert paper.main.read_text() != before
    assert paper.new() == []
    assert not paper.gone()


@pytest.mark.parametrize(
    ("old", "new"), [("on 8 nodes", "on eight dusty nodes in a row"), ("The tail is", "Its tail was about")]
)
def test_one_side_of_a_number_may_change(paper: Paper, old: str, new: str) -> None:
    paper.change(old, new.replace("eight", "8"))
    assert paper.new() == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("12.5", "12.4", ["12.4"]),
        ("We ran", "In 7 rooms we ran", ["7"]),
        ("twice as fast", "three times as fast", ["three"]),
        ("small & 12 & 15", "small & 15 & 12", ["15", "12"]),
        ("again.", "again, and 64 clients more.", ["64"]),
    ],
)
def test_a_new_or_changed_number_fails(paper: Paper, old: str, new: str, found: list[str]) -> None:
    paper.change(old, new)
    assert [text.split()[0] for text in paper.new()] == found
    assert run(["check", str(paper.main), "--baseline", str(paper.file)]) == Status.DIAGNOSTICS


def test_a_number_that_moves_to_another_file_is_known(paper: Paper) -> None:
    paper.change(BODY, r"\input{body}")
    write(paper.main.parent, {"body.tex": BODY})
    assert paper.new() == []


def test_what_is_gone_is_a_warning_that_fails_when_strict(paper: Paper) -> None:
    paper.change("64 clients on 8 nodes", "all clients on all nodes")
    (found,) = paper.check().diagnostics
    assert (found.code, found.message) == ("PK309", "2 numbers of the baseline are gone (64, 8)")
    assert found.hint.startswith("run `paperkit check main.tex --write-baseline`")
    arguments = ["check", str(paper.main), "--baseline", str(paper.file)]
    assert run(arguments) == Status.WELL
    assert run([*arguments, "--strict"]) == Status.DIAGNOSTICS


def test_writing_again_takes_out_what_is_gone(paper: Paper) -> None:
    paper.change("64 clients on 8 nodes", "all clients on all nodes")
    assert paper.write_baseline() == Status.WELL
    assert len(json.loads(paper.file.read_text())["numbers"]) == 8
    assert paper.check().diagnostics == ()


def test_writing_again_takes_nothing_in(paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
    paper.change("We ran", "In 7 rooms we ran")
    before = [each["number"] for each in json.loads(paper.file.read_text())["numbers"]]
    assert paper.write_baseline() == Status.DIAGNOSTICS
    assert "1 new number without evidence (main.tex:2:4)" in capsys.readouterr().err
    assert [each["number"] for each in json.loads(paper.file.read_text())["numbers"]] == before
    assert paper.new() == ["7"]


def test_what_a_report_binds_leaves_the_baseline(paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
    write(paper.main.parent, {"given.yaml": "nodes: {value: 8, source: the cluster's inventory}\n"})
    git(paper.main.parent, "add", "given.yaml")
    git(paper.main.parent, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "given")
    paper.change("8 nodes", r"\pkval{given.nodes | d}{8} nodes")
    assert paper.write_baseline() == Status.WELL
    capsys.readouterr()
    run(["check", str(paper.main), "--baseline", str(paper.file)])
    assert "9 in the baseline; 1 of 10 numerals bound, 10 %" in capsys.readouterr().out


def test_a_number_between_two_that_are_bound_is_known(paper: Paper) -> None:
    write(paper.main.parent, {"given.yaml": "a: {value: 120, source: x}\nb: {value: 12, source: x}\n"})
    git(paper.main.parent, "add", "given.yaml")
    git(paper.main.parent, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "given")
    paper.change("small & 12 & 15", r"small & \pkval{given.b | d}{12} & 15")
    paper.change("large & 120 &", r"large & \pkval{given.a | d}{120} &")
    assert paper.new() == []


@pytest.mark.parametrize("text", ["", "[]", '{"version": 1}', '{"version": 9, "numbers": []}'])
def test_a_file_that_is_no_baseline_is_refused(paper: Paper, text: str) -> None:
    paper.file.write_text(text)
    assert run(["check", str(paper.main), "--baseline", str(paper.file)]) == Status.USAGE


def test_a_baseline_that_is_not_there_is_refused(paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(paper.main), "--baseline", "other.json"]) == Status.USAGE
    assert "--write-baseline" in capsys.readouterr().err


def known(number: str, before: str = "", after: str = "", file: str = "a") -> Known:
    return Known("PK101", file, number, before, after)


def test_an_entry_stands_for_one_number() -> None:
    pairs, gone = pair([known("7", "x", "y")], [known("7", "x", "y"), known("7", "x", "y")])
    assert len(pairs) == 1
    assert not gone


def test_the_surest_match_goes_first() -> None:
    entries = [known("7", "x", "z"), known("7", "x", "y")]
    pairs, gone = pair(entries, [known("7", "x", "y"), known("7", "x", "q")])
    assert pairs == {0: 1, 1: 0}
    assert not gone


def test_nothing_on_a_side_is_no_likeness() -> None:
    assert pair([known("7", "", "x")], [known("7", "", "y")]) == ({}, frozenset({0}))


OLDER = r"""
\begin{verbatim}
rtt min/avg/max = 0.1/0.2/0.9 ms
\end{verbatim}
See \ref{nowhere} for the rest."""


def test_listings_and_references_of_a_paper_are_in_it_as_they_were(
    paper: Paper, capsys: pytest.CaptureFixture[str]
) -> None:
    paper.file.unlink()
    paper.text(BODY + OLDER)
    capsys.readouterr()
    assert paper.write_baseline() == Status.WELL
    assert "10 numbers without evidence, 2 other findings" in capsys.readouterr().out
    assert paper.check().diagnostics == ()
    assert (paper.check().counts.baseline, paper.check().counts.older) == (10, 2)


@pytest.mark.parametrize(
    ("old", "new", "code"), [("0.2/0.9", "0.2/0.8", "PK125"), ("ref{nowhere}", "ref{elsewhere}", "PK406")]
)
def test_a_changed_listing_or_reference_is_a_new_one(paper: Paper, old: str, new: str, code: str) -> None:
    paper.file.unlink()
    paper.text(BODY + OLDER)
    paper.write_baseline()
    paper.change(old, new)
    found = paper.check().diagnostics
    assert [each.code for each in found if each.code != "PK309"] == [code]
    assert [each.message.split(" (")[0] for each in found if each.code == "PK309"] == [
        "1 entry of the baseline is gone"
    ]


def test_writing_it_says_what_a_baseline_does_not_hold(paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
    write(paper.main.parent, {"t.csv": "n,x\n1,3.25\n"})
    paper.change("again.", r"again, \pkval{t(n=1).x | .1f}{9.9} in all.")
    capsys.readouterr()
    assert paper.write_baseline() == Status.DIAGNOSTICS
    said = capsys.readouterr().out
    assert "PK103" in said
    assert "PK101" not in said
    paper.file.unlink()
    assert paper.write_baseline() == Status.DIAGNOSTICS
