"""What a diagnostic tells to do."""

from pathlib import Path

import pytest

from paperkit.artifacts.describe import describe
from paperkit.checks.tree import check_tree
from paperkit.cli.main import run
from paperkit.errors import Status
from paperkit.project import Project
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


def hints(root: Path, code: str) -> list[str]:
    return [each.hint for each in check_tree(root / "main.tex").diagnostics if each.code == code]


def committed(root: Path, files: dict[str, str]) -> None:
    write(root, files)
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--no-gpg-sign", "-m", "all")


def document(body: str) -> str:
    return rf"\documentclass{{article}}\begin{{document}}{body}\end{{document}}"


def test_a_declared_value_that_changed_is_committed_and_not_thrown_away(tmp_path: Path) -> None:
    body = r"It has \pkval{given.ram | d}{64}~GB."
    committed(tmp_path, {"given.yaml": "ram:\n  value: 64\n  unit: GB\n  source: TODO\n", "main.tex": document(body)})
    write(tmp_path, {"given.yaml": "ram:\n  value: 64\n  unit: GB\n  source: dmidecode\n"})
    assert hints(tmp_path, "PK202") == ["read `git diff HEAD -- given.yaml`, then commit it: `git add given.yaml`"]


def test_a_table_that_is_now_what_its_descriptor_says_is_committed(tmp_path: Path) -> None:
    right, body = "n,x\n1,3.2\n", r"It is \pkval{t(n=1).x | .1f}{3.2}."
    write(tmp_path, {"t.csv": right})
    (tmp_path / ".git").mkdir()
    described, _ = describe(tmp_path / "t.csv", Project(tmp_path))
    (tmp_path / ".git").rmdir()
    committed(tmp_path, {"t.csv": "n,x\n1,4.2\n", "datapackage.json": described, "main.tex": document(body)})
    assert any("run the harness again" in hint for hint in hints(tmp_path, "PK204"))
    write(tmp_path, {"t.csv": right})
    assert hints(tmp_path, "PK202") == ["commit it: `git add .`"]
    write(tmp_path, {"t.csv": "n,x\n1,5.2\n"})
    assert [hint.split(":")[0] for hint in hints(tmp_path, "PK202")] == ["restore it"]


@pytest.mark.parametrize(("typed", "meant"), [("pkvla", "pkval"), ("kpval", "pkval"), ("pkClaim", "pkclaim")])
def test_a_misspelt_marker_is_answered_with_the_one_that_is_meant(typed: str, meant: str, tmp_path: Path) -> None:
    committed(tmp_path, {"t.csv": "n,x\n1,2\n", "main.tex": document(rf"It is \{typed}{{t.x | d}}{{}} high.")})
    assert hints(tmp_path, "PK402") == [rf"did you mean \{meant}?"]


@pytest.mark.parametrize(
    ("marker", "hint"),
    [
        ("t(n=1).x .2f ms", "a bar stands between expression and format: | .2f ms"),
        ("t(n=1).x words", "a bar stands between expression and format: | words"),
        ("t(n=1).x | .0f half_u", "did you mean half_up?"),
        ("t(n=1).x | .0f flor", "did you mean floor?"),
        ("t(n=1).x | .0f uss", "behind the digits stands a rounding or a unit"),
    ],
)
def test_a_format_that_is_nearly_one_is_answered_with_what_it_lacks(marker: str, hint: str, tmp_path: Path) -> None:
    committed(tmp_path, {"t.csv": "n,x\n1,2\n", "main.tex": document(rf"It is \pkval{{{marker}}}{{2}} high.")})
    assert hints(tmp_path, "PK102") == [hint]


BENCH = """\
schema: paperkit/bench/1
name: tiny
title: A tiny harness
command: [python, bench.py, --out, "{out}"]
code: ["*.py"]
outputs:
  - path: t.csv
    kind: model
    key: [n]
    description: numbers
    columns:
      n: {type: integer, description: the number}
      x: {type: number, unit: ms, description: the time}
"""


def test_what_a_harness_writes_is_run_again_and_described_by_no_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"bench.yaml": BENCH, "bench.py": "", "artifacts/t.csv": "n,x\n1,3.2\n", "artifacts/own.csv": "n,x\n1,2\n"}
    body = r"It is \pkval{t(n=1).x | .1f}{3.2}, and \pkval{own(n=1).x | d}{2}."
    inside = {f"benches/tiny/{name}": text for name, text in files.items()}
    committed(tmp_path, {**inside, "main.tex": document(body)})
    assert set(hints(tmp_path, "PK204")) == {
        "run `paperkit bench run tiny`, which writes both",
        "run `paperkit describe benches/tiny/artifacts/own.csv`",
    }
    assert run(["describe", str(tmp_path / "benches/tiny/artifacts/t.csv")]) == Status.USAGE
    assert "paperkit bench run tiny" in capsys.readouterr().err
    assert run(["describe", str(tmp_path / "benches/tiny/artifacts/own.csv")]) == Status.WELL
