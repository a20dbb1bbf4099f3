"""What the parts of a descriptor must be: a part of another shape would be passed over in silence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from paperkit.artifacts.problem import Problem
from paperkit.artifacts.tree import TreeNode

Fits = Callable[[TreeNode], bool]
_HINT = "correct it by hand, or delete it and write it anew: `paperkit describe FILE.csv`"


def _text(node: TreeNode) -> bool:
    return node.kind == "scalar" and node.quoted


def _count(node: TreeNode) -> bool:
    return node.kind == "scalar" and re.fullmatch("[0-9]+", node.text) is not None


def _mapping(node: TreeNode) -> bool:
    return node.kind == "mapping"


def _mappings(node: TreeNode) -> bool:
    return node.kind == "sequence" and all(item.kind == "mapping" for item in node.items)


def _texts(node: TreeNode) -> bool:
    return _text(node) or (node.kind == "sequence" and all(map(_text, node.items)))


_Shapes = Mapping[str, tuple[Fits, str]]
_RESOURCE: _Shapes = {
    "bytes": (_count, "a number of bytes"),
    "hash": (_text, "a text: `sha256:...`"),
    "dialect": (_mapping, "an object"),
    "schema": (_mapping, "an object with `fields`"),
    "paperkit:kind": (_text, "a text"),
    "paperkit:provenance": (_mapping, "an object"),
}
_SCHEMA: _Shapes = {
    "fields": (_mappings, "a list of objects, each with a `name`"),
    "primaryKey": (_texts, "a column's name, or a list of them"),
}
_FIELD: _Shapes = {
    "name": (_text, "a text"),
    "type": (_text, "a text"),
    "unit": (_text, "a text"),
    "paperkit:uncertainty": (_text, "a column's name"),
    "constraints": (_mapping, "an object"),
}


def misshapen(resources: TreeNode) -> Iterator[Problem]:
    """What is of another shape than is due, or stands twice, in the resources of a descriptor."""
    described = Counter(item.text_of("path") for item in resources.items)
    for resource in resources.items:
        path = resource.text_of("path")
        if path is not None and described[path] > 1:
            described[path] = 0  # said once
            yield Problem(resource.span, f"{path} is described twice", "keep one description of a file", "PK204")
        yield from _of(resource, _RESOURCE)
        schema = resource.get("schema") if resource.kind == "mapping" else None
        if schema is not None and schema.kind == "mapping":
            yield from _schema(schema)


def _schema(schema: TreeNode) -> Iterator[Problem]:
    yield from _of(schema, _SCHEMA)
    fields = schema.get("fields")
    listed = [item for item in fields.items if item.kind == "mapping"] if fields is not None else []
    known: set[str] = set()
    for field in listed:
        yield from _of(field, _FIELD)
        name = field.text_of("name")
        if not name:
            yield Problem(field.span, "a field has no name", "add `name`, as the header of the file has it", "PK204")
        elif name in known:
            yield Problem(field.span, f"the field {name} is listed twice", "keep one of them", "PK204")
        known.add(name or "")


def _of(node: TreeNode, shapes: _Shapes) -> Iterator[Problem]:
    """Parts of a mapping that are not as due; what is null counts as not written."""
    for key, item in zip(node.keys, node.items, strict=False):
        fits, due = shapes.get(key, (None, ""))
        if fits is not None and not fits(item) and (item.kind != "scalar" or item.quoted or item.text != "null"):
            yield Problem(item.span, f"{key} is {_shown(item)}, but takes {due}", _HINT, "PK204")


def _shown(node: TreeNode) -> str:
    words = {"mapping": "an object", "sequence": "a list"}
    return words.get(node.kind) or (f"the text {node.text!r}" if node.quoted else node.text)
