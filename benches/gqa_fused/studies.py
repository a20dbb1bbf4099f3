"""Beside the panels: dispatch cost, other hardware, numbers against the oracle, and the design that is not built."""

import random
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import numpy as np
from kernbench import alphabeta, merge
from kernbench.attention import State, fused, tensors
from kernbench.cluster import Cluster
from kernbench.device import Array
from kernbench.layer import Shape, checked
from kernbench.mesh import members
from kernbench.tiling import OutOfRangeError
from kernbench.topology import Topology
from kernbench.unfused import unfused
from panels import H_KV, H_Q, HEAD_DIM, PANELS, Panel, kernel, named, outcome
from tables import Row, places, significant

DISPATCH = (0, 50, 100, 200, 500, 1000, 2000)
TOLERANCE = {"fp16": Decimal("0.001"), "fp32": Decimal("0.000001")}
UNFUSED_TOLERANCE = Decimal("0.002")
"""Scores rounded to fp16 in HBM cost another digit."""
SHAPES = tuple(
    Shape(16, h_kv, 32, q_len, ctx, 32, causal=q_len > 1)
    for h_kv in (16, 4, 2, 1)
    for q_len, ctx in ((64, 64), (1, 256))
)


def dispatch_rows(topology: Topology) -> list[Row]:
    """Decode at 16,384 keys, against the dispatch cost."""
    panel = Panel("P2", 1, 1, 16_384, 1, 512)
    return [
        {
            **named(panel, variant, h_kv),
            "dispatch_cycles": dispatch,
            "commands": run.commands,
            "latency_cycles": run.cycles,
        }
        for h_kv in (4, 1)
        for variant in ("fused_blocking", "fused_async", "fused_composite")
        for dispatch in DISPATCH
        for run in (kernel(panel, variant, h_kv, topology).plan(dispatch).run,)
    ]


CHANGES: dict[str, dict[str, int]] = {
    "configured": {},
    "pe.vec.lanes x2": {"pe__vec__lanes": 128},
    "pe.vec.lanes x4": {"pe__vec__lanes": 256},
    "pe.vec.exp 1": {"pe__vec__exp": 1},
    "pe.mac.columns x2": {"pe__mac__columns": 64},
    "memory rate x2": {
        "pe__dma__in_rate": 128, "pe__dma__out_rate": 128, "mesh__link_rate": 128, "hbm__channel_rate": 128,
        "pe__tcdm__bank_rate": 8,
    },
    "pe.ipcq.doorbell 0": {"pe__ipcq__doorbell": 0},
    "pe.cpu.wakeup 50": {"pe__cpu__wakeup": 50},
}  # fmt: skip


CROWDED = next(each for each in PANELS if each.batch > each.pes)
"""Two users a PE."""
TOGETHER = "one command a PE"


def whatif_rows(topology: Topology) -> list[Row]:
    """One change of the machine at a time, for the composite kernel with and without PE_IPCQ."""
    rows = []
    for change, values in CHANGES.items():
        machine = topology.with_values(**values)
        constant = next(iter(values), "clock__frequency").replace("__", ".")
        for panel, h_kv in ((PANELS[0], 4), (PANELS[2], 4), (PANELS[2], 1), (PANELS[-1], 4), (PANELS[-1], 1)):
            if panel.name == "P1" and change.startswith(("pe.ipcq", "pe.cpu")):
                continue
            for variant in ("fused_composite", "fused_composite_ipcq") if panel.split else ("fused_composite",):
                run = outcome(panel, variant, h_kv, machine).run
                rows.append(
                    {
                        "change": change,
                        **named(panel, variant, h_kv),
                        "factor": places(Fraction(machine[constant], topology[constant]), 2),
                        "latency_cycles": run.cycles,
                    }
                )
    return rows + [together_row(change, topology) for change in ("configured", TOGETHER)]


