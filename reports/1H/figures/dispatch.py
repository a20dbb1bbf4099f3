"""Latency against dispatch cost for three tiles, with the break-even cost and the configured cost marked."""

import matplotlib.pyplot as plt
from matplotlib.ticker import EngFormatter, LogLocator, NullFormatter, NullLocator

MODES = ("blocking", "async", "composite")
MARKS = {"blocking": "^", "async": "o", "composite": "x"}


def figure(evidence):
    tiles = evidence.column("b1024.where(buffers=2).tile_m | d")
    shown = [m for m in tiles if m != sorted(tiles)[1]]
    fig, panels = plt.subplots(1, len(shown), figsize=(evidence.text_width, 2.25), sharex=True)
    for axes, m in zip(panels, shown, strict=True):
        panel(evidence, axes, m)
    panels[0].set_ylabel("latency (cycles), log scale")
    fig.legend(*panels[0].get_legend_handles_labels(), loc="outside upper center", ncols=3)
    return fig


def panel(evidence, axes, m):
    for mode, colour, line in zip(MODES, evidence.palette, evidence.lines, strict=False):
        at = f'g1024.where(mode="{mode}", tile_m={m:.0f}, buffers=2)'
        axes.plot(
            evidence.column(f"{at}.dispatch_cycles"),
            evidence.column(f"{at}.latency_cycles"),
            color=colour, linestyle=line, marker=MARKS[mode], markerfacecolor="none", linewidth=0.9, label=mode,
        )  # fmt: skip
    point = f"b1024(tile_m={m:.0f}, buffers=2).breakeven_dispatch_cycles"
    axes.axvline(evidence.column(point)[0], color="black", linestyle=(0, (4, 2)), linewidth=0.7, marker="")
    text = evidence.text(f"{point} | ,.0f")
    axes.annotate(f"break-even\n{text} cycles", (evidence.column(point)[0], 0.97), xycoords=("data", "axes fraction"),
                  xytext=(-3, 0), textcoords="offset points", ha="right", va="top")  # fmt: skip
    at_zero = 'platform(parameter="pe.cpu.dispatch").value'
    configured = evidence.column(at_zero)[0]
    axes.axvline(configured, color=evidence.palette[3], linewidth=2.2, alpha=0.35, marker="")
    axes.annotate(f"configured: {evidence.text(at_zero + ' | d')}", (configured, 0.71),
                  xycoords=("data", "axes fraction"), xytext=(4, 0), textcoords="offset points",
                  ha="left", va="center", color=evidence.palette[3])  # fmt: skip
    edges = (f"b1024(tile_m={m:.0f}, buffers=2).tile_{edge} | d" for edge in "mnk")
    axes.set_title("tile " + "×".join(evidence.text(edge) for edge in edges))
    axes.set_xscale("symlog", linthresh=1, linscale=0.4)
    axes.set_yscale("log")
    axes.set_xlim(-0.3, max(evidence.column("g1024.dispatch_cycles")) * 1.5)
    axes.margins(y=0.08)
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(EngFormatter(sep=""))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_xticks([0, 1, 10, 100, 1000])
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.xaxis.set_minor_locator(NullLocator())
    cut = {"marker": [(-1, -2), (1, 2)], "markersize": 6, "color": "black", "linestyle": "none", "clip_on": False}
    axes.plot([0.45, 0.6], [0, 0], transform=axes.get_xaxis_transform(), zorder=5, **cut)
    axes.set_xlabel("dispatch cost (cycles a command)")
