"""Digests: `sha256:...` of bytes, files and plain data."""

import hashlib
import json
from pathlib import Path
from typing import Any

BLOCK = 1 << 18
"""Bytes of a file that is not small."""


def of_bytes(raw: bytes) -> str:
    """`sha256:<hex>` of *raw*."""
    return "sha256:" + hashlib.sha256(raw).hexdigest()


def of_file(path: Path) -> str:
    """`sha256:<hex>` of a file's bytes; a large one is read in blocks."""
    with path.open("rb", buffering=0) as stream:
        head = stream.read(BLOCK)
        if len(head) < BLOCK:
            return of_bytes(head)
        stream.seek(0)
        return "sha256:" + hashlib.file_digest(stream, "sha256").hexdigest()


def of_data(data: Any) -> str:
    """`sha256:<hex>` of plain data (dicts, lists, strings, integers), independent of key order."""
    return of_bytes(json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode())


def of_files(paths: dict[str, Path]) -> dict[str, str]:
    """Digest of each file, by the name given to it."""
    return {name: of_file(path) for name, path in sorted(paths.items())}
