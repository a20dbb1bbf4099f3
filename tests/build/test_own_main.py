"""A report that is LaTeX itself: `main` in report.yaml; compiled as it is."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from paperkit.agent.tools import status
from paperkit.build.prepare import check_report
from paperkit.build.resident import Resident
from paperkit.build.run import Built, build, request
from paperkit.checks.tree import check_tree
from paperkit.cli.main import run
from paperkit.errors import Status
from paperkit.pdf.attachments import read_attachments
from paperkit.proving.verify import verify
from tests.build.project import Mini

REPORT = """title: T
authors: [Ada]
date: 2026-06-30
main: paper.tex
baseline: known.json
artifacts: {lat: data/lat.csv}
"""
MAIN = r"""\documentclass{article}
\usepackage[latin1]{inputenc}
\usepackage{paperkit}
\begin{document}
\input{../shared/intro}
Der Fall: \pkval{lat(n=8).us | d}{12}.
\end{document}
"""


class Paper(Mini):
    """A repository with a paper in a folder, which reads a file beside that folder."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.folder = root / "paper"
        files = {
            "paper/report.yaml": REPORT,
            "paper/paper.tex": MAIN,
            "paper/known.json": '{"version": 1, "numbers": []}',
            "shared/intro.tex": "Über alles, \\textbf{ohne} Zahl.\n",
            "data/lat.csv": "n,us\n8,12\n",
            "data/datapackage.json": DESCRIPTOR,
        }
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(text.encode("latin-1"))
        self.git("init", "-q")
        self.commit()

    def build(self, draft: bool = False) -> Built:
        return build(request(self.folder, draft))

    def text(self, name: str = "paper/paper.pdf") -> str:
        document = pypdfium2.PdfDocument(self.root / name)
        return " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())


DESCRIPTOR = """{"name": "data", "resources": [
{"name": "lat", "path": "lat.csv", "format": "csv", "paperkit:kind": "measured", "schema": {"fields": [
{"name": "n", "type": "integer", "unit": "1"}, {"name": "us", "type": "integer", "unit": "us"}],
 "primaryKey": ["n"]}}]}"""


@pytest.fixture
def paper(tmp_path: Path) -> Paper:
    return Paper(tmp_path)


def test_it_is_checked_with_all_that_it_reads(paper: Paper) -> None:
    checked = check_report(paper.folder)
    assert checked.diagnostics == ()
    assert checked.counts.bound == 1


