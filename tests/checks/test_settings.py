"""What a plain LaTeX project sets in its pyproject.toml."""

from pathlib import Path

from paperkit.checks.run import Checked
from paperkit.checks.tree import check_tree
from tests.checks.corpus import git, write

PAGE = "\\documentclass{article}\\begin{document}\nOn a Zorn 7 it takes 17 ms.\n\\end{document}\n"


def checked(root: Path, settings: str) -> Checked:
    write(root, {"main.tex": PAGE, "pyproject.toml": settings})
    git(root, "init", "-q")
    return check_tree(root / "main.tex")


def found(root: Path, settings: str) -> list[tuple[str, str]]:
    return [(each.code, str(each.severity)) for each in checked(root, settings).diagnostics]


def test_without_settings_every_number_is_an_error(tmp_path: Path) -> None:
    assert found(tmp_path, "[tool.other]\n") == [("PK101", "error")]


def test_vocabulary_and_severity_hold(tmp_path: Path) -> None:
    settings = """[tool.paperkit]
vocabulary = ["Zorn 7"]
severity = [{check = "ungrounded-number", level = "warning", path = "*.tex"}]
"""
    result = checked(tmp_path, settings)
    assert [(each.code, str(each.severity)) for each in result.diagnostics] == [("PK101", "warning")]
    assert result.counts.named == (("Zorn 7", 1),)


def test_what_is_not_understood_is_said_in_the_file(tmp_path: Path) -> None:
    result = checked(tmp_path, "[tool.paperkit]\nvocabular = []\n")
    said = [(each.message, each.span and each.span.place) for each in result.diagnostics if each.code == "PK302"]
    assert said == [("unknown key 'vocabular' in [tool.paperkit]", "pyproject.toml:2:1")]


def test_a_broken_file_is_said(tmp_path: Path) -> None:
    assert ("PK302", "error") in found(tmp_path, "[tool.paperkit\n")
