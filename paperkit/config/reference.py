"""The reference of the configuration files and their JSON schema, made from the fields.

`python -m paperkit.config.reference docs` writes them anew; a test holds them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from paperkit.config import given, report, toc
from paperkit.config.fields import Field, Shape

_HEAD = """# report.yaml, given.yaml, toc.md

This page is made from the declarations in `paperkit/config/` (`python -m paperkit.config.reference docs`).
A key that is not listed is an error, [PK302](../paperkit/checks/bad_configuration.py), with the nearest one that is.
"""
_TOC = """A heading for each section, `## Title {#key}` with the page `tex/KEY.tex`, and below it a list of promises:
`- purpose: ...`, `- archetype: NAME` (the section template to begin with), `- budget: 2.5 pages`, `- sources:
adr:0002, spec:platform`, `- figures: NAME`, `- tables: NAME`, `- claims:` with a claim an entry, `- questions:` with
what a person has to decide. A claim names in backticks the quantities or artifacts that carry it. What stands between
is free.

`paperkit toc propose REPORT` drafts the file from documents, harnesses and artifacts; `--about NAME` (a harness, an
artifact, a document; repeatable) leaves the others out. Sections that are written already keep their names. `paperkit
toc agree REPORT --by NAME` writes the front matter when a person has agreed; it refuses while questions are open. Who
edits the file afterwards records it with `paperkit toc amend REPORT --by NAME --note WHY`, which keeps what changed
under `history`.
`paperkit toc show REPORT` says what is promised, `paperkit toc check REPORT` where report and contract differ.
"""


def reference() -> str:
    """The Markdown page of all configuration files."""
    parts = [
        _HEAD,
        "## report.yaml\n",
        _table(report.FIELDS),
        *(_nested(each) for each in report.FIELDS if each.fields),
        "## given.yaml\n",
        "Each key is the name of a declared value; expressions know it as `given.NAME`.\n",
        _table(given.FIELDS.fields),
        "## toc.md\n",
        "Front matter between two lines `---`:\n",
        _table(toc.FRONT),
        _TOC,
    ]
    return "\n".join(parts)


def _nested(each: Field) -> str:
    return f"### {each.name}\n\n{_table(each.fields)}"


def _table(fields: Iterable[Field]) -> str:
    rows = ["| key | takes | what it is | example |", "|---|---|---|---|"]
    for each in fields:
        need = ", required" if each.required else ""
        example = f"`{each.example}`" if each.example else ""
        rows.append(f"| `{each.name}` | {each.takes}{need} | {each.doc} | {example} |")
    return "\n".join(rows) + "\n"


def schema() -> str:
    """The JSON schema of report.yaml, for editors."""
    data = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "paperkit report.yaml",
        **_object(report.FIELDS),
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _object(fields: Iterable[Field]) -> dict[str, Any]:
    known = tuple(fields)
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [each.name for each in known if each.required],
        "properties": {each.name: {"description": each.doc, **_shape(each)} for each in known},
    }


def _shape(each: Field) -> dict[str, Any]:
    text = {"type": ["string", "number"]}
    record: dict[str, Any] = _object(each.fields)
    if each.short:
        record = {"anyOf": [{"type": "string"}, record]}
    names = {"propertyNames": {"pattern": f"^{each.names}$"}} if each.names else {}
    shapes: dict[Shape, dict[str, Any]] = {
        Shape.TEXT: text,
        Shape.DATE: {"type": "string", "format": "date"},
        Shape.COUNT: {"type": "integer", "minimum": 0},
        Shape.TEXTS: {"anyOf": [{"type": "array", "items": text}, text]},
        Shape.RECORD: record,
        Shape.RECORDS: {"type": "array", "items": record},
        Shape.NAMED_TEXTS: {"type": "object", **names, "additionalProperties": text},
        Shape.NAMED_RECORDS: {"type": "object", **names, "additionalProperties": record},
    }
    return shapes[each.shape]


def write(folder: Path) -> None:
    """Write both files into *folder*."""
    (folder / "report-yaml.md").write_text(reference(), encoding="utf-8")
    (folder / "report.schema.json").write_text(schema(), encoding="utf-8")


if __name__ == "__main__":
    import sys

    write(Path(sys.argv[1]))
