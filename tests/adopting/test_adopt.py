"""`paperkit adopt`: papers of others, brought in as they are."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2
import pytest

from paperkit.adopting.adopt import Adopted, adopt
from paperkit.adopting.kinds import Sort
from paperkit.adopting.main_file import find_main
from paperkit.build.prepare import check_report
from paperkit.build.run import build, request
from paperkit.cli.main import run
from paperkit.config.baseline import load_baseline
from paperkit.errors import PaperkitError, Status
from paperkit.starting.placed import State
from paperkit.suggest.find import place_of, search
from paperkit.suggest.suggest import suggest
from tests.adopting.conftest import Repository
from tests.adopting.styles import BODY, CSV, MAINS, STYLES, document


def laid(repository: Repository, style: str) -> Path:
    for name, text in STYLES[style].items():
        repository.write(name, text)
    repository.commit()
    return repository.root / MAINS[style]


def taken(repository: Repository, style: str = "article") -> Adopted:
    return adopt(laid(repository, style))


@pytest.mark.parametrize("style", STYLES)
def test_no_file_of_a_paper_is_touched(repository: Repository, style: str) -> None:
    main = laid(repository, style)
    before = repository.files()
    done = adopt(main)
    after = repository.files()
    assert {name: after[name] for name in before} == before
    folder = main.parent.relative_to(repository.root)
    assert set(after) - set(before) == {(folder / one.path).as_posix() for one in done.placed}


@pytest.mark.parametrize("style", STYLES)
def test_the_check_passes_and_the_share_is_shown(
    repository: Repository, style: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = taken(repository, style)
    repository.commit()
    checked = check_report(done.main.parent)
    assert checked.clean, [each for each in checked.diagnostics if each.severity == "error"]
    assert checked.counts.baseline == sum(map(len, done.sorts.values())) > 0
    assert run(["check", str(done.main)]) == Status.WELL
    assert f"0 of {checked.counts.baseline} numerals bound, 0 %" in capsys.readouterr().out


@pytest.mark.parametrize("style", STYLES)
def test_a_second_call_changes_nothing(repository: Repository, style: str) -> None:
    main = taken(repository, style).main
    before = repository.files()
    assert {one.state for one in adopt(main).placed} == {State.KEPT}
    assert repository.files() == before


@pytest.mark.tectonic
@pytest.mark.timeout(900)
@pytest.mark.parametrize("style", STYLES)
def test_the_pdf_has_the_text_that_it_had(
    repository: Repository, style: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    main = laid(repository, style)
    plain = compiled(repository, main, tmp_path_factory.mktemp("plain") / "paper")
    adopt(main)
    repository.commit()
    built = build(request(main.parent))
    assert built.status == 0, built.diagnostics
    assert text_of((repository.root / built.pdf).read_bytes()) == text_of(plain)


def compiled(repository: Repository, main: Path, stage: Path) -> bytes:
    """The paper's PDF without paperkit's part in it: its files, in UTF-8, through the engine."""
    import shutil

    from paperkit.tectonic.bundle import look_for_bundle
    from paperkit.tectonic.compile import compile_tex
    from paperkit.tectonic.install import look_for_engine

    engine, bundle = look_for_engine(), look_for_bundle(())
    assert engine is not None
    assert bundle is not None
    shutil.copytree(repository.root, stage, ignore=shutil.ignore_patterns(".git", ".paperkit"))
    for path in stage.rglob("*.tex"):
        raw = path.read_bytes()
        try:
            raw.decode()
        except UnicodeDecodeError:
            path.write_text(raw.decode("latin-1").replace("[latin1]", "[utf8]"))
    day = datetime.fromisoformat(repository.git("log", "-1", "--format=%cs").strip()).replace(tzinfo=UTC)
    done = compile_tex(engine, bundle, stage, main.relative_to(repository.root).as_posix(), int(day.timestamp()))
    assert done.pdf is not None, done.log[-2000:]
    return done.pdf


def text_of(pdf: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


# what is found


@pytest.mark.parametrize("style", STYLES)
def test_the_main_file_is_found_in_its_folder(repository: Repository, style: str) -> None:
    main = laid(repository, style)
    if style == "revtex-like":
        (repository.root / "supplement.tex").unlink()
    assert find_main(repository.root) == main


def test_of_two_main_files_the_usual_name_is_meant(repository: Repository) -> None:
    main = laid(repository, "revtex-like")
    assert find_main(repository.root) == main


def test_of_two_unusual_names_none_is_guessed(repository: Repository) -> None:
    for name in ("left.tex", "right.tex"):
        repository.paper("Hello.", name=name)
    with pytest.raises(PaperkitError, match="2 files begin a document") as raised:
        find_main(repository.root)
    assert "left.tex" in raised.value.hint


def test_a_part_is_no_main_file(repository: Repository) -> None:
    laid(repository, "subfiles")
    with pytest.raises(PaperkitError, match="begins no document") as raised:
        find_main(repository.root / "parts/one.tex")
    assert "main.tex" in raised.value.hint


@pytest.mark.parametrize(
    ("style", "name", "path", "rows"),
    [
        ("article", "latency", "data/latency.csv", 3),
        ("two columns with own macros", "results", "results.tsv", 3),
        ("KOMA, chapters in files", "runs", "chapters/data/runs.jsonl", 2),
        ("subfiles", "data", "parts/data.json", 0),
        ("latin-1", "messung", "messung.dat", 3),
        ("revtex-like", "config", "config.yaml", 0),
        ("BibTeX, and files beside the folder", "latency", "results/latency.csv", 3),
        ("memoir, text before and behind", "all", "measurements/all.csv", 3),
    ],
)
def test_its_data_is_named(repository: Repository, style: str, name: str, path: str, rows: int) -> None:
    (found,) = taken(repository, style).data.data
    assert (found.name, found.path, found.rows) == (name, path, rows)


def test_tools_and_prose_are_no_data(repository: Repository) -> None:
    for name, text in {
        "package.json": '{"version": 3}',
        "notes.txt": "Some 3 words.\nAnd more.\n",
        "a.csv": "name\nx\n",
    }.items():
        repository.write(name, text)
    assert [one.name for one in taken(repository).data.data] == ["latency"]


def test_what_is_not_read_is_said_with_what_to_do(repository: Repository) -> None:
    repository.write("data/all.xlsx", b"PK")
    repository.write("data/broken.csv", "a,b\n1,2,3\n")
    unread = dict(taken(repository).data.unread)
    assert unread["data/all.xlsx"] == "save each sheet as CSV"
    assert any(place.startswith("data/broken.csv:2") for place in unread)


def test_two_files_of_a_name_get_their_folders(repository: Repository) -> None:
    repository.write("other/latency.csv", CSV)
    assert {one.name: one.path for one in taken(repository).data.data} == {
        "latency": "data/latency.csv",
        "other_latency": "other/latency.csv",
    }


def test_title_authors_and_date_are_those_of_the_paper(repository: Repository) -> None:
    taken(repository)
    text = repository.read("report.yaml")
    assert 'title: "A Tail of Two Loads"' in text
    assert 'authors: ["Ada Lovelace", "Charles Babbage"]' in text
    assert f"date: {repository.git('log', '-1', '--format=%cs').strip()}" in text


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("12.46", Sort.RESULT),
        ("7.7", Sort.RESULT),
        ("128", Sort.SETUP),
        ("64", Sort.SETUP),
        ("twice", Sort.WORDS),
    ],
)
def test_numbers_are_sorted_by_what_they_tell(repository: Repository, text: str, sort: Sort) -> None:
    done = taken(repository)
    assert any(one.literal.numeral.text == text for one in done.sorts[sort])


def test_a_result_has_a_proposal(repository: Repository) -> None:
    done = taken(repository)
    proposed = {one.literal.numeral.text: answer for one, answer in done.answers}
    assert proposed["12.46"].suggestions[0].expression == "latency(load=8).p99_ms"


def test_a_number_that_a_macro_prints_is_shown_where_it_is_defined(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    laid(repository, "two columns with own macros")
    run(["adopt", "paper.tex"])
    assert "macros     paper.tex:2:" in capsys.readouterr().out


# what is written


def test_set_up_values_become_drafts_that_ground_nothing(repository: Repository) -> None:
    done = taken(repository)
    repository.commit()
    assert "memory:\n  value: 128\n  unit: GB\n  source: TODO\n" in repository.read("given.yaml")
    assert check_report(done.main.parent).counts.given == 0


def test_a_part_of_a_key_of_the_data_becomes_no_draft(repository: Repository) -> None:
    repository.write("runs.csv", "name,batch,p99_ms\nbase,24,131.8\nbase,48,22.9\n")
    repository.paper(
        "We configure the machine with a batch of 24 on a node with 96 cores, and set a queue of 48.\n\n"
        "\\begin{tabular}{lr}Batch size & p99 \\\\ 24 & 131.8 \\\\ 48 & 22.9 \\end{tabular}"
    )
    repository.commit()
    assert {(one.key, one.value) for one in adopt(repository.root).drafts} == {("cores", "96"), ("queue", "48")}


def test_a_draft_that_is_used_wants_its_source(repository: Repository) -> None:
    done = taken(repository)
    repository.commit()
    place = next(one.span.place for one in done.sorts[Sort.SETUP] if one.literal.numeral.text == "128")
    assert run(["given", place]) == Status.WELL
    repository.commit()
    assert [each.code for each in check_report(done.main.parent).diagnostics if each.severity == "error"] == ["PK208"]
    text = repository.read("main.tex")
    assert "\\pkval{given.memory | d}{128}" in text
    assert text.count("\\usepackage{paperkit}") == 1


def test_a_new_number_fails_from_then_on(repository: Repository) -> None:
    done = taken(repository)
    repository.commit()
    text = repository.read("main.tex")
    repository.write("main.tex", text.replace("8 nodes", "9 nodes"))
    found = [each for each in check_report(done.main.parent).diagnostics if each.severity == "error"]
    assert [(each.code, each.span.text) for each in found if each.span] == [("PK101", "9")]


def test_the_baseline_holds_every_number(repository: Repository) -> None:
    done = taken(repository)
    entries = load_baseline(done.main.parent / "paperkit-baseline.json", "b").entries
    assert len(entries) == sum(map(len, done.sorts.values()))


def test_a_file_that_is_there_stays(repository: Repository) -> None:
    repository.write("given.yaml", "mine: {value: 3, source: me}\n")
    states = {one.path: one.state for one in taken(repository).placed}
    assert states == {
        "report.yaml": State.WRITTEN,
        "given.yaml": State.KEPT,
        "paperkit-baseline.json": State.WRITTEN,
    }
    assert repository.read("given.yaml") == "mine: {value: 3, source: me}\n"


def test_a_report_of_sections_is_not_adopted(repository: Repository) -> None:
    repository.write("report.yaml", "title: T\nauthors: [A]\ndate: 2026-01-01\n")
    with pytest.raises(PaperkitError, match="report with sections"):
        taken(repository)


def test_a_folder_holds_one_report(repository: Repository) -> None:
    taken(repository)
    repository.write("other.tex", document("{article}", "", BODY))
    with pytest.raises(PaperkitError, match=r"is the report of main\.tex"):
        adopt(repository.root / "other.tex")


def test_a_dry_run_writes_nothing(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    laid(repository, "article")
    before = repository.files()
    assert run(["adopt", "main.tex", "--dry-run"]) == Status.WELL
    assert "would write report.yaml" in capsys.readouterr().out
    assert repository.files() == before


def test_json_has_every_number_with_its_sort(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    laid(repository, "article")
    assert run(["adopt", "main.tex", "--json"]) == Status.WELL
    data = json.loads(capsys.readouterr().out)
    assert {"result", "set-up", "in words"} <= {each["sort"] for each in data["literals"]}
    assert data["main"] == "main.tex"


def test_biblatex_is_said_to_need_biber(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    repository.paper("It is 3.5.\\printbibliography", "\\usepackage[style=ieee]{biblatex}\\addbibresource{a.bib}")
    repository.write("a.bib", "")
    run(["adopt", "."])
    assert "biblatex needs biber" in capsys.readouterr().out


def test_pictures_in_postscript_are_said_to_need_another_form(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a.eps", "b.eps", "b.pdf", "c.eps"):
        repository.write(name, "%!PS\n")
    main = repository.paper(r"12 \includegraphics{a} \includegraphics{b} \includegraphics{c.eps}")
    assert run(["adopt", str(main), "--dry-run"]) == 0
    assert "turn a.eps, c.eps into PDF" in capsys.readouterr().out


@pytest.mark.tectonic
@pytest.mark.timeout(900)
def test_a_paper_for_pdftex_with_loose_ends_is_built_as_it_is(repository: Repository) -> None:
    main = repository.paper(
        "\\maketitle See \\ref{nowhere} and \\cite{nobody}: 12.46\\,ms.\n\n{\\small The rest is small, 8 nodes.",
        r"\pdfoutput=1 \pdfinfo{/Title (A)} \usepackage[pdftex]{graphicx,hyperref}\title{A}\author{B}",
    )
    adopt(main)
    repository.commit()
    built = build(request(main.parent))
    assert built.status == 0, built.diagnostics
    assert "12.46" in text_of((repository.root / built.pdf).read_bytes())[0]


def test_without_a_repository_it_says_how_to_make_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "main.tex").write_text(document("{article}", "", BODY))
    assert run(["adopt", str(tmp_path)]) == Status.USAGE
    assert "git init" in capsys.readouterr().err


def test_a_draft_is_proposed_for_nothing(repository: Repository) -> None:
    main = repository.paper("We use 1048 clients, and 1048 in each run.")
    adopt(main)
    assert "1048" in repository.read("given.yaml")
    repository.commit()
    found = search(place_of(f"{main}:4"))
    answers = suggest((one.literal for one in found.found), found.scope)
    assert [each.suggestions for each in answers] == [(), ()]
