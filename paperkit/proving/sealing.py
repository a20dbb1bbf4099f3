"""A PDF sealed: tips laid over its pages, its evidence attached, a digest of everything in its catalog."""

from __future__ import annotations

import json
from collections.abc import Mapping

from paperkit import digest
from paperkit.checks.base import Evidence
from paperkit.pdf.attachments import attach, attached
from paperkit.pdf.file import PdfFile
from paperkit.pdf.sheets import texts_of
from paperkit.pdf.syntax import PdfError
from paperkit.pdf.tips import enrich, tip
from paperkit.proving.evidence import held
from paperkit.proving.manifest import (
    LEDGER,
    MANIFEST,
    PAGES,
    Manifest,
    manifest_text,
    read_manifest,
    seal,
    shown_digests,
)


def sealed(pdf: bytes, evidence: Evidence, ledger: str, tools: Mapping[str, str]) -> bytes:
    """*pdf*, as TeX wrote it, with all that proves it; the same inputs give the same bytes.

    *ledger* is its text without the digest of the PDF itself, *tools* the versions and digests of what made it.
    """
    rich = enrich(pdf, tips_of(ledger))
    pages = json.dumps([text.split("\r\n") for text in texts_of(rich)], ensure_ascii=False, indent=0).encode()
    found = held(evidence)
    files = {**found.files, LEDGER: ledger.encode(), PAGES: pages}
    report, source = evidence.report, evidence.documents[0].source
    manifest = manifest_text(
        Manifest(
            report=evidence.project.shown(report.folder) if report is not None else source.path,
            main=source.path,
            title=report.title if report is not None else "",
            date=report.date if report is not None else "",
            tools=dict(tools),
            typeset={"bytes": len(pdf), "digest": digest.of_bytes(pdf)},
            files={name: digest.of_bytes(raw) for name, raw in files.items()},
            parts=found.parts,
            **shown_digests(rich),
        )
    )
    return attach(rich, {**files, MANIFEST: manifest}, seal(manifest))


def tips_of(ledger: str) -> dict[str, str]:
    """What the tip over each bound number says, by the key of its link."""
    found = json.loads(ledger)
    return {key: tip(marker, found["quantities"]) for marker in found["markers"] for key in marker["keys"]}


def unsealed(pdf: bytes) -> bytes:
    """What TeX wrote of a sealed PDF. Raises PdfError where it is none."""
    manifest = read_manifest(attached(PdfFile(pdf)).get(MANIFEST, b""))
    found = pdf[: manifest.typeset["bytes"]]
    if digest.of_bytes(found) != manifest.typeset["digest"]:
        raise PdfError("it does not begin with what TeX wrote")
    return found
