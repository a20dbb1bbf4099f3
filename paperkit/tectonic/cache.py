"""paperkit's cache: where it lies, and digests of large files that are computed once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from paperkit import digest
from paperkit.process.atomic import write_atomic

Progress = Callable[[str], None]
"""Takes one line about what takes time; the caller decides how it is shown."""


def silent(_line: str) -> None:
    """Progress that nobody wants to see."""


def cache_root() -> Path:
    """`$XDG_CACHE_HOME/paperkit`, else `~/.cache/paperkit`; not made here."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "paperkit"  # noqa: PTH117


def read_record(path: Path) -> dict[str, Any]:
    """The JSON object in *path*; empty when the file is missing or damaged."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write_record(path: Path, record: dict[str, Any]) -> None:
    """Write *record* as JSON that people can read."""
    write_atomic(path, json.dumps(record, indent=2, sort_keys=True) + "\n")


def stamp(path: Path) -> list[int]:
    """What changes when a file is written: its size, time of change in ns and inode."""
    found = path.stat()
    return [found.st_size, found.st_mtime_ns, found.st_ino]


def known_digest(path: Path) -> str:
    """`sha256:...` of a large file; computed again only when the file was written since the last time."""
    store = cache_root() / "digests.json"
    known = read_record(store)
    entry = known.get(str(path))
    now = stamp(path)
    if isinstance(entry, dict) and entry.get("stamp") == now:
        return str(entry["digest"])
    found = digest.of_file(path)
    living = {name: value for name, value in known.items() if Path(name).exists()}
    try:
        write_record(store, {**living, str(path): {"stamp": now, "digest": found}})
    except OSError:  # a cache that cannot be written costs time only
        return found
    return found
