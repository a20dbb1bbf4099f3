"""Break-even dispatch cost of every tiling in the grid, by operand buffers."""

import matplotlib.pyplot as plt

MARKS = ("o", "s", "D")


def figure(evidence):
    frame = evidence.frame("breakeven")
    square = frame[frame.m == frame.n]
    tiles = sorted(set(square.tile_m))
    fig, axes = plt.subplots(figsize=(evidence.column_width, 1.9))
    for at, buffers in enumerate(sorted(set(square.buffers))):
        part = square[square.buffers == buffers]
        lane = (at - 1) * 0.22  # paperkit: allow ungrounded-number -- three lanes a tile
        places = [tiles.index(m) + lane for m in part.tile_m]
        label = evidence.text(f"min(breakeven.where(buffers={buffers}).buffers) | words")
        axes.plot(part.breakeven_dispatch_cycles, places, linestyle="none", marker=MARKS[at], markersize=4,
                  color=evidence.palette[at], markerfacecolor="none", label=label)  # fmt: skip
    axes.set_yticks(range(len(tiles)), [tile(evidence, m) for m in tiles])
    axes.set_xscale("log")
    axes.set_xlabel("break-even dispatch cost (cycles a command)")
    axes.set_ylabel("tile (m × n × k)")
    axes.invert_yaxis()
    axes.grid(axis="both")
    axes.margins(y=0.1)
    handles, labels = axes.get_legend_handles_labels()
    fig.legend(handles, [f"{label} buffers" if label != labels[0] else f"{label} buffer" for label in labels],
               loc="outside upper center", ncols=3, handletextpad=0.2)  # fmt: skip
    return fig


def tile(evidence, m):
    edges = (f"b1024(tile_m={m:.0f}, buffers=2).tile_{edge} | d" for edge in "mnk")
    return "×".join(evidence.text(edge) for edge in edges)
