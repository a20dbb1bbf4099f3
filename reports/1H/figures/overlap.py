"""Engines of one PE during a GEMM whose results are all-reduced in chunks, driven by PE_CPU and by PE_IPCQ."""

import matplotlib.pyplot as plt
from matplotlib.ticker import EngFormatter

LANES = {
    "cpu_overlap": ("PE_DMA_IN", "PE_MAC", "PE_CPU", "PE_DMA_OUT", "PE_VEC"),
    "ipcq_overlap": ("PE_DMA_IN", "PE_MAC", "PE_IPCQ", "PE_IPCQ_E", "PE_IPCQ_S"),
}
TITLES = {"cpu_overlap": "all-reduce driven by PE_CPU", "ipcq_overlap": "all-reduce driven by PE_IPCQ"}
COLOURS = {
    "PE_DMA_IN": 2,
    "PE_MAC": 3,
    "PE_CPU": 1,
    "PE_DMA_OUT": 4,
    "PE_VEC": 0,
    "PE_IPCQ": 1,
    "PE_IPCQ_E": 4,
    "PE_IPCQ_S": 4,
}


def figure(evidence):
    fig, grid = plt.subplots(2, 1, figsize=(evidence.column_width, 2.3), sharex=True, height_ratios=[1, 1])
    for axes, (mode, lanes) in zip(grid, LANES.items(), strict=True):
        panel(evidence, axes, mode, lanes)
    grid[-1].set_xlabel("time (cycles)")
    return fig


def panel(evidence, axes, mode, lanes):
    for at, engine in enumerate(lanes):
        rows = evidence.rows("artrace", mode=mode, engine=engine)
        spans = [(int(row["start_cycle"]), int(row["end_cycle"]) - int(row["start_cycle"])) for row in rows]
        colour = evidence.palette[COLOURS[engine]]
        look = {"facecolor": colour, "edgecolor": colour, "linewidth": 0.1}
        axes.broken_barh(spans, (at - 0.36, 0.72), **look)  # paperkit: allow ungrounded-number -- height of a lane
    computed = evidence.column(f'max(artrace.where(mode="{mode}", engine="PE_MAC").end_cycle)')[0]
    axes.axvline(computed, color="0.3", linestyle=":", linewidth=0.8, marker="")
    axes.set_yticks(range(len(lanes)), lanes)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(lanes) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x")
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.set_title(TITLES[mode], loc="left", pad=2)
