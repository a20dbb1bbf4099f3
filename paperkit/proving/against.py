"""A PDF held against a checkout: its evidence, its sources and its ledger must be those that lie there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paperkit import digest
from paperkit.proving.manifest import EVIDENCE, LEDGER, Manifest
from paperkit.proving.tampering import Refusal


def differs(root: Path, files: Mapping[str, bytes], manifest: Manifest) -> Iterator[Refusal]:
    """What of the attached files is not what lies in the checkout at *root*."""
    for name, raw in files.items():
        if not name.startswith(EVIDENCE):
            continue
        path = root / name.removeprefix(EVIDENCE)
        if not path.is_file():
            yield Refusal("not-in-checkout", f"{name} is not in the checkout")
            continue
        part = manifest.parts.get(name)
        there, here = digest.of_bytes(path.read_bytes()), part.whole if part else digest.of_bytes(raw)
        if there != here:
            yield Refusal("differs-from-checkout", f"{name} is another file than the one in the checkout")
    yield from _ledgers(root / manifest.report / LEDGER, files)


def _ledgers(path: Path, files: Mapping[str, bytes]) -> Iterator[Refusal]:
    """The ledger of the checkout, apart from the digest of the PDF, which the attached one cannot have."""
    if not path.is_file():
        yield Refusal("not-in-checkout", f"{path.name} is not in the checkout")
        return
    try:
        there, here = (_plain(json.loads(raw)) for raw in (path.read_bytes(), files.get(LEDGER, b"")))
    except (ValueError, TypeError, AttributeError):
        yield Refusal("differs-from-checkout", f"{LEDGER} cannot be read")
        return
    if there != here:
        yield Refusal("differs-from-checkout", f"{LEDGER} is another one than that in the checkout")


def _plain(ledger: Any) -> Any:
    outputs = {
        name: one for name, one in ledger.get("outputs", {}).items() if not name.endswith(".pdf") or "/tex/" in name
    }
    return {**ledger, "outputs": outputs}
