"""The modelled mesh and one of its processing elements, with shapes and rates from the topology."""

import matplotlib.pyplot as plt
from matplotlib.patches import FancyBboxPatch

DASHES = (0, (2, 1.5))
LEFT, PITCH, TOP, RISE = 0.077, 0.0535, 0.83, 0.175
SIDE = (0.036, 0.118)


def figure(evidence):
    fig = plt.figure(figsize=(evidence.text_width, 2.12))
    axes = fig.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set(xlim=(0, 1), ylim=(0, 1))
    mesh(axes, evidence)
    element(axes, evidence)
    return fig


def mesh(axes, evidence):
    """PEs with links between neighbours; HBM channels on two sides, one row each; one PE is shown large."""
    columns, rows = (int(evidence.column(f"topology.mesh.{edge}")[0]) for edge in "xy")
    ink = evidence.palette[0]
    right = LEFT + (columns - 1) * PITCH + SIDE[0]
    for row in range(rows):
        middle = TOP - row * RISE + SIDE[1] / 2
        for west, east in ((0.046, LEFT), (right, right + 0.026)):
            arrow(axes, (west, middle), (east, middle), style="-")
        for corner in (0.0, right + 0.026):
            box(axes, (corner, TOP - row * RISE), (0.046, SIDE[1]), "HBM" if not row else "", face="#e4e4e4")
        for column in range(columns):
            shown = row == 0 and column == columns - 1
            corner = (LEFT + column * PITCH, TOP - row * RISE)
            box(axes, corner, SIDE, "PE" if shown else "", edge=ink, face="#cfdcec" if shown else "white")
            if column + 1 < columns:
                arrow(axes, (corner[0] + SIDE[0], middle), (corner[0] + PITCH, middle), style="-")
            if row + 1 < rows:
                x = corner[0] + SIDE[0] / 2
                arrow(axes, (x, corner[1]), (x, corner[1] + SIDE[1] - RISE), style="-")
    shown = TOP
    for y, end in ((shown + SIDE[1], 0.985), (shown, 0.015)):
        axes.annotate(
            "",
            xy=(0.405, end),
            xytext=(right, y),
            xycoords="axes fraction",
            textcoords="axes fraction",
            zorder=0,
            arrowprops={"arrowstyle": "-", "color": "0.55", "linewidth": 0.5, "linestyle": (0, (1, 2))},
        )
    rate, hop = constant(evidence, "mesh.link_rate"), constant(evidence, "mesh.hop_latency")
    link = f"link: {rate} B/cycle each way, {hop} cycles a hop"
    label(axes, (0.178, 0.165), link)
    label(
        axes,
        (0.178, 0.065),
        f"{constant(evidence, 'hbm.channels')} HBM channels of "
        f"{constant(evidence, 'hbm.channel_rate')} B/cycle, each way",
    )


