"""Machines and transformers, read from devices.yaml and models.yaml; what follows from them is computed here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
ELEMENT_BYTES = 2
"""fp16 or bf16: weights, activations, keys and values alike."""

UNITS = {"TFLOP/s": 10**12, "GB/s": 10**9, "GB": 10**9, "layer": 1, "head": 1, "": 1}
STATUSES = ("measured", "published", "assumed")
DEVICE = {"peak": "TFLOP/s", "memory_rate": "GB/s", "capacity": "GB", "link_rate": "GB/s"}
MODEL = {
    "layers": "layer",
    "width": "",
    "heads": "head",
    "kv_heads": "head",
    "ffn": "",
    "ffn_matrices": "",
    "vocabulary": "",
    "embeddings": "",
    "parameters": "",
}
OPTIONAL = frozenset({"link_rate"})


class ConfigurationError(ValueError):
    """devices.yaml or models.yaml says something that the model does not know, or lacks something."""


@dataclass(frozen=True, slots=True)
class Device:
    """One machine: FLOP/s, bytes/s, bytes, bytes/s one way to its peers (0 where it is not given)."""

    key: str
    name: str
    peak: Fraction
    memory_rate: Fraction
    capacity: Fraction
    link_rate: Fraction = Fraction(0)

    @property
    def ridge(self) -> Fraction:
        """FLOP a byte from which on work is bound by the peak."""
        return self.peak / self.memory_rate


@dataclass(frozen=True, slots=True)
class Model:
    """One transformer, by its shape."""

    key: str
    name: str
    layers: int
    width: int
    heads: int
    kv_heads: int
    ffn: int
    ffn_matrices: int
    vocabulary: int
    embeddings: int
    published_billions: Fraction

    @property
    def head(self) -> int:
        """Size of a head."""
        return self.width // self.heads

    @property
    def group(self) -> int:
        """Query heads that share one head of keys and values."""
        return self.heads // self.kv_heads

    @property
    def layer_parameters(self) -> int:
        """Weights of the matrices of one layer; biases and norms are left out."""
        attention = 2 * self.width * self.width + 2 * self.width * self.kv_heads * self.head
        return attention + self.ffn_matrices * self.width * self.ffn

    @property
    def parameters(self) -> int:
        """Weights of all layers and of the embeddings."""
        return self.layers * self.layer_parameters + self.embeddings * self.vocabulary * self.width

    @property
    def kv_token_bytes(self) -> int:
        """Keys and values of one token in all layers."""
        return 2 * ELEMENT_BYTES * self.layers * self.kv_heads * self.head


def load_devices(path: Path = HERE / "devices.yaml") -> dict[str, Device]:
    """The machines by key. Raises ConfigurationError."""
    return {key: Device(key, name, **values) for key, name, values in _read(path, "kb/devices/1", DEVICE)}


def load_models(path: Path = HERE / "models.yaml") -> dict[str, Model]:
    """The transformers by key. Raises ConfigurationError."""
    found = {}
    for key, name, values in _read(path, "kb/models/1", MODEL):
        billions = values.pop("parameters")
        shape = {part: int(amount) for part, amount in values.items()}
        if shape["width"] % shape["heads"] or shape["heads"] % shape["kv_heads"]:
            raise ConfigurationError(f"{key}: heads do not divide the width, or kv_heads the heads")
        found[key] = Model(key, name, **shape, published_billions=billions)
    return found


def _read(path: Path, schema: str, known: Mapping[str, str]) -> Iterator[tuple[str, str, dict[str, Fraction]]]:
    """Key, name and the amounts in base units of each entry; cells stay text until they are exact."""
    tree = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506 (BaseLoader gives text alone)
    if tree.pop("schema", None) != schema:
        raise ConfigurationError(f"{path.name}: schema is not {schema}")
    for key, entry in tree.items():
        absent = [name for name in ("name", *known) if name not in entry and name not in OPTIONAL]
        foreign = [name for name in entry if name not in known and name != "name"]
        if absent or foreign:
            raise ConfigurationError(f"{key}: missing {absent}, not known {foreign}")
        for name, leaf in entry.items():
            _hold(f"{key}.{name}", leaf, known.get(name))
        amounts = {name: Fraction(entry[name]["value"]) * UNITS[unit] for name, unit in known.items() if name in entry}
        yield key, entry["name"]["value"], amounts


def _hold(name: str, leaf: Any, unit: str | None) -> None:
    if not isinstance(leaf, dict) or not {"value", "status", "source"} <= leaf.keys() or not leaf["source"].strip():
        raise ConfigurationError(f"{name}: needs value, status and source")
    if leaf["status"] not in STATUSES:
        raise ConfigurationError(f"{name}: status {leaf['status']!r}, not one of {', '.join(STATUSES)}")
    if unit is not None and leaf.get("unit", "") != unit:
        raise ConfigurationError(f"{name}: given in {leaf.get('unit', '')!r}, the model counts in {unit!r}")
    if unit is not None and not Fraction(leaf["value"]) > 0:
        raise ConfigurationError(f"{name}: {leaf['value']}, but has to be above 0")
