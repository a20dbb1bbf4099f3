"""Panels: prefill and decode of one attention layer, in each variant and grouping; what the engines did meanwhile."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from kernbench import merge
from kernbench.attention import fused, tensors
from kernbench.cluster import Cluster
from kernbench.layer import Shape, checked
from kernbench.machine import Run
from kernbench.merge import Ways
from kernbench.mesh import members
from kernbench.schedule import Planned
from kernbench.tiling import OutOfRangeError
from kernbench.topology import Topology
from kernbench.unfused import unfused
from tables import Row, places

H_Q, HEAD_DIM = 32, 128
H_KV = (32, 8, 4, 1)
VARIANTS = ("unfused", "fused_blocking", "fused_async", "fused_composite", "fused_composite_ipcq")
ENGINES = ("PE_CPU", "PE_DMA_IN", "PE_DMA_OUT", "PE_IPCQ", "PE_IPCQ_TX", "PE_MAC", "PE_SEQ", "PE_VEC")
STAGES = {
    "qk": "qk", "pv": "pv", "softmax": "softmax", "rescale": "softmax", "normalise": "softmax", "gather": "merge",
    "scale": "merge", "send": "merge", "reduce": "merge", "place": "merge", "flag": "merge", "wakeup": "merge",
    "load": "io", "store": "io", "dispatch": "issue", "step": "issue",
}  # fmt: skip
"""Stage of each operation on the critical path."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One situation: users, queries, keys, PEs, and how the work is spread over them."""

    name: str
    batch: int
    q_len: int
    ctx: int
    pes: int
    tile: int

    @property
    def split(self) -> bool:
        """Whether the keys of one user are spread over the PEs."""
        return self.name == "P4"

    def shape(self, h_kv: int) -> Shape:
        """The layer as one PE sees it for one user."""
        ctx = self.ctx // self.pes if self.split else self.ctx
        return Shape(H_Q, h_kv, HEAD_DIM, self.q_len, ctx, self.tile, causal=self.q_len > 1)


PANELS = (
    Panel("P1", 1, 2048, 2048, 1, 256),
    Panel("P2", 1, 1, 4096, 1, 512),
    Panel("P2", 1, 1, 16_384, 1, 512),
    Panel("P2", 1, 1, 65_536, 1, 512),
    Panel("P3", 8, 1, 2048, 8, 512),
    Panel("P3", 32, 1, 2048, 16, 512),
    Panel("P4", 1, 1, 65_536, 4, 512),
    Panel("P4", 1, 1, 65_536, 16, 512),
)
REDUCED = (
    Panel("P1", 1, 128, 128, 1, 64),
    Panel("P2", 1, 1, 1024, 1, 512),
    Panel("P3", 8, 1, 512, 8, 512),
    Panel("P4", 1, 1, 4096, 4, 512),
)
"""Small enough for SimPy."""


def driver_of(variant: str) -> str:
    """Who drives the merge."""
    return "ipcq" if variant.endswith("ipcq") else "cpu"


@cache
def ways(panel: Panel, variant: str, topology: Topology) -> Ways:
    """How *variant* merges: the ways that suit its driver, on this machine."""
    return merge.chosen(driver_of(variant), panel.pes, H_Q, HEAD_DIM, topology)


