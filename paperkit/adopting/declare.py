r"""`paperkit given`: a typed set-up number moved into given.yaml, and a marker left in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from keyword import iskeyword
from pathlib import Path

from paperkit.adopting.entries import Entry, read_entries, renamed, with_entry
from paperkit.adopting.main_file import find_main
from paperkit.adopting.naming import key_for
from paperkit.config.given import DRAFT, GIVEN_FILE, is_draft
from paperkit.config.report import REPORT_FILE
from paperkit.errors import PaperkitError
from paperkit.latex.comments import without_comments
from paperkit.latex.rewriting import as_written
from paperkit.latex.scan import scan
from paperkit.process.atomic import commit_files
from paperkit.project import Project, find_project, package_templates
from paperkit.render.pages import MARKER_STYLE
from paperkit.source import SourceFile, Span
from paperkit.suggest.find import Place, Search, Unbound, search
from paperkit.suggest.literal import Literal
from paperkit.values.formats import parse_format
from paperkit.values.numeral import FormatError, agrees
from paperkit.values.quantity import Kind, Value
from paperkit.values.unit import BARE, Unit, UnitError, parse_unit

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NUMBER_MACRO = re.compile(r"\\(?:num|qty|SI|ang|numrange)\s*(?:\[[^\]]*\])?\s*\{$")
_GROUP = re.compile(r"\s*\{(?:[^{}]|\{[^{}]*\})*\}")
_PACKAGE = re.compile(r"\\(?:usepackage|RequirePackage)\s*(?:\[[^\]]*\])?\s*\{[^{}]*\bpaperkit\b[^{}]*\}")
_BEGIN = re.compile(r"^((?:[^%\n\\]|\\(?!begin\{document\})[\s\S])*)(?=\\begin\{document\})", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user says of a value; what is empty is found."""

    key: str = ""
    source: str = ""
    unit: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """A number that is declared now: its entry, its marker, where it stood, and the files that were written."""

    entry: Entry
    marker: str
    place: str
    files: tuple[str, ...]
    loads: str = ""
    """The main file, where it loads paperkit's package from now on."""


def declare(place: Place, wanted: Wanted, main: Path | None = None, write: bool = True) -> Declared:
    r"""Move the number at *place* into given.yaml of its report, or beside its main file; all files or none.

    A paper that does not load paperkit's package yet gets `\usepackage{paperkit}` and the package beside it. Raises
    PaperkitError where *place* is not one number, where a marker cannot stand there, or where the key means another
    value.
    """
    found = search(place, main)
    unbound = _one(found, place, main)
    project = Project(found.root)
    home, top = _home(place, main)
    path = home / GIVEN_FILE
    given, entries = read_entries(path, project)
    entry = _entry(unbound, wanted, entries)
    marker, span = _marker(unbound, entry)
    files = {found.root / unbound.span.path: _replaced(span, marker)}
    loads = _package(top, files, project) if top is not None else {}
    files |= loads
    texts = {each: as_written(each, source, text) for each, (source, text) in files.items()}
    draft = _unused_draft(unbound, entries, entry, home)
    before = renamed(given, draft, entry.key) if draft else given
    written: dict[Path, bytes | str] = {**texts, path: with_entry(before, entry)}
    if top is not None and not (top.parent / MARKER_STYLE).exists():
        written[top.parent / MARKER_STYLE] = (package_templates() / MARKER_STYLE).read_bytes()
    if write:
        commit_files(written)
    names = tuple(project.shown(each) for each in written)
    return Declared(entry, marker, unbound.span.place, names, "".join(map(project.shown, loads)))


