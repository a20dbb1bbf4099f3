"""Documents that values are quoted from: ADR (MADR, Nygard) and SPEC Markdown, with or without front matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from paperkit.source import SourceFile, Span

ACCEPTED = frozenset({"accepted", "approved", "active", "agreed", "final", "stable", "implemented"})
"""Statuses of a document that holds."""


@dataclass(frozen=True, slots=True)
class Section:
    """One heading and what stands under it, sections below included. *span* is the heading's line."""

    title: str
    slug: str
    level: int
    span: Span
    body: Span

    @property
    def text(self) -> str:
        """The Markdown under the heading."""
        return self.body.text


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """One document. *status* is one lower-case word ("" where none stands), *date* as written, *span* its title."""

    id: str
    title: str
    status: str
    date: str
    superseded_by: str
    sections: tuple[Section, ...]
    span: Span

    @property
    def source(self) -> SourceFile:
        """The file."""
        return self.span.source

    @property
    def accepted(self) -> bool:
        """Whether it holds: accepted, and not superseded."""
        return self.status in ACCEPTED

    def section(self, slug: str) -> Section | None:
        """The section with that slug."""
        return next((section for section in self.sections if section.slug == slug), None)


def parse_document(source: SourceFile) -> SourceDocument:
    """Read a Markdown document; what it does not say is empty."""
    front, start = _front_matter(source.text)
    headings = list(_headings(source, start))
    title = next((h for h in headings if h[1] == 1), headings[0] if headings else None)
    sections = tuple(_sections(source, headings))
    stated = {**_stated(source.text, start, sections), **front}
    status = stated.get("status", "")
    return SourceDocument(
        id=front.get("id") or front.get("number") or _id(title[2] if title else "", source.path),
        title=front.get("title")
        or re.sub(r"^(?:(?:ADR|SPEC|RFC)[-\s]?)?\d+\s*[.:–—-]\s*", "", title[2] if title else ""),
        status=(re.match(r"[a-z]+", re.sub(r"^[^a-z]+", "", status.lower())) or [""])[0],
        date=stated.get("date", ""),
        superseded_by=stated.get("superseded-by") or _superseded(status),
        sections=sections,
        span=title[0] if title else source.whole(),
    )


def find_document(documents: Iterator[SourceDocument] | tuple[SourceDocument, ...], name: str) -> SourceDocument | None:
    """The document that "0007", "7", "ADR-0007" or "SPEC-2" names."""
    wanted = _plain_id(name)
    found = [document for document in documents if _plain_id(document.id) == wanted]
    return found[0] if len(found) == 1 else next((document for document in found if document.id == name), None)


def _plain_id(name: str) -> str:
    """An id as compared: digits without leading zeros, "ADR-" left out."""
    return re.sub(r"\b0+(?=\d)", "", re.sub(r"^adr[-_ ]?(?=\d)", "", name.strip().lower()))


def sentence(span: Span) -> str:
    """The sentence (or table row, or list item) around *span*, white space gathered."""
    text = span.source.text
    openings = ("\n\n", "\n- ", "\n* ", "\n|", ". ", "! ", "? ")
    before = max((at + len(m) for m in openings if (at := text.rfind(m, 0, span.start)) >= 0), default=0)
    closings = ("\n\n", "\n- ", "\n* ", "\n|", ". ", ".\n", "! ", "? ")
    end = min((at for m in closings if (at := text.find(m, span.end)) >= 0), default=len(text))
    ending = text[end : end + 1] if text[end : end + 1] in (".", "!", "?") else ""
    return " ".join((text[before:end] + ending).split()).lstrip("|-* ").rstrip("| ")


