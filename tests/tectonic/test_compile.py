"""One TeX run, with the fake engine: what is kept, what is killed, what is told."""

import threading

import pytest

from paperkit.errors import PaperkitError, Status
from paperkit.tectonic.bundle import Bundle
from paperkit.tectonic.compile import compile_tex, complaints
from paperkit.tectonic.engine import engine_cache, make_format


@pytest.fixture
def typeset(tmp_path, engine, bundle):
    """Compile a text in a fresh folder; *keep* is the same folder for all calls of a test."""

    def compile_text(text, keep=True, **options):
        folder = tmp_path / f"staged-{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        (folder / "main.tex").write_text(text)
        return compile_tex(engine, bundle, folder, "main.tex", 0, tmp_path / "keep" if keep else None, **options)

    return compile_text


def test_a_document_becomes_a_pdf(typeset):
    done = typeset("hello\n")
    assert (done.pdf, done.status, done.log) == (b"hello\n", 0, "This is a log\n")
    assert done.reads == ("main.tex",)


def test_an_error_has_its_place_and_leaves_no_pdf(typeset):
    done = typeset("ERROR\n")
    assert (done.pdf, done.status) == (None, 1)
    (found,) = complaints(done, {"main.tex": "ERROR\n"})
    assert (found.file, found.line, found.message) == ("main.tex", 3, "undefined control sequence \\nosuch")


def test_a_missing_file_names_its_debian_package(typeset):
    text = "\\documentclass{IEEEtran} MISSING\n"
    (found,) = complaints(typeset(text), {"main.tex": text})
    assert (found.kind, found.line) == ("missing-file", 1)
    assert "texlive-publishers" in found.hint


def test_a_hanging_run_is_stopped_and_said(typeset):
    done = typeset("HANG\n", timeout=1)
    assert (done.pdf, done.timed_out) == (None, True)
    assert "did not end in time" in complaints(done, {})[-1].message


def test_an_edit_costs_one_pass_and_a_changed_label_two(typeset):
    assert typeset("label a\ntext\n").passes == 3  # two of the engine's own, and the last in a process of its own
    assert typeset("label a\nother text\n").passes == 1
    changed = typeset("label b\nother text\n")
    assert changed.passes == 2
    assert changed.pdf == typeset("label b\nother text\n", keep=False).pdf


def test_the_pdf_of_each_pass_is_shown_as_soon_as_it_is_there(typeset):
    typeset("label a\n")
    shown = []
    done = typeset("label b\n", show=shown.append)
    assert (len(shown), shown[-1]) == (done.passes, done.pdf)
    typeset("label b ERROR\n", show=shown.append)
    assert len(shown) == done.passes


def test_a_file_outside_that_was_read_all_the_same_gives_no_pdf(typeset):
    text = "PEEK at ../secret.tex\n"
    done = typeset(text)
    assert (done.status, done.pdf, done.outside) == (0, None, ("../secret.tex",))
    (found,) = complaints(done, {"main.tex": text})
    assert (found.kind, found.file, found.line) == ("outside", "main.tex", 1)


def test_a_failed_run_leaves_the_kept_files_alone(typeset, tmp_path):
    typeset("label a\n")
    kept = (tmp_path / "keep" / "main.aux").read_text()
    assert typeset("label b ERROR\n").pdf is None
    assert (tmp_path / "keep" / "main.aux").read_text() == kept


def test_a_fast_run_makes_one_pass_whatever_changed(typeset):
    assert typeset("label a\n", fast=True).passes == 1


def test_an_interrupted_run_is_killed_and_keeps_nothing(typeset, tmp_path):
    def interrupt(_line):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        typeset("HANG\n", on_line=interrupt)
    assert not (tmp_path / "keep").exists()


def test_the_format_is_made_once(typeset):
    said = []
    typeset("a\n", progress=said.append)
    typeset("b\n", progress=said.append)
    assert said == ["making the LaTeX format (once for each bundle)"]


def test_a_format_that_was_removed_is_made_again(typeset):
    typeset("a\n")
    (engine_cache() / "formats" / "fake.fmt").unlink()
    said = []
    typeset("a\n", progress=said.append)
    assert len(said) == 1


def test_two_first_builds_at_once_make_one_format(engine, bundle):
    said = []
    threads = [threading.Thread(target=make_format, args=(engine, bundle, said.append)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(line.startswith("making") for line in said) == 1


def test_no_tex_files_and_no_network_says_what_to_do(engine, cache):
    engine.path.write_text("#!/bin/sh\necho 'error: failed to fetch the bundle' >&2; exit 1\n")
    with pytest.raises(PaperkitError, match="failed to fetch the bundle") as caught:
        make_format(engine, Bundle(None, "", "network", (), "no apt here"))
    assert caught.value.status == Status.TOOL
    assert "PAPERKIT_BUNDLE" in caught.value.hint
