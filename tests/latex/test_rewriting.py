"""Texts go back into their files as they were written."""

from pathlib import Path

import pytest

from paperkit.errors import PaperkitError
from paperkit.latex.encodings import read_tex
from paperkit.latex.rewriting import as_written
from paperkit.source import read_source


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


DECLARED = "\\usepackage[{}]{{inputenc}}\n".format


@pytest.mark.parametrize(
    "raw",
    [
        (DECLARED("latin1") + "caf\xe9 a\n").encode("latin-1"),
        (DECLARED("cp1251") + "\u043c\u0438\u0440 a\r\n").encode("cp1251"),
        "caf\xe9 a\n".encode("utf-16"),
        b"one\r\ntwo a\nthree\r\nfour",
        b"one\rtwo a\rthree\r",
        b"\n\n\na",
    ],
)
def test_encodings_and_mixed_line_ends_are_kept(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_bytes(raw)
    source = read_tex(path)
    assert as_written(path, source, source.text) == raw
    at = source.text.rindex("a")
    longer = source.text[:at] + "bcd" + source.text[at + 1 :]
    written = as_written(path, source, longer)
    assert len(written) - len(raw) in (2, 4)
    path.write_bytes(written)
    assert read_tex(path).text == longer


def test_a_line_that_is_put_in_ends_like_most(tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_bytes(b"one\r\ntwo\nthree\r\n")
    source = read_tex(path)
    assert as_written(path, source, "one\nmore\nand more\ntwo\nthree\n") == (
        b"one\r\nmore\r\nand more\r\ntwo\nthree\r\n"
    )


def test_a_character_that_the_encoding_lacks_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_bytes((DECLARED("latin1") + "caf\xe9\n").encode("latin-1"))
    source = read_tex(path)
    with pytest.raises(PaperkitError, match="which has no"):
        as_written(path, source, source.text + "\u4e2d")
