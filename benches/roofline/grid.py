"""The tables of the harness: machines, operations, steps, and how they stand to what others measured and computed."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import ceil
from pathlib import Path

from devices import Device, Model
from layer_of_gpt3 import BATCH, CONTEXT, DEVICES, MATRIX, PROMPT, timed_operations
from operations import PHASES, Operation, fused_intensity, layer, queries_at_ridge
from steps import Step, step, timed
from tables import Row, places, read, significant

BOOK = Path(__file__).resolve().parents[1] / "published" / "scaling_book_step.csv"
BOOK_MODEL, BOOK_DEVICE, BOOK_DEVICES, BOOK_CONTEXT = "llama2_13b", "tpu_v5e", 8, 8192
BOOK_BILLIONS = 13
"""Parameters as the book rounds them."""
MEASURED_DEVICE = "a100_80"
BATCHES = {"decode": (1, 8, 64, 256), "prefill": (1, 8)}
CONTEXTS = (2048, 8192, 32768)
STEP_BATCHES = (1, 8, 16, 32, 64, 240)
STEP_DEVICES = 8
DIGITS = 5
"""Significant digits of every computed time, rate and intensity."""

Devices = Mapping[str, Device]
Models = Mapping[str, Model]


def device_rows(devices: Devices) -> list[Row]:
    """Peak, rates and ridge of each machine."""
    return [
        {
            "device": key,
            "name": each.name,
            "peak_tflops": significant(each.peak / 10**12, DIGITS),
            "memory_gbps": significant(each.memory_rate / 10**9, DIGITS),
            "capacity_gb": significant(each.capacity / 10**9, DIGITS),
            "ridge_flop_per_byte": places(each.ridge, 1),
        }
        for key, each in devices.items()
    ]


def operation_rows(devices: Devices, models: Models) -> list[Row]:
    """Each operation of a layer under each roof."""
    return [
        {
            "device": device.key,
            "model": model.key,
            "phase": phase,
            "op": work.name,
            "batch": batch,
            "ctx": context,
            **work_cells(work, device),
        }
        for model, phase in product(models.values(), PHASES)
        for batch, context in product(BATCHES[phase], CONTEXTS)
        for work in layer(model, phase, batch, context)
        for device in devices.values()
    ]


def work_cells(work: Operation, device: Device) -> Row:
    """An operation under one roof."""
    return {
        "flops": work.flops,
        "traffic_bytes": work.traffic_bytes,
        "ai_flop_per_byte": significant(work.intensity, DIGITS),
        "ridge_flop_per_byte": places(device.ridge, 1),
        "bound": work.bound(device),
        "bound_us": significant(work.bound_us(device), DIGITS),
        "attainable_tflops": significant(work.attainable(device) / 10**12, DIGITS),
    }


def step_rows(devices: Devices, models: Models) -> list[Row]:
    """Decode steps of whole models; `fits` says whether weights, keys and values find room."""
    return [
        {
            "device": device.key,
            "model": model.key,
            "devices": STEP_DEVICES,
            "batch": batch,
            "ctx": context,
            **step_cells(step(model, device, STEP_DEVICES, batch, context), device.capacity * STEP_DEVICES),
        }
        for device, model in product(devices.values(), models.values())
        for batch, context in product(STEP_BATCHES, CONTEXTS)
    ]


def step_cells(each: Step, capacity: Fraction) -> Row:
    """One step as it is written."""
    return {
        "weight_bytes": int(each.weight_bytes),
        "kv_bytes": int(each.kv_bytes),
        "fits": each.weight_bytes + each.kv_bytes <= capacity,
        "attention_ms": significant(each.attention_ms, DIGITS),
        "linear_ms": significant(each.linear_ms, DIGITS),
        "step_ms": significant(each.step_ms, DIGITS),
        "tokens_per_s": significant(each.tokens_per_s, DIGITS),
        "bound": each.bound,
    }


def ridge_rows(devices: Devices, models: Models) -> Iterator[Row]:
    """Where decode leaves the memory roof: sequences for the weights, queries a sequence for attention."""
    for device, model, context in product(devices.values(), models.values(), CONTEXTS):
        queries = queries_at_ridge(model, device, context)
        yield {
            "device": device.key,
            "model": model.key,
            "ctx": context,
            "group": model.group,
            "ridge_flop_per_byte": places(device.ridge, 1),
            "decode_ai_flop_per_byte": significant(fused_intensity(model, 1, context), DIGITS),
            "tokens_at_ridge": ceil(device.ridge),
            "queries_at_ridge": ceil(queries),
        }


def measured_rows(devices: Devices) -> list[Row]:
    """The published times of GPT-3's matrix operations beside their roof."""
    device = devices[MEASURED_DEVICE]
    return [
        {
            "phase": each.phase,
            "op": each.work.name,
            "device": device.key,
            "devices": DEVICES,
            "batch": BATCH,
            "ctx": PROMPT if each.phase == "prefill" else CONTEXT,
            "launches": each.work.launches,
            **work_cells(each.work, device),
            "measured_us": significant(each.measured_us, DIGITS),
            "measured_tflops": significant(each.work.flops / each.measured_us / 10**6, DIGITS),
            "share_of_roof_pct": places(100 * each.work.bound_us(device) / each.measured_us, 1),
        }
        for each in timed_operations()
        if each.group in MATRIX
    ]


def book_rows(devices: Devices, models: Models, path: Path = BOOK) -> Iterator[Row]:
    """Step times of How To Scale Your Model: from the shapes, and from the figures that the book rounds first."""
    device, model = devices[BOOK_DEVICE], models[BOOK_MODEL]
    for row in read(path):
        batch, heads = int(row["batch"]), int(row["kv_heads"])
        share = Fraction(heads, model.kv_heads)
        ours = timed(
            Fraction(model.parameters), share * model.kv_token_bytes * BOOK_CONTEXT, device, BOOK_DEVICES, batch
        )
        rounded = timed(
            Fraction(BOOK_BILLIONS * 10**9), Fraction(row["kv_gb"]) * 10**9 / batch, device, BOOK_DEVICES, batch
        )
        printed = Fraction(row["step_ms"])
        yield {
            "kv_heads": heads,
            "batch": batch,
            "ctx": BOOK_CONTEXT,
            "step_ms": significant(ours.step_ms, DIGITS),
            "published_step_ms": row["step_ms"],
            "error_pct": places(100 * (ours.step_ms - printed) / printed, 2),
            "step_from_rounded_ms": places(rounded.step_ms, 2),
            "tokens_per_s_from_rounded": places(rounded.tokens_per_s, 2),
            "published_tokens_per_s": row["tokens_per_s"],
        }
