"""Tables with other texts in some of their cells, in memory: nothing is read again but these cells."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from paperkit.artifacts.index import Index
from paperkit.artifacts.records import Records
from paperkit.artifacts.store import Artifact, Store
from paperkit.artifacts.table import Key, Table, key_of

Texts = Mapping[tuple[int, int], str]
"""Other texts, by the offsets in the file of what they replace."""

Keys = Key | tuple[Key, ...]


class PatchedStore(Store):
    """A store in which some artifacts are others; all the rest is that of *base*, read already."""

    def __init__(self, base: Store, others: Mapping[str, Artifact]) -> None:
        super().__init__(base.project, base.specs, folder=base.folder)
        self._artifacts = {name: others.get(name) or base.artifact(name) for name in base.specs}
        self._problems = {name: base.problems_of(name) for name in base.specs}


def tables_of(base: Store) -> dict[str, tuple[str, ...]]:
    """The names of the artifacts of each file, by path as shown."""
    found: dict[str, tuple[str, ...]] = {}
    for name, spec in base.specs.items():
        shown = base.project.shown(spec.path)
        found[shown] = (*found.get(shown, ()), name)
    return found


def with_texts(base: Store, names: Iterable[str], texts: Texts) -> Store | None:
    """A store in which these artifacts, all of one file, hold other texts; None where the file is no plain table."""
    others: dict[str, Artifact] = {}
    for name in names:
        found = base.artifact(name)
        table = patched(found, texts) if isinstance(found, Table) else None
        if table is None:
            return None
        others[name] = table
    return PatchedStore(base, others) if others else None


def patched(table: Table, texts: Texts) -> Table | None:
    """*table* with other cells, whose places stay those of the file as it is; None where it holds more than cells."""
    records = table.records
    if type(records) is not Records or any('"' in text for text in texts.values()):
        return None
    rows, touched = list(records.texts), set()
    for (start, end), text in sorted(texts.items(), reverse=True):  # from the right, so that offsets hold
        record = bisect_right(records.starts, start) - 1
        at, was = records.starts[record], rows[record]
        if record < 1 or not records.source.text.startswith(records.texts[record], at) or end > at + len(was):
            return None
        rows[record] = was[: start - at] + text + was[end - at :]
        touched.add(record)
    values = {place: value for place, value in table.values.items() if place[0] not in touched}
    changed = replace(table, records=replace(records, texts=rows), keys={}, indices={}, values=values, columns_read={})
    columns = {at for record in touched for at in _differing(table, changed, record)}
    for at, keys in table.keys.items():
        changed.keys[at] = _keys(keys, changed, at, touched) if at in columns else keys
    for several, index in table.indices.items():
        moved = not columns.isdisjoint(several)
        changed.indices[several] = _index(index, several, table, changed, touched) if moved else index
    return changed


def _differing(table: Table, changed: Table, record: int) -> Iterator[int]:
    was, now = table.records.fields(record), changed.records.fields(record)
    return (at for at, (one, other) in enumerate(zip(was, now, strict=False)) if one != other)


def _keys(keys: list[Key | None], changed: Table, column: int, touched: set[int]) -> list[Key | None]:
    now = list(keys)
    for record in touched:
        now[record - 1] = key_of(changed.text(record, column))
    return now


def _index(index: Index, columns: tuple[int, ...], table: Table, changed: Table, touched: set[int]) -> Index:
    """*index* with the touched records under their new keys."""
    first, further = dict(index.first), dict(index.further)
    for record in sorted(touched):
        old, new = _key(table, columns, record), _key(changed, columns, record)
        kept = [at for at in _records(first, further, old) if at != record]
        _put(first, further, old, kept)
        _put(first, further, new, sorted({*_records(first, further, new), record}))
    return Index(first, further)


def _records(first: dict[Keys, int], further: dict[Keys, list[int]], key: Keys) -> list[int]:
    return [first[key], *further.get(key, ())] if key in first else []


def _put(first: dict[Keys, int], further: dict[Keys, list[int]], key: Keys, records: list[int]) -> None:
    first.pop(key, None)
    further.pop(key, None)
    if records:
        first[key] = records[0]
    if records[1:]:
        further[key] = records[1:]


def _key(table: Table, columns: tuple[int, ...], record: int) -> Keys:
    """The key of a record as an index has it: by itself under one column."""
    keys = tuple(key_of(table.text(record, column)) for column in columns)
    return keys if len(keys) > 1 else keys[0]
