"""What is printed reaches the PDF, in text and in math alike; read off the page itself."""

import os
import re
from pathlib import Path

import pytest

from paperkit.config.yaml import load_yaml
from paperkit.errors import PaperkitError
from paperkit.source import read_source
from paperkit.tectonic.bundle import Bundle, find_bundle
from paperkit.tectonic.compile import compile_tex
from paperkit.tectonic.install import Engine, find_engine
from paperkit.values.plain_text import MARK, THIN, plain_text

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(900)]

CASES = load_yaml(read_source(Path(__file__).with_name("printing.yaml"))).items
PRINTED = [node.value or "" for case in CASES if (node := case.get("printed")) is not None]


def real() -> tuple[Engine, Bundle]:
    """The real engine with its bundle; without both the test is skipped, in CI it fails."""
    try:
        engine = find_engine()
        return engine, find_bundle(engine)
    except PaperkitError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(error.message)


def page_text(folder: Path) -> str:
    """Text of the one page with each case in text, in math, and behind a relation."""
    import pypdfium2

    lines = [rf"case{at:02d}: {one} | ${one}$ | $x = {one}$\\" for at, one in enumerate(PRINTED)]
    body = "\n".join(["\\parindent0pt\\small", *lines])
    (folder / "main.tex").write_text(f"\\documentclass{{article}}\\begin{{document}}{body}\\end{{document}}\n")
    compiled = compile_tex(*real(), folder, "main.tex", 1_700_000_000)
    assert compiled.pdf is not None, compiled.log
    return "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(compiled.pdf))


def as_seen(latex: str) -> str:
    """The characters that must stand on the page, without spaces."""
    text = plain_text(latex).replace(MARK, ",").replace(THIN, " ").replace("µ", "μ")
    return re.sub(r"\s", "", re.sub(r"\^\(([^)]*)\)", r"\1", text))


def test_a_printed_number_looks_alike_in_text_and_in_math(tmp_path: Path) -> None:
    found = dict(re.findall(r"case(\d\d):(.*)", page_text(tmp_path).replace("µ", "μ")))
    assert len(found) == len(PRINTED)
    for at, one in enumerate(PRINTED):
        in_text, in_math, behind = (re.sub(r"\s", "", part) for part in found[f"{at:02d}"].split("|"))
        assert in_text == in_math == behind.removeprefix("x=") == as_seen(one)
