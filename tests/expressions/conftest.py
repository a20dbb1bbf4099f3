"""A scope over a small project: tables, configuration, documents, declared values."""

import json
from pathlib import Path

import pytest

from paperkit.artifacts.store import ArtifactSpec, Store
from paperkit.config.yaml import load_yaml
from paperkit.expressions.evaluate import Scope
from paperkit.project import Project
from paperkit.source import SourceFile
from paperkit.sources import parse_document
from paperkit.values.quantity import Kind

TABLES = {
    "gemm": (
        """mode,m,buffers,latency_cycles,traffic_bytes,stdev
async,512,1,1200,4096,3
async,512,2,1000,4096,3
async,1024,2,2100.5,8192,4
composite,512,2,1000,4096,2
composite,1024,2,2000,8192,2
composite,4096,2,0.10,8192,2
""",
        ["mode", "m", "buffers"],
        {"m": "elements", "latency_cycles": "cycles", "traffic_bytes": "bytes", "stdev": "cycles"},
        "model",
    ),
    "odd": (
        "Batch size,p99 (ms),share,wörter,note\n8,3.01,40,a,x_1\n16,4.50,44,b,y\n",
        ["Batch size"],
        {"p99 (ms)": "ms", "share": "%"},
        "measured",
    ),
    "future": ("n,t\n1,5\n", ["n"], {"t": "us"}, "projection"),
}
TOPOLOGY = """
clock: {value: 1.5, unit: GHz, status: assumed, source: us}
pe:
  mac:
    rows: {value: 128, unit: element, status: published, source: a paper}
    cols: 32
  modes: [async, composite]
sizes: [512, 1024]
links:
  - {name: left, width: 64}
  - {name: right, width: 32}
bad: 1,024
"""
ADR = """# 7. Latency

Date: 2026-01-01

## Status

Accepted

## Latency

A page is 32 KiB, and 132 KiB are too many. The budget is 12.5 us at 99.9%, for 32,768 rows.
"""


@pytest.fixture(scope="session")
def scope(tmp_path_factory: pytest.TempPathFactory) -> Scope:
    root: Path = tmp_path_factory.mktemp("project")
    (root / ".git").mkdir()
    resources = []
    for name, (text, key, units, kind) in TABLES.items():
        (root / f"{name}.csv").write_text(text)
        header = text.partition("\n")[0].split(",")
        fields = [
            {
                "name": column,
                "type": "string" if column in ("mode", "wörter", "note") else "number",
                **({"unit": units[column]} if column in units else {}),
                **({"paperkit:uncertainty": "stdev"} if column == "latency_cycles" else {}),
            }
            for column in header
        ]
        resources.append(
            {
                "path": f"{name}.csv",
                "schema": {"fields": fields, "primaryKey": key},
                "paperkit:kind": kind,
                "paperkit:provenance": {"host": {"cores": 16, "cpu": "x"}, "seed": 7},
            }
        )
    (root / "datapackage.json").write_text(json.dumps({"resources": resources}, indent=1))
    (root / "topology.yaml").write_text(TOPOLOGY)
    (root / "given.yaml").write_text(
        "batch: {value: 8, unit: requests, source: slides}\nratio: {value: 1.5, source: s}\n"
    )
    (root / "free.csv").write_text("n,p99,word\n1,2.50,a\n2,5.00,b\n3,nan,c\n")
    (root / "published.csv").write_text(
        'ref,quantity,value,unit\nkwon2023,mean_batch,30.42,requests\nkwon2023,share,96.3,%\nx,cell,"1,5",s\n'
    )
    names = [*TABLES, "free", "published"]
    specs = {name: ArtifactSpec(name, root / f"{name}.csv") for name in names}
    specs["fixed"] = ArtifactSpec("fixed", root / "gemm.csv", (("buffers", "2"),))
    specs["topology"] = ArtifactSpec("topology", root / "topology.yaml")
    specs["given"] = ArtifactSpec("given", root / "given.yaml", kind=Kind.GIVEN)
    specs["gone"] = ArtifactSpec("gone", root / "gone.csv")
    documents = {
        "0007": parse_document(SourceFile("docs/adr/0007-latency.md", ADR)),
        "SPEC-2": parse_document(SourceFile("docs/spec/x.md", ADR.replace("# 7. Latency", "# SPEC-2: Machine", 1))),
        "0008": parse_document(SourceFile("docs/adr/0008-x.md", ADR.replace("Accepted", "Proposed"))),
    }
    quantities = {
        "gain": 'speedup(fixed(m=1024, mode="async").latency_cycles, fixed(m=1024, mode="composite").latency_cycles)',
        "typed": "gemm(mode='async', m=512, buffers=1).latency_cycles * 7.31",
        "circle": "other + 1",
        "other": "circle * 2",
        "broken": "gemm(m=7).latency_cycles",
        "formatted": "gain | .2f",
    }
    return Scope(Store(Project(root), specs, load_yaml), quantities, documents)
