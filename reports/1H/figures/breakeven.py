"""Break-even dispatch cost of every square product in the grid, by tile, operand buffers and edge."""

import matplotlib.pyplot as plt
from matplotlib.ticker import EngFormatter, NullFormatter

MARKS = ("o", "s", "D")


def figure(evidence):
    frame = evidence.frame("breakeven")
    square = frame[frame.m == frame.n]
    tiles, edges = sorted(set(square.tile_m)), sorted(set(square.m))
    lanes = sorted(set(square.buffers))
    high = len(lanes) * (len(edges) + 1) + 1
    fig, axes = plt.subplots(figsize=(evidence.column_width, 2.75))
    for at, buffers in enumerate(lanes):
        part = square[square.buffers == buffers]
        rank = [at * (len(edges) + 1) + edges.index(m) + 1 for m in part.m]
        places = [tiles.index(m) + below / high - 1 / 2 for m, below in zip(part.tile_m, rank, strict=True)]
        label = evidence.text(f"min(breakeven.where(buffers={buffers}).buffers) | words")
        axes.plot(part.breakeven_dispatch_cycles, places, linestyle="none", marker=MARKS[at], markersize=2.2,
                  markeredgewidth=0.6, color=evidence.palette[at], markerfacecolor="none", label=label)  # fmt: skip
    axes.set_yticks(range(len(tiles)), [tile(evidence, m) for m in tiles])
    axes.set_xscale("log")
    axes.set_xticks([50, 100, 200, 500, 1000, 2000])
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("break-even dispatch cost (cycles a command)")
    axes.set_ylabel("tile ($m$ × $n$ × $k$)")
    axes.set_ylim(len(tiles) - 0.5, -0.5)
    axes.grid(visible=True, axis="x")
    axes.grid(visible=False, axis="y")
    for between in range(1, len(tiles)):
        axes.axhline(between - 1 / 2, color="0.8", linewidth=0.5, linestyle="-", marker="")
    axes.tick_params(axis="y", length=0)
    handles, labels = axes.get_legend_handles_labels()
    fig.legend(handles, [f"{label} buffers" if label != labels[0] else f"{label} buffer" for label in labels],
               loc="outside upper center", ncols=3, handletextpad=0.2, markerscale=2)  # fmt: skip
    return fig


def tile(evidence, m):
    edges = (f"b1024(tile_m={m:.0f}, buffers=2).tile_{edge} | d" for edge in "mnk")
    return "×".join(evidence.text(edge) for edge in edges)
