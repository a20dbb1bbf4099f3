"""A number is printed again only where nothing of the author's text goes with it."""

from pathlib import Path

import pytest

from paperkit.checks.tree import check_tree
from paperkit.diagnostics.diagnostic import Diagnostic
from tests.checks.corpus import git

PAPER = r"\documentclass{article}\usepackage{siunitx,paperkit}\begin{document}%s\end{document}"


def of(marker: str, folder: Path) -> Diagnostic:
    (folder / "t.csv").write_text("k,v\n1,3.4\n2,2\n")
    (folder / "main.tex").write_text(PAPER % marker)
    git(folder, "init", "-q")
    found = check_tree(folder / "main.tex", folder).diagnostics
    return next(each for each in found if each.code == "PK103")


@pytest.mark.parametrize("printed", [r"\numlist{3.5;7}", r"3.5 \pm 7", "3.5--7"])
def test_a_second_number_is_not_taken_away(printed: str, tmp_path: Path) -> None:
    found = of(rf"\pkval{{t(k=1).v | .1f}}{{{printed}}}", tmp_path)
    assert found.fix is None
    assert "for each number" in found.hint


def test_words_that_are_no_count_are_not_replaced_by_one(tmp_path: Path) -> None:
    found = of(r"\pkval{t(k=2).v | words}{twice} as fast", tmp_path)
    assert found.fix is None
    assert r"\pkclaim" in found.hint


@pytest.mark.parametrize(("marker", "text"), [("t(k=1).v | .1f}{3.5", "3.4"), ("t(k=2).v | words}{three", "two")])
def test_a_number_alone_is_printed_again(marker: str, text: str, tmp_path: Path) -> None:
    found = of(rf"\pkval{{{marker}}}", tmp_path)
    assert found.fix is not None
    assert text in found.fix.text
