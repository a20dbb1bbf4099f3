"""What each engine of the PE does in one small GEMM, for the three ways of issuing and two dispatch costs."""

import matplotlib.pyplot as plt
from matplotlib.ticker import EngFormatter

ENGINES = ("PE_CPU", "PE_SEQ", "PE_DMA_IN", "PE_MAC", "PE_DMA_OUT")
MODES = ("blocking", "async", "composite")


def figure(evidence):
    costs = sorted({row["dispatch_cycles"] for row in evidence.rows("trace")}, key=int)
    fig, grid = plt.subplots(
        len(MODES), len(costs), figsize=(evidence.text_width, 3.3), sharex="col", width_ratios=[2, 3], squeeze=False
    )
    for lane, mode in zip(grid, MODES, strict=True):
        for axes, cost in zip(lane, costs, strict=True):
            panel(evidence, axes, mode, cost)
        lane[0].set_ylabel(mode)
    for axes, cost in zip(grid[0], costs, strict=True):
        shown = evidence.text(f'min(trace.where(mode="async", dispatch_cycles={cost}).dispatch_cycles) | ,d')
        axes.set_title(f"dispatch cost {shown} cycles")
    for axes in grid[-1]:
        axes.set_xlabel("time (cycles)")
    return fig


def panel(evidence, axes, mode, cost):
    for at, engine in enumerate(ENGINES):
        rows = [row for row in evidence.rows("trace", mode=mode, dispatch_cycles=cost) if row["engine"] == engine]
        spans = [(int(row["start_cycle"]), int(row["end_cycle"]) - int(row["start_cycle"])) for row in rows]
        edge = evidence.palette[at] if engine in {"PE_SEQ", "PE_DMA_OUT"} else "white"
        look = {"facecolor": evidence.palette[at], "edgecolor": edge, "linewidth": 0.3}
        axes.broken_barh(spans, (at - 0.36, 0.72), **look)  # paperkit: allow ungrounded-number -- height of a lane
    axes.set_yticks(range(len(ENGINES)), ENGINES)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(ENGINES) - 0.4, -0.6)
    axes.grid(axis="x")
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    end = evidence.text(f'max(trace.where(mode="{mode}", dispatch_cycles={cost}).end_cycle) | ,d')
    last = evidence.column(f'max(trace.where(mode="{mode}", dispatch_cycles={cost}).end_cycle)')[0]
    axes.axvline(last, color="black", linewidth=0.7, linestyle="-", marker="")
    axes.annotate(
        f"done at {end}",
        (last, ENGINES.index("PE_SEQ")),
        xytext=(-3, 0),
        textcoords="offset points",
        ha="right",
        va="center",
    )
