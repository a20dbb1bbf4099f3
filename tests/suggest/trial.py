"""The trial of suggest: papers with typed numbers whose right expressions are labelled, and how many of them it finds.

    python -m tests.suggest.trial [PAPER ...] [--misses]

*Found* counts a literal when one of the first three suggestions rests on the same cells as a label and has its value;
*worth as much* when one of them has at least the value. `--misses` lists what was not found.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from pathlib import Path

from paperkit.config.yaml import load_yaml
from paperkit.expressions.evaluate import ExpressionError, Scope, evaluate_marker
from paperkit.source import read_source
from paperkit.suggest.find import Unbound, place_of, search
from paperkit.suggest.suggest import Suggestion, suggest

PAPERS = Path(__file__).parent / "papers"
FIRST = 3


@dataclass(frozen=True)
class Label:
    """A typed number, what sort of expression it is, and the expressions that are right."""

    printed: str
    kind: str
    right: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """What was suggested for one label: at which place the right one stands (from 1, 0 for nowhere)."""

    label: Label
    place: str
    rank: int
    worth: bool
    suggestions: tuple[Suggestion, ...]

    @property
    def found(self) -> bool:
        """Whether the right one is among the first."""
        return 0 < self.rank <= FIRST


def labels_of(paper: Path) -> tuple[Label, ...]:
    """The labels of a paper, in the order of its text."""
    root = load_yaml(read_source(paper / "labels.yaml"))
    return tuple(Label(*(_field(item, name) for name in ("printed", "kind", "right"))) for item in root.items)


def _field(item: object, name: str) -> object:
    keys = [str(key.value) for key in item.keys]  # type: ignore[attr-defined]
    node = item.items[keys.index(name)]  # type: ignore[attr-defined]
    return tuple(str(one.value) for one in node.items) if node.kind == "sequence" else str(node.value)


def outcomes(paper: Path) -> Iterator[Outcome]:
    """For each label that the scanner asks evidence for, what came of it."""
    found = search(place_of(str(paper / "main.tex")), artifacts=paper / "data")
    pairs = list(_aligned(found.found, labels_of(paper)))
    answers = suggest((unbound.literal for unbound, _ in pairs), found.scope, shown=8)
    for (unbound, label), answer in zip(pairs, answers, strict=True):
        due = [_meaning(text, found.scope) for text in label.right]
        made = [_meaning(one.expression, found.scope) for one in answer.suggestions]
        rank = next((at for at, one in enumerate(made, 1) if one in due), 0)
        worth = any(one is not None and one[0] == due[0][0] for one in made[:FIRST] if due[0] is not None)
        yield Outcome(label, unbound.span.place, rank, worth, answer.suggestions)


def _aligned(found: Iterable[Unbound], labels: Iterable[Label]) -> Iterator[tuple[Unbound, Label]]:
    ordered, due = sorted(found, key=lambda one: one.span.start), list(labels)
    matcher = SequenceMatcher(None, [one.literal.numeral.text for one in ordered], [one.printed for one in due], False)
    for block in matcher.get_matching_blocks():
        yield from zip(ordered[block.a : block.a + block.size], due[block.b : block.b + block.size], strict=True)


def _meaning(text: str, scope: Scope) -> tuple[Fraction, frozenset[tuple[str, str, int]]] | None:
    """What an expression is worth and the cells that it rests on."""
    try:
        (value,) = evaluate_marker(text, scope).values
    except (ExpressionError, ValueError):
        return None
    return value.amount, frozenset((cell.artifact, cell.column, cell.row) for cell in value.cells)


def report(paper: Path, misses: bool) -> tuple[int, int, int]:
    """Print a paper's figures; gives (asked, found, worth as much)."""
    every = list(outcomes(paper))
    asked, found, worth = len(every), sum(one.found for one in every), sum(one.worth or one.found for one in every)
    print(f"{paper.name}: {found} of {asked} ({100 * found / asked:.1f} %), worth as much {worth}, "
          f"first {sum(one.rank == 1 for one in every)}; labels {len(labels_of(paper))}")  # fmt: skip
    missed = Counter(one.label.kind for one in every if not one.found)
    for kind, count in Counter(one.label.kind for one in every).items():
        print(f"    {kind}: {count - missed[kind]} of {count}")
    for one in every if misses else ():
        if not one.found:
            print(f"  {one.place} {one.label.printed} [{one.label.kind}] due {one.label.right[0]} rank {one.rank}")
            for each in one.suggestions[:FIRST]:
                print(f"      {each.score:5.2f} {each.marker}")
    return asked, found, worth


if __name__ == "__main__":
    names = [name for name in sys.argv[1:] if not name.startswith("-")]
    totals = [
        report(paper, "--misses" in sys.argv)
        for paper in sorted(PAPERS.iterdir())
        if paper.is_dir() and (not names or paper.name in names)
    ]
    asked, found, worth = (sum(column) for column in zip(*totals, strict=True))
    print(f"all: {found} of {asked} ({100 * found / asked:.1f} %), worth as much {worth}")
