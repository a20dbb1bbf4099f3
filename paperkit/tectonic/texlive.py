"""A TeX Live that is installed on this machine, as a source of TeX files."""

from __future__ import annotations

import shutil
from pathlib import Path

from paperkit.errors import PaperkitError, Status
from paperkit.process.capture import capture

PLACES = ("/usr/share/texlive/texmf-dist", "/usr/share/texmf", "/usr/share/texmf-dist")
YEARLY = "/usr/local/texlive"
REQUIRED = (
    *("tex/latex/base/latex.ltx", "tex/latex/siunitx/siunitx.sty", "tex/latex/pgfplots/pgfplots.sty"),
    *("tex/latex/fontspec/fontspec.sty", "tex/latex/unicode-math/unicode-math.sty", "tex/latex/booktabs/booktabs.sty"),
    *("tex/latex/tcolorbox/tcolorbox.sty", "tex/latex/cleveref/cleveref.sty", "tex/latex/natbib/natbib.sty"),
    *(
        "fonts/opentype/public/lm-math/latinmodern-math.otf",
        "fonts/opentype/public/tex-gyre/texgyrepagella-regular.otf",
    ),
)
"""What a report may lean on; a TeX Live without one of them is not used."""


def texlive_trees() -> tuple[Path, ...]:
    """The trees of an installed TeX Live. Raises PaperkitError when there is none, or one that lacks too much."""
    roots = tuple(root for root in _candidates() if root.is_dir())
    missing = [name for name in REQUIRED if not any((root / name).is_file() for root in roots)]
    if not roots or len(missing) == len(REQUIRED):
        raise PaperkitError("no TeX Live on this machine", status=Status.TOOL)
    if missing:
        names = ", ".join(Path(name).name for name in missing)
        raise PaperkitError(f"the TeX Live on this machine lacks {names}", status=Status.TOOL)
    return roots


def _candidates() -> list[Path]:
    """Where trees may lie: what kpsewhich says, Debian's places, the newest year of upstream's installer."""
    asked = []
    if shutil.which("kpsewhich"):
        for variable in ("TEXMFDIST", "TEXMFDEBIAN"):
            done = capture(["kpsewhich", f"-var-value={variable}"], Path("/"), timeout=30)
            asked.append(Path(done.stdout.decode("utf-8", "replace").strip() or "/nonexistent"))
    yearly = sorted(Path(YEARLY).glob("20*/texmf-dist"), reverse=True)[:1]
    return list(dict.fromkeys(path.resolve() for path in (*asked, *map(Path, PLACES), *yearly)))
