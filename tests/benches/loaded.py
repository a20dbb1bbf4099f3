"""The modules of one harness, each harness by itself: several have a module of the same name."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

BENCHES = Path(__file__).parents[2] / "benches"


def load(name: str, *beside: str) -> Any:
    """All modules of benches/*name*, by name; *beside* are folders that it imports from, too."""
    folders = [BENCHES / name, *(BENCHES / other for other in beside), BENCHES]
    names = {path.stem for folder in folders for path in folder.glob("*.py")}
    path, kept = list(sys.path), {each: sys.modules.pop(each) for each in names if each in sys.modules}
    sys.path[:0] = [str(folder) for folder in folders]
    try:
        modules: dict[str, ModuleType] = {each: importlib.import_module(each) for each in sorted(names)}
    finally:
        sys.path[:] = path
        for each in names:
            sys.modules.pop(each, None)
        sys.modules.update(kept)
    return SimpleNamespace(**modules)


def printed_under_hash_seeds(code: str, harness: Path) -> set[bytes]:
    """What *code* prints beside the modules of *harness*, under two seeds of Python's hashes."""
    path = os.pathsep.join([str(BENCHES), str(harness)])
    return {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
