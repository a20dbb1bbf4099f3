"""I3, once more: work and bytes counted again from the shapes, by sums that share nothing with operations.py."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from devices import ELEMENT_BYTES, Device, Model
from operations import fused_intensity

Row = Mapping[str, Any]
MEASURED_SHAPES = {"q_k_v": (12288, 3072, 3), "wo_proj": (3072, 12288, 1), "w1_proj": (12288, 12288, 1),
                   "w2_proj": (12288, 12288, 1)}  # fmt: skip
"""Inner edge, columns and number of the products with weights on one of four machines."""
LEAST_SHEETS = 4
PEAK, RATE = Fraction(312 * 10**12), Fraction(2039 * 10**9)
"""FLOP/s and bytes/s of the A100 80 GB SXM."""
MEASURED_HEADS, MEASURED_HEAD = 192, 128
"""Heads of all sequences on one machine, and the size of each."""


def layer_bytes(rows: Iterable[Row], models: Mapping[str, Model]) -> Iterator[str]:
    """Bytes of each operation of a layer, from weights, activations, keys, values and scores."""
    for row in rows:
        model, queries = models[row["model"]], row["ctx"] if row["phase"] == "prefill" else 1
        due = ELEMENT_BYTES * _elements(row["op"], model, row["batch"], queries, row["ctx"])
        if row["traffic_bytes"] != due:
            name = f"{row['device']} {row['model']} {row['phase']} {row['op']} {row['batch']} {row['ctx']}"
            yield f"I3 conservation: {name}: {row['traffic_bytes']} bytes, but {due} by count"


def _elements(op: str, model: Model, batch: int, queries: int, context: int) -> int:
    tokens, kept = batch * queries, model.width // model.group
    if op in {"q_mul_k", "a_mul_v", "attention_fused"}:
        one = tokens * model.width + batch * context * kept
        return 2 * one if op == "attention_fused" else one + tokens * context * model.heads
    edges = {
        "q_k_v": (model.width, model.width + 2 * kept),
        "wo_proj": (model.width, model.width),
        "w1_proj": (model.width, model.ffn * (model.ffn_matrices - 1)),
        "w2_proj": (model.ffn, model.width),
    }
    inner, columns = edges[op]
    return tokens * (inner + columns) + inner * columns


def measured(rows: Iterable[Row], published: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Work, bytes, time and shares of the published points."""
    times = {(row["phase"], row["op"]): Fraction(row["measured_s"]) * 10**6 for row in published}
    for row in rows:
        flops, size = _measured_counts(row["op"], row["phase"])
        time = times[row["phase"], row["op"]]
        bound = max(flops / PEAK, size / RATE) * 10**6
        due = {
            "bound_us": bound,
            "flops": Fraction(flops),
            "traffic_bytes": Fraction(size),
            "measured_us": time,
            "measured_tflops": flops / time / 10**6,
            "share_of_roof_pct": 100 * bound / time,
        }
        for column, amount in due.items():
            if abs(Fraction(row[column]) - amount) > amount / 500:
                counted = f"{column} is {row[column]}, {float(amount):.6g} by count"
                yield f"I3 conservation: {row['phase']} {row['op']}: {counted}"


def _measured_counts(op: str, phase: str) -> tuple[int, int]:
    queries, context = (2048, 2048) if phase == "prefill" else (1, 3072)
    if op in MEASURED_SHAPES:
        inner, columns, number = MEASURED_SHAPES[op]
        rows = 8 * queries
        return 2 * number * rows * inner * columns, 2 * number * (rows * (inner + columns) + inner * columns)
    products = MEASURED_HEADS * queries * context
    edges = MEASURED_HEADS * MEASURED_HEAD * (queries + context)
    return 2 * products * MEASURED_HEAD, 2 * (products + edges)


def machines(rows: Iterable[Row], tree: Mapping[str, Any]) -> Iterator[str]:
    """The written figures of each machine are those of devices.yaml; *tree* is its text."""
    columns = {"peak_tflops": "peak", "memory_gbps": "memory_rate", "capacity_gb": "capacity"}
    for row in rows:
        given = {name: Fraction(leaf["value"]) for name, leaf in tree[row["device"]].items() if name != "name"}
        due = {column: given[name] for column, name in columns.items()}
        due["ridge_flop_per_byte"] = 1000 * given["peak"] / given["memory_rate"]
        for column, amount in due.items():
            if abs(Fraction(row[column]) - amount) > amount / 1000:
                yield f"I3 conservation: {row['device']}: {column} is {row[column]}, given is {float(amount):.6g}"


def data_sheets(rows: Iterable[Row], published: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Peaks and rates are those of the vendors' data sheets that stand among the published figures."""
    columns, compared = {"peak_fp16": "peak_tflops", "memory_rate": "memory_gbps"}, 0
    for row in rows:
        for sheet in published:
            if sheet["case"] == row["name"] and sheet["quantity"] in columns:
                compared += 1
                found = row[columns[sheet["quantity"]]]
                if Fraction(found) != Fraction(sheet["value"]):
                    yield f"I3 conservation: {row['device']}: {sheet['quantity']} {found}, published {sheet['value']}"
    if compared < LEAST_SHEETS:
        yield f"I3 conservation: {compared} figures of data sheets were compared, {LEAST_SHEETS} are due"


def steps(rows: Iterable[Row], models: Mapping[str, Model], devices: Mapping[str, Device]) -> Iterator[str]:
    """Time, throughput, room and largest part of each step, from its bytes."""
    for row in rows:
        device, model = devices[row["device"]], models[row["model"]]
        kv = row["kv_bytes"] / (device.memory_rate * row["devices"]) * 1000
        weights = row["weight_bytes"] / (device.memory_rate * row["devices"]) * 1000
        compute = 2 * row["batch"] * model.parameters / (device.peak * row["devices"]) * 1000
        whole = kv + max(weights, compute)
        due = {"attention_ms": kv, "linear_ms": max(weights, compute), "step_ms": whole,
               "tokens_per_s": 1000 * row["batch"] / whole}  # fmt: skip
        name = f"{row['device']} {row['model']} {row['batch']} {row['ctx']}"
        for column, amount in due.items():
            if abs(Fraction(row[column]) - amount) > amount / 10**4:
                yield f"I3 conservation: {name}: {column} is {row[column]}, {float(amount):.6g} follows"
        if row["fits"] != (row["weight_bytes"] + row["kv_bytes"] <= device.capacity * row["devices"]):
            yield f"I3 conservation: {name}: fits is {row['fits']}"
        if {"kv": kv, "weights": weights, "compute": compute}[row["bound"]] < max(kv, weights, compute):
            yield f"I3 conservation: {name}: {row['bound']} is not the largest part"


def ridges(rows: Iterable[Row], models: Mapping[str, Model], devices: Mapping[str, Device]) -> Iterator[str]:
    """The written crossings are the first on the other side of the ridge."""
    for row in rows:
        device, model = devices[row["device"]], models[row["model"]]
        queries = row["queries_at_ridge"]
        below, at = (fused_intensity(model, max(count, 1), row["ctx"]) for count in (queries - 1, queries))
        if at < device.ridge or (queries > 1 and below >= device.ridge) or row["tokens_at_ridge"] != ceil(device.ridge):
            yield f"I6 agreement: {row['device']} {row['model']} {row['ctx']}: {queries} queries do not meet the ridge"
