"""Files in other encodings, with other line ends."""

from pathlib import Path

import pytest

from paperkit.errors import PaperkitError
from paperkit.latex.encodings import decode_tex, read_tex
from paperkit.latex.scan import scan

TEXT = "\\usepackage[%s]{inputenc}\nGrößer um 12,5 µs, 7 °C.\n"


@pytest.mark.parametrize(("name", "codec"), [("latin1", "latin-1"), ("ansinew", "cp1252"), ("applemac", "mac-roman")])
def test_a_declared_encoding_is_read(name: str, codec: str) -> None:
    assert decode_tex((TEXT % name).encode(codec), "a.tex").text == TEXT % name


def test_utf_8_is_utf_8_whatever_is_declared() -> None:
    assert decode_tex((TEXT % "latin1").encode(), "a.tex").text == TEXT % "latin1"


def test_a_byte_order_mark_says_what_follows() -> None:
    for codec in ("utf-8-sig", "utf-16"):
        assert decode_tex("12\u2009µs".encode(codec), "a.tex").text == "12\u2009µs"


def test_a_file_that_declares_nothing_is_read_as_its_main_file() -> None:
    assert decode_tex("5 µs".encode("latin-1"), "b.tex", "latin-1").text == "5 µs"


def test_what_declares_nothing_is_refused_with_its_place() -> None:
    with pytest.raises(PaperkitError, match=r"b\.tex:2:3: not UTF-8") as refused:
        decode_tex("a\n5 µs".encode("latin-1"), "b.tex")
    assert "inputenc" in refused.value.hint


def test_a_declaration_in_a_comment_is_none_but_a_magic_comment_is() -> None:
    with pytest.raises(PaperkitError):
        decode_tex("% \\usepackage[latin1]{inputenc}\nµ".encode("latin-1"), "a.tex")
    assert decode_tex("% !TeX encoding = ISO-8859-1\nµ".encode("latin-1"), "a.tex").text.endswith("µ")


def test_bytes_that_the_declared_encoding_does_not_have_are_refused() -> None:
    with pytest.raises(PaperkitError, match="not cp1252"):
        decode_tex(b"\\usepackage[cp1252]{inputenc}\n\x81", "a.tex")


def test_all_line_ends_end_a_line_and_a_comment() -> None:
    for end in ("\n", "\r\n", "\r"):
        source = decode_tex(f"12\\,ms % 13{end}14\\,ms".encode(), "a.tex")
        assert [(each.text, each.span.line) for each in scan(source).numerals] == [("12", 1), ("14", 2)]


def test_a_file_may_lack_its_last_line_end(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_bytes(b"12\\,ms %")
    assert [each.text for each in scan(read_tex(tmp_path / "a.tex")).numerals] == ["12"]
    with pytest.raises(PaperkitError, match="cannot be read"):
        read_tex(tmp_path / "b.tex")
