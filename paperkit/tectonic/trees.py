"""What goes into a bundle: TeX files chosen from Debian packages or from a TeX Live, and three files of our own.

A bundle is a flat space of names: of two files with one name the search order decides.
"""

from __future__ import annotations

import os
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

RECIPE = 1
"""Raise it when what is chosen here changes: cached bundles of another recipe are made again."""

SEARCH = (
    *("paperkit//", "tex/xelatex//", "tex/latex//", "tex/xetex//", "tex/plain//", "tex/generic//"),
    *("bibtex//", "fonts//", "makeindex//", "dvipdfmx//"),
)
FOLDERS = (
    *("tex/xelatex/", "tex/latex/", "tex/xetex/", "tex/plain/", "tex/generic/", "bibtex/bib/", "bibtex/bst/"),
    *("bibtex/csf/", "fonts/opentype/", "fonts/truetype/", "fonts/type1/", "fonts/tfm/", "fonts/vf/", "fonts/enc/"),
    *("fonts/map/", "fonts/misc/", "fonts/cmap/", "makeindex/", "dvipdfmx/"),
)
SKIPPED_ENDINGS = (
    *(".fmt", ".lua", ".luc", ".mf", ".pl", ".py", ".sh", ".afm", ".md", ".html"),
    *(".pdf", ".png", ".jpg", ".jpeg", ".svg", ".eps", ".mp4", ".mp3", ".swf", ".zip"),
)
"""Programs, documentation and pictures."""
SKIPPED_FOLDERS = frozenset(
    f"tex/{name}"
    for name in (
        *("latex/utfsym", "latex/worldflags", "latex/hwemoji", "latex/twemojis", "latex/realhats", "latex/figchild"),
        *("latex/fithesis", "latex/ghsystem", "latex/lwarp", "latex/mwe", "latex/coffeestains", "latex/doclicense"),
        *("latex/media9", "latex/xymtex", "latex/pgf-spectra", "latex/prosper", "latex/phonenumbers"),
        *("latex/texshade", "latex/duckuments", "latex/ifmslide", "latex/beamertheme-npbt", "latex/stex"),
        *("generic/tex4ht", "generic/pgfornament", "generic/enctex", "generic/pdftex", "generic/borceux"),
    )
)
"""Large collections of pictures and of other trades, of no use to a report."""
FONTS = frozenset(
    {
        *("lm", "lm-math", "tex-gyre", "tex-gyre-math", "cm", "amsfonts", "latex-fonts", "knuth-lib", "knuth-local"),
        *("ec", "cmextra", "concrete", "rsfs", "stmaryrd", "wasy", "wasy-type1", "marvosym", "eurosym", "esint"),
        *("esint-type1", "yhmath", "mathpazo", "fpl", "pslatex", "bbm", "dsfont", "bbold"),
        *("helvetic", "times", "palatino", "courier", "charter", "utopia", "symbol", "zapfding", "bookman"),
        *("ncntrsbk", "avantgar", "zapfchan", "base", "tetex", "fontmapping", "etex", "pdftex", "xypic"),
        *("libertinus-fonts", "libertinus-type1", "libertine", "newtx", "newpx", "stix2-otf", "xits", "inconsolata"),
        *("sourcecodepro", "sourcesanspro", "fira", "firamath", "dejavu", "fontawesome5", "glyphlist", "scanpages"),
        *("linuxlibertine", "stix", "ae", "mflogo", "mflogo-font", "dummy-space"),
    }
)
"""Families of fonts: a whole TeX Live holds more than a gigabyte of others."""
OTHER_MAPS = frozenset({"dvips35.map", "ps2pk35.map", "dvipdfm35.map", "pdftex35.map", "dvipdfmx.map"})
"""Alternatives for other programs, in a syntax of their own."""
ASIAN_MAPS = ("kanjix.map", "ckx.map")
"""Maps that the engine always asks for; empty ones keep it quiet."""
ROOTS = ("usr/share/texlive/texmf-dist/", "usr/share/texmf/")
SYSTEM_FONTS = "usr/share/fonts/"
HYPHENATION = "var/lib/tex-common/hyphen-cnf/"

LANGUAGES = "english hyphen.tex\n=usenglish\n=USenglish\n=american\ndumylang dumyhyph.tex\nnohyphenation zerohyph.tex\n"
FORMAT = "\\input xelatex.ini\n"


