"""The layer of GPT-3 whose times LLMCompass publishes: four A100, batch 8, 2048 tokens; decode over 3072.

Tensor parallel by four. As the program that measured it has it: Q, K and V are three products of their own (the time of
one, three times), GELU and softmax read and write their operand once, and the launch is taken off layer norm alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from devices import ELEMENT_BYTES
from operations import Operation, matmul
from tables import read

PUBLISHED = Path(__file__).resolve().parents[1] / "published" / "gpt3_layer_a100x4.csv"
DEVICES, BATCH, PROMPT, CONTEXT = 4, 8, 2048, 3072
WIDTH, HEADS, HEAD, FFN = 12288, 96, 128, 49152
GROUPS = {
    **dict.fromkeys(("q_k_v", "wo_proj", "w1_proj", "w2_proj"), "projection"),
    **dict.fromkeys(("q_mul_k", "a_mul_v"), "attention"),
    **dict.fromkeys(("softmax", "layernorm_mha", "layernorm_ffn", "gelu"), "vector"),
    **dict.fromkeys(("allreduce_mha", "allreduce_ffn"), "allreduce"),
}
MATRIX = ("projection", "attention")


@dataclass(frozen=True, slots=True)
class Timed:
    """One published time of one operation; of an all-reduce, *work* has the bytes that each rank holds."""

    phase: str
    group: str
    work: Operation
    measured_us: Fraction


def operations(phase: str) -> Iterator[Operation]:
    """What one of the four machines does in one layer."""
    queries, context = (PROMPT, PROMPT) if phase == "prefill" else (1, CONTEXT)
    tokens, heads = BATCH * queries, BATCH * HEADS // DEVICES
    share, hidden = WIDTH // DEVICES, FFN // DEVICES
    projection = matmul("q_k_v", tokens, WIDTH, share)
    yield Operation("q_k_v", 3 * projection.flops, 3 * projection.traffic_bytes, launches=3)
    yield matmul("q_mul_k", queries, HEAD, context, heads)
    yield matmul("a_mul_v", queries, context, HEAD, heads)
    yield matmul("wo_proj", tokens, share, WIDTH)
    yield matmul("w1_proj", tokens, WIDTH, hidden)
    yield matmul("w2_proj", tokens, hidden, WIDTH)
    yield _streamed("softmax", heads * queries * context)
    yield _streamed("layernorm_mha", tokens * WIDTH, launches=0)
    yield _streamed("layernorm_ffn", tokens * WIDTH, launches=0)
    yield _streamed("gelu", tokens * hidden)
    for name in ("allreduce_mha", "allreduce_ffn"):
        yield Operation(name, 0, ELEMENT_BYTES * tokens * WIDTH)


def _streamed(name: str, elements: int, launches: int = 1) -> Operation:
    """Read once and written once; its arithmetic is not that of the matrix unit and is not counted."""
    return Operation(name, 0, 2 * ELEMENT_BYTES * elements, launches)


def timed_operations(path: Path = PUBLISHED) -> tuple[Timed, ...]:
    """All published times, in the file's order."""
    works = {(phase, work.name): work for phase in ("prefill", "decode") for work in operations(phase)}
    return tuple(
        Timed(row["phase"], GROUPS[row["op"]], works[row["phase"], row["op"]], Fraction(row["measured_s"]) * 10**6)
        for row in read(path)
    )
