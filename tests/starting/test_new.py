"""`paperkit new`: reports and harnesses that run as they are."""

import json
import re
from pathlib import Path

import pytest

from paperkit.bench.load import load_bench
from paperkit.bench.run import run_bench
from paperkit.build.load import load
from paperkit.build.prepare import check_report
from paperkit.cli.main import run
from paperkit.errors import PaperkitError, Status
from paperkit.project import Project, package_templates
from paperkit.starting.new import new_bench, new_report
from paperkit.starting.placed import State
from tests.starting.conftest import git


def begin(project: Project, name: str = "reports/2H", source: str = "") -> Path:
    folder = project.root / name
    new_report(folder, project, project.root / source if source else None)
    return folder


def commit_runs(project: Project) -> None:
    """Run every harness, and commit everything."""
    for path in sorted(project.root.glob("benches/*/bench.yaml")):
        spec, problems = load_bench(path.parent, project)
        assert spec is not None, problems
        run_bench(spec, project)
    git(project.root, "add", ".")
    git(project.root, "commit", "-q", "-m", "all")


def test_a_report_checks_at_once(empty: Project) -> None:
    folder = begin(empty)
    commit_runs(empty)
    checked = check_report(folder)
    assert checked.diagnostics == ()
    assert checked.counts.bound == 2
    assert checked.counts.ungrounded == 0


def test_a_descriptor_that_forgets_its_harness_is_told(empty: Project) -> None:
    folder = begin(empty)
    commit_runs(empty)
    path = empty.root / "benches/example/artifacts/datapackage.json"
    package = json.loads(path.read_text())
    del package["resources"][0]["paperkit:provenance"]
    path.write_text(json.dumps(package))
    git(empty.root, "commit", "-q", "-a", "-m", "forgotten")
    found = [(each.code, each.message.partition(": ")[2]) for each in check_report(folder).diagnostics]
    said = "bench.yaml says that example writes it, but its descriptor does not say from what"
    assert found == [("PK204", said)]


@pytest.mark.parametrize(("more", "messages"), [("", []), ("It takes 83 us.\n", ["83 us is bound to no evidence"])])
def test_a_number_typed_into_an_own_template_of_the_appendix_is_told(
    more: str, messages: list[str], empty: Project
) -> None:
    folder = begin(empty)
    (empty.root / "templates").mkdir(exist_ok=True)
    (empty.root / "templates" / "evidence.tex.j2").write_text(
        more + (package_templates() / "evidence.tex.j2").read_text(), encoding="utf-8"
    )
    commit_runs(empty)
    assert [each.message for each in check_report(folder).diagnostics] == messages


def test_it_has_one_number_and_one_claim(empty: Project) -> None:
    text = (begin(empty) / "sections/example.tex.j2").read_text()
    prose = re.sub("%#.*", "", text)
    assert re.findall(r"\\pk\w+", prose) == [r"\pkval", r"\pkclaim"]


def test_nobody_has_agreed_to_its_contract(empty: Project) -> None:
    contract = load(begin(empty)).contract
    assert contract is not None
    assert not contract.agreed
    assert contract.by == ""


def test_its_author_is_who_git_knows(empty: Project) -> None:
    report = load(begin(empty)).report
    assert report is not None
    assert [each.name for each in report.authors] == ["Ada Lovelace"]


def test_a_second_report_uses_the_same_example(empty: Project) -> None:
    begin(empty)
    placed = new_report(empty.root / "reports/3H", empty)
    assert {one.path for one in placed if one.state is State.KEPT} == {
        "benches/example/bench.py",
        "benches/example/bench.yaml",
    }


def test_an_example_that_was_changed_is_left_alone(empty: Project) -> None:
    begin(empty)
    bench = empty.root / "benches/example/bench.py"
    bench.write_text(bench.read_text().replace("40, 3", "50, 3"))
    folder = begin(empty, "reports/3-H")
    assert "50, 3" in bench.read_text()
    commit_runs(empty)
    assert check_report(folder).diagnostics == ()
    assert "benches/example_3_H/" in (folder / "report.yaml").read_text()


def test_a_report_that_is_there_is_not_touched(empty: Project, capsys: pytest.CaptureFixture[str]) -> None:
    folder = begin(empty)
    (folder / "report.yaml").write_text("mine")
    assert run(["new", "reports/2H"]) == Status.USAGE
    assert "run `paperkit status reports/2H`" in capsys.readouterr().err
    assert (folder / "report.yaml").read_text() == "mine"


@pytest.mark.parametrize("target", ["2H", "../elsewhere/2H", "a/b/c"])
def test_a_report_lies_in_a_folder_of_reports(empty: Project, target: str) -> None:
    assert run(["new", target]) == Status.USAGE
    assert not list(empty.root.rglob("report.yaml"))


def test_a_misspelt_bench_is_no_report(empty: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "bnech", "gemm"]) == Status.USAGE
    assert "paperkit new bench gemm" in capsys.readouterr().err


