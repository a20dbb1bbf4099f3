"""What PK118 proposes: a format that is possible, and that the check is silent about."""

import json
from pathlib import Path

import pytest

from paperkit.checks.tree import check_tree
from tests.checks.corpus import git, write


def found(root: Path, ms: str, spread: str, form: str, printed: str) -> list[tuple[str, str]]:
    fields = [
        {"name": "n", "type": "integer"},
        {"name": "ms", "type": "number", "unit": "ms", "paperkit:uncertainty": "spread"},
        {"name": "spread", "type": "number", "unit": "ms"},
    ]
    resource = {"name": "t", "path": "t.csv", "paperkit:kind": "measured",
                "schema": {"primaryKey": ["n"], "fields": fields}}  # fmt: skip
    page = (
        "\\documentclass{article}\\usepackage{paperkit}\\begin{document}\n"
        f"It takes \\pkval{{t(n=1).ms | {form}}}{{{printed}}}.\n\\end{{document}}\n"
    )
    write(root, {"t.csv": f"n,ms,spread\n1,{ms},{spread}\n", "main.tex": page,
                 "datapackage.json": json.dumps({"name": "t", "resources": [resource]})})  # fmt: skip
    git(root, "init", "-q")
    return [(each.code, each.hint) for each in check_tree(root / "main.tex").diagnostics if each.code == "PK118"]


@pytest.mark.parametrize(
    ("ms", "spread", "form", "printed", "hint"),
    [
        ("12.463", "0.5", ".2f ms", "12.46~ms", "show fewer decimals: .1f ms"),
        ("956", "494", ".0f +- .0f ms", r"(956\pm494)~ms", "show fewer digits: .2g +- .2g ms"),
        ("956", "494", ".0f ms", "956~ms", "show fewer digits: .1g ms"),
        ("3", "494", ".0f ms", "3~ms", "no digit of it is known so well"),
    ],
)
def test_the_proposed_format_is_possible(
    ms: str, spread: str, form: str, printed: str, hint: str, tmp_path: Path
) -> None:
    ((_code, said),) = found(tmp_path, ms, spread, form, printed)
    assert said.startswith(hint), said


@pytest.mark.parametrize(
    ("ms", "spread", "form", "printed"),
    [("956", "494", ".2g +- .2g ms", r"(960\pm490)~ms"), ("12.463", "0.5", ".1f ms", "12.5~ms")],
)
def test_the_check_is_silent_about_the_proposed_format(
    ms: str, spread: str, form: str, printed: str, tmp_path: Path
) -> None:
    assert found(tmp_path, ms, spread, form, printed) == []
