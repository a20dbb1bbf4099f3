"""Models of the form used here on published times: GEMMs, predicted against measured; all-reduces by size."""

import matplotlib.pyplot as plt
from matplotlib.ticker import FixedLocator, LogFormatterSciNotation, NullLocator


def figure(evidence):
    fig, (left, right) = plt.subplots(1, 2, figsize=(evidence.column_width, 1.95))
    gemms(evidence, left)
    messages(evidence, right)
    for axes in (left, right):
        axes.grid(visible=True, axis="both")
        axes.xaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_minor_locator(NullLocator())
    return fig


def gemms(evidence, axes):
    measured = evidence.column("gemmpoints.measured_us")
    bare, full = evidence.column("gemmpoints.roofline_us"), evidence.column("gemmpoints.model_us")
    ends = [min(bare), max(measured)]
    axes.plot(ends, ends, color="black", linestyle="-", linewidth=0.6, marker="")
    look = {"linestyle": "none", "markerfacecolor": "none", "markersize": 3.2, "markeredgewidth": 0.7}
    axes.plot(measured, bare, marker="^", color=evidence.palette[1], **look)
    axes.plot(measured, full, marker="o", color=evidence.palette[0], **look)
    axes.set(xscale="log", yscale="log", xlabel="measured (µs)", ylabel="model (µs)", title="GEMM")
    say(axes, (0.36, 0.09), "roofline", evidence.palette[1])
    say(axes, (0.03, 0.60), "all terms", evidence.palette[0])


def messages(evidence, axes):
    sizes, measured = evidence.column("ringpoints.bytes"), evidence.column("ringpoints.measured_us")
    axes.plot(
        sizes, evidence.column("ringpoints.one_us"), color=evidence.palette[1], linestyle="--", linewidth=0.9, marker=""
    )
    axes.plot(
        sizes, evidence.column("ringpoints.two_us"), color=evidence.palette[0], linestyle="-", linewidth=0.9, marker=""
    )
    axes.plot(
        sizes,
        measured,
        linestyle="none",
        marker="o",
        color="black",
        markerfacecolor="none",
        markersize=2.6,
        markeredgewidth=0.6,
    )
    axes.set(yscale="log", xlabel="message (bytes)", ylabel="time (µs)", title="all-reduce")
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(FixedLocator([2.0**n for n in (4, 14, 24, 34)]))
    axes.xaxis.set_major_formatter(LogFormatterSciNotation(base=2))
    say(axes, (0.60, 0.13), "one line", evidence.palette[1])
    say(axes, (0.24, 0.36), "two lines", evidence.palette[0])


def say(axes, place, text, colour):
    axes.annotate(text, place, xycoords="axes fraction", color=colour, va="center")
