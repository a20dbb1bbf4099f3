r"""A tree of LaTeX in one folder: every file beside the main one, every `\input` and `\includegraphics` led there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from paperkit.export.resolve import MARK, Pages, resolve

TEXTS = frozenset({".tex", ".ltx", ".sty", ".cls", ".clo", ".def", ".cfg", ".bbl"})
DROPPED = frozenset({"paperkit.sty"})
ENDINGS = ("", ".tex", ".pdf", ".png", ".jpg", ".jpeg", ".eps", ".sty", ".cls")
_ARGUMENT = re.compile(r"\\([A-Za-z]+)(\*?\s*(?:\[[^\]]*\]\s*)?)\{([^{}\\#]+)\}")
_BARE = re.compile(r"\\input\s+([^\s{}\\%]+)")
_IMPORT = re.compile(r"\\(?:sub)?(?:import|inputfrom|includefrom)\*?\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_BIBLIOGRAPHY = re.compile(r"\\bibliography\s*\{[^{}]*\}")
_PATHS = re.compile(r"\\graphicspath\s*\{((?:\s*\{[^{}]*\})+)\s*\}")


def flatten(files: Mapping[str, bytes], main: str, pages: Pages) -> dict[str, bytes]:
    """All of *files* (name in the stage to content) that are not paperkit's, in one folder; *main* keeps its name.

    A file whose name no text spells out (a macro makes it) keeps its folder, so that it is found.
    """
    kept = {name: raw for name, raw in files.items() if PurePosixPath(name).name not in DROPPED}
    flat = _names(kept, main)
    texts = {name: _decoded(raw) for name, raw in kept.items() if PurePosixPath(name).suffix.lower() in TEXTS}
    home = posixpath.dirname(main)
    lists = (found for text in texts.values() for found in _PATHS.findall(text))
    shown = [path for found in lists for path in re.findall(r"\{([^{}]*)\}", found)]
    mark = MARK if any(r"\pkprojected" in text for text in texts.values()) else ""
    led: set[str] = set()
    done: dict[str, bytes] = {}
    for name, text in texts.items():
        folders = dict.fromkeys((home, posixpath.dirname(name), *(posixpath.join(home, path) for path in shown)))
        changed = _led(resolve(text, pages, mark), folders, flat, led, posixpath.splitext(flat[main])[0])
        done[flat[name]] = changed.encode("utf-8", "surrogateescape")
    for name, raw in kept.items():
        if name not in texts:
            done[flat[name]] = raw
        if name not in led and name != main and posixpath.dirname(name) not in ("", home):
            beside = posixpath.relpath(name, home or ".")
            done[name if beside.startswith("..") else beside] = done.pop(flat[name]) if flat[name] in done else raw
    return dict(sorted(done.items()))


def _names(files: Iterable[str], main: str) -> dict[str, str]:
    """A name without folders for each file; the folders come in where two have one."""
    taken: dict[str, str] = {posixpath.basename(main): main}
    names = {main: posixpath.basename(main)}
    for name in sorted(files, key=lambda each: (each.count("/"), each)):
        if name == main:
            continue
        parts = name.split("/")
        choices = ("-".join(parts[-count:]) for count in range(1, len(parts) + 1))
        flat = next(each for each in (*choices, "-".join(("x", *parts))) if each not in taken)
        taken[flat] = name
        names[name] = flat
    return names


def _led(text: str, folders: Iterable[str], flat: Mapping[str, str], led: set[str], stem: str) -> str:
    """*text* with the names of files in arguments turned into those beside the main file."""

    def argument(found: re.Match[str]) -> str:
        new = _new_name(found[3].strip(), folders, flat, led)
        return found[0] if new is None else f"\\{found[1]}{found[2]}{{{new}}}"

    def bare(found: re.Match[str]) -> str:
        new = _new_name(found[1], folders, flat, led)
        return found[0] if new is None else f"\\input{{{new}}}"

    def imported(found: re.Match[str]) -> str:
        new = _new_name(posixpath.join(found[1].strip(), found[2].strip()), folders, flat, led)
        return found[0] if new is None else f"\\input{{{new}}}"

    text = _BIBLIOGRAPHY.sub(lambda _: f"\\input{{{stem}.bbl}}", text)
    return _ARGUMENT.sub(argument, _BARE.sub(bare, _IMPORT.sub(imported, text)))


def _new_name(name: str, folders: Iterable[str], flat: Mapping[str, str], led: set[str]) -> str | None:
    """The flat name of the file that *name* means, with an ending where it has one; None where it means none."""
    for folder in folders:
        for ending in ENDINGS:
            path = posixpath.normpath(posixpath.join(folder, name + ending))
            if path in flat:
                led.add(path)
                new = flat[path]
                return new.removesuffix(ending) if ending else new
    return None


def _decoded(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