def test_its_main_file_means_the_report(paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
    paper.edit(paper.folder / "paper.tex", "Der Fall", "Der 7. Fall, 9 ms")
    assert run(["check", str(paper.folder / "paper.tex")]) == Status.DIAGNOSTICS
    assert "PK101" in capsys.readouterr().out


def test_another_file_in_its_folder_does_not(paper: Paper) -> None:
    (paper.folder / "other.tex").write_text(MAIN)
    with pytest.raises(Exception, match="belongs to the report"):
        check_tree(paper.folder / "other.tex")


def test_it_needs_no_contract_and_no_script_for_its_figures(paper: Paper) -> None:
    paper.edit(paper.folder / "paper.tex", "Der Fall", r"\includegraphics{curve} Der Fall")
    assert check_report(paper.folder).diagnostics == ()
    assert status(paper.folder).contract == "none"


@pytest.mark.parametrize("key", ["main: gone.tex", "baseline: gone.json"])
def test_a_file_that_is_not_there_is_a_diagnostic(paper: Paper, key: str) -> None:
    name = key.split(":")[0]
    old = "main: paper.tex" if name == "main" else "baseline: known.json"
    paper.edit(paper.folder / "report.yaml", old, key)
    found = [each for each in check_report(paper.folder).diagnostics if each.code == "PK302"]
    assert any(each.message.startswith(f"{name} gone.") for each in found)


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_the_pdf_lies_beside_it_and_reads_as_it_is_meant(paper: Paper) -> None:
    before = {path: path.read_bytes() for path in paper.root.rglob("*.tex")}
    built = paper.build()
    assert built.status == 0, [(e.code, e.message, e.severity) for e in built.diagnostics]
    assert built.pdf == "paper/paper.pdf"
    assert "Über alles, ohne Zahl. Der Fall: 12." in paper.text()
    assert (paper.folder / "ledger.json").is_file()
    assert before == {path: path.read_bytes() for path in paper.root.rglob("*.tex") if ".paperkit" not in path.parts}


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_it_is_built_again_only_for_a_reason(paper: Paper) -> None:
    first = paper.build()
    assert first.status == 0, first.diagnostics
    assert paper.build().steps == ()
    (paper.root / "shared/intro.tex").write_bytes("Anders.\n".encode("latin-1"))
    again = paper.build()
    assert [step.name for step in again.steps if step.ran] == ["check", "compile", "audit", "ledger", "seal"]
    assert "Anders. Der Fall" in paper.text()


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_who_watches_it_is_shown_what_was_built(paper: Paper) -> None:
    shown: list[bytes] = []
    resident = Resident(shown.append)
    assert build(request(paper.folder), resident=resident).status == 0
    assert shown == [(paper.folder / "paper.pdf").read_bytes()]
    assert build(request(paper.folder), resident=resident).steps == ()


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_a_draft_says_so_and_leaves_the_folder_alone(paper: Paper) -> None:
    paper.edit(paper.folder / "paper.tex", "Der Fall", "Alle 9 ms der Fall")
    assert paper.build().status == Status.DIAGNOSTICS
    built = paper.build(draft=True)
    assert built.status == 0, [(e.code, e.message, e.severity) for e in built.diagnostics]
    assert built.pdf == ".paperkit/drafts/paper.pdf"
    assert "DRAFT" in paper.text(built.pdf)
    assert not (paper.folder / "paper.pdf").exists()


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_what_tex_says_is_placed_in_the_paper(paper: Paper) -> None:
    paper.edit(paper.folder / "paper.tex", "Der Fall", "\\nosuchmacro Der Fall")
    built = paper.build()
    assert built.status == Status.DIAGNOSTICS
    (found,) = (each for each in built.diagnostics if each.code == "PK401")
    assert (found.span.path, found.span.line) == ("paper/paper.tex", 6)


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_its_pdf_can_be_audited(paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
    assert paper.build().status == 0
    assert run(["audit", str(paper.folder)]) == Status.WELL, capsys.readouterr().out


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_its_pdf_proves_itself_alone_and_against_its_checkout(paper: Paper, tmp_path: Path) -> None:
    assert paper.build().status == 0
    alone = tmp_path / "alone" / "mail.pdf"
    alone.parent.mkdir()
    alone.write_bytes((paper.folder / "paper.pdf").read_bytes())
    for verdict in (verify(alone), verify(alone, paper.root)):
        assert verdict.verified, (verdict.refusals, verdict.diagnostics)
        assert verdict.counts.bound == 1
    held = read_attachments(alone)
    assert held["evidence/shared/intro.tex"] == (paper.root / "shared/intro.tex").read_bytes()
    (paper.root / "data/lat.csv").write_text("n,us\n8,13\n")
    assert {refusal.reason for refusal in verify(alone, paper.root).refusals} == {"differs-from-checkout"}


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_numbers_of_the_baseline_and_of_its_pictures_do_not_keep_it_from_being_verified(paper: Paper) -> None:
    from tests.pdf.test_pages import plain_pdf

    paper.edit(paper.folder / "paper.tex", "Der Fall", r"Alle 9 ms. \includegraphics{curve} Der Fall")
    paper.edit(
        paper.folder / "paper.tex", r"\begin{document}", r"\usepackage{graphicx}\graphicspath{{art/}}\begin{document}"
    )
    (paper.folder / "art").mkdir()
    (paper.folder / "art/curve.pdf").write_bytes(plain_pdf(b"BT /F1 12 Tf 20 20 Td (512 runs) Tj ET"))
    paper.edit(paper.folder / "report.yaml", "baseline: known.json\n", "")
    assert run(["check", str(paper.folder), "--write-baseline"]) == 0
    paper.edit(paper.folder / "report.yaml", "main:", "baseline: paperkit-baseline.json\nmain:")
    paper.commit()
    built = paper.build()
    assert built.status == 0, [(e.code, e.message, e.severity) for e in built.diagnostics]
    assert {each.code for each in built.diagnostics} == {"PK509", "PK401"}
    verdict = verify(paper.folder / "paper.pdf", paper.root)
    assert verdict.verified, (verdict.refusals, verdict.diagnostics)
    assert any("before" in fact for fact in verdict.unproven)


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_a_number_that_no_reader_sees_stops_its_build(paper: Paper) -> None:
    paper.edit(paper.folder / "paper.tex", r"\begin{document}", r"\usepackage{xcolor}\begin{document}\color{white}")
    built = paper.build()
    assert built.status == Status.DIAGNOSTICS
    assert {each.code for each in built.diagnostics} == {"PK504"}
    assert not (paper.folder / "paper.pdf").exists()


NESTED = r"\special{pdf:bann << /Type/Annot /Subtype/Link >>}"
NESTED += rf"a {NESTED}b\special{{pdf:eann}}c\special{{pdf:eann}}"


@pytest.mark.tectonic
@pytest.mark.timeout(600)
@pytest.mark.parametrize("bound", [False, True])
def test_a_link_that_is_lost_is_told_in_a_paper_without_markers_and_refused_beside_them(
    paper: Paper, bound: bool
) -> None:
    main = MAIN if bound else MAIN.replace(r"\usepackage{paperkit}", "").replace(r"\pkval{lat(n=8).us | d}{12}", "9 ms")
    (paper.folder / "paper.tex").write_bytes(main.replace("Der Fall", f"Der {NESTED} Fall").encode("latin-1"))
    paper.edit(paper.folder / "report.yaml", "baseline: known.json\n", "")
    assert run(["check", str(paper.folder), "--write-baseline"]) == 0
    paper.edit(paper.folder / "report.yaml", "main:", "baseline: paperkit-baseline.json\nmain:")
    paper.commit()
    built = paper.build()
    (found,) = (each for each in built.diagnostics if each.code == "PK401")
    assert found.message.startswith("page 1: a link begins before another one has ended")
    assert (found.severity.value, built.status) == (("error", 1) if bound else ("warning", 0))
