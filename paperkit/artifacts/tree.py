"""Trees: YAML, JSON and TOML as nodes whose scalars keep their text and their place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Literal, Protocol

from paperkit.artifacts.problem import CellError
from paperkit.frozen import frozen
from paperkit.source import SourceFile, Span

MAX_DEPTH = 60
NodeKind = Literal["scalar", "mapping", "sequence"]


class YamlNode(Protocol):
    """What a YAML loader gives: see config/yaml.py."""

    @property
    def kind(self) -> NodeKind: ...  # noqa: D102
    @property
    def span(self) -> Span: ...  # noqa: D102
    @property
    def value(self) -> str | None: ...  # noqa: D102
    @property
    def items(self) -> tuple[Any, ...]: ...  # noqa: D102
    @property
    def keys(self) -> tuple[Any, ...]: ...  # noqa: D102
    @property
    def plain(self) -> bool: ...  # noqa: D102


YamlLoader = Callable[[SourceFile], YamlNode]


@frozen
class TreeNode:
    """One value of a tree. *text* is a scalar's own text, *keys* the names of a mapping's items."""

    kind: NodeKind
    span: Span
    text: str = ""
    items: tuple[TreeNode, ...] = ()
    keys: tuple[str, ...] = ()
    quoted: bool = False

    def get(self, key: str) -> TreeNode | None:
        """The item under *key*; of a sequence, the mapping whose `key` or `name` it is."""
        if self.kind == "mapping":
            return self.items[self.keys.index(key)] if key in self.keys else None
        return next((item for item in self.items if key in (item.text_of("key"), item.text_of("name"))), None)

    def text_of(self, key: str) -> str | None:
        """Text of the scalar under *key* of a mapping."""
        item = self.items[self.keys.index(key)] if self.kind == "mapping" and key in self.keys else None
        return item.text if item is not None and item.kind == "scalar" else None

    @property
    def names(self) -> tuple[str, ...]:
        """The keys that get() knows."""
        return self.keys or tuple(name for item in self.items if (name := item.text_of("key") or item.text_of("name")))

    def plain(self) -> Any:
        """As plain data: dicts, lists, strings, integers; other numbers stay text."""
        if self.kind == "mapping":
            return {key: item.plain() for key, item in zip(self.keys, self.items, strict=True)}
        if self.kind == "sequence":
            return [item.plain() for item in self.items]
        if self.quoted:
            return self.text
        words = {"true": True, "false": False, "null": None}
        return (
            words[self.text] if self.text in words else int(self.text) if _INTEGER.fullmatch(self.text) else self.text
        )


_INTEGER = re.compile(r"-?\d{1,100}")


def from_yaml(root: YamlNode) -> TreeNode:
    """A YAML loader's nodes as ours; what several aliases name is converted once."""
    known: dict[int, TreeNode] = {}

    def convert(node: YamlNode) -> TreeNode:
        if id(node) not in known:
            items = tuple(convert(item) for item in node.items)
            keys = tuple(str(key.value) for key in node.keys)
            known[id(node)] = TreeNode(node.kind, node.span, node.value or "", items, keys, not node.plain)
        return known[id(node)]

    return convert(root)


_TOKEN = re.compile(
    r"\s*(?:([{}\[\],:])"
    r'|("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")'
    r"|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|NaN|-?Infinity))"
)
_Token = tuple[str, int, int]


def read_json(source: SourceFile, start: int = 0, end: int | None = None) -> TreeNode:
    """The one value of a JSON file, or of a part of it. Raises CellError with the place."""
    tokens = _tokens(source, start, len(source.text) if end is None else end)
    node = _json_value(source, tokens, next(tokens), 0)
    after = next(tokens)
    if after[0]:
        raise _no_json(source, after, "more text follows")
    return node


def _tokens(source: SourceFile, at: int, end: int) -> Iterator[_Token]:
    for found in _TOKEN.finditer(source.text, at, end):
        if found.start() != at:
            break
        at, group = found.end(), found.lastindex or 1
        yield found[group], found.start(group), at
    rest = end - len(source.text[at:end].lstrip())
    yield (source.text[rest : rest + 1], rest, rest + 1) if rest < end else ("", rest, rest)
    while True:
        yield "", end, end