def test_a_harness_runs_as_it_is(empty: Project) -> None:
    new_bench("gemm-2", empty)
    commit_runs(empty)
    assert (empty.root / "benches/gemm-2/artifacts/gemm-2.csv").read_text().startswith("items,time_us\n1,43\n")


def test_a_harness_that_is_there_is_not_touched(empty: Project) -> None:
    new_bench("gemm", empty)
    with pytest.raises(PaperkitError, match="is there already"):
        new_bench("gemm", empty)


@pytest.mark.parametrize("name", ["../gemm", "a b", "", "-x"])
def test_a_name_that_is_no_file_name_is_refused(empty: Project, name: str) -> None:
    with pytest.raises(PaperkitError, match="no name of a harness"):
        new_bench(name, empty)


SECTION = r"""\section{Latency}\label{sec:latency}
It took 12.5~ms on \pkval{alone | d us}{43} machines.
\subsection{At \pkval{alone | d us}{43}}
\begin{figure}
\centering
\includegraphics[width=\linewidth]{tex/figures/tail}
\caption{The tail is 7 times as long.}
\label{fig:tail}
\end{figure}
"""
FIGURE = '"""{said}"""\n\n\ndef figure(evidence):\n    """One line."""\n'


@pytest.fixture
def former(empty: Project) -> Project:
    """A project with an agreed report that has sentences and numbers."""
    folder = begin(empty)
    (folder / "sections/example.tex.j2").unlink()
    (folder / "sections/latency.tex.j2").write_text(SECTION)
    (folder / "sections/abstract.tex.j2").write_text("\\begin{abstract}\nFor 99 reasons.\n\\end{abstract}\n")
    (folder / "toc.md").write_text(
        "---\nstate: agreed\nby: Ada\ndate: 2026-01-01\n---\n\n## Abstract {#abstract}\n\n"
        "## Latency {#latency}\n\n- purpose: say it\n- figures: tail\n"
    )
    text = (folder / "report.yaml").read_text()
    (folder / "report.yaml").write_text(re.sub("date: [-0-9]+", "subtitle: First half of 2026\ndate: 2026-01-01", text))
    (folder / "figures").mkdir()
    (folder / "figures/tail.py").write_text(FIGURE.format(said="The tail by load."))
    (folder / "given.yaml").write_text("cores: {value: 64, source: data sheet}\n")
    commit_runs(empty)
    return empty


def test_a_report_from_another_has_its_structure(former: Project) -> None:
    folder = begin(former, "reports/3H", "reports/2H")
    text = (folder / "sections/latency.tex.j2").read_text()
    assert "\\section{Latency}\\label{sec:latency}\n" in text
    assert "\\subsection{At \\pkval{alone | d us}{}}" in text
    assert "\\includegraphics[width=\\linewidth]{tex/figures/tail}\n\\caption{The tail by load.}" in text
    assert (folder / "figures/tail.py").is_file()


def test_it_has_none_of_its_sentences_and_numbers(former: Project) -> None:
    folder = begin(former, "reports/3H", "reports/2H")
    every = "".join(path.read_text() for path in (folder / "sections").iterdir())
    assert not re.search("12.5|43|7 times|99|took|reasons", every)
    assert "First half" not in (folder / "report.yaml").read_text()
    assert "2026-01-01" not in (folder / "report.yaml").read_text()


def test_it_checks_at_once_with_a_number_of_now(former: Project) -> None:
    folder = begin(former, "reports/3H", "reports/2H")
    git(former.root, "add", ".")
    git(former.root, "commit", "-q", "-m", "next")
    checked = check_report(folder)
    assert checked.clean, checked.diagnostics
    assert checked.counts.bound >= 1
    assert checked.counts.ungrounded == 0


def test_its_contract_is_a_draft(former: Project) -> None:
    contract = load(begin(former, "reports/3H", "reports/2H")).contract
    assert contract is not None
    assert (contract.state, contract.by, contract.date) == ("draft", "", "")
    assert [each.title for each in contract.promises] == ["Abstract", "Latency"]


@pytest.mark.parametrize("said", ["12 loads.", "Twice as fast.", ""])
def test_a_script_that_states_a_number_gives_no_caption(former: Project, said: str) -> None:
    (former.root / "reports/2H/figures/tail.py").write_text(FIGURE.format(said=said))
    folder = begin(former, "reports/3H", "reports/2H")
    assert "\\caption{Tail.}" in (folder / "sections/latency.tex.j2").read_text()


def test_paths_from_the_former_folder_lead_to_the_same_files(former: Project) -> None:
    path = former.root / "reports/2H/report.yaml"
    path.write_text(path.read_text().replace("example: benches", "example: ../../benches"))
    text = (begin(former, "reports/3H", "reports/2H") / "report.yaml").read_text()
    assert "example: benches/example/artifacts/example.csv" in text


def test_a_report_that_is_not_there_is_answered_with_the_nearest(
    former: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["new", "reports/3H", "--from", "reports/2h"]) == Status.USAGE
    assert "reports/2H" in capsys.readouterr().err
