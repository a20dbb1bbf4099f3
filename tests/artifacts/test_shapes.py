"""Descriptors whose parts are of other shapes than due, or stand twice."""

import json
from pathlib import Path
from typing import Any

import pytest

from paperkit.artifacts.descriptor import Descriptor, read_descriptor

FIELDS = [{"name": "n", "type": "integer"}, {"name": "x", "type": "number", "unit": "us"}]
RESOURCE = {
    "name": "t",
    "path": "t.csv",
    "bytes": 12,
    "hash": "sha256:0",
    "schema": {"fields": FIELDS, "primaryKey": ["n"]},
    "paperkit:kind": "measured",
}


def read(folder: Path, *resources: Any) -> Descriptor:
    (folder / "datapackage.json").write_text(json.dumps({"resources": resources}))
    return read_descriptor(folder)


def said(folder: Path, *resources: Any) -> list[str]:
    return [problem.message for problem in read(folder, *resources).problems]


@pytest.mark.parametrize("key", ["bytes", "hash", "dialect", "paperkit:provenance", "name"])
def test_a_part_that_is_not_written_or_null_is_none(tmp_path: Path, key: str) -> None:
    assert said(tmp_path, {each: part for each, part in RESOURCE.items() if each != key}) == []
    assert said(tmp_path, {**RESOURCE, key: None}) == []


@pytest.mark.parametrize(
    ("key", "part", "fact"),
    [
        ("bytes", "many", "bytes is the text 'many', but takes a number of bytes"),
        ("bytes", 12.5, "bytes is 12.5, but takes a number of bytes"),
        ("bytes", -1, "bytes is -1, but takes a number of bytes"),
        ("hash", ["sha256:0"], "hash is a list, but takes a text: `sha256:...`"),
        ("dialect", ";", "dialect is the text ';', but takes an object"),
        ("schema", [], "schema is a list, but takes an object with `fields`"),
        ("paperkit:kind", ["measured"], "paperkit:kind is a list, but takes a text"),
        ("paperkit:provenance", "me", "paperkit:provenance is the text 'me', but takes an object"),
    ],
)
def test_a_part_of_another_shape_is_said_once(tmp_path: Path, key: str, part: object, fact: str) -> None:
    assert said(tmp_path, {**RESOURCE, key: part}) == [fact]


@pytest.mark.parametrize(
    ("schema", "fact"),
    [
        ({"fields": {"n": "integer"}}, "fields is an object, but takes a list of objects, each with a `name`"),
        ({"fields": ["n"]}, "fields is a list, but takes a list of objects, each with a `name`"),
        ({"fields": FIELDS, "primaryKey": 5}, "primaryKey is 5, but takes a column's name, or a list of them"),
        ({"fields": [*FIELDS, FIELDS[0]]}, "the field n is listed twice"),
        ({"fields": [*FIELDS, {"type": "number"}]}, "a field has no name"),
        ({"fields": [{"name": "n", "unit": ["us"]}]}, "unit is a list, but takes a text"),
        (
            {"fields": [{"name": "n", "paperkit:uncertainty": ["e"]}]},
            "paperkit:uncertainty is a list, but takes a column's name",
        ),
    ],
)
def test_so_is_a_part_of_the_schema(tmp_path: Path, schema: object, fact: str) -> None:
    assert fact in said(tmp_path, {**RESOURCE, "schema": schema})


def test_a_file_that_is_described_twice_is_said_once(tmp_path: Path) -> None:
    assert said(tmp_path, RESOURCE, RESOURCE, RESOURCE) == ["t.csv is described twice"]
    assert said(tmp_path, RESOURCE, {**RESOURCE, "path": "u.csv"}) == []


def test_a_path_may_begin_with_the_folder_itself(tmp_path: Path) -> None:
    found = read(tmp_path, {**RESOURCE, "path": "./t.csv"})
    assert found.resource("t.csv") is not None
