"""Headlines of the attention layer: fusing, grouping, splitting the keys; and the merge that is only designed."""

from dataclasses import dataclass
from fractions import Fraction

import studies
from claims_gemm import DEARER, configured
from headline import headline
from kernbench.command import VEC
from kernbench.merge import Ways, chosen
from kernbench.topology import Topology
from panels import H_Q, HEAD_DIM, PANELS, Panel, driver_of, kernel
from watch import remembered

FUSED, BEST = "fused_composite", "fused_composite_ipcq"
MHA, GROUPED, MQA = 32, 4, 1
"""Key-value heads for 32 query heads: groups of 1, 8 and 32."""


def panel(name: str, ctx: int, pes: int) -> Panel:
    """The panel of the harness with so many keys and PEs."""
    (found,) = (each for each in PANELS if (each.name, each.ctx, each.pes) == (name, ctx, pes))
    return found


PREFILL, DECODE = panel("P1", 2048, 1), panel("P2", 16_384, 1)
LONG, SPLIT = panel("P2", 65_536, 1), panel("P4", 65_536, 16)


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: its time, what crossed the memory interface, and how long PE_VEC of all PEs was busy."""

    cycles: int
    hbm_bytes: int
    vec_cycles: int


def layer(here: Panel, variant: str, h_kv: int, topology: Topology, dispatch: int | None = None) -> Layer:
    """One layer at the configured dispatch cost, or at *dispatch*. Only split keys give PE_IPCQ anything to do."""
    variant = variant if here.split else variant.removesuffix("_ipcq")
    return _layer(here, variant, h_kv, configured(topology) if dispatch is None else dispatch, topology)


@remembered
def ways(here: Panel, driver: str, topology: Topology) -> Ways:
    """How the parts of split keys are merged, in the way that suits the driver on this machine."""
    return chosen(driver, here.pes, H_Q, HEAD_DIM, topology)


@remembered
def _layer(here: Panel, variant: str, h_kv: int, dispatch: int, topology: Topology) -> Layer:
    by = ways(here, driver_of(variant), topology) if here.split else None
    planned = kernel(here, variant, h_kv, topology, by=by).plan(dispatch)
    moved = sum(command.bytes for command in planned.spans if command.operation in ("load", "store"))
    vectors = sum(command.cycles for command in planned.spans if command.engine == VEC)
    return Layer(planned.run.cycles, moved, vectors)


def faster(slow: Layer, fast: Layer) -> Fraction:
    """Ratio of times."""
    return Fraction(slow.cycles, fast.cycles)


def share(here: Panel, h_kv: int, topology: Topology) -> Fraction:
    """Busy time of PE_VEC in the composite kernel, in per cent of the run of one PE."""
    found = layer(here, BEST, h_kv, topology)
    return Fraction(100 * found.vec_cycles, found.cycles * here.pes)


@remembered
def saved(h_kv: int, topology: Topology) -> Fraction:
    """What the designed merge saves of the modelled time, in per cent."""
    row = studies.projection_row(SPLIT, h_kv, topology, layer(SPLIT, BEST, h_kv, topology).cycles)
    return Fraction(100 * row["saved_cycles"], row["baseline_cycles"])


HEADLINES = (
    headline(
        "prefill_fused", ">= 1.5", "ratio",
        "fused attention in one composite command is half as fast again or better in prefill",
        "unfused, P1, 2048 queries and keys, groups of 8",
        lambda t: faster(layer(PREFILL, "unfused", GROUPED, t), layer(PREFILL, BEST, GROUPED, t)),
    ),
    headline(
        "prefill_traffic", ">= 3", "ratio",
        "fusing cuts the memory traffic of prefill to a third or less",
        "unfused, P1, 2048 queries and keys, groups of 8",
        lambda t: Fraction(
            layer(PREFILL, "unfused", GROUPED, t).hbm_bytes, layer(PREFILL, BEST, GROUPED, t).hbm_bytes
        ),
    ),
    headline(
        "prefill_vec_share", ">= 90", "percent",
        "PE_VEC is busy for 90 % of a fused prefill or more",
        "makespan, P1, 2048 queries and keys, groups of 8",
        lambda t: share(PREFILL, GROUPED, t),
    ),
    headline(
        "decode_fused", ">= 1.2", "ratio",
        "fused attention is a fifth faster or better in decode",
        "unfused, P2, 16384 keys, groups of 8",
        lambda t: faster(layer(DECODE, "unfused", GROUPED, t), layer(DECODE, BEST, GROUPED, t)),
    ),
    headline(
        "decode_fused_mha", "< 1.1", "ratio",
        "without groups fused attention gains less than a tenth in decode",
        "unfused, P2, 16384 keys, MHA",
        lambda t: faster(layer(DECODE, "unfused", MHA, t), layer(DECODE, BEST, MHA, t)),
    ),
    headline(
        "decode_traffic", ">= 1.1", "ratio",
        "fusing cuts the memory traffic of decode by a tenth or better",
        "unfused, P2, 16384 keys, groups of 8",
        lambda t: Fraction(
            layer(DECODE, "unfused", GROUPED, t).hbm_bytes, layer(DECODE, BEST, GROUPED, t).hbm_bytes
        ),
    ),
    headline(
        "decode_composite_free", "< 1.01", "ratio",
        "where dispatch is free a composite command gains less than 1 % in fused decode",
        "fused_async, P2, 16384 keys, groups of 8",
        lambda t: faster(layer(DECODE, "fused_async", GROUPED, t, 0), layer(DECODE, FUSED, GROUPED, t, 0)),
    ),
    headline(
        "decode_composite_dear", ">= 1.2", "ratio",
        "at 1000 cycles a command a composite command gains a fifth or more in fused decode",
        "fused_async, P2, 16384 keys, groups of 8",
        lambda t: faster(layer(DECODE, "fused_async", GROUPED, t, DEARER), layer(DECODE, FUSED, GROUPED, t, DEARER)),
    ),
    headline(
        "decode_group_of_8", ">= 7.5", "ratio",
        "groups of 8 make decode 7.5 times as fast or better",
        "MHA, P2, 16384 keys, fused_composite",
        lambda t: faster(layer(DECODE, BEST, MHA, t), layer(DECODE, BEST, GROUPED, t)),
    ),
    headline(
        "decode_mqa", ">= 30", "ratio",
        "MQA makes decode 30 times as fast or better",
        "MHA, P2, 16384 keys, fused_composite",
        lambda t: faster(layer(DECODE, BEST, MHA, t), layer(DECODE, BEST, MQA, t)),
    ),
    headline(
        "decode_mqa_below_group", "< 32", "ratio",
        "MQA gains less time than the 32 times that it saves of K and V",
        "MHA, P2, 16384 keys, fused_composite",
        lambda t: faster(layer(DECODE, BEST, MHA, t), layer(DECODE, BEST, MQA, t)),
    ),
    headline(
        "split_over_16", ">= 7.5", "ratio",
        "keys split over 16 PEs, that share 8 channels, make long decode 7.5 times as fast or better",
        "one PE, 65536 keys, groups of 8",
        lambda t: faster(layer(LONG, BEST, GROUPED, t), layer(SPLIT, BEST, GROUPED, t)),
    ),
    headline(
        "split_ipcq_over_cpu", "< 1.04", "ratio",
        "PE_IPCQ makes long decode with split keys less than 4 % faster under MQA, each driver in its best way",
        "merge by PE_CPU in its best way, P4, 65536 keys over 16 PEs, MQA",
        lambda t: faster(layer(SPLIT, FUSED, MQA, t), layer(SPLIT, BEST, MQA, t)),
    ),
    headline(
        "softmax_merge_group_of_8", "< 1", "percent",
        "a second composite command that merges saves less than 1 % of long decode in groups of 8",
        "one composite command and two all-reduces by PE_IPCQ, P4, 65536 keys over 16 PEs",
        lambda t: saved(GROUPED, t),
        projection=True,
    ),
    headline(
        "softmax_merge_mqa", "< 0", "percent",
        "a second composite command that merges loses under MQA",
        "one composite command and two all-reduces by PE_IPCQ, P4, 65536 keys over 16 PEs",
        lambda t: saved(MQA, t),
        projection=True,
    ),
)  # fmt: skip
