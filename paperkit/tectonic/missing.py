"""Which Debian package has a TeX file that the bundle lacks.

packages.txt beside this module lists the styles, classes and language files of Debian 12's TeX packages that are not
in the usual bundle, one package a line.
"""

from functools import cache
from pathlib import Path

KNOWN = (".sty", ".cls", ".bst", ".ldf")


def package_hint(name: str) -> str:
    """What to do about the missing TeX file *name*; empty where paperkit cannot tell.

    >>> package_hint("IEEEtran.cls").partition(": ")[0]
    "it is in Debian's texlive-publishers"
    """
    if "/" in name or not name.endswith(KNOWN):
        return ""
    package = _owners().get(name)
    if package is None:
        return "check the name; Debian packages with more TeX files can be named under `packages:` in report.yaml"
    return f"it is in Debian's {package}: add `packages: [{package}]` to report.yaml"


@cache
def _owners() -> dict[str, str]:
    lines = Path(__file__).with_name("packages.txt").read_text("utf-8").splitlines()
    rows = (line.partition(": ") for line in lines)
    return {file: package for package, _, files in rows for file in files.split()}
