"""Files that are whole or as they were: temporary names, renames and locks."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

RENAME_EXCHANGE = 2
_AT_FDCWD = -100


def write_atomic(path: Path, data: bytes | str, mode: int | None = None) -> None:
    """Write *data* to *path*, which holds either its former content or all of *data* at any time.

    The folder is made where it is missing; permissions are *mode*, else those that the file has or would get.
    Raises OSError (a full disk, say) with *path* untouched.
    """
    commit_files({path: data}, mode)


def write_quickly(path: Path, data: bytes) -> None:
    """Write *data* to *path*, which another program may read at any moment: it finds nothing, or all of it.

    Nothing is put on the disk at once: for what can be made again.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    temporary.write_bytes(data)
    temporary.replace(path)


def commit_files(files: Mapping[Path, bytes | str], mode: int | None = None) -> None:
    """Write all of *files* or none: every one is on disk under a temporary name before the first is renamed.

    Raises OSError with all of them as they were. Signals wait until the last is in place; only a power cut or
    SIGKILL between two renames leaves some new and some old, each of them whole (see `replace_folder`).
    """
    staged: dict[Path, Path] = {}
    try:
        for path, data in files.items():
            staged[path] = _stage(path, data.encode() if isinstance(data, str) else data, mode)
        with _undisturbed():
            _rename_all(staged)
    finally:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)


def _stage(path: Path, data: bytes, mode: int | None) -> Path:
    """*data* in a new file beside *path*."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fchmod(stream.fileno(), _mode(path) if mode is None else mode)
            os.fsync(stream.fileno())
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def _mode(path: Path) -> int:
    """Permissions that the file at *path* has or would get."""
    with contextlib.suppress(OSError):
        return path.stat().st_mode & 0o777
    mask = os.umask(0o022)
    os.umask(mask)
    return 0o666 & ~mask


def _rename_all(staged: Mapping[Path, Path]) -> None:
    """Move each staged file into place; when one fails, put back those that went before."""
    former: dict[Path, Path | None] = {}
    try:
        for path, temporary in staged.items():
            former[path] = _keep(path)
            temporary.replace(path)
    except OSError:
        for path, kept in former.items():
            if kept is not None:
                kept.replace(path)
            elif not staged[path].exists():
                path.unlink(missing_ok=True)
        raise
    for kept in former.values():
        if kept is not None:
            kept.unlink(missing_ok=True)
    for folder in {path.parent for path in staged}:
        _sync_folder(folder)


def _keep(path: Path) -> Path | None:
    """A second name for the file at *path*, to go back to; None where there is no file."""
    if not path.is_file():
        return None
    kept = path.with_name(f".{path.name}.{os.getpid()}.old")
    kept.unlink(missing_ok=True)
    try:
        kept.hardlink_to(path)
    except OSError:  # a file system without hard links
        shutil.copy2(path, kept)
    return kept


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Hold back the signals that end a program; they arrive after the block."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def replace_folder(target: Path, staged: Path) -> None:
    """Put the folder *staged* in *target*'s place in one step; both must lie on one file system.

    Whatever *target* held before is removed afterwards. Raises OSError with *target* untouched.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        _exchange(staged, target)
    except FileNotFoundError:
        staged.rename(target)
        return
    shutil.rmtree(staged, ignore_errors=True)


def _exchange(first: Path, second: Path) -> None:
    """Swap two names (renameat2); by two renames where the file system cannot."""
    libc = ctypes.CDLL(None, use_errno=True)
    words = (_AT_FDCWD, os.fsencode(first), _AT_FDCWD, os.fsencode(second), RENAME_EXCHANGE)
    if libc.renameat2(*words) == 0:
        return
    error = ctypes.get_errno()
    if error not in (errno.EINVAL, errno.ENOSYS):
        raise OSError(error, os.strerror(error), str(second))
    with _undisturbed():
        aside = second.with_name(f".{second.name}.{os.getpid()}.old")
        second.rename(aside)
        first.rename(second)
        aside.rename(first)


@contextlib.contextmanager
def lock(path: Path, on_wait: Callable[[], None] | None = None) -> Iterator[None]:
    """Hold the lock file *path*: of two programs that want it, the second waits (*on_wait* is called once before).

    The lock ends with the block or with the process, however it ends; the empty file stays.
    """
    with _opened(path) as descriptor:
        if not _taken(descriptor):
            if on_wait is not None:
                on_wait()
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def alone(path: Path) -> Iterator[bool]:
    """As `lock`, but nobody waits: whether no other program holds it, and this one does for the block."""
    with _opened(path) as descriptor:
        yield _taken(descriptor)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[int]:
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
