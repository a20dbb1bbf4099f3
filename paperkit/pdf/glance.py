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
    there = (x0 >= 1) & (y0 >= 1) & (x1 < width) & (y1 < height)
    sizes = (y1 - y0) * (width + 1) + (x1 - x0)
    for size in np.unique(sizes[there]):
        alike = np.nonzero(there & (sizes == size))[0]
        down, across = (np.arange(int(one) + 2) - 1 for one in divmod(int(size), width + 1))
        rows, columns = y0[alike, None, None] + down[:, None], x0[alike, None, None] + across
        found[alike] = _inked(picture[rows, columns].astype(np.int16))
    return found


def _inked(patches: Any) -> Mask:
    """For each patch, a character with a rim of one pixel: whether its sides stand out from the middle of the rim."""
    import numpy as np

    inner = patches[:, 1:-1, 1:-1]
    rims = (patches[:, 0, 1:-1], patches[:, -1, 1:-1], patches[:, 1:-1, 0], patches[:, 1:-1, -1])
    rim = np.sort(np.concatenate(rims, axis=1), axis=1)
    ground = rim[:, rim.shape[1] // 2]
    sides = (inner[:, :2], inner[:, -2:], inner[:, :, :2], inner[:, :, -2:])
    dark = [ground - side.min(axis=(1, 2)) >= LEVELS for side in sides]
    light = [side.max(axis=(1, 2)) - ground >= LEVELS for side in sides]
    found: Mask = np.all(dark, axis=0) | np.all(light, axis=0)
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


def within(boxes: Any, rects: Sequence[Rect]) -> Mask:
    """Whether the centre of each box that has ink lies in each rectangle. Shape (len(rects), len(boxes))."""
    import numpy as np

    x0, y0, x1, y1 = (2 * np.array(side, np.float64)[:, None] for side in zip(*rects, strict=True))
    across, up = boxes[:, 0] + boxes[:, 2], boxes[:, 1] + boxes[:, 3]
    found: Mask = _between(across, x0, x1) & _between(up, y0, y1) & (boxes[:, 2] > boxes[:, 0])
    return found


def meeting(boxes: Any, rects: Sequence[Rect]) -> Mask:
    """Whether each box has an area in common with each rectangle. Shape as of `within`."""
    import numpy as np

    x0, y0, x1, y1 = (np.array(side, np.float32)[:, None] for side in zip(*rects, strict=True))
    found: Mask = (boxes[:, 0] < x1) & (boxes[:, 2] > x0) & (boxes[:, 1] < y1) & (boxes[:, 3] > y0)
    return found


def _between(found: Any, least: Boxes, most: Boxes) -> Mask:
    import numpy as np

    inside: Mask = (found >= least.astype(np.float32)) & (found <= most.astype(np.float32))
    return inside


def rows_of(mask: Mask) -> list[list[int]]:
    """Indices of what is true in each row."""
    import numpy as np

    rows, columns = np.nonzero(mask)
    ends = np.searchsorted(rows, np.arange(len(mask) + 1)).tolist()
    places = columns.tolist()
    return [places[start:end] for start, end in pairwise(ends)]
