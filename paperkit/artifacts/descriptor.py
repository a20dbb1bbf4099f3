"""The descriptor: Data Package v2 `datapackage.json` beside the artifacts that it describes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperkit.artifacts.problem import CellError, Problem
from paperkit.artifacts.shapes import misshapen
from paperkit.artifacts.tree import TreeNode, read_json
from paperkit.errors import PaperkitError
from paperkit.project import Project
from paperkit.source import Span, read_source
from paperkit.values.quantity import Kind
from paperkit.values.unit import BARE, UNKNOWN, Unit, UnitError, parse_unit

DESCRIPTOR = "datapackage.json"
PROFILES = "https://datapackage.org/profiles/2.0"
NUMERIC = ("integer", "number")
TYPES = ("any", "boolean", "date", "datetime", "integer", "number", "string", "time", "year")


@dataclass(frozen=True, slots=True)
class Field:
    """One column. *uncertainty* names the column that holds its half-width."""

    name: str
    type: str = "any"
    unit: Unit = UNKNOWN
    uncertainty: str = ""
    required: bool = False
    decimal_char: str = "."
    group_char: str = ""
    description: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Resource:
    """One described file. *path* is relative to the descriptor, *meta* the `paperkit:*` keys without their prefix."""

    path: str
    fields: tuple[Field, ...]
    primary_key: tuple[str, ...] = ()
    kind: Kind = Kind.GIVEN
    bytes: int | None = None
    hash: str = ""
    delimiter: str = ","
    meta: Mapping[str, Any] = field(default_factory=dict)
    node: TreeNode | None = field(default=None, compare=False)
    """Where all of it stands."""
    name: str = ""
    description: str = ""

    def place(self, *path: str) -> Span | None:
        """The span of what stands under the keys of *path*, or of the nearest above it."""
        node = self.node
        for key in path:
            below = node.get(key) if node is not None and node.kind == "mapping" else None
            if below is None:
                break
            node = below
        return node.span if node is not None else None


@dataclass(frozen=True, slots=True)
class Descriptor:
    """What a datapackage.json says; *resources* in its order. Empty where there is none."""

    path: Path
    resources: tuple[Resource, ...] = ()
    problems: tuple[Problem, ...] = ()

    def resource(self, name: str) -> Resource | None:
        """The description of the file *name*."""
        return next((resource for resource in self.resources if resource.path == name), None)


def read_descriptor(folder: Path, project: Project | None = None) -> Descriptor:
    """The descriptor in *folder*; what is wrong with it is in its problems (PK204), never raised."""
    path = folder / DESCRIPTOR
    if not path.is_file():
        return Descriptor(path)
    try:
        source = read_source(path, project.shown(path) if project else None)
        root = read_json(source)
    except PaperkitError as error:
        return Descriptor(path, (), (Problem(None, error.message, error.hint, "PK204"),))
    except CellError as error:
        return Descriptor(path, (), (Problem(error.span, str(error), error.hint, "PK204"),))
    listed = root.get("resources") if root.kind == "mapping" else None
    if listed is None or listed.kind != "sequence":
        span = source.whole()
        return Descriptor(
            path, (), (Problem(span, "no resources are listed", "list each file under `resources`", "PK204"),)
        )
    problems = list(misshapen(listed))
    resources = [found for node in listed.items if (found := _resource(node, problems)) is not None]
    return Descriptor(path, tuple(resources), tuple(problems))


def _resource(node: TreeNode, problems: list[Problem]) -> Resource | None:
    path = node.text_of("path")
    if path is None:
        problems.append(Problem(node.span, "a resource has no path", "add `path`", "PK204"))
        return None
    schema = node.get("schema") or TreeNode("mapping", node.span)
    listed = schema.get("fields") if schema.kind == "mapping" else None
    fields = tuple(_field(item, problems) for item in (listed.items if listed else ()) if item.kind == "mapping")
    problems += _unpaired(fields)
    dialect = node.get("dialect")
    size = node.text_of("bytes")
    return Resource(
        path=path.removeprefix("./"),
        fields=fields,
        primary_key=_key(schema, fields, problems),
        kind=_kind(node, problems),
        bytes=int(size) if size is not None and size.isdecimal() else None,
        hash=node.text_of("hash") or "",
        delimiter=(dialect.text_of("delimiter") if dialect else None) or ",",
        meta={
            key.removeprefix("paperkit:"): item.plain()
            for key, item in zip(node.keys, node.items, strict=True)
            if key.startswith("paperkit:")
        },
        node=node,
        name=node.text_of("name") or "",
        description=node.text_of("description") or "",
    )


def _unpaired(fields: tuple[Field, ...]) -> Iterator[Problem]:
    """Fields whose uncertainty is no field."""
    names = {one.name for one in fields}
    for one in fields:
        if one.uncertainty and one.uncertainty not in names:
            fact = f"the uncertainty of {one.name} is {one.uncertainty}, which is no field"
            yield Problem(one.span, fact, "name a column that is listed under `fields`", "PK204")


def _kind(node: TreeNode, problems: list[Problem]) -> Kind:
    text = node.text_of("paperkit:kind")
    if text in frozenset(Kind):
        return Kind(str(text))
    place = node.get("paperkit:kind") or node
    if place is not node and place.kind != "scalar":
        return Kind.GIVEN  # its shape is said already
    fact = "no `paperkit:kind` is declared" if text is None else f"kind {text!r} is not known"
    problems.append(Problem(place.span, fact, f"one of {', '.join(Kind)}", "PK204", warning=text is None))
    return Kind.GIVEN


def _field(node: TreeNode, problems: list[Problem]) -> Field:
    kind = node.text_of("type") or "any"
    if kind not in TYPES:
        problems.append(
            Problem(_of(node, "type"), f"type {kind!r} is not known", f"one of {', '.join(TYPES)}", "PK204")
        )
    unit = UNKNOWN if node.get("unit") is None and kind not in NUMERIC else BARE
    try:
        unit = parse_unit(node.text_of("unit") or "") if node.get("unit") is not None else unit
    except UnitError as error:
        problems.append(Problem(_of(node, "unit"), str(error), "name a unit that is known", "PK204"))
        unit = UNKNOWN
    constraints = node.get("constraints")
    return Field(
        name=node.text_of("name") or "",
        type=kind,
        unit=unit,
        uncertainty=node.text_of("paperkit:uncertainty") or "",
        required=constraints is not None and constraints.text_of("required") == "true",
        decimal_char=node.text_of("decimalChar") or ".",
        group_char=node.text_of("groupChar") or "",
        description=node.text_of("description") or "",
        span=node.span,
    )


def _of(node: TreeNode, key: str) -> Span:
    return (node.get(key) or node).span


def _key(schema: TreeNode, fields: tuple[Field, ...], problems: list[Problem]) -> tuple[str, ...]:
    node = schema.get("primaryKey") if schema.kind == "mapping" else None
    if node is None or (node.kind == "scalar" and not node.quoted):
        return ()
    names = (node.text,) if node.kind == "scalar" else tuple(item.text for item in node.items)
    absent = [name for name in names if name not in {one.name for one in fields}]
    if absent:
        hint = "name columns that are listed under `fields`"
        problems.append(
            Problem(node.span, f"the primary key names {', '.join(absent)}, which is no field", hint, "PK204")
        )
    return tuple(name for name in names if name not in absent)


def package_text(resources: Iterable[Resource], name: str = "", title: str = "") -> str:
    """The text of a datapackage.json for *resources*: the same for the same resources, byte for byte."""
    package = {
        "$schema": f"{PROFILES}/datapackage.json",
        **({"name": name} if name else {}),
        **({"title": title} if title else {}),
        "resources": [_resource_data(resource) for resource in resources],
    }
    return json.dumps(package, indent=2, ensure_ascii=False) + "\n"


def _resource_data(resource: Resource) -> dict[str, Any]:
    described = {"description": resource.description} if resource.description else {}
    return {
        "name": resource.name or Path(resource.path).stem.lower(),
        "type": "table",
        "path": resource.path,
        **described,
        "format": (Path(resource.path).suffix or ".csv")[1:].lower(),
        **_media(resource.path),
        "encoding": "utf-8",
        **({} if resource.bytes is None else {"bytes": resource.bytes}),
        **({"hash": resource.hash} if resource.hash else {}),
        **({"dialect": _dialect(resource)} if resource.delimiter != "," else {}),
        "schema": {
            "$schema": f"{PROFILES}/tableschema.json",
            "fields": [_field_data(one) for one in resource.fields],
            **({"primaryKey": list(resource.primary_key)} if resource.primary_key else {}),
        },
        "paperkit:kind": resource.kind.value,
        **{f"paperkit:{key}": resource.meta[key] for key in sorted(resource.meta) if key != "kind"},
    }


def _media(path: str) -> dict[str, str]:
    """The media type, where the ending has one."""
    known = {".csv": "text/csv", ".tsv": "text/tab-separated-values", ".jsonl": "application/jsonl"}
    found = known.get(Path(path).suffix.lower())
    return {"mediatype": found} if found else {}


def _dialect(resource: Resource) -> dict[str, Any]:
    """What stands between cells; between spaces there may be comments."""
    comments = {"commentChar": "#", "skipInitialSpace": True} if resource.delimiter == " " else {}
    return {"delimiter": resource.delimiter, **comments}


def _field_data(one: Field) -> dict[str, Any]:
    return {
        "name": one.name,
        "type": one.type,
        **({"description": one.description} if one.description else {}),
        **({} if one.unit.bare or (one.unit == UNKNOWN and one.type not in NUMERIC) else {"unit": one.unit.symbol}),
        **({"decimalChar": one.decimal_char} if one.decimal_char != "." else {}),
        **({"groupChar": one.group_char} if one.group_char else {}),
        **({"constraints": {"required": True}} if one.required else {}),
        **({"paperkit:uncertainty": one.uncertainty} if one.uncertainty else {}),
    }
