"""AGENTS.md: our paragraph comes and is renewed; the user's words stay."""

from pathlib import Path

from paperkit import digest
from paperkit.agent.agents_md import BEGIN, END, FILE, block, place_block
from paperkit.starting.placed import State


def test_it_is_put_behind_what_is_there(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("# Mine\n\nBe kind.\n")
    assert place_block(tmp_path, None).state is State.WRITTEN
    assert (tmp_path / FILE).read_text() == f"# Mine\n\nBe kind.\n\n{BEGIN}\n{block()}\n{END}\n"
    assert place_block(tmp_path, None).state is State.UNCHANGED


def test_a_former_version_is_renewed_and_an_edited_one_is_kept(tmp_path: Path) -> None:
    former = f"before\n{BEGIN}\nold words\n{END}\nafter\n"
    (tmp_path / FILE).write_text(former)
    assert place_block(tmp_path, digest.of_bytes(b"other words")).state is State.EDITED
    assert (tmp_path / FILE).read_text() == former
    assert place_block(tmp_path, digest.of_bytes(b"old words")).state is State.UPDATED
    assert (tmp_path / FILE).read_text() == f"before\n{BEGIN}\n{block()}\n{END}\nafter\n"
