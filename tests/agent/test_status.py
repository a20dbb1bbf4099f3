"""Status says where a report stands and what comes first, in bounded output."""

import json
import subprocess
from pathlib import Path

import pytest

from paperkit.agent.tools import SHOWN, as_data, status
from paperkit.cli.main import run
from paperkit.config.toc import body_digest
from paperkit.errors import PaperkitError
from paperkit.project import Project
from paperkit.starting.new import new_bench

REPORT = """\
title: T
authors: [Ada]
date: 2026-06-30
artifacts: {lat: data/lat.csv}
"""
TOC = """\
---
state: agreed
by: Ada
date: 2026-06-30
digest: DIGEST
---

## Latency {#latency}

- claims:
  - It is low (`lat`)
"""
TOC = TOC.replace("DIGEST", body_digest(TOC.split("---\n")[2]))
DESCRIPTOR = {
    "resources": [
        {
            "name": "lat",
            "path": "lat.csv",
            "paperkit:kind": "measured",
            "schema": {"primaryKey": "n", "fields": [{"name": "n", "type": "integer"}, {"name": "us", "unit": "us"}]},
        }
    ]
}
SECTION = r"\section{Latency} It is \pkval{lat(n=1).us | d}{}."


class Tree:
    """A project with one report, r/1."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.report = root / "r/1"
        self.git("init", "-q")
        self.write("data/lat.csv", "n,us\n1,3\n")
        self.write("r/1/report.yaml", REPORT)

    def git(self, *arguments: str) -> None:
        who = ["-c", "user.name=ada", "-c", "user.email=ada@example.org"]
        subprocess.run(["git", *who, *arguments], cwd=self.root, check=True)

    def write(self, name: str, text: str) -> None:
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def commit(self) -> None:
        self.git("add", ".")
        self.git("commit", "-q", "-m", "x")


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


@pytest.fixture
def whole(tree: Tree) -> Tree:
    tree.write("r/1/toc.md", TOC)
    tree.write("r/1/sections/latency.tex.j2", SECTION)
    tree.write("r/1/main.pdf", "%PDF")
    tree.write("data/datapackage.json", json.dumps(DESCRIPTOR))
    tree.commit()
    return tree


def test_without_a_contract_it_is_the_first_thing(tree: Tree) -> None:
    standing = status(tree.report)
    assert standing.contract == "missing"
    assert "propose r/1/toc.md" in standing.next.what


def test_a_draft_contract_waits_for_a_person(tree: Tree) -> None:
    tree.write("r/1/toc.md", TOC.replace("agreed", "draft"))
    standing = status(tree.report)
    assert (standing.contract, standing.agreed) == ("draft", "")
    assert standing.next.command == "paperkit toc agree r/1 --by NAME"


def test_an_agreed_contract_says_by_whom(whole: Tree) -> None:
    assert status(whole.report).agreed == "Ada, 2026-06-30"


def test_a_promised_section_without_a_file_comes_next(whole: Tree) -> None:
    (whole.report / "sections/latency.tex.j2").unlink()
    standing = status(whole.report)
    assert [(one.key, one.state) for one in standing.sections] == [("latency", "absent")]
    assert standing.next.what == "write r/1/sections/latency.tex.j2: the contract promises it"


def test_a_heading_alone_is_no_section(whole: Tree) -> None:
    whole.write("r/1/sections/latency.tex.j2", "\\section{Latency}\\label{sec:latency} % later\n")
    assert status(whole.report).sections[0].state == "empty"


def test_a_claim_whose_evidence_the_section_does_not_use_is_missing(whole: Tree) -> None:
    whole.write("r/1/sections/latency.tex.j2", "\\section{Latency} It is low.")
    standing = status(whole.report)
    assert standing.sections[0].missing == ("lat",)
    assert "does not use lat" in standing.next.what


def test_an_untracked_artifact_is_named(tree: Tree) -> None:
    tree.write("r/1/toc.md", TOC)
    tree.write("r/1/sections/latency.tex.j2", SECTION)
    standing = status(tree.report)
    assert [(one.path, one.state) for one in standing.artifacts] == [("data/lat.csv", "untracked")]
    assert standing.next.command == "git add data/lat.csv"


def test_a_changed_artifact_is_named(whole: Tree) -> None:
    whole.write("data/lat.csv", "n,us\n1,4\n")
    assert [one.state for one in status(whole.report).artifacts] == ["changed"]


def test_an_artifact_that_was_edited_and_committed_is_named(whole: Tree) -> None:
    of = {"path": "lat.csv", "hash": "sha256:" + 64 * "0"}
    whole.write("data/datapackage.json", json.dumps({"resources": [of]}))
    whole.commit()
    standing = status(whole.report)
    assert standing.artifacts[0].stale == ("edited: it is not what its descriptor says",)
    assert "data/lat.csv is stale" in standing.next.what


def test_wrong_configuration_comes_before_all_else(whole: Tree) -> None:
    whole.write("r/1/report.yaml", REPORT.replace("artifacts", "artefacts"))
    standing = status(whole.report)
    assert "artefacts" in standing.problems[0]
    assert standing.next.what.startswith("mend the configuration: r/1/report.yaml:4:1")


def test_with_all_done_nothing_is_open(whole: Tree) -> None:
    standing = status(whole.report)
    assert standing.build == "committed"
    assert standing.next.what.startswith("nothing is open")


def test_json_is_bounded_and_counts_all(tree: Tree) -> None:
    heads = "".join(f"## S {{#s{number}}}\n\n" for number in range(100))
    tree.write("r/1/toc.md", f"---\nstate: agreed\n---\n\n{heads}")
    data = as_data(status(tree.report))
    assert len(data["sections"]) == SHOWN
    assert data["counts"]["sections"] == 100


def test_command_prints_text_and_json(whole: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["status", str(whole.report)]) == 0
    assert "contract   agreed (Ada, 2026-06-30)" in capsys.readouterr().out.splitlines()
    assert run(["status", str(whole.report), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["next"]["what"].startswith("nothing is open")


def test_a_folder_without_report_yaml_names_those_that_have_one(whole: Tree) -> None:
    with pytest.raises(PaperkitError) as caught:
        status(whole.root)
    assert "r/1" in caught.value.hint


def next_of(tree: Tree) -> str:
    return status(tree.report).next.what


def test_nothing_is_open_only_where_the_check_finds_nothing(whole: Tree) -> None:
    assert status(whole.report).verdict.said == "clean"
    whole.write("r/1/sections/latency.tex.j2", f"{SECTION} It is 4.3 times as slow.")
    whole.commit()
    standing = status(whole.report)
    assert (standing.verdict.errors, standing.verdict.said) == (1, "1 error")
    assert standing.next.what.startswith("1 error to mend, the first: r/1/sections/latency.tex.j2:1:")
    assert "PK101" in standing.next.what


def test_a_contract_that_changed_after_it_was_agreed_is_told(whole: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    assert not status(whole.report).verdict.amended
    whole.write("r/1/toc.md", TOC.replace("It is low", "It is lowest"))
    assert status(whole.report).verdict.amended
    assert "is not what was agreed to" in next_of(whole)
    run(["status", str(whole.report)])
    assert "contract   agreed (Ada, 2026-06-30), and changed since" in capsys.readouterr().out.splitlines()


def test_what_is_let_pass_is_told_with_its_reason(whole: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    run(["status", str(whole.report)])
    out = capsys.readouterr().out
    assert not any(word in out for word in ("waived     ", "named      ", "severity   "))
    rule = "vocabulary: [H100]\nseverity: [{check: PK121, level: off}]\n"
    whole.write("r/1/report.yaml", REPORT + rule)
    whole.write("r/1/sections/latency.tex.j2", f"{SECTION} On the H100 \\pkfree{{names a column}}{{1.1}} is read.")
    run(["status", str(whole.report)])
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("waived     1")
    assert lines[at + 1].strip().endswith(": 1.1: names a column")
    assert "named      H100 1" in lines and "severity   PK121 off" in lines
    data = as_data(status(whole.report))
    assert data["verdict"]["waivers"][0]["reason"] == "names a column"
    assert data["counts"]["waivers"] == 1


def test_what_keeps_the_checks_from_running_is_an_error(whole: Tree) -> None:
    whole.write("r/1/report.yaml", REPORT + "baseline: nowhere.json\n")
    assert status(whole.report).verdict.errors


def test_without_evidence_a_harness_comes_before_the_contract(tree: Tree) -> None:
    tree.write("r/1/report.yaml", REPORT.replace("artifacts: {lat: data/lat.csv}\n", ""))
    assert status(tree.report).next.command == "paperkit new bench NAME"
    assert new_bench("latency", Project(tree.root))
    assert status(tree.report).next.command == "paperkit bench run latency"
    tree.write("benches/latency/artifacts/latency.csv", "n,us\n1,3\n")
    assert status(tree.report).next.command == "paperkit toc propose r/1"


def test_what_stands_behind_a_per_cent_sign_is_no_comment(whole: Tree) -> None:
    whole.write("r/1/sections/latency.tex.j2", "\\section{Latency} 3\\% at \\pkval{lat | d}{}.")
    assert status(whole.report).sections[0].missing == ()
