"""Headlines of the GEMM: what a composite command, a tile and a buffer are worth on one PE."""

from fractions import Fraction

from grid import tilings
from headline import headline
from kernbench import bounds
from kernbench.recurrence import gemm_cycles
from kernbench.tiling import Tiling
from kernbench.topology import Topology
from watch import remembered

CUBE = 1024
SMALL_TILE, TILE, LARGE_TILE = (32, 32, 64), (128, 128, 512), (256, 256, 128)
DEARER = 1000
"""Cycles a command, where a headline is about dispatch that costs."""


def cube(tile: tuple[int, int, int], buffers: int) -> Tiling:
    """The product of the report's tables."""
    return Tiling(CUBE, CUBE, CUBE, *tile, buffers)


SKINNY = Tiling(1, 4096, 4096, 1, 128, 512, 3)


def gain(slow: str, fast: str, tiling: Tiling, topology: Topology, dispatch: int) -> Fraction:
    """Time of one way of issuing over that of another."""
    return Fraction(gemm_cycles(slow, tiling, topology, dispatch), gemm_cycles(fast, tiling, topology, dispatch))


def configured(topology: Topology) -> int:
    """The dispatch cost of the machine."""
    return topology["pe.cpu.dispatch"]


@remembered
def tilings_that_gain(topology: Topology) -> int:
    """Points of the harness's grid at which the composite command is faster than async, dispatch free."""
    return sum(
        gemm_cycles("composite", each, topology, 0) < gemm_cycles("async", each, topology, 0)
        for each in tilings(topology)
    )


def change(before: Tiling, after: Tiling, topology: Topology) -> Fraction:
    """What another tiling gains, issued asynchronously at the configured dispatch cost."""
    costs = (gemm_cycles("async", each, topology, configured(topology)) for each in (before, after))
    return Fraction(*costs)


HEADLINES = (
    headline(
        "composite_over_async_free", "< 1.01", "ratio",
        "where dispatch is free a composite command gains less than 1 % over asynchronous issue",
        "async, 1024 cubed in tiles of 128x128x512, 2 buffers",
        lambda t: gain("async", "composite", cube(TILE, 2), t, 0),
    ),
    headline(
        "composite_over_async_configured", "< 1.01", "ratio",
        "at the configured dispatch cost a composite command gains less than 1 % over asynchronous issue",
        "async, 1024 cubed in tiles of 128x128x512, 2 buffers",
        lambda t: gain("async", "composite", cube(TILE, 2), t, configured(t)),
    ),
    headline(
        "composite_wins_free", "< 1", "points",
        "where dispatch is free a composite command is faster at no point of the grid",
        "async, every shape, tile and number of buffers",
        tilings_that_gain,
    ),
    headline(
        "composite_over_blocking", ">= 1.5", "ratio",
        "over a kernel that waits after each step a composite command gains half or more",
        "blocking, 1024 cubed in tiles of 128x128x512, 2 buffers",
        lambda t: gain("blocking", "composite", cube(TILE, 2), t, configured(t)),
    ),
    headline(
        "breakeven_large_tile", "> 1000", "cycles",
        "tiles of 128x128x512 need no composite command up to a dispatch cost of 1000 cycles",
        "async, 1024 cubed, 2 buffers",
        lambda t: bounds.breakeven_dispatch(cube(TILE, 2), t),
    ),
    headline(
        "breakeven_small_tile", "< 200", "cycles",
        "tiles of 32x32x64 need a composite command from a dispatch cost of under 200 cycles on",
        "async, 1024 cubed, 2 buffers",
        lambda t: bounds.breakeven_dispatch(cube(SMALL_TILE, 2), t),
    ),
    headline(
        "composite_over_async_small_tile", ">= 2", "ratio",
        "at 1000 cycles a command a composite command doubles the speed of small tiles or better",
        "async, 1024 cubed in tiles of 32x32x64, 2 buffers",
        lambda t: gain("async", "composite", cube(SMALL_TILE, 2), t, DEARER),
    ),
    headline(
        "better_tile", ">= 1.5", "ratio",
        "a better tile gains half or more where the composite command gains nothing",
        "async, 1024 cubed, tiles of 256x256x128 after 128x128x512, 2 buffers each",
        lambda t: change(cube(TILE, 2), cube(LARGE_TILE, 2), t),
    ),
    headline(
        "third_buffer", "> 1.02", "ratio",
        "a third buffer gains more than 2 % on the better tile",
        "async, 1024 cubed in tiles of 256x256x128, 3 buffers after 2",
        lambda t: change(cube(LARGE_TILE, 2), cube(LARGE_TILE, 3), t),
    ),
    headline(
        "skinny_at_roofline", ">= 95", "percent",
        "a product with one row runs at 95 % of its roofline or more",
        "roofline, 1x4096x4096 in tiles of 1x128x512, 3 buffers, async",
        lambda t: Fraction(100 * bounds.roofline_cycles(SKINNY, t), gemm_cycles("async", SKINNY, t, configured(t))),
    ),
    headline(
        "skinny_composite_over_async", "< 1.01", "ratio",
        "a product with one row gains less than 1 % by a composite command",
        "async, 1x4096x4096 in tiles of 1x128x512, 3 buffers",
        lambda t: gain("async", "composite", SKINNY, t, configured(t)),
    ),
)  # fmt: skip
