"""The first look at a page: all characters of its bound numbers at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from paperkit.pdf.links import Rect

    Boxes = np.ndarray[Any, np.dtype[np.float64]]
    Picture = np.ndarray[Any, np.dtype[np.uint8]]
    Places = np.ndarray[Any, np.dtype[np.int64]]
    Mask = np.ndarray[Any, np.dtype[np.bool_]]

LEVELS = 30
"""Grey levels by which a character must differ from what is around it at the first look."""
ACROSS, SAMPLES = (0.2, 0.5, 0.8), 12
"""Where lines cross a character, in parts of its height, and how many pixels are looked at on each."""
SLACK = 0.01
"""Points by which the first look for what lies in a rectangle is too wide."""
OVER = 0.4
"""Part of the lesser of two characters that the other may lie over: letters lean and kern into each other."""


def plainly_inked(picture: Picture, boxes: Boxes, left: float, top: float, scale: float) -> Mask:
    """Whether each of *boxes* (points) shows ink that reaches its sides, but for two pixels.

    *picture* is the page in grey, *scale* pixels to a point, with its upper left corner at (*left*, *top*).
    """
    import numpy as np

    height, width = picture.shape
    x0, x1 = (np.rint((boxes[:, at] - left) * scale).astype(np.int64) for at in (0, 2))
    y0, y1 = (np.rint((top - boxes[:, at]) * scale).astype(np.int64) for at in (3, 1))
    x1, y1 = np.maximum(x1, x0 + 1), np.maximum(y1, y0 + 1)
    found = np.zeros(len(boxes), bool)
    there = np.nonzero((x0 >= 1) & (y0 >= 1) & (x1 < width) & (y1 < height))[0]
    if len(there):
        found[there] = _inked(picture, *(side[there, None] for side in (x0, y0, x1, y1)))
    return found


def _inked(picture: Picture, x0: Places, y0: Places, x1: Places, y1: Places) -> Mask:
    """For each box of pixels whether its sides stand out from the middle of the rim of one pixel around it."""
    import numpy as np

    across, down = np.arange((x1 - x0).max()), np.arange((y1 - y0).max())
    columns, rows = np.minimum(x0 + across, x1 - 1), np.minimum(y0 + down, y1 - 1)  # the last one again and again
    ends = ((y0 - 1, columns), (y1, columns), (rows, x0 - 1), (rows, x1))
    rim = np.concatenate([picture[one].astype(np.int16) for one in ends], axis=1)
    beyond = np.concatenate([across >= x1 - x0] * 2 + [down >= y1 - y0] * 2, axis=1)
    rim[beyond] = 256
    middle = (x1 - x0) + (y1 - y0)
    ground = np.take_along_axis(np.sort(rim, axis=1), middle, axis=1)[:, 0]
    second, last = np.minimum(y0 + 1, y1 - 1), np.maximum(y1 - 2, y0)
    second_column, last_column = np.minimum(x0 + 1, x1 - 1), np.maximum(x1 - 2, x0)
    pairs = (
        ((y0, columns), (second, columns)),
        ((last, columns), (y1 - 1, columns)),
        ((rows, x0), (rows, second_column)),
        ((rows, last_column), (rows, x1 - 1)),
    )
    sides = [np.concatenate([picture[one], picture[other]], axis=1) for one, other in pairs]
    dark = [ground - side.min(axis=1) >= LEVELS for side in sides]
    light = [side.max(axis=1) - ground >= LEVELS for side in sides]
    found: Mask = np.all(dark, axis=0) | np.all(light, axis=0)
    return found


def pale(picture: Picture, boxes: Boxes, left: float, top: float, scale: float) -> Mask:
    """Whether each of *boxes*, as of `plainly_inked`, shows nothing on three lines across it."""
    import numpy as np

    height, width = picture.shape
    x0, x1 = ((boxes[:, at] - left) * scale for at in (0, 2))
    lines = [top - (boxes[:, 1] + part * (boxes[:, 3] - boxes[:, 1])) for part in ACROSS]
    rows = np.stack([(line * scale).astype(np.int64).clip(0, height - 1) for line in lines], axis=1)
    steps = np.linspace(0, 1, SAMPLES)
    columns = (x0[:, None] + (x1 - x0)[:, None] * steps).astype(np.int64).clip(0, width - 1)
    seen = picture[rows[:, :, None], columns[:, None, :]].reshape(len(boxes), -1)
    found: Mask = seen.max(axis=1).astype(np.int16) - seen.min(axis=1) < LEVELS
    return found


def lying_over(boxes: Any, groups: Sequence[Sequence[int]]) -> Iterator[tuple[int, int, int]]:
    """(group, character, other) for each character of a group that another of it lies over to a good part.

    *groups* are indices into *boxes*.
    """
    import numpy as np

    most = max(map(len, groups), default=0)
    if most < 2:
        return
    table = np.full((len(groups), most), -1)
    for row, group in enumerate(groups):
        table[row, : len(group)] = group
    found = boxes[table].astype(np.float64)
    found[table < 0] = np.nan
    one, other = found[:, :, None], found[:, None, :]
    across = np.minimum(one[..., 2], other[..., 2]) - np.maximum(one[..., 0], other[..., 0])
    up = np.minimum(one[..., 3], other[..., 3]) - np.maximum(one[..., 1], other[..., 1])
    area = (found[..., 2] - found[..., 0]) * (found[..., 3] - found[..., 1])
    least = np.minimum(area[:, :, None], area[:, None, :])
    over = (across > 0) & (up > 0) & (across * up > OVER * least) & (table[:, :, None] != table[:, None, :])
    for row, first, second in np.argwhere(over).tolist():
        yield row, int(table[row, first]), int(table[row, second])


def beside(boxes: Any, rects: Sequence[Rect]) -> tuple[list[list[int]], list[list[int]]]:
    """For each rectangle the indices of the boxes with ink whose centre lies in it, and of those that meet it."""
    import numpy as np

    sides = np.array(rects, np.float64).T[:, :, None]
    wider = np.array([-SLACK, -SLACK, SLACK, SLACK])[:, None, None]
    x0, y0, x1, y1 = (sides + wider).astype(np.float32)
    near = (boxes[:, 0] <= x1) & (boxes[:, 2] >= x0) & (boxes[:, 1] <= y1) & (boxes[:, 3] >= y0)
    rows, places = np.nonzero(near)
    left, low, right, high = boxes[places].T
    x0, y0, x1, y1 = sides[:, rows, 0].astype(np.float32)
    meeting = (left < x1) & (right > x0) & (low < y1) & (high > y0)
    x0, y0, x1, y1 = (2 * sides[:, rows, 0]).astype(np.float32)
    across, up = left + right, low + high
    inside = (across >= x0) & (across <= x1) & (up >= y0) & (up <= y1) & (right > left)
    found = (_grouped(rows[one], places[one], len(rects)) for one in (inside, meeting))
    return next(found), next(found)


def _grouped(rows: Places, places: Places, count: int) -> list[list[int]]:
    """*places* by their row, of which there are *count*."""
    import numpy as np

    ends, listed = np.searchsorted(rows, np.arange(count + 1)).tolist(), places.tolist()
    return [listed[start:end] for start, end in pairwise(ends)]
