"""Headline: one number that a report states, as a claim that can fail."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from kernbench.topology import Topology

Evaluate = Callable[[Topology], Fraction | int]
HOLDS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": lambda value, limit: value < limit,
    "<=": lambda value, limit: value <= limit,
    ">": lambda value, limit: value > limit,
    ">=": lambda value, limit: value >= limit,
}


@dataclass(frozen=True, slots=True)
class Headline:
    """A claim: its value on a machine, against what, and when it holds."""

    name: str
    claim: str
    baseline: str
    unit: str
    """Of the value: ratio, cycles, bytes or percent."""
    sign: str
    limit: Fraction
    evaluate: Evaluate
    projection: bool = False
    """Whether it is about hardware that is designed and not modelled in full."""

    def holds(self, value: Fraction | int) -> bool:
        """Whether the claim holds for *value*."""
        return HOLDS[self.sign](Fraction(value), self.limit)


def headline(
    name: str, rule: str, unit: str, claim: str, baseline: str, evaluate: Evaluate, *, projection: bool = False
) -> Headline:
    """A headline; *rule* is a sign and a limit, as in `>= 1.5`."""
    sign, limit = rule.split()
    if sign not in HOLDS:
        raise ValueError(f"no rule has the sign {sign}")
    return Headline(name, claim, baseline, unit, sign, Fraction(limit), evaluate, projection)
