"""What is read is told by the interpreter, whoever reads it."""

import os
from pathlib import Path

import pytest

from paperkit.process.reads import observed


def test_a_file_that_is_opened_is_told_by_its_whole_path(tmp_path: Path, monkeypatch):
    (tmp_path / "cells.csv").write_text("a\n1\n")
    monkeypatch.chdir(tmp_path)
    with observed() as reads:
        Path("cells.csv").read_text()
    assert reads.files == {str(tmp_path / "cells.csv")}


def test_a_file_that_is_not_there_is_told_too(tmp_path: Path):
    with observed() as reads:
        (tmp_path / "none").is_file()
    assert not reads.files
    with observed() as reads, pytest.raises(FileNotFoundError):
        (tmp_path / "none").read_bytes()
    assert str(tmp_path / "none") in reads.files


def test_a_folder_that_is_listed_is_told_in_each_way_of_listing(tmp_path: Path, monkeypatch):
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path)
    for listing in (
        os.listdir,
        lambda: list(os.scandir()),
        lambda: sorted(tmp_path.rglob("*")),
        lambda: list(os.walk(".")),
    ):
        with observed() as reads:
            listing()
        assert str(tmp_path) in reads.folders


def test_what_is_read_outside_the_block_is_not_told(tmp_path: Path):
    (tmp_path / "before").write_text("")
    (tmp_path / "before").read_text()
    with observed() as reads:
        pass
    (tmp_path / "before").read_text()
    assert not reads.files and not reads.folders


def test_blocks_within_blocks_are_told_each(tmp_path: Path):
    (tmp_path / "one").write_text("")
    with observed() as outer:
        with observed() as inner:
            (tmp_path / "one").read_text()
        (tmp_path / "one").read_text()
    assert inner.files == outer.files == {str(tmp_path / "one")}
