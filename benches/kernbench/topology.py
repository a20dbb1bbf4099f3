"""Topology: the constants of the modelled machine, each with unit, status and source; what follows from them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

SCHEMA = "kb/topology/1"
DEFAULT = Path(__file__).with_name("topology.yaml")
STATUSES = ("measured", "published", "assumed")

CONSTANTS: Mapping[str, tuple[str, int]] = {
    "clock.frequency": ("GHz", 1),
    "datatype.operand": ("bytes/element", 1),
    "datatype.accumulator": ("bytes/element", 1),
    "mesh.x": ("", 1),
    "mesh.y": ("", 1),
    "mesh.link_rate": ("bytes/cycle", 1),
    "mesh.hop_latency": ("cycles", 0),
    "hbm.channels": ("", 1),
    "hbm.channel_rate": ("bytes/cycle", 1),
    "pe.cpu.dispatch": ("cycles", 0),
    "pe.cpu.queue_depth": ("", 1),
    "pe.cpu.wakeup": ("cycles", 0),
    "pe.sequencer.step": ("cycles", 0),
    "pe.mac.rows": ("", 1),
    "pe.mac.columns": ("", 1),
    "pe.mac.fill": ("cycles", 0),
    "pe.mac.accumulators": ("", 1),
    "pe.vec.lanes": ("", 1),
    "pe.vec.exp": ("cycles", 1),
    "pe.vec.fill": ("cycles", 0),
    "pe.tcdm.capacity": ("bytes", 1),
    "pe.tcdm.banks": ("", 1),
    "pe.tcdm.bank_rate": ("bytes/cycle", 1),
    "pe.dma.in_rate": ("bytes/cycle", 1),
    "pe.dma.out_rate": ("bytes/cycle", 1),
    "pe.dma.latency": ("cycles", 0),
    "pe.dma.outstanding": ("", 1),
    "pe.ipcq.slots": ("", 1),
    "pe.ipcq.slot_size": ("bytes", 1),
    "pe.ipcq.reduce_rate": ("bytes/cycle", 1),
    "pe.ipcq.doorbell": ("cycles", 0),
    "pe.ipcq.step": ("cycles", 0),
}
"""Name of each constant, with its unit and its smallest value. All are integers: the clock counts whole cycles."""


class TopologyError(ValueError):
    """A topology that cannot be used; the message names the constant and what it lacks."""


@dataclass(frozen=True, slots=True)
class Constant:
    """One value of the machine."""

    name: str
    value: int | Fraction
    unit: str
    status: str
    """measured, published or assumed; `derived` for what the loader computed."""
    source: str


@dataclass(frozen=True, slots=True)
class Topology:
    """The machine. `topology["pe.mac.rows"]` is a value; `derived()` are the values that follow."""

    name: str
    constants: tuple[Constant, ...]

    def __getitem__(self, name: str) -> int:
        for constant in self.constants:
            if constant.name == name:
                return int(constant.value)
        raise KeyError(name)

    def with_values(self, **values: int) -> "Topology":
        """The same machine with other values; a name's dots are written `__`. Raises TopologyError for a wrong one."""
        changed = {name.replace("__", "."): value for name, value in values.items()}
        unknown = changed.keys() - CONSTANTS.keys()
        if unknown:
            raise TopologyError(f"no constant is named {min(unknown)}")
        for name, value in changed.items():
            _whole(name, value)
        constants = tuple(
            replace(old, value=changed[old.name]) if old.name in changed else old for old in self.constants
        )
        return _consistent(Topology(self.name, constants))

    @property
    def macs_per_cycle(self) -> int:
        """Multiply-accumulates that the array of one PE finishes in a cycle."""
        return self["pe.mac.rows"] * self["pe.mac.columns"]

    @property
    def in_rate(self) -> int:
        """Bytes a cycle that reach one PE: the narrowest of its DMA, a mesh link and an HBM channel."""
        return min(self["pe.dma.in_rate"], self["mesh.link_rate"], self["hbm.channel_rate"])

    @property
    def out_rate(self) -> int:
        """Bytes a cycle that leave one PE, by the same rule."""
        return min(self["pe.dma.out_rate"], self["mesh.link_rate"], self["hbm.channel_rate"])

    @property
    def tcdm_rate(self) -> int:
        """Bytes a cycle that all banks of one PE's memory deliver."""
        return self["pe.tcdm.banks"] * self["pe.tcdm.bank_rate"]

    @property
    def tcdm_demand(self) -> int:
        """Bytes a cycle that array and DMA engines ask of the PE's memory at most."""
        operands = (self["pe.mac.rows"] + self["pe.mac.columns"]) * self["datatype.operand"]
        return operands + self.in_rate + self.out_rate

    def derived(self) -> tuple[Constant, ...]:
        """Values that follow from the constants, with the rule as their source."""
        return tuple(Constant(name, value, unit, "derived", rule) for name, value, unit, rule in self._rules())

    def _rules(self) -> Iterator[tuple[str, Fraction, str, str]]:
        flop = 2 * self.macs_per_cycle
        clock = self["clock.frequency"]
        pes = self["mesh.x"] * self["mesh.y"]
        yield "derived.pes", Fraction(pes), "", "mesh.x * mesh.y"
        yield "derived.macs_per_cycle", Fraction(self.macs_per_cycle), "MAC/cycle", "pe.mac.rows * pe.mac.columns"
        yield "derived.pe_peak", Fraction(flop * clock, 1000), "TFLOP/s", "2 FLOP * macs_per_cycle * clock.frequency"
        yield "derived.mesh_peak", Fraction(flop * clock * pes, 1000), "TFLOP/s", "pe_peak * pes"
        yield (
            "derived.in_rate",
            Fraction(self.in_rate),
            "bytes/cycle",
            "min(pe.dma.in_rate, mesh.link_rate, hbm.channel_rate)",
        )
        yield (
            "derived.out_rate",
            Fraction(self.out_rate),
            "bytes/cycle",
            "min(pe.dma.out_rate, mesh.link_rate, hbm.channel_rate)",
        )
        yield "derived.pe_bandwidth", Fraction(self.in_rate * clock), "GB/s", "in_rate * clock.frequency"
        hbm = self["hbm.channels"] * self["hbm.channel_rate"]
        yield "derived.hbm_rate", Fraction(hbm), "bytes/cycle", "hbm.channels * hbm.channel_rate"
        yield (
            "derived.link_bandwidth",
            Fraction(self["mesh.link_rate"] * clock),
            "GB/s",
            "mesh.link_rate * clock.frequency",
        )
        yield "derived.hbm_bandwidth", Fraction(hbm * clock), "GB/s", "hbm_rate * clock.frequency"
        room = self["pe.ipcq.slots"] * self["pe.ipcq.slot_size"]
        yield "derived.ipcq_room", Fraction(room), "bytes", "pe.ipcq.slots * pe.ipcq.slot_size, for one queue"
        yield "derived.ridge", Fraction(flop, self.in_rate), "FLOP/byte", "2 FLOP * macs_per_cycle / in_rate"
        yield "derived.tcdm_rate", Fraction(self.tcdm_rate), "bytes/cycle", "pe.tcdm.banks * pe.tcdm.bank_rate"
        yield (
            "derived.tcdm_demand",
            Fraction(self.tcdm_demand),
            "bytes/cycle",
            "operands of the array + in_rate + out_rate",
        )


