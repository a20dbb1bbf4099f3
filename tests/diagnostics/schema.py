"""As much of JSON Schema as the subset beside this file needs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SARIF = json.loads((Path(__file__).parent / "sarif-subset.schema.json").read_text())
TYPES = {"object": dict, "array": list, "string": str, "integer": int}


def errors(thing: Any, schema: dict[str, Any], root: dict[str, Any], place: str = "$") -> Iterator[str]:
    """Every way in which *thing* breaks *schema*."""
    if "$ref" in schema:
        schema = root["definitions"][schema["$ref"]]
    if "enum" in schema and thing not in schema["enum"]:
        yield f"{place}: {thing!r} is none of {schema['enum']}"
    if "type" not in schema:
        return
    if not isinstance(thing, TYPES[schema["type"]]) or isinstance(thing, bool):
        yield f"{place}: {thing!r} is no {schema['type']}"
    elif isinstance(thing, dict):
        yield from _object(thing, schema, root, place)
    elif isinstance(thing, list):
        yield from _array(thing, schema, root, place)
    elif isinstance(thing, str) and not re.search(schema.get("pattern", ""), thing):
        yield f"{place}: {thing!r} does not match {schema['pattern']}"
    elif isinstance(thing, int) and thing < schema.get("minimum", thing):
        yield f"{place}: {thing} is below {schema['minimum']}"


def _object(thing: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], place: str) -> Iterator[str]:
    known = schema.get("properties", {})
    yield from (f"{place}: {name} is missing" for name in schema.get("required", ()) if name not in thing)
    for name, item in thing.items():
        if name in known:
            yield from errors(item, known[name], root, f"{place}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{place}: {name} is not in the standard"
        elif "values" in schema:
            yield from errors(item, schema["values"], root, f"{place}.{name}")


def _array(thing: list[Any], schema: dict[str, Any], root: dict[str, Any], place: str) -> Iterator[str]:
    if len(thing) < schema.get("minItems", 0):
        yield f"{place}: {len(thing)} items are too few"
    if schema.get("uniqueItems") and len({json.dumps(item, sort_keys=True) for item in thing}) < len(thing):
        yield f"{place}: an item stands twice"
    for number, item in enumerate(thing):
        yield from errors(item, schema["items"], root, f"{place}[{number}]")
