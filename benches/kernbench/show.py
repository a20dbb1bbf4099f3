"""Show: one small run as a Chrome trace on standard output, for chrome://tracing or Perfetto.

PYTHONPATH=benches python -m kernbench.show gemm > trace.json
"""

import sys
from collections.abc import Callable, Sequence

from kernbench.attention import fused, tensors
from kernbench.chrome import chrome_trace
from kernbench.cluster import Cluster
from kernbench.collectives import prepared
from kernbench.gemm import run_gemm
from kernbench.layer import Shape
from kernbench.machine import Run
from kernbench.tiling import Tiling
from kernbench.topology import Topology, load_topology


def gemm(topology: Topology) -> Run:
    """A product of a few tiles by composite command."""
    return run_gemm("composite", Tiling(256, 256, 1024, 128, 128, 512, 2), topology, topology["pe.cpu.dispatch"])


def allreduce(topology: Topology) -> Run:
    """A ring of 16 ranks by PE_IPCQ."""
    cluster = prepared("ring", "ipcq", 16, 16_384, Cluster(topology))
    return cluster.simulate(topology["pe.cpu.dispatch"])


def decode(topology: Topology) -> Run:
    """One user's attention over 2048 keys in groups of 8."""
    cluster, shape = Cluster(topology), Shape(32, 4, 128, 1, 2048, 512)
    fused(cluster.pes[0], shape, tensors(shape), "fused_composite")
    return cluster.simulate(topology["pe.cpu.dispatch"])


RUNS: dict[str, Callable[[Topology], Run]] = {"allreduce": allreduce, "decode": decode, "gemm": gemm}


def main(arguments: Sequence[str]) -> int:
    """Exit status 2 without the name of a run."""
    if len(arguments) != 1 or arguments[0] not in RUNS:
        print(f"usage: python -m kernbench.show {'|'.join(RUNS)}", file=sys.stderr)
        return 2
    topology = load_topology()
    sys.stdout.write(chrome_trace(RUNS[arguments[0]](topology).trace, 1000 * topology["clock.frequency"]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
