"""Builds with the real engine: what runs, what does not, and what stays whole."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pypdfium2
import pytest

from paperkit import digest
from paperkit.build.prepare import check_report
from paperkit.build.run import Built, build, request
from paperkit.cli.main import run
from paperkit.errors import PaperkitError
from tests.build.project import Mini

pytestmark = pytest.mark.tectonic


def made(mini: Mini, *, draft: bool = False) -> Built:
    return build(request(mini.report, draft))


def ran(built: Built) -> list[str]:
    return [step.name for step in built.steps if step.ran]


def text_of(pdf: Path) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.get_textpage().get_text_bounded() for page in document]
    finally:
        document.close()


def command(mini: Mini, *more: str) -> list[str]:
    return [sys.executable, "-m", "paperkit", "build", str(mini.report), *more]


def test_the_pdf_prints_the_values_of_the_evidence(built: Mini) -> None:
    text = " ".join(text_of(built.report / "main.pdf"))
    assert re.search(r"stays at\s+12\.5\s*µs", text)
    assert re.search(r"factor\s+of\s+17\.1", text)
    assert "51.50" in text
    assert "30 June 2026" in text


def test_nothing_changed_and_nothing_runs(built: Mini) -> None:
    before = built.outputs()
    again = made(built)
    assert again.steps == ()
    assert again.status == 0
    assert built.outputs() == before


def test_an_edit_of_a_section_compiles_in_one_pass_and_draws_nothing(built: Mini) -> None:
    built.edit(built.section, "at the middle load", "at the load in the middle")
    again = made(built)
    assert ran(again) == ["render", "check", "compile", "audit", "ledger", "seal"]
    reasons = {str(reason) for step in again.steps if step.name == "render" for reason in step.reasons}
    assert reasons == {"input changed: reports/tail/sections/results.tex.j2"}
    assert [step.passes for step in again.steps if step.name == "compile"] == [1]
    assert "at the load in the middle" in " ".join(text_of(built.report / "main.pdf")).replace("\r\n", " ")


def test_an_edit_that_is_taken_back_gives_the_same_bytes(built: Mini) -> None:
    before = built.outputs()
    built.edit(built.section, "at the middle load", "at the load in the middle of the three")
    made(built)
    assert built.outputs() != before
    built.edit(built.section, "at the load in the middle of the three", "at the middle load")
    made(built)
    assert built.outputs() == before


def test_another_folder_gives_the_same_bytes(built: Mini, tmp_path: Path) -> None:
    other = Mini(tmp_path / "elsewhere" / "deep")
    shutil.copytree(built.root, other.root, ignore=shutil.ignore_patterns(".paperkit", "main.pdf"))
    assert made(other).status == 0
    assert digest.of_file(other.report / "main.pdf") == digest.of_file(built.report / "main.pdf")


def test_a_deleted_output_is_made_again(built: Mini) -> None:
    before = built.outputs()
    (built.report / "main.pdf").unlink()
    assert ran(made(built))
    assert built.outputs() == before


def test_an_artifact_that_is_no_longer_committed_stops_a_build_with_nothing_else_to_do(built: Mini) -> None:
    built.git("rm", "-q", "--cached", "benches/latency/artifacts/latency.csv")
    built.git("commit", "-q", "-m", "out")
    assert made(built).status == 1


def test_a_draft_takes_uncommitted_evidence_and_says_so_on_every_page(built: Mini) -> None:
    before = built.outputs()
    built.edit(built.section, "at the middle load", "at 8 requests")
    again = made(built, draft=True)
    assert again.status == 0, again.diagnostics
    pages = text_of(built.root / ".paperkit/drafts/reports-tail.pdf")
    assert pages
    assert all("DRAFT" in page for page in pages)
    after = built.outputs()
    assert {name for name in after if after[name] != before.get(name)} == {
        "reports/tail/sections/results.tex.j2",
    }


def test_a_draft_shows_pages_of_a_contract_that_is_not_kept_yet(mini: Mini) -> None:
    mini.edit(mini.report / "toc.md", "- tables: load", "- tables: load, cost")
    assert made(mini).status == 1
    again = made(mini, draft=True)
    assert again.status == 0, again.diagnostics
    assert {"PK301", "PK308"} <= {each.code for each in again.diagnostics}
    assert all("DRAFT" in page for page in text_of(mini.root / ".paperkit/drafts/reports-tail.pdf"))


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"\undefinedthing", "undefined"),
        (r"\begin{itemize}", "itemize"),
        (r"\input{/etc/passwd}", "passwd"),
        (r"\immediate\write18{touch x}", "a program is run"),
        (r"\newwrite\x\immediate\openout\x=../../../../stolen.txt \immediate\write\x{a}", "stolen"),
    ],
)
def test_broken_and_intruding_latex_is_refused_at_the_author_s_line(
    built: Mini, latex: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = built.outputs()
    built.edit(built.section, "at the middle load;", "at the middle load " + latex + ";")
    assert run(["build", str(built.report)]) == 1
    shown = capsys.readouterr().out
    assert re.search(r"error\[PK40[12]\]", shown)
    assert "sections/results.tex.j2:2" in shown
    assert words in shown
    left = built.outputs()
    left.pop("reports/tail/sections/results.tex.j2")
    before.pop("reports/tail/sections/results.tex.j2")
    assert left == before
    assert not list(built.root.parent.rglob("stolen.txt"))


def test_a_marker_macro_with_another_meaning_is_refused_by_tex_itself(
    built: Mini, capsys: pytest.CaptureFixture[str]
) -> None:
    built.edit(built.section, "at the middle load;", r"at the middle load \AddToHook{cmd/pkval/after}{x};")
    assert run(["build", str(built.report)]) == 1
    assert r"the document gives \pkval another meaning" in capsys.readouterr().out


def test_a_full_disk_leaves_the_former_outputs(built: Mini) -> None:
    built.edit(built.section, "at the middle load", "at the load in the middle")
    before = built.outputs()
    small = (built.report / "main.pdf").stat().st_size // 2
    code = (
        "import resource, signal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({small}, {small}))\n"
        "from paperkit.__main__ import main\n"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "build", str(built.report)], capture_output=True, text=True, check=False
    )
    assert done.returncode in {1, 2, 3, 5}, done.stderr
    assert built.outputs() == before
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    assert made(built).status == 0


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_build_that_is_stopped_leaves_the_former_outputs(built: Mini, number: int, status: int) -> None:
    built.edit(built.section, "at the middle load", "at the load in the middle")
    before = built.outputs()
    child = subprocess.Popen(
        command(built),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell may have it ignored
    )
    page = built.root / ".paperkit/builds/reports-tail/stage/tex/results.tex"
    while "in the middle" not in "".join(path.read_text() for path in page.parent.glob(page.name)):
        assert child.poll() is None
        time.sleep(0.01)
    time.sleep(0.1)
    os.kill(child.pid, number)
    child.communicate(timeout=30)
    assert child.returncode == status
    assert built.outputs() == before
    assert made(built).status == 0
    assert "in the middle" in " ".join(text_of(built.report / "main.pdf")).replace("\r\n", " ")


def test_two_builds_at_once_both_end_well(built: Mini) -> None:
    built.edit(built.section, "at the middle load", "at the load in the middle")
    two = [subprocess.Popen(command(built), stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    said = [child.communicate(timeout=100)[0].decode() for child in two]
    assert [child.returncode for child in two] == [0, 0]
    assert sorted("up to date" in one for one in said) == [False, True]


def test_a_build_in_a_pipe_says_one_line(built: Mini) -> None:
    built.edit(built.section, "at the middle load", "at the load in the middle")
    done = subprocess.run(command(built), capture_output=True, text=True, check=True)
    line = r"reports/tail/main\.pdf: built; 2 pages, 9 bound, 0 waived, \d+ structural, 0 ungrounded\n"
    assert re.fullmatch(line, done.stdout)
    assert done.stderr == ""


def test_why_names_the_reason_of_each_step(built: Mini, capsys: pytest.CaptureFixture[str]) -> None:
    built.edit(built.section, "at the middle load", "at the load in the middle")
    assert run(["build", str(built.report), "--why"]) == 0
    shown = capsys.readouterr().out
    assert "figures  not run: what it reads is the same" in shown
    assert "compile  input changed: tex/results.tex" in shown


def test_a_folder_that_is_no_report_is_a_usage_error(built: Mini) -> None:
    with pytest.raises(PaperkitError, match=r"report\.yaml"):
        request(built.root / "benches")


def test_a_script_that_draws_otherwise_outdates_its_figure(built: Mini) -> None:
    script = built.report / "figures/tail.py"
    assert "PK207" not in [each.code for each in check_report(built.report).diagnostics]
    script.write_text(script.read_text().replace("return drawn", "drawn.set_size_inches(3, 2)\n    return drawn"))
    found = [each for each in check_report(built.report).diagnostics if each.code == "PK207"]
    assert [each.message for each in found] == [
        "reports/tail/tex/figures/tail.pdf was drawn by an older figures/tail.py"
    ]
    assert build(request(built.report)).status == 0
    assert "PK207" not in [each.code for each in check_report(built.report).diagnostics]
