"""`paperkit init` prepares a repository, and touches nothing that is there."""

from pathlib import Path

import pytest
import yaml

from paperkit.cli.main import run
from paperkit.errors import Status
from paperkit.project import Project
from paperkit.starting.init import HOOKS, WORKFLOW, init
from paperkit.starting.placed import State


def files(root: Path) -> dict[str, bytes]:
    found = (path for path in root.rglob("*") if path.is_file() and ".git" not in path.relative_to(root).parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}


def test_it_writes_little_and_says_each(empty: Project) -> None:
    placed = init(empty)
    assert {one.path for one in placed} == set(files(empty.root))
    assert {one.state for one in placed} == {State.WRITTEN}


def test_a_second_call_changes_nothing(empty: Project) -> None:
    init(empty, github=True, hooks=True)
    before = files(empty.root)
    assert {one.state for one in init(empty, github=True, hooks=True)} == {State.KEPT}
    assert files(empty.root) == before


def test_lines_are_added_to_a_gitignore_that_is_there(empty: Project) -> None:
    (empty.root / ".gitignore").write_text("*.log")
    (added,) = (one for one in init(empty) if one.path == ".gitignore")
    assert added.state is State.ADDED
    assert (empty.root / ".gitignore").read_text() == "*.log\n.paperkit/\n__pycache__/\n"


def test_a_file_of_the_user_stays(empty: Project) -> None:
    (empty.root / "benches").mkdir()
    (empty.root / "benches/README.md").write_text("mine")
    init(empty)
    assert (empty.root / "benches/README.md").read_text() == "mine"


def test_hooks_that_are_there_are_not_touched_but_shown(empty: Project, capsys: pytest.CaptureFixture[str]) -> None:
    (empty.root / HOOKS).write_text("repos: []\n")
    assert run(["init", "--pre-commit"]) == 0
    assert (empty.root / HOOKS).read_text() == "repos: []\n"
    assert "id: paperkit" in capsys.readouterr().out


def test_the_workflow_uses_what_our_own_uses(empty: Project) -> None:
    init(empty, github=True)
    flow = yaml.safe_load((empty.root / WORKFLOW).read_text())
    ours = yaml.safe_load((Path(__file__).parent.parent.parent / ".github/workflows/ci.yml").read_text())

    def used(each: dict) -> set[str]:
        return {step["uses"] for job in each["jobs"].values() for step in job["steps"] if "uses" in step}

    assert used(flow) <= used(ours)
    assert flow["permissions"] == {"contents": "read"}


def test_it_says_what_comes_next(empty: Project, capsys: pytest.CaptureFixture[str]) -> None:
    run(["init"])
    assert "$ paperkit new reports/first" in capsys.readouterr().out
    run(["new", "reports/2H"])
    run(["init"])
    assert "$ paperkit status reports/2H" in capsys.readouterr().out


def test_without_a_repository_it_says_how_to_make_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["init"]) == Status.USAGE
    assert "run `git init`, then `paperkit init` again" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
