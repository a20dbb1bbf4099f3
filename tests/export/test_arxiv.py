"""`paperkit export arxiv`: the exported tree compiles without paperkit, to the same text."""

from __future__ import annotations

import io
import re
import tarfile
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2
import pytest

from paperkit.adopting.adopt import adopt
from paperkit.build.load import load
from paperkit.build.run import build, request
from paperkit.cli.main import run
from paperkit.errors import PaperkitError, Status
from paperkit.export.arxiv import export_arxiv, tarball
from paperkit.tectonic.bundle import look_for_bundle
from paperkit.tectonic.compile import compile_tex
from paperkit.tectonic.install import look_for_engine
from tests.adopting.conftest import Repository
from tests.adopting.styles import MAINS, STYLES
from tests.build.project import Mini, write

EPOCH = 1782777600
TRIED = ("BibTeX, and files beside the folder", "KOMA, chapters in files", "latin-1", "subfiles")
BEGIN = b"\\begin{document}"


def words(pdf: bytes) -> list[str]:
    """The text of a PDF as words, a word broken over two lines as one."""
    text = "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))
    return re.sub("[-\ufffe\u00ad]\\s*[\r\n]+", "", text).split()


def compiled(folder: Path, main: str, date: str = "2026-06-30") -> bytes:
    engine, bundle = look_for_engine(), look_for_bundle(())
    assert engine is not None
    assert bundle is not None
    epoch = int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp())
    done = compile_tex(engine, bundle, folder, main, epoch)
    assert done.pdf is not None, done.log[-3000:]
    return done.pdf


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(tmp_path)
    return Repository(tmp_path)


@pytest.fixture
def mini(tmp_path: Path) -> Mini:
    from paperkit.bench.load import load_bench
    from paperkit.bench.run import run_bench
    from paperkit.project import find_project

    root = tmp_path / "project"
    write(root)
    one = Mini(root)
    one.git("init", "-q")
    one.commit()
    spec, problems = load_bench(root / "benches/latency", find_project(root))
    assert spec is not None, problems
    run_bench(spec, find_project(root))
    one.commit()
    return one


@pytest.mark.tectonic
@pytest.mark.timeout(900)
def test_a_report_of_sections_comes_out_the_same(mini: Mini, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = export_arxiv(mini.report, out)
    assert done.built.status == 0, done.built.diagnostics
    assert set(done.files) == {"main.tex", "results.tex", "evidence.tex", "tail.pdf", "paperkit-house.sty"}
    every = "".join((out / name).read_text() for name in done.files if name.endswith(".tex"))
    assert not re.search(r"\\pk(val|claim|free|projected|anchor|pages|recordpages)\b|\{paperkit\}", every)
    assert "Written by paperkit" not in every
    assert words(compiled(out, "main.tex")) == words((mini.report / "main.pdf").read_bytes())


@pytest.mark.tectonic
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "style", ["BibTeX, and files beside the folder", "KOMA, chapters in files", "latin-1", "subfiles"]
)
def test_a_paper_of_others_comes_out_the_same(repository: Repository, style: str, tmp_path: Path) -> None:
    for name, text in STYLES[style].items():
        repository.write(name, text)
    repository.commit()
    main = repository.root / MAINS[style]
    adopt(main)
    text = main.read_bytes().replace(
        b"\\begin{document}", b"\\usepackage{paperkit}\n\\begin{document} On \\pkfree{told}{5} days."
    )
    main.write_bytes(text)
    repository.commit()
    built = build(request(main.parent))
    assert built.status == 0, built.diagnostics
    out = tmp_path / "out"
    done = export_arxiv(main.parent, out)
    assert not any("/" in name or name.endswith(".bib") for name in done.files)
    loaded = load(main.parent)
    assert loaded.report is not None
    assert words(compiled(out, main.name, loaded.report.date)) == words((repository.root / built.pdf).read_bytes())


@pytest.mark.tectonic
@pytest.mark.timeout(900)
def test_an_archive_is_the_same_bytes_each_time(repository: Repository, tmp_path: Path) -> None:
    repository.paper("On \\pkfree{told}{5} days nothing but words.", "\\usepackage{paperkit}")
    repository.write("report.yaml", "title: T\nauthors: [A]\ndate: 2026-06-30\nmain: main.tex\n")
    repository.commit()
    for name in ("a.tar.gz", "b.tar.gz"):
        assert run(["export", "arxiv", ".", "--out", str(tmp_path / name)]) == Status.WELL
    assert (tmp_path / "a.tar.gz").read_bytes() == (tmp_path / "b.tar.gz").read_bytes()
    with tarfile.open(tmp_path / "a.tar.gz") as archive:
        (member,) = archive.getmembers()
    assert (member.name, member.uid, member.uname, member.mode) == ("main.tex", 0, "", 0o644)


def test_an_archive_knows_no_clock() -> None:
    files = {"b.tex": b"B", "a.tex": b"A"}
    packed = tarball(files, EPOCH)
    assert packed == tarball(dict(reversed(files.items())), EPOCH)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        assert [(each.name, each.mtime) for each in archive] == [("a.tex", EPOCH), ("b.tex", EPOCH)]


def test_a_folder_that_holds_something_is_not_written_to(mini: Mini, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/mine.tex").write_text("mine")
    with pytest.raises(PaperkitError, match="is not empty"):
        export_arxiv(mini.report, tmp_path / "out")


def test_a_report_that_does_not_check_is_not_exported(
    mini: Mini, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mini.edit(mini.section, "The tail", "The 7 tails")
    assert run(["export", "arxiv", str(mini.report), "--out", str(tmp_path / "out")]) == Status.DIAGNOSTICS
    assert "nothing was written" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
