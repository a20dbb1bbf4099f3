"""Hold what a harness wrote against what its bench.yaml declares."""

from __future__ import annotations

import csv
import io
import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

from paperkit.bench.spec import BenchSpec, Column, Output

SHAPES = {
    "integer": re.compile(r"-?(0|[1-9][0-9]*)"),
    "number": re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?"),
    "boolean": re.compile(r"true|false"),
    "string": re.compile(r"(?s)\S(.*\S)?"),
}
"""What a cell of each type looks like: exact decimals, no thousands marks, no nan, nothing empty."""

MAX_PROBLEMS = 10
"""As many as are shown of one file; the same mistake stands in every row."""


def collect(spec: BenchSpec, folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The declared files of *folder* by name, and what is wrong with the folder or with any of them."""
    files, problems = read_outputs(spec, folder)
    declared = {output.path for output in spec.outputs}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name not in declared:
            problems = (*problems, f"{name}: written, but not declared under outputs")
    return files, problems


def read_outputs(spec: BenchSpec, folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """As collect, whatever else lies in *folder*."""
    files: dict[str, bytes] = {}
    problems: list[str] = []
    for output in spec.outputs:
        path = folder / output.path
        if path.is_symlink() or not path.is_file():
            problems.append(f"{output.path}: declared under outputs, but not written")
            continue
        files[output.path] = path.read_bytes()
        problems += judge(output, files[output.path])
    return files, tuple(problems)


def judge(output: Output, raw: bytes) -> tuple[str, ...]:
    """What is wrong with the content of one output, each with file and line; at most MAX_PROBLEMS and a count."""
    found = [f"{output.path}:{line}: {fact}" for line, fact in _problems(output, raw)]
    rest = len(found) - MAX_PROBLEMS
    return (*found[:MAX_PROBLEMS], f"{output.path}: {rest} more of the kind") if rest > 0 else tuple(found)


def _problems(output: Output, raw: bytes) -> Iterator[tuple[int, str]]:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        yield raw.count(b"\n", 0, error.start) + 1, f"not UTF-8 (byte 0x{raw[error.start]:02x})"
        return
    if "\r" in text:
        yield text.count("\n", 0, text.index("\r")) + 1, "a line ends in CR LF; write LF (lineterminator='\\n')"
        return
    if not text.endswith("\n"):
        yield text.count("\n") + 1, "the last line has no end, so the file may be cut short"
        return
    try:
        yield from _table_problems(output, text)
    except csv.Error as error:
        yield 1, f"no CSV: {error}"


def _table_problems(output: Output, text: str) -> Iterator[tuple[int, str]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    names = [column.name for column in output.columns]
    header = next(reader, [])
    if header != names:
        yield 1, f"the header is {','.join(header)}, but {','.join(names)} is declared{_unlike(header, names)}"
        return
    seen: dict[tuple[object, ...], int] = {}
    rows = 0
    for cells in reader:
        rows += 1
        line = reader.line_num
        if len(cells) != len(names):
            yield line, f"{len(cells)} cells, but {len(names)} columns"
            continue
        yield from ((line, fact) for fact in _row_problems(output, cells))
        key = tuple(_key(column, cell) for column, cell in zip(output.columns, cells, strict=True) if column.key)
        if key and seen.setdefault(key, line) != line:
            yield line, f"key {_shown(output, cells)} stands in line {seen[key]} too"
    if rows < output.rows_min:
        yield 1, f"{rows} rows, but at least {output.rows_min} are declared"
    if output.rows_max is not None and rows > output.rows_max:
        yield 1, f"{rows} rows, but at most {output.rows_max} are declared"


def _row_problems(output: Output, cells: Sequence[str]) -> Iterator[str]:
    for column, cell in zip(output.columns, cells, strict=True):
        if not SHAPES[column.type].fullmatch(cell):
            yield f"{column.name} is {cell!r}, no {column.type}"
        elif column.type in {"integer", "number"}:
            yield from _range_problems(column, cell)


def _range_problems(column: Column, cell: str) -> Iterator[str]:
    if column.minimum is not None and Decimal(cell) < column.minimum:
        yield f"{column.name} is {cell}, below the declared min {column.minimum}"
    if column.maximum is not None and Decimal(cell) > column.maximum:
        yield f"{column.name} is {cell}, above the declared max {column.maximum}"


def _key(column: Column, cell: str) -> object:
    """Keys compare as numbers where they are numbers: 1 and 1.0 are the same."""
    numeric = column.type in {"integer", "number"} and SHAPES[column.type].fullmatch(cell)
    return Decimal(cell) if numeric else cell


def _shown(output: Output, cells: Sequence[str]) -> str:
    pairs = zip(output.columns, cells, strict=True)
    return ", ".join(f"{column.name}={cell}" for column, cell in pairs if column.key)


def _unlike(header: Sequence[str], names: Sequence[str]) -> str:
    """` (missing: a; not declared: b)`, or that only the order differs."""
    missing = [name for name in names if name not in header]
    extra = [name for name in header if name not in names]
    parts = [f"missing: {', '.join(missing)}"] * bool(missing) + [f"not declared: {', '.join(extra)}"] * bool(extra)
    return f" ({'; '.join(parts) or 'in another order'})"


def first_difference(old: bytes, new: bytes) -> str:
    """`line 3: 1,200 became 1,201`: the first line in which two versions of a file differ; empty when none does."""
    if old == new:
        return ""
    before, after = old.split(b"\n"), new.split(b"\n")
    line = next(
        (i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
    )
    return f"line {line + 1}: {_text(before, line)} became {_text(after, line)}"


def record_difference(old: bytes, new: bytes) -> str:
    """As first_difference, for two JSON records: `resources[0].bytes: 37 became 38`."""
    try:
        before, after = json.loads(old), json.loads(new)
    except ValueError:
        return first_difference(old, new)
    return next(_changes(before, after, ""), "") or ("other spaces or another order" if old != new else "")


def _changes(old: object, new: object, path: str) -> Iterator[str]:
    """Where two records differ, one after the other."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            yield from _changes(old.get(key), new.get(key), f"{path}.{key}".lstrip("."))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _changes(one, other, f"{path}[{at}]")
    elif old != new:
        said = ("nothing" if each is None else textwrap.shorten(json.dumps(each), 60) for each in (old, new))
        yield f"{path}: {' became '.join(said)}"


def _text(lines: Sequence[bytes], line: int) -> str:
    if line >= len(lines) or (line == len(lines) - 1 and not lines[line]):
        return "nothing"
    return lines[line].decode("utf-8", "replace")[:120]
