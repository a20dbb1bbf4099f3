"""I6: every written error computed again, in floats, from the written constants and the published files alone."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from scores import FOLDS, Study

Row = Mapping[str, Any]
Sample = tuple[float, float, float, float]
"""Two terms that the model weighs, launches or steps, and the published time, in us."""
WITHIN = 0.06
"""Points: errors are written with one decimal."""
STEPS, RANKS = 6, 4


def summary(rows: Iterable[Row], constants: Sequence[Row], found: Study) -> Iterator[str]:
    """Points, mean, bias and worst case of every row of the summary."""
    samples = _samples(found)
    for row in rows:
        data, fold, split = row["data"], row["fold"], row["split"]
        source = {"gpt3_allreduce": "allreduce"}.get(data, data if split != "carried" else "gemm")
        used = {each["constant"]: float(each["value"]) for each in constants
                if (each["data"], each["model"], each["fold"]) == (source, row["model"], fold)}  # fmt: skip
        chosen = samples[data] if split == "carried" else samples[data][(FOLDS.index(fold) ^ (split == "test")) :: 2]
        predict = _line if "rate_1" in used else _roof
        errors = [100 * (predict(used, sample) / sample[3] - 1) for sample in chosen]
        due = {
            "points": len(errors),
            "mape_pct": math.fsum(map(abs, errors)) / len(errors),
            "bias_pct": math.fsum(errors) / len(errors),
            "worst_pct": max(errors, key=abs),
        }
        for column, amount in due.items():
            if abs(float(row[column]) - amount) > WITHIN:
                name = f"{data}, {row['model']}, {fold}, {split}"
                yield f"I6 agreement: {name}: {column} is {row[column]}, {amount:.2f} from the constants"


def _samples(found: Study) -> dict[str, list[Sample]]:
    peak, rate = 312.0e6, 2039.0e3  # FLOP and bytes in a us
    layer = {group: [point for point in found.layer if point.group == group]
             for group in ("projection", "attention", "vector")}  # fmt: skip
    products = [point for point in found.layer if point.group != "vector"]
    of_points: dict[str, Sequence[Any]] = {
        "gemm": found.gemms,
        "gpt3_layer": products,
        **{f"gpt3_{group}": points for group, points in layer.items()},
    }
    samples = {
        name: [
            (p.work.flops / peak, p.work.traffic_bytes / rate, float(p.launches), float(p.measured_us)) for p in points
        ]
        for name, points in of_points.items()
    }
    for name, messages in (("allreduce", found.messages), ("gpt3_allreduce", found.layer_messages)):
        samples[name] = [(0.0, STEPS * m.size / RANKS / 1e3, float(STEPS), float(m.measured_us)) for m in messages]
    return samples


def _roof(used: Mapping[str, float], sample: Sample) -> float:
    compute, memory, launches, _ = sample
    roof = max(100 * compute / used["compute_efficiency"], 100 * memory / used["memory_efficiency"])
    return roof + launches * used["overhead"]


def _line(used: Mapping[str, float], sample: Sample) -> float:
    lines = [number for number in ("1", "2") if f"rate_{number}" in used]
    return min(sample[2] * used[f"alpha_{number}"] + sample[1] / used[f"rate_{number}"] for number in lines)


def layer(tables: Mapping[str, Sequence[Row]], found: Study) -> Iterator[str]:
    """I3: bytes and launches of the layer, by count, and the sums of its phases, from its parts."""
    for row in tables["accuracy_layer.csv"]:
        queries, context = (2048, 2048) if row["phase"] == "prefill" else (1, 3072)
        vectors = 4 * 8 * queries * 12288
        streamed = {"softmax": 4 * 192 * queries * context, "layernorm_mha": vectors, "layernorm_ffn": vectors,
                    "gelu": vectors}  # fmt: skip
        launches = {"q_k_v": 3, "layernorm_mha": 0, "layernorm_ffn": 0}.get(row["op"], 1)
        if row["traffic_bytes"] != streamed.get(row["op"], row["traffic_bytes"]) or row["launches"] != launches:
            name = f"{row['phase']} {row['op']}"
            yield f"I3 conservation: {name}: {row['traffic_bytes']} bytes and {row['launches']} launches"
    for each in found.layer_messages:
        due = 2 * 8 * 12288 * (2048 if each.phase == "prefill" else 1)
        if each.size != due:
            yield f"I3 conservation: {each.phase} {each.op}: {each.size} bytes on each rank, but {due} by count"
    yield from _totals(tables, found)


def _totals(tables: Mapping[str, Sequence[Row]], found: Study) -> Iterator[str]:
    columns = ("measured_us", "roofline_us", "model_us")
    double = found.protocols["even"][-1]
    for row in tables["accuracy_total.csv"]:
        parts = [[float(each[column]) for column in columns] for each in tables["accuracy_layer.csv"]
                 if each["phase"] == row["phase"] and row["group"] in (each["group"], "layer")]  # fmt: skip
        parts += [
            [float(each.measured_us), 1.5 * each.size / 300e3, float(double.time_us(each, beyond=True))]
            for each in found.layer_messages
            if each.phase == row["phase"] and row["group"] in ("allreduce", "layer")
        ]
        for column, each in zip(columns, zip(*parts, strict=True), strict=True):
            if not math.isclose(math.fsum(each), float(row[column]), rel_tol=5e-4):
                name = f"{row['phase']} {row['group']}"
                yield f"I3 conservation: {name}: {column} is {row[column]}, its parts sum to {math.fsum(each):.6g}"


def columns(tables: Mapping[str, Sequence[Row]], constants: Sequence[Row]) -> Iterator[str]:
    """I6: bus bandwidth, link time and quicker protocol at each size; the share of each group of the layer."""
    used = {each["constant"]: float(each["value"]) for each in constants
            if (each["data"], each["model"], each["fold"]) == ("allreduce", "two alpha-beta", "even")}  # fmt: skip
    for row in tables["accuracy_allreduce.csv"]:
        wire, number = STEPS * row["bytes"] / RANKS / 1e3, row["protocol"]
        quicker = STEPS * used[f"alpha_{number}"] + wire / used[f"rate_{number}"]
        due = {"busbw_gbps": wire / float(row["measured_us"]), "link_us": wire / 300, "two_us": quicker}
        for column, amount in due.items():
            if not math.isclose(float(row[column]), amount, rel_tol=2e-4):
                yield f"I6 agreement: bytes={row['bytes']}: {column} is {row[column]}, {amount:.6g} follows"
    for row in tables["accuracy_total.csv"]:
        whole = next(each for each in tables["accuracy_total.csv"]
                     if each["phase"] == row["phase"] and each["group"] == "layer")  # fmt: skip
        share = 100 * float(row["measured_us"]) / float(whole["measured_us"])
        if abs(float(row["share_pct"]) - share) > WITHIN:
            yield f"I6 agreement: {row['phase']} {row['group']}: share is {row['share_pct']} %, {share:.2f} % follows"


def errors(tables: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """Each signed error beside a time is that time over the published one, less one."""
    pairs: dict[str, Sequence[tuple[str, str]]] = {
        "accuracy_gemm.csv": (("roofline_us", "roofline_error_pct"), ("model_us", "model_error_pct")),
        "accuracy_layer.csv": (("roofline_us", "roofline_error_pct"), ("model_us", "model_error_pct")),
        "accuracy_total.csv": (("roofline_us", "roofline_error_pct"), ("model_us", "model_error_pct")),
        "accuracy_allreduce.csv": (("one_us", "one_error_pct"), ("two_us", "two_error_pct")),
    }
    for table, columns in pairs.items():
        for row in tables[table]:
            for time, error in columns:
                due = 100 * (float(row[time]) / float(row["measured_us"]) - 1)
                if abs(float(row[error]) - due) > WITHIN + 0.02:
                    yield f"I6 agreement: {table}: {error} is {row[error]}, {due:.2f} follows from {time} {row[time]}"


def measured(
    tables: Mapping[str, Sequence[Row]], published: Mapping[str, Sequence[Mapping[str, str]]]
) -> Iterator[str]:
    """I3: the times that errors are of are those of the published files."""
    sources: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, str]], float]]] = {
        "accuracy_gemm.csv": (("m", "k", "n"), lambda row: float(row["measured_ms"]) * 1e3),
        "accuracy_allreduce.csv": (("bytes",), lambda row: float(row["measured_us"])),
        "accuracy_layer.csv": (("phase", "op"), lambda row: float(row["measured_s"]) * 1e6),
    }
    for table, (key, time_us) in sources.items():
        due = {tuple(row[part] for part in key): time_us(row) for row in published[table]}
        for row in tables[table]:
            name = tuple(str(row[part]) for part in key)
            if name not in due or abs(float(row["measured_us"]) / due[name] - 1) > 1e-4:
                yield f"I3 conservation: {table}: {' '.join(name)}: {row['measured_us']} us, published {due.get(name)}"
