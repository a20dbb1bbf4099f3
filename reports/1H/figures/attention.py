"""Engines of one PE in a stretch of fused prefill: each command waited for, and one composite command."""

import matplotlib.pyplot as plt
from matplotlib.ticker import EngFormatter

ENGINES = ("PE_DMA_IN", "PE_MAC", "PE_VEC", "PE_DMA_OUT")
VARIANTS = {"fused_blocking": "fused, blocking", "fused_composite": "fused, composite command"}
COLOURS = {"PE_DMA_IN": 2, "PE_MAC": 3, "PE_VEC": 0, "PE_DMA_OUT": 4}


def figure(evidence):
    fig, grid = plt.subplots(2, 1, figsize=(evidence.column_width, 2.1), sharex=True)
    for axes, (variant, name) in zip(grid, VARIANTS.items(), strict=True):
        panel(evidence, axes, variant, name)
    grid[-1].set_xlabel("time (cycles)")
    grid[-1].set_xlim(0, 30_000)
    return fig


def panel(evidence, axes, variant, name):
    for at, engine in enumerate(ENGINES):
        rows = evidence.rows("gqatrace", panel="P1", variant=variant, engine=engine)
        spans = [(int(row["start_cycle"]), int(row["end_cycle"]) - int(row["start_cycle"])) for row in rows]
        look = {"facecolor": evidence.palette[COLOURS[engine]], "edgecolor": "white", "linewidth": 0.3}
        axes.broken_barh(spans, (at - 0.36, 0.72), **look)  # paperkit: allow ungrounded-number -- height of a lane
    axes.set_yticks(range(len(ENGINES)), ENGINES)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(ENGINES) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x")
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.set_title(name, loc="left", pad=2)
