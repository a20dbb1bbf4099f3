"""How far each headline that is a ratio moves while one assumed constant is off, and where its claim ends."""

import matplotlib.pyplot as plt

NAMES = {
    "composite_over_async_free": "composite, dispatch free",
    "composite_over_blocking": "composite after blocking",
    "better_tile": "better tile",
    "composite_over_async_small_tile": "composite, dear, small tiles",
    "ipcq_over_cpu_suited": "PE_IPCQ, short messages",
    "ipcq_over_cpu_large": "PE_IPCQ, long ring",
    "crossover_doubling_ring": "crossover of two algorithms",
    "overlap_ipcq_over_cpu": "PE_IPCQ under a GEMM",
    "prefill_fused": "fused prefill",
    "decode_group_of_8": "decode by groups",
    "decode_fused_mha": "fused decode, MHA",
    "decode_fused": "fused decode, groups",
    "split_ipcq_over_cpu": "PE_IPCQ merges split keys",
    "decode_composite_dear": "composite, dear, decode",
}
"""Rows of the report's table of findings, in its order, from the top."""


def figure(evidence):
    rows = [row for name in reversed(NAMES) for row in evidence.rows("sens", headline=name)]
    fig, axes = plt.subplots(figsize=(evidence.column_width, 2.6))
    for flips, colour, hatch, name in (
        (False, evidence.palette[0], "", "holds on all"),
        (True, "#f0c48c", "////", "flips on some"),
    ):
        part = [(at, row) for at, row in enumerate(rows) if (int(row["flips"]) > 0) is flips]
        low = [percent(row, "min_value") for _, row in part]
        width = [percent(row, "max_value") - percent(row, "min_value") for _, row in part]
        axes.barh([at for at, _ in part], width, left=low, height=0.62, color=colour, edgecolor="black", linewidth=0.4,
                  hatch=hatch, label=name)  # fmt: skip
    limits = [percent(row, "limit") for row in rows]
    axes.plot(
        limits,
        range(len(rows)),
        linestyle="none",
        marker="|",
        markersize=6,
        markeredgewidth=1.2,
        color="black",
        label="limit of the claim",
    )
    axes.axvline(0, color="black", linewidth=0.5, linestyle="-", marker="")
    axes.set_yticks(range(len(rows)), [NAMES[row["headline"]] for row in rows])
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.set_xlim(-90, 110)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x")
    axes.set_xlabel("change of the ratio (%)")
    fig.legend(
        *axes.get_legend_handles_labels(), loc="outside upper center", ncols=3, columnspacing=1.0, handlelength=1.4
    )
    return fig


def percent(row, column):
    """A value of a headline over that of the configured machine, less one, in per cent."""
    return 100 * (float(row[column]) / float(row["value"]) - 1)
