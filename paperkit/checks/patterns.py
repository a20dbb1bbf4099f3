"""What holds of the rows of a table one by one: labels that name keys, columns from one row, a column of one key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping

from paperkit.checks.grids import Column, Line, name_of
from paperkit.frozen import frozen

LEAST = 3
"""So many other rows make a pattern."""
ROWS = 6
"""Of so many other rows one may break it."""
NEAR = 8
"""Two columns this far apart at most are held against each other, so that the work is linear in the columns."""
_Keys = Mapping[int, frozenset[str]]
_Fact = Callable[[int, Column], str]


@frozen
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

    @property
    def holds(self) -> bool:
        """Whether the other rows make it a rule for each of those that break it."""
        others = len(self.kept) + len(self.broken) - 1
        return others >= LEAST and len(self.broken) - 1 <= others // ROWS


def patterns(lines: tuple[Line, ...]) -> Iterator[Pattern]:
    """All patterns of a table, the telling ones first."""
    columns = sorted({column for line in lines for column in line.entries})
    labels = sorted({column for line in lines for column in line.labels})
    keyed = {column: _by_key(lines, column) for column in columns}
    for column in columns:
        for name, keys in keyed[column].items():
            for label in labels:
                yield from _labelled(lines, column, name, label, keys)
    for at, column in enumerate(columns):
        for other in columns[at + 1 : at + 1 + NEAR]:
            for name in keyed[column].keys() & keyed[other].keys():
                yield _agreeing(lines, (column, other), name, (keyed[column][name], keyed[other][name]))
    for column in columns:
        for name, keys in keyed[column].items():
            yield _constant(lines, column, name, keys)
        yield _alike(lines, column)


def _by_key(lines: tuple[Line, ...], column: Column) -> Mapping[str, _Keys]:
    """The keys of a column's numbers by row, for each column of a key."""
    found: dict[str, dict[int, frozenset[str]]] = {}
    for at, line in enumerate(lines):
        for name, keys in line.entries[column].keys.items() if column in line.entries else ():
            found.setdefault(name, {})[at] = keys
    return {name: found[name] for name in sorted(found)}


def _pattern(about: str, columns: set[Column], states: dict[int, bool], fact: _Fact, labelled: bool = False) -> Pattern:
    kept = frozenset(at for at, holds in states.items() if holds)
    return Pattern(about, frozenset(columns), kept, frozenset(states) - kept, fact, labelled)


def _labelled(lines: tuple[Line, ...], column: Column, name: str, label: int, keyed: _Keys) -> Iterator[Pattern]:
    """The label is the key, or has it in it."""

    def fact(at: int, _: Column) -> str:
        key = _said(keyed.get(at, frozenset()))
        return f"is of {name}={key}, which is not what its row is labelled" if key else _elsewhere(lines[at], column)

    texts = {at: lines[at].labels[label] for at, keys in keyed.items() if len(keys) == 1 and label in lines[at].labels}
    names = {at: name_of(next(iter(keyed[at]))) for at in texts}
    within = {at: names[at] in text for at, text in texts.items()}
    if sum(within.values()) < LEAST:
        return
    for at in [at for at, holds in within.items() if not holds]:
        if not any(lines[each].entries[column].says(name, texts[at]) for each in texts):  # a row of another sort
            texts.pop(at)
            within.pop(at)
    taken = {text for at, text in texts.items() if text == names[at]}
    equal = {at: text == names[at] or (within[at] and names[at] not in taken) for at, text in texts.items()}
    for states in (equal, within):
        if len({text for at, text in texts.items() if states[at]}) > 1:
            yield _pattern(name, {column}, states | _strange(lines, column, name, label), fact, labelled=True)


def _strange(lines: tuple[Line, ...], column: Column, name: str, label: int) -> dict[int, bool]:
    """Rows whose number has no such key, while what the others read has a row of that label."""
    held = [(at, line) for at, line in enumerate(lines) if column in line.entries]
    like = next(line.entries[column] for _, line in held if name in line.entries[column].keys)
    bare = ((at, line) for at, line in held if name not in line.entries[column].keys)
    return {at: False for at, line in bare if label in line.labels and like.could_be(name, line.labels[label])}


def _elsewhere(line: Line, column: Column) -> str:
    return f"is {line.entries[column].judged.entry.expression}, and not of the row that its label names"


def _agreeing(lines: tuple[Line, ...], pair: tuple[Column, Column], name: str, keyed: tuple[_Keys, _Keys]) -> Pattern:
    """Two numbers are from rows of one key."""
    first, second = keyed
    states = {
        at: one == second[at] or (_told(lines[at], one) and _told(lines[at], second[at]))
        for at, one in first.items()
        if at in second
    }

    def fact(at: int, mine: Column) -> str:
        yours = pair[1] if mine == pair[0] else pair[0]
        beside = lines[at].entries[yours].judged.entry.printed
        here, there = (_said(lines[at].entries[each].keys[name]) for each in (mine, yours))
        return f"is of {name}={here}, but {beside} in the same row is of {name}={there}"

    return _pattern(name, set(pair), states, fact)


def _constant(lines: tuple[Line, ...], column: Column, name: str, keyed: _Keys) -> Pattern:
    """The column shows one key."""
    usual = _usual(keyed)

    def fact(at: int, _: Column) -> str:
        rest = _said(usual) if isinstance(usual, frozenset) else ""
        return f"is of {name}={_said(keyed[at])}, but the rest of its column is of {name}={rest}"

    states = {at: value == usual or _told(lines[at], value) for at, value in keyed.items()}
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


def _said(keys: frozenset[str]) -> str:
    return " and ".join(sorted(keys))