def wanted(name: str, all_fonts: bool = False) -> bool:
    """Whether *name*, relative to the root of a TeX tree, goes into a bundle; *all_fonts*: not only known families.

    >>> wanted("tex/latex/siunitx/siunitx.sty"), wanted("tex/latex/mwe/example-image-a.pdf"), wanted("doc/latex/x.tex")
    (True, False, False)
    """
    if not name.startswith(FOLDERS) or name.endswith(SKIPPED_ENDINGS):
        return False
    parts = name.split("/")
    if parts[0] == "fonts":
        return all_fonts or not FONTS.isdisjoint(parts[2:-1])
    return "/".join(parts[:3]) not in SKIPPED_FOLDERS


def place_in_tree(name: str, all_fonts: bool = False) -> str | None:
    """Where the file *name* of a Debian package (no leading slash) goes in the tree; None when it does not.

    >>> place_in_tree("usr/share/fonts/opentype/stix/STIXMath-Regular.otf")
    'fonts/opentype/stix/STIXMath-Regular.otf'
    """
    for root in ROOTS:
        if name.startswith(root):
            inner = name[len(root) :]
            return inner if wanted(inner, all_fonts) else None
    if name.startswith(SYSTEM_FONTS) and name.endswith((".otf", ".ttf")):
        return "fonts/" + name[len(SYSTEM_FONTS) :]
    return None


def take_package(stream: IO[bytes], tree: Path, all_fonts: bool = False) -> None:
    """Copy the wanted files of one Debian package, given as a tar stream, into *tree*.

    What it declares of hyphenation goes to `hyphenation/` there, see `add_our_files`.
    """
    with tarfile.open(fileobj=stream, mode="r|") as archive:
        for member in archive:
            name = member.name.removeprefix("./")
            inner = f"hyphenation/{Path(name).name}" if name.startswith(HYPHENATION) else place_in_tree(name, all_fonts)
            content = archive.extractfile(member) if inner and member.isfile() else None
            if inner and content:
                _write(tree / inner, content)


def _write(path: Path, content: IO[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as target:
        shutil.copyfileobj(content, target)


def take_tree(root: Path, tree: Path) -> None:
    """Copy the wanted files of the TeX tree *root* into *tree*; what is there already stays."""
    for path in _files_below(root):
        inner = path.relative_to(root).as_posix()
        target = tree / inner
        if wanted(inner) and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def _files_below(root: Path) -> Iterator[Path]:
    for top in sorted({folder.split("/")[0] for folder in FOLDERS}):
        for folder, folders, names in os.walk(root / top):
            folders.sort()
            yield from (Path(folder, name) for name in sorted(names) if Path(folder, name).is_file())


def add_our_files(tree: Path) -> None:
    """The format's source, the list of languages, and one map of all Type 1 fonts."""
    ours = tree / "paperkit"
    ours.mkdir(parents=True, exist_ok=True)
    (ours / "tectonic-format-latex.tex").write_text(FORMAT, "utf-8")
    declared = sorted((tree / "hyphenation").glob("*.cnf"))
    (ours / "language.dat").write_text(LANGUAGES + "".join(map(language_lines, declared)), "utf-8")
    maps = [path for path in sorted((tree / "fonts/map/dvips").rglob("*.map")) if path.name not in OTHER_MAPS]
    (ours / "pdftex.map").write_bytes(b"\n".join(path.read_bytes() for path in maps))
    for name in ASIAN_MAPS:
        (ours / name).write_bytes(b"")


def language_lines(declaration: Path) -> str:
    """Lines for language.dat from one package's `name=german synonyms=a,b file=loadhyph-de-1901.tex ...`."""
    lines = []
    for line in declaration.read_text("utf-8").splitlines():
        fields = dict(word.split("=", 1) for word in line.split() if "=" in word)
        if not line.startswith("#") and fields.get("name") and fields.get("file"):
            lines.append(f"{fields['name']} {fields['file']}")
            lines += [f"={name}" for name in fields.get("synonyms", "").split(",") if name]
    return "".join(f"{line}\n" for line in lines)


def specification(tree: Path) -> str:
    """The engine's recipe for the bundle of *tree*."""
    order = ", ".join(f'"{folder}"' for folder in SEARCH)
    return (
        '[bundle]\nname = "paperkit"\nexpected_hash = ""\nsearch_order = [{ input = "tree" }]\nignore = []\n\n'
        f'[inputs."tree"]\nsource.dir.path = "{tree.name}"\nsearch_order = [{order}]\nignore = []\n'
    )
