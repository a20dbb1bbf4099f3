"""What each engine did in fused attention, panel by panel: busy, stalled with work at hand, idle."""

import matplotlib.pyplot as plt

PANELS = (
    ("P1: prefill", 'panel="P1", h_kv=4, batch=1, ctx=2048, pes=1'),
    ("P2: decode, one user", 'panel="P2", h_kv=4, batch=1, ctx=16384, pes=1'),
    ("P3: decode, many users", 'panel="P3", h_kv=4, batch=32, ctx=2048, pes=16'),
    ("P4: decode, keys split", 'panel="P4", h_kv=4, batch=1, ctx=65536, pes=16'),
)
ENGINES = ("PE_DMA_IN", "PE_MAC", "PE_VEC", "PE_DMA_OUT", "PE_SEQ", "PE_IPCQ")


def figure(evidence):
    fig, grid = plt.subplots(1, len(PANELS), figsize=(evidence.text_width, 1.75), sharey=True)
    fig.get_layout_engine().set(wspace=0.06)
    places = list(range(len(ENGINES)))
    for axes, (title, where) in zip(grid, PANELS, strict=True):
        busy = [share(evidence, where, engine, "occupancy_pct") for engine in ENGINES]
        stalled = [share(evidence, where, engine, "stalled_pct") for engine in ENGINES]
        idle = [100 - a - b for a, b in zip(busy, stalled, strict=True)]
        axes.barh(places, busy, height=0.7, color=evidence.palette[0], edgecolor="black", label="busy")
        axes.barh(
            places,
            stalled,
            height=0.7,
            left=busy,
            color="#f0c48c",
            edgecolor="black",
            hatch="////",
            label="stalled: a command waits",
        )
        axes.barh(
            places,
            idle,
            height=0.7,
            left=[100 - c for c in idle],
            color="white",
            edgecolor="black",
            label="idle: no command",
        )
        axes.set_title(title)
        axes.set_xlim(0, 100)
        axes.set_xticks([0, 50, 100])
        axes.grid(visible=False)
        axes.set_xlabel("share of time (%)")
        axes.tick_params(axis="y", length=0)
    grid[0].set_yticks(places, ENGINES)
    grid[0].invert_yaxis()
    fig.legend(*grid[0].get_legend_handles_labels(), loc="outside upper center", ncols=3)
    return fig


def share(evidence, where, engine, column):
    return evidence.column(f'occupancy(variant="fused_composite_ipcq", {where}, engine="{engine}").{column}')[0]
