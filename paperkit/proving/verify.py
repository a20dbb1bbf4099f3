"""A PDF verified from the file alone: its seal, its evidence, its numbers and its pages; and against a checkout."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from paperkit import digest
from paperkit.diagnostics.diagnostic import Counts, Diagnostic, Severity
from paperkit.errors import PaperkitError
from paperkit.pdf.ambiguous import ambiguities
from paperkit.pdf.attachments import attached, loose, said_beside
from paperkit.pdf.file import PdfFile
from paperkit.pdf.links import text_of
from paperkit.pdf.reading import reading
from paperkit.pdf.sheets import Sheet
from paperkit.pdf.syntax import PdfError
from paperkit.proving.manifest import LEDGER, MANIFEST, SEAL, Manifest, read_manifest
from paperkit.proving.sealing import STAMP, unstamped
from paperkit.proving.tampering import Refusal, tampered

_BEHIND = re.compile(rb"\s*(?:%paperkit sha256:[0-9a-f]{64}\s*)?")
"""What may stand behind the end of a file."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What verifying a PDF came to. Without refusals and errors it is verified."""

    file: str
    manifest: Manifest | None = None
    refusals: tuple[Refusal, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    """What the checks say of the numbers and the pages."""
    counts: Counts = field(default_factory=Counts)
    proven: tuple[str, ...] = ()
    unproven: tuple[str, ...] = ()
    """What the file alone cannot prove."""

    @property
    def verified(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.refusals and all(each.severity is not Severity.ERROR for each in self.diagnostics)


def verify(path: Path, against: Path | None = None) -> Verdict:
    """Verify the PDF at *path*; with *against* also that it was made from what lies in that folder.

    Raises PaperkitError (status 2) where there is no such file or folder.
    """
    if not path.is_file():
        raise PaperkitError(f"{path}: no such file", "name a PDF that `paperkit build` made")
    if against is not None and not against.is_dir():
        raise PaperkitError(f"{against}: no such folder", "name the folder of a checkout")
    raw = path.read_bytes()
    try:
        file = PdfFile(raw)
        files, manifest = _opened(file)
        with reading(file) as read:
            verdict = _read(path.name, file, files, manifest, read)
    except PdfError as error:
        return Verdict(path.name, refusals=(*_unpatched(raw), Refusal("unreadable", str(error))))
    from paperkit.proving.against import differs

    if against is not None:
        verdict = replace(verdict, refusals=(*verdict.refusals, *differs(against, raw, files, manifest)))
    return replace(
        verdict, proven=tuple(_proven(verdict, raw, against)), unproven=tuple(_unproven(verdict, raw, against))
    )


def _read(
    name: str,
    file: PdfFile,
    files: dict[str, bytes],
    manifest: Manifest,
    read: Callable[[], tuple[Sheet, ...]],
) -> Verdict:
    """What the seal says, and what evaluating and reading again comes to. Raises PdfError."""
    from paperkit.proving.again import again

    unclear = (Refusal("ambiguous", f"readers of PDF differ in it: {sentence}") for sentence in ambiguities(file))
    refusals = (*_unpatched(file.raw), *unclear, *_sealed(file, files, manifest), *tampered(file, files, manifest))
    return again(Verdict(name, manifest, refusals), file, files, read)


def _opened(file: PdfFile) -> tuple[dict[str, bytes], Manifest]:
    """The attachments and the manifest. Raises PdfError where the file is not one of ours."""
    if file.encrypted:
        raise PdfError("it is encrypted: take the password off, and verify what is then there")
    files = attached(file)
    if MANIFEST not in files:
        maker = (
            text_of(file.get(file.dictionary(file.trailer.get("Info")).get("Producer")))
            or "a program that says nothing"
        )
        raise PdfError(f"it carries no evidence of paperkit; it was written by {maker}")
    return files, read_manifest(files[MANIFEST])


def _unpatched(raw: bytes) -> Iterator[Refusal]:
    """Whether bytes were changed in place; a program that writes the file anew leaves the stamp out."""
    if unstamped(raw)[1] == "changed":
        yield Refusal("bytes-changed", "bytes of the file were changed since it was sealed")


def _sealed(file: PdfFile, files: dict[str, bytes], manifest: Manifest) -> Iterator[Refusal]:
    """What the seal and the digests of attachments say."""
    found = text_of(file.get(file.dictionary(file.catalog.get(SEAL)).get("Seal")))
    if found != digest.of_bytes(files[MANIFEST]):
        yield Refusal("manifest-changed", f"the seal is of another manifest ({found or 'there is none'})")
    for name in sorted({*files, *manifest.files} - {MANIFEST}):
        if name not in files:
            yield Refusal("attachment-missing", f"{name} was sealed and is not there")
        elif name not in manifest.files:
            yield Refusal("attachment-added", f"{name} was not sealed")
        elif digest.of_bytes(files[name]) != manifest.files[name]:
            reason = "ledger-changed" if name == LEDGER else "attachment-changed"
            yield Refusal(reason, f"{name} is not what was sealed")
    for name, entry in said_beside(file):
        yield Refusal("attachment-changed", f"{name} has the entry {entry}, which was not sealed")
    if loose(file):
        yield Refusal("attachment-added", f"{loose(file)} files hang on the document that were not sealed")
    if not _BEHIND.fullmatch(file.raw, file.end):
        yield Refusal("bytes-added", f"{len(file.raw) - file.end} bytes stand behind the end of the file")


def _proven(verdict: Verdict, raw: bytes, against: Path | None) -> Iterator[str]:
    if not verdict.verified or verdict.manifest is None:
        return
    manifest, counts = verdict.manifest, verdict.counts
    yield f"every page, link, bookmark and attachment is as it was sealed ({len(manifest.contents)} pages)"
    yield f"{counts.bound} bound numbers were evaluated again from {len(manifest.files)} attached files, and agree"
    others = "" if any(each.code in ("PK506", "PK507") for each in verdict.diagnostics) else others_on_pages(counts)
    yield f"each is printed where a reader sees it{others}"
    if unstamped(raw)[1] == "intact":
        yield "not a byte of it was changed since it was sealed"
    if against is not None:
        yield f"evidence, sources and ledger are those in {against}"


def others_on_pages(counts: Counts) -> str:
    """What else in digits stands on the pages, of which every digit was accounted for."""
    named = sum(times for _, times in counts.named)
    kinds = (
        (counts.waived, "waived numbers"),
        (named, "in names that the report declares"),
        (counts.listed, "in listings"),
        (counts.structural, "that count off, date or cite"),
    )
    left = [f"{times} {kind}" for times, kind in kinds if times]
    return ", and no other digits are on a page" + (f" but {', '.join(left)}" if left else "")


def _unproven(verdict: Verdict, raw: bytes, against: Path | None) -> Iterator[str]:
    manifest = verdict.manifest
    if manifest is None:
        return
    if against is None:
        yield "who made it, and that the evidence is what was measured: compare with --against, or look at a signature"
    yield "what prose says beside its numbers, numbers in words that count nothing, and what pictures draw as shapes"
    if verdict.counts.waived:
        yield f"{verdict.counts.waived} waived numbers, which no evidence carries"
    if verdict.counts.named:
        names = ", ".join(f"{name} ({times})" for name, times in verdict.counts.named)
        yield f"that these are names and no results: {names}"
    if verdict.counts.listed:
        yield f"{verdict.counts.listed} numbers in listings"
    if verdict.counts.off:
        yield f"{verdict.counts.off} findings that the report has switched off"
    if verdict.counts.baseline:
        yield f"{verdict.counts.baseline} numbers without evidence, accepted before as those of a paper that was there"
    for name, part in manifest.parts.items():
        yield f"the rows of {name} that no number needs: {len(part.lines) - 1} are attached"
    if unstamped(raw)[1] == "none":
        yield "that these are the bytes that were sealed: another program has written the file anew"
    elif not raw.endswith(b"\n") or STAMP not in raw[-100:]:
        yield "what was added behind the end of the sealed file, such as a signature"