def ensure_package(place: Place, main: Path | None) -> str:
    r"""`\usepackage{paperkit}` and the package, where the paper of *place* lacks them; the main file, if it changed."""
    try:
        _, top = _home(place, main)
    except PaperkitError:
        return ""
    if top is None or not top.is_file():
        return ""
    project = find_project(top.parent)
    files: dict[Path, bytes | str] = {
        path: as_written(path, source, text) for path, (source, text) in _package(top, {}, project).items()
    }
    if not (top.parent / MARKER_STYLE).exists():
        files[top.parent / MARKER_STYLE] = (package_templates() / MARKER_STYLE).read_bytes()
    commit_files(files)
    return project.shown(top) if top in files else ""


def _one(found: Search, place: Place, main: Path | None) -> Unbound:
    if len(found.found) != 1:
        near = found.found or search(Place(place.file, place.line), main).found
        places = ", ".join(f"{one.span.place} ({one.span.text})" for one in near[:6])
        hint = f"name one of them: {places}" if places else "name FILE:LINE of a number that stands in no marker"
        fact = f"{len(found.found)} unbound numbers are at {shown(place)}, and one is moved at a time"
        raise PaperkitError(fact, hint)
    (unbound,) = found.found
    if not unbound.exact:
        raise PaperkitError(
            f"{unbound.span.place}: a template or a macro makes this number", "write the marker by hand"
        )
    return unbound


def shown(place: Place) -> str:
    """The place as a user names it."""
    return ":".join(str(part) for part in (place.file, place.line, place.column) if part is not None)


def _home(place: Place, main: Path | None) -> tuple[Path, Path | None]:
    """(folder of given.yaml, main file that has to load the package; None in a report of sections)."""
    if main is None:
        for folder in place.file.absolute().parents:
            if (folder / REPORT_FILE).is_file():
                from paperkit.build.load import load

                own = load(folder).own
                return folder, own.main if own is not None else None
    top = (main or _top(place.file)).absolute()
    return top.parent, top


def _top(file: Path) -> Path:
    """The main file that *file* belongs to."""
    try:
        return find_main(file)
    except PaperkitError:
        return find_main(file.absolute().parent)


def _entry(unbound: Unbound, wanted: Wanted, entries: dict[str, Entry]) -> Entry:
    literal = unbound.literal
    unit = _unit(literal) if wanted.unit is None else wanted.unit
    value = _digits(literal)
    same = [each.key for each in entries.values() if (each.value, each.unit) == (value, unit)]
    key = wanted.key or _draft_of(unbound, entries, same) or key_for(literal, unbound.use, entries)
    if not _KEY.fullmatch(key) or iskeyword(key):
        raise PaperkitError(f"{key!r} is no name of a value", "letters, digits and `_`, a letter first")
    known = entries.get(key)
    if known is not None and key not in same:
        fact = f"given.{key} is {known.value} {known.unit}".rstrip() + f", and here stands {value} {unit}".rstrip()
        raise PaperkitError(fact, "give this one another name with --key")
    source = wanted.source or (known.source if known is not None else DRAFT)
    return Entry(key, value, unit, source, wanted.note)


def _draft_of(unbound: Unbound, entries: dict[str, Entry], same: list[str]) -> str:
    """The entry of that name with that value, or the draft that `adopt` wrote for it."""
    natural = key_for(unbound.literal, unbound.use)
    if natural in same:
        return natural
    drafts = (key for key in same if is_draft(entries[key].source) and key.startswith(natural))
    return next(drafts, "")


def _unused_draft(unbound: Unbound, entries: dict[str, Entry], entry: Entry, home: Path) -> str:
    """The draft of this very number under another name, where no text below *home* uses it; else empty."""
    same = [each.key for each in entries.values() if (each.value, each.unit) == (entry.value, entry.unit)]
    draft = _draft_of(unbound, entries, same)
    if not draft or entry.key in entries or not is_draft(entries[draft].source):
        return ""
    used = re.compile(rf"\bgiven\.{re.escape(draft.replace('_', chr(92) + '_'))}\b|\bgiven\.{re.escape(draft)}\b")
    texts = (each.read_text("utf-8", "replace") for each in home.rglob("*.tex*") if each.is_file())
    return "" if any(used.search(text) for text in texts) else draft


