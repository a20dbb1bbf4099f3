"""A sealed PDF is verified from the file alone, and refused for the right reason whatever is changed in it."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from paperkit import digest
from paperkit.cli.main import run
from paperkit.pdf.attachments import attach, attached
from paperkit.pdf.file import PdfFile
from paperkit.pdf.syntax import Name, Ref, Stream
from paperkit.pdf.writer import packed, update
from paperkit.proving.again import _worth
from paperkit.proving.manifest import EVIDENCE, seal, shown_digests
from paperkit.proving.sealing import unstamped
from paperkit.proving.verify import Verdict, verify
from tests.pdf.test_pages import plain_pdf
from tests.proving.conftest import Sealed, annotation
from tests.proving.test_rows import again as again_sealed

pytestmark = [pytest.mark.tectonic, pytest.mark.timeout(600)]


def reasons(verdict: Verdict) -> set[str]:
    return {refusal.reason for refusal in verdict.refusals}


def codes(verdict: Verdict) -> set[str]:
    return {each.code for each in verdict.diagnostics}


def test_the_pdf_of_a_build_is_verified_anywhere(sealed: Sealed, tmp_path: Path) -> None:
    alone = Path(shutil.copy(sealed.path, tmp_path / "got-by-mail.pdf"))
    verdict = verify(alone)
    assert verdict.verified, (verdict.refusals, verdict.diagnostics)
    assert verdict.counts.bound == 9
    assert any("byte" in fact for fact in verdict.proven)
    assert any("who made it" in fact for fact in verdict.unproven)


def test_it_is_verified_against_its_checkout_and_refused_against_another(sealed: Sealed, tmp_path: Path) -> None:
    assert verify(sealed.path, sealed.root).verified
    other = tmp_path / "other"
    shutil.copytree(sealed.root, other, ignore=shutil.ignore_patterns(".git", ".paperkit"))
    csv = other / "benches/latency/artifacts/latency.csv"
    csv.write_text(csv.read_text().replace("12.46", "12.47"))
    assert reasons(verify(sealed.path, other)) == {"differs-from-checkout"}


def test_pages_that_were_sealed_again_are_refused_against_the_checkout_and_another_writing_of_the_same_is_not(
    sealed: Sealed, tmp_path: Path
) -> None:
    rewritten = update(unstamped(sealed.raw)[0], sealed.file, {sealed.file.size: {"Unused": 1}})
    assert verify(sealed.written(rewritten, tmp_path), sealed.root).verified
    other = update(unstamped(sealed.raw)[0], sealed.file, catalog(Lang=b"de")(sealed.file))
    path = sealed.written(again_sealed(other), tmp_path)
    assert verify(path).verified  # of itself it cannot know
    assert reasons(verify(path, sealed.root)) == {"differs-from-checkout"}
    alone = tmp_path / "alone"
    shutil.copytree(sealed.root, alone, ignore=shutil.ignore_patterns(".git", ".paperkit", "main.pdf"))
    assert verify(sealed.path, alone).verified
    assert reasons(verify(path, alone)) == {"not-in-checkout"}


def drawn(change: Callable[[bytes], bytes], page: int = 0) -> Callable[[PdfFile], dict[int, Any]]:
    """A change of what a page draws."""

    def objects(file: PdfFile) -> dict[int, Any]:
        found = file.pages()[page]["Contents"]
        one = found[0] if isinstance(found, list) else found
        raw = file.unpacked(one)
        assert change(raw) != raw
        return {one.number: packed({}, change(raw))}

    return objects


def glyph(raw: bytes) -> bytes:
    """Another glyph in place of the first that the page draws."""
    return re.sub(rb"<([0-9a-f]{4})", lambda found: b"<%04x" % (int(found[1], 16) ^ 1), raw, count=1)


def entries(**changes: Any) -> Callable[[PdfFile], dict[int, Any]]:
    """A change of the first link to evidence."""

    def objects(file: PdfFile) -> dict[int, Any]:
        number, found = annotation(file)
        return {number: {**found, **{key: value(file) for key, value in changes.items()}}}

    return objects


def catalog(**changes: Any) -> Callable[[PdfFile], dict[int, Any]]:
    return lambda file: {file.trailer["Root"].number: {**file.catalog, **changes}}


def page(**changes: Any) -> Callable[[PdfFile], dict[int, Any]]:
    def objects(file: PdfFile) -> dict[int, Any]:
        number, found = next(file.numbered_pages())
        return {number: {**found, **changes}}

    return objects


def cover(file: PdfFile) -> dict[int, Any]:
    """A note over the page."""
    number, found = next(file.numbered_pages())
    note = {"Type": Name("Annot"), "Subtype": Name("FreeText"), "Rect": [0, 0, 300, 700], "Contents": b"99"}
    return {number: {**found, "Annots": [*file.array(found["Annots"]), note]}}


def cover_by(**entries: Any) -> Callable[[PdfFile], dict[int, Any]]:
    """A field over the page that calls itself a signature."""

    def objects(file: PdfFile) -> dict[int, Any]:
        number, found = next(file.numbered_pages())
        field = {"Type": Name("Annot"), "Subtype": Name("Widget"), "T": b"s", "Rect": [0, 0, 0, 0], **entries}
        return {number: {**found, "Annots": [*file.array(found["Annots"]), field]}}

    return objects


def font(file: PdfFile) -> dict[int, Any]:
    """Another program for the glyphs of the first font."""
    for number in range(1, file.size):
        found = file.dictionary(Ref(number))
        if "FontFile3" in found:
            one = found["FontFile3"]
            raw = bytearray(file.unpacked(one))
            raw[-50] ^= 1
            return {one.number: packed({"Subtype": Name("CIDFontType0C")}, bytes(raw))}
    raise AssertionError


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (drawn(glyph), "page-changed"),
        (drawn(lambda raw: raw + b" 1 g 90 500 300 200 re f"), "page-changed"),
        (page(Rotate=180), "page-changed"),
        (page(CropBox=[0, 0, 300, 300]), "page-changed"),
        (page(Type=Name("Template")), "unreadable"),
        (page(Contents=Ref(1, 1)), "unreadable"),
        (cover_by(FT=Name("Sig"), A={"S": Name("JavaScript"), "JS": b"app.alert(1)"}), "link-changed"),
        (cover_by(FT=Name("Sig"), Rect=[0, 0, 300, 700, 0]), "link-changed"),
        (cover_by(FT=Name("Sig"), Rect=[90, 500, 90, 507]), "link-changed"),
        (cover_by(FT=Name("Sig"), Rect=[90, 500, 97, 500]), "link-changed"),
        (cover_by(Subtype=Name("Square"), FT=Name("Sig"), Rect=[90, 500, 90, 500]), "link-changed"),
        (catalog(AcroForm={"Fields": [], "XFA": [b"template", b""]}), "settings-changed"),
        (catalog(AF=[{"Type": Name("Filespec"), "F": b"more.txt"}]), "attachment-added"),
        (font, "page-changed"),
        (cover, "link-changed"),
        (entries(Contents=lambda _: b"exactly 99 us"), "link-changed"),
        (entries(PK=lambda _: b"pk." + b"0" * 32), "link-changed"),
        (entries(Rect=lambda _: [0, 0, 9, 9]), "link-changed"),
        (entries(A=lambda file: {"S": Name("GoTo"), "D": [file.catalog["Pages"], Name("Fit")]}), "link-changed"),
        (catalog(OpenAction={"S": Name("JavaScript"), "JS": b"app.alert(1)"}), "settings-changed"),
        (catalog(Outlines={"First": None, "Title": b"other"}), "bookmarks-changed"),
        (lambda file: {file.trailer["Info"].number: {"Title": b"Other"}}, "information-changed"),
        (catalog(PaperKit={"Seal": b"sha256:0"}), "manifest-changed"),
    ],
)
def test_a_change_is_refused_for_its_reason(
    sealed: Sealed, tmp_path: Path, change: Callable[[PdfFile], dict[int, Any]], reason: str
) -> None:
    assert reason in reasons(verify(sealed.changed(change, tmp_path)))


@pytest.mark.parametrize("panel", ["UseAttachments", "UseThumbs"])
def test_a_program_that_chooses_another_panel_beside_the_pages_changes_nothing(
    sealed: Sealed, tmp_path: Path, panel: str
) -> None:
    assert verify(sealed.changed(catalog(PageMode=Name(panel)), tmp_path)).verified
    both = catalog(PageMode=Name(panel), ViewerPreferences={"Direction": Name("R2L")})
    assert "settings-changed" in reasons(verify(sealed.changed(both, tmp_path)))


def test_an_empty_page_that_another_program_adds_is_a_page_more(sealed: Sealed, tmp_path: Path) -> None:
    def added(file: PdfFile) -> dict[int, Any]:
        pages = file.catalog["Pages"]
        empty = Stream({"Filter": Name("FlateDecode"), "Length": 0}, b"")
        one = {"Type": Name("Page"), "Parent": pages, "Contents": Ref(file.size + 1), "MediaBox": [0, 0, 9, 9]}
        tree = file.dictionary(pages)
        more = {**tree, "Kids": [*file.array(tree["Kids"]), Ref(file.size)], "Count": tree["Count"] + 1}
        return {file.size: one, file.size + 1: empty, pages.number: more}

    assert "pages-changed" in reasons(verify(sealed.changed(added, tmp_path)))


def test_the_words_that_changed_are_named(sealed: Sealed, tmp_path: Path) -> None:
    changed = verify(sealed.changed(drawn(glyph), tmp_path))
    assert any("stands where" in refusal.message for refusal in changed.refusals)


def with_files(sealed: Sealed, tmp_path: Path, changes: dict[str, Callable[[bytes], bytes]], again: bool) -> Path:
    """The PDF with changed attachments; with *again* the manifest and the seal fit them."""
    files = attached(sealed.file)
    for name, change in changes.items():
        (full,) = [known for known in files if known.endswith(name)]
        assert change(files[full]) != files[full]
        files[full] = change(files[full])
    marks = {}
    if again:
        manifest = json.loads(files["manifest.json"])
        manifest["files"] = {name: digest.of_bytes(raw) for name, raw in files.items() if name != "manifest.json"}
        files["manifest.json"] = json.dumps(manifest).encode()
        marks = seal(files["manifest.json"])
    return sealed.written(attach(PdfFile(unstamped(sealed.raw)[0]), files, marks), tmp_path)


def swap(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda raw: raw.replace(old, new)


@pytest.mark.parametrize(
    ("changes", "again", "reason"),
    [
        ({"latency.csv": swap(b"12.46", b"12.56")}, False, "attachment-changed"),
        ({"latency.csv": swap(b"12.46", b"12.56")}, True, "ledger-differs"),
        ({"ledger.json": swap(b'"12.46"', b'"12.56"')}, False, "ledger-changed"),
        ({"ledger.json": swap(b'"12.46"', b'"12.56"')}, True, "ledger-differs"),
        ({"manifest.json": swap(b"2026", b"2027")}, False, "manifest-changed"),
        ({"report.yaml": swap(b"n=16", b"n=8")}, True, "ledger-differs"),
        ({"report.yaml": lambda _: b"- 7"}, True, "evidence-unreadable"),
        ({"ledger.json": lambda _: b"[]"}, True, "evidence-unreadable"),
    ],
)
def test_changed_evidence_is_refused_even_where_the_seal_fits_it(
    sealed: Sealed, tmp_path: Path, changes: dict[str, Callable[[bytes], bytes]], again: bool, reason: str
) -> None:
    assert reason in reasons(verify(with_files(sealed, tmp_path, changes, again)))


def test_a_page_that_shows_another_number_is_found_also_where_the_seal_fits_everything_else(
    sealed: Sealed, tmp_path: Path
) -> None:
    changes = {
        "latency.csv": swap(b"12.46", b"12.66"),
        "ledger.json": lambda raw: raw.replace(b"12.46", b"12.66").replace(b"12.5", b"12.7"),
        "results.tex": lambda raw: raw.replace(b"12.46", b"12.66").replace(b"12.5", b"12.7"),
    }
    verdict = verify(with_files(sealed, tmp_path, changes, again=True))
    assert "PK501" in codes(verdict)


def test_a_script_is_refused_also_where_the_seal_fits_it(sealed: Sealed, tmp_path: Path) -> None:
    change = catalog(OpenAction={"S": Name("JavaScript"), "JS": b"app.alert(1)"})
    file = PdfFile(update(unstamped(sealed.raw)[0], sealed.file, change(sealed.file)))
    files = attached(file)
    manifest = json.loads(files["manifest.json"]) | {"rest": dict(shown_digests(file).rest)}
    files["manifest.json"] = json.dumps(manifest).encode()
    verdict = verify(sealed.written(attach(file, files, seal(files["manifest.json"])), tmp_path))
    assert (reasons(verdict), codes(verdict)) == (set(), {"PK511"})


def test_an_attachment_that_is_missing_or_new_is_named(sealed: Sealed, tmp_path: Path) -> None:
    file = sealed.file
    names = file.dictionary(file.catalog["Names"])
    pairs = file.array(file.dictionary(names["EmbeddedFiles"])["Names"])

    def held(left: list[Any]) -> Path:
        found = {**file.catalog, "Names": {**names, "EmbeddedFiles": {"Names": left}}}
        return sealed.written(update(sealed.raw, file, {file.trailer["Root"].number: found}), tmp_path)

    assert {"attachment-missing", "attachment-added"} <= reasons(verify(held(pairs[2:])))  # it hangs on the document
    assert reasons(verify(held([*pairs, b"z.txt", pairs[1]]))) == {"unreadable"}
    assert reasons(verify(held([*pairs, *pairs[:2]]))) == {"unreadable"}
    more = attach(PdfFile(unstamped(sealed.raw)[0]), {**attached(file), "z.txt": b"more"}, {})
    assert reasons(verify(sealed.written(more, tmp_path))) == {"attachment-added"}


def test_bytes_that_are_patched_in_place_are_refused(sealed: Sealed, tmp_path: Path) -> None:
    places = random.Random(5).sample(range(len(sealed.raw) - 1), 60)
    for at in places:
        raw = bytearray(sealed.raw)
        raw[at] ^= 16
        verdict = verify(sealed.written(bytes(raw), tmp_path))
        assert not verdict.verified, at


def covered(sealed: Sealed) -> bytes:
    """The PDF with another first page behind its end."""
    return update(sealed.raw, sealed.file, drawn(glyph)(sealed.file))


@pytest.mark.parametrize(
    ("change", "reason", "words"),
    [
        (lambda one: covered(one).removesuffix(b"%%EOF\n"), "unreadable", "its end is missing"),
        (lambda one: one.raw + b"a line more\n", "bytes-added", "bytes stand behind the end"),
        (lambda one: b"junk\n" + one.raw, "unreadable", "does not begin as a PDF does"),
        (lambda one: one.raw[: len(one.raw) // 2], "unreadable", "end"),
        (lambda one: one.raw.replace(b"startxref", b"startxreg"), "unreadable", "its end is missing"),
        (lambda one: b"/XRefStm 9/Prev ".join(covered(one).rsplit(b"/Prev ", 1)), "unreadable", "of two kinds"),
        (lambda one: b"/Prev 9/Prev ".join(covered(one).rsplit(b"/Prev ", 1)), "unreadable", "names a thing twice"),
    ],
)
def test_what_readers_of_pdf_take_differently_is_refused(
    sealed: Sealed, tmp_path: Path, change: Callable[[Sealed], bytes], reason: str, words: str
) -> None:
    verdict = verify(sealed.written(change(sealed), tmp_path))
    assert any(each.reason == reason and words in each.message for each in verdict.refusals), verdict.refusals


def again(sealed: Sealed, number: int = 0, more: bytes = b"") -> bytes:
    """The PDF with an object behind its end that its cross references do not have, and a section that has none."""
    file, raw = sealed.file, unstamped(sealed.raw)[0]
    body = raw + more.replace(b"NUMBER", b"%d" % (number or file.trailer["Root"].number))
    root, info = (file.trailer[key].number for key in ("Root", "Info"))
    trailer = b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/Prev %d>>" % (file.size, root, info, file.start)
    return body + b"xref\n0 1\n0000000000 65535 f \n%s\nstartxref\n%d\n%%%%EOF\n" % (trailer, len(body))


def objects(parts: list[tuple[int, bytes]], number: int) -> Stream:
    heads, bodies = b"", b""
    for one, raw in parts:
        heads, bodies = heads + b"%d %d " % (one, len(bodies)), bodies + raw + b" "
    return packed({"Type": Name("ObjStm"), "N": len(parts), "First": len(heads)}, heads + bodies)


def kept_twice(file: PdfFile) -> dict[int, Any]:
    """A stream that holds the catalog, too, and no cross references lead to what it has there."""
    return {file.size + 1: objects([(file.trailer["Root"].number, b"<</Type/Catalog>>")], file.size + 1)}


def miscounted(file: PdfFile) -> dict[int, Any]:
    """The first page below a node of its own that says it has none."""
    root, pages = file.catalog["Pages"], [Ref(number) for number, _ in file.numbered_pages()]
    node = {"Type": Name("Pages"), "Parent": root, "Kids": pages[:1], "Count": 0}
    return {root.number: {**file.dictionary(root), "Kids": [Ref(file.size), *pages[1:]]}, file.size: node}


def no_node(file: PdfFile) -> dict[int, Any]:
    return {file.catalog["Pages"].number: {**file.dictionary(file.catalog["Pages"]), "Type": Name("Page")}}


CATALOG = b"NUMBER 0 obj\n<</Type/Catalog>>\nendobj\n"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda one: again(one, more=CATALOG), "its cross references do not have it"),
        (lambda one: again(one, more=b"%trailer <</Root NUMBER 0 R>>\n"), "a trailer that no cross references"),
        (lambda one: re.sub(rb"/Size \d+/Root", b"/Size 9/Root", again(one)), "it says that it has 9 objects"),
        (lambda one: update(one.raw, one.file, kept_twice(one.file)), "stands in a stream"),
        (lambda one: update(one.raw, one.file, miscounted(one.file)), "says that it has 0, and has 1"),
        (lambda one: update(one.raw, one.file, no_node(one.file)), "calls itself a page"),
        (
            lambda one: update(one.raw, one.file, {one.file.size: packed({"Type": Name("XRef")}, b"")}),
            "no cross references lead",
        ),
    ],
)
def test_a_file_that_readers_mend_or_count_in_two_ways_is_refused(
    sealed: Sealed, tmp_path: Path, change: Callable[[Sealed], bytes], words: str
) -> None:
    verdict = verify(sealed.written(change(sealed), tmp_path))
    assert any(each.reason == "ambiguous" and words in each.message for each in verdict.refusals), verdict.refusals
    assert verify(sealed.written(again(sealed), tmp_path)).verified


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda raw: raw.replace(b"0 1\n0000000000 65535 f", b"0 1\n0000000000 65535 f \n0 1\n0000000000 65535 f"),
            "twice",
        ),
        (lambda raw: raw.replace(b"0 1\n0000000000 65535 f", b"9 1\n0000000015 00001 n"), "broken at byte"),
    ],
)
def test_rows_of_cross_references_that_readers_take_differently_are_refused(
    sealed: Sealed, tmp_path: Path, change: Callable[[bytes], bytes], words: str
) -> None:
    verdict = verify(sealed.written(change(again(sealed)), tmp_path))
    assert any(each.reason == "unreadable" and words in each.message for each in verdict.refusals), verdict.refusals


def test_an_attachment_of_which_more_is_said_than_was_sealed_is_refused(sealed: Sealed, tmp_path: Path) -> None:
    file = sealed.file
    names = file.array(file.dictionary(file.dictionary(file.catalog["Names"])["EmbeddedFiles"])["Names"])
    entries = file.dictionary(names[1])
    for more in ({"Desc": b"measured in 2031"}, {"RF": {"F": [b"x", Ref(1)]}}):
        found = verify(sealed.written(update(sealed.raw, file, {names[1].number: {**entries, **more}}), tmp_path))
        assert reasons(found) == {"attachment-changed"}, found.refusals
    stream = file.get(entries["EF"]["F"])
    dated = Stream({**stream.entries, "Params": {"ModDate": b"D:2031"}}, stream.raw)
    found = verify(sealed.written(update(sealed.raw, file, {entries["EF"]["F"].number: dated}), tmp_path))
    assert reasons(found) == {"attachment-changed"}


def test_a_file_that_another_program_wrote_anew_is_verified_by_what_it_shows(sealed: Sealed, tmp_path: Path) -> None:
    verdict = verify(sealed.written(unstamped(sealed.raw)[0], tmp_path))
    assert verdict.verified
    assert any("another program" in fact for fact in verdict.unproven)


def test_a_signature_field_that_shows_nothing_is_let_pass_and_one_that_shows_something_is_not(
    sealed: Sealed, tmp_path: Path
) -> None:
    def signed(rect: list[int]) -> Callable[[PdfFile], dict[int, Any]]:
        def objects(file: PdfFile) -> dict[int, Any]:
            field = {"Type": Name("Annot"), "Subtype": Name("Widget"), "FT": Name("Sig"), "Rect": rect, "T": b"s"}
            number, found = next(file.numbered_pages())
            new = Ref(file.size)
            return {
                file.size: field,
                number: {**found, "Annots": [*file.array(found["Annots"]), new]},
                file.trailer["Root"].number: {**file.catalog, "AcroForm": {"Fields": [new], "SigFlags": 3}},
            }

        return objects

    verdict = verify(sealed.changed(signed([0, 0, 0, 0]), tmp_path))
    assert verdict.verified, verdict.refusals
    assert any("behind the end" in fact for fact in verdict.unproven)
    assert "link-changed" in reasons(verify(sealed.changed(signed([0, 0, 300, 700]), tmp_path)))


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (plain_pdf(b"BT ET"), "carries no evidence of paperkit"),
        (plain_pdf(b"BT ET").replace(b"/Root", b"/Encrypt<<>>/Root"), "encrypted"),
        (b"", "does not begin as a PDF does"),
        (b"%PDF-1.7 and nothing", "its end is missing"),
    ],
)
def test_a_pdf_of_another_tool_or_a_broken_one_gets_a_clear_word(tmp_path: Path, raw: bytes, words: str) -> None:
    (tmp_path / "other.pdf").write_bytes(raw)
    verdict = verify(tmp_path / "other.pdf")
    assert not verdict.verified
    assert words in verdict.refusals[-1].message


def test_an_attachment_whose_name_leads_out_of_the_folder_is_not_written(sealed: Sealed, tmp_path: Path) -> None:
    files = {**attached(sealed.file), "evidence/../../stolen.txt": b"x"}
    found = verify(sealed.written(attach(PdfFile(unstamped(sealed.raw)[0]), files, {}), tmp_path))
    assert {"attachment-added", "evidence-unreadable"} <= reasons(found)
    assert not (tmp_path.parent / "stolen.txt").exists()


def test_the_command_says_what_is_proven_and_what_is_not(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", str(sealed.path)]) == 0
    shown = capsys.readouterr().out
    assert "main.pdf: verified" in shown and "not proven: who made it" in shown
    assert run(["verify", str(sealed.changed(drawn(glyph), tmp_path)), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["verified"] is False
    assert found["refusals"][0]["reason"] == "page-changed"
    assert run(["verify", str(tmp_path / "none.pdf")]) == 2


def test_no_repository_and_no_git_are_needed(sealed: Sealed, tmp_path: Path) -> None:
    alone = shutil.copy(sealed.path, tmp_path / "alone.pdf")
    done = subprocess.run(
        [sys.executable, "-m", "paperkit", "verify", str(alone)],
        cwd=tmp_path,
        env={"PATH": "", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_rows_of_a_file_that_is_attached_in_part_stand_elsewhere() -> None:
    cell = {"artifact": "t", "file": "t.csv", "column": "v", "kind": "model"}
    there = {"values": [{"exact": "4", "unit": ""}], "cells": [{**cell, "lines": "2-3"}, {**cell, "lines": "7-8"}]}
    attached = {**there, "cells": [{**cell, "lines": "2-5"}]}
    whole, part = SimpleNamespace(parts={}), SimpleNamespace(parts={f"{EVIDENCE}t.csv": None})
    assert _worth(there, part) == _worth(attached, part)  # type: ignore[arg-type]
    assert _worth(there, whole) != _worth(attached, whole)  # type: ignore[arg-type]
    other = {**attached, "cells": [{**cell, "lines": "2-5", "column": "w"}]}
    assert _worth(there, part) != _worth(other, part)  # type: ignore[arg-type]
