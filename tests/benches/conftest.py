"""The benches are programs of their own, not part of paperkit: their folder goes on the path as bench.yaml says."""

import sys
from pathlib import Path

BENCHES = Path(__file__).parents[2] / "benches"
for folder in (BENCHES, BENCHES / "gemm_composite"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
