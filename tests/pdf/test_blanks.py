"""A letter that a font draws as nothing is missed by a reader, and by no program that reads the text."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import pytest

from paperkit.build.proofread import audit

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]
TEXT = (
    r'\documentclass{article}\usepackage{paperkit}\font\x="[liar.ttf]" at 10pt\begin{document}'
    r"It takes \pkval{t(n=1).v | .2f}{12.46} {\x ms in all.}\end{document}"
)


@pytest.mark.parametrize(("drawn", "codes"), [("m", []), ("space", ["PK509"])])
def test_a_letter_without_a_look_is_found_and_one_that_has_its_own_is_silent(
    typeset, tmp_path: Path, drawn: str, codes: list[str]
) -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(Path(mpl.get_data_path(), "fonts", "ttf", "DejaVuSerif.ttf"))
    font["glyf"]["m"] = font["glyf"][drawn]
    font.save(tmp_path / "liar.ttf")
    found = audit(typeset(TEXT, {"liar.ttf": (tmp_path / "liar.ttf").read_bytes()})).diagnostics
    assert [each.code for each in found] == codes
