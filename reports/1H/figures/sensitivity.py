"""How far each headline that is a ratio moves while one assumed constant is off, and where its claim ends."""

import matplotlib.pyplot as plt


def figure(evidence):
    rows = [row for row in evidence.rows("sens") if row["value_unit"] == "ratio"]
    rows.sort(key=lambda row: float(row["max_value"]) / float(row["min_value"]))
    fig, axes = plt.subplots(figsize=(evidence.column_width, 3.3))
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
    axes.set_yticks(range(len(rows)), [row["headline"] for row in rows], fontsize=6)
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
