"""The baseline: numbers without evidence that were there when a paper was taken in hand, so that only new ones fail.

A number is known again by its digits and by the words on both sides, wherever the lines break: one side may change.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from paperkit.errors import PaperkitError
from paperkit.source import SourceFile, read_source

BASELINE_FILE = "paperkit-baseline.json"
VERSION = 1
_NOTE = "numbers without evidence that `paperkit check` lets pass; it may only shrink (--write-baseline)"


@dataclass(frozen=True, slots=True)
class Known:
    """One number: the check's code, its file, its literal, and the words before and behind it."""

    code: str
    file: str
    number: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """The numbers of a baseline file, in the order of the text."""

    source: SourceFile
    entries: tuple[Known, ...] = ()


Sign = Callable[[Known], tuple[str, ...] | None]
"""What two numbers must have in common to be taken for one; None where a number has no such thing."""
SIGNS: tuple[Sign, ...] = (
    lambda one: (one.code, one.file, one.number, one.before, one.after),
    lambda one: (one.code, one.file, one.number, "<", one.before) if one.before else None,
    lambda one: (one.code, one.file, one.number, ">", one.after) if one.after else None,
    lambda one: (one.code, one.number, one.before, one.after) if one.before and one.after else None,
)
"""From the surest on: the same place; one side changed; the text moved to another file."""


def load_baseline(path: Path, shown: str) -> Baseline:
    """The baseline in *path*. Raises PaperkitError where there is none, or it is none that this version writes."""
    if not path.is_file():
        raise PaperkitError(f"{shown}: no such baseline", "write it: `paperkit check TARGET --write-baseline`")
    source = read_source(path, shown)
    try:
        data = json.loads(source.text)
        if data["version"] != VERSION:
            raise PaperkitError(f"{shown} is of version {data['version']}, not {VERSION}", "write it anew")
        return Baseline(source, tuple(Known(**each) for each in data["numbers"]))
    except (ValueError, KeyError, TypeError) as error:
        raise PaperkitError(f"{shown} is no baseline: {error}", "restore it, or delete it and write it anew") from None


def baseline_text(entries: Iterable[Known]) -> str:
    """The text of a baseline file: a line a number."""
    lines = ",\n".join(f"  {json.dumps(asdict(one), ensure_ascii=False)}" for one in entries)
    numbers = f"[\n{lines}\n ]" if lines else "[]"
    return f'{{\n "version": {VERSION},\n "note": {json.dumps(_NOTE)},\n "numbers": {numbers}\n}}\n'


def pair(entries: Iterable[Known], found: Iterable[Known]) -> tuple[dict[int, int], frozenset[int]]:
    """(index in *found* -> index in *entries*, indices of the entries that are gone): each entry stands for one."""
    entries, found = tuple(entries), tuple(found)
    pairs: dict[int, int] = {}
    left = dict.fromkeys(range(len(entries)))
    for sign in SIGNS:
        waiting: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for at in reversed(left):
            key = sign(entries[at])
            if key is not None:
                waiting[key].append(at)
        for at, one in enumerate(found):
            key = sign(one)
            if at not in pairs and key is not None and waiting.get(key):
                pairs[at] = waiting[key].pop()
                del left[pairs[at]]
    return pairs, frozenset(left)