def _digits(literal: Literal) -> str:
    """The value as YAML takes it, with the digits that are shown."""
    return format(literal.value, "f")


def _unit(literal: Literal) -> str:
    unit = literal.unit
    return "" if unit is None or unit == BARE else unit.symbol


def _marker(unbound: Unbound, entry: Entry) -> tuple[str, Span]:
    r"""The marker and the span that it takes the place of: the number, or the \num{...} around it."""
    span = _around(unbound.span)
    printed, inside = span.text, span != unbound.span
    for form in _formats(unbound.literal, entry, inside):
        if _prints(printed, entry, form):
            marker = rf"\pkval{{given.{entry.key} | {form}}}{{{printed}}}"
            if unbound.span == unbound.use:  # a macro may be used anywhere: the check looks at each use
                _stands(span, marker)
            return marker, span
    raise PaperkitError(f"{unbound.span.place}: no format prints {printed}", "write the marker by hand")


def _around(span: Span) -> Span:
    r"""*span*, or the command of siunitx whose argument it is."""
    text = span.source.text
    before = _NUMBER_MACRO.search(text[max(0, span.start - 60) : span.start])
    if before is None or text[span.end : span.end + 1] != "}":
        return span
    end = span.end + 1
    unit = None if re.match(r"\\(?:num|ang)", before[0]) else _GROUP.match(text, end)
    return span.source.span(span.start - len(before[0]), unit.end() if unit else end)


def _formats(literal: Literal, entry: Entry, inside: bool) -> Iterator[str]:
    natural = literal.format(Fraction(literal.value), literal.places)
    forms = dict.fromkeys((natural, f".{max(0, literal.places)}f", "d", ",d", "asis", "words"))
    if inside and entry.unit:
        yield from (f"{form} {entry.unit}" for form in forms)
    yield from forms


def _prints(printed: str, entry: Entry, form: str) -> bool:
    """Whether *printed* is what the declared value prints in that format."""
    try:
        unit: Unit = parse_unit(entry.unit) if entry.unit else BARE
        value = Value(Fraction(entry.value), unit, kinds=frozenset({Kind.GIVEN}), literal=entry.value)
        return agrees(printed, (value,), parse_format(form)).ok
    except (FormatError, UnitError, ValueError):
        return False


def _stands(span: Span, marker: str) -> None:
    """Raises PaperkitError where no marker can stand."""
    text = _spliced(span, marker)
    found = next((each for each in scan(SourceFile(span.path, text)).markers if each.span.start == span.start), None)
    if found is None or found.inside:
        where = rf"within \{found.inside}" if found is not None else "where LaTeX sets no text"
        raise PaperkitError(f"{span.place}: a marker cannot stand {where}", "run `paperkit explain misplaced-marker`")


def _spliced(span: Span, text: str) -> str:
    whole = span.source.text
    return whole[: span.start] + text + whole[span.end :]


def _replaced(span: Span, marker: str) -> tuple[SourceFile, str]:
    return span.source, _spliced(span, marker)


def _package(
    top: Path, files: dict[Path, tuple[SourceFile, str]], project: Project
) -> dict[Path, tuple[SourceFile, str]]:
    r"""The main file with `\usepackage{paperkit}` before the document begins, where nothing loads it yet.

    It stands on the line of `\begin{document}`, so that every place that was printed before still holds.
    """
    from paperkit.latex.encodings import read_tex

    source = files[top][0] if top in files else read_tex(top, project.shown(top))
    text = files[top][1] if top in files else source.text
    begin = _BEGIN.search(text)
    if _PACKAGE.search(without_comments(text)) or begin is None:
        return {}
    return {top: (source, f"{text[: begin.end()]}\\usepackage{{paperkit}}{text[begin.end() :]}")}
