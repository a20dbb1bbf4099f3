"""Stable: scores so large that a softmax without its maximum overflows, in each fused kernel and in both merges."""

from collections.abc import Iterator

import numpy as np
from kernbench import merge
from kernbench.attention import FUSED, State, fused, tensors
from kernbench.cluster import Cluster
from kernbench.device import Array
from kernbench.layer import Shape
from kernbench.mesh import members
from kernbench.topology import Topology
from studies import drawn, oracle

SCALE, RANKS = 64, 4
"""Scores reach some hundreds: exp overflows binary32 at 89, and binary64 at 710 after a difference of two of them."""
TOLERANCE = 0.01
"""Scores of that size have an absolute rounding of their own."""
SHAPE = Shape(16, 4, 32, 1, 256, 32)


def violations(topology: Topology, seed: str = "stable") -> Iterator[str]:
    """I8: no kernel and no merge overflows."""
    q, k, v, o = drawn(SHAPE, seed, "fp32")
    q = q * np.float32(SCALE)
    truth = oracle(SHAPE, q, k, v)
    with np.errstate(over="ignore", invalid="ignore"):
        for variant in FUSED:
            result = o.copy()
            cluster = Cluster(topology, numerics=True)
            fused(cluster.pes[0], SHAPE, tensors(SHAPE, (q, k, v, result)), variant, precision=np.float32)
            cluster.simulate(0)
            yield from _judged(variant, result, truth)
        for driver in ("cpu", "ipcq"):
            yield from _judged(f"split_{driver}", _split(driver, q, k, v, topology), truth)


def _split(driver: str, q: Array, k: Array, v: Array, topology: Topology) -> Array:
    part = Shape(SHAPE.h_q, SHAPE.h_kv, SHAPE.head_dim, 1, SHAPE.ctx // RANKS, SHAPE.tile)
    ways = merge.chosen(driver, RANKS, SHAPE.h_q, SHAPE.head_dim, topology)
    cluster = Cluster(topology, numerics=True, chunk=ways.message)
    ranks, states = members(RANKS, cluster.mesh), list[list[State]]()
    for place, rank in enumerate(ranks):
        keys = slice(place * part.ctx, (place + 1) * part.ctx)
        data = tensors(part, (q, k[:, keys], v[:, keys], np.zeros_like(q)))
        fused(cluster.pes[rank], part, data, "fused_async", keep=True, precision=np.float32)
        states.append(data.states)
    sums = merge.merge(cluster, driver, ranks, states, ways)[0]
    cluster.simulate(0)
    if sums is None:
        raise AssertionError("a merge with numbers gave none")
    return (sums[SHAPE.h_q :].reshape(SHAPE.h_q, -1) / sums[: SHAPE.h_q, None]).reshape(q.shape)


def _judged(name: str, result: Array, truth: Array) -> Iterator[str]:
    wrong = float(np.abs(result.astype(np.float64) - truth).max())
    if not wrong <= TOLERANCE:
        yield f"I8 numerics: {name} is off by {wrong:.3g} where scores are large"
