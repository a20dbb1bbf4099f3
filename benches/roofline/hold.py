"""What must hold of the tables: invariants of the roofline, one sentence for each violation. Empty: all holds."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any

from devices import ELEMENT_BYTES, Device, Model
from operations import Operation, OutOfRangeError, attention, fused_intensity, projections, queries_at_ridge
from steps import step

Row = Mapping[str, Any]
WEIGHTS = ("q_k_v", "wo_proj", "w1_proj", "w2_proj")
LEAST_PUBLISHED = 12
SLACK = Fraction(1, 10**4)
"""Of a written figure: it has five significant digits."""
PARAMETERS_WITHIN = Fraction(4, 100)
"""Published counts are rounded to two or three digits."""
BOOK_WITHIN_PCT = Fraction(1)
REFUSED = (
    ("decode", 0, 2048),
    ("decode", 1025, 2048),
    ("prefill", 1, 131073),
    ("prefill", 1, 0),
    ("training", 1, 2048),
)


def _named(row: Row) -> str:
    return " ".join(f"{name}={row[name]}" for name in ("device", "model", "phase", "op", "batch", "ctx") if name in row)


def roof(rows: Iterable[Row], devices: Mapping[str, Device]) -> Iterator[str]:
    """I1: what is written follows from work and traffic, and no rate is above min(peak, intensity * memory rate)."""
    for row in rows:
        device, work = devices[row["device"]], Operation(row["op"], row["flops"], row["traffic_bytes"])
        due = {
            "ai_flop_per_byte": work.intensity,
            "bound_us": max(work.compute_us(device), work.memory_us(device)),
            "attainable_tflops": min(device.peak, work.intensity * device.memory_rate) / 10**12,
        }
        for column, amount in due.items():
            if abs(Fraction(row[column]) - amount) > SLACK * amount:
                yield f"I1 roofline: {_named(row)}: {column} is {row[column]}, but {float(amount):.6g} follows"
        if (row["bound"] == "compute") != (work.compute_us(device) >= work.memory_us(device)):
            yield f"I1 roofline: {_named(row)}: bound is {row['bound']}"


def measured(rows: Sequence[Row]) -> Iterator[str]:
    """I1: no published time is shorter than its bound."""
    if len(rows) != LEAST_PUBLISHED:
        yield f"I1 roofline: {len(rows)} published times, {LEAST_PUBLISHED} are due"
    for row in rows:
        if Fraction(row["measured_us"]) < Fraction(row["bound_us"]) or row["share_of_roof_pct"] > 100:
            yield f"I1 roofline: {_named(row)}: published {row['measured_us']} us beat the bound {row['bound_us']} us"


def conservation(rows: Iterable[Row], models: Mapping[str, Model]) -> Iterator[str]:
    """I3: products with weights do two FLOP a weight and token, and models have the weights that they claim."""
    key = ("device", "model", "phase", "batch", "ctx")
    ordered = sorted((row for row in rows if row["op"] in WEIGHTS), key=lambda row: [row[name] for name in key])
    for _, group in groupby(ordered, key=lambda row: [row[name] for name in key]):
        layer = list(group)
        first, model = layer[0], models[layer[0]["model"]]
        tokens = first["batch"] * (first["ctx"] if first["phase"] == "prefill" else 1)
        due, found = 2 * tokens * model.layer_parameters, sum(row["flops"] for row in layer)
        if found != due:
            yield f"I3 conservation: {_named(first)}: the layer's products do {found} FLOP, but {due} are due"
    for model in models.values():
        claimed = model.published_billions * 10**9
        if abs(model.parameters - claimed) > PARAMETERS_WITHIN * claimed:
            yield f"I3 conservation: {model.key} has {model.parameters} weights by shape, {int(claimed)} as published"


def steps_conserved(rows: Iterable[Row], models: Mapping[str, Model]) -> Iterator[str]:
    """I3: a step reads each weight once, and the keys and values of each sequence once."""
    for row in rows:
        model = models[row["model"]]
        due = {
            "weight_bytes": ELEMENT_BYTES * model.parameters,
            "kv_bytes": row["batch"] * row["ctx"] * model.kv_token_bytes,
        }
        for column, amount in due.items():
            if row[column] != amount:
                yield f"I3 conservation: {_named(row)}: {column} is {row[column]}, but {amount} follows"


def monotone(rows: Sequence[Row], columns: Sequence[str], along: str, rest: Sequence[str]) -> Iterator[str]:
    """I5: along one column of the key, with the rest fixed, none of *columns* falls."""
    ordered = sorted(rows, key=lambda row: ([row[name] for name in rest], row[along]))
    for _, group in groupby(ordered, key=lambda row: [row[name] for name in rest]):
        for before, after in pairwise(group):
            for column in columns:
                if after[column] < before[column]:
                    yield (
                        f"I5 monotone: {_named(after)}: {column} is {after[column]}, "
                        f"but {before[column]} at {along}={before[along]}"
                    )


def ordered(operations: Sequence[Row], steps: Sequence[Row]) -> Iterator[str]:
    """I5: intensity grows with the batch; a step takes longer, and gives more tokens, with a larger batch."""
    layer = ("device", "model", "phase", "op", "ctx")
    yield from monotone(operations, ("ai_flop_per_byte", "bound_us"), "batch", layer)
    yield from monotone(steps, ("step_ms", "tokens_per_s"), "batch", ("device", "model", "ctx"))
    yield from monotone(steps, ("step_ms",), "ctx", ("device", "model", "batch"))


def closed_forms(models: Mapping[str, Model], devices: Mapping[str, Device]) -> Iterator[str]:
    """I6: intensity of fused attention, and where it meets the ridge, by counting and by closed form."""
    for model in models.values():
        for queries, context in ((1, 2048), (5, 8192), (2048, 2048)):
            counted = {each.name: each for each in attention(model, 3, queries, context)}["attention_fused"].intensity
            if counted != fused_intensity(model, queries, context):
                yield f"I6 agreement: {model.key}, {queries} queries over {context}: {counted} FLOP a byte by counting"
        for device in devices.values():
            exact = queries_at_ridge(model, device, 8192)
            low, high = (fused_intensity(model, int(exact) + more, 8192) for more in (0, 1))
            if not low <= device.ridge < high:
                yield f"I6 agreement: {model.key} on {device.key}: {exact} queries do not meet the ridge"


def book(rows: Sequence[Row]) -> Iterator[str]:
    """I6: the published steps to each digit from the book's rounded figures, and within 1 % from the shapes."""
    if not rows:
        yield "I6 agreement: no published step was compared"
    for row in rows:
        pairs = (("step_from_rounded_ms", "published_step_ms"), ("tokens_per_s_from_rounded", "published_tokens_per_s"))
        name = f"kv_heads={row['kv_heads']} batch={row['batch']}"
        for ours, printed in pairs:
            if Fraction(row[ours]) != Fraction(row[printed]):
                yield f"I6 agreement: {name}: {row[ours]}, printed {row[printed]}"
        if abs(row["error_pct"]) > BOOK_WITHIN_PCT:
            yield f"I6 agreement: {name}: {row['error_pct']} % off"


