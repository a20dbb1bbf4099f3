"""The last steps over what TeX wrote: read back, and sealed with its evidence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

from paperkit import digest
from paperkit.build.making import Making, Staged
from paperkit.build.proofread import proofread, wanted_of
from paperkit.build.run import Request
from paperkit.build.snapshot import own_digest
from paperkit.checks.ledgered import ledger_data_of
from paperkit.checks.run import Checked
from paperkit.pdf.canon import Canon
from paperkit.pdf.figures import Drawn
from paperkit.pdf.file import PdfFile
from paperkit.pdf.kept import kept_text, read_kept
from paperkit.pdf.letters import Odd, odd_letters
from paperkit.pdf.proof import Expected
from paperkit.pdf.reading import read_sheets
from paperkit.pdf.sheets import Sheet
from paperkit.process.atomic import write_quickly
from paperkit.proving.manifest import made_with
from paperkit.proving.sealing import Rich, rich_of, sealed, tips_in, unsealed

KEPT = "pages"
"""File of a build's own folder: the pages that it read back, for the next one."""
LETTERS = "letters"
"""Another one: which letters of its fonts are drawn like other ones."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is made ready for the last steps while TeX runs."""

    ledger: dict[str, Any]
    """What the ledger holds, but for the files that are written."""
    expected: Expected | None
    """What the pages should show."""
    kept: Mapping[str, Sheet]
    """The pages that the last build read back."""


def ahead(making: Making, checked: Checked, figures: tuple[Drawn, ...]) -> Ahead:
    """What the last steps need of a verdict that is clean."""
    path = making.wanted.work / KEPT
    kept = read_kept(path.read_bytes()) if path.is_file() else {}
    return Ahead(ledger_data_of(checked.evidence), wanted_of(checked.evidence, figures), kept)


def enriched(pdf: bytes, ready: Ahead) -> Rich:
    """*pdf* with tips over its numbers. Raises PdfError where it cannot be read."""
    return rich_of(pdf, tips_in(ready.ledger))


def read_back(rich: Rich, making: Making, checked: Checked, ready: Ahead) -> Checked:
    """*checked* with what the pages show that the PDF will have once it is sealed.

    A page that draws what it drew in the last build, with the same over it, is not looked at again.
    """
    keys = _keys(rich)
    known = [ready.kept.get(key) for key in keys]
    path = making.wanted.work / LETTERS
    found = proofread(
        rich.file, making.pdf, checked, ready.expected, lambda: read_sheets(rich.file, known), partial(_letters, path)
    )
    proof = found.evidence.proof
    assert proof is not None  # noqa: S101
    write_quickly(making.wanted.work / KEPT, kept_text(zip(keys, proof.sheets, strict=True)))
    return found


def _letters(path: Path, file: PdfFile) -> tuple[Odd, ...]:
    """Fonts whose letters are other ones: those of the last build, at *path*, where its fonts were the same."""
    key = digest.of_data([own_digest(), metadata.version("pypdfium2"), Canon(file).fonts()])
    try:
        known = json.loads(path.read_bytes())
        if known[0] == key:
            return tuple(Odd(str(font), str(letters)) for font, letters in known[1])
    except (OSError, ValueError, LookupError, TypeError):
        pass  # there is none, or one that was cut short
    found = odd_letters(file)
    write_quickly(path, json.dumps([key, found]).encode())
    return found


def _keys(rich: Rich) -> list[str]:
    """For each page a digest of all that its look depends on."""
    shown, reader = rich.shown, [own_digest(), metadata.version("pypdfium2"), rich.shown.rest["settings"]]
    return [digest.of_data([*reader, *page]) for page in zip(shown.contents, shown.links, strict=True)]


def sealed_with(staged: Staged, checked: Checked, rich: Rich, ledger: str, figures: tuple[Drawn, ...] = ()) -> bytes:
    """*rich* with its evidence, its tools with versions and digests among it; *figures* are those without a record."""
    engine, bundle = staged.tools.engine, staged.tools.bundle
    tools = made_with(
        {"version": engine.version, "digest": engine.digest}, {"digest": bundle.digest, "origin": bundle.origin}
    )
    proof = checked.evidence.proof
    return sealed(rich, checked.evidence, ledger, tools, figures, proof.sheets if proof is not None else ())


def typeset_before(wanted: Request) -> bytes:
    """What TeX wrote of the PDF that is there."""
    raw = (wanted.into / wanted.pdf).read_bytes()
    return raw if wanted.draft else unsealed(raw)