def _front_matter(text: str) -> tuple[dict[str, str], int]:
    """(key -> text, offset behind it) of a `---` block at the beginning."""
    found = re.match(r"---[ \t]*\n(.*?\n)---[ \t]*(?:\n|$)", text, re.DOTALL)
    if not found:
        return {}, 0
    pairs = re.findall(r"^([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*?)[ \t]*$", found[1], re.MULTILINE)
    return {key.lower(): value.strip("\"'") for key, value in pairs if value}, found.end()


def _headings(source: SourceFile, start: int) -> Iterator[tuple[Span, int, str]]:
    """(line, level, title) of each heading outside code fences; `#` and underlined ones."""
    fence, at, former = "", start, (start, "")
    for line in source.text[start:].split("\n"):
        mark = re.match(r" {0,3}(```+|~~~+)", line)
        if mark and (not fence or (line.strip().startswith(fence) and not line.strip().strip(fence[0]))):
            fence = "" if fence else mark[1]
        elif not fence:
            found = re.match(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$", line)
            under = re.fullmatch(r" {0,3}(=+|-{2,})[ \t]*", line)
            if found:
                yield source.span(at, at + len(line)), len(found[1]), _words(found[2])
            elif under and former[1].strip() and not re.match(r"[ \t]*(?:[-*>|#]|\d+\.)", former[1]):
                yield source.span(former[0], at + len(line)), 1 if "=" in line else 2, _words(former[1])
        former = (at, line)
        at += len(line) + 1


def _words(text: str) -> str:
    """A heading without its marks."""
    return re.sub(r"[*_`]+", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)).strip()


def slug_of(title: str) -> str:
    """The anchor of a heading, as GitHub makes it.

    >>> slug_of("Latency & memory (L2)")
    'latency--memory-l2'
    """
    kept = re.sub(r"[^\w\- ]", "", unicodedata.normalize("NFC", title).lower())
    return kept.replace(" ", "-")


def _sections(source: SourceFile, headings: list[tuple[Span, int, str]]) -> Iterator[Section]:
    seen: dict[str, int] = {}
    for number, (span, level, title) in enumerate(headings):
        slug = slug_of(title)
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        end = next((later[0].start for later in headings[number + 1 :] if later[1] <= level), len(source.text))
        yield Section(title, f"{slug}-{count}" if count else slug, level, span, source.span(span.end, end))


def _stated(text: str, start: int, sections: tuple[Section, ...]) -> dict[str, str]:
    """Status and date as prose has them: a list, a bold word, a table row, or a section called Status."""
    found: dict[str, str] = {}
    for key, value in re.findall(
        r"^[ \t]*(?:[-*|>][ \t]*)?\**(Status|Date|Superseded[- ]by)\**[ \t]*(?::\**|\|)[ \t]*([^|\n]*)",
        text[start:],
        re.MULTILINE | re.IGNORECASE,
    ):
        found.setdefault(key.lower().replace(" ", "-"), value.strip(" *"))
    status = next((section for section in sections if section.slug == "status"), None)
    if status is not None and status.text.strip():
        found.setdefault("status", status.text.strip().split("\n\n")[0])
    return found


def _superseded(status: str) -> str:
    found = re.search(r"superseded\s+by\s+\[?(?:ADR[-\s]?|SPEC[-\s]?)?(\d+|[\w-]+)", status, re.IGNORECASE)
    return found[1] if found else ""


def _id(title: str, path: str) -> str:
    """The number in the title ("ADR-0007: ...", "7. ...") or in front of the file's name."""
    stem = PurePosixPath(path).stem
    named = re.match(r"((?:SPEC|RFC)[-_ ]?\d+)", title, re.IGNORECASE) or re.match(
        r"((?:spec|rfc)[-_]?\d+)", stem, re.IGNORECASE
    )
    if named:
        return named[1].upper().replace(" ", "-").replace("_", "-")
    found = re.match(r"(?:adr[-_]?)?(\d+)", stem, re.IGNORECASE) or re.match(
        r"(?:ADR[-\s]?)?(\d+)", title, re.IGNORECASE
    )
    return found[1] if found else stem