def degenerate(models: Mapping[str, Model], device: Device) -> Iterator[str]:
    """I7: free memory leaves the work, a free peak leaves the traffic; one head a group is MHA, one group is MQA."""
    wide, fast = replace(device, memory_rate=Fraction(10**30)), replace(device, peak=Fraction(10**30))
    model = next(iter(models.values()))
    for work in (*projections(model, 64), *attention(model, 4, 1, 4096)):
        if work.bound_us(wide) != work.compute_us(device):
            yield f"I7 degenerate: {work.name}: {work.bound_us(wide)} us when memory is free"
        if work.bound_us(fast) != work.memory_us(device):
            yield f"I7 degenerate: {work.name}: {work.bound_us(fast)} us when the peak is free"
    one, all_ = (replace(model, kv_heads=heads) for heads in (model.heads, 1))
    prefill = fused_intensity(one, 4096, 4096)
    if prefill != 2048:
        yield f"I7 degenerate: prefill of 4096 tokens in MHA has {prefill} FLOP a byte, not 2048"
    if all_.kv_token_bytes * model.heads != one.kv_token_bytes:
        yield "I7 degenerate: MQA does not keep one head of keys and values"
    alone = step(one, wide, 1, 8, 4096)
    if alone.step_ms - alone.compute_ms > Fraction(1, 10**6):
        yield f"I7 degenerate: a step takes {alone.step_ms} ms when memory is free"


def refusal(answer: Callable[[Model, str, int, int], object], model: Model) -> Iterator[str]:
    """I10: what lies outside the range is refused."""
    for phase, batch, context in REFUSED:
        try:
            answer(model, phase, batch, context)
        except OutOfRangeError:
            continue
        yield f"I10 refusal: {phase} of batch {batch} over {context} was answered"
