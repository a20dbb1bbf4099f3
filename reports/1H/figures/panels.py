"""Latency of attention in each panel by key-value heads and variant, above the roofline."""

import matplotlib.pyplot as plt
from matplotlib.ticker import LogFormatterSciNotation, NullLocator

PANELS = (
    ("P1: prefill", "prefill", ""),
    ("P2: decode", "one", ", ctx=16384"),
    ("P3: many users", "users", ", batch=32, pes=16"),
    ("P4: keys split", "split", ", pes=16"),
)
VARIANTS = (
    ("unfused", "^", 3, "unfused"),
    ("fused_blocking", "v", 1, "fused, blocking"),
    ("fused_async", "o", 0, "fused, async"),
    ("fused_composite", "x", 2, "fused, composite"),
    ("fused_composite_ipcq", "+", 4, "fused, composite, PE_IPCQ"),
)

def figure(evidence):
    fig, grid = plt.subplots(1, len(PANELS), figsize=(evidence.text_width, 2.25))
    for axes, (title, artifact, rest) in zip(grid, PANELS, strict=True):
        panel(evidence, axes, artifact, rest)
        axes.set_title(title)
        axes.set_xlabel("key-value heads")
    grid[0].set_ylabel("latency (cycles)")
    fig.legend(*grid[0].get_legend_handles_labels(), loc="outside upper center", ncols=6, handletextpad=0.2, columnspacing=1.2)
    return fig


def panel(evidence, axes, artifact, rest):
    heads_of = sorted(evidence.column('prefill.where(variant="unfused").h_kv'), reverse=True)
    each = [f"{heads:.0f}" for heads in heads_of]
    places = range(len(each))
    for variant, mark, colour, name in VARIANTS:
        times = [evidence.column(f'{artifact}(variant="{variant}", h_kv={heads}{rest}).latency_cycles')[0] for heads in each]
        axes.plot(places, times, linestyle="none", marker=mark, color=evidence.palette[colour], markerfacecolor="none",
                  markersize=4.5, label=name)  # fmt: skip
    bounds = [bound(evidence, f'{artifact}(variant="fused_async", h_kv={heads}{rest})') for heads in each]
    axes.plot(places, bounds, linestyle="none", marker="_", markersize=15, markeredgewidth=1.1, color="black", label="bound (fused)")
    shown = [evidence.text(f'{artifact}(variant="unfused", h_kv={heads}{rest}).h_kv | d') for heads in each]
    axes.set_xticks(places, shown)
    axes.set_yscale("log")
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(LogFormatterSciNotation())
    axes.margins(x=0.15, y=0.12)
    low, high = min(bounds), max(bounds)
    if high < low * 2:
        axes.set_ylim(1e6, 1e8)


def bound(evidence, query):
    """The largest of the lower bounds: array, memory and vector unit."""
    return max(evidence.column(f"{query}.roofline_cycles")[0], evidence.column(f"{query}.vec_bound_cycles")[0])
