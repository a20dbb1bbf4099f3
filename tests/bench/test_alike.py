"""An artifact is what its harness says and gave; whoever edits it with its descriptor is seen all the same."""

from __future__ import annotations

import hashlib
import json
import subprocess

import pytest

from paperkit.agent.stock import take_stock
from paperkit.artifacts.descriptor import Resource, read_descriptor
from paperkit.artifacts.store import ArtifactSpec
from paperkit.bench.alike import described_otherwise, differ_from_before
from paperkit.bench.run import run_bench

from .conftest import Bench


@pytest.fixture
def ran(bench: Bench) -> Bench:
    bench.write()
    run_bench(bench.load(), bench.project)
    return bench


def resource(bench: Bench) -> Resource:
    found = read_descriptor(bench.artifacts).resource("tiny.csv")
    assert found is not None
    return found


def edit(bench: Bench, old: str, new: str) -> None:
    path = bench.artifacts / "datapackage.json"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def commit(bench: Bench) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "add", "-A"], cwd=bench.project.root, check=True)
    subprocess.run(["git", *who, "commit", "-q", "-m", "x", "--allow-empty"], cwd=bench.project.root, check=True)


def forge(bench: Bench) -> None:
    """Another number, with everything in the descriptor made to fit."""
    path, file = bench.artifacts / "tiny.csv", bench.artifacts / "datapackage.json"
    path.write_text(path.read_text().replace("3,9", "3,8"))
    data = json.loads(file.read_text())
    data["resources"][0]["hash"] = "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest()
    file.write_text(json.dumps(data, indent=2) + "\n")


def test_what_a_harness_wrote_is_as_it_says(ran: Bench) -> None:
    assert list(described_otherwise(resource(ran), ran.load())) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"model"', '"measured"', "its descriptor says measured, but bench.yaml says model"),
        ('"cycle"', '"us"', "its descriptor has square in us, but bench.yaml in cycles"),
        ('"primaryKey"', '"primarykey"', "its descriptor has the key of no column, but bench.yaml m"),
    ],
)
def test_a_descriptor_that_says_otherwise_is_seen(ran: Bench, old: str, new: str, said: str) -> None:
    edit(ran, old, new)
    assert list(described_otherwise(resource(ran), ran.load())) == [said]


def before(ran: Bench) -> str:
    path = ran.artifacts / "tiny.csv"
    return differ_from_before({path: resource(ran)}, ran.project).get(path, "")


def test_a_number_edited_with_its_descriptor_is_not_what_the_same_code_gave(ran: Bench) -> None:
    commit(ran)
    path = ran.artifacts / "tiny.csv"
    assert before(ran) == ""
    forge(ran)
    commit(ran)
    assert before(ran).startswith("edited: the same code and inputs gave")
    (one,) = take_stock([ArtifactSpec("tiny", path)], ran.project)
    assert one.stale and "edited" in one.stale[0]


def test_other_code_may_give_other_numbers(ran: Bench) -> None:
    commit(ran)
    forge(ran)
    edit(ran, '"benches/tiny/bench.py": "sha256:', '"benches/tiny/bench.py": "sha256:0')
    commit(ran)
    assert before(ran) == ""
