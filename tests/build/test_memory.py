"""A clean verdict is told again while all is as it was, and only then.

The memory is forged in these tests, by a number that no check would count: it is printed where the verdict is
remembered, and not where it is worked out.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from paperkit.build.memory import remembering
from paperkit.build.prepare import check_report
from paperkit.cli.main import run
from paperkit.cli.report_as import FORMS
from tests.build.project import Mini

FORGED = 98765
BIB = "@article{a, title = {A}}\n"


def memory(mini: Mini) -> Path:
    return mini.root / ".paperkit/checks/reports-tail.json"


def forge(mini: Mini) -> None:
    """A check that is remembered, its number of bound numerals made another."""
    memory(mini).unlink(missing_ok=True)
    assert run(["check", str(mini.report)]) == 0
    data = json.loads(memory(mini).read_text())
    data["counts"]["bound"] = FORGED
    memory(mini).write_text(json.dumps(data))


def remembered(mini: Mini, capsys: pytest.CaptureFixture[str], *options: str) -> bool:
    capsys.readouterr()
    run(["check", str(mini.report), *options])
    return str(FORGED) in capsys.readouterr().out


@pytest.fixture
def wide(mini: Mini) -> Mini:
    """The project, never built, with all else that a check may read: documents, macros, pages elsewhere, a baseline."""
    more = {
        "docs/adr/0001-load.md": "---\nid: ADR-0001\nstatus: accepted\n---\n# Load\n\nThe load is 8 requests.\n",
        "templates/macros/own.tex.j2": r"\BLOCK{macro loud(text)}\emph{\VAR{text}}\BLOCK{endmacro}" + "\n",
        "shared/words.tex": "As is said elsewhere.\n",
        "reports/tail/references.bib": "@article{knuth, title = {Fundamental}}\n",
        "reports/tail/given.yaml": "limit: {value: 60, unit: us, source: the order}\n",
        "runs/a.csv": "x\n1\n",
        "baseline.json": '{"version": 1, "numbers": []}\n',
    }
    for name, text in more.items():
        (mini.root / name).parent.mkdir(parents=True, exist_ok=True)
        (mini.root / name).write_text(text)
    mini.edit(mini.report / "toc.md", "state: agreed", "state: draft")
    mini.edit(mini.report / "report.yaml", "quantities:", "sources: [docs/adr/*.md]\nquantities:")
    section = (
        mini.section.read_text()
        + r"""
