"""A PDF sealed: tips laid over its pages, its evidence attached, a digest of everything in its catalog."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from paperkit import digest
from paperkit.checks.base import Evidence
from paperkit.pdf.attachments import attach, attached
from paperkit.pdf.figures import Drawn, text_in
from paperkit.pdf.file import PdfFile
from paperkit.pdf.links import Link, Target, links_of
from paperkit.pdf.normal import paired
from paperkit.pdf.sheets import Sheet, texts_of
from paperkit.pdf.syntax import PdfError
from paperkit.pdf.tips import enrich, tip
from paperkit.proving.evidence import held
from paperkit.proving.manifest import (
    FIGURES,
    LEDGER,
    MANIFEST,
    PAGES,
    Digests,
    Manifest,
    manifest_text,
    read_manifest,
    seal,
    shown_digests,
)

STAMP = b"%paperkit "
"""Begins the line behind the file's end that holds the digest of all bytes before it."""


@dataclass(frozen=True, slots=True)
class Rich:
    """A PDF with its tips, read once: what is audited is what is sealed."""

    typeset: bytes
    """What TeX wrote: the beginning of the file."""
    file: PdfFile
    shown: Digests


def rich_of(pdf: bytes, tips: Mapping[str, str]) -> Rich:
    """*pdf*, as TeX wrote it, with *tips*. Raises PdfError where it cannot be read."""
    file = enrich(PdfFile(pdf), tips)
    return Rich(pdf, file, shown_digests(file))


def sealed(
    rich: Rich,
    evidence: Evidence,
    ledger: str,
    tools: Mapping[str, str],
    figures: Iterable[Drawn] = (),
    sheets: Iterable[Sheet] = (),
) -> bytes:
    """*rich* with all that proves it; the same inputs give the same bytes.

    *ledger* is its text without the digest of the PDF itself, *tools* the versions and digests of what made it;
    *figures* are those that no script drew, so that their texts are the only record of them; *sheets* are the pages,
    where they are read already.
    """
    pages = [(sheet.text, sheet.links) for sheet in sheets]
    pages = pages or list(zip(texts_of(rich.file.raw), links_of(rich.file), strict=True))
    found = held(evidence)
    files = {**found.files, LEDGER: ledger.encode(), PAGES: pages_text(pages), **_texts(figures)}
    report, source = evidence.report, evidence.documents[0].source
    manifest = manifest_text(
        Manifest(
            report=evidence.project.shown(report.folder) if report is not None else source.path,
            main=source.path,
            title=report.title if report is not None else "",
            date=report.date if report is not None else "",
            tools=dict(tools),
            typeset={"bytes": len(rich.typeset), "digest": digest.of_bytes(rich.typeset)},
            files={name: digest.of_bytes(raw) for name, raw in files.items()},
            generated=tuple(sorted(evidence.generated)),
            parts=found.parts,
            contents=rich.shown.contents,
            links=rich.shown.links,
            rest=rich.shown.rest,
        )
    )
    return stamped(attach(rich.file, {**files, MANIFEST: manifest}, seal(manifest)))


def _texts(figures: Iterable[Drawn]) -> dict[str, bytes]:
    """The attachment that says what text is in each figure without a record; none where there is no such figure."""
    found = {figure.name: text_in(figure.pdf) for figure in figures if figure.texts is None}
    return {FIGURES: (json.dumps(found, ensure_ascii=False, indent=0) + "\n").encode()} if found else {}


def stamped(raw: bytes) -> bytes:
    """*raw* with the digest of all its bytes in a comment behind its end."""
    return raw + STAMP + digest.of_bytes(raw).encode() + b"\n"


def unstamped(raw: bytes) -> tuple[bytes, str]:
    """What the last stamp is the digest of, and whether it is so: `intact`, `changed`, or `none` without a stamp."""
    at = raw.rfind(STAMP)
    said = re.compile(rb"sha256:[0-9a-f]{64}\n").match(raw, at + len(STAMP)) if at >= 0 else None
    if said is None:
        return raw, "none"
    return raw[:at], "intact" if digest.of_bytes(raw[:at]).encode() == said[0].strip() else "changed"


def pages_text(pages: Iterable[tuple[str, tuple[Link, ...]]]) -> bytes:
    """The lines and links of each page as JSON: to say what was changed, not that something was."""
    said = [{"lines": paired(text).split("\r\n"), "links": [says(link) for link in links]} for text, links in pages]
    return (json.dumps(said, ensure_ascii=False, indent=0) + "\n").encode()


def says(link: Link) -> str:
    """A link in words: what it is over, where, and where it leads."""
    what = link.key or link.name or link.address or link.subtype
    goal = f" leads to page {link.target.page + 1} at {_place(link.target)}" if link.target is not None else ""
    tip = f", with the tip {digest.of_bytes(link.tip.encode())[7:15]}" if link.tip else ""
    return f"{what} over {', '.join(f'{one:.1f}' for one in link.rect)}{goal}{tip}"


def _place(target: Target) -> str:
    return ", ".join("-" if one is None else f"{one:.1f}" for one in (target.x, target.y))


def tips_in(ledger: Mapping[str, Any]) -> dict[str, str]:
    """What the tip over each bound number says, by the key of its link; *ledger* is what the ledger holds."""
    return {key: tip(marker, ledger["quantities"]) for marker in ledger["markers"] for key in marker["keys"]}


def unsealed(pdf: bytes) -> bytes:
    """What TeX wrote of a sealed PDF. Raises PdfError where it is none."""
    manifest = read_manifest(attached(PdfFile(pdf)).get(MANIFEST, b""))
    found = pdf[: manifest.typeset["bytes"]]
    if digest.of_bytes(found) != manifest.typeset["digest"]:
        raise PdfError("it does not begin with what TeX wrote")
    return found
