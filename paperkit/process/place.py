"""Move a set of files into a folder and below: all of them or none, whatever kills us in between.

New files are written under temporary names beside their places. A journal, renamed into place when all of them are on
the disk, is the point of no return: before it the former files stand, after it whoever comes next finishes the move.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from paperkit.errors import PaperkitError, Status

JOURNAL = ".paperkit-move.json"
STAGED = ".paperkit-new."
"""Prefix of the temporary names."""


def place_files(
    folder: Path, files: Mapping[str, bytes], remove: tuple[str, ...] = (), status: Status = Status.BENCH
) -> tuple[str, ...]:
    """Write *files* (name below *folder* to content) and delete *remove*; gives the names that changed.

    The caller holds the lock of the folder. Raises PaperkitError (*status*), with the former files untouched,
    when something cannot be written.
    """
    finish_move(folder)
    new = {name: raw for name, raw in files.items() if not _holds(folder / name, raw)}
    gone = tuple(name for name in remove if name not in files and (folder / name).exists())
    if not new and not gone:
        return ()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, raw in new.items():
            _write(_staged(folder, name), raw)
        _sync(folder)
        _write(folder / (STAGED + JOURNAL), json.dumps({"move": list(new), "remove": list(gone)}).encode())
        (folder / (STAGED + JOURNAL)).replace(folder / JOURNAL)
    except BaseException as error:
        _sweep(folder)
        if isinstance(error, OSError):
            raise _refused(folder, error, status) from None
        raise
    _finish_whatever_comes(folder)
    return (*new, *gone)


def finish_move(folder: Path) -> bool:
    """Finish a move that was cut short after its journal stood, or undo one that was cut short before.

    Gives whether a journal stood there. The caller holds the lock of the folder.
    """
    journal = folder / JOURNAL
    if not journal.exists():
        _sweep(folder)
        return False
    try:
        plan = json.loads(journal.read_bytes())
        _sync(folder)
        for name in map(_plain, plan["move"]):
            if _staged(folder, name).exists():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                _staged(folder, name).replace(folder / name)
        for name in map(_plain, plan["remove"]):
            (folder / name).unlink(missing_ok=True)
        _sync(folder)
        journal.unlink()
    except OSError as error:
        raise _refused(folder, error) from None
    except (ValueError, KeyError, TypeError):
        raise PaperkitError(
            f"{os.path.relpath(journal)}: not a journal of paperkit",
            "delete it and run the harness again",
            Status.BENCH,
        ) from None
    return True


def unfinished(folder: Path) -> bool:
    """Whether a move into *folder* was cut short and waits for finish_move."""
    return (folder / JOURNAL).exists()


def _finish_whatever_comes(folder: Path) -> None:
    """A Ctrl-C behind the point of no return waits until the move is done."""
    try:
        finish_move(folder)
    except KeyboardInterrupt:
        finish_move(folder)
        raise


def _holds(path: Path, raw: bytes) -> bool:
    try:
        return path.stat().st_size == len(raw) and path.read_bytes() == raw
    except OSError:
        return False


def _write(path: Path, raw: bytes) -> None:
    with path.open("wb") as stream:
        stream.write(raw)
        stream.flush()
        os.fsync(stream.fileno())


def _sync(folder: Path) -> None:
    """Put the folder's names on the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sweep(folder: Path) -> None:
    with contextlib.suppress(OSError):
        for path in folder.glob(STAGED + "*"):
            path.unlink(missing_ok=True)


def _staged(folder: Path, name: str) -> Path:
    """Temporary name of a new file: in *folder* itself, so that one sweep finds them all."""
    return folder / (STAGED + quote(_plain(name), safe=""))


def _plain(name: str) -> str:
    parts = name.split("/")
    if any(part in {"", ".", ".."} for part in parts):
        raise ValueError(name)
    return name


def _refused(folder: Path, error: OSError, status: Status = Status.BENCH) -> PaperkitError:
    return PaperkitError(
        f"{os.path.relpath(folder)}: cannot be written: {error.strerror}",
        "the former files are untouched; make room or set the permissions, then run again",
        status,
    )
