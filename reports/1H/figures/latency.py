"""Latency and utilisation of one GEMM by tile and way of issuing, dispatch free, against the roofline."""

import matplotlib.pyplot as plt

MODES = ("blocking", "async", "composite")
MARKS = {"blocking": "^", "async": "o", "composite": "x"}


def figure(evidence):
    tiles = evidence.column("b1024.where(buffers=2).tile_m | d")
    fig, (left, right) = plt.subplots(1, 2, figsize=(evidence.column_width, 2.05), sharey=True, width_ratios=[3, 2])
    fig.get_layout_engine().set(wspace=0.08)
    rows = range(len(tiles))
    for mode, colour in zip(MODES, evidence.palette, strict=False):
        at = f'g1024.where(mode="{mode}", buffers=2, dispatch_cycles=0)'
        look = {"linestyle": "none", "marker": MARKS[mode], "color": colour, "label": mode, "markerfacecolor": "none"}
        left.plot(evidence.column(f"{at}.latency_cycles"), rows, **look, markersize=5)
        right.plot(evidence.column(f"{at}.mac_util_pct"), rows, **look, markersize=5)
    bound = evidence.column('g1024.where(mode="async", buffers=2, dispatch_cycles=0).roofline_cycles')
    left.plot(
        bound, rows, linestyle="none", marker="|", markersize=9, markeredgewidth=1.2, color="black", label="roofline"
    )
    left.set_yticks(rows, [tile(evidence, m) for m in tiles])
    left.set_xscale("log")
    left.set_xlim(min(bound) / 1.6, max(evidence.column("g1024.where(dispatch_cycles=0).latency_cycles")) * 1.6)
    left.set_xlabel("latency (cycles)")
    right.set_xlabel("array utilisation (%)")
    right.set_xlim(0, 100)
    right.set_xticks([0, 50, 100])
    left.set_ylabel("tile ($m$ × $n$ × $k$)")
    left.invert_yaxis()
    for axes in (left, right):
        axes.grid(axis="both")
        axes.margins(y=0.15)
    fig.align_xlabels([left, right])
    fig.legend(
        *left.get_legend_handles_labels(), loc="outside upper center", ncols=4, handletextpad=0.2, columnspacing=1.0
    )
    return fig


def tile(evidence, m):
    edges = (f"b1024(tile_m={m:.0f}, buffers=2).tile_{edge} | d" for edge in "mnk")
    return "×".join(evidence.text(edge) for edge in edges)