def kernel(
    panel: Panel, variant: str, h_kv: int, topology: Topology, *, merges: bool = True, by: Ways | None = None
) -> Cluster:
    """The programs of all PEs; *merges* says whether a split panel brings its parts together, *by* in which way."""
    if variant not in VARIANTS:
        raise OutOfRangeError(f"no variant is named {variant}; there are {', '.join(VARIANTS)}")
    shape = checked(panel.shape(h_kv))
    merges = merges and panel.split
    by = by or (ways(panel, variant, topology) if merges else None)
    cluster = Cluster(topology, chunk=by.message if by else 0)
    ranks = members(panel.pes, cluster.mesh) if panel.pes > 1 else (0,)
    states = []
    for user in range(panel.pes if panel.split else panel.batch):
        data = tensors(shape)
        pe = cluster.pes[ranks[user % panel.pes]]
        if variant == "unfused":
            unfused(pe, shape, data, keep=panel.split)
        else:
            fused(pe, shape, data, variant.removesuffix("_ipcq"), keep=panel.split)
        states.append(data.states)
    if by:
        merge.merge(cluster, driver_of(variant), ranks, states, by)
        for rank in ranks:
            merge.finish(cluster.pes[rank], H_Q, HEAD_DIM, panel.pes, None, None)
    return cluster


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one kernel gave."""

    run: Run
    busy: dict[str, int]
    stalled: dict[str, int]
    """Cycles in which an engine held a command that could not begin."""
    hbm_in: int
    hbm_out: int
    serial: int
    """All commands, latencies and issuing of all PEs one after the other."""
    stages: dict[str, int]


def outcome(panel: Panel, variant: str, h_kv: int, topology: Topology, dispatch: int = 0) -> Outcome:
    """One kernel, by the schedule. Without a split the collective engine has nothing to do: the variants are one."""
    if variant == "fused_composite_ipcq" and not panel.split:
        variant = "fused_composite"
    return _outcome(panel, variant, h_kv, topology, dispatch)


@cache
def _outcome(panel: Panel, variant: str, h_kv: int, topology: Topology, dispatch: int) -> Outcome:
    planned = kernel(panel, variant, h_kv, topology).plan(dispatch, trace=True)
    busy, stalled = dict.fromkeys(ENGINES, 0), dict.fromkeys(ENGINES, 0)
    for each in planned.run.trace:
        busy[engine_of(each.engine)] += each.end - each.start
    for command, (taken, start, _) in planned.spans.items():
        if command.engine != "PE_FLAG":
            stalled[engine_of(command.engine)] += start - taken
    serial = sum(busy.values()) + sum(command.latency for command in planned.spans)
    moved = (_bytes(planned, "load"), _bytes(planned, "store"))
    return Outcome(planned.run, busy, stalled, *moved, serial, stages(planned))


def engine_of(name: str) -> str:
    """The engine as a table names it: the ports of PE_IPCQ together, sequencers together."""
    if name.startswith("PE_IPCQ_") and name != "PE_IPCQ_SEQ":
        return "PE_IPCQ_TX"
    return "PE_SEQ" if name == "PE_IPCQ_SEQ" else name


def _bytes(planned: Planned, operation: str) -> int:
    return sum(command.bytes for command in planned.spans if command.operation == operation)


def stages(planned: Planned) -> dict[str, int]:
    """Cycles of the critical path by stage; they sum to the makespan."""
    found = dict.fromkeys(sorted(set(STAGES.values())), 0)
    for share in planned.path:
        found[STAGES[share.operation]] += share.cycles
    return found


def points() -> Iterator[tuple[Panel, str, int]]:
    """All panels, variants and groupings."""
    for panel in PANELS:
        for h_kv in H_KV:
            for variant in VARIANTS:
                yield panel, variant, h_kv


def named(panel: Panel, variant: str, h_kv: int) -> Row:
    """The columns that name a point."""
    return {
        "panel": panel.name,
        "variant": variant,
        "h_kv": h_kv,
        "batch": panel.batch,
        "ctx": panel.ctx,
        "pes": panel.pes,
    }


def latency_rows(topology: Topology) -> list[Row]:
    """One row a point."""
    return [latency_row(*point, topology) for point in points()]


def latency_row(panel: Panel, variant: str, h_kv: int, topology: Topology) -> Row:
    """Time, work, traffic and the three bounds of one point."""
    found = outcome(panel, variant, h_kv, topology)
    limits = bounds(panel, found, topology)
    flops, moved = 2 * found.run.macs, found.hbm_in + found.hbm_out
    by = ways(panel, variant, topology) if panel.split else Ways("none", "none", 0)
    return {
        **named(panel, variant, h_kv),
        "h_q": H_Q,
        "group": H_Q // h_kv,
        "head_dim": HEAD_DIM,
        "q_len": panel.q_len,
        "dispatch_cycles": 0,
        "merge_maximum": by.maximum,
        "merge_sum": by.total,
        "merge_message_bytes": by.message,
        "commands": found.run.commands,
        "latency_cycles": found.run.cycles,
        "roofline_cycles": max(limits["PE_MAC"], limits["HBM"]),
        "vec_bound_cycles": limits["PE_VEC"],
        "serial_cycles": found.serial,
        "flops": flops,
        "hbm_bytes": moved,
        "hbm_read_bytes": found.hbm_in,
        "ai_flop_per_byte": places(Fraction(flops, moved), 2),
        "bound": max(sorted(limits), key=limits.__getitem__),
        "contention_cycles": found.run.contention,
    }


def bounds(panel: Panel, found: Outcome, topology: Topology) -> dict[str, int]:
    """Cycles below which no schedule gets: work over peak, bytes over the rate of PEs and channels, vectors."""
    mesh = Cluster(topology).mesh
    ranks = members(panel.pes, mesh) if panel.pes > 1 else (0,)
    channels = len({mesh.channel(rank)[0] for rank in ranks})
    ways = min(panel.pes, channels)
    return {
        "PE_MAC": -(-found.run.macs // (topology.macs_per_cycle * panel.pes)),
        "HBM": max(-(-found.hbm_in // (topology.in_rate * ways)), -(-found.hbm_out // (topology.out_rate * ways))),
        "PE_VEC": -(-found.busy["PE_VEC"] // panel.pes),
    }


def occupancy_rows(topology: Topology) -> list[Row]:
    """Busy, stalled and idle time of each engine, as a mean over the PEs."""
    rows = []
    for panel, variant, h_kv in points():
        found = outcome(panel, variant, h_kv, topology)
        whole = found.run.cycles * panel.pes
        for engine in ENGINES:
            busy, stalled = found.busy[engine], found.stalled[engine]
            rows.append(
                {
                    **named(panel, variant, h_kv),
                    "engine": engine,
                    "busy_cycles": busy,
                    "stalled_cycles": stalled,
                    "makespan_cycles": found.run.cycles,
                    "occupancy_pct": places(Fraction(100 * busy, whole), 1),
                    "stalled_pct": places(Fraction(100 * stalled, whole), 1),
                }
            )
    return rows


def breakdown_rows(topology: Topology) -> list[Row]:
    """Critical path by stage."""
    return [
        {
            **named(*point),
            "stage": stage,
            "cycles": cycles,
            "makespan_cycles": found.run.cycles,
            "share_pct": places(Fraction(100 * cycles, found.run.cycles), 1),
        }
        for point in points()
        for found in (outcome(*point, topology),)
        for stage, cycles in found.stages.items()
    ]


def crosscheck_rows(topology: Topology) -> list[Row]:
    """Both implementations on reduced panels."""
    return [
        crosscheck_row(panel, variant, h_kv, topology)
        for panel in REDUCED
        for h_kv in H_KV
        for variant in VARIANTS
        if panel.split or variant != "fused_composite_ipcq"
    ]


def crosscheck_row(panel: Panel, variant: str, h_kv: int, topology: Topology) -> Row:
    """SimPy beside the schedule."""
    cluster = kernel(panel, variant, h_kv, topology)
    planned, simulated = cluster.plan(0, trace=True).run, cluster.simulate(0)
    return {
        **named(panel, variant, h_kv),
        "simpy_cycles": simulated.cycles,
        "schedule_cycles": planned.cycles,
        "commands": simulated.commands,
        "intervals": len(simulated.trace),
        "agree": int(simulated == planned),
    }
