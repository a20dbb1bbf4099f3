"""All-reduce over the whole mesh: time and bus bandwidth against size; marks are runs, lines closed forms."""

import matplotlib.pyplot as plt
from matplotlib.ticker import FixedLocator, LogFormatterSciNotation, NullLocator

SERIES = (
    ("recursive_doubling", "cpu", 1, "x", "doubling, PE_CPU"),
    ("recursive_doubling", "ipcq", 0, "s", "doubling, PE_IPCQ"),
    ("ring", "cpu", 1, "+", "ring, PE_CPU"),
    ("ring", "ipcq", 0, "o", "ring, PE_IPCQ"),
    ("ring_2d", "cpu", 4, "v", "two-dimensional ring, PE_CPU"),
    ("ring_2d", "ipcq", 3, "^", "two-dimensional ring, PE_IPCQ"),
    ("bidirectional_ring", "ipcq", 2, "D", "two-way ring, PE_IPCQ"),
)
LINES = {"recursive_doubling": ":", "ring": "-", "ring_2d": "--", "bidirectional_ring": "-."}
WIDTHS = {"cpu": 0.6, "ipcq": 1.1}


def figure(evidence):
    fig, (left, right) = plt.subplots(1, 2, figsize=(evidence.text_width, 2.5), width_ratios=[1.1, 1])
    for algorithm, driver, colour, mark, name in SERIES:
        rows = f'ar16.where(algorithm="{algorithm}", driver="{driver}")'
        sizes = evidence.column(f"{rows}.bytes")
        look = {
            "color": evidence.palette[colour],
            "marker": mark,
            "linestyle": "none",
            "markerfacecolor": "none",
            "markersize": 4,
        }
        line = {"linestyle": LINES[algorithm], "linewidth": WIDTHS[driver]}
        left.plot(sizes, evidence.column(f"{rows}.latency_cycles"), **look)
        left.plot(
            sizes, evidence.column(f"{rows}.alpha_beta_cycles"), color=evidence.palette[colour], marker="", **line
        )
        left.plot([], [], **look | line, label=name)
        right.plot(sizes, evidence.column(f"{rows}.busbw_gbps"), **look)
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_locator(FixedLocator([2.0**n for n in range(8, 25, 4)]))
        axes.xaxis.set_major_formatter(LogFormatterSciNotation(base=2))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xlabel("message (bytes)")
        axes.grid(visible=True, axis="both")
    left.set_yscale("log")
    left.set_ylabel("time (cycles)")
    left.yaxis.set_major_formatter(LogFormatterSciNotation())
    left.yaxis.set_minor_locator(NullLocator())
    crossings(evidence, left)
    link = evidence.column('platform(parameter="derived.link_bandwidth").value')[0]
    right.axhline(link, color="black", linestyle="-", linewidth=0.8, marker="")
    right.axhline(link * 2, color="black", linestyle="--", linewidth=0.8, marker="")
    first = min(evidence.column("ar16.bytes"))
    shown = evidence.text('platform(parameter="derived.link_bandwidth").value | d')
    both = evidence.text('2 * platform(parameter="derived.link_bandwidth").value | d')
    right.annotate(
        f"one way of a link: {shown} GB/s", (first, link), xytext=(0, 2), textcoords="offset points", va="bottom"
    )
    right.annotate(f"both ways: {both} GB/s", (first, link * 2), xytext=(0, -2), textcoords="offset points", va="top")
    right.set_ylabel("bus bandwidth (GB/s)")
    right.set_ylim(0, link * 2.1)
    fig.legend(
        *left.get_legend_handles_labels(),
        loc="outside upper center",
        ncols=4,
        handlelength=2.4,
        handletextpad=0.4,
        columnspacing=0.9,
    )
    return fig


def crossings(evidence, axes):
    """Where the ring overtakes recursive doubling, by simulation and by formula."""
    row = 'crossover(first="recursive_doubling", second="ring", ranks=16)'
    for column, name, line, offset, ha in (
        ("simulated_bytes", "crossover", "-", -3, "right"),
        ("closed_form_bytes", "by formula", ":", 3, "left"),
    ):
        place = evidence.column(f"{row}.{column}")[0]
        axes.axvline(place, color="0.35", linestyle=line, linewidth=0.8, marker="")
        text = evidence.text(f"{row}.{column} | d KiB")
        axes.annotate(f"{name}\n{text}", (place, 0.98), xycoords=("data", "axes fraction"), xytext=(offset, 0),
                      textcoords="offset points", ha=ha, va="top", color="0.25", linespacing=1.0)  # fmt: skip
