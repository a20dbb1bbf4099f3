"""Watch: which constants an evaluation looks at. What it does not look at cannot change it, so it is not run again."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from kernbench.topology import Topology, TopologyError

RATES = {
    "in_rate": ("pe.dma.in_rate", "mesh.link_rate", "hbm.channel_rate"),
    "out_rate": ("pe.dma.out_rate", "mesh.link_rate", "hbm.channel_rate"),
}
"""Rates that follow from constants: a constant that leaves them as they are changes nothing that asks for them."""


@dataclass(frozen=True, slots=True)
class Watched(Topology):
    """A machine that notes what is asked of it; equal to itself alone, so that no cache answers in its place."""

    asked: dict[str, int] = field(default_factory=dict, compare=False)
    itself: object = field(default_factory=object)

    def __getitem__(self, name: str) -> int:
        if name not in self.asked:
            self.asked[name] = Topology.__getitem__(self, name)
        return self.asked[name]

    @property
    def in_rate(self) -> int:
        """As of the machine, noted under its own name."""
        return self._rate("in_rate")

    @property
    def out_rate(self) -> int:
        """As of the machine, noted under its own name."""
        return self._rate("out_rate")

    def _rate(self, name: str) -> int:
        if name not in self.asked:
            self.asked[name] = answer(self, name)
        return self.asked[name]

    def with_values(self, **values: int) -> Topology:
        """Refused: who asks another machine is not watched."""
        raise TopologyError(f"a watched machine is not changed ({', '.join(values)})")


def answer(topology: Topology, name: str) -> int:
    """What a constant or a rate of *topology* is, without a note."""
    if name in RATES:
        return min(Topology.__getitem__(topology, constant) for constant in RATES[name])
    return Topology.__getitem__(topology, name)


Records = dict[Any, list[tuple[dict[str, int], Any]]]
"""Of one function, by its keys: what it asked, with the answers, and what came of them."""
_RECORDS: dict[str, Records] = {}


def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
    """*function* of keys and, last, a machine: run once for all machines that answer alike what it asks."""
    records = _RECORDS.setdefault(f"{function.__module__}.{function.__qualname__}", {})

    @wraps(function)
    def call(*arguments: Any) -> Any:
        *key, topology = arguments
        known = records.setdefault(tuple(key), [])
        fits = (each for each in known if all(answer(topology, name) == value for name, value in each[0].items()))
        found = next(fits, None)
        if not found:
            watched = Watched(topology.name, topology.constants)
            found = (watched.asked, function(*key, watched))
            known.append(found)
        if isinstance(topology, Watched):
            topology.asked.update(found[0])
        return found[1]

    return call


def forget() -> None:
    """Run everything anew."""
    for records in _RECORDS.values():
        records.clear()


def learned() -> dict[str, Records]:
    """Everything that was run, for another process."""
    return _RECORDS


def learn(found: dict[str, Records]) -> None:
    """Take what another process has run."""
    for name, records in found.items():
        for key, known in records.items():
            _RECORDS[name].setdefault(key, []).extend(known)


def asked(evaluate: Callable[[Topology], Any], topology: Topology) -> frozenset[str]:
    """Constants that *evaluate* looks at on *topology*."""
    watched = Watched(topology.name, topology.constants)
    evaluate(watched)
    return frozenset(constant for name in watched.asked for constant in RATES.get(name, (name,)))
