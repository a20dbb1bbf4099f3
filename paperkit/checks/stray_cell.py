r"""stray-cell: a number of a table is from another row or column of the evidence than its place in the table says.

Why: the wrong row of an artifact gives a right number in the wrong place, and who reads the table cannot tell.
Instead: select what the row and the column of the table show. Each row is held against the rest of its table: where in
the others the label names the key of a number, numbers of two columns are from one row of the evidence, or a column
shows one key or one quantity, it must be so here. Said only where a single number stands against the rest of its row; a
row of another sort, as a mean below, is left alone. In a table of two or three rows one thing alone is asked: where the
other rows (or columns) are of one key each, and of this one all numbers but one, that one must be, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from paperkit.checks.base import Check, Evidence
from paperkit.checks.grids import Column, Line, marked_tables
from paperkit.checks.patterns import LEAST, Pattern, patterns
from paperkit.checks.words import show_cells
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK127", "stray-cell", since="0.2", doc=__doc__, waivable=True)
HINT = "select what this row and this column of the table show"


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each number that alone stands against its row."""
    for lines in marked_tables(evidence, 2):
        if len(lines) <= LEAST:
            yield from _of_few(lines)
            continue
        found = tuple(pattern for pattern in patterns(lines) if pattern.holds)
        broken = {at for pattern in found for at in pattern.broken}
        for at in sorted(broken):
            yield from _of_row(lines[at], at, found)


def _of_few(lines: tuple[Line, ...]) -> Iterator[Diagnostic]:
    """The one number of a small table that is of another key than all others of its row, or of its column."""
    names = sorted({name for line in lines for entry in line.entries.values() for name in entry.keys})
    columns = sorted({column for line in lines for column in line.entries})
    rows = [[(line, column) for column in sorted(line.entries)] for line in lines]
    down = [[(line, column) for line in lines if column in line.entries] for column in columns]
    for name in names:
        for runs, where in ((rows, "row"), (down, "column")):
            yield from _alone(runs, name, where)


def _alone(runs: Sequence[Sequence[tuple[Line, Column]]], name: str, where: str) -> Iterator[Diagnostic]:
    keyed = [[(line, at) for line, at in run if name in line.entries[at].keys] for run in runs]
    mixed = [run for run in keyed if len({line.entries[at].keys[name] for line, at in run}) > 1]
    if len(mixed) != 1 or len(keyed) < 2 or any(len(run) < LEAST for run in keyed):
        return
    counted = Counter(line.entries[at].keys[name] for line, at in mixed[0])
    (usual, number), *rest = counted.most_common()
    alone = [(line, at) for line, at in mixed[0] if line.entries[at].keys[name] != usual]
    if len(rest) != 1 or len(alone) != 1 or number < 2:
        return
    line, at = alone[0]
    mine = line.entries[at].keys[name]
    if mine <= line.words or mine & usual:
        return
    entry = line.entries[at].judged.entry
    key, other = (" and ".join(sorted(each)) for each in (mine, usual))
    message = f"{entry.printed} is of {name}={key}, but the rest of its {where} is of {name}={other}"
    yield show_cells(CHECK.at(entry.printed_span, message, HINT), entry.cells)


def _of_row(line: Line, at: int, found: tuple[Pattern, ...]) -> Iterator[Diagnostic]:
    """What the row breaks, key by key: where several numbers must be others to mend it, it is a row of another sort."""
    said: set[Column] = set()
    for about in dict.fromkeys(pattern.about for pattern in found if at in pattern.broken):
        breached = [pattern for pattern in found if pattern.about == about and at in pattern.broken]
        kept = [pattern for pattern in found if pattern.about == about and at in pattern.kept]
        for column in sorted(frozenset.intersection(*(pattern.columns for pattern in breached)) - said):
            apart = about == "" or not _read_beside(line, column)
            if breached[0].labelled or (apart and any(column not in pattern.columns for pattern in kept)):
                said.add(column)
                entry = line.entries[column].judged.entry
                message = f"{entry.printed} {breached[0].fact(at, column)}"
                yield show_cells(CHECK.at(entry.printed_span, message, HINT), entry.cells)


def _read_beside(line: Line, column: Column) -> bool:
    """Whether the rest of the row reads the same rows of the evidence, as a difference does that stands beside."""
    others = (entry.rows for each, entry in line.entries.items() if each != column)
    return line.entries[column].rows <= frozenset().union(*others)
