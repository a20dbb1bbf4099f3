"""Read bench.yaml into a BenchSpec; whatever does not fit is a diagnostic at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path

from paperkit.bench.schema import FIELDS, SCHEMA
from paperkit.bench.spec import BenchSpec, Column, Output, climb
from paperkit.config.fields import Record, Text, problem, read_file, read_text
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.diagnostics.nearest import nearest
from paperkit.project import Project
from paperkit.source import Span
from paperkit.values.unit import UnitError, parse_unit

KINDS = ("measured", "model", "projection")
TYPES = ("string", "integer", "number", "boolean")
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*\.csv")
PLACEHOLDER = re.compile(r"\{([A-Za-z_]\w*)\}")


def load_bench(folder: Path, project: Project) -> tuple[BenchSpec | None, tuple[Diagnostic, ...]]:
    """The harness in *folder*; None where a diagnostic says that it cannot be run."""
    source, unread = read_text(folder / "bench.yaml", project)
    record, problems = (None, unread) if unread else read_file(source, FIELDS)
    if record is None or problems:
        return None, problems
    found = tuple(_problems(record, folder, project))
    return (None, found) if found else (_spec(record, folder), ())


def _spec(record: Record, folder: Path) -> BenchSpec:
    expected = record.text("expected_runtime_s")
    return BenchSpec(
        folder=folder,
        name=record.text("name"),
        title=record.text("title"),
        command=_texts(record, "command"),
        code=_texts(record, "code"),
        outputs=tuple(_output(each) for each in record.records["outputs"]),
        inputs=_texts(record, "inputs"),
        pythonpath=_texts(record, "pythonpath"),
        parameters=tuple((name.value, text.value) for name, text in record.named.get("parameters", ())),
        seed=int(record.text("seed")) if "seed" in record.single else None,
        timeout_s=float(record.text("timeout_s", "600")),
        memory_mb=int(record.text("memory_mb", "2000")),
        expected_runtime_s=float(expected) if expected else None,
        jobs=int(record.text("jobs", "1")),
        report_only=record.text("report_only", "true") == "true",
        span=record.span,
    )


def _output(record: Record) -> Output:
    key = _texts(record, "key")
    rows = {name: int(text.value) for each in record.records.get("rows", ()) for name, text in each.single.items()}
    columns = tuple(_column(name.value, each, key) for name, each in record.named_records["columns"])
    return Output(
        record.text("path"),
        record.text("kind"),
        record.text("description"),
        columns,
        rows.get("min", 0),
        rows.get("max"),
    )


def _column(name: str, record: Record, key: tuple[str, ...]) -> Column:
    return Column(
        name,
        record.text("type"),
        record.text("unit"),
        record.text("description"),
        name in key,
        Decimal(record.text("min")) if "min" in record.single else None,
        Decimal(record.text("max")) if "max" in record.single else None,
        record.text("uncertainty"),
    )


def _texts(record: Record, name: str) -> tuple[str, ...]:
    return tuple(text.value for text in record.several.get(name, ()))


def _problems(record: Record, folder: Path, project: Project) -> Iterator[Diagnostic]:
    yield from _one_of(record, "schema", (SCHEMA,))
    yield from _one_of(record, "name", (folder.name,), f"the folder is {folder.name}; give both one name")
    yield from _one_of(record, "report_only", ("true", "false"))
    for name in ("timeout_s", "expected_runtime_s"):
        yield from _number(record, name)
    for name in ("jobs", "memory_mb", "timeout_s"):
        text = record.single.get(name)
        if text and NUMBER.fullmatch(text.value) and Decimal(text.value) <= 0:
            yield problem(text.span, f"{name} is {text.value}, but has to be above 0")
    yield from _command_problems(record)
    yield from _path_problems(record, folder, project)
    outputs = record.records.get("outputs", ())
    if not outputs:
        yield problem(_head(record.span), "the harness declares no outputs", "declare each file that it writes")
    seen: dict[str, Text] = {}
    for output in outputs:
        yield from _output_problems(output)
        path = output.single["path"]
        if seen.setdefault(path.value.lower(), path) is not path:
            yield problem(path.span, f"{path.value} is declared twice", "keep one of the two")


def _command_problems(record: Record) -> Iterator[Diagnostic]:
    known = {"out", *(["seed"] if "seed" in record.single else [])}
    for name, _ in record.named.get("parameters", ()):
        if name.value in {"out", "seed"}:
            yield problem(name.span, f"parameter {name.value!r} has the name of a built-in", "rename it")
        known.add(name.value)
    words = record.several["command"]
    if not any("{out}" in word.value for word in words):
        yield problem(record.keys["command"], "the command does not name {out}", 'add for instance --out, "{out}"')
    for word in words:
        for name in PLACEHOLDER.findall(word.value):
            if name not in known:
                hint = nearest(name, known) or f"known: {', '.join(sorted(known))}; add it under parameters"
                yield problem(word.span, f"{{{name}}} in the command is no parameter", hint)


def _path_problems(record: Record, folder: Path, project: Project) -> Iterator[Diagnostic]:
    for name in ("code", "inputs"):
        for text in record.several.get(name, ()):
            yield from _glob_problems(text, name, folder, project)
    for text in record.several.get("pythonpath", ()):
        if Path(text.value).is_absolute() or not (folder / text.value).is_dir():
            yield problem(
                text.span, f"pythonpath {text.value!r} is no folder", "name it relative to the harness's folder"
            )


def _glob_problems(text: Text, name: str, folder: Path, project: Project) -> Iterator[Diagnostic]:
    if Path(text.value).is_absolute() or not text.value:
        yield problem(text.span, f"{name} {text.value!r} is not relative", "name it relative to the harness's folder")
        return
    base, pattern = climb(folder, text.value)
    files = [path for path in base.glob(pattern) if path.is_file()] if pattern else []
    if not files:
        yield problem(text.span, f"{name} {text.value!r} matches no file", "check the spelling; ** enters subfolders")
    root = project.root.resolve()
    for path in files:
        if not path.resolve().is_relative_to(root):
            fact = f"{name} {text.value!r} names {project.shown(path)}, which lies outside the project"
            yield problem(text.span, fact, "copy it into the project and commit it, so that others have it too")
            return


def _output_problems(output: Record) -> Iterator[Diagnostic]:
    path = output.single["path"]
    if not FILE.fullmatch(path.value):
        hint = "a plain name of letters, digits, `_`, `-` and `.`, without a folder, that ends in .csv"
        yield problem(path.span, f"path {path.value!r} is no name of an output", hint)
    yield from _one_of(output, "kind", KINDS)
    columns = {name.value: column for name, column in output.named_records.get("columns", ())}
    if not columns:
        yield problem(output.keys["columns"], f"{path.value} has no columns", "declare them in the order of the file")
    for text in output.several.get("key", ()):
        yield from _known_column(text, "key", columns)
    if not output.several.get("key"):
        yield problem(
            output.keys["key"], f"{path.value} has no key", "name the columns that tell a row from every other"
        )
    for column in columns.values():
        yield from _column_problems(column, columns)


def _column_problems(column: Record, columns: Mapping[str, Record]) -> Iterator[Diagnostic]:
    yield from _one_of(column, "type", TYPES)
    numeric = column.text("type") in {"integer", "number"}
    for name in ("min", "max", "unit", "uncertainty"):
        text = column.single.get(name)
        if text and not numeric:
            yield problem(column.keys[name], f"a column of type {column.text('type')} takes no {name}", "leave it out")
    yield from _number(column, "min")
    yield from _number(column, "max")
    try:
        parse_unit(column.text("unit"))
    except UnitError as error:
        yield problem(column.single["unit"].span, str(error), "name a unit, or leave it out for a bare number")
    if "uncertainty" in column.single:
        yield from _known_column(column.single["uncertainty"], "uncertainty", columns)


def _known_column(text: Text, what: str, columns: Mapping[str, Record]) -> Iterator[Diagnostic]:
    if text.value not in columns:
        hint = nearest(text.value, columns) or f"columns: {', '.join(columns)}"
        yield problem(text.span, f"{what} {text.value!r} is no column", hint)


def _one_of(record: Record, name: str, known: tuple[str, ...], hint: str = "") -> Iterator[Diagnostic]:
    text = record.single.get(name)
    if text and text.value not in known:
        fact = f"{name} is {text.value!r}, but takes {' or '.join(known)}"
        yield problem(text.span, fact, hint or nearest(text.value, known))


def _number(record: Record, name: str) -> Iterator[Diagnostic]:
    text = record.single.get(name)
    if text and not NUMBER.fullmatch(text.value):
        yield problem(text.span, f"{name} is {text.value!r}, but takes a number")


def _head(span: Span) -> Span:
    return Span(span.source, span.start, span.start)
