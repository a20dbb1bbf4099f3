"""Debian packages without root: found through apt's own configuration, downloaded, checked, unpacked."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperkit import digest
from paperkit.errors import PaperkitError, Status
from paperkit.process.capture import Completed, capture, piped
from paperkit.tectonic.cache import Progress
from paperkit.tectonic.trees import take_package

NEEDED = (
    *("texlive-base", "texlive-latex-base", "texlive-latex-recommended", "texlive-fonts-recommended"),
    *("texlive-pictures", "texlive-science", "texlive-latex-extra", "texlive-plain-generic", "texlive-xetex"),
    *("lmodern", "fonts-lmodern"),
)
WELCOME = ("fonts-texgyre", "fonts-texgyre-math", "fonts-linuxlibertine", "fonts-inconsolata", "fonts-stix")
"""Fonts that reports may choose; a release without one of them still makes a bundle."""
PATIENCE = 900
"""Seconds that one call of apt may take."""
BATCH = 4
"""Packages a call of apt: progress is shown, and a broken download begins again, by so many."""


@dataclass(frozen=True, slots=True)
class Package:
    """One package as apt offers it."""

    name: str
    version: str
    file: str
    size: int
    digest: str


def apt_present() -> bool:
    """Whether this machine has Debian's package tools."""
    return all(shutil.which(tool) for tool in ("apt-get", "apt-cache", "dpkg-deb"))


class UnknownPackage(PaperkitError):  # noqa: N818
    """Apt does not know a package that was asked for."""


def resolve(names: Sequence[str], work: Path, progress: Progress) -> tuple[Package, ...]:
    """What apt would download for *names*; refreshes apt's lists in a folder of *work* where they are missing.

    Raises UnknownPackage (status 5) naming packages that apt does not know.
    """
    found = _offered(names, [])
    if len(found) < len(names):
        progress("reading Debian's package lists (10 MB)")
        _apt(["update", "--quiet"], _private(work))
        found = found | _offered(names, _private(work))
    missing = [name for name in names if name not in found and name not in WELCOME]
    if missing:
        hint = "run `apt-get update`, or check the names"
        raise UnknownPackage(f"apt offers no package {', '.join(missing)}", hint, Status.TOOL)
    return tuple(found[name] for name in names if name in found)


def _private(work: Path) -> list[str]:
    """Options that let apt keep its lists and caches in *work*, where no root is needed."""
    for folder in ("lists/partial", "archives/partial"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    return ["-o", f"Dir::State::Lists={work}/lists", "-o", f"Dir::Cache={work}"]


def _apt(arguments: Sequence[str], options: Sequence[str], cwd: Path = Path("/")) -> Completed:
    return capture(["apt-get", *options, "-o", "APT::Sandbox::User=root", *arguments], cwd, PATIENCE)


def _offered(names: Sequence[str], options: Sequence[str]) -> dict[str, Package]:
    """The packages among *names* that apt can download with these options, by name."""
    done = capture(["apt-cache", *options, "show", "--no-all-versions", *names], Path("/"), PATIENCE)
    stanzas = done.stdout.decode("utf-8", "replace").split("\n\n")
    packages = (_package(dict(re.findall(r"^(\w+): (.*)$", stanza, re.MULTILINE))) for stanza in stanzas)
    return {package.name: package for package in packages if package is not None}


def _package(fields: Mapping[str, str]) -> Package | None:
    """The package that a stanza describes; None for one that can only be installed already."""
    if not {"Package", "Version", "Architecture", "Size", "SHA256"} <= fields.keys():
        return None
    version = fields["Version"].replace("_", "%5f").replace(":", "%3a")
    file = f"{fields['Package']}_{version}_{fields['Architecture']}.deb"
    return Package(fields["Package"], fields["Version"], file, int(fields["Size"]), f"sha256:{fields['SHA256']}")


def download(packages: Sequence[Package], work: Path, progress: Progress) -> tuple[Path, ...]:
    """The .deb files of *packages* in *work*; those that lie there whole from a broken attempt are used again."""
    folder = work / "debs"
    folder.mkdir(parents=True, exist_ok=True)
    missing = [package for package in packages if not _whole(folder, package)]
    total = sum(package.size for package in missing)
    done = 0
    for start in range(0, len(missing), BATCH):
        batch = missing[start : start + BATCH]
        progress(
            f"downloading {', '.join(package.name for package in batch)} ({done / 1e6:.0f} of {total / 1e6:.0f} MB)"
        )
        _fetch(batch, folder, work)
        done += sum(package.size for package in batch)
    return tuple(folder / package.file for package in packages)


def _fetch(packages: Sequence[Package], folder: Path, work: Path) -> None:
    """Download *packages* with apt's own lists, else with the private ones."""
    names = [f"{package.name}={package.version}" for package in packages]
    errors: list[str] = []
    for options in ([], *([_private(work)] if (work / "lists").exists() else [])):
        done = _apt(["download", "--quiet", *names], options, folder)
        if all(_whole(folder, package) for package in packages):
            return
        errors += [line.removeprefix("E: ") for line in done.stderr.splitlines() if line.startswith("E:")]
    reason = errors[0] if errors else "a file is not what apt announced"
    raise PaperkitError(f"Debian packages could not be downloaded: {reason}", "check the network", Status.TOOL)


def _whole(folder: Path, package: Package) -> bool:
    path = folder / package.file
    return path.is_file() and path.stat().st_size == package.size and digest.of_file(path) == package.digest


def unpack(debs: Sequence[Path], tree: Path, progress: Progress) -> None:
    """Put the TeX files of all *debs* into *tree*."""
    for number, deb in enumerate(debs):
        progress(f"unpacking {deb.name.split('_')[0]} ({number + 1} of {len(debs)})")
        with piped(["dpkg-deb", "--fsys-tarfile", str(deb)]) as stream:
            take_package(stream, tree, all_fonts=deb.name.split("_")[0] not in (*NEEDED, *WELCOME))
