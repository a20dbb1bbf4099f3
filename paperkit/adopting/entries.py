"""given.yaml as text: entries put at its end or completed, the rest left as its author wrote it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperkit.config.given import DRAFT, is_draft
from paperkit.config.yaml import Node, load_yaml
from paperkit.project import Project
from paperkit.source import SourceFile, read_source

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9/ ]*[A-Za-z0-9]|[A-Za-z]")
_WORDS = frozenset({"yes", "no", "true", "false", "on", "off", "null", "y", "n"})
"""Words that YAML takes for something else."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One declared value as text; *source* is TODO until somebody says it."""

    key: str
    value: str
    unit: str = ""
    source: str = DRAFT
    note: str = ""


def read_entries(path: Path, project: Project) -> tuple[SourceFile, dict[str, Entry]]:
    """The text of a given.yaml (empty where there is none) and its entries by key. Raises PaperkitError."""
    shown = project.shown(path)
    source = read_source(path, shown) if path.is_file() else SourceFile(shown, "")
    return source, {key: _entry(key, node) for key, node in _items(source)}


def _items(source: SourceFile) -> Iterable[tuple[str, Node]]:
    node = load_yaml(source)
    return [(key.value or "", item) for key, item in zip(node.keys, node.items, strict=True)]


def _entry(key: str, node: Node) -> Entry:
    known = {name.value: item.value or "" for name, item in zip(node.keys, node.items, strict=True)}
    return Entry(key, *(known.get(name, "") for name in ("value", "unit", "source", "note")))


def renamed(source: SourceFile, former: str, key: str) -> SourceFile:
    """*source* with the entry *former* called *key*."""
    node = load_yaml(source)
    for name in node.keys:
        if name.value == former:
            return SourceFile(source.path, source.text[: name.span.start] + key + source.text[name.span.end :])
    return source


def with_entry(source: SourceFile, entry: Entry) -> str:
    """The text of *source* with *entry* at its end, or with its source put in where it stands as a draft."""
    for key, node in _items(source):
        if key == entry.key:
            return _completed(source, node, entry)
    former = source.text if not source.text or source.text.endswith("\n") else source.text + "\n"
    return former + entry_text(entry)


def entry_text(entry: Entry) -> str:
    """The lines of an entry."""
    lines = [f"{entry.key}:", f"  value: {entry.value}"]
    lines += [f"  unit: {_scalar(entry.unit)}"] if entry.unit else []
    lines += [f"  source: {_scalar(entry.source)}"]
    lines += [f"  note: {_scalar(entry.note)}"] if entry.note else []
    return "".join(f"{line}\n" for line in lines)


def _completed(source: SourceFile, node: Node, entry: Entry) -> str:
    """The draft's source replaced; what has one already stays."""
    for name, item in zip(node.keys, node.items, strict=True):
        if name.value == "source" and is_draft(item.value or "") and not is_draft(entry.source):
            return source.text[: item.span.start] + _scalar(entry.source) + source.text[item.span.end :]
    return source.text


def _scalar(text: str) -> str:
    """A text as YAML, quoted unless it is a plain word."""
    plain = _PLAIN.fullmatch(text) is not None and text.lower() not in _WORDS
    return text if plain else json.dumps(text, ensure_ascii=False)
