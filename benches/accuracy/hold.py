"""What must hold of fits and tables, one sentence for each violation. Empty: all holds."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from fitting import TERMS, Fit, OutOfRangeError, Protocols, fit, fit_line, fit_protocols, line_error, total_error
from points import Message, Point
from scores import FOLDS, Study, half, name_of

Row = Mapping[str, Any]
Anything = Point | Message
DUE = {"gemm": 20, "layer": 20, "allreduce": 32, "layer all-reduce": 4}
ROUNDING = Fraction(2, 10)
"""Points by which rounding a constant may raise a mean error, and written errors may differ from exact ones."""
BOUNDARY_PCT = {("gemm", "roofline+compute+memory+overhead"): 5, ("allreduce", "two alpha-beta"): 10}
"""Mean error on the test half, at the most."""


def roofline(found: Study) -> Iterator[str]:
    """I1: no published time beats its bound, and neither does any model; none of the published times is missing."""
    groups: dict[str, tuple[Sequence[Anything], Sequence[Any]]] = {
        "gemm": (found.gemms, [model for fold in FOLDS for model in found.gemm_fits[fold]]),
        "layer": (found.layer, [model for fold in FOLDS for model in (*found.layer_fits[fold], found.full)]),
        "allreduce": (found.messages, [model for fold in FOLDS for model in found.protocols[fold]]),
        "layer all-reduce": (found.layer_messages, [model for fold in FOLDS for model in found.protocols[fold]]),
    }
    for name, (things, models) in groups.items():
        if len(things) != DUE[name]:
            yield f"I1 roofline: {name}: {len(things)} published times, {DUE[name]} are due"
        for thing in things:
            bound = thing.bound_us if isinstance(thing, Point) else thing.bound_us(found.device.link_rate)
            times = {model.name: model.time_us(thing, beyond=True) for model in models}
            for who, time in {"published": thing.measured_us, **times}.items():
                if time < bound:
                    times_us = f"{float(time):.5g} us beat the bound {float(bound):.5g} us"
                    yield f"I1 roofline: {name_of(thing)}: {who} {times_us}"


def sums(totals: Sequence[Row]) -> Iterator[str]:
    """I3: the groups of a phase sum to its layer."""
    for phase in ("prefill", "decode"):
        rows = {row["group"]: row for row in totals if row["phase"] == phase}
        whole = rows.pop("layer")
        for column in ("measured_us", "roofline_us", "model_us"):
            parts = sum(Fraction(row[column]) for row in rows.values())
            if abs(parts - Fraction(whole[column])) > Fraction(whole[column]) / 5000:
                yield f"I3 conservation: {phase}: {column} of the groups is {float(parts):.6g}, of all {whole[column]}"


def halves(summary: Sequence[Row]) -> Iterator[str]:
    """I3: fit and test halves are disjoint and together all points."""
    for data, due in (("gemm", 20), ("allreduce", 32), ("gpt3_layer", 12)):
        for fold in FOLDS:
            rows = [row for row in summary if row["data"] == data and row["fold"] == fold]
            for model in {row["model"] for row in rows}:
                count = sum(row["points"] for row in rows if row["model"] == model)
                if count != due:
                    yield f"I3 conservation: {data}, {model}, {fold}: {count} points in both halves, {due} are due"


def nested(summary: Sequence[Row]) -> Iterator[str]:
    """I5: one term more never makes the fit half worse, but for the rounding of constants."""
    for data, fold in product(("gemm", "gpt3_layer"), FOLDS):
        rows = [row for row in summary if (row["data"], row["fold"], row["split"]) == (data, fold, "fit")]
        errors = {frozenset(row["model"].split("+")): Fraction(row["mape_pct"]) for row in rows}
        for fewer, more in product(errors, errors):
            if fewer < more and errors[more] > errors[fewer] + ROUNDING:
                worse = f"{float(errors[more])} % with {sorted(more)}, {float(errors[fewer])} % with {sorted(fewer)}"
                yield f"I5 monotone: {data}, {fold}: {worse}"
    order = ("link", "beta", "alpha-beta", "two alpha-beta")
    for fold in FOLDS:
        rows = [row for row in summary if (row["data"], row["fold"], row["split"]) == ("allreduce", fold, "fit")]
        errors_of = {row["model"]: Fraction(row["mape_pct"]) for row in rows}
        for fewer, more in pairwise(order):
            if errors_of[more] > errors_of[fewer] + ROUNDING:
                yield f"I5 monotone: allreduce, {fold}: {more} errs by {float(errors_of[more])} %, {fewer} by less"


def agreement(found: Study) -> Iterator[str]:
    """I6: a search over a grid finds no better constants than the corners; no two lines err less than those found."""
    points = half(found.gemms, "even")
    exact = fit(points, TERMS)
    least = total_error((1 / exact.compute, 1 / exact.memory, exact.overhead_us), points) / len(points)
    for corner in _grid():
        error = total_error(corner, points) / len(points)
        if error < least - ROUNDING / 100:
            yield f"I6 agreement: {corner} errs by {float(error):.4f}, the fit by {float(least):.4f}"
    messages = half(found.messages, "even")
    error, line = fit_line(messages, found.device.link_rate)
    for latency, rate in product(range(41), range(100, 301, 20)):
        other = replace(line, alpha_us=Fraction(latency, 10), rate=Fraction(rate * 10**9))
        if line_error((other,), messages) < error:
            yield f"I6 agreement: alpha {latency / 10} us and {rate} GB/s err less than {line}"
    for fold in FOLDS:
        for model in found.protocols[fold]:
            if not model.proven:
                yield f"I6 agreement: {model.name}, {fold}: another pair of lines may err less"


def _grid() -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    for compute, memory, overhead in product(range(80, 101, 2), range(80, 101, 4), range(20, 41, 2)):
        yield Fraction(100, compute), Fraction(100, memory), Fraction(overhead)


def degenerate(found: Study) -> Iterator[str]:
    """I7: times that a model gave come back as that model's constants."""
    truth = Fit(TERMS, Fraction(9, 10), Fraction(8, 10), Fraction(25))
    planted = [replace(point, measured_us=truth.time_us(point, beyond=True)) for point in half(found.gemms, "even")]
    back = fit(planted, TERMS)
    if (back.compute, back.memory, back.overhead_us) != (truth.compute, truth.memory, truth.overhead_us):
        yield f"I7 degenerate: planted {truth}, fitted {back}"
    double = found.protocols["even"][-1]
    sent = [replace(each, measured_us=double.time_us(each, beyond=True)) for each in half(found.messages, "even")]
    again = fit_protocols(sent, found.device.link_rate)[-1]
    if again.lines != double.lines:
        yield f"I7 degenerate: planted {double.lines}, fitted {again.lines}"


