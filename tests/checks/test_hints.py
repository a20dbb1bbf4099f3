"""What a diagnostic tells to do."""

from pathlib import Path

import pytest

from paperkit.checks.tree import check_tree
from tests.checks.corpus import git, write

FORMATS = [
    (r"\pkval{t(n=1).x * 1000 | .1f}{12.3~million}", "`.3g`"),
    (r"$\pkval{t(n=1).x | .1f}{1.2\times10^4}$", "`.2g`"),
    (r"\pkval{t(n=2).x | .4f}{0.13}", "`.2f`"),
]


@pytest.mark.parametrize(("marker", "form"), FORMATS)
def test_a_number_that_another_format_shows_is_told_which(marker: str, form: str, tmp_path: Path) -> None:
    text = rf"\documentclass{{article}}\begin{{document}}It is {marker}.\end{{document}}"
    write(tmp_path, {"t.csv": "n,x\n1,12345\n2,0.1275\n", "main.tex": text})
    git(tmp_path, "init", "-q")
    (found,) = (each for each in check_tree(tmp_path / "main.tex").diagnostics if each.code == "PK103")
    assert f"change the format to {form}" in found.hint