def together(panel: Panel, h_kv: int, topology: Topology) -> Cluster:
    """All users of a PE in one composite command, where `kernel` gives each a command of its own."""
    shape, cluster = checked(panel.shape(h_kv)), Cluster(topology)
    for rank in members(panel.pes, cluster.mesh):
        with cluster.pes[rank].composite():
            for _ in range(panel.batch // panel.pes):
                fused(cluster.pes[rank], shape, tensors(shape), "fused_async")
    return cluster


def together_row(change: str, topology: Topology) -> Row:
    """Users of one PE by a command each, as configured, or all by one: what the sequencer's order costs with MQA."""
    same = kernel(CROWDED, "fused_composite", 1, topology) if change != TOGETHER else together(CROWDED, 1, topology)
    row = {"change": change, **named(CROWDED, "fused_composite", 1), "factor": places(1, 2)}
    return {**row, "latency_cycles": same.plan(0).run.cycles}


def projection_rows(topology: Topology) -> list[Row]:
    """Two composite commands: one streams the keys, one merges finished heads meanwhile. Designed, not measured.

    Exposed is the merge of the last key-value head alone: a recursive doubling whose operator takes the reduce unit's
    time for the bytes and PE_VEC's for two exponentials a row. The streaming part is modelled; the sum is not.
    """
    return [projection_row(panel, h_kv, topology) for panel in PANELS if panel.split for h_kv in H_KV]


def projection_row(panel: Panel, h_kv: int, topology: Topology, baseline: int = 0) -> Row:
    """One projected time beside the modelled one, which is *baseline* where that is known."""
    stream = kernel(panel, "fused_composite", h_kv, topology, merges=False).plan(0).run.cycles
    baseline = baseline or outcome(panel, "fused_composite_ipcq", h_kv, topology).run.cycles
    rows = H_Q // h_kv
    payload = 4 * rows * (HEAD_DIM + 2)
    exposed = merge_cycles(payload, rows, panel.pes, topology)
    last = -(-rows * HEAD_DIM // topology["pe.vec.lanes"]) + topology["pe.vec.fill"]
    stored = -(-2 * rows * HEAD_DIM // topology.out_rate) + topology["pe.dma.latency"]
    projected = stream + exposed + last + stored
    return {
        **named(panel, "two_composites_softmax_merge", h_kv),
        "status": "designed, not measured",
        "payload_bytes": payload,
        "stream_cycles": stream,
        "exposed_merge_cycles": exposed,
        "projected_cycles": projected,
        "baseline_cycles": baseline,
        "saved_cycles": baseline - projected,
    }


def merge_cycles(payload: int, rows: int, ranks: int, topology: Topology) -> int:
    """One recursive doubling with the merge operator, in slots of the configured size, without contention."""
    messages = -(-payload // topology["pe.ipcq.slot_size"])
    each = alphabeta.cost(-(-payload // messages // 4), "ipcq", topology, 0)
    exponentials = -(-2 * rows // topology["pe.vec.lanes"]) * topology["pe.vec.exp"] + topology["pe.vec.fill"]
    levels = alphabeta.level_hops(ranks, topology)
    return alphabeta.doubling_cycles(each, levels, messages) + len(levels) * exponentials


def numerics_rows(seed: int, topology: Topology) -> list[Row]:
    """Each kernel on small layers against the float64 oracle, and three ways of merging split keys."""
    rows = []
    for shape in SHAPES:
        for variant in ("unfused", "fused_blocking", "fused_async", "fused_composite"):
            types = ("fp16",) if variant == "unfused" else ("fp16", "fp32")
            rows.extend(numerics_row(shape, variant, precision, seed, topology) for precision in types)
        if shape.q_len == 1:
            rows.extend(split_row(shape, driver, seed, topology) for driver in ("cpu", "ipcq", "operator"))
    return rows


def drawn(shape: Shape, seed: str, precision: str) -> tuple[Array, Array, Array, Array]:
    """Q, K, V from -1 to 1 in steps of 2**-10, the same in every version; O is empty."""
    dtype = np.float16 if precision == "fp16" else np.float32

    def values(rows: int, what: str) -> Array:
        count = shape.h_kv * rows * shape.head_dim
        raw = np.frombuffer(random.Random(f"{seed} {what}").randbytes(2 * count), dtype="<u2")  # noqa: S311
        return ((raw % 2049 - 1024.0) / 1024).reshape(shape.h_kv, rows, shape.head_dim).astype(dtype)

    queries = shape.q_len * shape.group
    empty = np.full((shape.h_kv, queries, shape.head_dim), np.nan, dtype)
    return values(queries, "q"), values(shape.ctx, "k"), values(shape.ctx, "v"), empty


def oracle(shape: Shape, q: Array, k: Array, v: Array) -> Array:
    """softmax(Q K^T) V in float64, all keys at once, with a mask of its own: it shares nothing with the kernels."""
    result = np.zeros(q.shape)
    for head in range(shape.h_kv):
        scores = q[head].astype(np.float64) @ k[head].astype(np.float64).T
        if shape.causal:
            position = np.repeat(np.arange(shape.q_len), shape.h_q // shape.h_kv)
            scores[np.arange(shape.ctx) > position[:, np.newaxis]] = -np.inf
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        result[head] = weights / weights.sum(axis=1, keepdims=True) @ v[head].astype(np.float64)
    return result


def numerics_row(shape: Shape, variant: str, precision: str, seed: int, topology: Topology) -> Row:
    """One kernel, played by SimPy with its data."""
    q, k, v, o = drawn(shape, f"{seed} {shape}", precision)
    cluster = Cluster(topology, numerics=True)
    data = tensors(shape, (q, k, v, o))
    if variant == "unfused":
        unfused(cluster.pes[0], shape, data)
    else:
        fused(cluster.pes[0], shape, data, variant, precision=np.float16 if precision == "fp16" else np.float32)
    cluster.simulate(0)
    return _judged(shape, variant, precision, 1, o, oracle(shape, q, k, v))


def split_row(shape: Shape, driver: str, seed: int, topology: Topology) -> Row:
    """Keys over 4 PEs: merged by two all-reduces (by PE_CPU or PE_IPCQ), or by the operator, in a shuffled order."""
    q, k, v, _ = drawn(shape, f"{seed} {shape}", "fp32")
    ranks = 4
    part = Shape(shape.h_q, shape.h_kv, shape.head_dim, 1, shape.ctx // ranks, shape.tile)
    ways = merge.chosen("cpu" if driver == "cpu" else "ipcq", ranks, shape.h_q, shape.head_dim, topology)
    cluster = Cluster(topology, numerics=True, chunk=ways.message)
    states: list[list[State]] = []
    for place, rank in enumerate(members(ranks, cluster.mesh)):
        keys = slice(place * part.ctx, (place + 1) * part.ctx)
        data = tensors(part, (q, k[:, keys], v[:, keys], np.zeros_like(q)))
        fused(cluster.pes[rank], part, data, "fused_async", keep=True, precision=np.float32)
        states.append(data.states)
    width = shape.h_q
    sums: list[Array | None] = []
    if driver != "operator":
        sums = merge.merge(cluster, driver, members(ranks, cluster.mesh), states, ways)
    cluster.simulate(0)
    if driver == "operator":
        result = _by_operator(states, random.Random(seed))  # noqa: S311
    else:
        first = sums[0]
        if first is None or any(each is None or each.tobytes() != first.tobytes() for each in sums):
            raise AssertionError("ranks hold different sums")
        result = first[width:].reshape(width, -1) / first[:width, None]
    return _judged(shape, f"split_{driver}", "fp32", ranks, result.reshape(q.shape), oracle(shape, q, k, v))


def _by_operator(states: list[list[State]], shuffle: random.Random) -> Array:
    parts = [
        tuple(np.concatenate([getattr(state, name).array for state in own]) for name in ("m", "l", "o"))
        for own in states
    ]
    triples = [(m[:, 0], total[:, 0], o) for m, total, o in parts]
    shuffle.shuffle(triples)
    while len(triples) > 1:
        triples.append(merge.merge_states(triples.pop(0), triples.pop(0)))
    _, total, o = triples[0]
    return o / total[:, None]


def _judged(shape: Shape, variant: str, precision: str, pes: int, result: Array, truth: Array) -> Row:
    wrong = np.abs(result.astype(np.float64) - truth)
    return {
        "phase": "prefill" if shape.q_len > 1 else "decode",
        "variant": variant,
        "precision": precision,
        "h_q": shape.h_q,
        "h_kv": shape.h_kv,
        "group": shape.group,
        "head_dim": shape.head_dim,
        "q_len": shape.q_len,
        "ctx": shape.ctx,
        "pes": pes,
        "max_abs_err": digits(wrong.max()),
        "max_rel_err": digits(wrong.max() / np.abs(truth).max()),
        "tolerance": UNFUSED_TOLERANCE if variant == "unfused" else TOLERANCE[precision],
    }


def digits(amount: float) -> Decimal:
    """Two significant digits: what no exponential function changes."""
    return significant(Fraction(float(amount)), 2) if np.isfinite(amount) else Decimal("NaN")


def refused(topology: Topology) -> Iterator[str]:
    """I10: what the model answers although it lies outside its range."""
    requests = (
        (Panel("P2", 1, 1, 1000, 1, 512), "fused_async", 8),
        (Panel("P2", 1, 1, 1 << 20, 1, 512), "fused_async", 8),
        (Panel("P2", 1, 1, 4096, 1, 512), "fused_async", 5),
        (Panel("P2", 1, 1, 4096, 1, 512), "eager", 8),
        (Panel("P3", 3, 1, 2048, 3, 512), "fused_async", 8),
        (Panel("P2", 1, 1, 4096, 1, 2048), "fused_async", 8),
        (Panel("P2", 1, 1, 16_384, 1, 8192), "unfused", 1),
    )
    for request in requests:
        try:
            kernel(*request, topology).plan(0)
        except OutOfRangeError:
            continue
        yield f"I10 refusal: {request} was answered"