def refusal(
    found: Study, answer: Callable[[Any, Any], object] = lambda model, thing: model.time_us(thing)
) -> Iterator[str]:
    """I10: what lies outside the range of the fit is refused."""
    point, message = found.gemms[0], found.messages[0]
    requests: Iterable[tuple[Fit | Protocols, Anything]] = (
        (found.full, replace(point, compute_us=point.compute_us * 10**6)),
        (found.full, replace(point, compute_us=Fraction(0), memory_us=Fraction(1, 100))),
        (found.protocols["even"][-1], replace(message, size=4)),
        (found.protocols["even"][-1], replace(message, size=1 << 40)),
    )
    for model, thing in requests:
        try:
            answer(model, thing)
        except OutOfRangeError:
            continue
        yield f"I10 refusal: {model.name} answered {name_of(thing)}"


def tabled(summary: Sequence[Row], gemm: Sequence[Row], allreduce: Sequence[Row]) -> Iterator[str]:
    """I6: the mean errors in the summary follow from the errors at the points."""
    sources = (
        ("gemm", "roofline+compute+memory+overhead", gemm, "model_error_pct"),
        ("gemm", "roofline", gemm, "roofline_error_pct"),
        ("allreduce", "alpha-beta", allreduce, "one_error_pct"),
        ("allreduce", "two alpha-beta", allreduce, "two_error_pct"),
    )
    for data, model, rows, column in sources:
        for split in ("fit", "test"):
            errors = [Fraction(row[column]) for row in rows if row["split"] == split]
            key = (data, model, "even", split)
            due = next(row for row in summary if (row["data"], row["model"], row["fold"], row["split"]) == key)
            for name, found in (("mape_pct", sum(map(abs, errors))), ("bias_pct", sum(errors))):
                if abs(found / len(errors) - Fraction(due[name])) > ROUNDING:
                    given = f"{name} is {due[name]}, the points give {float(found / len(errors)):.2f}"
                    yield f"I6 agreement: {' '.join(key)}: {given}"


def boundary(summary: Iterable[Row]) -> Iterator[str]:
    """The full models keep their promise on the points that they were not fitted on."""
    for row in summary:
        most = BOUNDARY_PCT.get((row["data"], row["model"]))
        if most is not None and row["split"] == "test" and row["mape_pct"] > most:
            error = f"{row['mape_pct']} % mean error on the test half, at most {most} %"
            yield f"accuracy: {row['data']}, {row['fold']}: {error}"
