"""What a build would use on this machine: every tool, its version, digest and origin, and what is missing."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from paperkit import __version__
from paperkit.errors import PaperkitError
from paperkit.process.capture import capture
from paperkit.process.confine import Isolation, probe_isolation
from paperkit.tectonic.bundle import look_for_bundle
from paperkit.tectonic.cache import cache_root
from paperkit.tectonic.debian import apt_present
from paperkit.tectonic.install import BUILDS, VERSION, look_for_engine

LIBRARIES = ("click", "jinja2", "pyyaml", "pypdfium2", "matplotlib", "pandas")
ROOM = 1 << 30
"""Free bytes that making a bundle needs."""


class Standing(StrEnum):
    """How a tool stands."""

    READY = "ready"
    LATER = "later"
    """Not here yet; the first build gets it."""
    WEAK = "weak"
    """Works, but less well than it might."""
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Tool:
    """One line of the survey."""

    name: str
    version: str
    digest: str
    origin: str
    """Where it comes from, for people."""
    status: Standing
    hint: str = ""
    """What to do, where something is missing or weak."""


def survey(packages: tuple[str, ...] = ()) -> tuple[Tool, ...]:
    """All tools that paperkit uses. Downloads, makes and changes nothing; *packages* as for `find_bundle`."""
    walls = probe_isolation()
    return (
        Tool("paperkit", __version__, "", str(Path(__file__).parents[1]), Standing.READY),
        _python(),
        *(_library(name) for name in LIBRARIES),
        _program("git", "--version"),
        _engine(),
        _bundle(packages),
        _source_of_files(),
        _files(walls),
        _network(walls),
        _cache(),
    )


def _python() -> Tool:
    old = sys.version_info < (3, 11)
    hint = "use Python 3.11 or newer" if old else ""
    return Tool(
        "python", platform.python_version(), "", sys.executable, Standing.MISSING if old else Standing.READY, hint
    )


def _library(name: str) -> Tool:
    try:
        return Tool(name, version(name), "", "Python package", Standing.READY)
    except PackageNotFoundError:
        return Tool(name, "", "", "", Standing.MISSING, f"install it: pip install {name}")


def _program(name: str, option: str) -> Tool:
    path = shutil.which(name)
    if path is None:
        return Tool(name, "", "", "", Standing.MISSING, f"install it: apt-get install {name}")
    said = capture([path, option], Path("/"), timeout=30).stdout.decode("utf-8", "replace")
    found = re.search(r"\d+(\.\d+)+", said)
    return Tool(name, found[0] if found else "", "", path, Standing.READY)


def _engine() -> Tool:
    try:
        engine = look_for_engine()
    except PaperkitError as error:
        return Tool("tectonic", "", "", error.message, Standing.MISSING, error.hint)
    if engine is not None:
        return Tool("tectonic", engine.version, engine.digest, f"{engine.path} ({engine.why})", Standing.READY)
    if platform.machine() in BUILDS and sys.platform == "linux":
        return Tool("tectonic", VERSION, "", "not here yet", Standing.LATER, "the first build downloads it (20 MB)")
    return Tool("tectonic", "", "", "no ready build", Standing.MISSING, "build it and name it in $PAPERKIT_TECTONIC")


def _bundle(packages: tuple[str, ...]) -> Tool:
    try:
        bundle = look_for_bundle(packages)
    except PaperkitError as error:
        return Tool("bundle", "", "", error.message, Standing.MISSING, error.hint)
    if bundle is not None:
        base = next((name.partition("=")[2] for name in bundle.packages if name.startswith("texlive-base=")), "")
        return Tool("bundle", base, bundle.digest, f"{bundle.path} ({bundle.why})", Standing.READY)
    return Tool(
        "bundle", "", "", "not here yet", Standing.LATER, "the first build makes it of TeX Live or Debian packages"
    )


def _source_of_files() -> Tool:
    if not apt_present():
        hint = "without it a bundle needs a TeX Live, network, or a file named in $PAPERKIT_BUNDLE"
        return Tool("apt and dpkg", "", "", "", Standing.WEAK, hint)
    return Tool("apt and dpkg", _program("dpkg-deb", "--version").version, "", "used without root", Standing.READY)


def _files(walls: Isolation) -> Tool:
    if walls.filesystem == "none":
        hint = "use a kernel with Landlock (5.13 or newer), or apt-get install bubblewrap"
        return Tool("file isolation", "", "", "none: files outside are compared before and after", Standing.WEAK, hint)
    level = f"ABI {walls.landlock_abi}" if walls.landlock_abi else ""
    return Tool("file isolation", level, "", walls.filesystem, Standing.READY)


def _network(walls: Isolation) -> Tool:
    if walls.network in ("namespace", "bubblewrap"):
        return Tool("network isolation", "", "", walls.network, Standing.READY)
    hint = "allow user namespaces, or apt-get install bubblewrap"
    origin = "landlock, for TCP alone" if walls.network == "landlock" else "none"
    return Tool("network isolation", "", "", origin, Standing.WEAK, hint)


def _cache() -> Tool:
    root = cache_root()
    there = next(folder for folder in (root, *root.parents) if folder.exists())
    free = shutil.disk_usage(there).free
    if not os.access(there, os.W_OK):
        return Tool(
            "cache", "", "", f"{root} cannot be written", Standing.MISSING, "set XDG_CACHE_HOME to another folder"
        )
    hint = "a bundle needs 1 GB while it is made" if free < ROOM else ""
    return Tool("cache", "", "", f"{root}, {free / 1e9:.1f} GB free", Standing.WEAK if hint else Standing.READY, hint)
