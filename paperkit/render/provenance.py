"""Where artifacts come from, as plain data for the evidence appendix: a row for each file, and one for each harness."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any

from paperkit import digest
from paperkit.artifacts.store import Store, Tree
from paperkit.artifacts.table import Table
from paperkit.render.breakable import breakable
from paperkit.render.safe import Latex

SHOWN_DIGITS = 16
"""Hexadecimal digits of a digest that are printed."""


def artifact_row(store: Store, name: str) -> dict[str, object]:
    """One named artifact: its file, the rows that the name selects, its kind, harness and digest."""
    artifact = store.artifact(name)
    table = artifact if isinstance(artifact, Table) else None
    path, where = store.specs[name].path, store.specs[name].where
    return {
        "name": name,
        "file": breakable(store.project.shown(path)),
        "where": Latex(", ").join(Latex(f"{breakable(column)}~=~{breakable(text)}") for column, text in where),
        "kind": _kinds_of(table)
        if table is not None
        else str(artifact.kind)
        if isinstance(artifact, Tree)
        else "given",
        "harness": breakable(_harness(_record(store, name)) or "none"),
        "digest": _short(digest.of_file(path)) if path.is_file() else "missing",
    }


def harness_rows(store: Store, names: Iterable[str]) -> list[dict[str, object]]:
    """Each harness behind *names*, in their order: what it ran on, so that somebody else can run it again."""
    found: dict[str, dict[str, object]] = {}
    for name in names:
        record = _record(store, name)
        harness = _harness(record)
        if harness and harness not in found:
            found[harness] = _row(harness, record)
    return list(found.values())


def _row(harness: str, record: Mapping[str, Any]) -> dict[str, object]:
    seed, host = record.get("seed"), record.get("host") or {}
    return {
        "harness": breakable(harness),
        "seed": "none" if seed is None else str(seed),
        "code": _short_of(record.get("code")),
        "inputs": _short_of(record.get("inputs")) if record.get("inputs") else "none",
        "configuration": _short(str(record.get("configuration", ""))) or "none",
        "versions": Latex(", ").join(Latex(f"{breakable(k)}~{breakable(v)}") for k, v in _named(record, "versions")),
        "host": ", ".join(str(value) for value in (host.get("processor"), host.get("kernel")) if value) or "any",
    }


def _record(store: Store, name: str) -> Mapping[str, Any]:
    """The provenance that the descriptor of a table holds; empty where there is none."""
    artifact = store.artifact(name)
    found = artifact.meta.get("provenance") if isinstance(artifact, Table) else None
    return found if isinstance(found, Mapping) else {}


def _harness(record: Mapping[str, Any]) -> str:
    return PurePosixPath(str(record.get("harness", ""))).name


def _named(record: Mapping[str, Any], key: str) -> list[tuple[str, str]]:
    found = record.get(key)
    return [(str(name), str(value)) for name, value in found.items()] if isinstance(found, Mapping) else []


def _short_of(files: Any) -> str:
    """One digest over the digests of many files, by path."""
    return _short(digest.of_data(files))


def _short(text: str) -> str:
    return text.removeprefix("sha256:")[:SHOWN_DIGITS]


def _kinds_of(table: Table) -> str:
    """The kind of a table; where its rows say their own, all of them."""
    at = table.positions.get("value")
    cells = () if at is None else (table.cell(row, at) for row in table.rows)
    return ", ".join(sorted({cell.kind.value for cell in cells} or {table.kind.value}))