The tail stays below \VAR{loud("the limit")} of \pkval{given.limit | d us}{}~us, as \cite{knuth} says.
The load of ADR-0001 is \pkval{adr("0001").number("8 requests") | d}{}, in \pkval{count(files("runs/*.csv")) | d}{} run.
\input{../../shared/words}
"""
    )
    mini.section.write_text(r"\BLOCK{from 'macros/own.tex.j2' import loud}" + section)
    mini.commit()
    return mini


def test_a_clean_verdict_is_told_again(built: Mini, capsys):
    forge(built)
    assert remembered(built, capsys)


@pytest.mark.parametrize("form", FORMS)
def test_in_each_form_the_same_bytes_are_printed(built: Mini, capsys, form: str):
    asked = ["check", str(built.report), "--format", form]
    assert run(asked) == 0
    first = capsys.readouterr()
    assert memory(built).is_file()
    assert run(asked) == 0
    assert capsys.readouterr() == first
    memory(built).unlink()


def test_a_strict_check_is_always_worked_out(built: Mini, capsys):
    forge(built)
    assert not remembered(built, capsys, "--strict")


def test_a_verdict_with_a_warning_is_not_kept(built: Mini):
    forge(built)
    memory(built).unlink()
    built.edit(built.section, "at the middle load", "at the load between")
    assert run(["check", str(built.report)]) == 0
    assert not memory(built).exists()


def test_a_verdict_with_an_error_is_not_kept(mini: Mini):
    mini.edit(mini.section, "at the middle load", "of 12.5 us")
    assert run(["check", str(mini.report)]) == 1
    assert not memory(mini).exists()


def edit(name: str, old: str, new: str) -> Callable[[Mini], None]:
    return lambda mini: mini.edit(mini.root / name, old, new)


def add(name: str, text: str = "\n") -> Callable[[Mini], None]:
    def change(mini: Mini) -> None:
        (mini.root / name).parent.mkdir(parents=True, exist_ok=True)
        (mini.root / name).write_text(text)

    return change


def remove(name: str) -> Callable[[Mini], None]:
    return lambda mini: (mini.root / name).unlink()


def git(*arguments: str) -> Callable[[Mini], None]:
    return lambda mini: mini.git(*arguments)


def hide(mini: Mini) -> None:
    """A cell is changed, and git told not to look."""
    mini.git("update-index", "--assume-unchanged", f"{HARNESS}/artifacts/latency.csv")
    mini.edit(mini.csv, "12.46", "12.47")


def link(mini: Mini) -> None:
    """A page is now a link to the same text outside the project."""
    page, elsewhere = mini.root / "shared/words.tex", mini.root.parent / "words.tex"
    page.rename(elsewhere)
    page.symlink_to(elsewhere)


HARNESS, REPORT = "benches/latency", "reports/tail"
CHANGES: dict[str, Callable[[Mini], None]] = {
    "a cell": edit(f"{HARNESS}/artifacts/latency.csv", "12.46", "12.47"),
    "a descriptor": edit(f"{HARNESS}/artifacts/datapackage.json", "Tail latency", "Latency"),
    "a descriptor that is gone": remove(f"{HARNESS}/artifacts/datapackage.json"),
    "the code of a harness": edit(f"{HARNESS}/bench.py", "12.46", "12.47"),
    "the declaration of a harness": edit(f"{HARNESS}/bench.yaml", "seed: 1", "seed: 2"),
    "more code of a harness": add(f"{HARNESS}/more.py"),
    "a section": edit(f"{REPORT}/sections/results.tex.j2", "middle load", "load of 9"),
    "a section more": add(f"{REPORT}/sections/more.tex.j2"),
    "a macro": edit("templates/macros/own.tex.j2", "emph", "textbf"),
    "a template before the one of paperkit": add("templates/main.tex.j2"),
    "another folder of templates": add("templates/archetypes/results.tex.j2"),
    "the contract": edit(f"{REPORT}/toc.md", "say how late", "tell how late"),
    "the configuration": edit(f"{REPORT}/report.yaml", "How late it gets", "How late"),
    "a declared value": edit(f"{REPORT}/given.yaml", "60", "61"),
    "a document": edit("docs/adr/0001-load.md", "accepted", "proposed"),
    "a document more": add("docs/adr/0002-more.md", "# More\n"),
    "a figure's script": edit(f"{REPORT}/figures/tail.py", "load", "n"),
    "a figure more": add(f"{REPORT}/figures/more.py"),
    "a page elsewhere": edit("shared/words.tex", "elsewhere", "7 times"),
    "a page elsewhere that goes before": add("shared/words"),
    "a page that is a link now": link,
    "a bibliography": edit(f"{REPORT}/references.bib", "knuth", "lamport"),
    "an output": add(f"{REPORT}/tex/results.tex"),
    "an artifact that git forgot": git("rm", "-q", "--cached", f"{HARNESS}/artifacts/latency.csv"),
    "a counted file that git forgot": git("rm", "-q", "--cached", "runs/a.csv"),
    "a commit": git("commit", "-q", "--allow-empty", "-m", "more"),
    "another beginning of history": add(".git/shallow", f"{'0' * 40}\n"),
    "a cell whose change is hidden from git": hide,
    "a staged artifact": lambda mini: (
        mini.edit(mini.csv, "12.46", "12.47"),
        mini.git("add", "-A"),
        mini.edit(mini.csv, "12.47", "12.46"),
    )[-1],
    "a filter of git": add(".gitattributes", "*.csv text eol=crlf\n"),
}


def test_all_that_the_project_has_is_read_and_its_verdict_told_again(wide: Mini, capsys):
    forge(wide)
    assert remembered(wide, capsys)


@pytest.mark.parametrize("what", CHANGES)
def test_what_changes_is_looked_at(wide: Mini, capsys, what: str):
    forge(wide)
    CHANGES[what](wide)
    assert not remembered(wide, capsys)


@pytest.mark.parametrize("name", ["main.tex", "main.pdf", "ledger.json", "tex/results.tex", "tex/figures/tail.pdf"])
@pytest.mark.parametrize("gone", [False, True])
def test_outputs_are_looked_at(built: Mini, capsys, name: str, gone: bool):
    forge(built)
    path = built.report / name
    path.unlink() if gone else path.write_bytes(path.read_bytes() + b"\n")
    assert not remembered(built, capsys)


def test_a_baseline_is_looked_at(wide: Mini, capsys):
    baseline = wide.root / "baseline.json"
    options = ("--baseline", str(baseline))
    forge(wide)
    assert not remembered(wide, capsys, *options)
    assert not remembered(wide, capsys)
    run(["check", str(wide.report), *options])
    data = json.loads(memory(wide).read_text())
    memory(wide).write_text(json.dumps({**data, "counts": {**data["counts"], "bound": FORGED}}))
    assert remembered(wide, capsys, *options)
    baseline.write_text('{"version": 1, "numbers": [ ]}\n')
    assert not remembered(wide, capsys, *options)


def test_another_paperkit_looks_at_everything(built: Mini, tmp_path: Path):
    """A copy of the code, one comment longer."""
    for folder in ("paperkit", "templates"):
        shutil.copytree(Path(__file__).parents[2] / folder, tmp_path / "code" / folder)

    def said() -> str:
        asked = [sys.executable, "-m", "paperkit", "check", str(built.report)]
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / "code")}
        return subprocess.run(asked, env=environment, cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    said()
    data = json.loads(memory(built).read_text())
    memory(built).write_text(json.dumps({**data, "counts": {**data["counts"], "bound": FORGED}}))
    assert str(FORGED) in said()
    with (tmp_path / "code/paperkit/checks/run.py").open("a") as stream:
        stream.write("# more\n")
    assert str(FORGED) not in said()


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, '{"counts": {}}', '{"asked": 3}'])
def test_a_broken_memory_is_none(built: Mini, capsys, text: str):
    forge(built)
    whole = memory(built).read_text()
    memory(built).write_text(text)
    assert not remembered(built, capsys)
    memory(built).write_text(whole.replace('"given"', '"taken"'))
    assert not remembered(built, capsys)


def test_names_that_are_no_text_are_names_too(built: Mini, capsys):
    (built.report / os.fsdecode(b"sections/odd-\xff")).write_text("")
    forge(built)
    assert remembered(built, capsys)
    (built.report / os.fsdecode(b"sections/odd-\xfe")).write_text("")
    assert not remembered(built, capsys)


def test_a_moved_project_is_looked_at_again(built: Mini, capsys):
    forge(built)
    there = built.root.rename(built.root.parent / "elsewhere")
    assert not remembered(Mini(there), capsys)


def test_what_changes_while_it_is_checked_is_not_remembered(built: Mini, capsys):
    with remembering(built.report, None) as attempt:
        attempt.checked = check_report(built.report)
        page = built.report / "tex/results.tex"
        page.write_text(page.read_text())
    assert not memory(built).exists()


def test_a_folder_that_changes_while_it_is_checked_is_not_remembered(built: Mini, capsys):
    with remembering(built.report, None) as attempt:
        attempt.checked = check_report(built.report)
        (built.report / "sections/more.tex.j2").write_text("")
    assert not memory(built).exists()


@pytest.mark.parametrize("inside", [False, True])
def test_what_goes_while_it_is_checked_is_not_remembered(built: Mini, inside: bool):
    baseline = (built.root if inside else built.root.parent) / "lists/baseline.json"
    baseline.parent.mkdir()
    baseline.write_text('{"version": 1, "numbers": []}\n')
    with remembering(built.report, baseline) as attempt:
        attempt.checked = check_report(built.report, baseline)
        baseline.unlink()
    assert attempt.checked.diagnostics == ()
    assert not memory(built).exists()


def test_an_edit_just_before_a_check_does_not_keep_it_from_being_remembered(built: Mini):
    for _ in range(3):
        page = built.report / "tex/results.tex"
        page.write_text(page.read_text())
        memory(built).unlink(missing_ok=True)
        assert run(["check", str(built.report)]) == 0
        assert memory(built).exists()


def test_where_nothing_can_be_kept_the_check_goes_on(built: Mini, capsys):
    shutil.rmtree(built.root / ".paperkit")
    (built.root / ".paperkit").write_text("a file\n")
    assert run(["check", str(built.report)]) == 0
    assert "checked" in capsys.readouterr().out
