"""The tables of the harness: errors of each model on each half, constants, and every point."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

from devices import Device
from fitting import TERMS, Fit, Protocols, fit, fit_protocols
from points import Message, Point, gemms, layer, layer_messages, messages
from tables import Row, places, significant

FOLDS = ("even", "odd")
"""Which points, counted from 0 in the file's order, the constants are fitted on; the others test."""
DIGITS = 5
Anything = Point | Message
Predict = Callable[[Any], Fraction]


@dataclass(frozen=True, slots=True)
class Study:
    """Everything fitted, by fold: GEMM models, those refitted on the layer's products, all-reduce models."""

    device: Device
    gemms: tuple[Point, ...]
    layer: tuple[Point, ...]
    messages: tuple[Message, ...]
    layer_messages: tuple[Message, ...]
    gemm_fits: dict[str, tuple[Fit, ...]]
    layer_fits: dict[str, tuple[Fit, ...]]
    protocols: dict[str, tuple[Protocols, ...]]

    @property
    def products(self) -> tuple[Point, ...]:
        """The layer's matrix operations."""
        return tuple(point for point in self.layer if point.group != "vector")

    @property
    def full(self) -> Fit:
        """All terms, fitted on the even GEMMs: what is carried to the layer."""
        return self.gemm_fits["even"][-1]


def study(device: Device) -> Study:
    """Fit everything."""
    each, whole, sizes = gemms(device), layer(device), messages()
    products = [point for point in whole if point.group != "vector"]
    subsets = tuple(chain.from_iterable(combinations(TERMS, count) for count in range(len(TERMS) + 1)))
    return Study(
        device,
        each,
        whole,
        sizes,
        layer_messages(),
        {fold: tuple(fit(half(each, fold), terms) for terms in subsets) for fold in FOLDS},
        {fold: (fit(half(products, fold), ()), fit(half(products, fold), TERMS)) for fold in FOLDS},
        {fold: fit_protocols(half(sizes, fold), device.link_rate) for fold in FOLDS},
    )


def half(things: Sequence[Any], fold: str, *, other: bool = False) -> tuple[Any, ...]:
    """Every second one; *other*: those that *fold* leaves for the test."""
    return tuple(things[(fold == "odd") ^ other :: 2])


def summary_rows(found: Study) -> Iterator[Row]:
    """Mean, bias and worst case of each model on each half, and of the carried models on the layer."""
    for fold in FOLDS:
        for data, things, models in (
            ("gemm", found.gemms, found.gemm_fits[fold]),
            ("gpt3_layer", found.products, found.layer_fits[fold]),
            ("allreduce", found.messages, found.protocols[fold]),
        ):
            for model in models:
                for split in ("fit", "test"):
                    chosen = half(things, fold, other=split == "test")
                    yield {
                        "data": data,
                        "model": model.name,
                        "fold": fold,
                        "split": split,
                        **score(chosen, lambda thing, model=model: model.time_us(thing, beyond=True)),
                    }
    yield from carried_rows(found)


def carried_rows(found: Study) -> Iterator[Row]:
    """What was fitted on GEMMs and all-reduces, on the layer, on which nothing of it was fitted."""
    bare, full = found.gemm_fits["even"][0], found.full
    for group in ("projection", "attention", "vector"):
        chosen = [point for point in found.layer if point.group == group]
        for model in (bare, full):
            yield _carried(group, model.name, chosen, lambda thing, model=model: model.time_us(thing, beyond=True))
    for protocols in found.protocols["even"]:
        predict = lambda thing, model=protocols: model.time_us(thing, beyond=True)  # noqa: E731 (bound at once)
        yield _carried("allreduce", protocols.name, found.layer_messages, predict)


def _carried(group: str, model: str, things: Sequence[Anything], predict: Predict) -> Row:
    return {"data": f"gpt3_{group}", "model": model, "fold": "even", "split": "carried", **score(things, predict)}


def score(things: Sequence[Anything], predict: Predict) -> Row:
    """Points, mean absolute error, bias (mean signed error) and worst case, per cent of the published time."""
    errors = [(predict(thing) - thing.measured_us) / thing.measured_us for thing in things]
    worst = max(errors, key=abs)
    return {
        "points": len(errors),
        "mape_pct": places(100 * sum(map(abs, errors), Fraction(0)) / len(errors), 1),
        "bias_pct": places(100 * sum(errors, Fraction(0)) / len(errors), 1),
        "worst_pct": places(100 * worst, 1),
        "worst_at": name_of(things[errors.index(worst)]),
    }


def name_of(thing: Anything) -> str:
    """As tables and messages show it."""
    if isinstance(thing, Point):
        return thing.name
    return f"phase={thing.phase} op={thing.op}" if thing.op else f"bytes={thing.size}"


