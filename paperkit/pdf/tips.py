"""Links that say what they lead to: tips over bound numbers, and ways back from the rows of the appendix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paperkit.pdf.file import PdfFile
from paperkit.pdf.labels import page_labels
from paperkit.pdf.links import KEY, text_of
from paperkit.pdf.syntax import Name, Ref
from paperkit.pdf.writer import text_string, update

BACK = "PKBack"
"""Entry of an annotation over a page number in a row: the key of the number that the row is of."""
PLACES = 3
"""Columns whose cells a tip names."""


def tip(marker: Mapping[str, Any], quantities: Mapping[str, str]) -> str:
    """What a tip says of a marker of the ledger: expression, exact value, kind, cells.

    >>> cell = {"file": "a/gemm.csv", "artifact": "gemm", "lines": "9", "column": "p99"}
    >>> tip({"expression": "x", "values": [{"exact": "12.46", "unit": "ms"}], "kinds": ["model"], "cells": [cell]}, {})
    'x\\nexactly 12.46 ms (model)\\ngemm.csv:9 p99'
    """
    expression = str(marker["expression"])
    meaning = " ".join(quantities.get(expression, "").split())
    values = [f"{one['exact']} {one['unit']}".strip() for one in marker["values"]]
    exactly = f"exactly {', '.join(values)}" if values else "holds" if marker.get("holds") else "does not hold"
    cells = [f"{_file(one)}:{one['lines']} {one['column']}" for one in marker["cells"]]
    more = [f"and {len(cells) - PLACES} more"] if len(cells) > PLACES else []
    lines = [
        f"{expression} = {meaning}" if meaning else expression,
        f"{exactly} ({', '.join(marker['kinds'])})",
        "; ".join([*cells[:PLACES], *more]),
    ]
    return "\n".join(line for line in lines if line)


def _file(cell: Mapping[str, Any]) -> str:
    return str(cell.get("file") or cell["artifact"]).rsplit("/", 1)[-1]


def enrich(file: PdfFile, tips: Mapping[str, str]) -> PdfFile:
    """*file* with a tip over each link whose key is in *tips*, and each page number of a row leading to the number."""
    pages = tuple(file.numbered_pages())
    found: dict[int, Any] = {}
    first: dict[tuple[str, int], list[Any]] = {}
    rows: list[tuple[int, dict[str, Any]]] = []
    for at, (number, page) in enumerate(pages):
        for one in file.array(page.get("Annots")):
            entries = file.dictionary(one)
            key = text_of(file.get(entries.get(KEY)))
            if isinstance(one, Ref) and key:
                x, _, _, top = _rect(file, entries)
                first.setdefault((key, at), [Ref(number), Name("XYZ"), x, top + 2, None])
                if key in tips:
                    found[one.number] = {**entries, "Contents": text_string(tips[key])}
            elif isinstance(one, Ref) and BACK in entries:
                rows.append((one.number, entries))
    found.update(_ways_back(file, rows, first, page_labels(file, len(pages))))
    return PdfFile(update(file.raw, file, found), file) if found else file


def _ways_back(
    file: PdfFile,
    rows: Sequence[tuple[int, dict[str, Any]]],
    first: Mapping[tuple[str, int], list[Any]],
    labels: Sequence[str],
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Annotations of rows with the place of the number on the page that they name."""
    pages = {label: at for at, label in reversed(list(enumerate(labels)))}
    for number, entries in rows:
        key, _, label = text_of(file.get(entries[BACK])).partition(" ")
        goal = first.get((key, pages.get(label, -1)))
        if goal is not None:
            yield number, {**entries, "A": {"S": Name("GoTo"), "D": goal}}


def _rect(file: PdfFile, entries: Mapping[str, Any]) -> tuple[float, ...]:
    numbers = [float(one) for one in file.array(entries.get("Rect")) if isinstance(one, (int, float))]
    return tuple(numbers) if len(numbers) == 4 else (0.0, 0.0, 0.0, 0.0)
