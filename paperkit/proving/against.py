"""A PDF held against a checkout: its evidence, sources, ledger and pages must be those that lie there.

Its pages are those of the PDF that the ledger of the checkout names: the same bytes, or another program's writing of
what that PDF was sealed with.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paperkit import digest
from paperkit.pdf.attachments import attached
from paperkit.pdf.file import PdfFile
from paperkit.proving.manifest import EVIDENCE, LEDGER, MANIFEST, Manifest
from paperkit.proving.tampering import Refusal


def differs(root: Path, raw: bytes, files: Mapping[str, bytes], manifest: Manifest) -> Iterator[Refusal]:
    """What of a PDF, its bytes and attached files, is not what lies in the checkout at *root*."""
    for name, held in files.items():
        if not name.startswith(EVIDENCE):
            continue
        path = root / name.removeprefix(EVIDENCE)
        if not path.is_file():
            yield Refusal("not-in-checkout", f"{name} is not in the checkout")
            continue
        part = manifest.parts.get(name)
        there, here = digest.of_bytes(path.read_bytes()), part.whole if part else digest.of_bytes(held)
        if there != here:
            yield Refusal("differs-from-checkout", f"{name} is another file than the one in the checkout")
    yield from _ledgers(root / manifest.report / LEDGER, root, raw, files)


def _ledgers(path: Path, root: Path, raw: bytes, files: Mapping[str, bytes]) -> Iterator[Refusal]:
    """The ledger of the checkout, apart from the digest of the PDF, which the attached one cannot have; and the PDF."""
    if not path.is_file():
        yield Refusal("not-in-checkout", f"{path.name} is not in the checkout")
        return
    try:
        whole = json.loads(path.read_bytes())
        there, here = (_plain(ledger) for ledger in (whole, json.loads(files.get(LEDGER, b""))))
        named = {str(name): str(one) for name, one in whole.get("outputs", {}).items() if name not in there["outputs"]}
    except (ValueError, TypeError, AttributeError):
        yield Refusal("differs-from-checkout", f"{LEDGER} cannot be read")
        return
    if there != here:
        yield Refusal("differs-from-checkout", f"{LEDGER} is another one than that in the checkout")
    for name, due in named.items():
        yield from _sealed_otherwise(root / name, name, due, raw, files)


def _sealed_otherwise(path: Path, name: str, due: str, raw: bytes, files: Mapping[str, bytes]) -> Iterator[Refusal]:
    """Whether the PDF at *path*, which the ledger knows by the digest *due*, was sealed with other pages."""
    if digest.of_bytes(raw) == due:
        return
    held = path.read_bytes() if path.is_file() else b""
    if digest.of_bytes(held) != due:
        fact = "is not the one that its ledger names" if held else "is not in the checkout"
        yield Refusal("not-in-checkout", f"{name} {fact}, and the bytes here are others than the ledger names")
    elif attached(PdfFile(held)).get(MANIFEST) != files.get(MANIFEST):
        yield Refusal("differs-from-checkout", f"what was sealed is not what {name} in the checkout was sealed with")


def _plain(ledger: Any) -> Any:
    outputs = {
        name: one for name, one in ledger.get("outputs", {}).items() if not name.endswith(".pdf") or "/tex/" in name
    }
    return {**ledger, "outputs": outputs}
