"""YAML as nodes with exact places; scalars stay the text that stands in the file.

`0.10` stays "0.10", `no` stays "no": what a scalar means is decided by whoever reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from paperkit.errors import PaperkitError
from paperkit.frozen import frozen
from paperkit.source import SourceFile, Span

MAX_DEPTH = 60
MAX_NODES = 1_000_000
"""Nodes after every alias is written out; more is a bomb or no configuration."""

Kind = Literal["scalar", "mapping", "sequence"]


class YamlProblem(PaperkitError):  # noqa: N818  (a problem of the user's text, not of the tool)
    """The text is no YAML that is read here; *span* says where."""

    def __init__(self, span: Span, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.span = span


@frozen
class Node:
    """One value of a YAML document.

    *value* is the text of a scalar (None for the others), *items* the elements of a sequence or the values of a
    mapping, *keys* the key of each item of a mapping, *plain* whether a scalar stands without quotes,
    *size* the number of nodes with all that is below.
    """

    kind: Kind
    span: Span
    value: str | None = None
    items: tuple[Node, ...] = ()
    keys: tuple[Node, ...] = ()
    plain: bool = False
    size: int = 1

    @property
    def null(self) -> bool:
        """Whether this is an empty value, `~` or `null`."""
        return self.plain and self.value in {"", "~", "null", "Null", "NULL"}

    @property
    def pairs(self) -> tuple[tuple[Node, Node], ...]:
        """(key, value) of each item of a mapping, in the order of the file."""
        return tuple(zip(self.keys, self.items, strict=True)) if self.kind == "mapping" else ()

    def get(self, key: str) -> Node | None:
        """The value under *key* of a mapping; None where there is none."""
        return next((item for name, item in self.pairs if name.value == key), None)


def load_yaml(source: SourceFile) -> Node:
    """The one document of *source* (an empty file is an empty scalar). Raises YamlProblem."""
    from yaml import MarkedYAMLError, YAMLError
    from yaml.reader import ReaderError

    try:
        return _Builder(source).build()
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlProblem(_at(source, mark.index if mark else 0), f"no YAML: {_words(error)}", _hint(error)) from None
    except ReaderError as error:
        at = next((i for i, character in enumerate(source.text) if not _printable(character)), 0)
        raise YamlProblem(_at(source, at), f"no YAML: character {_hex(error.character)} may not stand here") from None
    except YAMLError as error:
        raise YamlProblem(source.whole(), f"no YAML: {error}") from None


def _printable(character: str) -> bool:
    return character in "\t\n\r\x85" or (
        character >= " " and character not in "\x7f\ufffe\uffff" and not "\x80" <= character <= "\x9f"
    )


def _hex(character: object) -> str:
    number = ord(character) if isinstance(character, str) else character
    return f"U+{number:04X}" if isinstance(number, int) else str(number)


def _words(error: Any) -> str:
    return " ".join(part for part in (error.context, error.problem) if part)


def _hint(error: Any) -> str:
    if "'\\t'" in str(error.problem) or "tab" in str(error.problem):
        return "indent with spaces"
    if "mapping values are not allowed" in str(error.problem):
        return "put text that has `: ` in it between quotes"
    return "check quotes and indentation"


def _at(source: SourceFile, offset: int) -> Span:
    start = min(offset, len(source.text))
    end = start + (start < len(source.text) and source.text[start] != "\n")
    return source.span(start, end)


@dataclass(slots=True)
class _Open:
    """A collection whose end is not read yet."""

    kind: Kind
    start: int
    flow: bool
    anchor: str | None
    nodes: list[Node]


class _Builder:
    """Builds nodes from the parser's events, without recursion."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.open: list[_Open] = []
        self.anchors: dict[str, Node] = {}
        self.root: Node | None = None
        self.total = 0
        self.last = 0

    def build(self) -> Node:
        for event in _events(self.source.text):
            kind = type(event).__name__.removesuffix("Event")
            step = getattr(self, f"_{kind.lower()}", None)
            if step is not None:
                step(event)
        return self.root or Node("scalar", self.source.whole(), "", plain=True)

    def _documentstart(self, event: Any) -> None:
        if self.root is not None:
            raise YamlProblem(self._place(event), "a second document begins", "keep one document in a file")

    def _scalar(self, event: Any) -> None:
        self._plain_tag(event, event.implicit[0] or event.implicit[1])
        start, end = event.start_mark.index, event.end_mark.index
        if event.style in {"|", ">"}:
            end = start + len(self.source.text[start:end].rstrip())
        self.total += 1
        self.last = end
        self._add(Node("scalar", self.source.span(start, end), event.value, plain=not event.style), event.anchor)

    def _sequencestart(self, event: Any) -> None:
        self._begin("sequence", event)

    def _mappingstart(self, event: Any) -> None:
        self._begin("mapping", event)

    def _begin(self, kind: Kind, event: Any) -> None:
        self._plain_tag(event, event.implicit)
        if len(self.open) >= MAX_DEPTH:
            raise YamlProblem(self._place(event), f"nested deeper than {MAX_DEPTH} levels", "write it flatter")
        self.open.append(_Open(kind, event.start_mark.index, bool(event.flow_style), event.anchor, []))

    def _sequenceend(self, event: Any) -> None:
        self._end(event)

    def _mappingend(self, event: Any) -> None:
        self._end(event)

    def _end(self, event: Any) -> None:
        closed = self.open.pop()
        nodes = closed.nodes
        self.last = event.end_mark.index if closed.flow or not nodes else max(closed.start, self.last)
        self.total += 1
        span = self.source.span(closed.start, self.last)
        size = 1 + sum(node.size for node in nodes)
        if closed.kind == "sequence":
            node = Node("sequence", span, items=tuple(nodes), size=size)
        else:
            keys = tuple(nodes[::2])
            _refuse_bad_keys(keys)
            node = Node("mapping", span, items=tuple(nodes[1::2]), keys=keys, size=size)
        self._add(node, closed.anchor)

    def _alias(self, event: Any) -> None:
        target = self.anchors.get(event.anchor)
        if target is None:
            raise YamlProblem(self._place(event), f"*{event.anchor} names no value above", "write the value out")
        self.total += target.size
        self.last = event.end_mark.index
        self._add(target, None)

    def _add(self, node: Node, anchor: str | None) -> None:
        if self.total > MAX_NODES:
            raise YamlProblem(node.span, f"more than {MAX_NODES} values once its aliases are written out", "use fewer")
        if anchor:
            self.anchors[anchor] = node
        if self.open:
            self.open[-1].nodes.append(node)
        else:
            self.root = node

    def _plain_tag(self, event: Any, implicit: bool) -> None:
        if event.tag is not None and not implicit:
            raise YamlProblem(self._place(event), f"tag {event.tag} is not read here", "leave the tag out")

    def _place(self, event: Any) -> Span:
        return self.source.span(event.start_mark.index, max(event.start_mark.index, event.end_mark.index))


def _refuse_bad_keys(keys: tuple[Node, ...]) -> None:
    seen: dict[str, Node] = {}
    for key in keys:
        if key.value is None:
            raise YamlProblem(key.span, "a key is no text", "use a word as the key")
        if key.value == "<<" and key.plain:
            raise YamlProblem(key.span, "merge keys are not read here", "write the keys out")
        if key.value in seen:
            first = seen[key.value].span.line
            raise YamlProblem(key.span, f"key {key.value!r} stands twice, first in line {first}", "keep one of the two")
        seen[key.value] = key


def _events(text: str) -> Iterator[Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return iter(yaml.parse(text, Loader=loader))
