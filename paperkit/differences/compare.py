"""Two snapshots held against each other.

A number is the same where its expression is, in the file that it stands in; what is left over is paired in the order
of reading where the units agree and the values are equal or come from the same file. Two values differ within the
noise where their intervals overlap.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from typing import Any

from paperkit.differences.snapshot import Amount, Number, Snapshot

_TOLD = ("seed", "parameters", "inputs", "configuration", "code", "versions")
"""Parts of a provenance by which two runs of a harness may differ, besides the host."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A number at two times."""

    before: Number
    after: Number

    @property
    def rebound(self) -> bool:
        """Whether it is read by another expression now."""
        return self.before.expression != self.after.expression

    @property
    def change(self) -> Fraction | None:
        """After less before, in their unit; None where the units differ or there is not one value each."""
        pair = self._pair()
        return None if pair is None else pair[1].exact - pair[0].exact

    @property
    def share(self) -> Fraction | None:
        """The change on the former value; None where that is zero or there is no change to tell."""
        pair = self._pair()
        return None if pair is None or not pair[0].exact else (pair[1].exact - pair[0].exact) / abs(pair[0].exact)

    @property
    def noise(self) -> bool | None:
        """Whether the intervals overlap; None where not both values have one."""
        pair = self._pair()
        if pair is None or pair[0].spread is None or pair[1].spread is None:
            return None
        return abs(pair[1].exact - pair[0].exact) <= pair[0].spread + pair[1].spread

    def _pair(self) -> tuple[Amount, Amount] | None:
        before, after = self.before.amounts, self.after.amounts
        if len(before) != 1 or len(after) != 1 or before[0].unit != after[0].unit:
            return None
        return before[0], after[0]


@dataclass(frozen=True, slots=True)
class Apart:
    """An artifact whose two versions come from different circumstances. *severe*: its numbers cannot be compared."""

    path: str
    what: str
    severe: bool


@dataclass(frozen=True, slots=True)
class Differences:
    """All that differs. A number is in one of the first four, and in *verdicts* and *kinds* where these changed."""

    before: str
    after: str
    moved: tuple[Moved, ...]
    rebound: tuple[Moved, ...]
    appeared: tuple[Number, ...]
    gone: tuple[Number, ...]
    verdicts: tuple[Moved, ...]
    kinds: tuple[Moved, ...]
    apart: tuple[Apart, ...]
    unchanged: int

    @property
    def any(self) -> bool:
        """Whether anything differs in the numbers."""
        return bool(self.moved or self.rebound or self.appeared or self.gone or self.verdicts or self.kinds)


def compare(before: Snapshot, after: Snapshot) -> Differences:
    """What differs between two snapshots."""
    pairs, gone, appeared = _paired(before, after)
    moved = [pair for pair in pairs if not pair.rebound and pair.before.amounts != pair.after.amounts]
    rebound = [pair for pair in pairs if pair.rebound]
    verdicts = [pair for pair in pairs if pair.before.holds != pair.after.holds]
    kinds = [pair for pair in pairs if pair.before.kinds != pair.after.kinds]
    told = {id(pair) for pair in (*moved, *rebound, *verdicts, *kinds)}
    touched = {file for pair in (*moved, *rebound) for file in pair.after.files}
    return Differences(
        before.name,
        after.name,
        _once(moved),
        _once(rebound),
        tuple(appeared),
        tuple(gone),
        _once(verdicts),
        _once(kinds),
        tuple(_apart(before, after, touched)),
        sum(id(pair) not in told for pair in pairs),
    )


def _once(pairs: list[Moved]) -> tuple[Moved, ...]:
    """Each change once, though the number may stand in many places; the first place."""
    found: dict[tuple[str, ...], Moved] = {}
    for pair in pairs:
        key = (pair.before.expression, pair.after.expression, pair.before.printed, pair.after.printed)
        found.setdefault(key, pair)
    return tuple(found.values())


def _paired(before: Snapshot, after: Snapshot) -> tuple[list[Moved], list[Number], list[Number]]:
    pairs: list[Moved] = []
    gone: list[Number] = []
    appeared: list[Number] = []
    old, new = _by_page(before), _by_page(after)
    for page in dict.fromkeys((*old, *new)):
        _page(old.get(page, []), new.get(page, []), pairs, gone, appeared)
    return pairs, gone, appeared


def _by_page(snapshot: Snapshot) -> dict[str, list[Number]]:
    """The numbers of each file, in the order of its lines."""
    found: dict[str, list[Number]] = defaultdict(list)
    for number in snapshot.numbers:
        found[number.page].append(number)
    return {
        page: sorted(numbers, key=lambda each: int(each.place.rpartition(":")[2])) for page, numbers in found.items()
    }


def _page(old: list[Number], new: list[Number], pairs: list[Moved], gone: list[Number], appeared: list[Number]) -> None:
    """Pair what has the same expression in order, then what stands between two such pairs."""
    before, after = ([(each.macro, each.expression) for each in numbers] for numbers in (old, new))
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            pairs += [Moved(old[a + at], new[c + at]) for at in range(b - a)]
            continue
        left = list(new[c:d])
        for number in old[a:b]:
            kin = next((each for each in left if _kin(number, each)), None)
            if kin is None:
                gone.append(number)
            else:
                left.remove(kin)
                pairs.append(Moved(number, kin))
        appeared += left


def _kin(old: Number, new: Number) -> bool:
    """Whether two numbers under different expressions may be one: of equal units, and equal or from the same file."""
    units = [amount.unit for amount in old.amounts] == [amount.unit for amount in new.amounts]
    same = old.amounts == new.amounts or (old.format == new.format and bool(set(old.files) & set(new.files)))
    return old.macro == new.macro and units and same


def _apart(before: Snapshot, after: Snapshot, touched: set[str]) -> Iterator[Apart]:
    """What is different about the making of the artifacts that numbers moved with."""
    for path in sorted(touched):
        old, new = before.provenance.get(path), after.provenance.get(path)
        if old is None or new is None:
            continue
        host = _keys(old.get("host") or {}, new.get("host") or {})
        if host:
            yield Apart(path, f"another machine: {host}", True)
        for part in _TOLD:
            if old.get(part) != new.get(part):
                yield Apart(path, _told(part, old.get(part), new.get(part)), False)


def _told(part: str, old: Any, new: Any) -> str:
    if isinstance(old, dict) and isinstance(new, dict):
        return f"{part}: {_keys(old, new, values=part not in {'code', 'inputs'})}"
    return f"{part} differs" if str(old).startswith("sha256:") else f"{part} was {old}, is {new}"


def _keys(old: Mapping[str, Any], new: Mapping[str, Any], *, values: bool = True) -> str:
    """The keys whose values differ, with both values where these say something."""
    differ = [key for key in sorted({*old, *new}) if old.get(key) != new.get(key)]
    if not values:
        return ", ".join(differ)
    return ", ".join(f"{key} was {old.get(key, 'not there')}, is {new.get(key, 'not there')}" for key in differ)
