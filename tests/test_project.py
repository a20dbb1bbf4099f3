"""What git says of files, in a real repository."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from paperkit.errors import PaperkitError
from paperkit.project import GitState, Project, committed_bytes, find_project, git_states

Git = Callable[..., None]


@pytest.fixture
def git(tmp_path: Path) -> Git:
    def call(*arguments: str) -> None:
        identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    call("init", "-q")
    return call


@pytest.fixture
def csv(tmp_path: Path, git: Git) -> Path:
    path = tmp_path / "data" / "a.csv"
    path.parent.mkdir()
    path.write_text("n\n1\n")
    git("add", "-A")
    git("commit", "-q", "-m", "evidence")
    return path


def state(path: Path) -> GitState:
    return git_states(find_project(path.parent), [path])[path]


def test_a_file_as_head_has_it_is_committed(csv: Path) -> None:
    assert state(csv) is GitState.COMMITTED


def test_a_file_that_was_touched_only_is_committed(csv: Path) -> None:
    csv.write_text(csv.read_text())
    assert state(csv) is GitState.COMMITTED


def test_an_edit_is_a_change(csv: Path) -> None:
    csv.write_text("n\n2\n")
    assert state(csv) is GitState.CHANGED
    assert committed_bytes(find_project(csv.parent), csv) == b"n\n1\n"


def test_an_edit_of_the_same_length_and_time_is_a_change(csv: Path) -> None:
    import os

    before = csv.stat()
    csv.write_text("n\n2\n")
    os.utime(csv, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert state(csv) is GitState.CHANGED


@pytest.mark.parametrize("bit", ["--assume-unchanged", "--skip-worktree"])
def test_an_edit_that_git_is_told_to_ignore_is_a_change(csv: Path, git: Git, bit: str) -> None:
    git("update-index", bit, "data/a.csv")
    csv.write_text("n\n2\n")
    assert state(csv) is GitState.CHANGED


def test_a_staged_edit_is_a_change_even_where_the_file_was_put_back(csv: Path, git: Git) -> None:
    csv.write_text("n\n2\n")
    git("add", "-A")
    csv.write_text("n\n1\n")
    assert state(csv) is GitState.CHANGED


def test_a_new_file_is_untracked_and_a_staged_one_is_no_evidence_yet(csv: Path, git: Git) -> None:
    new = csv.with_name("b.csv")
    new.write_text("n\n")
    assert state(new) is GitState.UNTRACKED
    git("add", "-A")
    assert state(new) is GitState.CHANGED


def test_a_file_taken_out_of_the_index_is_no_evidence(csv: Path, git: Git) -> None:
    git("rm", "-q", "--cached", "data/a.csv")
    assert state(csv) is GitState.CHANGED
    git("commit", "-q", "-m", "out")
    assert state(csv) is GitState.UNTRACKED


def test_a_deleted_file_and_a_folder_are_missing(csv: Path) -> None:
    csv.unlink()
    assert state(csv) is GitState.MISSING
    csv.mkdir()
    assert state(csv) is GitState.MISSING


def test_names_are_no_patterns(csv: Path, git: Git) -> None:
    odd = csv.with_name("a*.csv")
    odd.write_text("n\n")
    assert state(odd) is GitState.UNTRACKED
    git("add", "-A")
    git("commit", "-q", "-m", "odd")
    assert state(odd) is GitState.COMMITTED
    assert state(csv.with_name("[a].csv")) is GitState.MISSING


def test_before_the_first_commit_nothing_is_committed(tmp_path: Path, git: Git) -> None:
    path = tmp_path / "a.csv"
    path.write_text("n\n")
    assert state(path) is GitState.UNTRACKED
    git("add", "-A")
    assert state(path) is GitState.CHANGED


def test_line_ends_that_git_turns_are_no_change(csv: Path, git: Git) -> None:
    git("config", "core.autocrlf", "true")
    csv.write_bytes(b"n\r\n1\r\n")
    assert state(csv) is GitState.COMMITTED


def test_the_project_is_found_from_below_and_in_a_worktree(csv: Path, git: Git, tmp_path: Path) -> None:
    assert find_project(csv.parent).root == tmp_path
    git("worktree", "add", "-q", "other")
    assert find_project(tmp_path / "other" / "data").root == tmp_path / "other"
    assert state(tmp_path / "other" / "data" / "a.csv") is GitState.COMMITTED


def test_without_a_repository_there_is_no_project(tmp_path: Path) -> None:
    with pytest.raises(PaperkitError, match="no git repository") as caught:
        find_project(tmp_path)
    assert "git init" in caught.value.hint


def test_the_state_folder_is_ignored_from_the_first_moment(csv: Path, git: Git, tmp_path: Path) -> None:
    kept = Project(tmp_path).keep_state() / "x"
    kept.write_text("x")
    done = subprocess.run(["git", "status", "--porcelain"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == ""
