"""`paperkit numerals`: what the scanner sees in a .tex file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperkit.cli.paths import FILE

if TYPE_CHECKING:
    from paperkit.latex.document import Document
    from paperkit.source import SourceFile


@click.command("numerals")
@click.argument("file", metavar="FILE.tex", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def COMMAND(file: Path, as_json: bool) -> None:  # noqa: N802
    """List the numerals that a reader of FILE.tex sees, each with its value, its unit and what it was taken for.

    A `claim` states something and needs a marker (its reason says whether it has one: bound, waived, digits or words);
    `structure` only builds or names something. What \\input leads to is read, too.
    """
    from paperkit.errors import PaperkitError
    from paperkit.latex.encodings import read_tex
    from paperkit.latex.scan import scan

    if file.is_dir():
        raise PaperkitError(f"{file} is a folder", "name one .tex file; `paperkit check REPORT` judges a whole report")
    document = scan(read_tex(file), _loader(file))
    click.echo(_json(document) if as_json else _table(document), nl=False)


def _loader(file: Path) -> Callable[[str], SourceFile | None]:
    """Finds what \\input names: beside *file*, with or without `.tex`."""
    from paperkit.errors import PaperkitError
    from paperkit.latex.encodings import encoding_of, read_tex

    encoding = encoding_of(file)

    def load(name: str) -> SourceFile | None:
        for candidate in (file.parent / name, file.parent / f"{name}.tex"):
            if candidate.suffix and candidate.is_file():
                try:
                    return read_tex(candidate, fallback=encoding)
                except PaperkitError:
                    return None
        return None

    return load


def _rows(document: Document) -> list[dict[str, str | int]]:
    return [
        {
            "file": numeral.span.path,
            "line": numeral.span.line,
            "column": numeral.span.column,
            "text": numeral.text,
            "value": format(numeral.value, "f") if abs(numeral.value.adjusted()) < 40 else str(numeral.value),
            "unit": numeral.unit,
            "role": numeral.role.value,
            "reason": numeral.reason,
        }
        for numeral in document.numerals
    ]


def _json(document: Document) -> str:
    import json

    return json.dumps({"numerals": _rows(document)}, indent=1, ensure_ascii=False) + "\n"


def _table(document: Document) -> str:
    """A line for each numeral, and a last one with the counts."""
    rows = _rows(document)
    lines = []
    for row in rows:
        place = f"{row['file']}:{row['line']}:{row['column']}"
        text = " ".join(str(row["text"]).split())
        lines.append((place, text, f"{row['value']} {row['unit']}".rstrip(), f"{row['role']}: {row['reason']}"))
    widths = [min(max((len(line[column]) for line in lines), default=0), 40) for column in range(3)]
    shown = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(line[:3], widths, strict=True)), line[3]])
        for line in lines
    ]
    open_claims = sum(1 for numeral in document.numerals if numeral.ungrounded)
    shown.append(f"{len(rows)} numerals, {open_claims} claims without a marker")
    return "\n".join(shown) + "\n"
