"""What the SPECs say is what the model does."""

import re
from pathlib import Path

import pytest
import yaml
from kernbench import attention_invariants, bounds, collective_invariants, invariants
from kernbench.alphabeta import allreduce_cycles
from kernbench.attention import FUSED
from kernbench.collectives import ALGORITHMS, DRIVERS
from kernbench.command import ENGINES
from kernbench.recurrence import gemm_cycles, stages
from kernbench.tiling import LARGEST_DISPATCH, LARGEST_EDGE, Tiling
from kernbench.topology import load_topology

DOCS = Path(__file__).parents[2] / "docs"
DOCUMENTS = sorted([*(DOCS / "adr").glob("*.md"), *(DOCS / "spec").glob("*.md")])
TOPOLOGY = load_topology()
EXAMPLE = Tiling(1024, 1024, 1024, 128, 128, 512, 2)
PLATFORM = (DOCS / "spec" / "kernbench-platform.md").read_text(encoding="utf-8")
COMPOSITE = (DOCS / "spec" / "composite-command.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_each_document_has_id_title_status_and_date(path):
    head = yaml.safe_load(path.read_text(encoding="utf-8").split("---\n")[1])
    assert set(head) == {"id", "title", "status", "date"}
    assert head["status"] == ("proposed" if head["id"] == "ADR-0007" else "accepted")
    assert f"# {head['id']}: {head['title']}\n" in path.read_text(encoding="utf-8")


def test_ids_are_used_once():
    ids = [re.search(r"^id: (\S+)$", path.read_text(encoding="utf-8"), re.MULTILINE)[1] for path in DOCUMENTS]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("mode", ["blocking", "async", "composite"])
def test_the_worked_example_is_what_the_model_says(mode):
    row = re.search(rf"^\| {mode} \| (.+) \| (\d+) \|$", COMPOSITE, re.MULTILINE)
    total = gemm_cycles(mode, EXAMPLE, TOPOLOGY, 0)
    assert int(row[2]) == total
    asynchronous = str(gemm_cycles("async", EXAMPLE, TOPOLOGY, 0))
    terms = re.sub(r"(\d) \(", r"\1 * (", row[1].replace("async", asynchronous))
    assert sum_of_products(terms) == total


def sum_of_products(text):
    assert re.fullmatch(r"[\d +*()]+", text)
    return eval(text)


def test_the_worked_example_names_its_stages():
    each = stages(EXAMPLE, TOPOLOGY)
    said = re.search(r"Both loads take (\d+) cycles, a MAC\s+(\d+), a store (\d+)", COMPOSITE)
    assert tuple(map(int, said.groups())) == (each.load_a + each.load_b, each.mac, each.store)
    assert 1170 < bounds.breakeven_dispatch(EXAMPLE, TOPOLOGY) < 1171


def test_the_platform_names_every_engine_circuit_invariant_and_limit():
    assert all(f"| {engine} |" in PLATFORM for engine in ENGINES)
    assert all(f"| {pace.stage} |" in PLATFORM for pace in bounds.paces(EXAMPLE, TOPOLOGY))
    assert f"1 to {LARGEST_EDGE}" in PLATFORM
    assert f"0 to {LARGEST_DISPATCH} cycles" in PLATFORM


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("kernbench-platform", invariants),
        ("ipcq-allreduce", collective_invariants),
        ("fused-attention", attention_invariants),
    ],
)
def test_each_spec_names_invariants_that_exist(name, module):
    text = (DOCS / "spec" / f"{name}.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| (I\d+) \|.*\| `(\w+)` \|$", text, re.MULTILINE)
    assert len(named) >= 8
    assert all(getattr(module, check).__doc__.startswith(number) for number, check in named)


def test_the_worked_ring_is_what_the_model_says():
    text = (DOCS / "spec" / "ipcq-allreduce.md").read_text(encoding="utf-8")
    terms, total = re.search(r"so ([\d +*]+) = (\d+) cycles", text).groups()
    assert sum_of_products(terms) == int(total) == allreduce_cycles("ring", "ipcq", 16, 1024, 4096, TOPOLOGY, 0)
    assert all(f"| {each} |" in text for each in (*ALGORITHMS, *DRIVERS))


def test_the_attention_spec_names_every_variant():
    text = (DOCS / "spec" / "fused-attention.md").read_text(encoding="utf-8")
    assert all(f"| {each} |" in text for each in ("unfused", *FUSED, "fused_composite_ipcq"))