def element(axes, evidence):
    """Engines of a PE: data on solid lines by way of the TCDM, commands on dashed ones."""
    ink, issue = evidence.palette[0], evidence.palette[1]
    box(axes, (0.405, 0.015), (0.59, 0.97), "", face="#f4f4f4", style="round,pad=0,rounding_size=0.008")
    label(axes, (0.985, 0.93), "PE", ha="right", weight="bold")
    box(axes, (0.60, 0.855), (0.085, 0.11), "PE_CPU", edge=issue)
    box(axes, (0.455, 0.855), (0.085, 0.11), "PE_SEQ", edge=issue)
    box(axes, (0.755, 0.855), (0.11, 0.11), "PE_IPCQ_SEQ", edge=issue)
    box(axes, (0.425, 0.42), (0.135, 0.19), f"PE_DMA_IN\n{constant(evidence, 'pe.dma.in_rate')} B/cycle", edge=ink)
    box(axes, (0.425, 0.06), (0.135, 0.19), f"PE_DMA_OUT\n{constant(evidence, 'pe.dma.out_rate')} B/cycle", edge=ink)
    box(
        axes,
        (0.615, 0.06),
        (0.115, 0.55),
        f"TCDM\n{evidence.text('topology.pe.tcdm.capacity | d MiB')}\n{constant(evidence, 'pe.tcdm.banks')} banks",
    )
    array = f"{constant(evidence, 'pe.mac.rows')}×{constant(evidence, 'pe.mac.columns')}"
    box(axes, (0.785, 0.485), (0.085, 0.20), f"PE_MAC\n{array}", edge=ink)
    box(axes, (0.895, 0.485), (0.085, 0.20), f"PE_VEC\n{constant(evidence, 'pe.vec.lanes')} lanes", edge=ink)
    box(
        axes,
        (0.785, 0.06),
        (0.195, 0.30),
        f"PE_IPCQ with its ports\nadders: {constant(evidence, 'pe.ipcq.reduce_rate')} B/cycle\n"
        f"queues of {constant(evidence, 'pe.ipcq.slots')} × {constant(evidence, 'pe.ipcq.slot_size', ',d')} B",
        edge=ink,
    )
    for start, end in (
        ((0.405, 0.515), (0.425, 0.515)), ((0.425, 0.155), (0.405, 0.155)),
        ((0.56, 0.515), (0.615, 0.515)), ((0.615, 0.155), (0.56, 0.155)),
        ((0.73, 0.565), (0.785, 0.565)), ((0.785, 0.525), (0.73, 0.525)),
        ((0.73, 0.245), (0.785, 0.245)), ((0.785, 0.155), (0.73, 0.155)),
    ):  # fmt: skip
        arrow(axes, start, end)
    arrow(axes, (0.73, 0.43), (0.94, 0.43), style="-")
    arrow(axes, (0.94, 0.43), (0.94, 0.485))
    commands(axes, issue)


def commands(axes, colour):
    """From PE_CPU to the sequencers, and from either issuer along one line to the queue of each engine."""
    arrow(axes, (0.60, 0.91), (0.54, 0.91), colour)
    arrow(axes, (0.685, 0.91), (0.755, 0.91), colour)
    for x in (0.4975, 0.6425):
        arrow(axes, (x, 0.855), (x, 0.765), colour, "-")
    arrow(axes, (0.415, 0.765), (0.9375, 0.765), colour, "-")
    arrow(axes, (0.415, 0.765), (0.415, 0.21), colour, "-")
    arrow(axes, (0.415, 0.21), (0.425, 0.21), colour)
    arrow(axes, (0.4925, 0.765), (0.4925, 0.61), colour)
    arrow(axes, (0.8275, 0.765), (0.8275, 0.685), colour)
    arrow(axes, (0.9375, 0.765), (0.9375, 0.685), colour)
    arrow(axes, (0.81, 0.855), (0.81, 0.80), colour, "-")
    arrow(axes, (0.81, 0.80), (0.8825, 0.80), colour, "-")
    arrow(axes, (0.8825, 0.80), (0.8825, 0.36), colour)


def constant(evidence, name, form="d"):
    return evidence.text(f"topology.{name} | {form}")


def box(axes, corner, size, text, edge="black", face="white", style="square,pad=0"):
    axes.add_patch(FancyBboxPatch(corner, *size, boxstyle=style, facecolor=face, edgecolor=edge, linewidth=0.8))
    label(axes, (corner[0] + size[0] / 2, corner[1] + size[1] / 2), text)


def label(axes, place, text, ha="center", weight="normal"):
    axes.text(*place, text, transform=axes.transAxes, ha=ha, va="center", fontsize=7.5, weight=weight, linespacing=1.15)


def arrow(axes, start, end, command=None, style="-|>,head_length=0.25,head_width=0.12"):
    """Of data; or, in the colour of commands, dashed."""
    look = {"arrowstyle": style, "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0}
    look |= {"linestyle": DASHES, "color": command} if command else {"color": "black"}
    axes.annotate("", xy=end, xytext=start, xycoords="axes fraction", textcoords="axes fraction", arrowprops=look)
