"""toc.md: the contract of a report, as people read it.

Front matter with `state` (draft or agreed), `by` and `date`; then a heading for each section and below it what the
section promises:

    ## GEMM by composite command {#gemm}

    - purpose: say what a composite command is worth, and against which baseline
    - sources: adr:0002, spec:platform
    - figures: break_even
    - tables: sweep
    - claims:
      - At no dispatch cost the command gains nothing (`gain_at_zero`)
      - It pays from `break_even_cycles` on

A claim names in backticks the quantities or artifacts that carry it: that is what the check looks for in the section.
Prose between the lists is free.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from paperkit.config.fields import Field, Record, Shape, Text, problem, read_file
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.diagnostics.nearest import nearest
from paperkit.project import Project
from paperkit.source import SourceFile, Span, read_source

TOC_FILE = "toc.md"

FRONT = (
    Field("state", Shape.TEXT, "`draft` while it is negotiated, `agreed` from then on.", "agreed", required=True),
    Field("by", Shape.TEXT, "Who agreed.", "Ada Lovelace"),
    Field("date", Shape.DATE, "When.", "2026-06-30"),
)
ITEMS = ("purpose", "sources", "figures", "tables", "claims")
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.*?)[ \t]*(?:\{#([^}\n]*)\})?[ \t]*$")
_ITEM = re.compile(r"^([-*])[ \t]+([A-Za-z][A-Za-z ]*?)[ \t]*:[ \t]*(.*?)[ \t]*$")
_ENTRY = re.compile(r"^[ \t]+[-*][ \t]+(.*?)[ \t]*$")


@dataclass(frozen=True, slots=True)
class Promise:
    """What one section promises; *span* is its heading."""

    key: str
    title: str
    span: Span
    purpose: str = ""
    sources: tuple[Text, ...] = ()
    figures: tuple[Text, ...] = ()
    tables: tuple[Text, ...] = ()
    claims: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Contract:
    """The promises of all sections, in order."""

    source: SourceFile
    state: str
    by: str = ""
    date: str = ""
    promises: tuple[Promise, ...] = ()

    @property
    def agreed(self) -> bool:
        """Whether the report is held to it."""
        return self.state == "agreed"

    def promise(self, key: str) -> Promise | None:
        """The promise with that key."""
        return next((each for each in self.promises if each.key == key), None)


def load_contract(folder: Path, project: Project) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """The contract of the report in *folder*; a missing or empty toc.md is a PK302."""
    path = folder / TOC_FILE
    source = SourceFile(project.shown(path), "") if not path.is_file() else read_source(path, project.shown(path))
    if not source.text.strip():
        return None, (problem(source.whole(), f"{TOC_FILE} is missing or empty", "write a heading for each section"),)
    return parse_contract(source)


def parse_contract(source: SourceFile) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """The contract in the text of a toc.md."""
    front, body, problems = _front(source)
    state = front.single.get("state") if front else None
    if state and state.value not in {"draft", "agreed"}:
        problems = (*problems, problem(state.span, f"state is {state.value!r}, but takes draft or agreed"))
    problems = (*problems, *_unsigned(front))
    parser = _Parser(source)
    parser.parse(body)
    record = front or Record(source.whole())
    contract = Contract(
        source, record.text("state", "draft"), record.text("by"), record.text("date"), tuple(parser.promises())
    )
    if not contract.promises and not parser.problems:
        parser.problems.append(problem(source.whole(), "no section is promised", "write `## Title {#key}` for each"))
    return contract, (*problems, *parser.problems)


def _unsigned(front: Record | None) -> tuple[Diagnostic, ...]:
    """What an agreed contract does not say of who agreed and when."""
    if front is None or front.text("state") != "agreed":
        return ()
    span = front.single["state"].span
    missing = [name for name in ("by", "date") if name not in front.keys]
    return tuple(
        problem(span, f"the contract is agreed, but has no {name!r}", f"add `{name}: ...`") for name in missing
    )


def _front(source: SourceFile) -> tuple[Record | None, int, tuple[Diagnostic, ...]]:
    """(front matter, first line of the body, problems)."""
    lines = len(source.line_starts)
    close = next((n for n in range(2, lines + 1) if source.line(n).rstrip() == "---"), 0)
    if source.line(1).rstrip() != "---" or not close:
        hint = "begin the file with `---`, `state: draft`, `---`"
        return None, 1, (problem(source.whole(), f"{source.path} has no front matter", hint),)
    # the text up to the closing line: offsets stay those of the whole file
    record, problems = read_file(SourceFile(source.path, source.text[: source.line_starts[close - 1]]), FRONT)
    return record, close + 1, problems


@dataclass(slots=True)
class _Draft:
    """A section while its lines are read."""

    key: str
    title: str
    span: Span
    items: dict[str, list[Text]] = field(default_factory=dict)


class _Parser:
    """Reads the body line by line; fenced blocks and HTML comments are prose."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.problems: list[Diagnostic] = []
        self.drafts: list[_Draft] = []
        self.item: str | None = None
        self.skip = ""

    def parse(self, first: int) -> None:
        for number in range(first, len(self.source.line_starts) + 1):
            line = self.source.line(number)
            if not self._skipped(line):
                self._line(number, line)

    def _skipped(self, line: str) -> bool:
        stripped = line.strip()
        if self.skip:
            self.skip = "" if self.skip in stripped else self.skip
            return True
        if stripped.startswith(("```", "~~~")):
            self.skip = stripped[:3]
        elif stripped.startswith("<!--") and "-->" not in stripped:
            self.skip = "-->"
        return bool(self.skip) or stripped.startswith("<!--")

    def _line(self, number: int, line: str) -> None:
        start = self.source.line_starts[number - 1]
        if heading := _HEADING.match(line):
            self.item = None
            if len(heading[1]) > 1:
                self._heading(heading, self.source.span(start, start + len(line.rstrip())))
        elif self.drafts and (item := _ITEM.match(line)):
            self._item(item, start)
        elif self.item and (entry := _ENTRY.match(line)):
            self._add(entry[1], start + entry.start(1), split=False)
        elif self.item and line[:1] in {" ", "\t"} and line.strip():
            self._continue(line, start)
        elif line.strip():
            self.item = None

    def _heading(self, match: re.Match[str], span: Span) -> None:
        key = match[3] or _slug(match[2])
        if not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", key):
            self.problems.append(problem(span, f"{key!r} is no key of a section", "write `{#key}` in lower case"))
            return
        twin = next((draft for draft in self.drafts if draft.key == key), None)
        if twin is not None:
            found = problem(span, f"section {key!r} is promised twice", "give one another key")
            self.problems.append(found.label(twin.span, "first here"))
            return
        self.drafts.append(_Draft(key, match[2], span))

    def _item(self, match: re.Match[str], start: int) -> None:
        name = match[2].lower()
        self.item = name if name in ITEMS else None
        span = self.source.span(start + match.start(2), start + match.end(2))
        if self.item is None:
            hint = nearest(name, ITEMS) or f"known: {', '.join(ITEMS)}"
            self.problems.append(problem(span, f"a section promises no {match[2]!r}", hint))
            return
        self.drafts[-1].items.setdefault(name, [])
        if match[3]:
            self._add(match[3], start + match.start(3), split=name not in {"purpose", "claims"})

    def _add(self, text: str, start: int, *, split: bool) -> None:
        if text.lower() in {"none", "-", "—"}:
            return
        into = self.drafts[-1].items[self.item or ""]
        at = 0
        for part in text.split(",") if split else [text]:
            word = part.strip()
            if word:
                begin = start + at + len(part) - len(part.lstrip())
                bare = word if self.item in {"purpose", "claims"} else word.strip("`")
                into.append(Text(bare, self.source.span(begin, begin + len(word))))
            at += len(part) + 1

    def _continue(self, line: str, start: int) -> None:
        into = self.drafts[-1].items[self.item or ""]
        indent = len(line) - len(line.lstrip())
        if self.item in {"purpose", "claims"} and into:
            last = into.pop()
            into.append(Text(f"{last.value} {line.strip()}", last.span))
        else:
            self._add(line.strip(), start + indent, split=True)

    def promises(self) -> list[Promise]:
        return [
            Promise(
                draft.key,
                draft.title,
                draft.span,
                purpose=" ".join(text.value for text in draft.items.get("purpose", ())),
                **{name: tuple(draft.items.get(name, ())) for name in ITEMS[1:]},
            )
            for draft in self.drafts
        ]


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
