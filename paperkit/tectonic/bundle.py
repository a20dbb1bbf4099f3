"""The TeX files: one bundle file that the engine reads, found, or made on this machine without root."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperkit import digest
from paperkit.errors import PaperkitError, Status
from paperkit.process.atomic import lock
from paperkit.process.capture import capture
from paperkit.tectonic import debian, trees
from paperkit.tectonic.cache import Progress, cache_root, known_digest, read_record, silent, write_record
from paperkit.tectonic.install import Engine
from paperkit.tectonic.texlive import texlive_trees

VARIABLE = "PAPERKIT_BUNDLE"


@dataclass(frozen=True, slots=True)
class Bundle:
    """TeX files for the engine."""

    path: Path | None
    """None: the engine's own default, which comes over the network."""
    digest: str
    """Of the file; empty for the network default."""
    origin: str
    """`configured`, `texlive`, `debian` or `network`: where the TeX files come from."""
    packages: tuple[str, ...]
    """`name=version` of each Debian package in it."""
    why: str
    """A sentence part for people: why this one."""


def find_bundle(
    engine: Engine, packages: Sequence[str] = (), configured: Path | None = None, progress: Progress = silent
) -> Bundle:
    """The bundle to use; made and cached when there is none. *packages* are Debian packages beyond the usual ones.

    Looks at *configured*, at $PAPERKIT_BUNDLE, into the cache; then makes one from a TeX Live on this machine, from
    Debian's packages, and at last falls back to the engine's default. Raises PaperkitError (status 5).
    """
    found = look_for_bundle(packages, configured)
    if found is not None:
        return found
    home = _home(packages)
    with lock(home / "lock", lambda: progress("waiting for another paperkit that makes the bundle of TeX files")):
        return _cached(home) or _make(engine, packages, home, progress)


def look_for_bundle(packages: Sequence[str] = (), configured: Path | None = None) -> Bundle | None:
    """As `find_bundle`, but makes nothing: None when there is no bundle on this machine.

    Raises PaperkitError (status 5) when a configured bundle is missing.
    """
    for path, where in ((configured, "the configuration"), (os.environ.get(VARIABLE), f"${VARIABLE}")):
        if path:
            return _configured(Path(path), where)
    return _cached(_home(packages))


def _configured(path: Path, where: str) -> Bundle:
    if not path.is_file():
        raise PaperkitError(
            f"there is no bundle {path} (from {where})", f"correct or remove the setting in {where}", Status.TOOL
        )
    path = path.resolve()
    return Bundle(path, known_digest(path), "configured", (), f"named by {where}")


def _home(packages: Sequence[str]) -> Path:
    key = digest.of_data({"recipe": trees.RECIPE, "packages": sorted(set(packages))})
    return cache_root() / "bundles" / key.removeprefix("sha256:")[:16]


def _cached(home: Path) -> Bundle | None:
    """The bundle in the cache, if it is still what was put there."""
    record, path = read_record(home / "bundle.json"), home / "paperkit.ttb"
    if not record or not path.is_file() or known_digest(path) != record.get("digest"):
        return None
    names = tuple(f"{entry['name']}={entry['version']}" for entry in record["packages"])
    return Bundle(path, record["digest"], record["origin"], names, f"made on this machine from {record['from']}")


def _make(engine: Engine, packages: Sequence[str], home: Path, progress: Progress) -> Bundle:
    """Try the sources in order; the first that gives a bundle is cached with a record of where it came from."""
    for left in home.glob("making-*"):
        shutil.rmtree(left, ignore_errors=True)
    tried = []
    for source in (_from_texlive, _from_debian):
        with tempfile.TemporaryDirectory(prefix="making-", dir=home) as folder:
            tree = Path(folder) / "tree"
            try:
                record = source(tree, packages, home, progress)
                progress("packing the bundle of TeX files")
                _pack(engine, tree, home)
            except debian.UnknownPackage:
                if packages:
                    raise
                tried.append("Debian's TeX packages are not among those that apt knows; run `apt-get update`")
                continue
            except (PaperkitError, OSError) as error:
                tried.append(str(error))
                continue
        write_record(
            home / "bundle.json", {**record, "digest": digest.of_file(home / "paperkit.ttb"), **_made_by(engine)}
        )
        shutil.rmtree(home / "debian", ignore_errors=True)
        made = _cached(home)
        if made is not None:
            return made
    return Bundle(None, "", "network", (), f"the engine's default, for: {'; '.join(tried)}")


def _made_by(engine: Engine) -> dict[str, Any]:
    return {"engine": {"version": engine.version, "digest": engine.digest}, "recipe": trees.RECIPE}


def _from_texlive(tree: Path, packages: Sequence[str], _home: Path, progress: Progress) -> dict[str, Any]:
    if packages:
        raise PaperkitError("a TeX Live is not asked for more Debian packages")
    roots = texlive_trees()
    for root in roots:
        progress(f"taking TeX files from {root}")
        trees.take_tree(root, tree)
    return {"origin": "texlive", "from": ", ".join(map(str, roots)), "packages": []}


def _from_debian(tree: Path, packages: Sequence[str], home: Path, progress: Progress) -> dict[str, Any]:
    if not debian.apt_present():
        raise PaperkitError("this machine has no apt-get and dpkg-deb")
    names = (*debian.NEEDED, *debian.WELCOME, *packages)
    work = home / "debian"
    offered = debian.resolve(tuple(dict.fromkeys(names)), work, progress)
    debs = debian.download(offered, work, progress)
    debian.unpack(debs, tree, progress)
    rows = [{"name": p.name, "version": p.version, "digest": p.digest} for p in sorted(offered, key=lambda p: p.name)]
    return {"origin": "debian", "from": f"{len(offered)} Debian packages", "packages": rows}


def _pack(engine: Engine, tree: Path, home: Path) -> None:
    """Let the engine pack *tree*, and move the file into *home*."""
    trees.add_our_files(tree)
    work = tree.parent
    (work / "bundle.toml").write_text(trees.specification(tree), "utf-8")
    create = ["-X", "bundle", "create", "--allow-hash-mismatch", "--build-dir", str(work / "out")]
    done = capture([str(engine.path), *create, str(work / "bundle.toml"), "v1"], work, timeout=600)
    made = work / "out/paperkit/paperkit.ttb"
    if done.status != 0 or not made.is_file():
        lines = _errors(done.stderr) or ["no reason given"]
        raise PaperkitError(f"the engine could not pack the bundle: {lines[0]}", "see the free disk space", Status.TOOL)
    made.replace(home / "paperkit.ttb")


def _errors(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(("error", "ERROR", " ERROR"))]
