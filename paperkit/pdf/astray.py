"""Whether a number stands on its page beside what it stands beside in the file: it may have been set into another line.

A reader goes by the place of what is printed, and a program that reads the text by its order in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

CLOSE = 0.9
"""Part of a number's height that lies between it and a neighbour at most: words are closer, columns further apart."""
LEVEL = 0.5
"""Part of the lesser height that two characters of one line have in common at least."""
OVER = 0.3
"""Part of a number's height by which a neighbour may reach into it: italics lean."""
STEPS = 3
"""Characters with ink between two neighbours in the file at most: accents, marks, parts of a ligature."""


def astray(text: str, boxes: Any, groups: Sequence[Sequence[int]]) -> Iterator[int]:
    """The first character of each of *groups* beside which a letter or digit stands that is no neighbour in the file.

    *boxes* are those of all characters of the page, *groups* the indices of each number's.
    """
    import numpy as np

    inked = np.nonzero(boxes[:, 2] > boxes[:, 0])[0]
    inked = inked[[not text[at].isspace() for at in inked.tolist()]]
    groups = [group for group in groups if group]
    if not groups or not len(inked):
        return
    x0, y0, x1, y1 = boxes[inked].T
    for group in groups:
        low, high = boxes[group].min(axis=0).tolist(), boxes[group].max(axis=0).tolist()
        tall = high[3] - low[1]
        near = np.nonzero(
            (x0 < high[2] + CLOSE * tall) & (x1 > low[0] - CLOSE * tall) & (y0 < high[3]) & (y1 > low[1])
        )[0]
        common = np.minimum(y1[near], high[3]) - np.maximum(y0[near], low[1])
        near = near[common > LEVEL * np.minimum(y1[near] - y0[near], tall)]
        before = near[(x1[near] <= low[0] + OVER * tall) & (x0[near] < low[0])]
        behind = near[(x0[near] >= high[2] - OVER * tall) & (x1[near] > high[2])]
        first, last = (int(np.searchsorted(inked, end)) for end in (group[0], group[-1]))
        left = int(before[x1[before].argmax()]) if len(before) else first - 1
        right = int(behind[x0[behind].argmin()]) if len(behind) else last + 1
        if _foreign(text, int(inked[left]), first - left) or _foreign(
            text, int(inked[right % len(inked)]), right - last
        ):
            yield group[0]


def _foreign(text: str, at: int, steps: int) -> bool:
    return text[at].isalnum() and not 0 < steps <= STEPS
