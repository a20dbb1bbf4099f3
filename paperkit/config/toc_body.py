"""The body of a toc.md: sections, and what each promises, line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal

from paperkit.config.fields import Text, problem
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.diagnostics.nearest import nearest
from paperkit.source import SourceFile, Span

ITEMS = ("purpose", "archetype", "budget", "sources", "figures", "tables", "claims", "questions")
LISTS = ("sources", "figures", "tables", "claims", "questions")
_WHOLE = frozenset({"purpose", "archetype", "budget", "claims", "questions"})
"""Items whose text is one, commas or not."""
_BUDGET = re.compile(r"(\d{1,3}(?:\.\d+)?)[ \t]*pages?")
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
    questions: tuple[Text, ...] = ()
    archetype: str = ""
    budget: Text | None = None

    @property
    def pages(self) -> Decimal | None:
        """Pages that the section may take; None where nothing is said."""
        found = _BUDGET.fullmatch(self.budget.value) if self.budget else None
        return Decimal(found[1]) if found else None


@dataclass(slots=True)
class _Draft:
    """A section while its lines are read."""

    key: str
    title: str
    span: Span
    items: dict[str, list[Text]] = field(default_factory=dict)


class Parser:
    """Reads the body line by line; fenced blocks and HTML comments are prose."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.problems: list[Diagnostic] = []
        self.drafts: list[_Draft] = []
        self.item: str | None = None
        self.skip = ""

    def parse(self, first: int) -> None:
        """Read the lines from number *first* on."""
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
            self._add(match[3], start + match.start(3), split=name not in _WHOLE)

    def _add(self, text: str, start: int, *, split: bool) -> None:
        if text.lower() in {"none", "-", "—"}:
            return
        into = self.drafts[-1].items[self.item or ""]
        at = 0
        for part in text.split(",") if split else [text]:
            word = part.strip()
            if word:
                begin = start + at + len(part) - len(part.lstrip())
                bare = word if self.item in _WHOLE else word.strip("`")
                into.append(Text(bare, self.source.span(begin, begin + len(word))))
            at += len(part) + 1

    def _continue(self, line: str, start: int) -> None:
        into = self.drafts[-1].items[self.item or ""]
        indent = len(line) - len(line.lstrip())
        if self.item in _WHOLE and into:
            last = into.pop()
            into.append(Text(f"{last.value} {line.strip()}", last.span))
        else:
            self._add(line.strip(), start + indent, split=True)

    def promises(self) -> list[Promise]:
        """What was read, in order."""
        return [self._promise(draft) for draft in self.drafts]

    def _promise(self, draft: _Draft) -> Promise:
        budget = next(iter(draft.items.get("budget", ())), None)
        if budget is not None and not _BUDGET.fullmatch(budget.value):
            self.problems.append(problem(budget.span, f"{budget.value!r} is no number of pages", "write `2.5 pages`"))
        return Promise(
            draft.key,
            draft.title,
            draft.span,
            purpose=" ".join(text.value for text in draft.items.get("purpose", ())),
            archetype=" ".join(text.value for text in draft.items.get("archetype", ())),
            budget=budget,
            **{
                name: tuple(draft.items.get(name, ()))
                for name in ("sources", "figures", "tables", "claims", "questions")
            },
        )


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
