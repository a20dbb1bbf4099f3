"""The command line that the harnesses share: run, check and validate.

    python bench.py [run] --out DIR     compute, hold the invariants, then write the CSVs
    python bench.py check               compute and hold the invariants, twice, and write nothing
    python bench.py validate            hold the model against published figures

Exit status 1 when something does not hold; nothing is written then.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tables import Keys, Tables, digests, write


@dataclass(frozen=True, slots=True)
class Harness:
    """A model harness: what it computes, what must hold of that, and how it stands to published figures."""

    keys: Keys
    compute: Callable[[], Tables]
    violations: Callable[[Tables], Iterable[str]]
    validate: Callable[[Tables], Iterable[str]]
    """Prints the comparison and gives what it breaks."""

    def run(self, out: Path) -> Iterator[str]:
        """Compute, hold the invariants, and write into *out* if all holds; what does not hold."""
        tables = self.compute()
        broken = [*self.violations(tables)]
        yield from broken
        if not broken:
            write(out, tables, self.keys)

    def check(self) -> Iterator[str]:
        """I1 to I8 and I10 as the harness has them, and I9: another computation gives the same bytes."""
        tables = self.compute()
        yield from self.violations(tables)
        yield from determinism(digests(tables, self.keys), digests(self.compute(), self.keys))

    def main(self, arguments: Sequence[str] | None = None) -> int:
        """Exit status 0 when everything holds, else 1."""
        parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("action", nargs="?", choices=("run", "check", "validate"), default="run")
        parser.add_argument("--out", type=Path, help="folder that takes the CSVs (run)")
        asked = parser.parse_args(arguments)
        if asked.action == "run" and asked.out is None:
            parser.error("run needs --out DIR")
        actions: dict[str, Callable[[], Iterable[str]]] = {
            "run": lambda: self.run(asked.out),
            "check": self.check,
            "validate": lambda: self.validate(self.compute()),
        }
        return report(actions[asked.action]())


def determinism(first: dict[str, str], second: dict[str, str]) -> Iterator[str]:
    """I9: two computations gave the same digests, by file name."""
    for name in sorted(first.keys() | second.keys()):
        if first.get(name) != second.get(name):
            yield f"I9 determinism: {name}: {first.get(name)} and then {second.get(name)}"


def report(broken: Iterable[str]) -> int:
    """Each sentence on standard error; the exit status."""
    sentences = list(broken)
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    return 1 if sentences else 0
