"""Vary: every headline on machines with one assumed constant changed by 20 %, and what becomes of its verdict."""

import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import claims_allreduce
import claims_attention
import claims_gemm
from headline import Headline
from kernbench.tiling import OutOfRangeError
from kernbench.topology import Topology, TopologyError, load_topology
from tables import Row, Tables, places, significant
from watch import asked, forget, learn, learned

HEADLINES: tuple[Headline, ...] = (
    *claims_gemm.HEADLINES, *claims_allreduce.HEADLINES, *claims_attention.HEADLINES,
)  # fmt: skip
FACTORS = (Fraction(4, 5), Fraction(6, 5))
JOINT: Mapping[str, tuple[str, ...]] = {
    "memory rate (joint)": ("pe.dma.in_rate", "pe.dma.out_rate", "mesh.link_rate", "hbm.channel_rate"),
}
"""Constants that a rate is the least of: raised alone, none of them changes anything."""
DISPATCH = (0, 10, 100, 1000)
"""20 % of a dispatch cost of 0 are 0, so that one is set instead."""


def assumed(topology: Topology) -> dict[str, tuple[str, ...]]:
    """What is varied: each assumed constant by itself, then those that act together."""
    alone = {each.name: (each.name,) for each in topology.constants if each.status == "assumed"}
    return {**alone, **JOINT}


