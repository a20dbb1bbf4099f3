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
    assert state(new) is GitState.ADDED


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


@pytest.mark.parametrize("name", ['a"b.csv', "a\\b.csv", "a\nb.csv", "ü b\t.csv", "-n.csv"])
def test_any_name_that_a_file_can_have_is_asked_for(csv: Path, git: Git, name: str) -> None:
    odd = csv.with_name(name)
    odd.write_text("n\n")
    assert state(odd) is GitState.UNTRACKED
    git("add", "-A")
    git("commit", "-q", "-m", "odd")
    assert state(odd) is GitState.COMMITTED
    odd.write_text("n\n2\n")
    assert state(odd) is GitState.CHANGED


def test_an_ignored_file_is_told_from_one_that_was_forgotten(csv: Path, git: Git, tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("out/\n")
    new = tmp_path / "out" / "b.csv"
    new.parent.mkdir()
    new.write_text("n\n")
    assert state(new) is GitState.IGNORED
    git("add", "-f", "out/b.csv")
    assert state(new) is GitState.ADDED


def test_a_link_is_as_committed_as_what_it_leads_to(csv: Path, git: Git) -> None:
    link, other = csv.with_name("link.csv"), csv.with_name("other.csv")
    link.symlink_to("a.csv")
    assert state(link) is GitState.UNTRACKED
    git("add", "-A")
    git("commit", "-q", "-m", "link")
    assert state(link) is GitState.COMMITTED
    csv.write_text("n\n2\n")
    assert state(link) is GitState.CHANGED
    csv.write_text("n\n1\n")
    other.write_text("n\n1\n")
    link.unlink()
    link.symlink_to("other.csv")
    assert state(link) is GitState.UNTRACKED
    git("add", "data/other.csv")
    git("commit", "-q", "-m", "other")
    assert state(link) is GitState.CHANGED


def test_a_linked_folder_is_as_committed_as_what_is_in_it(csv: Path, git: Git, tmp_path: Path) -> None:
    (tmp_path / "results").symlink_to("data")
    git("add", "-A")
    git("commit", "-q", "-m", "link")
    assert state(tmp_path / "results" / "a.csv") is GitState.COMMITTED
    (tmp_path / "data" / "b.csv").write_text("n\n")
    assert state(tmp_path / "results" / "b.csv") is GitState.UNTRACKED


def test_links_that_lead_out_or_round_and_round_are_no_evidence(csv: Path, git: Git, tmp_path: Path) -> None:
    far = tmp_path.parent / f"{tmp_path.name}.csv"
    far.write_text("n\n")
    out, one, two = (csv.with_name(f"{name}.csv") for name in ("out", "one", "two"))
    out.symlink_to(far)
    one.symlink_to("two.csv")
    two.symlink_to("one.csv")
    git("add", "-A")
    git("commit", "-q", "-m", "links")
    assert git_states(Project(tmp_path), [out, far]) == {out: GitState.FOREIGN, far: GitState.FOREIGN}
    assert state(one) is GitState.MISSING


def test_a_file_in_a_repository_inside_is_not_of_this_one(csv: Path, git: Git, tmp_path: Path) -> None:
    inner = tmp_path / "data" / "inner"
    subprocess.run(["git", "init", "-q", str(inner)], check=True)
    (inner / "b.csv").write_text("n\n")
    assert git_states(Project(tmp_path), [inner / "b.csv"])[inner / "b.csv"] is GitState.FOREIGN


def test_the_environment_leads_git_to_no_other_repository(
    csv: Path, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "data" / "other"
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    (other / "data").mkdir()
    (other / "data" / "a.csv").write_text("n\n1\n")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "none"))
    assert state(other / "data" / "a.csv") is GitState.UNTRACKED
    assert state(csv) is GitState.COMMITTED


def test_a_git_that_cannot_be_started_or_fails_is_named(
    csv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexit 3\n")
    monkeypatch.setenv("PATH", str(program.parent))
    with pytest.raises(PaperkitError, match="git cannot be started: Permission denied"):
        state(csv)
    program.chmod(0o755)
    with pytest.raises(PaperkitError, match="it ended with status 3 and said nothing"):
        state(csv)
    program.unlink()
    with pytest.raises(PaperkitError, match="git is not installed"):
        state(csv)


def test_before_the_first_commit_nothing_is_committed(tmp_path: Path, git: Git) -> None:
    path = tmp_path / "a.csv"
    path.write_text("n\n")
    assert state(path) is GitState.UNTRACKED
    git("add", "-A")
    assert state(path) is GitState.ADDED


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