def constant_rows(found: Study) -> Iterator[Row]:
    """Each fitted constant with its unit, as it was scored."""
    for fold in FOLDS:
        for data, fits in (("gemm", found.gemm_fits[fold]), ("gpt3_layer", found.layer_fits[fold])):
            for each in fits:
                key = {"data": data, "model": each.name, "fold": fold}
                yield {**key, "constant": "compute_efficiency", "value": places(100 * each.compute, 1), "unit": "%"}
                yield {**key, "constant": "memory_efficiency", "value": places(100 * each.memory, 1), "unit": "%"}
                yield {**key, "constant": "overhead", "value": places(each.overhead_us, 1), "unit": "us"}
        for model in found.protocols[fold]:
            for number, line in enumerate(model.lines, 1):
                key = {"data": "allreduce", "model": model.name, "fold": fold}
                yield {**key, "constant": f"alpha_{number}", "value": places(line.alpha_us, 2), "unit": "us"}
                rate = places(line.rate / 10**9, 1)
                yield {**key, "constant": f"rate_{number}", "value": rate, "unit": "GB/s"}


def gemm_rows(found: Study) -> Iterator[Row]:
    """Bare roofline and full model at each published GEMM, fitted on the even ones."""
    even = set(half(found.gemms, "even"))
    for point in found.gemms:
        yield {
            **dict(point.key),
            "split": "fit" if point in even else "test",
            "bound": "compute" if point.compute_us >= point.memory_us else "memory",
            **_cells(point, found.gemm_fits["even"][0], found.full),
        }


def layer_rows(found: Study) -> Iterator[Row]:
    """The same at each operation of the layer, with constants carried over from the GEMMs."""
    for point in found.layer:
        yield {
            **dict(point.key),
            "group": point.group,
            "launches": point.launches,
            "flops": point.work.flops,
            "traffic_bytes": point.work.traffic_bytes,
            "bound": "compute" if point.compute_us >= point.memory_us else "memory",
            **_cells(point, found.gemm_fits["even"][0], found.full),
            "in_range": found.full.covers(point),
        }


def _cells(point: Point, bare: Fit, full: Fit) -> Row:
    model = full.time_us(point, beyond=True)
    return {
        "roofline_us": significant(point.bound_us, DIGITS),
        "measured_us": significant(point.measured_us, DIGITS),
        "model_us": significant(model, DIGITS),
        "roofline_error_pct": _error(bare.time_us(point, beyond=True), point.measured_us),
        "model_error_pct": _error(model, point.measured_us),
    }


def _error(time_us: Fraction, measured_us: Fraction) -> Any:
    return places(100 * (time_us - measured_us) / measured_us, 1)


def message_rows(found: Study) -> Iterator[Row]:
    """Each published all-reduce beside the link, one line and two, fitted on the even ones."""
    even = {each.size for each in half(found.messages, "even")}
    link, _, single, double = found.protocols["even"]
    for each in found.messages:
        one, two = single.time_us(each, beyond=True), double.time_us(each, beyond=True)
        yield {
            "bytes": each.size,
            "split": "fit" if each.size in even else "test",
            "link_us": significant(link.time_us(each, beyond=True), DIGITS),
            "measured_us": significant(each.measured_us, DIGITS),
            "busbw_gbps": significant(each.wire_bytes / each.measured_us / 1000, DIGITS),
            "one_us": significant(one, DIGITS),
            "one_error_pct": _error(one, each.measured_us),
            "two_us": significant(two, DIGITS),
            "two_error_pct": _error(two, each.measured_us),
            "protocol": double.line_of(each),
        }


def total_rows(found: Study) -> Iterator[Row]:
    """Each phase of the layer as a sum, by group and whole."""
    double = found.protocols["even"][-1]
    timed = [
        (
            dict(point.key)["phase"],
            point.group,
            point.measured_us,
            point.bound_us,
            found.full.time_us(point, beyond=True),
        )
        for point in found.layer
    ] + [
        (
            each.phase,
            "allreduce",
            each.measured_us,
            each.bound_us(found.device.link_rate),
            double.time_us(each, beyond=True),
        )
        for each in found.layer_messages
    ]
    for phase in ("prefill", "decode"):
        whole = sum(each[2] for each in timed if each[0] == phase)
        for group in ("projection", "attention", "vector", "allreduce", "layer"):
            chosen = [each[2:] for each in timed if each[0] == phase and group in (each[1], "layer")]
            measured, bound, model = (sum(column) for column in zip(*chosen, strict=True))
            yield {
                "phase": phase,
                "group": group,
                "measured_us": significant(measured, DIGITS),
                "share_pct": places(100 * measured / whole, 1),
                "roofline_us": significant(bound, DIGITS),
                "model_us": significant(model, DIGITS),
                "roofline_error_pct": _error(bound, measured),
                "model_error_pct": _error(model, measured),
            }
