"""Whether a sign of a number looks like the sign that the file calls it: a font may draw a plus and call it a minus.

Signs are plain: a bar, a spot, a spot with a tail, a cross, two rings and a stroke. What is asked of each is wide
enough for the text fonts of TeX, and none of the others has it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from paperkit.pdf.shapes import Shape

EMPTY, FULL = 0.12, 0.08
"""Parts of a ninth of the box that have ink: at most where there should be none, and at least where there should be."""


class Form(NamedTuple):
    """What of a sign's look is asked: width to height, part that has ink, height in ems, holes, and ink of ninths."""

    wide: float
    inked: float
    high: float
    holes: int
    ninths: tuple[float, ...]


def form_of(ink: Shape, high: float, holes: int) -> Form:
    """The form of what *ink* shows, *high* ems high; shape of *ink* (rows, columns), from above."""
    import numpy as np

    black = ink > ink.max() / 2
    parts = (part for row in np.array_split(black, 3, axis=0) for part in np.array_split(row, 3, axis=1))
    ninths = tuple(float(part.mean()) if part.size else 0.0 for part in parts)
    return Form(ink.shape[1] / ink.shape[0], float(black.mean()), high, holes, ninths)


def _bar(form: Form) -> bool:
    return form.wide >= 1.4 and form.inked >= 0.6 and not form.holes


def _point(form: Form) -> bool:
    return 0.5 <= form.wide <= 1.5 and form.inked >= 0.6 and form.high <= 0.22 and not form.holes


def _comma(form: Form) -> bool:
    return form.wide <= 1.2 and 0.15 <= form.high <= 0.45 and (form.high >= 0.2 or form.inked < 0.69) and not form.holes


def _plus(form: Form) -> bool:
    a, up, b, left, middle, right, c, down, d = form.ninths
    return (
        0.7 <= form.wide <= 1.4 and max(a, b, c, d) <= EMPTY and min(up, left, middle, right, down) >= FULL
    )  # fmt: skip


def _plus_minus(form: Form) -> bool:
    a, up, b, _, _, _, c, _, d = form.ninths
    return 0.6 <= form.wide <= 1.4 and up >= 1.2 * max(a, b) and min(up, c, d) >= FULL / 2 and not form.holes


def _times(form: Form) -> bool:
    a, up, b, left, middle, right, c, down, d = form.ninths
    arms = min(a, b, c, d, middle) >= FULL and max(up, left, right, down) <= middle
    return 0.7 <= form.wide <= 1.5 and form.inked <= 0.65 and arms


def _per_cent(form: Form) -> bool:
    return 0.4 <= form.wide <= 1.5 and form.high >= 0.5 and form.inked <= 0.6 and form.holes in (0, 2)


def _per_mille(form: Form) -> bool:
    return form.high >= 0.5 and form.inked <= 0.6 and form.holes != 2


SIGNS: dict[str, Callable[[Form], bool]] = {
    **dict.fromkeys("-−–—‐‑‒―", _bar),
    ".": _point, "·": _point, ",": _comma, "+": _plus, "±": _plus_minus, "×": _times, "%": _per_cent, "‰": _per_mille,
}  # fmt: skip
"""What is asked of each sign."""
