"""How many committed files there are of one sort: those of a folder, and those whose names differ in a number only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import PurePosixPath

from paperkit.artifacts.store import Store
from paperkit.suggest.literal import Literal
from paperkit.suggest.names import agreement
from paperkit.suggest.offer import Offer, Sort, constant, cued, fit

FILES = {"file": 1.0, "run": 1.0, "seed": 0.8, "repetition": 0.8, "sample": 0.8, "experiment": 0.8, "log": 0.8}
"""Nouns that files may stand for."""


@dataclass(frozen=True, slots=True)
class Files:
    """A pattern and how many committed files it names."""

    pattern: str
    count: int


def files(store: Store) -> tuple[Files, ...]:
    """Every pattern that names several committed files below the folder of the evidence."""
    found: Counter[str] = Counter()
    for path in map(PurePosixPath, store.tracked_names()):
        folder = "" if path.parent == PurePosixPath(".") else f"{path.parent}/"
        stem = re.sub(r"\d+$", "", path.stem)
        found.update({f"{folder}*{path.suffix}", *([f"{folder}{stem}*{path.suffix}"] if stem != path.stem else [])})
    return tuple(Files(pattern, count) for pattern, count in found.items() if count > 1)


def file_offers(literal: Literal, known: Sequence[Files]) -> Iterator[Offer]:
    """Offers of counts of files; a number with decimals is none."""
    for one in known:
        fitting = fit(literal, Fraction(one.count))
        if fitting is None or literal.unit is not None or literal.numeral.decimals:
            continue
        manner, places, rounded = fitting
        names = one.pattern.rpartition(".")[0]
        score = cued(Sort.COUNT, literal) - 0.3 + rounded + 1.2 * min(1.2, literal.context.agreement(names))
        nouns = literal.nouns
        score += 0.8 * max((weight * nouns.get(noun, 0.0) for noun, weight in FILES.items()), default=0.0)
        score += 0.6 * min(1.0, agreement(names, nouns))
        write = constant(f'count(files("{one.pattern}"))')
        yield Offer(Sort.COUNT, score, manner, places, Fraction(one.count), write, ("files",))
