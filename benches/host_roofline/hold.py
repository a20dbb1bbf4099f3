"""What must hold of a measurement, whatever the machine does: one sentence for each violation. Empty: all holds."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np
from kernels import SCALAR, Cost, Kernel
from summary import roof as best
from summary import row as summarised
from tables import Row
from worker import LEAST_S, VALUES

LEAST_N, LEAST_PROCESSES = 10, 3


def values(raw: Sequence[Row], costs: Sequence[Cost], processes: int) -> Iterator[str]:
    """Every value is there, none is shorter than its least duration, and each process warmed up once."""
    for cost in costs:
        mine = [each for each in raw if (each["kernel"], each["batch"]) == (cost.kernel, cost.batch)]
        name = f"{cost.kernel} {cost.batch}"
        due = processes * (VALUES + 1)
        if len(mine) != due:
            yield f"values: {name}: {len(mine)} values, {due} are due"
        warm = sum(each["warmup"] for each in mine)
        if warm != processes:
            yield f"values: {name}: {warm} warm-ups in {processes} processes"
        for each in mine:
            lasted = Fraction(each["call_us"]) * each["calls"]
            if lasted < Fraction(str(LEAST_S)) * 10**6 * Fraction(999, 1000):
                yield f"values: {name}: a value lasted {float(lasted):.0f} us, at least {LEAST_S} s are due"


def order(rows: Sequence[Row]) -> Iterator[str]:
    """Values and processes are enough; minimum, interval, median and maximum stand in their order."""
    for each in rows:
        name = f"{each['kernel']} {each['batch']}"
        if each["n"] < LEAST_N or each["processes"] < LEAST_PROCESSES:
            yield f"order: {name}: {each['n']} values of {each['processes']} processes"
        ladder = [each[column] for column in ("min_us", "low_us", "median_us", "high_us", "max_us")]
        if ladder != sorted(ladder):
            yield f"order: {name}: minimum, interval, median, maximum are {', '.join(map(str, ladder))}"


def conservation(rows: Sequence[Row], costs: Sequence[Cost]) -> Iterator[str]:
    """I3: every kernel is there once; rates are counted work and bytes over the median time."""
    found = {(each["kernel"], each["batch"]): each for each in rows}
    if len(found) != len(rows) or found.keys() != {(cost.kernel, cost.batch) for cost in costs}:
        yield f"I3 conservation: {len(rows)} kernels are summarised, {len(costs)} are due"
        return
    for cost in costs:
        each = found[cost.kernel, cost.batch]
        for column, amount in (("gbps", cost.bytes), ("gflops", cost.flops)):
            rate = amount / Fraction(each["median_us"]) / 1000
            if abs(Fraction(each[column]) - rate) > rate / 5000:
                follows = f"{column} is {each[column]}, {float(rate):.5g} follows"
                yield f"I3 conservation: {cost.kernel} {cost.batch}: {follows}"


def roofline(rows: Sequence[Row]) -> Iterator[str]:
    """I1: no median is better than the best values of all."""
    peak, rate = best(rows)
    for each in rows:
        bound = max(each["flops"] / peak, each["bytes"] / rate)
        if Fraction(each["median_us"]) < bound or each["share_of_roof_pct"] > 100:
            name = f"{each['kernel']} {each['batch']}"
            yield f"I1 roofline: {name}: {each['median_us']} us beat the bound {float(bound):.3f} us"


def summary(rows: Sequence[Row], raw: Sequence[Row], costs: Sequence[Cost], load: float) -> Iterator[str]:
    """I6: each summary follows from the raw values, of which none was dropped."""
    found = {(each["kernel"], each["batch"]): each for each in rows}
    for cost in costs:
        mine = [each for each in raw if (each["kernel"], each["batch"]) == (cost.kernel, cost.batch)]
        due = summarised(cost, mine, load)
        wrong = [column for column, value in due.items() if found[cost.kernel, cost.batch][column] != value]
        if wrong:
            yield f"I6 agreement: {cost.kernel} {cost.batch}: {', '.join(wrong)} do not follow from the values"


def numerics(build: Callable[..., Sequence[Kernel]]) -> Iterator[str]:
    """I8: each kernel computes what it is named for, on small arrays, against float64."""
    built = build(elements=100_003, edge=96, square=64)
    small = {(each.cost.kernel, each.cost.batch): each.call for each in built}
    copied = np.array(small["copy", 0]())
    if not np.array_equal(copied, np.full(100_003, 1.0)):
        yield "I8 numerics: copy does not copy"
    if not np.array_equal(small["scale", 0](), SCALAR * copied):
        yield "I8 numerics: scale does not scale"
    added = np.array(small["add", 0]())
    if not np.array_equal(added, np.full(100_003, 4.0)):
        yield "I8 numerics: add does not add"
    for name in ("triad_two_pass", "triad_blocked"):
        if not np.array_equal(small[name, 0](), np.full(100_003, 15.0)):
            yield f"I8 numerics: {name} is not b + scalar * c"
    if small["dot", 0]() != 15.0 * 3.0 * 100_003:
        yield "I8 numerics: dot is not the sum of products"
    yield from _products(built)


def _products(built: Sequence[Kernel]) -> Iterator[str]:
    """All entries are positive, so |A||B| is AB (Higham 2002, section 3.1)."""
    for each in built:
        if each.operands:
            left, right = (operand.astype(np.float64) for operand in each.operands)
            exact = left @ right
            error = np.abs(np.asarray(each.call(), dtype=np.float64) - exact)
            if not np.all(error <= 2 * left.shape[1] * np.finfo(np.float32).eps * exact):
                yield f"I8 numerics: {each.cost.kernel} {each.cost.batch} is off by {error.max():.3g}"
