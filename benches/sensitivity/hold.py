"""Invariants of the sensitivity: nothing is left out, verdicts are what the values say, sums are sums."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import vary
from headline import HOLDS, Headline
from kernbench.topology import Topology, TopologyError
from watch import asked, forget

Row = Mapping[str, Any]
Tables = Mapping[str, Sequence[Row]]
VALUES = ("sensitivity.csv", "sensitivity_projection.csv")
SUMMARIES = ("sensitivity_summary.csv", "sensitivity_projection_summary.csv")
QUICK = ("composite_over_blocking", "doubling_over_ring_small", "decode_composite_dear")
"""Headlines that are run on every machine that they do not depend on, too; one of each kind."""


def named(row: Row) -> str:
    """The key of a row."""
    return " ".join(str(row[name]) for name in ("headline", "constant", "factor", "dispatch_cycles") if name in row)


def rows(tables: Tables, names: Iterable[str]) -> Iterator[Row]:
    """The rows of several tables."""
    for name in names:
        yield from tables[name]


def complete(tables: Tables, headlines: Sequence[Headline], topology: Topology) -> Iterator[str]:
    """I11: each headline stands on each machine with one assumed constant changed, or it is said why not."""
    due = {
        (each.name, constant, float(factor))
        for each in headlines
        for constant in vary.assumed(topology)
        for factor in vary.FACTORS
    }
    found = Counter(
        (row["headline"], row["constant"], float(row["factor"]))
        for row in rows(tables, (*VALUES, "sensitivity_refused.csv"))
    )
    for key in sorted(due - found.keys()):
        yield f"I11 sensitivity: {key} was not evaluated"
    for key in sorted(key for key, count in found.items() if count > 1 or key not in due):
        yield f"I11 sensitivity: {key} stands {found[key]} times, {int(key in due)} is due"
    for row in rows(tables, (*VALUES, "sensitivity_refused.csv")):
        names = vary.assumed(topology)[row["constant"]]
        changed = vary.moved(topology[names[0]], Fraction(str(row["factor"])))
        if row["constant_value"] != changed:
            yield f"I11 sensitivity: {named(row)}: the constant is {row['constant_value']}, {changed} is due"


def verdicts(tables: Tables) -> Iterator[str]:
    """I11: each headline holds on the configured machine; a verdict is what rule and value say."""
    rules = {row["headline"]: (row["rule"], Fraction(str(row["limit"]))) for row in rows(tables, SUMMARIES)}
    for row in rows(tables, SUMMARIES):
        if row["holds"] != 1 or not _held(row["value"], rules[row["headline"]]):
            yield f"I11 sensitivity: {row['headline']}: {row['value']} is not {row['rule']} {row['limit']}"
    for row in rows(tables, (*VALUES, "sensitivity_dispatch.csv")):
        held = int(_held(row["value"], rules[row["headline"]]))
        if row["holds"] != held:
            yield f"I11 sensitivity: {named(row)}: {row['value']} is said to hold {row['holds']}, by its rule {held}"
    for row in rows(tables, VALUES):
        if row["flips"] != 1 - row["holds"]:
            yield f"I11 sensitivity: {named(row)}: flips {row['flips']}, holds {row['holds']}"
        base, value = Fraction(str(row["base_value"])), Fraction(str(row["value"]))
        change = 100 * (value - base) / abs(base) if base else 100 * Fraction(value != 0)
        if abs(change - Fraction(str(row["change_pct"]))) > Fraction(1, 100):
            yield f"I11 sensitivity: {named(row)}: {row['change_pct']} % is written, {float(change):.2f} % follow"


def _held(value: Decimal | int, rule: tuple[str, Fraction]) -> bool:
    return HOLDS[rule[0]](Fraction(str(value)), rule[1])


def summaries(tables: Tables) -> Iterator[str]:
    """I3: counts, least and largest value of a headline are those of its rows."""
    refused = Counter(row["headline"] for row in tables["sensitivity_refused.csv"])
    for row in rows(tables, SUMMARIES):
        own = [each for each in rows(tables, VALUES) if each["headline"] == row["headline"]]
        values = [Fraction(str(each["value"])) for each in own]
        counted = {
            "constants": len({each["constant"] for each in own}),
            "constants_asked": len({each["constant"] for each in own if each["asked"]}),
            "points": len(own),
            "flips": sum(each["flips"] for each in own),
            "min_value": min(values),
            "max_value": max(values),
            "refused": refused[row["headline"]],
        }
        for column, amount in counted.items():
            if Fraction(str(row[column])) != amount:
                yield f"I3 conservation: {row['headline']}: {column} is {row[column]}, but {amount} follows"
        if (row["flips"] == 0) != (row["flipped_by"] == "none"):
            yield f"I3 conservation: {row['headline']}: {row['flips']} flips by {row['flipped_by']}"


def unasked(tables: Tables) -> Iterator[str]:
    """I7: a constant that a headline does not look at leaves its value as it was; each headline looks at some."""
    asked = set()
    for row in rows(tables, VALUES):
        if row["asked"]:
            asked.add(row["headline"])
        elif row["value"] != row["base_value"]:
            yield f"I7 degenerate: {named(row)}: {row['value']} after {row['base_value']}, but it was not looked at"
    for row in rows(tables, SUMMARIES):
        if row["headline"] not in asked:
            yield f"I7 degenerate: {row['headline']} looks at no assumed constant"


def configured(tables: Tables) -> Iterator[str]:
    """I6: the value at the configured dispatch cost is the base value, evaluated apart from it."""
    values = {row["headline"]: row["value"] for row in tables["sensitivity_summary.csv"]}
    for row in tables["sensitivity_dispatch.csv"]:
        if row["dispatch_cycles"] == 0 and row["value"] != values[row["headline"]]:
            yield f"I6 agreement: {row['headline']}: {row['value']} and {values[row['headline']]} at dispatch 0"


def apart(tables: Tables, headlines: Sequence[Headline]) -> Iterator[str]:
    """Projections stand in their own files, and in no other."""
    designed = {each.name for each in headlines if each.projection}
    for name in (*VALUES, *SUMMARIES, "sensitivity_dispatch.csv"):
        for row in tables[name]:
            if (row["headline"] in designed) != ("projection" in name):
                yield f"I11 sensitivity: {row['headline']} stands in {name}"


def degenerate(topology: Topology, names: Sequence[str] = QUICK) -> Iterator[str]:
    """I7: headlines are run anew on machines that differ in what they do not look at, and stay as they were."""
    for each in vary.HEADLINES:
        if each.name not in names:
            continue
        looked_at, base = asked(each.evaluate, topology), each.evaluate(topology)
        for constant, those in vary.assumed(topology).items():
            if not looked_at.isdisjoint(those):
                continue
            for factor in vary.FACTORS:
                forget()
                try:
                    value = each.evaluate(vary.machine(topology, those, factor))
                except TopologyError:
                    continue
                if value != base:
                    yield f"I7 degenerate: {each.name}: {value} with {constant} x{float(factor):g}, {base} without"


def refused(topology: Topology) -> Iterator[str]:
    """I10: a machine that cannot be is refused, and so is a change that is none."""
    for name, factor in (
        ("pe.cpu.dispatch", Fraction(6, 5)),
        ("pe.vec.exp", Fraction(0)),
        ("pe.mac.rows", Fraction(2)),
    ):
        try:
            vary.machine(topology, (name,), factor)
        except TopologyError:
            continue
        yield f"I10 refusal: {name} x{float(factor):g} was answered"
