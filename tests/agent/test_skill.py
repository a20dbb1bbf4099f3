"""The skill is valid, names only commands that exist, and never overwrites what a user wrote."""

import json
import re
from pathlib import Path

import pytest
from skills_ref import read_properties, validate

import paperkit
from paperkit.agent import skill
from paperkit.agent.shipped import SHIPPED
from paperkit.agent.skill import install_skill
from paperkit.cli.main import run
from paperkit.errors import PaperkitError
from paperkit.starting.placed import State

FOLDER = SHIPPED / "skills" / skill.NAME
SKILL = ".claude/skills/paperkit/SKILL.md"


def states(root: Path) -> dict[str, State]:
    return {placed.path: placed.state for placed in install_skill(root)}


def test_skill_is_valid() -> None:
    assert validate(FOLDER) == []


def test_front_matter_names_the_version_of_the_package() -> None:
    properties = read_properties(FOLDER)
    assert properties.name == "paperkit"
    assert properties.metadata == {"version": paperkit.__version__}


def test_body_is_under_500_lines() -> None:
    assert (FOLDER / "SKILL.md").read_text().count("\n") < 500


def test_every_reference_is_linked_and_every_link_leads_somewhere() -> None:
    linked = set(re.findall(r"\]\((references/[^)]+)\)", (FOLDER / "SKILL.md").read_text()))
    assert linked == {name for name in skill.skill_files() if name != "SKILL.md"}


def test_command_has_the_keys_that_a_slash_command_has() -> None:
    head = skill.command_files()["paper.md"].split("---")[1]
    assert re.findall(r"^([a-z-]+):", head, re.MULTILINE) == ["description", "argument-hint", "allowed-tools"]
    assert "$ARGUMENTS" in skill.command_files()["paper.md"]


def test_no_command_is_shadowed_by_the_skill() -> None:
    assert f"{skill.NAME}.md" not in skill.command_files()


def test_first_install_writes_both_places_and_the_command(tmp_path: Path) -> None:
    assert set(states(tmp_path).values()) == {State.WRITTEN}
    for folder in (".claude/skills/paperkit", ".agents/skills/paperkit"):
        assert validate(tmp_path / folder) == []
    assert (tmp_path / ".claude/commands/paper.md").is_file()


def test_second_install_changes_nothing(tmp_path: Path) -> None:
    install_skill(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert set(states(tmp_path).values()) == {State.UNCHANGED}
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}


def test_an_edited_file_is_kept(tmp_path: Path) -> None:
    install_skill(tmp_path)
    (tmp_path / SKILL).write_text("mine\n")
    assert states(tmp_path)[SKILL] is State.EDITED
    assert (tmp_path / SKILL).read_text() == "mine\n"
    assert not (tmp_path / f"{SKILL}.new").exists()


def test_a_file_that_was_there_before_is_kept_and_the_present_one_offered(tmp_path: Path) -> None:
    (tmp_path / SKILL).parent.mkdir(parents=True)
    (tmp_path / SKILL).write_text("mine\n")
    assert states(tmp_path)[SKILL] is State.OFFERED
    assert (tmp_path / SKILL).read_text() == "mine\n"
    assert (tmp_path / f"{SKILL}.new").read_text() == skill.skill_files()["SKILL.md"]
    assert states(tmp_path)[SKILL] is State.EDITED


def test_an_older_file_as_installed_is_updated(tmp_path: Path, older_skill: None) -> None:
    assert states(tmp_path)[SKILL] is State.UPDATED
    assert (tmp_path / SKILL).read_text() == skill.skill_files()["SKILL.md"]


def test_an_older_file_with_edits_is_kept_and_the_present_one_offered(tmp_path: Path, older_skill: None) -> None:
    (tmp_path / SKILL).write_text("older, and mine\n")
    assert states(tmp_path)[SKILL] is State.OFFERED
    assert (tmp_path / SKILL).read_text() == "older, and mine\n"


def test_a_file_in_the_way_is_an_error_with_a_hint(tmp_path: Path) -> None:
    (tmp_path / ".claude").write_text("")
    with pytest.raises(PaperkitError) as caught:
        install_skill(tmp_path)
    assert ".claude" in caught.value.message and caught.value.hint


def test_command_prints_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["skill", "install", "--dir", str(tmp_path)]) == 0
    assert f"wrote     {SKILL}" in capsys.readouterr().out.splitlines()
    assert run(["skill", "install", "--dir", str(tmp_path), "--json"]) == 0
    assert {one["state"] for one in json.loads(capsys.readouterr().out)["files"]} == {"unchanged"}


def test_show_prints_the_skill_and_names_its_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["skill", "show"]) == 0
    assert capsys.readouterr().out == skill.skill_files()["SKILL.md"]
    assert run(["skill", "show", "none.md"]) == 2
    assert "references/markers.md" in capsys.readouterr().err


@pytest.fixture
def older_skill(tmp_path: Path) -> None:
    """A project in which an older SKILL.md was installed."""
    install_skill(tmp_path)
    (tmp_path / SKILL).write_text("older\n")
    manifest = json.loads((tmp_path / skill.MANIFEST).read_text())
    manifest["files"][SKILL] = skill.digest.of_bytes(b"older\n")
    (tmp_path / skill.MANIFEST).write_text(json.dumps(manifest))
