"""Real logs: each folder below logs/ holds a document, what the engine said of it, and what we read in that."""

from pathlib import Path

import pytest

from paperkit.tectonic.log import read_log
from paperkit.tectonic.transcript import messages

LOGS = Path(__file__).with_name("logs")
CASES = sorted(path.name for path in LOGS.iterdir())


def case(name):
    """Sources, log, standard error and BibTeX's log of one case."""
    folder = LOGS / name
    sources = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".tex", ".bib")
    }
    blg = folder / "main.blg"
    texts = (folder / "main.log").read_text("utf-8"), (folder / "stderr.txt").read_text("utf-8")
    return sources, *texts, blg.read_text("utf-8") if blg.exists() else ""


def told(found):
    """Complaints as lines of text."""
    return "".join(f"{error.file}:{error.line}: {error.kind}: {error.message}\n" for error in found)


@pytest.mark.parametrize("name", CASES)
def test_complaints_are_read_with_their_places(name):
    sources, log, stderr, blg = case(name)
    expected = (LOGS / name / "expected.txt").read_text("utf-8")
    assert told(read_log(log, stderr, sources, blg)) == expected


@pytest.mark.parametrize("name", CASES)
def test_a_log_cut_anywhere_is_read_without_trouble(name):
    sources, log, stderr, blg = case(name)
    for end in range(0, len(log), max(1, len(log) // 40)):
        read_log(log[:end], stderr[:end], sources, blg[:end])


def test_what_is_found_without_sources_keeps_its_line():
    _, log, stderr, _ = case("undefined-command")
    (found,) = read_log(log, stderr)
    assert (found.file, found.line) == ("main.tex", 5)


def test_an_empty_log_has_no_complaints():
    assert read_log("", "") == ()


def test_reading_is_linear():
    log = "(main.tex\n" + "Overfull \\hbox (1.0pt too wide) in paragraph at lines 3--4\n []\n\n" * 20_000
    assert sum(1 for _ in messages(log, {"main.tex": ""})) == 20_000


def test_only_overfull_boxes_may_be_published():
    assert not read_log("(main.tex\nOverfull \\hbox (1.0pt too wide) in paragraph at lines 3--4\n\n", "")[0].fatal
    assert read_log("\nLaTeX Warning: Reference `a' on page 1 undefined on input line 3.\n\n", "")[0].fatal
