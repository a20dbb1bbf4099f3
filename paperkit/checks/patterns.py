"""What holds of the rows of a table one by one: labels that name keys, columns from one row, a column of one key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from paperkit.checks.grids import Column, Entry, Line, name_of

LEAST = 3
"""So many other rows make a pattern."""
ROWS = 6
"""Of so many other rows one may break it."""
NEAR = 8
"""Two columns this far apart at most are held against each other, so that the work is linear in the columns."""
_Fact = Callable[[int, Column], str]


@dataclass(frozen=True)
class Pattern:
    """One thing that may hold of each row, where it is *kept* and where *broken*; *columns* are what it is about."""

    about: str
    """The key that it is about; empty where it is about the quantity."""
    columns: frozenset[Column]
    kept: frozenset[int]
    broken: frozenset[int]
    fact: _Fact
    """What is said of a number in a row that breaks it."""
    labelled: bool = False

    @cached_property
    def holds(self) -> bool:
        """Whether the other rows make it a rule for each of those that break it."""
        others = len(self.kept) + len(self.broken) - 1
        return others >= LEAST and len(self.broken) - 1 <= others // ROWS


def patterns(lines: tuple[Line, ...]) -> Iterator[Pattern]:
    """All patterns of a table, the telling ones first."""
    columns = sorted({column for line in lines for column in line.entries})
    keys = sorted({name for line in lines for entry in line.entries.values() for name in entry.keys})
    labels = sorted({column for line in lines for column in line.labels})
    for column in columns:
        for name in keys:
            for label in labels:
                yield from _labelled(lines, column, name, label)
    for at, column in enumerate(columns):
        for other in columns[at + 1 : at + 1 + NEAR]:
            for name in keys:
                yield _agreeing(lines, column, other, name)
    for column in columns:
        for name in keys:
            yield _constant(lines, column, name)
        yield _alike(lines, column)


def _pattern(about: str, columns: set[Column], states: dict[int, bool], fact: _Fact, labelled: bool = False) -> Pattern:
    kept = frozenset(at for at, holds in states.items() if holds)
    return Pattern(about, frozenset(columns), kept, frozenset(states) - kept, fact, labelled)


def _labelled(lines: tuple[Line, ...], column: Column, name: str, label: int) -> Iterator[Pattern]:
    """The label is the key, or has it in it."""

    def fact(at: int, _: Column) -> str:
        key = _shown(lines[at], column, name)
        return f"is of {name}={key}, which is not what its row is labelled" if key else _elsewhere(lines[at], column)

    keys = {
        at: name_of(next(iter(found)))
        for at, line in enumerate(lines)
        if label in line.labels and len(found := _keys(line, column, name)) == 1
    }
    texts = {at: lines[at].labels[label] for at in keys}
    taken = {text for at, text in texts.items() if text == keys[at]}
    within = {at: keys[at] in text for at, text in texts.items()}
    equal = {at: text == keys[at] or (within[at] and keys[at] not in taken) for at, text in texts.items()}
    for states in (equal, within):
        if len({text for at, text in texts.items() if states[at]}) > 1:
            yield _pattern(name, {column}, states | _strange(lines, column, name, label), fact, labelled=True)


def _strange(lines: tuple[Line, ...], column: Column, name: str, label: int) -> dict[int, bool]:
    """Rows whose number has no such key, while what the others read has a row of that label."""
    like = next(line.entries[column] for line in lines if _keys(line, column, name))
    bare = ((at, line) for at, line in enumerate(lines) if column in line.entries and not _keys(line, column, name))
    return {at: False for at, line in bare if label in line.labels and like.could_be(name, line.labels[label])}


def _elsewhere(line: Line, column: Column) -> str:
    return f"is {line.entries[column].judged.entry.expression}, and not of the row that its label names"


def _agreeing(lines: tuple[Line, ...], column: Column, other: Column, name: str) -> Pattern:
    """Two numbers are from rows of one key."""
    states = {
        at: one == two or (_told(line, one) and _told(line, two))
        for at, line in enumerate(lines)
        if (one := _keys(line, column, name)) and (two := _keys(line, other, name))
    }

    def fact(at: int, mine: Column) -> str:
        yours = other if mine == column else column
        beside = lines[at].entries[yours].judged.entry.printed
        here, there = (_shown(lines[at], each, name) for each in (mine, yours))
        return f"is of {name}={here}, but {beside} in the same row is of {name}={there}"

    return _pattern(name, {column, other}, states, fact)


def _constant(lines: tuple[Line, ...], column: Column, name: str) -> Pattern:
    """The column shows one key."""
    values = {at: keys for at, line in enumerate(lines) if (keys := _keys(line, column, name))}
    usual = _usual(values)

    def fact(at: int, _: Column) -> str:
        rest = _said(usual) if isinstance(usual, frozenset) else ""
        return f"is of {name}={_shown(lines[at], column, name)}, but the rest of its column is of {name}={rest}"

    states = {at: value == usual or _told(lines[at], value) for at, value in values.items()}
    return _pattern(name, {column}, states, fact)


def _alike(lines: tuple[Line, ...], column: Column) -> Pattern:
    """The column shows one quantity."""
    values = {at: line.entries[column].shape for at, line in enumerate(lines) if column in line.entries}
    usual = _usual(values)

    def fact(at: int, _: Column) -> str:
        like = next(line.entries[column] for line in lines if column in line.entries and _is(line, column, usual))
        mine = lines[at].entries[column].judged.entry.expression
        return f"is {mine}, another quantity than the rest of its column, as {like.judged.entry.expression}"

    return _pattern("", {column}, {at: value == usual for at, value in values.items()}, fact)


def _told(line: Line, keys: frozenset[str]) -> bool:
    """Whether the row itself says which rows the number is of."""
    return keys <= line.words


def _is(line: Line, column: Column, usual: Hashable) -> bool:
    return line.entries[column].shape == usual


def _usual(values: Mapping[int, Hashable]) -> Hashable:
    return Counter(values.values()).most_common(1)[0][0] if values else None


def _keys(line: Line, column: Column, name: str) -> frozenset[str]:
    entry: Entry | None = line.entries.get(column)
    return entry.keys.get(name, frozenset()) if entry is not None else frozenset()


def _shown(line: Line, column: Column, name: str) -> str:
    return _said(_keys(line, column, name))


def _said(keys: frozenset[str]) -> str:
    return " and ".join(sorted(keys))
