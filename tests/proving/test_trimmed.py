"""A table too large to attach comes with the rows that numbers need: no other choice of rows is verified."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from paperkit import digest
from paperkit.build.run import build, request
from paperkit.pdf.attachments import attach, attached
from paperkit.pdf.file import PdfFile
from paperkit.proving.evidence import WHOLE
from paperkit.proving.manifest import EVIDENCE, seal
from paperkit.proving.sealing import unstamped
from paperkit.proving.verify import Verdict, verify
from tests.build.conftest import original
from tests.build.project import Mini

__all__ = ["original"]
pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]
ROWS = 20_000
LARGE, SUMMED = f"{EVIDENCE}data/large.csv", f"{EVIDENCE}data/summed.csv"
Change = Callable[[list[str]], list[str]]


def table(ends: str) -> str:
    return "n,v\n" + "".join(f"{n},{n * 7 % 1000}{ends}\n" for n in range(1, ROWS))


@pytest.fixture(scope="module")
def trimmed(original: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A PDF that reads two rows of one large table, and takes the mean of another."""
    import shutil

    root = tmp_path_factory.mktemp("trimmed") / "project"
    shutil.copytree(original, root, symlinks=True)
    mini = Mini(root)
    (root / "data").mkdir()
    for name, ends in (("large", ".25000"), ("summed", ".50000")):
        (root / f"data/{name}.csv").write_text(table(ends))
        assert (root / f"data/{name}.csv").stat().st_size > WHOLE
    names = "".join(f"  {name}: data/{name}.csv\n" for name in ("large", "summed"))
    mini.edit(mini.report / "report.yaml", "artifacts:\n", f"artifacts:\n{names}")
    more = (
        r"It is \pkval{large(n=9).v | .2f}{} and \pkval{large(n=777).v | .2f}{} there, "
        r"and \pkval{mean(summed.v) | .3f}{} on the whole."
    )
    mini.edit(mini.section, r"\begin{figure}", f"{more}\n" + r"\begin{figure}")
    mini.commit()
    built = build(request(mini.report))
    assert built.status == 0, built.diagnostics
    return mini.report / "main.pdf"


def changed(pdf: Path, name: str, change: Change, into: Path, lines: Change | None = None) -> Verdict:
    """The verdict on the PDF with other rows of a table, sealed anew as if they were meant."""
    file = PdfFile(unstamped(pdf.read_bytes())[0])
    files = attached(file)
    rows = files[name].decode().splitlines(keepends=True)
    files[name] = "".join(change(rows)).encode()
    manifest = json.loads(files["manifest.json"])
    part = manifest["parts"].setdefault(name, {"whole": manifest["files"][name], "lines": [*range(1, len(rows) + 1)]})
    if lines is not None:
        part["lines"] = [int(one) for one in lines([str(one) for one in part["lines"]])]
    manifest["files"][name] = digest.of_bytes(files[name])
    files["manifest.json"] = json.dumps(manifest).encode()
    (into / "changed.pdf").write_bytes(attach(file, files, seal(files["manifest.json"])))
    return verify(into / "changed.pdf")


def reasons(verdict: Verdict) -> set[str]:
    return {each.reason for each in verdict.refusals}


def test_rows_that_numbers_need_are_attached_and_a_mean_has_all_of_them(trimmed: Path) -> None:
    files = attached(PdfFile(trimmed.read_bytes()))
    assert files[LARGE].decode().splitlines() == ["n,v", "9,63.25000", "777,439.25000"]
    assert files[SUMMED].decode() == table(".50000")
    verdict = verify(trimmed)
    assert verdict.verified, (verdict.refusals, verdict.diagnostics)
    assert any("large.csv that no number needs: 2 are attached" in one for one in verdict.unproven)


@pytest.mark.parametrize("lines", [None, lambda rows: rows[:-1]], ids=["the lines as sealed", "the lines fit"])
def test_a_row_that_is_left_out_is_missed(trimmed: Path, tmp_path: Path, lines: Change | None) -> None:
    verdict = changed(trimmed, LARGE, lambda rows: rows[:-1], tmp_path, lines)
    assert {"attachment-changed", "ledger-differs"} <= reasons(verdict)


def test_a_row_that_is_added_is_one_too_many(trimmed: Path, tmp_path: Path) -> None:
    verdict = changed(trimmed, LARGE, lambda rows: [*rows, "778,1.00000\n"], tmp_path)
    assert reasons(verdict) == {"attachment-changed"}


def test_a_second_row_of_the_same_key_is_refused(trimmed: Path, tmp_path: Path) -> None:
    rows = ("777,1.00000\n", "778")
    verdict = changed(trimmed, LARGE, lambda found: [*found, rows[0]], tmp_path, lambda found: [*found, rows[1]])
    assert not verdict.verified


def test_rows_in_another_order_have_lines_in_another_order(trimmed: Path, tmp_path: Path) -> None:
    def swapped(rows: list[str]) -> list[str]:
        return [rows[0], rows[2], rows[1]]

    assert reasons(changed(trimmed, LARGE, swapped, tmp_path, swapped)) == {"attachment-changed"}


def test_a_cell_of_a_trimmed_table_is_what_the_ledger_says(trimmed: Path, tmp_path: Path) -> None:
    def other(rows: list[str]) -> list[str]:
        return [row.replace("439.25", "439.75") for row in rows]

    assert "ledger-differs" in reasons(changed(trimmed, LARGE, other, tmp_path))


def test_a_mean_of_all_rows_is_not_verified_from_some(trimmed: Path, tmp_path: Path) -> None:
    verdict = changed(trimmed, SUMMED, lambda rows: rows[:-1], tmp_path, lambda rows: rows[:-1])
    assert {"attachment-changed", "ledger-differs"} <= reasons(verdict)


def test_some_rows_with_the_same_mean_are_not_all_rows(trimmed: Path, tmp_path: Path) -> None:
    def thousands(rows: list[str]) -> list[str]:
        return [*rows[:1], *rows[1 + 1000 :]]  # each thousand rows has every remainder once

    verdict = changed(trimmed, SUMMED, thousands, tmp_path, thousands)
    assert "attachment-changed" in reasons(verdict)
