"""The modelled processing element and its path to memory, with rates from the platform's constants."""

import matplotlib.pyplot as plt
from matplotlib.patches import FancyBboxPatch

DASHES = (0, (2, 1.5))


def figure(evidence):
    fig = plt.figure(figsize=(evidence.column_width, 2.0))
    axes = fig.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set(xlim=(0, 1), ylim=(0, 1))
    ink, issue = evidence.palette[0], evidence.palette[1]
    box(axes, (0.225, 0.02), (0.77, 0.96), "", face="#f1f1f1", style="round,pad=0,rounding_size=0.015")
    label(axes, (0.975, 0.93), "PE", ha="right", weight="bold")
    box(axes, (0.005, 0.21), (0.15, 0.41), f"HBM\n{constant(evidence, 'hbm.channels')} channels")
    box(axes, (0.295, 0.45), (0.22, 0.17), "PE_DMA_IN", edge=ink)
    box(axes, (0.295, 0.21), (0.22, 0.17), "PE_DMA_OUT", edge=ink)
    box(axes, (0.585, 0.21), (0.145, 0.41), f"TCDM\n{constant(evidence, 'pe.tcdm.banks')} banks")
    array = f"{constant(evidence, 'pe.mac.rows')}×{constant(evidence, 'pe.mac.columns')}"
    box(axes, (0.81, 0.21), (0.165, 0.41), f"PE_MAC\n{array}", edge=ink)
    box(axes, (0.36, 0.84), (0.15, 0.12), "PE_CPU", edge=issue)
    box(axes, (0.66, 0.84), (0.15, 0.12), "PE_SEQ", edge=issue)
    label(axes, (0.11, 0.71), "in: " + constant(evidence, "pe.dma.in_rate") + " B/cycle")
    label(axes, (0.11, 0.12), "out: " + constant(evidence, "pe.dma.out_rate") + " B/cycle")
    label(axes, (0.62, 0.10), "commands (dashed) wait in queues of " + constant(evidence, "pe.cpu.queue_depth"))
    for start, end in (
        ((0.155, 0.56), (0.295, 0.56)), ((0.515, 0.535), (0.585, 0.535)), ((0.73, 0.50), (0.81, 0.50)),
        ((0.81, 0.33), (0.73, 0.33)), ((0.585, 0.295), (0.515, 0.295)), ((0.295, 0.26), (0.155, 0.26)),
    ):  # fmt: skip
        arrow(axes, start, end)
    commands(axes, issue)
    return fig


def commands(axes, colour):
    """The composite command to the sequencer; and one line, fed by either issuer, to the queue of each engine."""
    arrow(axes, (0.51, 0.90), (0.66, 0.90), colour)
    label(axes, (0.585, 0.945), "composite")
    arrow(axes, (0.435, 0.84), (0.435, 0.745), colour)
    arrow(axes, (0.735, 0.84), (0.735, 0.745), colour)
    arrow(axes, (0.255, 0.745), (0.8925, 0.745), colour, "-")
    arrow(axes, (0.255, 0.745), (0.255, 0.335), colour, "-")
    arrow(axes, (0.255, 0.335), (0.295, 0.335), colour)
    arrow(axes, (0.405, 0.745), (0.405, 0.62), colour)
    arrow(axes, (0.8925, 0.745), (0.8925, 0.62), colour)


def constant(evidence, name):
    return evidence.text(f'platform(parameter="{name}").value | d')


def box(axes, corner, size, text, edge="black", face="white", style="square,pad=0"):
    axes.add_patch(FancyBboxPatch(corner, *size, boxstyle=style, facecolor=face, edgecolor=edge, linewidth=0.8))
    label(axes, (corner[0] + size[0] / 2, corner[1] + size[1] / 2), text)


def label(axes, place, text, ha="center", weight="normal"):
    axes.text(*place, text, transform=axes.transAxes, ha=ha, va="center", fontsize=7, weight=weight, linespacing=1.1)


def arrow(axes, start, end, command=None, style="-|>,head_length=0.25,head_width=0.12"):
    """Of data; or, in the colour of commands, dashed."""
    look = {"arrowstyle": style, "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0}
    look |= {"linestyle": DASHES, "color": command} if command else {"color": "black"}
    axes.annotate("", xy=end, xytext=start, xycoords="axes fraction", textcoords="axes fraction", arrowprops=look)
