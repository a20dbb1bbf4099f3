"""Rooflines: what others measured of a GPT-3 layer on A100, and what the modelled PE reaches."""

import matplotlib.pyplot as plt
from matplotlib.ticker import LogLocator, NullLocator

PHASES = {"prefill": ("o", 0), "decode": ("s", 1)}
GROUPS = (32, 8, 4, 1)


def figure(evidence):
    fig, (left, right) = plt.subplots(1, 2, figsize=(evidence.text_width, 2.3))
    published(evidence, left)
    modelled(evidence, right)
    for axes in (left, right):
        axes.set(xscale="log", yscale="log")
        axes.grid(visible=True, axis="both")
        axes.set_xlabel("arithmetic intensity (FLOP/B)")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(LogLocator())
            axis.set_minor_locator(NullLocator())
    return fig


def published(evidence, axes):
    peak, rate, ridge = (
        evidence.column(f'devices(device="a100_80").{name}')[0]
        for name in ("peak_tflops", "memory_gbps", "ridge_flop_per_byte")
    )
    intensity = evidence.column("measured.ai_flop_per_byte")
    low, high = min(intensity) / 2, max(intensity) * 2
    axes.plot([low, ridge, high], [low * rate / 1000, peak, peak], color="black", linestyle="-", marker="", linewidth=1)
    axes.plot([ridge, ridge], [low * rate / 1000, peak], color="0.5", linestyle=":", marker="", linewidth=0.8)
    for phase, (mark, colour) in PHASES.items():
        axes.plot(
            evidence.column(f'measured.where(phase="{phase}").ai_flop_per_byte'),
            evidence.column(f'measured.where(phase="{phase}").measured_tflops'),
            linestyle="none",
            marker=mark,
            color=evidence.palette[colour],
            markerfacecolor="none",
            markersize=4,
        )
    say(axes, at(evidence, "decode", "q_mul_k"), "decode,\nattention", (7, -3), "left", "center", evidence.palette[1])
    say(axes, at(evidence, "decode", "wo_proj"), "decode,\nprojections", (7, -1), "left", "center", evidence.palette[1])
    say(axes, at(evidence, "prefill", "q_mul_k"), "prefill, attention", (8, -10), "left", "center", evidence.palette[0])
    say(
        axes, at(evidence, "prefill", "wo_proj"), "prefill,\nprojections", (4, -6), "center", "top", evidence.palette[0]
    )
    say(
        axes,
        (ridge, low * rate / 1000),
        "ridge " + evidence.text('devices(device="a100_80").ridge_flop_per_byte | .0f'),
        (3, 1),
        "left",
        "bottom",
        "0.3",
    )
    say(
        axes,
        (low, peak),
        evidence.text('devices(device="a100_80").peak_tflops | .0f')
        + " TFLOP/s,\n"
        + evidence.text('devices(device="a100_80").memory_gbps | ,.0f')
        + " GB/s",
        (0, 0),
        "left",
        "top",
    )
    axes.set_ylabel("work rate (TFLOP/s)")
    axes.set_title("A100, vendor peaks; points published")


def at(evidence, phase, op):
    query = f'measured(phase="{phase}", op="{op}")'
    return evidence.column(f"{query}.ai_flop_per_byte")[0], evidence.column(f"{query}.measured_tflops")[0]


def modelled(evidence, axes):
    peak = evidence.column('2 * platform(parameter="derived.macs_per_cycle").value')[0]
    rate = evidence.column('platform(parameter="derived.in_rate").value')[0]
    ridge = evidence.column('platform(parameter="derived.ridge").value')[0]
    runs = 'g1024.where(mode="async", buffers=3, dispatch_cycles=0)'
    tiles = evidence.column(f"2 * {runs}.macs / {runs}.traffic_bytes")
    reached = evidence.column(f"2 * {runs}.macs / {runs}.latency_cycles")
    decode = [flops(evidence, f'one(variant="fused_async", h_kv={heads}, ctx=16384)') for heads in GROUPS]
    prefill = flops(evidence, 'prefill(variant="fused_async", h_kv=4)')
    unfused = flops(evidence, 'prefill(variant="unfused", h_kv=4)')
    low, high = min(x for x, _ in decode) / 2, max(tiles) * 16  # paperkit: allow ungrounded-number -- room to the right
    axes.plot([low, ridge, high], [low * rate, peak, peak], color="black", linestyle="-", marker="", linewidth=1)
    axes.plot([ridge, ridge], [low * rate, peak], color="0.5", linestyle=":", marker="", linewidth=0.8)
    look = {"linestyle": "none", "markerfacecolor": "none", "markersize": 4}
    axes.plot(tiles, reached, marker="^", color=evidence.palette[2], **look)
    axes.plot([x for x, _ in decode], [y for _, y in decode], marker="s", color=evidence.palette[1], **look)
    axes.plot([prefill[0], unfused[0]], [prefill[1], unfused[1]], marker="o", color=evidence.palette[0], **look)
    ceiling = evidence.column(
        'prefill(variant="fused_async", h_kv=4).flops / prefill(variant="fused_async", h_kv=4).vec_bound_cycles'
    )[0]
    axes.plot(
        [prefill[0] / 2, prefill[0] * 2], [ceiling, ceiling], color="black", linestyle="--", marker="", linewidth=0.8
    )
    say(axes, (prefill[0] * 2, ceiling), "PE_VEC bound", (3, 0), "left", "center")
    say(axes, prefill, "fused prefill", (5, -4), "left", "top", evidence.palette[0])
    say(axes, unfused, "unfused prefill", (5, -4), "left", "top", evidence.palette[0])
    names = [evidence.text(f'one(variant="fused_async", h_kv={heads}, ctx=16384).h_kv | d') for heads in GROUPS]
    for name, place in zip(names, decode, strict=True):
        shown = f"decode, {name} KV heads" if place == decode[0] else name
        say(axes, place, shown, (6, -2), "left", "center", evidence.palette[1])
    say(axes, (max(tiles), max(reached)), "GEMM by tile", (6, -5), "left", "top", evidence.palette[2])
    say(
        axes,
        (ridge, low * rate),
        "ridge " + evidence.text('platform(parameter="derived.ridge").value | d'),
        (3, 1),
        "left",
        "bottom",
        "0.3",
    )
    say(
        axes,
        (low, peak),
        evidence.text('2 * platform(parameter="derived.macs_per_cycle").value | ,d')
        + " FLOP/cycle,\n"
        + evidence.text('platform(parameter="derived.in_rate").value | d')
        + " B/cycle",
        (0, 0),
        "left",
        "top",
    )
    axes.set_ylabel("work rate (FLOP/cycle)")
    axes.set_title("one modelled PE")


def flops(evidence, query):
    """Intensity and work rate of a run of attention."""
    return (
        evidence.column(f"{query}.ai_flop_per_byte")[0],
        evidence.column(f"{query}.flops / {query}.latency_cycles")[0],
    )


def say(axes, place, text, offset, ha, va, colour="black"):
    axes.annotate(text, place, xytext=offset, textcoords="offset points", ha=ha, va=va, color=colour, linespacing=1.0)
