"""One call of the engine behind walls, and the cache that it needs."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from paperkit import digest
from paperkit.errors import PaperkitError, Status
from paperkit.process.atomic import lock, write_atomic
from paperkit.process.confine import Confinement, Outcome, run_confined
from paperkit.tectonic.bundle import Bundle
from paperkit.tectonic.cache import Progress, cache_root, read_record, silent, write_record
from paperkit.tectonic.install import BUILDS, Engine

TRIAL = "\\documentclass{article}\\usepackage{fontspec}\\begin{document}x\\end{document}\n"
MEMORY = 4 << 30
"""Address space of the engine, in bytes."""
NO_FONTS = '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig/>\n'
"""Fonts come from the bundle alone: what is installed on a machine would change the pages."""
LIBRARIES = tuple(map(Path, ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/bin", "/bin", "/etc/ld.so.cache")))
NETWORK_FILES = tuple(map(Path, ("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ssl", "/usr/share")))
OUTPUT = 2 << 30
"""Largest file that it may write, in bytes."""


def engine_cache() -> Path:
    """Where the engine keeps its formats, and what it read over the network."""
    return cache_root() / "tectonic"


def make_format(engine: Engine, bundle: Bundle, progress: Progress = silent) -> None:
    """See that the engine's cache holds the LaTeX format of *bundle*: it is made once, so that runs only read there.

    Raises PaperkitError (status 5) when it cannot be made: the TeX files are damaged or out of reach.
    """
    key = digest.of_data({"engine": engine.digest, "bundle": bundle.digest}).removeprefix("sha256:")[:16]
    record = engine_cache() / f"format-{key}.json"
    if _format_there(record):
        return
    with lock(engine_cache() / "lock", lambda: progress("waiting for another paperkit that makes the LaTeX format")):
        if not _format_there(record):
            progress("making the LaTeX format (once for each bundle)")
            write_record(record, {"format": _try_out(engine, bundle)})


def _format_there(record: Path) -> bool:
    name = read_record(record).get("format")
    return bool(name) and (engine_cache() / "formats" / str(name)).is_file()


def _try_out(engine: Engine, bundle: Bundle) -> str:
    """Typeset a small document with write access to the cache; the name of the format that it left there."""
    formats = engine_cache() / "formats"
    formats.mkdir(parents=True, exist_ok=True)
    write_atomic(engine_cache() / "fonts.conf", NO_FONTS)
    with tempfile.TemporaryDirectory(prefix="trial-", dir=engine_cache()) as name:
        folder = Path(name)
        (folder / "trial.tex").write_text(TRIAL, "utf-8")
        done = confined(
            [*command_line(engine, bundle), "trial.tex"], engine, bundle, folder, 0, 300, None, (engine_cache(),)
        )
    made = sorted(formats.glob("*.fmt"), key=lambda path: path.stat().st_mtime_ns)
    if done.status == 0 and made:
        return made[-1].name
    said = re.search(r"(?:^error: |\bError: )(.+)", done.stderr, re.MULTILINE)
    reason = said[1] if said else "no reason given"
    if bundle.path is None:
        raise PaperkitError(
            f"there are no TeX files: {bundle.why}; over the network: {reason}",
            "run paperkit once with network, on Debian or with a TeX Live, or name a bundle file in $PAPERKIT_BUNDLE",
            Status.TOOL,
        )
    raise PaperkitError(
        f"the engine cannot use the bundle {bundle.path}: {reason}", "remove it, so that it is made again", Status.TOOL
    )


def command_line(engine: Engine, bundle: Bundle) -> list[str]:
    """Program and options of every compile; the caller adds its own, and the file."""
    local = ["-b", str(bundle.path)] if bundle.path else []
    general = [str(engine.path), "-c", "default", "--color", "never", "-X", "compile"]
    return [*general, "--untrusted", "-Z", "deterministic-mode", *local]


def confined(
    command: list[str],
    engine: Engine,
    bundle: Bundle,
    folder: Path,
    epoch: int,
    timeout: float,
    on_line: Callable[[str], None] | None = None,
    writes: tuple[Path, ...] = (),
    stop: int | None = None,
) -> Outcome:
    """Run the engine in *folder* with nothing in sight but that, itself, the bundle and its cache."""
    online = bundle.path is None
    walls = Confinement(
        reads=(*_engine_reads(engine), engine_cache(), *((bundle.path,) if bundle.path else NETWORK_FILES)),
        writes=(folder, *writes, *((engine_cache(),) if online else ())),
        network=online,
        memory_bytes=MEMORY,
        file_bytes=OUTPUT,
    )
    return run_confined(command, folder, _environment(folder, epoch), walls, timeout, on_line, stop=stop)


def _engine_reads(engine: Engine) -> tuple[Path, ...]:
    """The program, and for one that is not upstream's static build also the system's libraries."""
    static = any(engine.digest == build.program for build in BUILDS.values())
    return (engine.path,) if static else (engine.path, engine.path.parent.parent / "lib", *LIBRARIES)


def _environment(home: Path, epoch: int) -> dict[str, str]:
    """All that the engine sees of the caller's environment: nothing of it."""
    return {
        "PATH": os.defpath,
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "SOURCE_DATE_EPOCH": str(epoch),
        "TECTONIC_CACHE_DIR": str(engine_cache()),
        "FONTCONFIG_FILE": str(engine_cache() / "fonts.conf"),
    }
