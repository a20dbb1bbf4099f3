"""What is committed gives the same bytes in other folders, locales, time zones and for other users."""

from __future__ import annotations

import pytest

from paperkit.build.reproduce import Reproduced, reproduce
from paperkit.build.run import request
from paperkit.cli.main import run
from paperkit.proving.sealing import unsealed
from tests.build.project import Mini

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]


def twice(mini: Mini) -> Reproduced:
    return reproduce(request(mini.report))


def test_two_clones_give_the_same_bytes_and_the_committed_pdf(built: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    before = built.outputs()
    assert run(["build", str(built.report), "--verify-reproducible"]) == 0
    assert "committed as its sources give it, byte for byte" in capsys.readouterr().out
    assert built.outputs() == before


def test_a_committed_pdf_that_is_older_than_its_sources_is_found(built: Mini) -> None:
    built.edit(built.section, "at the middle load", "at the load in the middle")
    built.commit()
    found = twice(built)
    assert found.unlike == ()
    assert [each.name for each in found.stale] == ["main.pdf"]


def test_what_tex_wrote_stands_at_the_beginning_of_the_sealed_file(built: Mini) -> None:
    raw = (built.report / "main.pdf").read_bytes()
    assert raw.startswith(unsealed(raw))
    assert len(unsealed(raw)) < len(raw)
