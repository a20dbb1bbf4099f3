"""Work and compulsory traffic of the operations of one transformer layer, and their roofline.

Time is at least max(work / peak, traffic / rate) (Williams, Waterman and Patterson, CACM 52(4), 2009). Traffic counts
each operand and each result once, whatever a cache holds back; attention is not masked: all of S keys are used.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from devices import ELEMENT_BYTES, Device, Model

PHASES = ("decode", "prefill")
LARGEST_BATCH, LARGEST_CONTEXT = 1024, 131072


class OutOfRangeError(ValueError):
    """A request outside the range in which the model is meant to be used."""


@dataclass(frozen=True, slots=True)
class Operation:
    """FLOP and bytes of one operation. *launches*: kernels that it takes where each is started on its own."""

    name: str
    flops: int
    traffic_bytes: int
    launches: int = 1

    @property
    def intensity(self) -> Fraction:
        """FLOP a byte."""
        return Fraction(self.flops, self.traffic_bytes)

    def bound_us(self, device: Device) -> Fraction:
        """No machine of that peak and rate takes less."""
        return max(self.compute_us(device), self.memory_us(device))

    def compute_us(self, device: Device) -> Fraction:
        """Work over peak."""
        return self.flops / device.peak * 10**6

    def memory_us(self, device: Device) -> Fraction:
        """Traffic over rate."""
        return self.traffic_bytes / device.memory_rate * 10**6

    def bound(self, device: Device) -> str:
        """What the time cannot fall below: `compute` or `memory`."""
        return "compute" if self.intensity >= device.ridge else "memory"

    def attainable(self, device: Device) -> Fraction:
        """Highest rate of work in FLOP/s: min(peak, intensity * memory rate)."""
        return min(device.peak, self.intensity * device.memory_rate)


def matmul(name: str, rows: int, inner: int, columns: int, count: int = 1, launches: int = 1) -> Operation:
    """*count* products of [rows, inner] by [inner, columns], each with operands of its own."""
    elements = rows * inner + inner * columns + rows * columns
    return Operation(name, 2 * rows * inner * columns * count, ELEMENT_BYTES * elements * count, launches)


def hold_range(phase: str, batch: int, context: int) -> None:
    """Raises OutOfRangeError where a phase, batch or context is not one that the model is meant for."""
    if phase not in PHASES:
        raise OutOfRangeError(f"phase {phase!r}, not one of {', '.join(PHASES)}")
    if not 1 <= batch <= LARGEST_BATCH:
        raise OutOfRangeError(f"batch {batch}, but 1 to {LARGEST_BATCH}")
    if not 1 <= context <= LARGEST_CONTEXT:
        raise OutOfRangeError(f"context {context}, but 1 to {LARGEST_CONTEXT}")


def layer(model: Model, phase: str, batch: int, context: int) -> tuple[Operation, ...]:
    """The matrix operations of one layer on one machine: *context* keys; as many queries in prefill, one in decode."""
    hold_range(phase, batch, context)
    queries = context if phase == "prefill" else 1
    return (*projections(model, batch * queries), *attention(model, batch, queries, context))


def projections(model: Model, tokens: int) -> Iterator[Operation]:
    """The products with weights, each one command."""
    columns = (model.heads + 2 * model.kv_heads) * model.head
    yield matmul("q_k_v", tokens, model.width, columns)
    yield matmul("wo_proj", tokens, model.width, model.width)
    yield matmul("w1_proj", tokens, model.width, (model.ffn_matrices - 1) * model.ffn)
    yield matmul("w2_proj", tokens, model.ffn, model.width)


def attention(model: Model, batch: int, queries: int, context: int) -> Iterator[Operation]:
    """Attention as two products with the scores in memory, and as one operation that keeps them."""
    query = batch * model.heads * queries * model.head
    keys = batch * model.kv_heads * context * model.head
    scores = batch * model.heads * queries * context
    flops = 2 * batch * model.heads * queries * context * model.head
    yield Operation("q_mul_k", flops, ELEMENT_BYTES * (query + keys + scores))
    yield Operation("a_mul_v", flops, ELEMENT_BYTES * (query + keys + scores))
    yield Operation("attention_fused", 2 * flops, ELEMENT_BYTES * 2 * (query + keys))


def fused_intensity(model: Model, queries: int, context: int) -> Fraction:
    """Closed form of attention_fused: g t S / (g t + S); for one group and S = t it is S / 2, for S >> t it is g t."""
    together = model.group * queries
    return Fraction(together * context, together + context)


def queries_at_ridge(model: Model, device: Device, context: int) -> Fraction:
    """Queries a sequence from which on fused attention is bound by the peak. Raises OutOfRangeError where none are."""
    if context <= device.ridge:
        raise OutOfRangeError(f"context {context} is not above the ridge: attention is bound by memory throughout")
    return device.ridge * context / (model.group * (context - device.ridge))