def _json_value(source: SourceFile, tokens: Iterator[_Token], first: _Token, depth: int) -> TreeNode:
    text, start, end = first
    if depth > MAX_DEPTH:
        raise _no_json(source, first, f"nested deeper than {MAX_DEPTH} levels")
    if text in ("{", "["):
        return _json_items(source, tokens, first, depth)
    if text[:1] == '"' and len(text) > 1:
        return TreeNode("scalar", source.span(start, end), _unquoted(text), quoted=True)
    if text in ("true", "false", "null", "NaN", "Infinity", "-Infinity") or (
        text[:1] in frozenset("-0123456789") and text != "-"
    ):
        return TreeNode("scalar", source.span(start, end), text)
    raise _no_json(source, first, "a value is due")


def _json_items(source: SourceFile, tokens: Iterator[_Token], first: _Token, depth: int) -> TreeNode:
    mapping, close = first[0] == "{", "}" if first[0] == "{" else "]"
    keys: list[str] = []
    items: list[TreeNode] = []
    seen: set[str] = set()
    token = next(tokens)
    while token[0] != close:
        if items:
            if token[0] != ",":
                raise _no_json(source, token, f"`,` or `{close}` is due")
            token = next(tokens)
        if mapping:
            key = _json_key(source, token, next(tokens))
            if key in seen:
                raise _no_json(source, token, f"key {key!r} stands twice")
            seen.add(key)
            keys.append(key)
            token = next(tokens)
        items.append(_json_value(source, tokens, token, depth + 1))
        token = next(tokens)
    span = source.span(first[1], token[2])
    return TreeNode("mapping" if mapping else "sequence", span, "", tuple(items), tuple(keys))


def _json_key(source: SourceFile, token: _Token, colon: _Token) -> str:
    if token[0][:1] != '"' or len(token[0]) < 2:
        raise _no_json(source, token, "a key in double quotes is due")
    if colon[0] != ":":
        raise _no_json(source, colon, "`:` is due")
    return _unquoted(token[0])


def _unquoted(text: str) -> str:
    """The text of a JSON string."""
    return str(json.loads(text)) if "\\" in text else text[1:-1]


def _no_json(source: SourceFile, token: _Token, why: str) -> CellError:
    return CellError(f"no JSON: {why}", "check commas, quotes and brackets", source.span(token[1], token[2]))


def read_toml(source: SourceFile) -> TreeNode:
    """The tables of a TOML file. Raises CellError with the place. A leaf's place is the line of its key."""
    import tomllib

    try:
        data = tomllib.loads(source.text, parse_float=_Text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+), column (\d+)", str(error))
        start = source.line_starts[int(found[1]) - 1] + int(found[2]) - 1 if found else 0
        raise CellError(f"no TOML: {error}", "check quotes, brackets and keys", source.span(start, start)) from None
    lines: dict[str, list[int]] = {}
    for number, line in enumerate(source.text.split("\n"), 1):
        key = re.match(r"""\s*["']?([\w.-]+)["']?\s*=""", line)
        if key:
            lines.setdefault(key[1].rsplit(".", 1)[-1], []).append(number)
    return _toml_node(data, source, lines, source.whole())


class _Text(str):
    """Text of a TOML number with a point."""

    __slots__ = ()


def _toml_node(data: Any, source: SourceFile, lines: dict[str, list[int]], span: Span) -> TreeNode:
    if isinstance(data, dict):
        items = []
        for key, item in data.items():
            at = lines.get(key) if not isinstance(item, dict) else None
            place = source.line_span(at.pop(0) if len(at) > 1 else at[0]) if at else span
            items.append(_toml_node(item, source, lines, place))
        return TreeNode("mapping", span, "", tuple(items), tuple(data))
    if isinstance(data, list):
        return TreeNode("sequence", span, "", tuple(_toml_node(item, source, lines, span) for item in data))
    text = str(data).lower() if isinstance(data, bool) else str(data)
    return TreeNode("scalar", span, text, quoted=isinstance(data, str) and not isinstance(data, _Text))
