"""The modelled processing element and its path to memory, with rates from the platform's constants."""

import matplotlib.pyplot as plt
from matplotlib.patches import FancyBboxPatch


def figure(evidence):
    fig = plt.figure(figsize=(evidence.column_width, 1.75))
    axes = fig.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set(xlim=(0, 1), ylim=(0, 1))
    ink, grey = evidence.palette[0], "#f1f1f1"
    box(axes, (0.235, 0.02), (0.76, 0.96), "", face=grey, style="round,pad=0,rounding_size=0.015")
    label(axes, (0.975, 0.93), "PE", ha="right", weight="bold")
    box(axes, (0.005, 0.26), (0.15, 0.48), f"HBM\n{constant(evidence, 'hbm.channels')} channels")
    box(axes, (0.275, 0.55), (0.22, 0.20), "PE_DMA_IN", edge=ink)
    box(axes, (0.275, 0.25), (0.22, 0.20), "PE_DMA_OUT", edge=ink)
    box(axes, (0.565, 0.25), (0.155, 0.50), f"TCDM\n{constant(evidence, 'pe.tcdm.banks')} banks")
    array = f"{constant(evidence, 'pe.mac.rows')}×{constant(evidence, 'pe.mac.columns')}"
    box(axes, (0.80, 0.25), (0.17, 0.50), f"PE_MAC\n{array}", edge=ink)
    box(axes, (0.36, 0.82), (0.15, 0.14), "PE_CPU", edge=evidence.palette[1])
    box(axes, (0.64, 0.82), (0.15, 0.14), "PE_SEQ", edge=evidence.palette[1])
    rate = constant(evidence, "pe.dma.in_rate") + " B/cycle"
    arrow(axes, (0.155, 0.65), (0.275, 0.65))
    arrow(axes, (0.275, 0.35), (0.155, 0.35))
    label(axes, (0.12, 0.83), "in: " + rate)
    label(axes, (0.12, 0.17), "out: " + constant(evidence, "pe.dma.out_rate") + " B/cycle")
    arrow(axes, (0.495, 0.65), (0.565, 0.65))
    arrow(axes, (0.565, 0.35), (0.495, 0.35))
    arrow(axes, (0.72, 0.60), (0.80, 0.60))
    arrow(axes, (0.80, 0.40), (0.72, 0.40))
    arrow(axes, (0.51, 0.89), (0.64, 0.89), dashed=True)
    label(axes, (0.62, 0.12), "commands (dashed) wait in queues of " + constant(evidence, "pe.cpu.queue_depth"))
    arrow(axes, (0.40, 0.82), (0.385, 0.75), dashed=True)
    arrow(axes, (0.79, 0.86), (0.86, 0.75), dashed=True)
    return fig


def constant(evidence, name):
    return evidence.text(f'platform(parameter="{name}").value | d')


def box(axes, corner, size, text, edge="black", face="white", style="square,pad=0"):
    axes.add_patch(FancyBboxPatch(corner, *size, boxstyle=style, facecolor=face, edgecolor=edge, linewidth=0.8))
    label(axes, (corner[0] + size[0] / 2, corner[1] + size[1] / 2), text)


def label(axes, place, text, ha="center", weight="normal"):
    axes.text(*place, text, transform=axes.transAxes, ha=ha, va="center", fontsize=7, weight=weight, linespacing=1.1)


def arrow(axes, start, end, dashed=False):
    look = {"arrowstyle": "-|>,head_length=0.25,head_width=0.12", "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0}
    look |= {"linestyle": (0, (2, 1.5)), "color": "#d9822b"} if dashed else {"color": "black"}
    axes.annotate("", xy=end, xytext=start, xycoords="axes fraction", textcoords="axes fraction", arrowprops=look)
