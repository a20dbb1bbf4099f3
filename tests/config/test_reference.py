"""The reference page and the schema come from the fields, and their examples are read without complaint."""

import json
from pathlib import Path

import pytest

from paperkit.config import given, report, toc
from paperkit.config.fields import Field, Reader
from paperkit.config.reference import reference, schema
from paperkit.config.yaml import load_yaml
from paperkit.source import SourceFile

DOCS = Path(__file__).parents[2] / "docs"
FIELDS = [each for top in (report.FIELDS, toc.FRONT, given.FIELDS.fields) for each in top]


def test_the_page_is_the_one_that_the_fields_give() -> None:
    assert (DOCS / "report-yaml.md").read_text() == reference(), "run python -m paperkit.config.reference docs"


def test_the_schema_is_the_one_that_the_fields_give() -> None:
    assert (DOCS / "report.schema.json").read_text() == schema(), "run python -m paperkit.config.reference docs"
    assert set(json.loads(schema())["properties"]) == {each.name for each in report.FIELDS}


@pytest.mark.parametrize("each", FIELDS, ids=lambda each: each.name)
def test_every_example_is_read_without_complaint(each: Field) -> None:
    assert each.doc.endswith(".")
    reader = Reader()
    reader.record(load_yaml(SourceFile("a.yaml", f"{each.name}: {each.example}\n")), (each,), "a.yaml")
    assert [found.message for found in reader.problems] == []
