"""Latency of attention in each panel by key-value heads and variant, above the roofline."""

import matplotlib.pyplot as plt
from matplotlib.ticker import EngFormatter, LogLocator, NullFormatter, NullLocator

PANELS = (
    ("P1: prefill", "prefill", ""),
    ("P2: decode", "one", ", ctx=16384"),
    ("P3: many users", "users", ", batch=32, pes=16"),
    ("P4: keys split", "split", ", pes=16"),
)
VARIANTS = (
    ("unfused", "^", "unfused"),
    ("fused_blocking", "v", "fused, blocking"),
    ("fused_async", "o", "fused, async"),
    ("fused_composite", "x", "fused, composite"),
    ("fused_composite_ipcq", "+", "fused, composite, PE_IPCQ"),
)
COLOURS = {"unfused": 3, "fused_blocking": 1, "fused_async": 0, "fused_composite": 2, "fused_composite_ipcq": 4}
# paperkit: allow ungrounded-number -- marks that would lie on each other stand side by side
BESIDE = dict(zip((name for name, *_ in VARIANTS), (-0.34, -0.17, 0, 0.17, 0.34), strict=True))


def figure(evidence):
    fig, grid = plt.subplots(1, len(PANELS), figsize=(evidence.text_width, 2.25))
    for axes, (title, artifact, rest) in zip(grid, PANELS, strict=True):
        panel(evidence, axes, artifact, rest)
        axes.set_title(title)
        axes.set_xlabel("key-value heads")
    grid[0].set_ylabel("latency (cycles)")
    fig.legend(
        *grid[0].get_legend_handles_labels(), loc="outside upper center", ncols=6, handletextpad=0.2, columnspacing=1.2
    )
    return fig


def panel(evidence, axes, artifact, rest):
    heads_of = sorted(evidence.column('prefill.where(variant="unfused").h_kv'), reverse=True)
    each = [f"{heads:.0f}" for heads in heads_of]
    places = range(len(each))
    for variant, mark, name in VARIANTS:
        times = [
            evidence.column(f'{artifact}(variant="{variant}", h_kv={heads}{rest}).latency_cycles')[0] for heads in each
        ]
        axes.plot(
            [place + BESIDE[variant] for place in places],
            times,
            linestyle="none",
            marker=mark,
            color=evidence.palette[COLOURS[variant]],
            markerfacecolor="none",
            markersize=4,
            label=name,
        )
    bounds = [bound(evidence, f'{artifact}(variant="fused_async", h_kv={heads}{rest})') for heads in each]
    axes.plot(places, bounds, linestyle="none", marker="_", markersize=24, markeredgewidth=1.1, color="black")
    axes.plot(
        [], [], linestyle="none", marker="_", markersize=9, markeredgewidth=1.1, color="black", label="bound (fused)"
    )
    axes.set_xticks(
        places, [evidence.text(f'{artifact}(variant="unfused", h_kv={heads}{rest}).h_kv | d') for heads in each]
    )
    axes.set_yscale("log")
    axes.margins(x=0.15, y=0.12)
    if max(bounds) < min(bounds) * 2:
        axes.set_ylim(9e6, 3e7)
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(EngFormatter(sep=""))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_minor_formatter(NullFormatter())


def bound(evidence, query):
    """The largest of the lower bounds: array, memory and vector unit."""
    return max(evidence.column(f"{query}.roofline_cycles")[0], evidence.column(f"{query}.vec_bound_cycles")[0])