def moved(value: int, factor: Fraction) -> int:
    """*value* times *factor*, rounded away from it, so that a whole number moves by 20 % at least.

    >>> moved(64, Fraction(4, 5)), moved(64, Fraction(6, 5)), moved(4, Fraction(6, 5)), moved(0, Fraction(6, 5))
    (51, 77, 5, 0)
    """
    exact = value * factor
    return int(exact // 1) if factor < 1 else int(-(-exact // 1))


def machine(topology: Topology, names: Sequence[str], factor: Fraction) -> Topology:
    """*topology* with *names* changed by *factor*; raises TopologyError for a machine that cannot be."""
    values = {name: moved(topology[name], factor) for name in names}
    for name, value in values.items():
        if value == topology[name]:
            raise TopologyError(f"{name} is {value}, and {float(factor):g} times that is the same")
    return topology.with_values(**{name.replace(".", "__"): value for name, value in values.items()})


@dataclass(frozen=True, slots=True)
class Point:
    """One headline on one changed machine: its value there, or why there is none."""

    headline: Headline
    constant: str
    factor: Fraction
    constant_value: int
    base: Fraction
    asked: bool
    value: Fraction | None
    refused: str = ""


def points(topology: Topology, headlines: Sequence[Headline] = HEADLINES) -> Iterator[Point]:
    """Every headline on every changed machine."""
    looked_at = {each.name: asked(each.evaluate, topology) for each in headlines}
    base = {each.name: Fraction(each.evaluate(topology)) for each in headlines}
    for constant, names in assumed(topology).items():
        for factor in FACTORS:
            changed = moved(topology[names[0]], factor)
            for each in headlines:
                used = not looked_at[each.name].isdisjoint(names)
                point = Point(each, constant, factor, changed, base[each.name], used, None)
                try:
                    other = machine(topology, names, factor)
                    value = Fraction(each.evaluate(other)) if used else base[each.name]
                except (TopologyError, OutOfRangeError) as problem:
                    yield replace(point, refused=str(problem))
                else:
                    yield replace(point, value=value)


_CROSSOVERS = tuple(each for each in claims_allreduce.HEADLINES if each.name.startswith("crossover"))
FAMILIES = (
    tuple(each for each in claims_allreduce.HEADLINES if each not in _CROSSOVERS),
    (*claims_gemm.HEADLINES, *_CROSSOVERS, *claims_attention.HEADLINES),
)
"""Headlines that share runs, in two parts that take about as long."""


def warm(topology: Topology) -> None:
    """Run the first family in a process of its own and the other here; what was run is known then, and is not again."""
    forget()
    path = os.pathsep.join(filter(None, sys.path))
    command, environment = [sys.executable, __file__], {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as child:
        run(FAMILIES[1], topology)
        sent, _ = child.communicate()
    if child.returncode:
        raise RuntimeError(f"the process of the first family ended with status {child.returncode}")
    learn(pickle.loads(sent))  # noqa: S301 - our own child


def run(headlines: Sequence[Headline], topology: Topology) -> None:
    """Everything that the tables ask for of *headlines*."""
    gc.set_threshold(100_000, 50, 50)
    list(points(topology, headlines))
    dispatch_rows([each for each in headlines if not each.projection], topology)


def tables(topology: Topology, headlines: Sequence[Headline] = HEADLINES) -> Tables:
    """All tables; those about what is only designed in files of their own."""
    every = list(points(topology, headlines))
    modelled = [each for each in every if not each.headline.projection]
    designed = [each for each in every if each.headline.projection]
    return {
        "sensitivity.csv": value_rows(modelled),
        "sensitivity_summary.csv": summary_rows(modelled),
        "sensitivity_refused.csv": refused_rows(every),
        "sensitivity_dispatch.csv": dispatch_rows([each for each in headlines if not each.projection], topology),
        "sensitivity_projection.csv": value_rows(designed),
        "sensitivity_projection_summary.csv": summary_rows(designed),
    }


def value_rows(every: Iterable[Point]) -> list[Row]:
    """One row for each headline and changed machine that the model answers for."""
    return [
        {
            "headline": each.headline.name,
            "constant": each.constant,
            "factor": places(each.factor, 1),
            "constant_value": each.constant_value,
            "asked": int(each.asked),
            "value": printed(each.value),
            "base_value": printed(each.base),
            "change_pct": relative(each.value, each.base),
            "holds": int(each.headline.holds(each.value)),
            "flips": int(each.headline.holds(each.value) != each.headline.holds(each.base)),
        }
        for each in every
        if each.value is not None
    ]


def printed(value: Fraction) -> object:
    """Six significant digits; whole numbers as they are."""
    return int(value) if value.denominator == 1 else significant(value, 6)


def relative(value: Fraction, base: Fraction) -> object:
    """Change in per cent of the base; a base of nothing has moved by nothing or by all."""
    if not base:
        return places(Fraction(100 * (value != 0)), 2)
    return places(100 * (value - base) / abs(base), 2)


def summary_rows(every: Sequence[Point]) -> list[Row]:
    """One row a headline: what it claims, whether it holds, and between which values it moves."""
    return [summary_row([each for each in every if each.headline == one]) for one in _headlines(every)]


def _headlines(every: Iterable[Point]) -> tuple[Headline, ...]:
    return tuple(dict.fromkeys(each.headline for each in every))


def summary_row(own: Sequence[Point]) -> Row:
    """The points of one headline, summed up."""
    one, base = own[0].headline, own[0].base
    answered = [each for each in own if each.value is not None]
    flipped = [each for each in answered if one.holds(each.value or 0) != one.holds(base)]
    low, high = (choose(answered, key=lambda each: each.value or 0) for choose in (min, max))
    return {
        "headline": one.name,
        "claim": one.claim,
        "baseline": one.baseline,
        "value_unit": one.unit,
        "rule": one.sign,
        "limit": printed(one.limit),
        "value": printed(base),
        "holds": int(one.holds(base)),
        "constants": len({each.constant for each in answered}),
        "constants_asked": len({each.constant for each in answered if each.asked}),
        "points": len(answered),
        "refused": len(own) - len(answered),
        "flips": len(flipped),
        "flipped_by": "; ".join(sorted({f"{each.constant} x{float(each.factor):g}" for each in flipped})) or "none",
        "min_value": printed(low.value or Fraction(0)),
        "min_constant": low.constant if low.value != base else "none",
        "max_value": printed(high.value or Fraction(0)),
        "max_constant": high.constant if high.value != base else "none",
    }


def refused_rows(every: Iterable[Point]) -> list[Row]:
    """Changed machines for which there is no value, and why."""
    return [
        {
            "headline": each.headline.name,
            "constant": each.constant,
            "factor": places(each.factor, 1),
            "constant_value": each.constant_value,
            "reason": each.refused,
        }
        for each in every
        if each.value is None
    ]


def dispatch_rows(headlines: Sequence[Headline], topology: Topology) -> list[Row]:
    """Every headline at other dispatch costs; the constant that decides is 0, and 20 % of it are 0."""
    rows = []
    for dispatch in DISPATCH:
        other = topology.with_values(pe__cpu__dispatch=dispatch)
        for each in headlines:
            value = Fraction(each.evaluate(other))
            rows.append(
                {
                    "headline": each.name,
                    "dispatch_cycles": dispatch,
                    "value": printed(value),
                    "holds": int(each.holds(value)),
                }
            )
    return rows


if __name__ == "__main__":
    run(FAMILIES[0], load_topology())
    sys.stdout.buffer.write(pickle.dumps(learned()))
