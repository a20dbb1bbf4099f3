"""Time of a decode step of a whole model on several machines.

batch * KV / rate + max(2 * batch * parameters / peak, weights / rate): attention by its traffic, the rest by the larger
of both bounds (How To Scale Your Model, Austin et al. 2025, inference). All machines share work and traffic evenly and
talk for free, so it is a bound and not a forecast.
"""

from dataclasses import dataclass
from fractions import Fraction

from devices import ELEMENT_BYTES, Device, Model
from operations import hold_range


@dataclass(frozen=True, slots=True)
class Step:
    """One decode step: bytes of weights and of all keys and values, and the times that follow, in ms."""

    batch: int
    weight_bytes: Fraction
    kv_bytes: Fraction
    attention_ms: Fraction
    compute_ms: Fraction
    weights_ms: Fraction

    @property
    def linear_ms(self) -> Fraction:
        """Products with weights."""
        return max(self.compute_ms, self.weights_ms)

    @property
    def step_ms(self) -> Fraction:
        """All of the step."""
        return self.attention_ms + self.linear_ms

    @property
    def tokens_per_s(self) -> Fraction:
        """One token a sequence and step."""
        return self.batch / self.step_ms * 1000

    @property
    def bound(self) -> str:
        """The largest of its parts: kv, weights or compute."""
        parts = {"kv": self.attention_ms, "weights": self.weights_ms, "compute": self.compute_ms}
        rest = "compute" if self.compute_ms > self.weights_ms else "weights"
        return "kv" if parts["kv"] > parts[rest] else rest


def step(model: Model, device: Device, devices: int, batch: int, context: int) -> Step:
    """One step with *context* tokens of each sequence in memory. Raises OutOfRangeError."""
    hold_range("decode", batch, context)
    kv_bytes = Fraction(model.kv_token_bytes * context)
    return timed(Fraction(model.parameters), kv_bytes, device, devices, batch)


def timed(parameters: Fraction, kv_bytes: Fraction, device: Device, devices: int, batch: int) -> Step:
    """As step, from the number of parameters and the bytes of one sequence's keys and values."""
    weight_bytes, rate = parameters * ELEMENT_BYTES, device.memory_rate * devices
    return Step(
        batch=batch,
        weight_bytes=weight_bytes,
        kv_bytes=batch * kv_bytes,
        attention_ms=batch * kv_bytes / rate * 1000,
        compute_ms=2 * batch * parameters / (device.peak * devices) * 1000,
        weights_ms=weight_bytes / rate * 1000,
    )
