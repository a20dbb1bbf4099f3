"""What a TeX run complained about, each with its place in the document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from paperkit.tectonic.missing import package_hint
from paperkit.tectonic.nested import HINT, LOAD, nested_links
from paperkit.tectonic.transcript import Message, messages, own_name


@dataclass(frozen=True, slots=True)
class TexError:
    """One complaint."""

    file: str
    """File of the document, as it is called in the staged folder; empty when not known."""
    line: int
    """1-based; 0 when not known."""
    message: str
    kind: str
    """`error`, `missing-file`, `outside`, `shell-escape`, `undefined-reference`, `undefined-citation`,
    `label-duplicate`, `missing-character`, `annotation`, `lost-link`, `bibliography`, `overfull` or `underfull`."""
    hint: str = ""
    path: str = ""
    """The other file that it is about: one that is missing, or outside."""

    @property
    def fatal(self) -> bool:
        """Whether no report may be published with it, even where a PDF came out."""
        return self.kind not in ("overfull", "underfull")


def read_log(
    log: str, stderr: str, sources: Mapping[str, str] | None = None, bibliography: str = ""
) -> tuple[TexError, ...]:
    """Complaints in the engine's .log and standard error, each once, in the order found.

    *sources* are the document's own files (name in the staged folder, text): what the engine says without a place is
    looked up there. *bibliography* is BibTeX's .blg file. Complaints about fonts and packages' infos are left out.
    """
    files = sources or {}
    found = [*_from_stderr(stderr, files), *_from_transcript(log, stderr, files), *_from_bibtex(bibliography)]
    return tuple(dict.fromkeys(_prune(found)))


ENGINE_SUMMARIES = ("permission denied", "emergency stop")
"""Errors without a place that follow from others."""


UNFINISHED = ("undefined-reference", "undefined-citation")
"""What a run that stopped half-way leaves open."""


def _prune(found: list[TexError]) -> Iterator[TexError]:
    """Without what only follows from a complaint that says it better."""
    outside = [error.path for error in found if error.kind == "outside"]
    stopped = [error for error in found if error.kind in ("error", "missing-file", "outside", "shell-escape")]
    halted = any(not error.path.endswith((".bib", ".bst")) for error in stopped)
    for error in found:
        follows = error.kind == "missing-file" and any(path and error.path.startswith(path) for path in outside)
        follows = follows or (halted and error.kind in UNFINISHED)
        if not follows and not (error.message in ENGINE_SUMMARIES and len(stopped) > 1):
            yield error


_REFUSED = re.compile(r"^warning: open of input (.+) failed\ncaused by: Permission denied", re.MULTILINE)
_SHELL = re.compile(r"^warning: (.+):(\d+): \n?runsystem\((.*)\)\.\.\.disabled", re.MULTILINE)
_CHARACTER = re.compile(
    r"^warning: (.+):(\d+): \n?Missing character: There is no .*? \(U\+([0-9A-F]+)\) in font (.*?)!", re.MULTILINE
)
_IMAGE = re.compile(r'^caused by: (?:pdf: )?[Ii]mage inclusion failed for "(.+?)"', re.MULTILINE)
POSTSCRIPT = "turn it into a PDF, and leave the ending away in the text: the engine takes no PostScript"


def _from_stderr(stderr: str, files: Mapping[str, str]) -> Iterator[TexError]:
    for path in refused(stderr):
        yield outside_error(path, files)
    for found in _SHELL.finditer(stderr):
        file = own_name(found[1], files) or found[1]
        yield TexError(file, int(found[2]), f"the document runs a program: {found[3]}", "shell-escape", SHELL_HINT)
    for found in _CHARACTER.finditer(stderr):
        file, character = own_name(found[1], files) or found[1], chr(int(found[3], 16))
        text = f"the font {_font(found[4])} has no {character} (U+{found[3]})"
        yield TexError(file, int(found[2]), text, "missing-character", "choose a font that has it")
    for file, line, text, ours in nested_links(stderr, files):
        yield TexError(file, line, text, *(("annotation", HINT) if ours else ("lost-link", LOAD)))
    for found in _IMAGE.finditer(stderr):
        file, line = _mention(found[1], files)
        hint = POSTSCRIPT if found[1].lower().endswith((".eps", ".ps")) else ""
        yield TexError(file, line, f"the picture {found[1]} cannot be included", "missing-file", hint, found[1])
    if re.search(r"^error: Permission denied", stderr, re.MULTILINE):
        yield from _written_outside(files)


def _written_outside(files: Mapping[str, str]) -> Iterator[TexError]:
    """The engine writes all files at its end, and may fall over one outside before it writes its log."""
    for name, text in files.items():
        for found in re.finditer(r"\\openout\W?\w*\s*=?\s*\{?((?:/|~|[^\s{}]*\.\./)[^\s{}\\]*)", text):
            yield outside_error(found[1], {name: text})


def refused(stderr: str) -> tuple[str, ...]:
    """Files that the engine was not allowed to read, each once."""
    return tuple(dict.fromkeys(_REFUSED.findall(stderr)))


def outside_error(path: str, files: Mapping[str, str]) -> TexError:
    """The document touches *path*, which is not part of it."""
    file, line = _mention(path, files)
    return TexError(
        file, line, f"the document reads or writes {path}, which lies outside", "outside", OUTSIDE_HINT, path
    )


def _font(name: str) -> str:
    """The file or family that a font is named by.

    >>> _font("[lmmono10-regular.otf]/OT:script=latn;language=dflt;")
    'lmmono10-regular.otf'
    """
    return name.lstrip("[").split("]")[0].split(":")[0]


OUTSIDE_HINT = "put the file into the report, or take the line out"
SHELL_HINT = "take \\write18 out: a report is typeset from committed files alone"


def _from_transcript(log: str, stderr: str, files: Mapping[str, str]) -> Iterator[TexError]:
    for path in dict.fromkeys(re.findall(r"^\\openout\d+ = `(.+?)'", log, re.MULTILINE)):
        if path.startswith(("/", "~")) or ".." in path.split("/"):
            yield outside_error(path, files)
    runaway = ""
    for message in messages(log, files):
        if message.text.startswith("Runaway "):
            runaway = message.text.partition("\n")[2]
        elif message.text.startswith("! "):
            yield _error(message, stderr, files, runaway)
        else:
            yield from _warning(message, files)
    if not log.strip() or "\n! " not in log:
        yield from _bare_errors(stderr, files)


def _bare_errors(stderr: str, files: Mapping[str, str]) -> Iterator[TexError]:
    """Errors that only standard error has: the engine stopped before or after TeX."""
    for found in re.finditer(r"^error: (?:(.+?):(\d+): )?(.+)$", stderr, re.MULTILINE):
        if found[3].startswith(("something bad happened", "the XeTeX engine", "the xdvipdfmx engine")):
            continue
        file = own_name(found[1], files) or found[1] if found[1] else ""
        yield TexError(file, int(found[2] or 0), _lower(found[3].split(" (os error")[0]), "error")


_PLACE = re.compile(r"^error: (.+?):(\d+): ", re.MULTILINE)
_NOT_FOUND = re.compile(r"file `([^']+)' not found", re.IGNORECASE)
_UNFOUND_FONT = re.compile(r'The font "([^"]+)" cannot be found')
_NO_LANGUAGE = re.compile(r"definition file (\S+\.ldf) was not found")
_NO_PICTURE = re.compile(r"unable to load picture or PDF file '([^']+)'", re.IGNORECASE)


def _error(message: Message, stderr: str, files: Mapping[str, str], runaway: str) -> TexError:
    """The error that stopped TeX: text from the transcript, place from standard error or from the sources."""
    text = _error_text(message.text)
    placed = _PLACE.search(stderr)
    file = (own_name(placed[1], files) or placed[1]) if placed else message.file
    line = int(placed[2]) if placed else 0
    if found := _NOT_FOUND.search(text) or _NO_PICTURE.search(text):
        where = (file, line) if line else _mention(found[1], files, message.file)
        return TexError(*where, f"there is no file {found[1]}", "missing-file", package_hint(found[1]), found[1])
    if found := _UNFOUND_FONT.search(text):
        return TexError(file, line, f"there is no font {found[1]}", "missing-file", FONT_HINT, found[1])
    if found := _NO_LANGUAGE.search(text):
        where = _mention(found[1].removesuffix(".ldf"), files, message.file)
        return TexError(*where, f"there is no file {found[1]}", "missing-file", package_hint(found[1]), found[1])
    if files and file and file not in files:
        text, (file, line) = f"{text} (in {file}:{line})", _mention(Path(file).stem, files, message.file)
    if runaway and not line:
        file, line = _runaway_place(text, runaway, files)
    if "no legal \\end found" in message.text:
        file = file or next(iter(files), "")
        return TexError(file, files.get(file, "").count("\n"), "the document has no \\end{document}", "error")
    return TexError(file, line, text, "error")


FONT_HINT = (
    "name a font by its file in the bundle, such as texgyrepagella-regular.otf; fonts of this machine are not used"
)


def _error_text(text: str) -> str:
    """Message of an error in one line, with the culprit that TeX shows at its line break.

    >>> _error_text("! Undefined control sequence." + chr(10) + "l.5 Then " + chr(92) + "nosuch" + chr(10) + "   here.")
    'undefined control sequence \\\\nosuch'
    """
    head, *rest = text.split("\n")
    message = head.removeprefix("! ").removeprefix("LaTeX Error: ")
    package = re.match(r"(?:Package|Class) (\S+) Error: ", message)
    for line in rest:
        if not line.strip() or line.startswith(("l.", " ", "<", "\\", "See the", "Type ")):
            break
        message += " " + re.sub(r"^\(\S+\)\s+", "", line)
    if package:
        message = f"{package[1]}: {message[package.end() :]}"
    message = _lower(message.strip().rstrip(". "))
    culprit = re.search(r"(\\[A-Za-z@]+|\S) *$", next((line for line in rest if line.strip()), ""))
    if message == "undefined control sequence" and culprit:
        return f"{message} {culprit[1]}"
    return message


def _lower(text: str) -> str:
    """*text* with a small first letter, unless its first word is a name.

    >>> _lower("Missing $ inserted"), _lower("TeX capacity exceeded")
    ('missing $ inserted', 'TeX capacity exceeded')
    """
    return text[:1].lower() + text[1:] if text[1:2].islower() and not text.startswith("TeX") else text


def _runaway_place(text: str, runaway: str, files: Mapping[str, str]) -> tuple[str, int]:
    """Where an argument begins that never ends: its macro and the words that TeX read of it."""
    macro = re.search(r"scanning use of (\\\S+)", text)
    words = re.split(r" ?\\", runaway.partition("\n")[0])[0].strip()
    return _mention((macro[1] if macro else "") + words, files)


def _mention(text: str, files: Mapping[str, str], first: str = "") -> tuple[str, int]:
    """The first place in *files* (in *first* before others) where *text*, or its name without ending, stands."""
    stem = re.sub(r"\.\w{1,4}$", "", text)
    for wanted in dict.fromkeys((text, stem)):
        for name in sorted(files, key=lambda name: name != first):
            at = files[name].find(wanted) if wanted else -1
            if at >= 0:
                return name, files[name].count("\n", 0, at) + 1
    return first, 0


_WARNINGS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"(?:Hyper r|R)eference `(.+?)' .*undefined on input line (\d+)"), "undefined-reference", "reference"),
    (re.compile(r"Citation `(.+?)' .*undefined(?: on input line (\d+))?"), "undefined-citation", "citation"),
    (re.compile(r"Label `(.+?)' multiply defined()"), "label-duplicate", "label"),
)


def _warning(message: Message, files: Mapping[str, str]) -> Iterator[TexError]:
    text = re.sub(r"\n\(\S+\)\s+", " ", message.text).replace("\n", " ")
    for pattern, kind, noun in _WARNINGS:
        if found := pattern.search(text):
            where = _key_place(found[1], int(found[2] or 0), message.file, files, noun)
            says = "is defined twice" if kind == "label-duplicate" else "is not defined"
            yield TexError(*where, f"the {noun} {found[1]} {says}", kind)
            return
    box = re.match(r"(Over|Under)full (\\[hv]box) \((.+?)\)(?:.*?lines? (\d+))?", text)
    if box:
        where = (message.file, int(box[4] or 0))
        yield TexError(*where, f"{box[1].lower()}full {box[2]}: {box[3]}", f"{box[1].lower()}full")


def _key_place(key: str, line: int, file: str, files: Mapping[str, str], noun: str) -> tuple[str, int]:
    """The file whose line *line* holds *key*; for a label its second definition."""
    if noun == "label":
        places = [
            (name, text.count("\n", 0, found.start()) + 1)
            for name, text in files.items()
            for found in re.finditer(re.escape(f"\\label{{{key}}}"), text)
        ]
        return places[1] if len(places) > 1 else (file, line)
    holds: Callable[[str], bool] = lambda name: key in "".join(files[name].splitlines()[line - 1 : line])  # noqa: E731
    names = sorted(files, key=lambda name: name != file)
    return next((name for name in names if line and holds(name)), file), line


_BIBTEX_PLACE = re.compile(r"^(.+?)---line (\d+) of file (\S+)$", re.MULTILINE)
_BIBTEX_GONE = re.compile(r"^I couldn't open (?:database|style) file (\S+)$", re.MULTILINE)


def _from_bibtex(blg: str) -> Iterator[TexError]:
    for found in _BIBTEX_PLACE.finditer(blg):
        if not found[1].startswith("Warning"):
            yield TexError(found[3], int(found[2]), _lower(found[1].strip()), "bibliography")
    for found in _BIBTEX_GONE.finditer(blg):
        yield TexError("", 0, f"there is no file {found[1]}", "missing-file", package_hint(found[1]), found[1])
