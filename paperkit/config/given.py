"""given.yaml: values that a person declares, each with where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paperkit.config.fields import Field, Shape, problem, read_names, read_text
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.project import Project
from paperkit.source import Span

GIVEN_FILE = "given.yaml"

DRAFT = "TODO"
"""What stands as the source of a value until a person has said it."""

_VALUE = (
    Field("value", Shape.TEXT, "With the digits that the source gives.", "0.10", required=True, words="a number"),
    Field("unit", Shape.TEXT, "Without one it is a bare number.", "GB/s", words="a unit"),
    Field(
        "source", Shape.TEXT, "Where it comes from, so that a reader finds it.", "data sheet, table 3", required=True
    ),
    Field("note", Shape.TEXT, "What else a reader should know.", "peak, not sustained"),
)
FIELDS = Field("given", Shape.NAMED_RECORDS, "Declared values.", "", fields=_VALUE, names=r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Given:
    """One declared value; *value* stays text."""

    key: str
    value: str
    source: str
    unit: str
    note: str
    span: Span


def load_given(folder: Path, project: Project) -> tuple[tuple[Given, ...], tuple[Diagnostic, ...]]:
    """The declared values of the report in *folder*; none where there is no given.yaml."""
    path = folder / GIVEN_FILE
    if not path.is_file():
        return (), ()
    source, unread = read_text(path, project)
    named, problems = ((), unread) if unread else read_names(source, FIELDS)
    values = []
    found = list(problems)
    for key, record in named:
        if "value" not in record.single or "source" not in record.single:
            continue
        value = record.single["value"]
        if not _is_number(value.value):
            found.append(
                problem(value.span, f"value is {value.value!r}, but takes a number", "digits and a point only")
            )
            continue
        unit, note = record.text("unit"), record.text("note")
        values.append(Given(key.value, value.value, record.text("source"), unit, note, value.span))
    return tuple(values), tuple(found)


def is_draft(source: str) -> bool:
    """Whether a source is still to be written.

    >>> is_draft("TODO: ask Ada"), is_draft("data sheet, table 3")
    (True, False)
    """
    return source.strip().upper().startswith(DRAFT)


def _is_number(text: str) -> bool:
    from decimal import Decimal, InvalidOperation

    try:
        return Decimal(text).is_finite() and "_" not in text
    except InvalidOperation:
        return False