def load_topology(path: Path = DEFAULT) -> Topology:
    """The topology in *path*.

    Raises TopologyError for an unknown or missing constant, a constant without unit, status or source, a value that
    is no whole number in its range, or an inconsistent machine.
    """
    tree = yaml.safe_load(path.read_text(encoding="utf-8"))
    if not isinstance(tree, dict) or tree.get("schema") != SCHEMA:
        raise TopologyError(f"{path.name}: schema is not {SCHEMA}")
    name = tree.get("name")
    if not isinstance(name, str) or not name:
        raise TopologyError(f"{path.name}: the topology has no name")
    body = {key: value for key, value in tree.items() if key not in ("schema", "name")}
    found = dict(_leaves(body, ""))
    for missing in (key for key in CONSTANTS if key not in found):
        raise TopologyError(f"{missing} is missing")
    return _consistent(Topology(name, tuple(_constant(key, found[key]) for key in CONSTANTS)))


def _leaves(tree: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for key, value in tree.items():
        name = f"{prefix}{key}"
        if name in CONSTANTS:
            yield name, value
        elif not any(known.startswith(f"{name}.") for known in CONSTANTS):
            raise TopologyError(f"{name} is no constant of {SCHEMA}")
        elif not isinstance(value, dict):
            raise TopologyError(f"{name} holds {value!r}, not constants")
        else:
            yield from _leaves(value, f"{name}.")


def _constant(name: str, leaf: Any) -> Constant:
    if not isinstance(leaf, dict):
        raise TopologyError(f"{name} is the bare value {leaf!r}; it needs value, unit, status and source")
    for key in ("value", "unit", "status", "source"):
        if key not in leaf:
            raise TopologyError(f"{name} has no {key}")
    for key in leaf.keys() - {"value", "unit", "status", "source"}:
        raise TopologyError(f"{name} has the unknown key {key}")
    unit, _ = CONSTANTS[name]
    value = _whole(name, leaf["value"])
    if leaf["unit"] != unit:
        raise TopologyError(f"{name} is given in {leaf['unit']!r}, but the model counts it in {unit!r}")
    if leaf["status"] not in STATUSES:
        raise TopologyError(f"{name} has status {leaf['status']!r}; known are {', '.join(STATUSES)}")
    if not isinstance(leaf["source"], str) or not leaf["source"].strip():
        raise TopologyError(f"{name} has an empty source")
    return Constant(name, value, unit, leaf["status"], leaf["source"])


def _whole(name: str, value: Any) -> int:
    """*value*, if the constant *name* can have it."""
    smallest = CONSTANTS[name][1]
    if type(value) is not int or value < smallest:
        raise TopologyError(f"{name} is {value!r}; it must be a whole number of at least {smallest}")
    return value


def _consistent(topology: Topology) -> Topology:
    """*topology*, whose memory feeds its engines; contention in TCDM is not modelled, so it must not arise."""
    if topology.tcdm_demand > topology.tcdm_rate:
        raise TopologyError(
            f"the engines ask {topology.tcdm_demand} bytes/cycle of a TCDM that gives {topology.tcdm_rate}"
        )
    return topology
