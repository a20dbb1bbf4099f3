"""Texts go back into their files as they were written."""

from pathlib import Path

import pytest

from paperkit.errors import PaperkitError
from paperkit.source import as_written, read_source


@pytest.mark.parametrize("raw", [b"a\nb\n", b"a\r\nb\r\n", b"\xef\xbb\xbfa\r\nb", b"\xef\xbb\xbfa\nb"])
def test_mark_and_line_ends_of_the_file_are_kept(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_bytes(raw)
    source = read_source(path)
    assert as_written(path, source, source.text) == raw
    assert as_written(path, source, source.text.replace("a", "c")) == raw.replace(b"a", b"c")


def test_a_file_that_changed_since_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_text("a\n")
    source = read_source(path)
    path.write_text("b\n")
    with pytest.raises(PaperkitError, match="changed while it was read"):
        as_written(path, source, "c\n")
