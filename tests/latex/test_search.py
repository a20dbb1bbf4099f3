"""Numbers that stand alone are judged by a short way, which must say what the long one says."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from paperkit.latex.document import Numeral
from paperkit.latex.scan import scan
from paperkit.latex.search import Search
from paperkit.source import SourceFile
from tests.speed import inputs

HERE = Path(__file__).parent


def both(tex: str) -> tuple[tuple[Numeral, ...], tuple[Numeral, ...]]:
    """What the scanner finds by both ways, and by the long one alone."""
    short = scan(SourceFile("a.tex", tex)).numerals
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Search, "bare", lambda *_: False)
        return short, scan(SourceFile("a.tex", tex)).numerals


def seen(numerals: tuple[Numeral, ...]) -> list[tuple[object, ...]]:
    return [(one.span.start, one.span.end, *one[1:-1]) for one in numerals]


@pytest.mark.parametrize("path", sorted(HERE.rglob("*.tex")), ids=lambda path: path.stem)
def test_in_whole_papers(path: Path) -> None:
    short, long = both(path.read_text())
    assert seen(short) == seen(long)


def texts(node: object) -> list[str]:
    """All texts in what YAML holds."""
    if isinstance(node, str):
        return [node]
    inner = list(node.values()) if isinstance(node, dict) else node if isinstance(node, list) else []
    return [text for one in inner for text in texts(one)]


@pytest.mark.parametrize("name", ["numerals.yaml", "kinds.yaml"])
def test_in_every_kind_of_number(name: str) -> None:
    for text in texts(yaml.safe_load((HERE / name).read_text())):
        short, long = both(text)
        assert seen(short) == seen(long), text


def test_in_tables_and_lists() -> None:
    for text in (inputs.paper(20_000), inputs.long_line(2_000)):
        short, long = both(text)
        assert seen(short) == seen(long)


NUMBERS = ["1", "12", "100", "2019", "1999", "0", "007", "0043", "12.5", "1,234", "24", "7", "000", "3.14", "100000"]
BETWEEN = [
    " ",
    ", ",
    "; ",
    " & ",
    r" \\ ",
    "\n\n",
    " and ",
    "--",
    "/",
    "%",
    "~",
    " ms ",
    " May ",
    " Section ",
    " in ",
    "(",
]
PARTS = st.lists(st.tuples(st.sampled_from(NUMBERS), st.sampled_from(BETWEEN)), max_size=12)


@given(
    PARTS,
    st.sampled_from(["%s", r"\begin{tabular}{l}Year & no. & n \\ %s\end{tabular}", r"\date{%s}", "In %s", "[%s]"]),
)
def test_in_whatever_stands_beside_one_another(parts: list[tuple[str, str]], around: str) -> None:
    short, long = both(around % "".join(number + between for number, between in parts))
    assert seen(short) == seen(long)
